// SPDX-License-Identifier: GPL-3.0-or-later
// Fusing again under other options, as often as the search for a change needs: only what an option can alter is
// recomputed.
#pragma once

#include <string>

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
  ForwardGraph forward_;  // the run's, but for the patterns under trial
  std::vector<int32_t> changed_;
};

// The one change of options that would bring a and b into one group, tried out; or that none would.
std::string change_for(Trials& trials, NodeId a, NodeId b, const Reason& reason);

}  // namespace nw::fusion
