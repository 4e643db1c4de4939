// SPDX-License-Identifier: GPL-3.0-or-later
// This computer as a device that kernels run on: through nestwright-runner, as for people.
#pragma once

#include "runtime/device.h"

namespace nw::test {

inline runtime::Device& local_device() {
  static runtime::Device device(target::local_connection(NW_BIN_DIR));
  return device;
}

}  // namespace nw::test
