// SPDX-License-Identifier: GPL-3.0-or-later
#include "advise/next_steps.h"

#include <algorithm>

#include "advise/advice_reasons.h"
#include "script/text.h"

namespace nw::advise {

namespace {

constexpr int kExtended = 4;  // of the best steps it is asked what comes after them

// Of every stage and every loop, those that promise a gain, the best first.
std::vector<Advice> promising(const kernel::KernelPreview& preview, const TargetFacts& machine,
                              const std::map<std::string, int64_t>& sizes, const CancelToken& cancel) {
  std::vector<Advice> found = advice(preview, all_candidates(preview, cancel), machine, sizes, cancel);
  std::erase_if(found, [](const Advice& a) { return !a.promises(); });
  return found;
}

NextSteps as_steps(const Advice& advice, const kernel::KernelPreview& preview, const script::TextChange& change) {
  return {written_lines(preview.text, change),
          preview.program.schedule->stage(advice.candidate.stage).name(),
          advice.gain,
          advice.why,
          advice.candidate.edit.label,
          change.text,
          change.line};
}

std::vector<NextSteps> as_steps(const std::vector<Advice>& all, const kernel::KernelPreview& preview) {
  std::vector<NextSteps> found;
  const edit::Gestures gestures(preview.text, preview.program);
  for (const Advice& advice : all) found.push_back(as_steps(advice, preview, gestures.write(advice.candidate.edit)));
  return found;
}

// Of the script after steps that were written where the former one ends: it ends behind them.
kernel::KernelPreview preview_with(const kernel::KernelPreview& former, const std::string& text,
                                   const CancelToken& cancel) {
  kernel::PreviewOptions options;
  options.fixes = false;
  options.cancel = cancel;
  options.target = former.target;
  if (former.stop_after_line > 0)
    options.stop_after_line = former.stop_after_line + static_cast<int>(std::ssize(script::lines_of(text)) -
                                                                        std::ssize(script::lines_of(former.text)));
  return kernel::preview(text, options);
}

void append_step(NextSteps& steps, const std::string& last_stage, const NextSteps& next) {
  steps.lines.insert(steps.lines.end(), next.lines.begin(), next.lines.end());
  steps.gain *= next.gain;
  steps.why = Sentence(NW_TEXT("Sentence", "{0} {1}"), std::move(steps.why), next.why);
  Sentence label =
      next.stage == last_stage ? next.label : Sentence(NW_TEXT("Step", "{0}: {1}"), next.stage, next.label);
  steps.label = Sentence(NW_TEXT("Step", "{0}, then {1}"), std::move(steps.label), std::move(label));
  steps.text = next.text;
}

}  // namespace

std::vector<std::string> written_lines(const std::string& before, const script::TextChange& change) {
  std::vector<std::string> was = script::lines_of(before), is = script::lines_of(change.text);
  const auto [was_from, is_from] = std::ranges::mismatch(was, is);
  const size_t same = static_cast<size_t>(is_from - is.begin());
  size_t last = is.size(), was_last = was.size();
  while (last > same && was_last > same && is[last - 1] == was[was_last - 1]) --last, --was_last;
  return {is.begin() + static_cast<std::ptrdiff_t>(same), is.begin() + static_cast<std::ptrdiff_t>(last)};
}

bool NextSteps::promises() const {
  return gain > 1 + kNothing;
}

std::vector<Candidate> all_candidates(const kernel::KernelPreview& preview, const CancelToken& cancel) {
  std::vector<Candidate> all;
  for (const kernel::LoopTreeRow& row : preview.tree) {
    std::vector<Candidate> own = candidates(preview, row.stage, row.axis, cancel);
    std::ranges::move(own, std::back_inserter(all));
  }
  return all;
}

std::vector<NextSteps> ranked_steps(const kernel::KernelPreview& preview, const std::vector<Candidate>& candidates,
                                    const TargetFacts& machine, const std::map<std::string, int64_t>& sizes,
                                    const CancelToken& cancel) {
  return as_steps(advice(preview, candidates, machine, sizes, cancel), preview);
}

std::vector<NextSteps> first_steps(const kernel::KernelPreview& preview, const TargetFacts& machine,
                                   const std::map<std::string, int64_t>& sizes, const CancelToken& cancel) {
  return as_steps(promising(preview, machine, sizes, cancel), preview);
}

void extend(std::vector<NextSteps>& steps, const kernel::KernelPreview& preview, const TargetFacts& machine, int depth,
            const std::map<std::string, int64_t>& sizes, const CancelToken& cancel) {
  int extended = 0;
  for (NextSteps& each : steps) {
    if (!each.promises() || !each.removed.empty()) continue;
    if (++extended > kExtended) return;
    kernel::KernelPreview then = preview;
    std::string last_stage = each.stage;
    for (int n = 1; n < depth && !cancel.cancelled(); ++n) {
      then = preview_with(then, each.text, cancel);
      const std::vector<Advice> after = promising(then, machine, sizes, cancel);
      if (after.empty()) break;
      const NextSteps next = as_steps({after.front()}, then).front();
      append_step(each, last_stage, next);
      last_stage = next.stage;
    }
  }
}

std::vector<NextSteps> next_steps(const kernel::KernelPreview& preview, const TargetFacts& machine, int depth,
                                  const std::map<std::string, int64_t>& sizes, const CancelToken& cancel) {
  std::vector<NextSteps> found = first_steps(preview, machine, sizes, cancel);
  extend(found, preview, machine, depth, sizes, cancel);
  std::ranges::stable_sort(found, [](const NextSteps& a, const NextSteps& b) { return a.gain > b.gain; });
  return found;
}

}  // namespace nw::advise
