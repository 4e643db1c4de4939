// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/live_script.h"

#include <algorithm>
#include <utility>

namespace nw::script {

LiveScript::LiveScript() : tree_(parse("")) {
  options_.verify = false;
  options_.explain = false;
  evaluator_ = std::make_unique<Evaluator>(tree_, std::string_view(), options_, nullptr);
}

LiveScript::~LiveScript() = default;

Value LiveScript::evaluate(std::string expression) {
  lines_.push_back(std::move(expression));
  tree_.statements.clear();
  Parser parser(lines_.back(), std::move(tree_), std::move(ids_));
  tree_ = parser.run();
  ids_ = parser.take_names();
  if (tree_.statements.size() != 1 || !tree_.statements[0].value) return Poison();
  return evaluator_->run_next(tree_.statements[0]);
}

void LiveScript::bind(const std::string& name, const Value& value) {
  auto it = ids_.find(name);
  if (it == ids_.end()) {
    lines_.push_back(name);
    it = ids_.emplace(lines_.back(), static_cast<int32_t>(tree_.names.size())).first;
    tree_.names.push_back(lines_.back());
  }
  evaluator_->bind_name(it->second, it->first, value);
}

Value LiveScript::value(std::string_view name) const {
  const auto it = ids_.find(name);
  const std::vector<Value>& environment = evaluator_->state().environment;
  if (it == ids_.end() || static_cast<size_t>(it->second) >= environment.size()) return Undefined();
  return environment[static_cast<size_t>(it->second)];
}

LiveScript::Ends LiveScript::ends_of_schedule() const {
  Ends ends;
  const ScriptState& state = evaluator_->state();
  if (!state.program.schedule) return ends;
  std::vector<te::Operation> states;
  for (const StageId id : state.program.schedule->order())
    if (const auto* scan = te::op_cast<te::ScanNode>(state.program.schedule->stage(id).op))
      for (const te::Tensor& t : scan->state_placeholder) states.push_back(t->op);
  std::vector<te::Tensor> outputs;
  for (const te::Operation& op : state.program.scheduled)
    for (int i = 0; i < op->num_outputs(); ++i) outputs.push_back(te::output(op, i));
  std::vector<bool> found(outputs.size());
  ends.outputs.resize(outputs.size());
  for (size_t i = 0; i < state.environment.size(); ++i) {
    const auto* t = state.environment[i].get<te::Tensor>();
    if (!t) continue;
    const std::string name(tree_.names[i]);
    if ((*t)->op->kind == te::OpKind::Placeholder && state.program.schedule->find((*t)->op).valid() &&
        std::ranges::find(states, (*t)->op) == states.end())
      ends.inputs.push_back(name);
    for (size_t k = 0; k < outputs.size(); ++k)
      if (!found[k] && te::same_tensor(outputs[k], *t)) {
        found[k] = true;
        ends.outputs[k] = name;
      }
  }
  std::erase(ends.outputs, "");
  return ends;
}

Diagnostics LiveScript::take_diagnostics() {
  Diagnostics all = std::exchange(tree_.diagnostics, {});
  append(all, evaluator_->take_diagnostics());
  return all;
}

}  // namespace nw::script
