// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/machine.h"

#include <fmt/format.h>

namespace nw::measure {

Machine machine_of(const TargetFacts& facts, int threads) {
  return {facts.id, facts.name, facts_hash(facts), threads, facts.clock.kind};
}

bool comparable(const Machine& a, const Machine& b) {
  return a.known() && a.target == b.target && a.facts_hash == b.facts_hash && a.threads == b.threads &&
         a.clock == b.clock;
}

bool times_compare(const Machine& a, const Machine& b) {
  return comparable(a, b) && !a.emulated();
}

std::string to_string(const Machine& machine) {
  if (!machine.known()) return "unknown machine";
  return fmt::format("{}, {} thread{}{}", machine.name.empty() ? machine.target : machine.name, machine.threads,
                     machine.threads == 1 ? "" : "s", machine.emulated() ? ", emulated" : "");
}

}  // namespace nw::measure
