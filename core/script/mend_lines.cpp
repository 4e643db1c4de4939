// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/mend_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "script/comment.h"

namespace nw::script {

namespace {

// The comment behind the code of a line, from its sign on; empty if there is none, or nothing else.
std::string_view comment_behind(std::string_view line) {
  const size_t at = comment_at(line);
  if (line.substr(0, at).find_first_not_of(" \t") == std::string_view::npos) return {};
  std::string_view comment = line.substr(at);
  while (!comment.empty() && (comment.back() == '\r' || comment.back() == ' ')) comment.remove_suffix(1);
  return comment;
}

std::string_view line_of_text(std::string_view text, int line) {
  for (; line > 1; --line) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

bool is_axes_of(std::string_view value, const std::string& schedule, std::string_view stage) {
  return value == fmt::format("{}[{}].op.axis", schedule, stage) || value == fmt::format("{}.op.axis", stage);
}

}  // namespace

void keep_comments(Fix& fix, std::string_view text) {
  for (Edit& edit : fix.edits) {
    if (edit.kind != Edit::Kind::Replace || edit.text.empty()) continue;
    const std::string_view comment = comment_behind(line_of_text(text, edit.line));
    if (!comment.empty() && edit.text.find(comment) == std::string::npos) edit.text += fmt::format("  {}", comment);
  }
}

std::vector<Fix> lanes_side_by_side(const SyntaxTree& tree, const Program& program, const Diagnostic& d) {
  if (!program.schedule || d.where.empty()) return {};
  const schedule::Schedule& s = *program.schedule;
  for (const SyntaxStatement& made : tree.statements) {
    const auto step = std::ranges::find(program.statements, made.line, [](const Statement& r) { return r.span.line; });
    if (step == program.statements.end() || step->primitive != schedule::Primitive::Rfactor || !step->applied) continue;
    if (made.targets.size() != 1 || made.line != made.last_line || !made.value || made.value->args.size() != 2)
      continue;
    const auto id = program.stage_names.find(std::string(made.targets[0]));
    if (id == program.stage_names.end() || s.stage(id->second).name() != d.where[0].stage) continue;
    // What is vectorized must be the factored axis, which without a place of its own is the first, or a part of it.
    const schedule::Stage& stage = s.stage(id->second);
    const bool factored = std::ranges::any_of(stage.attrs, [&](const auto& attr) {
      if (attr.second.line != line_of(d) || attr.second.iter_type != tir::IterType::Vectorized) return false;
      return attr.first == stage.root[0] || std::ranges::any_of(stage.relations, [&](const schedule::Relation& r) {
               const auto* split = std::get_if<schedule::SplitRelation>(&r);
               return split && split->parent == stage.root[0] && split->inner == attr.first;
             });
    });
    const size_t axes = stage.op->output_shape(0).size();
    if (!factored || axes < 2) return {};
    std::string call(made.text);
    Fix fix{fmt::format("make {} the last axis of {}", made.value->args[1].value->text, made.targets[0]),
            {{Edit::Kind::Replace, made.line, call.insert(call.rfind(')'), fmt::format(", {}", axes - 1))}}};
    const std::string by_number = std::string(made.targets[0]) + ".op.axis[",
                      of_stage = fmt::format("{}[{}].op.axis[", program.schedule_name, made.targets[0]);
    for (const SyntaxStatement& other : tree.statements) {
      if (other.line <= made.line) continue;
      if (other.text.find(by_number) != std::string_view::npos || other.text.find(of_stage) != std::string_view::npos)
        return {};
      if (!other.value || !is_axes_of(other.value->text, program.schedule_name, made.targets[0])) continue;
      if (other.targets.size() != axes || other.line != other.last_line) return {};
      std::vector<std::string_view> names(other.targets.begin() + 1, other.targets.end());
      names.push_back(other.targets[0]);
      fix.edits.push_back(
          {Edit::Kind::Replace, other.line, fmt::format("{} = {}", fmt::join(names, ", "), other.value->text)});
    }
    return {std::move(fix)};
  }
  return {};
}

}  // namespace nw::script
