// SPDX-License-Identifier: GPL-3.0-or-later
// What two runs of a kernel are compared by: their time, or where an emulator ran them, whose times say nothing of a
// device's, the instructions that it counted.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "measure/report.h"

namespace nw::measure {

inline constexpr const char* kInstructions = "instructions";  // the counter's name

struct Basis {
  double amount = 0;     // above 0: microseconds, or instructions
  double deviation = 0;  // half of its spread
  bool instructions = false;
};

// None: an emulator that counted no instructions, or no time was taken. `timing` is of a run on `machine`.
std::optional<Basis> basis(const Machine& machine, const Timing& timing, const std::map<std::string, Count>& counters);

// Whether both are of one kind, so that their quotient is a gain.
inline bool same_kind(const Basis& a, const Basis& b) {
  return a.instructions == b.instructions;
}

}  // namespace nw::measure
