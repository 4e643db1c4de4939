/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does not report why it fails. Caught by: errors.explained */
#include "base.h"

static nwt_status start(const nwt_host* from, nwt_text settings) {
  static nwt_host silent;
  silent = *from;
  silent.report = 0;
  return cpu->start(&silent, settings);
}

static void spoil(void) {
  table.start = start;
}
