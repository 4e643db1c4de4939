// SPDX-License-Identifier: GPL-3.0-or-later
// Gestures that say again what the step before said otherwise: one line is left, with what holds in the end.
#include <algorithm>

#include "workspace/gestures.h"
#include "workspace/script_lines.h"

namespace nw::workspace {

using script::Statement;

namespace {

std::string listed(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

// The last step, if it is a reorder of this stage that stands alone on its line.
const Statement* last_reorder(const script::Program& program, StageId stage) {
  const Statement* last = nullptr;
  for (const Statement& s : program.statements)
    if (s.part != Statement::Part::Kernel) last = &s;
  const bool found = last && last->primitive == "reorder" && last->stage == stage && last->applied &&
                     last->span.line == last->last_line;
  return found ? last : nullptr;
}

std::string line_at(const std::string& text, int line) {
  const std::vector<std::string> lines = lines_of(text);
  return line > 0 && static_cast<size_t>(line) <= lines.size() ? lines[static_cast<size_t>(line) - 1] : std::string();
}

}  // namespace

// The axes from the first to the last that stand otherwise than in `before`.
Result<TextChange> Gestures::order(StageId stage, const std::vector<AxisId>& before,
                                   const std::vector<AxisId>& leaves) const {
  size_t first = 0, last = std::min(before.size(), leaves.size());
  while (first < last && before[first] == leaves[first]) ++first;
  while (last > first && before[last - 1] == leaves[last - 1]) --last;
  std::vector<std::string> exprs, names;
  for (size_t i = first; i < last; ++i) {
    Result<std::string> of = need_axis(stage, leaves[i]);
    if (!of.value) return of.diagnostics;
    exprs.push_back(*of);
    names.push_back(base_name(stage, leaves[i]));
  }
  if (exprs.empty()) return TextChange{text_, "reorder", 0};
  return append(stage_expr(stage) + ".reorder(" + listed(exprs) + ")", "reorder " + listed(names));
}

Result<TextChange> Gestures::reorder(StageId stage, const std::vector<AxisId>& leaves) const {
  const std::vector<AxisId>& now = program_.schedule->stage(stage).leaf;
  Result<TextChange> added = order(stage, now, leaves);
  const Statement* former = last_reorder(program_, stage);
  if (!added.value || added->line == 0 || !former) return added;
  // Only what a gesture wrote is written again: no remark behind it, no spelling of one's own.
  const int line = former->span.line;
  script::ReadOptions until;
  until.verify = until.explain = false;
  until.stop_after_line = line - 1;
  const script::Program earlier = script::read(text_, until);
  if (!earlier.schedule || earlier.schedule->order() != program_.schedule->order()) return added;
  const std::vector<AxisId>& before = earlier.schedule->stage(stage).leaf;
  const Result<TextChange> same = order(stage, before, now);
  if (!same.value || same->line == 0 || line_at(same->text, same->line) != line_at(text_, line)) return added;
  Result<TextChange> whole = order(stage, before, leaves);
  if (!whole.value) return added;
  std::vector<std::string> lines = lines_of(whole->text);
  lines.erase(lines.begin() + (line - 1));
  const bool back = whole->line == 0;
  return TextChange{joined(lines), added->label, back ? line : whole->line - 1};
}

// A step that says anew what an earlier one of this stage said, which begins alike: it takes that one's line, if what
// is named in it is the same there.
TextChange Gestures::instead(StageId stage, const std::string& begin, const std::string& rest,
                             std::string label) const {
  const Statement* former = nullptr;
  for (const Statement& s : program_.statements) {
    if (former && std::any_of(s.binds.begin(), s.binds.end(), [&](const std::string& name) {
          return begin.find("(" + name + ",") != std::string::npos;
        }))
      former = nullptr;
    if (s.stage == stage && s.applied && s.span.line == s.last_line && line_at(text_, s.span.line).starts_with(begin))
      former = &s;
  }
  if (!former) return append(begin + rest, std::move(label));
  std::vector<std::string> lines = lines_of(text_);
  std::string& line = lines[static_cast<size_t>(former->span.line) - 1];
  line = with_remark(begin + rest, line);
  return {joined(lines), std::move(label), former->span.line};
}

}  // namespace nw::workspace
