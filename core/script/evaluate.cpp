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

constexpr size_t kMaxWork = 3'000'000;  // evaluated nodes

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
  return compares && env_[static_cast<size_t>(s.value->a->name_id)].is<Undefined>() ? s.value->a : nullptr;
}

Evaluator::Evaluator(const SyntaxTree& tree, std::string_view text, const ReadOptions& options, ReadObserver* observer,
                     int skip_line)
    : tree_(tree),
      text_(text),
      options_(options),
      observer_(observer),
      skip_line_(skip_line),
      env_(tree.names.size(), Value(Undefined())) {
  program_.metadata = tree.metadata;
  program_.text = std::make_shared<const std::string>(text);
  program_.statements.reserve(tree.statements.size());
}

Program Evaluator::run() {
  for (const SyntaxStatement& s : tree_.statements) {
    if (gave_up_) break;
    if (options_.stop_after_line > 0 && s.line > options_.stop_after_line && !is_lower(s)) continue;
    statement(s);
  }
  finish();
  return std::move(program_);
}

void Evaluator::statement(const SyntaxStatement& s) {
  spend(20);
  program_.statements.emplace_back();
  now_ = &s;
  record_ = &program_.statements.back();
  stage_name_.clear();
  record_->span = s.span();
  record_->last_line = s.last_line;
  for (const std::string_view target : s.targets) record_->binds.emplace_back(target);
  if (s.kind == SyntaxStatement::Kind::Import) {
    record_->part = Statement::Part::Import;
    record_->applied = true;
    return;
  }
  if (!s.value || s.line == skip_line_) return poison_targets(s);
  record_->part = program_.schedule ? Statement::Part::Schedule : Statement::Part::Computation;
  if (program_.schedule) record_->primitive = primitive_of(s);
  const size_t before = program_.diagnostics.size();
  if (const Node* name = assigned_by_comparison(s)) {
    report(not_in_language("a comparison as a statement", "assign with '='", s.span()), PartAtFault{s.value});
    return assign(name->name_id, name->text, Poison());
  }
  const Value v = eval(s.value);
  if (options_.stop_after_line > 0 && s.line > options_.stop_after_line) program_.diagnostics.resize(before);
  if (v.poisoned()) {
    const bool step = record_->part == Statement::Part::Schedule && s.targets.empty();
    if (step && program_.diagnostics.size() > before && !record_->step) note(UnreadStep());
    return poison_targets(s);
  }
  record_->applied = true;
  bind_targets(s, v, *record_);
}

void Evaluator::bind_targets(const SyntaxStatement& s, const Value& v, Statement& record) {
  if (s.kind != SyntaxStatement::Kind::Assign) return;
  if (!s.unpacks) return assign(s.target_ids[0], s.targets[0], v);
  const bool several = v.list() || v.is<std::shared_ptr<const IteratorValue>>();
  const std::vector<Value>* items = several ? items_of(v, {}, s.value) : nullptr;
  if (!items || items->size() != s.targets.size()) {
    if (items)
      report(wrong_unpacking(s.targets.size(), items->size(), s.target_spans[0]), WrongUnpacking{items->size()});
    else if (!several)
      report(wrong_type("what several names are bound to", "a list or tuple", describe(v), s.value->span()),
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
  Value& slot = env_[static_cast<size_t>(id)];
  if (program_.schedule) {  // what the name meant so far must not be called by it any more
    if (const auto* axis = slot.get<AxisValue>()) {
      const AxisId old = axis->id.valid() ? axis->id : program_.schedule->axis_of(axis->iter, {});
      if (old.valid() && axis_is_named(old, name)) program_.schedule->name_axis(old, {});
    }
    if (const auto* tensor = slot.get<te::Tensor>()) {
      const StageId old = program_.schedule->find((*tensor)->op);
      if (old.valid() && program_.schedule->stage(old).script_name == name) program_.schedule->name_stage(old, {});
    }
  }
  slot = std::move(v);
  if (program_.schedule) name_things(id, name, slot);
}

bool Evaluator::axis_is_named(AxisId id, std::string_view name) const {
  const schedule::Schedule& s = *program_.schedule;
  const schedule::Axis* axis = s.stage(s.owner(id)).find_axis(id);
  return axis && axis->script_name == name;
}

// Tells the schedule what the script calls its axes and stages; the first name stays.
void Evaluator::name_things(int32_t, std::string_view name, const Value& v) {
  if (name == "_") return;
  schedule::Schedule& s = *program_.schedule;
  if (const auto* a = v.get<AxisValue>()) {
    const AxisId id = a->id.valid() ? a->id : s.axis_of(a->iter, {});
    if (id.valid() && axis_is_named(id, "")) s.name_axis(id, std::string(name));
  } else if (const auto* t = v.get<te::Tensor>()) {
    const StageId id = s.find((*t)->op);
    if (id.valid() && s.stage(id).script_name.empty()) s.name_stage(id, std::string(name));
  }
}

void Evaluator::finish() {
  program_.schedule_name = schedule_name_;
  for (size_t i = 0; i < env_.size(); ++i) {
    const std::string name(tree_.names[i]);
    if (name == "_" || !program_.schedule) continue;
    if (const auto* a = env_[i].get<AxisValue>()) {
      const AxisId id = a->id.valid() ? a->id : program_.schedule->axis_of(a->iter, {});
      if (id.valid()) program_.axis_names[name] = id;
    } else if (const auto* t = env_[i].get<te::Tensor>()) {
      const StageId id = program_.schedule->find((*t)->op);
      if (id.valid()) program_.stage_names[name] = id;
    } else if (const auto* intrin = env_[i].get<std::shared_ptr<const schedule::TensorIntrin>>()) {
      program_.intrinsic_names[name] = *intrin;
    }
  }
  const bool tried = lowered_ || std::ranges::any_of(tree_.statements, is_lower);
  if (tried || options_.stop_after_line > 0 || has_errors(program_.diagnostics) || has_errors(tree_.diagnostics))
    return;
  const int last = tree_.statements.empty() ? 1 : tree_.statements.back().last_line;
  report(no_kernel(last));
}

Value Evaluator::report(Diagnostic d, const Facts& facts) {
  if (program_.diagnostics.size() >= kMaxDiagnostics) return Poison();
  if (!stage_name_.empty() && !d.where.empty() && d.where[0].stage.empty()) d.where[0].stage = stage_name_;
  program_.diagnostics.push_back(std::move(d));
  note(facts);
  return Poison();
}

void Evaluator::note(const Facts& facts) const {
  if (observer_ && options_.explain) observer_->reported(evaluation(program_), facts);
}

Evaluation Evaluator::evaluation(const Program& program) const {
  return {tree_,          text_,       program,      env_,          now_,        stage_name_,
          schedule_name_, axis_names_, reduce_axes_, lambda_depth_, kernel_line_};
}

bool Evaluator::too_much(const Node* n) {
  spend();
  if (++work_ < kMaxWork) return gave_up_;
  if (!gave_up_) report(too_large(n->span()));
  gave_up_ = true;
  return true;
}

}  // namespace nw::script
