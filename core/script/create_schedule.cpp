// SPDX-License-Identifier: GPL-3.0-or-later
// te.create_schedule(ops), and s[C]: the stage of a tensor.
#include "script/diagnostics.h"
#include "script/step_reader.h"

namespace nw::script {

Value StepReader::create_schedule(const Arguments& args) {
  const auto a = arguments_.bind(args, "te.create_schedule", {"ops"});
  if (!a) return Poison();
  if (state_.program.schedule) return state_.report(second_schedule(state_.statement->span()));
  const ListValue* l = (*a)[0].value.list();
  std::vector<te::Operation> ops;
  for (size_t i = 0; i < (l ? l->items.size() : 1); ++i) {
    const Value& v = l ? l->items[i] : (*a)[0].value;
    if (const auto* op = v.get<te::Operation>()) {
      ops.push_back(*op);
      continue;
    }
    if (!v.is<te::Tensor>())
      return state_.report(
          wrong_type("what is scheduled", "an operation such as C.op", describe(v), (*a)[0].node->span()));
    return state_.report(not_an_operation((*a)[0].node->span()), l ? Facts(NoFacts()) : PartAtFault{(*a)[0].node});
  }
  if (ops.empty())
    return state_.report(
        wrong_type("what is scheduled", "one or more operations", "an empty list", (*a)[0].node->span()));
  state_.record->part = Statement::Part::Schedule;
  state_.program.schedule.emplace(ops);
  state_.program.scheduled = ops;
  if (!state_.statement->targets.empty()) state_.schedule_name = state_.statement->targets[0];
  for (size_t i = 0; i < state_.environment.size(); ++i)
    state_.name_things(static_cast<int32_t>(i), state_.tree.names[i], state_.environment[i]);
  return ScheduleValue();
}

Value StepReader::stage_of(const Value& v, const Node* n) {
  const auto* t = v.get<te::Tensor>();
  const auto* op = t ? &(*t)->op : v.get<te::Operation>();
  if (!op) return state_.report(wrong_type("the stage", "a tensor or an operation", describe(v), n->span()));
  const StageId id = state_.program.schedule->find(*op);
  if (!id.valid()) return state_.report(no_stage((*op)->name, n->span()), PartAtFault{n});
  state_.stage_name = state_.program.schedule->stage(id).name();
  return StageValue{id};
}

}  // namespace nw::script
