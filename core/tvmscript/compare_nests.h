// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two nests of phase `loops` are the same schedule of the same computation: "is the exported schedule what I
// made?". Names of loops, buffers and stages do not count, nor how indices and conditions are written, nor loops of one
// iteration, nor where a condition is between a loop and the stores inside it, nor where a buffer's first element is.
// Loops with their order, lengths and kinds, statements with their order, the elements that they access, their
// conditions and values do.
#pragma once

#include <string>
#include <vector>

#include "lower/lower.h"

namespace nw::tvmscript {

struct NestDifference {
  enum class What { Arguments, Statements, LoopOrder, LoopLength, LoopKind, Element, Condition, Value, Storage } what;
  std::string text;           // one sentence with both sides
  std::string before, after;  // what is there; may be empty
  int line_before = 0, line_after = 0;
};
std::string to_string(NestDifference::What what);  // "arguments", "loop order", …

struct NestComparison {
  std::vector<NestDifference> differences;  // in the order of the nest; empty: the same
  // Indices and conditions that were found equal in the iterations that were tried, but in not all there are.
  int not_proved = 0;
  bool same() const { return differences.empty(); }
};

NestComparison compare_nests(const lower::LoopNest& before, const lower::LoopNest& after);

}  // namespace nw::tvmscript
