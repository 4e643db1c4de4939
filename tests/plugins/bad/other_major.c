/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Was built for another major version, and does not look at the host's. Caught by: identity.table */
#include "base.h"

static void spoil(void) {
  table.abi_major = NWT_ABI_MAJOR + 1;
}
