// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/nest_builder.h"

namespace nw::lower {

using namespace tir;

Stmt NestBuilder::tensorize(const Stage& stage, const te::ComputeNode&, size_t, const LoopList&) {
  report("NW2404", stage, "tensorize");
  return nullptr;
}

}  // namespace nw::lower
