// SPDX-License-Identifier: GPL-3.0-or-later
#include "interp/interp.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "interp/diagnostics.h"
#include "interp/stage.h"

namespace nw::interp {

using te::Operation;
using te::OperationNode;
using te::Tensor;

struct Interpreter::Impl {
  // A scan's outputs: time by time, from `init` and then from the update stages, which read what came before.
  struct ScanState {
    std::vector<std::vector<Reg>> values;  // an output
    bool complete = false;
  };

  Sizes sizes;
  Options options;
  std::vector<Operation> order;
  std::map<const OperationNode*, std::unique_ptr<Stage>> stages;
  std::map<const OperationNode*, ScanState> scans;
  std::map<const OperationNode*, const te::ScanNode*> scan_of_state;  // state placeholder → its scan
  std::map<const OperationNode*, bool> in_scan;                       // depends on a scan's state
  std::map<const OperationNode*, NDArray> inputs;
  int64_t bytes = 0;

  std::vector<int64_t> shape(const std::vector<tir::Expr>& dims) const {
    std::vector<int64_t> out;
    for (const tir::Expr& dim : dims) out.push_back(size_value(dim, sizes).value_or(-1));
    return out;
  }

  void prepare(const std::vector<Tensor>& outputs) {
    std::vector<Operation> roots;
    for (const Tensor& t : outputs) roots.push_back(t->op);
    order = te::post_order(roots);
    for (const Operation& op : order)
      if (const auto* scan = te::op_cast<te::ScanNode>(op))
        for (const Tensor& state : scan->state_placeholder) scan_of_state[state->op.get()] = scan;
    for (const Operation& op : order) {
      bool inside = scan_of_state.contains(op.get());
      if (op->kind != te::OpKind::Scan)
        for (const Tensor& t : op->inputs()) inside = inside || in_scan[t->op.get()];
      in_scan[op.get()] = inside;
      if (const auto* c = te::op_cast<te::ComputeNode>(op))
        stages[op.get()] = std::make_unique<Stage>(op, compile(*c, {options.wide_reductions, &sizes}));
    }
  }

  bool reserve(int64_t more) {
    if (more > options.max_bytes - bytes) return false;
    bytes += more;
    return true;
  }

  // ── sources ──
  // All producers of `op` (whole tensors, or on demand) made ready to be read by its stage.
  Diagnostics connect(Stage& stage, bool on_demand) {
    stage.sources().clear();
    for (const Tensor& t : stage.program().inputs) {
      Source source;
      source.name = t->name;
      source.shape = shape(t->shape);
      const OperationNode* op = t->op.get();
      if (const auto state = scan_of_state.find(op); state != scan_of_state.end()) {
        source.values = state_values(*state->second, op).data();
      } else if (t->op->kind == te::OpKind::Placeholder) {
        const auto it = inputs.find(op);
        if (it == inputs.end()) return {no_input(t->name)};
        source.array = it->second;
      } else if (t->op->kind == te::OpKind::Scan) {
        if (Diagnostics d = run_scan(t->op); has_errors(d)) return d;
        source.values = scans[op].values[static_cast<size_t>(t->value_index)].data();
      } else {
        Stage& producer = *stages.at(op);
        if (on_demand || in_scan[op]) {
          if (!producer.complete()) {
            if (Diagnostics d = connect(producer, on_demand); has_errors(d)) return d;
          }
          source.stage = &producer;
          source.output = static_cast<size_t>(t->value_index);
        } else {
          if (Diagnostics d = run_all(t->op); has_errors(d)) return d;
          source.values = producer.values(static_cast<size_t>(t->value_index)).data();
        }
      }
      stage.sources().push_back(std::move(source));
    }
    return {};
  }
  const std::vector<Reg>& state_values(const te::ScanNode& scan, const OperationNode* state) {
    size_t i = 0;
    while (scan.state_placeholder[i]->op.get() != state) ++i;
    for (auto& [op, held] : scans)
      if (op == &scan) return held.values[i];
    static const std::vector<Reg> none;
    return none;
  }

  Diagnostics trapped(const Operation& op, const Trap& trap) const {
    switch (trap.kind) {
      case Trap::Kind::ReadOutside:
        return {read_outside(op->name, trap.element, trap.problem, op->span)};
      case Trap::Kind::ShiftTooFar:
        return {shifted_too_far(op->name, trap.element, trap.problem, op->span)};
      case Trap::Kind::Other:
        break;
    }
    return {cannot_interpret(op->name, trap.problem, op->span)};
  }
  Diagnostics check(const Stage& stage) const {
    if (!stage.program().problem.empty())
      return {cannot_interpret(stage.op()->name, stage.program().problem, stage.op()->span)};
    return {};
  }

  // ── running ──
  Diagnostics run_all(const Operation& op) {
    if (op->kind == te::OpKind::Scan) return run_scan(op);
    Stage& stage = *stages.at(op.get());
    if (stage.complete()) return {};
    if (Diagnostics d = check(stage); has_errors(d)) return d;
    if (!reserve(stage.elements_bytes())) return {needs_too_much_memory(op->name)};
    if (Diagnostics d = connect(stage, false); has_errors(d)) return d;
    Trap trap;
    if (!stage.run_all(trap)) return trapped(op, trap);
    return {};
  }

  Diagnostics run_scan(const Operation& op) {
    const auto& scan = *te::op_cast<te::ScanNode>(op);
    if (scans.contains(op.get()) && scans[op.get()].complete) return {};
    ScanState& held = scans[op.get()];
    std::vector<int64_t> row;  // elements of one time
    int64_t first = 0, times = 0;
    for (size_t i = 0; i < scan.update.size(); ++i) {
      std::vector<int64_t> dims = shape(scan.state_placeholder[i]->shape);
      const int64_t all = element_count(dims);
      if (all < 0) return {cannot_interpret(op->name, "its size is not known", op->span)};
      if (!reserve(all * static_cast<int64_t>(sizeof(Reg)))) return {needs_too_much_memory(op->name)};
      held.values.emplace_back(static_cast<size_t>(all));
      times = dims[0];
      row.push_back(times > 0 ? all / times : 0);
      first = size_value(scan.scan_axis->dom.min, sizes).value_or(0);
    }
    for (size_t i = 0; i < scan.init.size(); ++i)
      if (Diagnostics d = copy_rows(scan.init[i], held.values[i], 0, first * row[i]); has_errors(d)) return d;
    for (const Tensor& t : scan.update)
      if (const auto it = stages.find(t->op.get()); it != stages.end())
        if (Diagnostics d = connect(*it->second, true); has_errors(d)) return d;
    for (int64_t time = first; time < times; ++time)
      for (size_t i = 0; i < scan.update.size(); ++i)
        if (Diagnostics d = copy_rows(scan.update[i], held.values[i], time * row[i], row[i]); has_errors(d)) return d;
    held.complete = true;
    return {};
  }
  // Elements [from, from + count) of t into the same places of `to`.
  Diagnostics copy_rows(const Tensor& t, std::vector<Reg>& to, int64_t from, int64_t count) {
    if (t->op->kind == te::OpKind::Placeholder) {
      const auto it = inputs.find(t->op.get());
      if (it == inputs.end()) return {no_input(t->name)};
      for (int64_t i = from; i < from + count; ++i) {
        if (t->dtype.is_float())
          to[static_cast<size_t>(i)].d = it->second.at(i);
        else
          to[static_cast<size_t>(i)].i = it->second.int_at(i);
      }
      return {};
    }
    const auto found = stages.find(t->op.get());
    if (found == stages.end()) return {cannot_interpret(t->name, "a scan inside a scan", t->op->span)};
    Stage& stage = *found->second;
    if (Diagnostics d = check(stage); has_errors(d)) return d;
    if (stage.sources().empty() && !stage.program().inputs.empty())
      if (Diagnostics d = connect(stage, true); has_errors(d)) return d;
    Trap trap;
    for (int64_t i = from; i < from + count; ++i)
      if (!stage.element(i, static_cast<size_t>(t->value_index), to[static_cast<size_t>(i)], trap))
        return trapped(t->op, trap);
    return {};
  }

  // The values of a whole tensor; a placeholder's are copied.
  Result<const std::vector<Reg>*> all_values(const Tensor& t) {
    if (Diagnostics d = run_all(t->op); has_errors(d)) return d;
    if (t->op->kind == te::OpKind::Scan) return &scans[t->op.get()].values[static_cast<size_t>(t->value_index)];
    return &stages.at(t->op.get())->values(static_cast<size_t>(t->value_index));
  }
};

Interpreter::Interpreter(const std::vector<Tensor>& outputs, const Sizes& sizes, Options options)
    : impl_(std::make_unique<Impl>()) {
  impl_->sizes = sizes;
  impl_->options = options;
  impl_->prepare(outputs);
}
Interpreter::~Interpreter() = default;

void Interpreter::set_input(const Tensor& placeholder, NDArray data) {
  impl_->inputs[placeholder->op.get()] = std::move(data);
}

std::vector<int64_t> Interpreter::shape(const Tensor& tensor) const {
  return impl_->shape(tensor->shape);
}

namespace {

void put(NDArray& array, int64_t at, Reg r) {
  if (array.dtype().is_float())
    array.set(at, r.d);
  else
    array.set_int(at, r.i);
}

Diagnostics check_inputs(const std::map<const OperationNode*, NDArray>& inputs, const std::vector<Operation>& order,
                         const Interpreter& self) {
  for (const Operation& op : order) {
    const auto it = inputs.find(op.get());
    if (it == inputs.end()) continue;
    const Tensor t = te::output(op);
    const std::vector<int64_t> wanted = self.shape(t);
    if (it->second.dtype() != t->dtype || it->second.shape() != wanted)
      return {wrong_input(t->name, fmt::format("{} of shape ({})", to_string(t->dtype), fmt::join(wanted, ", ")))};
  }
  return {};
}

}  // namespace

Result<NDArray> Interpreter::evaluate(const Tensor& t) {
  if (Diagnostics d = check_inputs(impl_->inputs, impl_->order, *this); has_errors(d)) return d;
  if (t->op->kind == te::OpKind::Placeholder) {
    const auto it = impl_->inputs.find(t->op.get());
    if (it == impl_->inputs.end()) return no_input(t->name);
    return it->second;
  }
  const auto values = impl_->all_values(t);
  if (!values.ok()) return values.diagnostics;
  NDArray array(t->dtype, shape(t));
  for (int64_t i = 0; i < array.size(); ++i) put(array, i, (**values)[static_cast<size_t>(i)]);
  return array;
}

Result<NDArray> Interpreter::elements(const Tensor& t, const std::vector<int64_t>& positions) {
  if (Diagnostics d = check_inputs(impl_->inputs, impl_->order, *this); has_errors(d)) return d;
  const auto found = impl_->stages.find(t->op.get());
  NDArray out(t->dtype, {static_cast<int64_t>(positions.size())});
  if (found == impl_->stages.end()) {  // a placeholder or a scan: there is nothing to save
    const Result<NDArray> all = evaluate(t);
    if (!all.ok()) return all.diagnostics;
    for (int64_t i = 0; i < out.size(); ++i) {
      const int64_t at = positions[static_cast<size_t>(i)];
      if (t->dtype.is_float())
        out.set(i, all->at(at));
      else
        out.set_int(i, all->int_at(at));
    }
    return out;
  }
  Stage& stage = *found->second;
  for (const auto& [op, s] : impl_->stages)
    if (Diagnostics d = impl_->check(*s); has_errors(d)) return d;
  if (!stage.complete())
    if (Diagnostics d = impl_->connect(stage, true); has_errors(d)) return d;
  Trap trap;
  for (int64_t i = 0; i < out.size(); ++i) {
    Reg value;
    if (!stage.element(positions[static_cast<size_t>(i)], static_cast<size_t>(t->value_index), value, trap))
      return impl_->trapped(t->op, trap);
    put(out, i, value);
  }
  return out;
}

double Interpreter::work(const std::vector<Tensor>& tensors) const {
  std::vector<Operation> roots;
  for (const Tensor& t : tensors) roots.push_back(t->op);
  double total = 0;
  for (const Operation& op : te::post_order(roots))
    if (const auto it = impl_->stages.find(op.get()); it != impl_->stages.end()) total += it->second->work();
  return total;
}

}  // namespace nw::interp
