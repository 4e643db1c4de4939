// SPDX-License-Identifier: GPL-3.0-or-later
// Steps on loops that are not those of the stage any more: NW2100, NW2101, NW2113.
#include <fmt/format.h>

#include <algorithm>

#include "fixes/registry.h"
#include "fixes/source.h"
#include "schedule/names.h"
#include "script/moved_loops.h"

namespace nw::fixes {

namespace {

using schedule::Stage;

bool makes_schedule(const SyntaxStatement& s) {
  return s.value && s.value->kind == script::NodeKind::Call && s.value->a->kind == script::NodeKind::Attribute &&
         s.value->a->attr == "create_schedule";
}

// After rfactor, of loops from before it: those that it made of them, in the same stage or in that of the partial
// results.
void present_loops(Context& c, const script::RefusedStep& refused) {
  const Node* call = refused.args.call;
  if (!c.on_one_line() || !refused.stage.valid() || call->a->kind != script::NodeKind::Attribute) return;
  const schedule::Schedule& s = *c.at.program.schedule;
  const Stage& own = s.stage(refused.stage);
  const Node* receiver = call->a->a;
  const int line = c.at.statement->line;
  const std::vector<script::MovedLoop> all =
      script::loops_moved_by_rfactor(s, refused.stage, refused.args, c.at.schedule_name);
  std::string here = line_text(c.at.text, line);
  std::vector<Fix> elsewhere;
  for (const script::MovedLoop& moved : all) {
    const Node* n = moved.arg->node;
    if (!moved.here.empty()) here.replace(static_cast<size_t>(n->column) - 1, n->text.size(), moved.here);
    if (refused.args.positional.size() > 1) continue;
    for (const AxisId loop : moved.elsewhere) {
      const Stage& stage = s.stage(s.owner(loop));
      std::string there = line_text(c.at.text, line);
      there.replace(static_cast<size_t>(n->column) - 1, n->text.size(),
                    schedule::script_text(s, loop, c.at.schedule_name));
      there.replace(static_cast<size_t>(receiver->column) - 1, receiver->text.size(),
                    schedule::script_text(stage, c.at.schedule_name));
      elsewhere.push_back({fmt::format("say it of {} of {}", schedule::shown(s, loop), stage.name()),
                           {{Edit::Kind::Replace, line, std::move(there)}}});
    }
  }
  if (!all.empty() && all.front().line > 0 && std::ranges::none_of(all, &std::string::empty, &script::MovedLoop::here))
    c.propose(
        {fmt::format("use the loops that {} has now", own.name()), {{Edit::Kind::Replace, line, std::move(here)}}});
  for (Fix& fix : elsewhere)
    if (std::ranges::none_of(c.diagnostic().fixes,
                             [&](const Fix& said) { return said.edits[0].text == fix.edits[0].text; }))
      c.propose(std::move(fix));
}

// Loops were made for a stage that is then inlined: they are those of its only reader, as where an operator was fused
// behind what had been scheduled as the last.
void loops_of_reader(Context& c, const script::RefusedStep& refused) {
  if (!refused.stage.valid()) return;
  const StageId id = refused.stage;
  if (!c.on_one_line()) return;
  const schedule::Schedule& s = *c.at.program.schedule;
  const Stage& own = s.stage(id);
  const Stage* reader = nullptr;
  for (const StageId other : s.order())
    for (const te::Tensor& input : s.stage(other).op->inputs())
      if (s.find(input->op) == id && reader != &s.stage(other)) {
        if (reader) return;
        reader = &s.stage(other);
      }
  if (!reader || !reader->history.empty() || own.script_name.empty() || reader->script_name.empty()) return;
  Fix fix{fmt::format("give the loops of {} to {}, which reads it", own.name(), reader->name()), {}};
  const auto begin =
      std::ranges::find_if(c.at.tree.statements, [](const SyntaxStatement& each) { return makes_schedule(each); });
  for (auto each = begin; each != c.at.tree.statements.end(); ++each) {
    if (each == begin || each->line == c.at.statement->line || each->line != each->last_line) continue;
    const std::string text = line_text(c.at.text, each->line);
    std::string said = renamed(text, own.script_name, reader->script_name, "]");
    said = renamed(said, own.script_name, reader->script_name, ".");
    if (said != text) fix.edits.push_back({Edit::Kind::Replace, each->line, std::move(said)});
  }
  if (!fix.edits.empty()) c.propose(std::move(fix));
}

}  // namespace

std::vector<ReportRow> wrong_stage_rows() {
  return {report_row<present_loops>("NW2100"), report_row<present_loops>("NW2101"),
          report_row<loops_of_reader>("NW2113")};
}

}  // namespace nw::fixes
