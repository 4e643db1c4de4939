// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors over partial results: NW2511.
#include <fmt/format.h>

#include <algorithm>

#include "fixes/registry.h"
#include "fixes/source.h"

namespace nw::fixes {

namespace {

bool is_axes_of(std::string_view value, const std::string& schedule, std::string_view stage) {
  return value == fmt::format("{}[{}].op.axis", schedule, stage) || value == fmt::format("{}.op.axis", stage);
}

// Partial results whose factored axis is vectorized: the axis made the last one, where its elements lie side by side,
// and the line that names the axes in that order. Empty where that is not it, or an axis is taken by number.
std::vector<Fix> lanes_side_by_side(const SyntaxTree& tree, const script::Program& program, const Diagnostic& d) {
  if (!program.schedule || d.where.empty()) return {};
  const schedule::Schedule& s = *program.schedule;
  for (const SyntaxStatement& made : tree.statements) {
    const auto step =
        std::ranges::find(program.statements, made.line, [](const script::Statement& r) { return r.span.line; });
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

void lanes_last(Context& c, std::vector<Fix> own) {
  for (Fix& fix : lanes_side_by_side(c.at.tree, c.at.program, c.diagnostic())) c.propose(std::move(fix));
  for (Fix& fix : own) c.propose(std::move(fix));
}

}  // namespace

std::vector<ReadRow> partial_result_rows() {
  return {{"NW2511", lanes_last}};
}

}  // namespace nw::fixes
