// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between training and inference, and normalizations that no schedule is made for.
//   batch_norm:   x · s + (β − μ · s),  s = γ / √(σ² + ε)         (one vector each along the axis)
//   others:       (x − mean) / √(variance + ε) · γ + β            (mean and variance of x itself)
#include <algorithm>

#include "op/rules.h"
#include "passes/default_passes.h"
#include "passes/rewriter.h"

namespace nw::passes {

namespace {

using graph::Attr;
using graph::Attrs;
using graph::Node;
using graph::NodeKind;
using graph::Type;

// Formulas over nodes made for one old node.
class Formula {
 public:
  Formula(const Node& old, Rewriter& r) : old_(old), r_(r) {}
  NodeId call(const char* op, std::vector<NodeId> inputs, Attrs attrs = {}) {
    return r_.call(old_, op, std::move(inputs), std::move(attrs));
  }
  NodeId scalar(double value, DType dtype) { return r_.scalar(old_, value, dtype); }
  // A vector along `axis` of a tensor of this rank, with axes of size 1 behind it.
  NodeId along(NodeId vector, size_t axis, size_t rank) {
    const auto behind = static_cast<int64_t>(rank - axis - 1);
    if (behind == 0) return vector;
    return call("expand_dims", {vector}, {{"axis", Attr{int64_t{1}}}, {"num_newaxis", Attr{behind}}});
  }
  // √(variance + ε)
  NodeId deviation(NodeId variance, DType dtype) {
    const double epsilon = graph::float_attr(old_.attrs, "epsilon", 1e-5);
    return call("sqrt", {call("add", {variance, scalar(epsilon, dtype)})});
  }

 private:
  const Node& old_;
  Rewriter& r_;
};

bool flag(const Node& node, const char* key) {
  return graph::bool_attr(node.attrs, key, true);
}

// The normalized data of a batch_norm; its other results are only its own arguments.
NodeId batch_norm(const Node& norm, Rewriter& r) {
  const Type data = r.input_node(norm, 0).type;
  const std::optional<size_t> axis = op::axis_of(graph::int_attr(norm.attrs, "axis", 1), data.shape.size());
  if (!data.is_tensor() || !data.rank_known || !axis) return {};
  Formula f(norm, r);
  const size_t rank = data.shape.size();
  const NodeId deviation = f.deviation(r.input(norm, 4), data.dtype);
  NodeId scale = f.call("divide", {flag(norm, "scale") ? r.input(norm, 1) : f.scalar(1, data.dtype), deviation});
  NodeId shift = f.call("negative", {f.call("multiply", {r.input(norm, 3), scale})});
  if (flag(norm, "center")) shift = f.call("add", {shift, r.input(norm, 2)});
  const NodeId scaled = f.call("multiply", {r.input(norm, 0), f.along(scale, *axis, rank)});
  return f.call("add", {scaled, f.along(shift, *axis, rank)});
}

// (x − mean) / √(variance + ε) over `axes`.
NodeId standardized(Formula& f, NodeId x, const std::vector<int64_t>& axes, DType dtype) {
  const Attrs over{{"axis", graph::ints(axes)}, {"keepdims", Attr{true}}};
  const NodeId mean = f.call("mean", {x}, over);
  const NodeId variance = f.call("variance", {x, mean}, over);
  return f.call("divide", {f.call("subtract", {x, mean}), f.deviation(variance, dtype)});
}

NodeId scaled_and_shifted(Formula& f, const Node& norm, Rewriter& r, NodeId x, size_t axis, size_t rank) {
  if (flag(norm, "scale")) x = f.call("multiply", {x, f.along(r.input(norm, 1), axis, rank)});
  if (flag(norm, "center")) x = f.call("add", {x, f.along(r.input(norm, 2), axis, rank)});
  return x;
}

NodeId layer_norm(const Node& norm, Rewriter& r) {
  const Type data = r.input_node(norm, 0).type;
  const std::optional<size_t> axis = op::axis_of(graph::int_attr(norm.attrs, "axis", -1), data.shape.size());
  if (!data.is_tensor() || !data.rank_known || !axis) return {};
  Formula f(norm, r);
  const NodeId x = standardized(f, r.input(norm, 0), {static_cast<int64_t>(*axis)}, data.dtype);
  return scaled_and_shifted(f, norm, r, x, *axis, data.shape.size());
}

// Over all axes but the batch and the channels.
NodeId instance_norm(const Node& norm, Rewriter& r) {
  const Type data = r.input_node(norm, 0).type;
  const std::optional<size_t> axis = op::axis_of(graph::int_attr(norm.attrs, "axis", 1), data.shape.size());
  if (!data.is_tensor() || !data.rank_known || !axis || data.shape.size() < 3) return {};
  std::vector<int64_t> axes;
  for (size_t i = 1; i < data.shape.size(); ++i) {
    if (i != *axis) axes.push_back(static_cast<int64_t>(i));
  }
  Formula f(norm, r);
  const NodeId x = standardized(f, r.input(norm, 0), axes, data.dtype);
  return scaled_and_shifted(f, norm, r, x, *axis, data.shape.size());
}

// The channels in groups: (N, C, …) is seen as (N, groups, C/groups, …).
NodeId group_norm(const Node& norm, Rewriter& r) {
  const Type data = r.input_node(norm, 0).type;
  const int64_t groups = graph::int_attr(norm.attrs, "num_groups", 1);
  const bool usual =
      data.is_tensor() && data.rank_known && data.shape.size() >= 2 && graph::int_attr(norm.attrs, "axis", 1) == 1;
  if (!usual || groups < 1) return {};
  Formula f(norm, r);
  graph::Shape grouped{data.shape[0], graph::Dim(groups), graph::floor_div(data.shape[1], graph::Dim(groups))};
  grouped.insert(grouped.end(), data.shape.begin() + 2, data.shape.end());
  std::vector<int64_t> axes;
  for (size_t i = 2; i < grouped.size(); ++i) axes.push_back(static_cast<int64_t>(i));
  const NodeId split = f.call("reshape", {r.input(norm, 0)}, {{"newshape", graph::dims(grouped)}});
  const NodeId x =
      f.call("reshape", {standardized(f, split, axes, data.dtype)}, {{"newshape", graph::dims(data.shape)}});
  return scaled_and_shifted(f, norm, r, x, 1, data.shape.size());
}

// x / √(max(sum(x²), ε))
NodeId l2_normalize(const Node& norm, Rewriter& r) {
  const Type data = r.input_node(norm, 0).type;
  if (!data.is_tensor()) return {};
  Formula f(norm, r);
  const NodeId x = r.input(norm, 0);
  Attrs over{{"keepdims", Attr{true}}};
  if (op::has_attr(norm.attrs, "axis")) over["axis"] = norm.attrs.at("axis");
  const NodeId squares = f.call("sum", {f.call("multiply", {x, x})}, over);
  const NodeId floor = f.scalar(graph::float_attr(norm.attrs, "eps", 1e-12), data.dtype);
  return f.call("divide", {x, f.call("sqrt", {f.call("maximum", {squares, floor})})});
}

// Field 0 of a batch_norm or dropout.
NodeId field(const Node& get, Rewriter& r) {
  const Node& source = r.from().node(get.inputs[0]);
  if (source.kind != NodeKind::Call || graph::int_attr(get.attrs, "index", -1) != 0) return {};
  if (source.op == "nn.dropout") return r.input(source, 0);
  return source.op == "nn.batch_norm" && source.inputs.size() == 5 ? batch_norm(source, r) : NodeId();
}

NodeId simplified(const Node& old, Rewriter& r) {
  if (old.kind == NodeKind::TupleGet) return field(old, r);
  if (old.kind != NodeKind::Call) return {};
  if (old.op == "nn.layer_norm") return layer_norm(old, r);
  if (old.op == "nn.instance_norm") return instance_norm(old, r);
  if (old.op == "nn.group_norm") return group_norm(old, r);
  if (old.op == "nn.l2_normalize") return l2_normalize(old, r);
  return {};
}

}  // namespace

PassResult simplify_inference(const graph::Graph& graph) {
  return Rewriter(graph, "simplify_inference").run(simplified);
}

}  // namespace nw::passes
