// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/peak.h"

#include <algorithm>

namespace nw::cost {

double peak_gflops(const TargetFacts& target, int element_bytes) {
  constexpr double kPorts = 2;  // that compute with vectors at the same time, in cores of today
  const bool known = target.compute.clock_mhz > 0 && target.compute.vector_bytes > 0 && !target.runs_on_threads();
  if (!known || element_bytes <= 0) return 0;
  const double per_cycle = kPorts * target.lanes(element_bytes) * (target.compute.fma ? 2 : 1);
  return per_cycle * std::max(1, target.compute.units) * target.compute.clock_mhz * 1e-3;
}

}  // namespace nw::cost
