// SPDX-License-Identifier: GPL-3.0-or-later
// Where a kernel's time goes: the places that its threads were met at, looked up in its object's line table and among
// its instructions.
#pragma once

#include <optional>
#include <vector>

#include "lower/lower.h"
#include "measure/report.h"
#include "runtime/kernel_image.h"
#include "target/session.h"

namespace nw::runtime {

// Nothing where there are no places, or the table cannot be read.
std::optional<measure::TimeProfile> profile_of(const lower::LoopNest& nest, const KernelImage& kernel,
                                               const std::vector<target::PlaceCount>& places);

}  // namespace nw::runtime
