// SPDX-License-Identifier: GPL-3.0-or-later
// The machine that a time was measured on: target, facts and threads. Times of different machines say nothing about
// each other.
#pragma once

#include <string>

#include "base/target_facts.h"

namespace nw::measure {

struct Machine {
  std::string target;          // its id
  std::string name;            // for people
  std::string facts_hash;      // empty: the machine is unknown
  int threads = 0;             // that the kernel ran on
  std::string clock = "wall";  // as TargetFacts::Clock: times of an emulator are not those of a device
  bool emulated() const { return clock == "emulated"; }
  bool known() const { return !facts_hash.empty(); }
  bool operator==(const Machine&) const = default;
};

Machine machine_of(const TargetFacts& facts, int threads);

// Whether both measurements are of the same machine: both are known, and have the same target, facts, threads and
// clock.
bool comparable(const Machine& a, const Machine& b);
// Whether, beyond that, their times say which kernel is faster. Those of an emulator do not: it is the emulator that is
// timed, on whatever computer it runs.
bool times_compare(const Machine& a, const Machine& b);

// "AMD EPYC 7763 64-Core Processor, 4 threads", "riscv64 gcv, 1 thread, emulated", or "unknown machine".
std::string to_string(const Machine& machine);

}  // namespace nw::measure
