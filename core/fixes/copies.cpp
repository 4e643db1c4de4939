// SPDX-License-Identifier: GPL-3.0-or-later
// A copy whose stage computes: NW2323.
#include <fmt/format.h>

#include <algorithm>

#include "fixes/registry.h"
#include "fixes/source.h"
#include "schedule/names.h"

namespace nw::fixes {

namespace {

// An output that is to be copied, and computes: a stage of its own computes it first, in memory of its own, just
// outside the loops of the copy where there is such a place.
std::vector<Fix> computed_first(const SyntaxTree& tree, const script::Program& program, int line) {
  const auto record =
      std::ranges::find(program.statements, line, [](const script::Statement& s) { return s.span.line; });
  const auto step = std::ranges::find(tree.statements, line, &SyntaxStatement::line);
  const auto made = std::ranges::find_if(tree.statements, [&](const SyntaxStatement& s) {
    return s.targets.size() == 1 && s.targets[0] == program.schedule_name && mentions(s.text, {"create_schedule"});
  });
  if (record == program.statements.end() || made == tree.statements.end() || !record->stage.valid()) return {};
  const schedule::Schedule& s = *program.schedule;
  const schedule::Stage& stage = s.stage(record->stage);
  if (stage.script_name.empty() || made->line != made->last_line || step->line != step->last_line) return {};
  const std::string title = "compute " + stage.name() + " in memory of its own, and copy that",
                    local = stage.script_name + "_local";
  const Edit cached{Edit::Kind::Replace, made->line,
                    fmt::format("{0}\n{1} = {2}.cache_write({3}, \"local\")", made->text, local, program.schedule_name,
                                stage.script_name)};
  std::vector<Fix> fixes;
  const auto copied = std::ranges::find_if(stage.leaf, [&](AxisId axis) {
    const schedule::AxisAttr* attr = stage.attr(axis);
    return attr && attr->line == line && !attr->pragmas.empty();
  });
  if (copied != stage.leaf.begin() && copied != stage.leaf.end())
    if (const std::string outside = schedule::script_text(s, *std::prev(copied), program.schedule_name);
        !outside.empty())
      fixes.push_back({title,
                       {cached,
                        {Edit::Kind::Replace, line,
                         fmt::format("{0}[{1}].compute_at({0}[{2}], {3})\n{4}", program.schedule_name, local,
                                     stage.script_name, outside, step->text)}}});
  fixes.push_back({title, {cached}});
  return fixes;
}

void copied_from_own_memory(Context& c, std::vector<Fix> own) {
  for (Fix& fix : computed_first(c.at.tree, c.at.program, line_of(c.diagnostic()))) c.propose(std::move(fix));
  for (Fix& fix : own) c.propose(std::move(fix));
}

}  // namespace

std::vector<ReadRow> copy_rows() {
  return {{"NW2323", copied_from_own_memory}};
}

}  // namespace nw::fixes
