/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leaves a descriptor open at each open of a device. Caught by: life.open_again */
#include <unistd.h>

#include "base.h"

static nwt_status open_device(nwt_text device, nwt_text settings, nwt_device** opened) {
  if (dup(STDERR_FILENO) < 0) return NWT_INTERNAL;
  return cpu->open(device, settings, opened);
}

static void spoil(void) {
  table.open = open_device;
}
