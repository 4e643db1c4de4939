// SPDX-License-Identifier: GPL-3.0-or-later
// Which steps of a script are better taken away: the script is analysed without each and the steps that need it, and
// both nests are estimated.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "advise/advice_reasons.h"
#include "advise/next_steps.h"
#include "cost/estimate.h"
#include "script/naming_lines.h"
#include "script/step_lines.h"
#include "script/text.h"

namespace nw::advise {

namespace {

constexpr int kRounds = 8;  // of steps that need a step that needs the one taken away

double seconds_of(const kernel::KernelPreview& preview, const TargetFacts& machine,
                  const std::map<std::string, int64_t>& sizes) {
  return cost::estimate(*preview.nest, machine, cost::sizes_by_name(*preview.nest, sizes)).seconds;
}

void add_lines(std::set<int>& lines, const script::Statement& statement) {
  for (int line = statement.span.line; line <= statement.last_line; ++line) lines.insert(line);
}

// The lines of steps that are refused or break a rule, and of those that give names to loops that there are not.
std::set<int> failing_lines(const kernel::KernelPreview& then) {
  std::set<int> failing, wrong;
  for (const Diagnostic& d : then.diagnostics)
    if (d.severity == Severity::Error) wrong.insert(line_of(d));
  for (const script::Statement& s : then.program.statements)
    if (s.primitive && (!s.applied || wrong.contains(s.span.line))) add_lines(failing, s);
  const std::vector<std::string> lines = script::lines_of(then.text);
  for (const int line : wrong) {
    if (line < 1 || line > std::ssize(lines)) continue;
    const std::string& text = lines[static_cast<size_t>(line) - 1];
    if (script::is_axis_line(text) || !script::step_call(text).method.empty()) failing.insert(line);
  }
  return failing;
}

struct Removal {
  std::set<int> lines;         // of the step and of all that cannot run without it
  kernel::KernelPreview then;  // of the script with these lines emptied
};

// Nothing where the script is not complete without them.
std::optional<Removal> removal_of(const kernel::KernelPreview& now, const script::Statement& step,
                                  const kernel::PreviewOptions& options) {
  Removal removal;
  add_lines(removal.lines, step);
  for (int round = 0; round < kRounds && !options.cancel.cancelled(); ++round) {
    removal.then = kernel::preview(script::without_lines(now.text, removal.lines), options);
    if (removal.then.complete()) return removal;
    std::set<int> more = failing_lines(removal.then);
    if (more.empty()) return std::nullopt;
    removal.lines.merge(more);
  }
  return std::nullopt;
}

// "line 14", "lines 14, 16 and 17"
Sentence numbers_text(const std::vector<int>& lines) {
  return Sentence(lines.size() == 1 ? NW_TEXT("Step", "line {0}") : NW_TEXT("Step", "lines {0}"),
                  Sentence::list({lines.begin(), lines.end()}));
}

std::string statement_text(const std::string& line) {
  const std::string statement = line.substr(0, line.size() - script::comment_of(line).size());
  const size_t begin = statement.find_first_not_of(" \t"), end = statement.find_last_not_of(" \t\r");
  return begin == std::string::npos ? std::string() : statement.substr(begin, end + 1 - begin);
}

NextSteps without(const kernel::KernelPreview& now, const script::Statement& step, const std::set<int>& gone,
                  double gain) {
  NextSteps found{.lines = {}, .stage = {}, .gain = gain, .why = {}};
  if (step.stage.valid()) found.stage = now.program.schedule->stage(step.stage).name();
  const std::vector<std::string> lines = script::lines_of(now.text);
  std::vector<std::string> others;
  for (int line = 1; line <= std::ssize(lines); ++line)
    (gone.contains(line) ? found.removed : others).push_back(lines[static_cast<size_t>(line) - 1]);
  found.text = script::joined(others);
  found.line = *gone.begin();
  std::vector<int> dependants;
  for (const int line : gone)
    if (line < step.span.line || line > step.last_line) dependants.push_back(line);
  const std::string text = statement_text(lines[static_cast<size_t>(step.span.line) - 1]);
  const std::string times = fmt::format("{:.2f}", gain);
  if (dependants.empty()) {
    found.label = Sentence(NW_TEXT("Step", "take `{0}` away, line {1}"), text, step.span.line);
    found.why =
        Sentence(NW_TEXT("Advice", "Line {0} costs more than it gains: without it the estimate is {1} times as fast."),
                 step.span.line, times);
    return found;
  }
  const Sentence others_text = numbers_text(dependants);
  found.label = Sentence(NW_TEXT("Step", "take `{0}` away, line {1}, with {2}"), text, step.span.line, others_text);
  found.why = Sentence(
      NW_TEXT(
          "Advice",
          "Line {0} and what needs it, {1}, cost more than they gain: without them the estimate is {2} times as fast."),
      step.span.line, others_text, times);
  return found;
}

}  // namespace

std::vector<NextSteps> removable_steps(const kernel::KernelPreview& preview_now, const TargetFacts& machine,
                                       const std::map<std::string, int64_t>& sizes, const CancelToken& cancel) {
  std::vector<NextSteps> found;
  if (!preview_now.complete() || preview_now.tvmscript || !kernel::sizes_without_value(preview_now, sizes).empty())
    return found;
  kernel::PreviewOptions whole;
  whole.fixes = false;
  whole.cancel = cancel;
  whole.target = preview_now.target;
  kernel::PreviewOptions shown = whole;
  shown.stop_after_line = preview_now.stop_after_line;
  // Steps behind those shown stay in the script: one that is wrong of itself depends on none of them.
  if (shown.stop_after_line > 0 && !kernel::preview(preview_now.text, whole).complete()) return found;
  const double now = seconds_of(preview_now, machine, sizes);
  for (const script::Statement& step : preview_now.program.statements) {
    if (cancel.cancelled()) return found;
    if (!step.primitive || !step.applied) continue;
    std::optional<Removal> removal = removal_of(preview_now, step, whole);
    if (!removal) continue;
    // Emptied lines keep the place where the steps that are shown end.
    if (shown.stop_after_line > 0) removal->then = kernel::preview(removal->then.text, shown);
    if (!removal->then.complete()) continue;
    const double after = seconds_of(removal->then, machine, sizes), gain = after > 0 ? now / after : 1;
    if (gain < 1 + kNothing) continue;
    found.push_back(without(preview_now, step, removal->lines, gain));
  }
  std::ranges::stable_sort(found, [](const NextSteps& a, const NextSteps& b) { return a.gain > b.gain; });
  return found;
}

}  // namespace nw::advise
