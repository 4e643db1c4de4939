// SPDX-License-Identifier: GPL-3.0-or-later
// The compute DAG: tensors and the operations that define them, as in TVM's te. Immutable; identity is the node.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "tir/expr.h"

namespace nw::te {

using tir::Expr;
using tir::IterVar;

enum class OpKind : uint8_t { Placeholder, Compute, Scan };

struct OperationNode;
using Operation = Ref<OperationNode>;

// One output of an operation. ProducerLoad nodes point at these.
struct TensorNode final : tir::Producer {
  Operation op;
  int value_index = 0;
  bool same_producer(const tir::Producer& other) const override;
  size_t producer_hash() const override;
};
using Tensor = Ref<TensorNode>;

struct OperationNode : RefCounted {
  OpKind kind;
  std::string name;
  std::string tag;  // "injective", "conv2d_nchw", …: kept, not interpreted here
  int node = -1;    // of a fused group's kernel: which of the group's nodes it computes, counted from 0; -1: none
  TextSpan span;    // the statement that made it, if any

  virtual int num_outputs() const = 0;
  virtual DType output_dtype(int i) const = 0;
  virtual const std::vector<Expr>& output_shape(int i) const = 0;
  // The axes a schedule starts from: data axes, then reduce axes.
  virtual std::vector<IterVar> root_axes() const = 0;
  // Tensors read, each once, in the order of their first use.
  virtual std::vector<Tensor> inputs() const = 0;

 protected:
  explicit OperationNode(OpKind k) : kind(k) {}
};

struct PlaceholderNode final : OperationNode {
  static constexpr OpKind kKind = OpKind::Placeholder;
  std::vector<Expr> shape;
  DType dtype;
  PlaceholderNode() : OperationNode(kKind) {}
  int num_outputs() const override { return 1; }
  DType output_dtype(int) const override { return dtype; }
  const std::vector<Expr>& output_shape(int) const override { return shape; }
  std::vector<IterVar> root_axes() const override { return {}; }
  std::vector<Tensor> inputs() const override { return {}; }
};

struct ComputeNode final : OperationNode {
  static constexpr OpKind kKind = OpKind::Compute;
  std::vector<IterVar> axis;
  std::vector<IterVar> reduce_axis;
  std::vector<Expr> body;   // one an output; all plain, or all Reduce with the same combiner, source and axes
  std::vector<Expr> shape;  // extents of `axis`, shared by every output
  ComputeNode() : OperationNode(kKind) {}
  bool is_reduction() const { return !body.empty() && body[0]->kind == tir::ExprKind::Reduce; }
  int num_outputs() const override { return static_cast<int>(body.size()); }
  DType output_dtype(int i) const override { return body[static_cast<size_t>(i)]->dtype; }
  const std::vector<Expr>& output_shape(int) const override { return shape; }
  std::vector<IterVar> root_axes() const override;
  std::vector<Tensor> inputs() const override;
};

// te.scan: state[t] = update(state[t-1], …), state[0..k) = init.
struct ScanNode final : OperationNode {
  static constexpr OpKind kKind = OpKind::Scan;
  IterVar scan_axis;
  std::vector<Tensor> init, update, state_placeholder, scan_inputs;
  std::vector<IterVar> spatial_axis;  // opaque axes of the outputs, flattened over outputs
  ScanNode() : OperationNode(kKind) {}
  int num_outputs() const override { return static_cast<int>(update.size()); }
  DType output_dtype(int i) const override { return update[static_cast<size_t>(i)]->dtype; }
  const std::vector<Expr>& output_shape(int i) const override {
    return state_placeholder[static_cast<size_t>(i)]->shape;
  }
  std::vector<IterVar> root_axes() const override;
  std::vector<Tensor> inputs() const override;
};

template <class T>
const T* op_cast(const Operation& op) {
  return op && op->kind == T::kKind ? static_cast<const T*>(op.get()) : nullptr;
}

// Output i of op. Two calls give tensors that are equal by same_tensor(), though not the same node.
Tensor output(const Operation& op, int i = 0);
bool same_tensor(const Tensor& a, const Tensor& b);  // same operation and value index
// The tensor behind a ProducerLoad.
Tensor tensor_of(const tir::ProducerLoadNode& load);

// ── Making operations. These check nothing that a user could get wrong; script/ reports such errors beforehand. ──
Tensor placeholder(std::vector<Expr> shape, std::string name, DType dtype = DType::Float(32), TextSpan span = {});
// With a tag: a stage of another kernel, whose result this one takes.
Tensor tagged_placeholder(std::vector<Expr> shape, std::string name, DType dtype, std::string tag);
using ComputeBody = std::function<Expr(const std::vector<tir::Var>&)>;
using ComputeBodies = std::function<std::vector<Expr>(const std::vector<tir::Var>&)>;
// Axis names: those given, or i0, i1, … as TVM's for `*i`.
Tensor compute(std::vector<Expr> shape, const ComputeBody& body, std::string name,
               std::vector<std::string> axis_names = {}, std::string tag = {});
std::vector<Tensor> compute_many(std::vector<Expr> shape, const ComputeBodies& body, std::string name,
                                 std::vector<std::string> axis_names = {}, std::string tag = {});
Operation make_compute(std::string name, std::vector<IterVar> axis, std::vector<Expr> body, std::string tag = {},
                       TextSpan span = {}, int node = -1);
IterVar reduce_axis(tir::Range dom, std::string name);
// The built-in reducers over one value of a type: sum, prod, min, max.
tir::CommReducer sum_reducer(DType dtype);
tir::CommReducer prod_reducer(DType dtype);
tir::CommReducer min_reducer(DType dtype);
tir::CommReducer max_reducer(DType dtype);
Expr min_value(DType dtype);  // the least finite value, as a constant
Expr max_value(DType dtype);
Expr sum(Expr source, std::vector<IterVar> axis, Expr where = nullptr);
Expr min_reduce(Expr source, std::vector<IterVar> axis, Expr where = nullptr);
Expr max_reduce(Expr source, std::vector<IterVar> axis, Expr where = nullptr);
Expr prod(Expr source, std::vector<IterVar> axis, Expr where = nullptr);
Expr read(const Tensor& tensor, std::vector<Expr> indices);
// Scan: see ScanNode.
std::vector<Tensor> scan(std::vector<Tensor> init, std::vector<Tensor> update, std::vector<Tensor> state,
                         std::vector<Tensor> inputs, std::string name, TextSpan span = {});

// op with its reads of some operations' tensors redirected (schedule's dataflow rewrites). Same node if nothing
// changes.
using TensorMap = std::vector<std::pair<Tensor, Tensor>>;
Operation replace_inputs(const Operation& op, const TensorMap& map);

// The operation marked with the node that it computes.
Operation with_node(const ComputeNode& op, int node);

// e with its reads of some tensors redirected; e itself if nothing changes.
Expr replace_reads(const Expr& e, const TensorMap& map);

// The same computation: same names, types and shapes of placeholders, structurally equal bodies, tensor by tensor.
bool same_computation(const std::vector<Tensor>& a, const std::vector<Tensor>& b);

// Every operation that `outputs` need, producers before consumers, depth first in input order (TVM's PostDFSOrder).
std::vector<Operation> post_order(const std::vector<Operation>& outputs);

}  // namespace nw::te
