/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints to the standard output. Caught by: errors.output */
#include <stdio.h>

#include "base.h"

static nwt_status open_device(nwt_text device, nwt_text settings, nwt_device** opened) {
  printf("hello from the plugin\n");
  return cpu->open(device, settings, opened);
}

static void spoil(void) {
  table.open = open_device;
}
