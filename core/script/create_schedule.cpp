// SPDX-License-Identifier: GPL-3.0-or-later
// te.create_schedule(ops), and s[C]: the stage of a tensor.
#include "script/diagnostics.h"
#include "script/evaluator.h"

namespace nw::script {

Value Evaluator::create_schedule(const Arguments& args) {
  const auto a = bind(args, "te.create_schedule", {"ops"});
  if (!a) return Poison();
  if (program_.schedule) return report(second_schedule(now_->span()));
  const ListValue* l = (*a)[0].value.list();
  std::vector<te::Operation> ops;
  for (size_t i = 0; i < (l ? l->items.size() : 1); ++i) {
    const Value& v = l ? l->items[i] : (*a)[0].value;
    if (const auto* op = v.get<te::Operation>()) {
      ops.push_back(*op);
      continue;
    }
    if (!v.is<te::Tensor>())
      return report(wrong_type("what is scheduled", "an operation such as C.op", describe(v), (*a)[0].node->span()));
    return report(not_an_operation((*a)[0].node->span()), l ? Facts(NoFacts()) : PartAtFault{(*a)[0].node});
  }
  if (ops.empty())
    return report(wrong_type("what is scheduled", "one or more operations", "an empty list", (*a)[0].node->span()));
  record_->part = Statement::Part::Schedule;
  program_.schedule.emplace(ops);
  program_.scheduled = ops;
  if (!now_->targets.empty()) schedule_name_ = now_->targets[0];
  for (size_t i = 0; i < env_.size(); ++i) name_things(static_cast<int32_t>(i), tree_.names[i], env_[i]);
  return ScheduleValue();
}

Value Evaluator::stage_of(const Value& v, const Node* n) {
  const auto* t = v.get<te::Tensor>();
  const auto* op = t ? &(*t)->op : v.get<te::Operation>();
  if (!op) return report(wrong_type("the stage", "a tensor or an operation", describe(v), n->span()));
  const StageId id = program_.schedule->find(*op);
  if (!id.valid()) return report(no_stage((*op)->name, n->span()), PartAtFault{n});
  stage_name_ = program_.schedule->stage(id).name();
  return StageValue{id};
}

}  // namespace nw::script
