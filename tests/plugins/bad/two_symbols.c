/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports a function of its own. Caught by: identity.one_export */
#include "base.h"

NWT_EXPORT int helper_of_the_plugin(void);
int helper_of_the_plugin(void) {
  return 1;
}

static void spoil(void) {}
