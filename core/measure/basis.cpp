// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/basis.h"

namespace nw::measure {

std::optional<Basis> basis(const Machine& machine, const Timing& timing, const std::map<std::string, Count>& counters) {
  if (!machine.emulated()) return timing.median > 0 ? std::optional(Basis{timing.median, timing.mad}) : std::nullopt;
  const auto counted = counters.find(kInstructions);
  if (counted == counters.end() || counted->second.value <= 0) return std::nullopt;
  return Basis{static_cast<double>(counted->second.value), 0, true};
}

}  // namespace nw::measure
