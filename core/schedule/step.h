// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule step as text, before any script holds it: default schedules of operators are lists of these, and the
// script writer prints them. Arguments are script text.
#pragma once

#include <string>
#include <vector>

namespace nw::schedule {

// {"C", "split", {"xo", "xi"}, {"x", "factor=8"}} is the line `xo, xi = s[C].split(x, factor=8)`.
// An empty stage means a method of the schedule itself (cache_read, cache_write, rfactor). The primitives "op.axis" and
// "op.reduce_axis" are attributes, not calls: `y, x = s[C].op.axis`.
struct Step {
  std::string stage;
  std::string primitive;
  std::vector<std::string> results;
  std::vector<std::string> args;

  bool operator==(const Step&) const = default;
};

std::string to_line(const Step& step, const std::string& schedule = "s");

}  // namespace nw::schedule
