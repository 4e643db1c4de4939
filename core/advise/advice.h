// SPDX-License-Identifier: GPL-3.0-or-later
// Which legal step is likely to help most: each offer is carried out on paper, and the nests are compared by an
// estimate of their time (cost/estimate.h). An estimate orders; it promises no time.
#pragma once

#include <string>
#include <vector>

#include "advise/candidates.h"
#include "base/cancel.h"
#include "base/sentence.h"
#include "kernel/nest_figures.h"

namespace nw::advise {

struct Advice {
  Candidate candidate;
  double gain = 1;        // estimated time without it through that with it
  Sentence why;           // one sentence
  bool promises() const;  // a gain that is more than the estimate's own noise
};

// The best first. Of steps whose nests differ in loops of extent 1 alone there is one, that with the fewest words in
// its label. Tiles are tried in several sizes. Steps for GPUs, such as leave the nest as it is, and orders that take a
// vectorized loop from the innermost place or put a parallel one inside of others are left out.
std::vector<Advice> advice(const kernel::KernelPreview& preview, const std::vector<Candidate>& candidates,
                           const TargetFacts& machine, const std::map<std::string, int64_t>& sizes = {},
                           const CancelToken& cancel = {});

}  // namespace nw::advise
