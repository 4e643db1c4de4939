/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Has a cancel that ends nothing. Caught by: stop.during */
#include "base.h"

static void cancel(nwt_device* device) {
  (void)device;
}

static void spoil(void) {
  table.cancel = cancel;
}
