// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/script_state.h"

#include "base/budget.h"
#include "script/diagnostics.h"

namespace nw::script {

namespace {

constexpr size_t kMaxWork = 3'000'000;  // evaluated nodes

}  // namespace

ScriptState::ScriptState(const SyntaxTree& syntax, std::string_view script, const ReadOptions& read_options,
                         ReadObserver* read_observer)
    : tree(syntax),
      text(script),
      options(read_options),
      environment(syntax.names.size(), Value(Undefined())),
      observer_(read_observer) {
  program.metadata = syntax.metadata;
  program.text = std::make_shared<const std::string>(script);
  program.statements.reserve(syntax.statements.size());
}

bool ScriptState::axis_is_named(AxisId id, std::string_view name) const {
  const schedule::Schedule& s = *program.schedule;
  const schedule::Axis* axis = s.stage(s.owner(id)).find_axis(id);
  return axis && axis->script_name == name;
}

// Tells the schedule what the script calls its axes and stages; the first name stays.
void ScriptState::name_things(int32_t, std::string_view name, const Value& v) {
  if (name == "_") return;
  schedule::Schedule& s = *program.schedule;
  if (const auto* a = v.get<AxisValue>()) {
    const AxisId id = a->id.valid() ? a->id : s.axis_of(a->iter, {});
    if (!id.valid()) return;
    record->names.push_back({std::string(name), id, {}});
    if (axis_is_named(id, "")) s.name_axis(id, std::string(name));
  } else if (const auto* t = v.get<te::Tensor>()) {
    const StageId id = s.find((*t)->op);
    if (!id.valid()) return;
    record->names.push_back({std::string(name), {}, id});
    if (s.stage(id).script_name.empty()) s.name_stage(id, std::string(name));
  }
}

Value ScriptState::report(Diagnostic d, const Facts& facts) {
  if (program.diagnostics.size() >= kMaxDiagnostics) return Poison();
  if (!stage_name.empty() && !d.where.empty() && d.where[0].stage.empty()) d.where[0].stage = stage_name;
  program.diagnostics.push_back(std::move(d));
  note(facts);
  return Poison();
}

void ScriptState::note(const Facts& facts) const {
  if (observer_ && options.explain) observer_->reported(evaluation(program), facts);
}

Evaluation ScriptState::evaluation(const Program& made) const {
  return {tree,          text,       made,        environment,  statement,  stage_name,
          schedule_name, axis_names, reduce_axes, lambda_depth, kernel_line};
}

bool ScriptState::too_much(const Node* n) {
  spend();
  if (++work_ < kMaxWork) return gave_up;
  if (!gave_up) report(too_large(n->span()));
  gave_up = true;
  return true;
}

}  // namespace nw::script
