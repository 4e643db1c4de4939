// SPDX-License-Identifier: GPL-3.0-or-later
// Two loop nests as one text: lines that are gone, new, and kept. A line that is deeper or less deep than before,
// and says the same, is kept: a loop around it has come or gone, and that loop's line says so.
#pragma once

#include <vector>

#include "kernel/preview.h"

namespace nw::kernel {

struct DiffLine {
  enum class Kind { Kept, Gone, New, Moved } kind = Kind::Kept;  // Moved: kept at another depth, and now there
  std::string text;
  bool operator==(const DiffLine&) const = default;
};

std::vector<DiffLine> nest_diff(const tir::PrintedNest& before, const tir::PrintedNest& now);

// Lines of `now` that `before` has at no depth: the marks beside the nest. One a line.
std::vector<bool> changed_lines(const tir::PrintedNest& before, const tir::PrintedNest& now);

}  // namespace nw::kernel
