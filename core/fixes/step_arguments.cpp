// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of schedule steps that are of another kind than what is wanted: NW2013, NW2033.
#include <fmt/format.h>

#include <algorithm>

#include "fixes/registry.h"
#include "fixes/source.h"
#include "fixes/statements.h"
#include "schedule/names.h"

namespace nw::fixes {

namespace {

using script::Arg;
using script::ListValue;
using script::NodeKind;
using script::StageValue;

// A list where axes were wanted, or an axis by its name.
void axis_of_stage(Context& c, const script::NotAnAxis& wrong) {
  const Arg& given = wrong.given;
  const StageId stage = wrong.stage;
  if (!c.on_one_line() || !c.at.program.schedule) return;
  const std::string_view text = given.node->text;
  if (given.value.list() && (given.node->kind == NodeKind::List || given.node->kind == NodeKind::Tuple))
    return c.replace("list the axes themselves", given.node->span(), "*" + std::string(text));
  const std::vector<AxisId>& loops = c.at.program.schedule->stage(stage).leaf;
  if (const ListValue* axes = given.value.list(); axes && given.node->kind == NodeKind::Name)
    for (const size_t i : {axes->items.size(), size_t{1}})  // what split gives, bound to one name
      if (i > 0)
        c.replace("take one of them", given.node->span(), std::string(text) + "[" + std::to_string(i - 1) + "]");
  if (const auto* number = given.value.get<int64_t>();
      number && *number >= 0 && static_cast<size_t>(*number) < loops.size()) {
    const AxisId loop = loops[static_cast<size_t>(*number)];
    c.replace("the axis " + schedule::shown(*c.at.program.schedule, loop), given.node->span(),
              schedule::script_text(*c.at.program.schedule, loop, c.at.schedule_name));
  }
  const auto* word = given.value.get<std::string>();
  for (const AxisId leaf : c.at.program.schedule->stage(stage).leaf)
    if (const schedule::Axis& axis = *c.at.program.schedule->stage(stage).find_axis(leaf);
        word && (axis.iter->var->name == *word || axis.script_name == *word))
      c.replace("the axis " + *word, given.node->span(),
                schedule::script_text(*c.at.program.schedule, leaf, c.at.schedule_name));
}

// s[C] or "C" where the tensor C is meant.
void tensor_of_stage(Context& c, const script::NotATensor& wrong) {
  const Arg& given = wrong.given;
  if (!c.on_one_line() || !c.at.program.schedule) return;
  std::string name;
  if (const auto* s = given.value.get<StageValue>()) name = c.at.program.schedule->stage(s->id).script_name;
  if (const auto* word = given.value.get<std::string>()) name = *word;
  if (!name.empty() &&
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos)
    c.replace("the tensor " + name, given.node->span(), name);
}

void stage_of_tensor(Context& c, const script::NotAStage& wrong) {
  const Arg& a = wrong.given;
  if (a.value.is<te::Tensor>() || a.value.is<te::Operation>())
    c.replace("name its stage", a.node->span(), fmt::format("{}[{}]", c.at.schedule_name, a.node->text));
}

void stage_first(Context& c, const script::LoopBeforeStage& wrong) {
  if (c.on_one_line())
    c.replace("the stage first, then its loop", wrong.call->span(),
              fmt::format("{}({}, {})", wrong.call->a->text, wrong.stage.node->text, wrong.loop.node->text));
}

void thread_of_name(Context& c, const script::NotAThread& wrong) {
  if (wrong.given.value.is<std::string>())
    c.replace("make a thread axis of it", wrong.given.node->span(),
              fmt::format("te.thread_axis({})", wrong.given.node->text));
}

void known_scope(Context& c, const script::NotAScope& wrong) {
  if (!c.on_one_line()) return;
  for (const char* known : {"\"local\"", "\"global\""})
    c.replace(std::string("write ") + known, wrong.node->span(), known);
}

// A thread axis where a loop was wanted: the loops that can be bound to it.
void bind_loop(Context& c, const script::StaleAxis& stale) {
  const Node* thread = stale.node;
  const StageId stage = stale.stage;
  if (!c.on_one_line() || !stale.is_thread) return;
  const schedule::Schedule& s = *c.at.program.schedule;
  for (const AxisId leaf : s.stage(stage).leaf)
    if (const std::string axis = schedule::script_text(s, leaf, c.at.schedule_name); !axis.empty())
      c.propose({"bind " + schedule::shown(s, leaf) + " to it",
                 {{Edit::Kind::Replace, c.at.statement->line,
                   fmt::format("{}.bind({}, {})", schedule::script_text(s.stage(stage), c.at.schedule_name), axis,
                               thread->text)}}});
}

// B.op.axis[0], where s[B].op.axis[0] is meant.
void axis_as_it_is_now(Context& c, const script::StaleAxis& stale) {
  const std::string_view text = stale.node->text;
  const size_t op = text.find(".op.");
  if (op != std::string_view::npos && text.find('[') > op)
    c.replace("take the axis of the stage as it is now", stale.node->span(),
              fmt::format("{}[{}]{}", c.at.schedule_name, text.substr(0, op), text.substr(op)));
}

void leave_out(Context& c, const script::UnreadStep&) {
  c.propose(without_statement(*c.at.statement, "leave this step out"));
}

}  // namespace

std::vector<ReportRow> step_argument_rows() {
  return {report_row<axis_of_stage>("NW2013"),
          report_row<tensor_of_stage>("NW2013"),
          report_row<stage_of_tensor>("NW2013"),
          report_row<stage_first>("NW2013"),
          report_row<thread_of_name>("NW2013"),
          report_row<known_scope>("NW2013"),
          report_row<bind_loop>("NW2033"),
          report_row<axis_as_it_is_now>("NW2033"),
          report_row<leave_out>({})};
}

}  // namespace nw::fixes
