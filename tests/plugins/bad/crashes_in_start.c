/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Crashes when it is started. Caught by: life.start */
#include "base.h"

static nwt_status start(const nwt_host* from, nwt_text settings) {
  (void)from;
  (void)settings;
  abort();
  return NWT_OK;
}

static void spoil(void) {
  table.start = start;
}
