// SPDX-License-Identifier: GPL-3.0-or-later
// tvm.lower(s, [arguments], name="…"): what the kernel takes, and whether that is what it needs.
#include <algorithm>

#include "script/diagnostics.h"
#include "script/step_reader.h"

namespace nw::script {

Value StepReader::lower(const Arguments& args) {
  state_.record->part = Statement::Part::Kernel;
  const auto a = arguments_.bind(args, "tvm.lower", {"inp", "args", "name=", "binds=", "simple_mode="});
  if (!a) return Poison();
  if (state_.lowered) return state_.report(after_kernel(state_.statement->span()));
  state_.lowered = true;
  state_.kernel_line = state_.statement->line;
  if (!(*a)[0].value.is<ScheduleValue>())
    return state_.report(
        wrong_type("the first argument of tvm.lower", "the schedule", describe((*a)[0].value), (*a)[0].node->span()));
  const auto name = arguments_.text_or((*a)[2], "the name", "main");
  const ListValue* l = (*a)[1].value.list();
  if (!name) return Poison();
  if (!l)
    return state_.report(
        wrong_type("the kernel's arguments", "a list of tensors", describe((*a)[1].value), (*a)[1].node->span()));
  std::vector<te::Tensor> tensors;
  for (const Value& v : l->items) {
    const auto* t = v.get<te::Tensor>();
    if (!t) {
      const auto* e = v.get<ExprValue>();  // a symbolic size: the kernel takes those by itself
      if ((e && e->e->kind == tir::ExprKind::Var) || v.is<int64_t>()) continue;
      return state_.report(wrong_type("a kernel argument", "a tensor", describe(v), (*a)[1].node->span()));
    }
    for (const te::Tensor& other : tensors)
      if (te::same_tensor(other, *t))
        return state_.report(repeated_argument((*t)->name, (*a)[1].node->span()), PartAtFault{(*a)[1].node});
    tensors.push_back(*t);
  }
  state_.program.args = std::move(tensors);
  state_.program.kernel_name = *name;
  check_arguments((*a)[1]);
  state_.record->applied = true;
  return NoneValue();
}

void StepReader::check_arguments(const Arg& list) {
  const schedule::Schedule& s = *state_.program.schedule;
  auto given = [&](const te::Operation& op, int i) {
    return std::ranges::any_of(state_.program.args,
                               [&](const te::Tensor& t) { return t->value_index == i && s.find(t->op) == s.find(op); });
  };
  for (const StageId id : s.order()) {
    const te::Operation& op = s.stage(id).op;
    if (op->kind != te::OpKind::Placeholder || given(op, 0)) continue;
    if (is_scan_state(op)) continue;
    state_.report(missing_argument(op->name, list.node->span()), UnlistedTensor{list.node, op, true});
  }
  size_t outputs = 0, lost = 0;
  for (const te::Operation& op : s.outputs()) {
    outputs += static_cast<size_t>(op->num_outputs());
    for (int i = 0; i < op->num_outputs(); ++i) lost += !given(op, i);
  }
  for (const te::Operation& op : s.outputs()) {
    for (int i = 0; i < op->num_outputs(); ++i) {
      if (given(op, i)) continue;
      state_.report(missing_output(te::output(op, i)->name, lost == outputs, list.node->span()),
                    UnlistedTensor{list.node, s.stage(s.find(op)).origin_op, false});
    }
  }
  for (const te::Tensor& t : state_.program.args)
    if (!s.find(t->op).valid()) state_.report(foreign_argument(t->name, list.node->span()));
}

// The state of a scan is a placeholder that the scan itself fills.
bool StepReader::is_scan_state(const te::Operation& op) const {
  for (const StageId id : state_.program.schedule->order()) {
    const auto* scan = te::op_cast<te::ScanNode>(state_.program.schedule->stage(id).op);
    if (!scan) continue;
    for (const te::Tensor& state : scan->state_placeholder)
      if (state->op == op) return true;
  }
  return false;
}

}  // namespace nw::script
