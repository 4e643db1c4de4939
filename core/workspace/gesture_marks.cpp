// SPDX-License-Identifier: GPL-3.0-or-later
// Gestures that say something of one loop or one stage, and the one that takes a step away.
#include <ranges>

#include "workspace/gestures.h"
#include "workspace/script_lines.h"

namespace nw::workspace {

using script::Statement;

namespace {

bool is_loop_mark(const std::string& primitive) {
  return primitive == "vectorize" || primitive == "unroll" || primitive == "parallel";
}

// Without the space around it and the remark at its end.
std::string trimmed(const std::string& line) {
  const std::string statement = line.substr(0, line.size() - remark_of(line).size());
  const size_t begin = statement.find_first_not_of(" \t");
  return begin == std::string::npos ? std::string()
                                    : statement.substr(begin, statement.find_last_not_of(" \t\r") + 1 - begin);
}

// Of placements there may be several, the last of which holds: without it another one would.
const Statement* only_placement(const script::Program& program, StageId stage) {
  const Statement* found = nullptr;
  for (const Statement& s : program.statements) {
    const bool places = s.primitive == "compute_at" || s.primitive == "compute_inline" || s.primitive == "compute_root";
    if (!places || s.stage != stage) continue;
    if (found || !s.applied || s.primitive == "compute_root" || s.span.line != s.last_line) return nullptr;
    found = &s;
  }
  return found;
}

}  // namespace

std::optional<TextChange> Gestures::unplaced(StageId stage) const {
  const schedule::Stage& now = program_.schedule->stage(stage);
  const Statement* placement = only_placement(program_, stage);
  if (!placement || now.attach.line != placement->span.line || now.group >= 0) return std::nullopt;
  std::vector<std::string> lines = lines_of(text_);
  const auto at = lines.begin() + (placement->span.line - 1);
  *at = remark_of(*at);  // what a person wrote there stays
  if (at->empty()) lines.erase(at);
  return TextChange{joined(lines), "compute " + now.name() + " at root", placement->span.line};
}

Result<TextChange> Gestures::mark(StageId stage, AxisId axis, const std::string& primitive) const {
  Result<std::string> of = need_axis(stage, axis);
  if (!of.value) return of.diagnostics;
  const std::string name = base_name(stage, axis);
  const std::string line = stage_expr(stage) + "." + primitive + "(" + *of + ")";
  const schedule::AxisAttr* attr = program_.schedule->stage(stage).attr(axis);
  for (const Statement& s : program_.statements | std::views::reverse) {  // the last holds
    if (!attr || s.stage != stage || !s.applied || !is_loop_mark(s.primitive) || s.span.line != s.last_line) continue;
    const int former = s.span.line;
    std::vector<std::string> lines = lines_of(text_);
    const auto at = lines.begin() + (former - 1);
    // Something else may have been said of the loop since.
    if (former != attr->line && trimmed(*at) != stage_expr(stage) + "." + s.primitive + "(" + *of + ")") continue;
    if (s.primitive != primitive) {
      *at = with_remark(line, *at);
      return TextChange{joined(lines), primitive + " " + name, former};
    }
    *at = remark_of(*at);  // what a person wrote there stays
    if (at->empty()) lines.erase(at);
    return TextChange{joined(lines), name + " without " + primitive, former};
  }
  return append(line, primitive + " " + name);
}

Result<TextChange> Gestures::pragma(StageId stage, AxisId axis, const std::string& key, int64_t value) const {
  Result<std::string> of = need_axis(stage, axis);
  if (!of.value) return of.diagnostics;
  return instead(stage, stage_expr(stage) + ".pragma(" + *of + ", \"" + key + "\", ", std::to_string(value) + ")",
                 "pragma " + key + " on " + base_name(stage, axis));
}

Result<TextChange> Gestures::bind(StageId stage, AxisId axis, const std::string& thread) const {
  Result<std::string> of = need_axis(stage, axis);
  if (!of.value) return of.diagnostics;
  return instead(stage, stage_expr(stage) + ".bind(" + *of + ", ", "te.thread_axis(\"" + thread + "\"))",
                 "bind " + base_name(stage, axis) + " to " + thread);
}

Result<TextChange> Gestures::storage_align(StageId stage, AxisId axis, int64_t factor, int64_t offset) const {
  Result<std::string> of = need_axis(stage, axis);
  if (!of.value) return of.diagnostics;
  return instead(stage, stage_expr(stage) + ".storage_align(" + *of + ", ",
                 std::to_string(factor) + ", " + std::to_string(offset) + ")",
                 "align " + base_name(stage, axis) + " to " + std::to_string(factor));
}

Result<TextChange> Gestures::prefetch(StageId stage, StageId tensor, AxisId axis, int64_t offset) const {
  Result<std::string> of = need_axis(stage, axis);
  if (!of.value) return of.diagnostics;
  const std::string name = tensor_expr(tensor);
  return append(stage_expr(stage) + ".prefetch(" + name + ", " + *of + ", " + std::to_string(offset) + ")",
                "prefetch " + name + " at " + base_name(stage, axis));
}

Result<TextChange> Gestures::set_scope(StageId stage, const std::string& scope) const {
  return instead(stage, stage_expr(stage) + ".set_scope(", "\"" + scope + "\")",
                 "keep " + program_.schedule->stage(stage).name() + " in " + scope);
}

Result<TextChange> Gestures::double_buffer(StageId stage) const {
  return instead(stage, stage_expr(stage) + ".double_buffer()", "",
                 "double-buffer " + program_.schedule->stage(stage).name());
}

Result<TextChange> Gestures::rolling_buffer(StageId stage) const {
  return append(stage_expr(stage) + ".rolling_buffer()",
                "keep rows of " + program_.schedule->stage(stage).name() + " from one iteration to the next");
}

Result<TextChange> Gestures::store_predicate(StageId stage, AxisId axis) const {
  Result<std::string> of = need_axis(stage, axis);
  if (!of.value) return of.diagnostics;
  return append(stage_expr(stage) + ".set_store_predicate(" + *of + ".var.equal(0))",
                "store " + program_.schedule->stage(stage).name() + " where " + base_name(stage, axis) + " is 0");
}

Result<TextChange> Gestures::tensorize(StageId stage, AxisId axis, const std::string& intrinsic) const {
  Result<std::string> of = need_axis(stage, axis);
  if (!of.value) return of.diagnostics;
  return append(stage_expr(stage) + ".tensorize(" + *of + ", " + intrinsic + ")",
                "tensorize " + base_name(stage, axis) + " with " + intrinsic);
}

Result<TextChange> Gestures::remove(int line) const {
  std::vector<std::string> lines = lines_of(text_);
  for (const Statement& s : program_.statements) {
    if (s.span.line != line || s.primitive.empty() || s.last_line > static_cast<int>(lines.size())) continue;
    const std::string label = "without " + trimmed(lines[static_cast<size_t>(line) - 1]);
    lines.erase(lines.begin() + (line - 1), lines.begin() + s.last_line);
    return TextChange{joined(lines), label, line};
  }
  Diagnostic d;
  d.code = "NW2091";
  d.message = "line " + std::to_string(line) + " is no schedule step";
  d.where.push_back(at_line(line));
  return d;
}

}  // namespace nw::workspace
