// SPDX-License-Identifier: GPL-3.0-or-later
// Incremental fusion with varied options, for the search for a change: only what an option can alter is recomputed.
#pragma once

#include "fusion/analysis.h"

namespace nw::fusion {

class Trials {
 public:
  explicit Trials(const Analysis& run) : run_(run), forward_(run.forward) {}
  const Analysis& run() const { return run_; }

  // Whether a and b would be in one group.
  bool fuses(const Options& options, NodeId a, NodeId b);

 private:
  bool change_patterns(const Options& options);

  const Analysis& run_;
  ForwardGraph forward_;  // the run's, with the patterns under trial
  std::vector<int32_t> changed_;
};

// Fills the reason's `change` with the one change of options that would bring a and b into one group, as tried; or
// `no_change` if there is none. Leaves both empty if a and b are in one group.
void find_change(Trials& trials, NodeId a, NodeId b, Reason& reason);

}  // namespace nw::fusion
