// SPDX-License-Identifier: GPL-3.0-or-later
#include "te/operation.h"

#include <algorithm>
#include <set>

#include "tir/visit.h"

namespace nw::te {

bool TensorNode::same_producer(const tir::Producer& other) const {
  const auto& t = static_cast<const TensorNode&>(other);  // every producer is a tensor
  return op == t.op && value_index == t.value_index;
}

size_t TensorNode::producer_hash() const {
  return reinterpret_cast<size_t>(op.get()) * 31 + static_cast<size_t>(value_index);
}

std::vector<IterVar> ComputeNode::root_axes() const {
  std::vector<IterVar> axes = axis;
  axes.insert(axes.end(), reduce_axis.begin(), reduce_axis.end());
  return axes;
}

namespace {

void add_once(std::vector<Tensor>& list, const Tensor& t) {
  for (const Tensor& known : list)
    if (same_tensor(known, t)) return;
  list.push_back(t);
}

// Loads in post-order: what an index reads comes before what it indexes.
void collect_reads(const Expr& e, tir::Visited& visited, std::vector<Tensor>& reads) {
  if (e->kind <= tir::ExprKind::Var || !visited.first(e)) return;
  tir::each_child(*e, [&](const Expr& c) { collect_reads(c, visited, reads); });
  if (const auto* l = tir::node_cast<tir::ProducerLoadNode>(e)) add_once(reads, tensor_of(*l));
}

}  // namespace

std::vector<Tensor> ComputeNode::inputs() const {
  std::vector<Tensor> reads;
  const size_t bodies = is_reduction() ? 1 : body.size();  // the bodies of a reduction share their sources
  tir::Visited visited{std::span<const tir::Expr>(body).first(bodies)};
  for (size_t i = 0; i < bodies; ++i) collect_reads(body[i], visited, reads);
  return reads;
}

std::vector<IterVar> ScanNode::root_axes() const {
  std::vector<IterVar> axes{scan_axis};
  axes.insert(axes.end(), spatial_axis.begin(), spatial_axis.end());
  return axes;
}

std::vector<Tensor> ScanNode::inputs() const {
  std::vector<Tensor> all;
  for (const Tensor& t : init) add_once(all, t);
  for (const Tensor& t : update) add_once(all, t);
  return all;
}

Tensor output(const Operation& op, int i) {
  auto* t = new TensorNode;
  t->op = op;
  t->value_index = i;
  t->name = op->num_outputs() == 1 ? op->name : op->name + ".v" + std::to_string(i);
  t->dtype = op->output_dtype(i);
  t->shape = op->output_shape(i);
  return Tensor(t);
}

bool same_tensor(const Tensor& a, const Tensor& b) {
  return a == b || (a && b && a->op == b->op && a->value_index == b->value_index);
}

Tensor tensor_of(const tir::ProducerLoadNode& load) {
  return Tensor(static_cast<const TensorNode*>(load.producer.get()));
}

Tensor placeholder(std::vector<Expr> shape, std::string name, DType dtype, TextSpan span) {
  auto* n = new PlaceholderNode;
  n->span = span;
  n->name = std::move(name);
  n->shape = std::move(shape);
  n->dtype = dtype;
  return output(Operation(n));
}

Tensor tagged_placeholder(std::vector<Expr> shape, std::string name, DType dtype, std::string tag) {
  auto* n = new PlaceholderNode;
  n->name = std::move(name);
  n->shape = std::move(shape);
  n->dtype = dtype;
  n->tag = std::move(tag);
  return output(Operation(n));
}

Operation make_compute(std::string name, std::vector<IterVar> axis, std::vector<Expr> body, std::string tag,
                       TextSpan span, int node) {
  auto* n = new ComputeNode;
  n->span = span;
  n->node = node;
  n->name = std::move(name);
  n->tag = std::move(tag);
  for (const IterVar& iv : axis) n->shape.push_back(iv->dom.extent);
  n->axis = std::move(axis);
  n->body = std::move(body);
  if (const auto* r = tir::node_cast<tir::ReduceNode>(n->body[0])) n->reduce_axis = r->axis;
  return Operation(n);
}

std::vector<Tensor> compute_many(std::vector<Expr> shape, const ComputeBodies& body, std::string name,
                                 std::vector<std::string> axis_names, std::string tag) {
  std::vector<IterVar> axis;
  std::vector<tir::Var> vars;
  for (size_t i = 0; i < shape.size(); ++i) {
    std::string axis_name = i < axis_names.size() ? axis_names[i] : "i" + std::to_string(i);
    const DType t = shape[i]->dtype;
    axis.push_back(tir::make_iter_var(std::move(axis_name), {tir::int_imm(0, t), shape[i]}, tir::IterType::DataPar));
    vars.push_back(axis.back()->var);
  }
  const Operation op = make_compute(std::move(name), std::move(axis), body(vars), std::move(tag));
  std::vector<Tensor> outputs;
  for (int i = 0; i < op->num_outputs(); ++i) outputs.push_back(output(op, i));
  return outputs;
}

Tensor compute(std::vector<Expr> shape, const ComputeBody& body, std::string name, std::vector<std::string> axis_names,
               std::string tag) {
  const ComputeBodies one = [&](const std::vector<tir::Var>& vars) { return std::vector<Expr>{body(vars)}; };
  return compute_many(std::move(shape), one, std::move(name), std::move(axis_names), std::move(tag))[0];
}

IterVar reduce_axis(tir::Range dom, std::string name) {
  return tir::make_iter_var(std::move(name), std::move(dom), tir::IterType::CommReduce);
}

Expr read(const Tensor& tensor, std::vector<Expr> indices) {
  return tir::load(tensor, std::move(indices));
}

std::vector<Tensor> scan(std::vector<Tensor> init, std::vector<Tensor> update, std::vector<Tensor> state,
                         std::vector<Tensor> inputs, std::string name, TextSpan span) {
  auto* n = new ScanNode;
  n->span = span;
  const Expr first = init[0]->shape[0];
  n->scan_axis = tir::make_iter_var(name + ".idx", {first, update[0]->shape[0] - first}, tir::IterType::Ordered);
  for (size_t i = 0; i < update.size(); ++i) {
    for (size_t k = 1; k < update[i]->shape.size(); ++k) {
      std::string axis_name = name + ".out" + std::to_string(i) + ".i" + std::to_string(k);
      const Expr& extent = update[i]->shape[k];
      n->spatial_axis.push_back(
          tir::make_iter_var(std::move(axis_name), {tir::int_imm(0, extent->dtype), extent}, tir::IterType::Opaque));
    }
  }
  n->name = std::move(name);
  n->init = std::move(init);
  n->update = std::move(update);
  n->state_placeholder = std::move(state);
  n->scan_inputs = std::move(inputs);
  const Operation op(n);
  std::vector<Tensor> outputs;
  for (int i = 0; i < op->num_outputs(); ++i) outputs.push_back(output(op, i));
  return outputs;
}

namespace {

void visit_after_inputs(const Operation& op, std::set<const OperationNode*>& seen, std::vector<Operation>& order) {
  if (!seen.insert(op.get()).second) return;
  for (const Tensor& t : op->inputs()) visit_after_inputs(t->op, seen, order);
  order.push_back(op);
}

}  // namespace

std::vector<Operation> post_order(const std::vector<Operation>& outputs) {
  std::set<const OperationNode*> seen;
  std::vector<Operation> order;
  for (const Operation& op : outputs) visit_after_inputs(op, seen, order);
  return order;
}

}  // namespace nw::te
