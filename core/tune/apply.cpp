// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/apply.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tune/ansor_steps.h"
#include "tune/candidate.h"
#include "tune/diagnostics.h"
#include "tune/knobs.h"

namespace nw::tune {

namespace {

std::vector<std::string> sizes_of(const te::Tensor& tensor) {
  std::vector<std::string> sizes;
  for (const tir::Expr& size : tensor->shape) {
    const int64_t* known = tir::as_const_int(size);
    sizes.push_back(known ? std::to_string(*known) : "?");
  }
  return sizes;
}

std::vector<std::string> sizes_of(const ForeignTensor& tensor) {
  std::vector<std::string> sizes;
  for (const int64_t size : tensor.shape) sizes.push_back(std::to_string(size));
  return sizes;
}

std::string type_text(const std::vector<std::string>& sizes, const std::string& dtype) {
  return fmt::format("({}{}){}{}", fmt::join(sizes, ", "), sizes.size() == 1 ? "," : "", dtype.empty() ? "" : " ",
                     dtype);
}

// What an argument is in the record and here; nothing where it is the same.
std::optional<std::string> difference(const std::string& name, std::vector<std::string> theirs,
                                      const std::string& their_dtype, std::vector<std::string> ours,
                                      const std::string& our_dtype) {
  const bool other_dtype = !their_dtype.empty() && their_dtype != our_dtype;
  if (theirs == ours && !other_dtype) return std::nullopt;
  std::string text = fmt::format("{} is {} in the record, {} here", name, type_text(theirs, their_dtype),
                                 type_text(ours, their_dtype.empty() ? "" : our_dtype));
  if (theirs == ours) return text;
  std::ranges::sort(theirs);
  std::ranges::sort(ours);
  return theirs == ours ? text + ": the same sizes in another layout" : text;
}

// AutoTVM's keys list what a task reads, Ansor's also what it writes.
std::vector<std::string> differences_of_key(const TunedKernel& kernel, const ForeignRecord& record) {
  std::vector<te::Tensor> args = kernel.args;
  if (record.tool == RecordTool::AutoTvm)
    std::erase_if(args, [](const te::Tensor& arg) { return arg->op->kind != te::OpKind::Placeholder; });
  std::vector<std::string> found;
  if (record.tensors.empty()) return found;
  if (record.tensors.size() != args.size())
    found.push_back(fmt::format("it has {} arguments in the record, {} here", record.tensors.size(), args.size()));
  for (size_t i = 0; i < std::min(record.tensors.size(), args.size()); ++i)
    if (auto text = difference(args[i]->op->name, sizes_of(record.tensors[i]), record.tensors[i].dtype,
                               sizes_of(args[i]), to_string(args[i]->dtype)))
      found.push_back(std::move(*text));
  return found;
}

std::vector<std::string> stage_names(const TunedKernel& kernel) {
  std::vector<std::string> names;
  for (const te::Operation& op : te::post_order(kernel.program.scheduled))
    if (op->kind != te::OpKind::Placeholder) names.push_back(op->name);
  return names;
}

}  // namespace

RecordedSteps recorded_steps(const TunedKernel& kernel, const TrialRecord& trial) {
  if (!trial.foreign) {
    Result<std::vector<schedule::Step>> steps = steps_of(kernel, trial.steps);
    if (steps.value) return {std::move(*steps.value), {}, {}};
    return {{}, {}, steps.diagnostics.empty() ? "its steps are not legal here" : steps.diagnostics.front().message};
  }
  if (trial.foreign->tool == RecordTool::Ansor) {
    AnsorSteps made = ansor_steps(kernel, trial.foreign->steps);
    if (made.why.empty()) return {std::move(made.steps), {}, {}};
    return {{}, {}, std::move(made.why)};
  }
  const Result<MarkedKnobs> marks = MarkedKnobs::of(kernel);
  if (!marks.value) return {{}, {}, marks.diagnostics.front().message};
  RecordedSteps result;
  result.choice = marks->choice(trial.foreign->steps, result.why);
  if (result.choice) result.steps = marks->space().steps(*result.choice);
  return result;
}

bool may_fit(const TunedKernel& kernel, const TrialRecord& trial) {
  return trial.foreign ? differences_of_key(kernel, *trial.foreign).empty() : trial.computation == kernel.computation;
}

std::optional<AppliedRecord> best_for(const TunedKernel& kernel, const RecordFile& records,
                                      const RecordMachine& machine) {
  std::vector<const TrialRecord*> fitting;
  for (const TrialRecord& trial : records.trials)
    if (trial.time && may_fit(kernel, trial)) fitting.push_back(&trial);
  const auto rank = [&](const TrialRecord* trial) {
    const bool elsewhere = trial->machine && !trial->machine->same_as(machine);
    return std::pair(elsewhere, trial->time->min);
  };
  std::ranges::stable_sort(fitting, {}, rank);
  for (const TrialRecord* trial : fitting) {
    const RecordedSteps recorded = recorded_steps(kernel, *trial);
    if (!recorded.steps) continue;
    Candidate candidate{std::nullopt, *recorded.steps};
    std::string why;
    if (analyse(kernel, TargetFacts(), candidate, why) != Refusal::None) continue;
    return AppliedRecord{*trial, rewritten(kernel, *recorded.steps)};
  }
  return std::nullopt;
}

std::vector<std::string> differences(const TunedKernel& recorded, const TunedKernel& here) {
  std::vector<std::string> found;
  if (recorded.args.size() != here.args.size())
    found.push_back(fmt::format("it has {} arguments in the record, {} here", recorded.args.size(), here.args.size()));
  for (size_t i = 0; i < std::min(recorded.args.size(), here.args.size()); ++i) {
    const te::Tensor &theirs = recorded.args[i], &ours = here.args[i];
    if (auto text = difference(ours->op->name, sizes_of(theirs), to_string(theirs->dtype), sizes_of(ours),
                               to_string(ours->dtype)))
      found.push_back(std::move(*text));
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

namespace {

// "conv2d_relu" of "conv2d_relu-1f3a".
std::string operators_of(const std::string& key) {
  return key.substr(0, key.rfind('-'));
}

// Of all trials of one task. Empty: one of them fits.
std::vector<std::string> differences_of(const std::vector<const TrialRecord*>& trials, const TunedKernel& kernel,
                                        const std::optional<TunedKernel>& recorded) {
  const TrialRecord& first = *trials.front();
  if (!first.foreign) {
    if (first.computation == kernel.computation) return {};
    return recorded ? differences(*recorded, kernel)
                    : std::vector<std::string>{"the record has no computation that can be read"};
  }
  std::vector<std::string> found = differences_of_key(kernel, *first.foreign);
  if (!found.empty()) return found;
  for (const TrialRecord* trial : trials) {
    const RecordedSteps steps = recorded_steps(kernel, *trial);
    if (steps.steps) return {};
    if (found.empty()) found.push_back(steps.why);
  }
  return found;
}

}  // namespace

NearestTask nearest_task(const std::vector<const TrialRecord*>& trials,
                         const std::vector<const TunedKernel*>& kernels) {
  const TrialRecord& first = *trials.front();
  std::optional<TunedKernel> recorded;
  if (!first.foreign)
    if (Result<TunedKernel> read = read_kernel(first.script, {}, first.task); read.value) recorded = std::move(*read);
  NearestTask nearest;
  bool same_operators = false;
  for (const TunedKernel* kernel : kernels) {
    std::vector<std::string> differences = differences_of(trials, *kernel, recorded);
    const bool same = operators_of(kernel->key) == operators_of(first.task);
    const bool nearer = !nearest.kernel ||
                        std::pair(differences.empty(), same) > std::pair(nearest.differences.empty(), same_operators) ||
                        (same == same_operators && differences.size() < nearest.differences.size());
    if (!nearer) continue;
    nearest = {kernel, std::move(differences)};
    same_operators = same;
    if (nearest.differences.empty()) break;
  }
  return nearest;
}

Diagnostics unmatched_records(const RecordFile& records, const std::vector<const TunedKernel*>& kernels) {
  std::map<std::string, std::vector<const TrialRecord*>> tasks;
  std::vector<std::string> order;
  for (const TrialRecord& trial : records.trials) {
    std::vector<const TrialRecord*>& trials = tasks[trial.task];
    if (trials.empty()) order.push_back(trial.task);
    trials.push_back(&trial);
  }
  Diagnostics found;
  for (const std::string& task : order) {
    const NearestTask nearest = nearest_task(tasks[task], kernels);
    if (!nearest.kernel || !nearest.differences.empty())
      found.push_back(unmatched_record(task, nearest.kernel ? nearest.kernel->key : "", nearest.differences));
  }
  return found;
}

}  // namespace nw::tune
