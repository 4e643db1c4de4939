// SPDX-License-Identifier: GPL-3.0-or-later
// Which steps of a script are better taken away: the script is analysed without each, and both nests are estimated.
#include <fmt/format.h>

#include <algorithm>

#include "advise/advice_reasons.h"
#include "advise/next_steps.h"
#include "cost/estimate.h"
#include "script/step_lines.h"
#include "script/text.h"

namespace nw::advise {

namespace {

double seconds_of(const kernel::KernelPreview& preview, const TargetFacts& machine,
                  const std::map<std::string, int64_t>& sizes) {
  return cost::estimate(*preview.nest, machine, cost::sizes_by_name(*preview.nest, sizes)).seconds;
}

std::string without_line(const std::vector<std::string>& lines, size_t line) {
  std::vector<std::string> others = lines;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(line));
  return script::joined(others);
}

}  // namespace

std::vector<NextSteps> removable_steps(const kernel::KernelPreview& preview_now, const TargetFacts& machine,
                                       const std::map<std::string, int64_t>& sizes, const CancelToken& cancel) {
  std::vector<NextSteps> found;
  if (!preview_now.nest || preview_now.tvmscript || !kernel::sizes_without_value(preview_now, sizes).empty())
    return found;
  const double now = seconds_of(preview_now, machine, sizes);
  const std::vector<std::string> lines = script::lines_of(preview_now.text);
  kernel::PreviewOptions options;
  options.fixes = false;
  options.cancel = cancel;
  options.target = preview_now.target;
  for (const int number : script::step_lines(preview_now.text)) {
    if (cancel.cancelled()) return found;
    const auto line = static_cast<size_t>(number) - 1;
    const script::StepCall call = script::step_call(lines[line]);
    const std::string text = without_line(lines, line);
    const kernel::KernelPreview then = kernel::preview(text, options);
    if (call.method.empty() || !then.complete()) continue;
    const double after = seconds_of(then, machine, sizes), gain = after > 0 ? now / after : 1;
    if (gain < 1 + kNothing) continue;
    found.push_back({{},
                     call.stage,
                     gain,
                     fmt::format("Line {} costs more than it gains: without it the estimate is {:.2f} times as fast.",
                                 number, gain),
                     fmt::format("take `{}` away", call.method),
                     text});
  }
  std::ranges::stable_sort(found, [](const NextSteps& a, const NextSteps& b) { return a.gain > b.gain; });
  return found;
}

}  // namespace nw::advise
