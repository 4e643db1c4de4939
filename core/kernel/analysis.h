// SPDX-License-Identifier: GPL-3.0-or-later
// One version of a kernel, analysed once: the script is read, its steps are applied, the rules are checked, bounds are
// inferred and the loops built. Preview, candidates, advice, exports and runs take what was found from here.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "lower/lower.h"
#include "script/script.h"
#include "tvmscript/kernel.h"

namespace nw::kernel {

struct KernelAnalysis {
  std::string text;                           // of the script; empty for an edit that is not written
  script::Program program;                    // computation, steps, schedule
  std::shared_ptr<const TargetFacts> target;  // whose rules were checked as well; null: none
  std::optional<lower::LoopNest> nest;  // without the steps that were refused; with the normal form and the bounds
  Diagnostics diagnostics;              // of reading, checking and lowering, by line
  // Of TVMScript: the function that the nest was made from. `program` then has stages that stand for its blocks, and
  // no statements: nothing of it is changed. Null: a TE script.
  std::shared_ptr<const tvmscript::Kernel> tvmscript = nullptr;
  int stop_after_line = 0;  // of `text`: the steps behind that line are not part of the program; 0: all are

  bool complete() const { return nest.has_value() && !has_errors(diagnostics); }
};

struct AnalysisOptions {
  std::map<std::string, int64_t> sizes;                 // the program is made for these: symbolic ones are numbers then
  std::shared_ptr<const TargetFacts> target = nullptr;  // whose rules are checked as well
  int stop_after_line = 0;                              // scrubbing: 0 runs the whole script
  bool fixes = true;                                    // false: diagnostics come without them, sooner
  CancelToken cancel = {};
};

// Any text has an analysis. Stops at the default limits of time and memory (base/budget.h), with the diagnostic of
// that.
KernelAnalysis analyse(const std::string& text, const AnalysisOptions& options = {});
// Within the budget of the caller.
KernelAnalysis analyse_unlimited(const std::string& text, const AnalysisOptions& options = {});

// The kernel's arguments. A script that does not say them yet takes all its inputs and gives all its results.
std::vector<te::Tensor> arguments(const script::Program& program);

// The hash of its nest, which a worker compares with that of its own (lower/nest_hash.h). Empty if it is not complete,
// or the script does not say its arguments.
std::string analysis_hash(const KernelAnalysis& kernel);

}  // namespace nw::kernel
