// SPDX-License-Identifier: GPL-3.0-or-later
// Data of a thumbnail of a loop nest: the depth and the kind of each line.
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

// The script of each state's task (see History): if the task has its default schedule, the script that `defaults` has
// for it, or an empty one. One for each state.
std::vector<std::string> scripts_of_states(const History& history,
                                           const std::map<std::string, std::string>& defaults = {});

}  // namespace nw::workspace
