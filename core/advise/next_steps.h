// SPDX-License-Identifier: GPL-3.0-or-later
// What to do next with a kernel: the steps of all its stages that promise a gain (advice.h), as lines of its script.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "advise/advice.h"
#include "base/cancel.h"
#include "base/target_facts.h"
#include "edit/gestures.h"
#include "kernel/preview.h"

namespace nw::advise {

// The lines of the script that come with a change: empty where it only takes some away.
std::vector<std::string> written_lines(const std::string& before, const script::TextChange& change);

struct NextSteps {
  std::vector<std::string> lines;  // of the script, in the order in which they are applied
  std::string stage;               // that the first step is about
  double gain = 1;                 // of all of them, by the estimate
  Sentence why;                    // a sentence a step
  Sentence label = {};             // "split i by 8, then D: vectorize j": a step names its stage where that changes
  std::string text = {};           // the script with them
  int line = 0;                    // of that text: the first step; of steps that are removed: where the first was
  std::vector<std::string> removed = {};  // lines of the script that are taken away

  bool promises() const;  // a gain that is more than the estimate's own noise
};

// Legal steps for every stage and every loop.
std::vector<Candidate> all_candidates(const kernel::KernelPreview& preview, const CancelToken& cancel = {});

// The candidates' steps, the best first; those that promise no gain are the last.
std::vector<NextSteps> ranked_steps(const kernel::KernelPreview& preview, const std::vector<Candidate>& candidates,
                                    const TargetFacts& machine, const std::map<std::string, int64_t>& sizes = {},
                                    const CancelToken& cancel = {});

// Those of all stages that promise a gain, each alone, the best first. None where a symbolic size has no value.
std::vector<NextSteps> first_steps(const kernel::KernelPreview& preview, const TargetFacts& machine,
                                   const std::map<std::string, int64_t>& sizes = {}, const CancelToken& cancel = {});

// Each of the first few is followed by the best step after it, and so on, until there are `depth` steps or none that
// promises a gain. The order stays.
void extend(std::vector<NextSteps>& steps, const kernel::KernelPreview& preview, const TargetFacts& machine, int depth,
            const std::map<std::string, int64_t>& sizes = {}, const CancelToken& cancel = {});

// The first steps, extended; the best first.
std::vector<NextSteps> next_steps(const kernel::KernelPreview& preview, const TargetFacts& machine, int depth = 1,
                                  const std::map<std::string, int64_t>& sizes = {}, const CancelToken& cancel = {});

// Steps of the script that cost more than they gain by the estimate: each taken away with the steps that cannot run
// without it, where the script is complete then. `lines` are empty; `stage` is the step's. The best first.
std::vector<NextSteps> removable_steps(const kernel::KernelPreview& preview, const TargetFacts& machine,
                                       const std::map<std::string, int64_t>& sizes = {},
                                       const CancelToken& cancel = {});

}  // namespace nw::advise
