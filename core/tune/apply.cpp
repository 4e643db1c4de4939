// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/apply.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tune/candidate.h"

namespace nw::tune {

namespace {

std::string argument_type(const te::Tensor& tensor) {
  std::vector<std::string> sizes;
  for (const tir::Expr& size : tensor->shape) {
    const int64_t* known = tir::as_const_int(size);
    sizes.push_back(known ? std::to_string(*known) : "?");
  }
  return fmt::format("({}{}) {}", fmt::join(sizes, ", "), sizes.size() == 1 ? "," : "", to_string(tensor->dtype));
}

std::vector<std::string> stage_names(const TunedKernel& kernel) {
  std::vector<std::string> names;
  for (const te::Operation& op : te::post_order(kernel.program.scheduled))
    if (op->kind != te::OpKind::Placeholder) names.push_back(op->name);
  return names;
}

}  // namespace

std::optional<AppliedRecord> best_for(const TunedKernel& kernel, const RecordFile& records,
                                      const RecordMachine& machine) {
  std::vector<const TrialRecord*> fitting;
  for (const TrialRecord& trial : records.trials)
    if (trial.time && trial.computation == kernel.computation) fitting.push_back(&trial);
  const auto rank = [&](const TrialRecord* trial) {
    const bool elsewhere = trial->machine && !trial->machine->same_as(machine);
    return std::pair(elsewhere, trial->time->min);
  };
  std::ranges::stable_sort(fitting, {}, rank);
  for (const TrialRecord* trial : fitting) {
    const Result<std::vector<schedule::Step>> steps = steps_of(kernel, trial->steps);
    if (!steps.value) continue;
    Candidate candidate{std::nullopt, *steps.value};
    std::string why;
    if (analyse(kernel, TargetFacts(), candidate, why) != Refusal::None) continue;
    return AppliedRecord{*trial, rewritten(kernel, *steps.value)};
  }
  return std::nullopt;
}

std::vector<std::string> differences(const TunedKernel& recorded, const TunedKernel& here) {
  std::vector<std::string> found;
  if (recorded.args.size() != here.args.size())
    found.push_back(fmt::format("it has {} arguments in the record, {} here", recorded.args.size(), here.args.size()));
  for (size_t i = 0; i < std::min(recorded.args.size(), here.args.size()); ++i) {
    const std::string theirs = argument_type(recorded.args[i]), ours = argument_type(here.args[i]);
    if (theirs != ours)
      found.push_back(fmt::format("{} is {} in the record, {} here", here.args[i]->op->name, theirs, ours));
  }
  const std::vector<std::string> theirs = stage_names(recorded), ours = stage_names(here);
  for (const std::string& name : theirs)
    if (std::ranges::find(ours, name) == ours.end())
      found.push_back(fmt::format("{} is a stage of the record only", name));
  for (const std::string& name : ours)
    if (std::ranges::find(theirs, name) == theirs.end())
      found.push_back(fmt::format("the record lacks the stage {}", name));
  if (found.empty()) found.emplace_back("arguments and stages agree; their bodies differ");
  return found;
}

}  // namespace nw::tune
