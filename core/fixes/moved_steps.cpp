// SPDX-License-Identifier: GPL-3.0-or-later
// cache_write and rfactor replace a stage's loops: the steps that they would undo are moved behind them. NW2100,
// NW2125, NW2128.
#include <algorithm>

#include "fixes/registry.h"
#include "fixes/source.h"
#include "schedule/names.h"

namespace nw::fixes {

namespace {

// cache_write and rfactor replace a stage's loops: the steps that they would undo are moved behind them, to the stage
// that has the loops then.
std::vector<Fix> steps_moved_behind(const SyntaxTree& tree, const script::Program& program, int line) {
  const auto step = std::ranges::find(tree.statements, line, &SyntaxStatement::line);
  const auto record =
      std::ranges::find(program.statements, line, [](const script::Statement& s) { return s.span.line; });
  if (step == tree.statements.end() || record == program.statements.end() || step->line != step->last_line ||
      step->targets.empty() || !record->stage.valid())
    return {};
  const schedule::Schedule& s = *program.schedule;
  const schedule::Stage& stage = s.stage(record->stage);
  const bool factors = record->primitive == schedule::Primitive::Rfactor;
  const std::string own = schedule::script_text(stage, program.schedule_name),
                    made = program.schedule_name + "[" + std::string(step->targets[0]) + "]";
  std::vector<std::string> reduce{"reduce_axis"}, data{"axis"};  // names of loops over either
  for (const schedule::Axis& a : stage.axes) {
    if (a.script_name.empty()) continue;
    (a.iter->type == tir::IterType::CommReduce ? reduce : data).push_back(a.script_name);
  }
  std::vector<Edit> edits;
  std::string moved;
  for (const script::Statement& other : program.statements) {
    if (other.stage != record->stage || !other.applied || other.span.line >= line) continue;
    const auto at = std::ranges::find(tree.statements, other.span.line, &SyntaxStatement::line);
    if (at->line != at->last_line) return {};
    const std::string text(at->text);
    const bool reduces = mentions(text, reduce), loops = mentions(text, data);
    if (other.primitive == schedule::Primitive::ComputeAt || other.primitive == schedule::Primitive::SetScope ||
        (factors && reduces && !loops))
      continue;
    edits.push_back({Edit::Kind::Delete, at->line, {}});
    moved += "\n" + (factors || (reduces && !loops) ? replaced_once(text, own, made) : text);
  }
  if (edits.empty()) return {};
  edits.push_back({Edit::Kind::Replace, line, std::string(step->text) + moved});
  return {{"move the steps that it would undo behind it", std::move(edits)}};
}

void steps_behind_it(Context& c, std::vector<Fix> own) {
  for (Fix& fix : steps_moved_behind(c.at.tree, c.at.program, line_of(c.diagnostic()))) c.propose(std::move(fix));
  for (Fix& fix : own) c.propose(std::move(fix));
}

// Of a loop that came before cache_write or rfactor.
void steps_behind_earlier(Context& c, std::vector<Fix> own) {
  if (c.diagnostic().because.empty())
    for (const script::Statement& s : c.at.program.statements)
      if ((s.primitive == schedule::Primitive::CacheWrite || s.primitive == schedule::Primitive::Rfactor) &&
          s.span.line < line_of(c.diagnostic()))
        for (Fix& fix : steps_moved_behind(c.at.tree, c.at.program, s.span.line)) c.propose(std::move(fix));
  for (Fix& fix : own) c.propose(std::move(fix));
}

}  // namespace

std::vector<ReadRow> moved_step_rows() {
  return {{"NW2100", steps_behind_earlier}, {"NW2125", steps_behind_it}, {"NW2128", steps_behind_it}};
}

}  // namespace nw::fixes
