// SPDX-License-Identifier: GPL-3.0-or-later
#include "advise/next_steps.h"

#include <algorithm>

#include "advise/advice.h"
#include "script/text.h"

namespace nw::advise {

namespace {

// Of every stage and every loop, those that promise a gain, the best first.
std::vector<Advice> promising(const kernel::KernelPreview& preview, const TargetFacts& machine,
                              const std::map<std::string, int64_t>& sizes, const CancelToken& cancel) {
  std::vector<Candidate> all;
  for (const kernel::LoopTreeRow& row : preview.tree) {
    std::vector<Candidate> own = candidates(preview, row.stage, row.axis, cancel);
    std::ranges::move(own, std::back_inserter(all));
  }
  std::vector<Advice> found = advice(preview, all, machine, sizes, cancel);
  std::erase_if(found, [](const Advice& a) { return !a.promises(); });
  return found;
}

NextSteps as_steps(const Advice& advice, const kernel::KernelPreview& preview, const script::TextChange& change) {
  return {written_lines(preview.text, change),
          preview.program.schedule->stage(advice.candidate.stage).name(),
          advice.gain,
          advice.why,
          advice.candidate.edit.label,
          change.text};
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

std::vector<NextSteps> next_steps(const kernel::KernelPreview& preview_now, const TargetFacts& machine, int depth,
                                  const std::map<std::string, int64_t>& sizes, const CancelToken& cancel) {
  std::vector<NextSteps> found;
  const std::vector<Advice> first = promising(preview_now, machine, sizes, cancel);
  const edit::Gestures gestures(preview_now.text, preview_now.program);
  for (const Advice& advice : first)
    found.push_back(as_steps(advice, preview_now, gestures.write(advice.candidate.edit)));
  if (found.empty() || depth <= 1) return found;
  kernel::PreviewOptions options;
  options.fixes = false;
  options.cancel = cancel;
  const kernel::KernelPreview then = preview(gestures.write(first.front().candidate.edit).text, options);
  const std::vector<NextSteps> after = next_steps(then, machine, depth - 1, sizes, cancel);
  if (after.empty()) return found;
  NextSteps& best = found.front();
  best.lines.insert(best.lines.end(), after.front().lines.begin(), after.front().lines.end());
  best.gain *= after.front().gain;
  best.why += " " + after.front().why;
  best.label += ", then " + after.front().label;
  best.text = after.front().text;
  return found;
}

}  // namespace nw::advise
