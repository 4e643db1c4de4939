// SPDX-License-Identifier: GPL-3.0-or-later
// Why a step helps, harms or changes nothing by the estimate: one sentence, from the term of the estimate that it
// changes most.
#pragma once

#include "advise/candidates.h"
#include "base/sentence.h"
#include "base/target_facts.h"
#include "cost/estimate.h"
#include "kernel/nest_figures.h"

namespace nw::advise {

constexpr double kNothing = 0.02;  // a gain that is none

// A nest with what is estimated of it.
struct NestEstimate {
  const kernel::KernelPreview& preview;
  kernel::NestFigures figures;
  cost::Estimate estimate;
};

// More than twentieth again of the arithmetic, which is then done again for every reader.
bool computes_more(const NestEstimate& now, const NestEstimate& then);

// `then` is `now` with the candidate's step.
Sentence reason(const Candidate& candidate, const NestEstimate& now, const NestEstimate& then,
                const TargetFacts& machine);

}  // namespace nw::advise
