// SPDX-License-Identifier: GPL-3.0-or-later
// What a thumbnail of a loop nest shows: the depth and the kind of each line.
#pragma once

#include <map>
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

// The script that each state is about: of the kernel that it changed, else of the one its parent is about; of the first
// state, the kernel that was changed first or else measured. Where that has its default schedule, the one that
// `defaults` has for its task; empty where that has none. One a state.
std::vector<std::string> scripts_of_states(const History& history,
                                           const std::map<std::string, std::string>& defaults = {});

}  // namespace nw::workspace
