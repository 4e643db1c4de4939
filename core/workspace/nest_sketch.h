// SPDX-License-Identifier: GPL-3.0-or-later
// A loop nest as a picture of a thumb's size knows it: how deep each line stands, and of what kind it is.
#pragma once

#include <string>
#include <vector>

#include "tir/print.h"
#include "workspace/history.h"

namespace nw::workspace {

struct SketchLine {
  enum class Kind { Serial, Parallel, Vectorized, Unrolled, Thread, Memory, Statement };
  int depth = 0;
  Kind kind = Kind::Statement;

  bool operator==(const SketchLine&) const = default;
};
using NestSketch = std::vector<SketchLine>;

NestSketch sketch(const tir::PrintedNest& nest);

// The script that each state is about: of the kernel that it changed, else of the one its parent is about; empty where
// that has its default schedule, or nothing was changed yet. One a state.
std::vector<std::string> scripts_of_states(const History& history);

}  // namespace nw::workspace
