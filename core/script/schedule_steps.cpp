// SPDX-License-Identifier: GPL-3.0-or-later
// Making the schedule, and the steps that change which stages there are.
#include "script/diagnostics.h"
#include "script/evaluator.h"

namespace nw::script {

Value Evaluator::create_schedule(const Arguments& args) {
  const auto a = bind(args, "te.create_schedule", {"ops"});
  if (!a) return Poison();
  if (program_.schedule) {
    const Value refused = report(second_schedule(now_->span()));
    offer_delete("leave this step out");
    if (!now_->targets.empty() && can_mend())
      offer_fix({"use the first one",
                 {{Edit::Kind::Replace, now_->line, std::string(now_->targets[0]) + " = " + schedule_name_}}});
    return refused;
  }
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
    const Value failed = report(not_an_operation((*a)[0].node->span()));
    if (!l) offer("schedule its operation", (*a)[0].node->span(), std::string((*a)[0].node->text) + ".op");
    return failed;
  }
  if (ops.empty())
    return report(wrong_type("what is scheduled", "one or more operations", "an empty list", (*a)[0].node->span()));
  record_->part = Statement::Part::Schedule;
  program_.schedule.emplace(ops);
  if (!now_->targets.empty()) schedule_name_ = now_->targets[0];
  for (size_t i = 0; i < env_.size(); ++i) name_things(static_cast<int32_t>(i), tree_.names[i], env_[i]);
  return ScheduleValue();
}

Value Evaluator::stage_of(const Value& v, const Node* n) {
  const auto* t = v.get<te::Tensor>();
  const auto* op = t ? &(*t)->op : v.get<te::Operation>();
  if (!op) return report(wrong_type("the stage", "a tensor or an operation", describe(v), n->span()));
  const StageId id = program_.schedule->find(*op);
  if (!id.valid()) {
    report(no_stage((*op)->name, n->span()));
    offer_output(n);
    return Poison();
  }
  stage_name_ = program_.schedule->stage(id).name();
  return StageValue{id};
}

bool Evaluator::all_scheduled(const std::vector<te::Tensor>& tensors, const Node* n) {
  for (const te::Tensor& t : tensors) {
    if (program_.schedule->find(t->op).valid()) continue;
    report(no_stage(t->name, n->span()));
    offer_output(n);
    return false;
  }
  return true;
}

Value Evaluator::schedule_step(Method m, const Arguments& args) {
  switch (m) {
    case Method::CacheRead:
      return cache_read(args);
    case Method::CacheWrite:
      return cache_write(args);
    case Method::Rfactor:
      return rfactor(args);
    default:
      return create_group(args);
  }
}

std::optional<std::string> Evaluator::to_scope(const Arg& a) {
  auto scope = to_text(a, "the scope");
  if (!scope && a.given() && !a.value.poisoned() && can_mend())
    for (const char* known : {"\"local\"", "\"global\""}) offer(std::string("write ") + known, a.node->span(), known);
  return scope;
}

Value Evaluator::cache_read(const Arguments& args) {
  const auto a = bind(args, "cache_read", {"tensor", "scope", "readers"});
  if (!a) return Poison();
  const auto tensor = to_tensor((*a)[0], "what is cached");
  const auto scope = tensor ? to_scope((*a)[1]) : std::nullopt;
  if (!scope) return Poison();
  stage_name_ = (*tensor)->op->name;
  std::vector<te::Operation> readers;
  const ListValue* l = (*a)[2].value.list();
  for (size_t i = 0; i < (l ? l->items.size() : 1); ++i) {
    const Value& v = l ? l->items[i] : (*a)[2].value;
    if (const auto* op = v.get<te::Operation>())
      readers.push_back(*op);
    else if (const auto* t = v.get<te::Tensor>())
      readers.push_back((*t)->op);
    else
      return report(wrong_type("a reader", "a tensor or an operation", describe(v), (*a)[2].node->span()));
  }
  record_->stage = program_.schedule->find((*tensor)->op);
  if (!all_scheduled({*tensor}, (*a)[0].node)) return Poison();
  auto result = schedule::cache_read(*program_.schedule, *tensor, *scope, readers, source(args));
  if (done(std::move(result.diagnostics)).poisoned() || !result.value) return Poison();
  return *result;
}

Value Evaluator::cache_write(const Arguments& args) {
  const auto a = bind(args, "cache_write", {"tensor", "scope"});
  if (!a) return Poison();
  const auto tensors = to_tensors((*a)[0], "what is cached");
  const auto scope = tensors ? to_scope((*a)[1]) : std::nullopt;
  if (!scope) return Poison();
  if (!all_scheduled(*tensors, (*a)[0].node)) return Poison();
  if (!tensors->empty()) {
    stage_name_ = (*tensors)[0]->op->name;
    record_->stage = program_.schedule->find((*tensors)[0]->op);
  }
  auto result = schedule::cache_write(*program_.schedule, *tensors, *scope, source(args));
  if (done(std::move(result.diagnostics)).poisoned() || !result.value || result->empty()) {
    if (!tensors->empty() && program_.diagnostics.back().code == "NW2124") offer_cache((*tensors)[0]);
    return Poison();
  }
  if (!(*a)[0].value.list()) return (*result)[0];
  return make_list({result->begin(), result->end()});
}

Value Evaluator::rfactor(const Arguments& args) {
  const auto a = bind(args, "rfactor", {"tensor", "axis", "factor_axis="});
  if (!a) return Poison();
  const auto tensor = to_tensor((*a)[0], "what is factored");
  if (!tensor) return Poison();
  const StageId stage = program_.schedule->find((*tensor)->op);
  if (!stage.valid()) {
    report(no_stage((*tensor)->op->name, (*a)[0].node->span()));
    offer_output((*a)[0].node);
    return Poison();
  }
  stage_name_ = program_.schedule->stage(stage).name();
  record_->stage = stage;
  const auto axis = to_axis((*a)[1], stage);
  const auto factor_axis = !axis             ? std::nullopt
                           : (*a)[2].given() ? to_int((*a)[2], "factor_axis")
                                             : std::optional<int64_t>(0);
  if (!factor_axis) return Poison();
  const auto place = static_cast<int>(std::clamp<int64_t>(*factor_axis, -1000, 1000));
  auto result = schedule::rfactor(*program_.schedule, *tensor, *axis, place, source(args));
  if (done(std::move(result.diagnostics)).poisoned() || !result.value || result->empty()) {
    if (program_.diagnostics.back().code == "NW2126" && program_.schedule->owner(*axis) != stage)
      offer_owner((*a)[0], *axis);
    if (program_.diagnostics.back().code == "NW2126") {
      offer_reductions((*a)[0].node, (*a)[1].node);
      offer_split_instead((*a)[0].node, (*a)[1].node);
    }
    return Poison();
  }
  if (result->size() == 1) return (*result)[0];
  return make_list({result->begin(), result->end()});
}

Value Evaluator::create_group(const Arguments& args) {
  const auto a = bind(args, "create_group", {"outputs", "inputs", "include_inputs="});
  if (!a) return Poison();
  const auto outputs = to_tensors((*a)[0], "outputs");
  const auto inputs = outputs ? to_tensors((*a)[1], "inputs") : std::nullopt;
  if (!inputs || !all_scheduled(*outputs, (*a)[0].node) || !all_scheduled(*inputs, (*a)[1].node)) return Poison();
  bool include = false;
  if ((*a)[2].given()) {
    const auto yes = truth((*a)[2].value, (*a)[2].node, "if");
    if (!yes) return Poison();
    include = *yes;
  }
  auto result = schedule::create_group(*program_.schedule, *outputs, *inputs, include, source(args));
  if (done(std::move(result.diagnostics)).poisoned() || !result.value) {
    offer_group((*a)[0].node, (*a)[1].node);
    return Poison();
  }
  return GroupValue{*result};
}

Value Evaluator::group_step(int group, Method, const Arguments& args) {
  const auto a = bind(args, "compute_at", {"parent", "scope"});
  const auto parent = a ? to_stage((*a)[0], "the place to compute at") : std::nullopt;
  const auto axis = parent ? to_axis((*a)[1], *parent) : std::nullopt;
  if (!axis) return Poison();
  return done(schedule::group_compute_at(*program_.schedule, group, *parent, *axis, source(args)));
}

}  // namespace nw::script
