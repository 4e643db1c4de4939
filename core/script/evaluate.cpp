// SPDX-License-Identifier: GPL-3.0-or-later
// Statements: running them one by one, binding what they give, and what the program holds at the end.
#include <fmt/format.h>

#include <algorithm>

#include "base/budget.h"
#include "script/diagnostics.h"
#include "script/evaluator.h"
#include "script/lexer.h"

namespace nw::script {

namespace {

bool is_lower(const SyntaxStatement& s) {
  return s.value && s.value->kind == NodeKind::Call && s.value->a->kind == NodeKind::Attribute &&
         s.value->a->attr == "lower";
}

// The schedule primitive that the statement calls, by its name.
std::optional<schedule::Primitive> primitive_of(const SyntaxStatement& s) {
  if (s.value->kind != NodeKind::Call || s.value->a->kind != NodeKind::Attribute) return std::nullopt;
  const std::string_view name = s.value->a->attr;
  const auto of_stage = schedule::find_primitive(schedule::Receiver::Stage, name);
  return of_stage ? of_stage : schedule::find_primitive(schedule::Receiver::Schedule, name);
}

}  // namespace

// C == te.compute(…), where C is nothing yet.
const Node* Evaluator::assigned_by_comparison(const SyntaxStatement& s) const {
  const bool compares = s.kind == SyntaxStatement::Kind::Expression && s.value->kind == NodeKind::Compare &&
                        s.value->op == op_code("==") && s.value->a->kind == NodeKind::Name && s.line == s.last_line;
  return compares && state_.environment[static_cast<size_t>(s.value->a->name_id)].is<Undefined>() ? s.value->a
                                                                                                  : nullptr;
}

Evaluator::Evaluator(const SyntaxTree& tree, std::string_view text, const ReadOptions& options, ReadObserver* observer,
                     int skip_line)
    : skip_line_(skip_line), state_(tree, text, options, observer) {}

Program Evaluator::run() {
  for (const SyntaxStatement& s : state_.tree.statements) {
    if (state_.gave_up) break;
    if (state_.options.stop_after_line > 0 && s.line > state_.options.stop_after_line && !is_lower(s)) continue;
    statement(s);
  }
  finish();
  return std::move(state_.program);
}

Value Evaluator::run_next(const SyntaxStatement& s) {
  state_.program.statements.clear();  // nothing reads records of statements that were run one by one
  state_.environment.resize(state_.tree.names.size(), Value(Undefined()));
  return statement(s);
}

void Evaluator::bind_name(int32_t id, std::string_view name, const Value& v) {
  state_.environment.resize(state_.tree.names.size(), Value(Undefined()));
  assign(id, name, v);
}

Value Evaluator::statement(const SyntaxStatement& s) {
  spend(20);
  state_.program.statements.emplace_back();
  state_.statement = &s;
  state_.record = &state_.program.statements.back();
  state_.stage_name.clear();
  state_.record->span = s.span();
  state_.record->last_line = s.last_line;
  for (const std::string_view target : s.targets) state_.record->binds.emplace_back(target);
  if (s.kind == SyntaxStatement::Kind::Import) {
    state_.record->part = Statement::Part::Import;
    state_.record->applied = true;
    return NoneValue();
  }
  if (!s.value || s.line == skip_line_) return poison_targets(s), Poison();
  state_.record->part = state_.program.schedule ? Statement::Part::Schedule : Statement::Part::Computation;
  if (state_.program.schedule) state_.record->primitive = primitive_of(s);
  const size_t before = state_.program.diagnostics.size();
  if (const Node* name = assigned_by_comparison(s)) {
    state_.report(not_in_language("a comparison as a statement", "assign with '='", s.span()), PartAtFault{s.value});
    assign(name->name_id, name->text, Poison());
    return Poison();
  }
  const Value v = eval(s.value);
  if (state_.options.stop_after_line > 0 && s.line > state_.options.stop_after_line)
    state_.program.diagnostics.resize(before);
  if (v.poisoned()) {
    const bool step = state_.record->part == Statement::Part::Schedule && s.targets.empty();
    if (step && state_.program.diagnostics.size() > before && !state_.record->step) state_.note(UnreadStep());
    poison_targets(s);
    return v;
  }
  state_.record->applied = true;
  bind_targets(s, v, *state_.record);
  return v;
}

void Evaluator::bind_targets(const SyntaxStatement& s, const Value& v, Statement& record) {
  if (s.kind != SyntaxStatement::Kind::Assign) return;
  if (!s.unpacks) return assign(s.target_ids[0], s.targets[0], v);
  const bool several = v.list() || v.is<std::shared_ptr<const IteratorValue>>();
  const std::vector<Value>* items = several ? arguments_.items_of(v, {}, s.value) : nullptr;
  if (!items || items->size() != s.targets.size()) {
    if (items)
      state_.report(wrong_unpacking(s.targets.size(), items->size(), s.target_spans[0]), WrongUnpacking{items->size()});
    else if (!several)
      state_.report(wrong_type("what several names are bound to", "a list or tuple", describe(v), s.value->span()),
                    WrongUnpacking{1});
    record.applied = false;
    return poison_targets(s);
  }
  for (size_t i = 0; i < s.targets.size(); ++i) assign(s.target_ids[i], s.targets[i], (*items)[i]);
}

void Evaluator::poison_targets(const SyntaxStatement& s) {
  for (size_t i = 0; i < s.targets.size(); ++i) assign(s.target_ids[i], s.targets[i], Poison());
}

void Evaluator::assign(int32_t id, std::string_view name, Value v) {
  Value& slot = state_.environment[static_cast<size_t>(id)];
  if (state_.program.schedule) {  // what the name meant so far must not be called by it any more
    if (const auto* axis = slot.get<AxisValue>()) {
      const AxisId old = axis->id.valid() ? axis->id : state_.program.schedule->axis_of(axis->iter, {});
      if (old.valid() && state_.axis_is_named(old, name)) state_.program.schedule->name_axis(old, {});
    }
    if (const auto* tensor = slot.get<te::Tensor>()) {
      const StageId old = state_.program.schedule->find((*tensor)->op);
      if (old.valid() && state_.program.schedule->stage(old).script_name == name)
        state_.program.schedule->name_stage(old, {});
    }
  }
  slot = std::move(v);
  if (state_.program.schedule) state_.name_things(id, name, slot);
}

void Evaluator::finish() {
  state_.program.schedule_name = state_.schedule_name;
  for (size_t i = 0; i < state_.environment.size(); ++i) {
    const std::string name(state_.tree.names[i]);
    if (name == "_" || !state_.program.schedule) continue;
    if (const auto* a = state_.environment[i].get<AxisValue>()) {
      const AxisId id = a->id.valid() ? a->id : state_.program.schedule->axis_of(a->iter, {});
      if (id.valid()) state_.program.axis_names[name] = id;
    } else if (const auto* t = state_.environment[i].get<te::Tensor>()) {
      const StageId id = state_.program.schedule->find((*t)->op);
      if (id.valid()) state_.program.stage_names[name] = id;
    } else if (const auto* intrin = state_.environment[i].get<std::shared_ptr<const schedule::TensorIntrin>>()) {
      state_.program.intrinsic_names[name] = *intrin;
    }
  }
  const bool tried = state_.lowered || std::ranges::any_of(state_.tree.statements, is_lower);
  if (tried || state_.options.stop_after_line > 0 || has_errors(state_.program.diagnostics) ||
      has_errors(state_.tree.diagnostics))
    return;
  const int last = state_.tree.statements.empty() ? 1 : state_.tree.statements.back().last_line;
  state_.report(no_kernel(last));
}

}  // namespace nw::script
