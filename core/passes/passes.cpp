// SPDX-License-Identifier: GPL-3.0-or-later
#include "passes/passes.h"

namespace nw::passes {

const std::vector<Pass>& default_passes() {
  static const std::vector<Pass> passes;
  return passes;
}

}  // namespace nw::passes
