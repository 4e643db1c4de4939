/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets an exception out where a device is not there. Caught by: life.unknown_device */
#include <stdexcept>

#include "base.h"

static nwt_status open_device(nwt_text device, nwt_text settings, nwt_device** opened) {
  if (device.size > 0) throw std::invalid_argument("no such device");
  return cpu->open(device, settings, opened);
}

static void spoil() {
  table.open = open_device;
}
