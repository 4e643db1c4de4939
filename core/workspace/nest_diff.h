// SPDX-License-Identifier: GPL-3.0-or-later
// Two loop nests as one text: lines that are gone, new, and kept.
#pragma once

#include <vector>

#include "workspace/kernel_preview.h"

namespace nw::workspace {

struct DiffLine {
  enum class Kind { Kept, Gone, New } kind = Kind::Kept;
  std::string text;
  bool operator==(const DiffLine&) const = default;
};

std::vector<DiffLine> nest_diff(const tir::PrintedNest& before, const tir::PrintedNest& now);

}  // namespace nw::workspace
