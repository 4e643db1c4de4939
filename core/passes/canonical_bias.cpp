// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "op/rules.h"
#include "passes/default_passes.h"
#include "passes/rewriter.h"

namespace nw::passes {

namespace {

NodeId add_of(const graph::Node& old, Rewriter& r) {
  if (old.kind != graph::NodeKind::Call || old.op != "nn.bias_add" || old.inputs.size() != 2) return {};
  const graph::Type data = r.input_node(old, 0).type;
  if (!data.is_tensor() || !data.rank_known) return {};
  const size_t rank = data.shape.size();
  const std::optional<size_t> axis = op::axis_of(graph::int_attr(old.attrs, "axis", 1), rank);
  if (!axis) return {};
  const size_t behind = rank - *axis - 1;
  NodeId bias = r.input(old, 1);
  const graph::Node& vector = r.seen(bias);
  if (behind > 0 && vector.kind == graph::NodeKind::Constant && vector.data.bytes()) {
    std::vector<int64_t> shape = vector.data.shape();
    shape.resize(shape.size() + behind, 1);
    const graph::Node origin = r.from().node(old.inputs[1]);
    bias = r.constant(origin, vector.data.reshaped(std::move(shape)));
  } else if (behind > 0) {
    bias = r.call(old, "expand_dims", {bias},
                  {{"axis", graph::Attr{int64_t{1}}}, {"num_newaxis", graph::Attr{static_cast<int64_t>(behind)}}});
  }
  return r.call(old, "add", {r.input(old, 0), bias});
}

}  // namespace

PassResult canonical_bias(const graph::Graph& graph) {
  const auto adds_bias = [](const graph::Node& n) { return n.op == "nn.bias_add"; };
  if (std::none_of(graph.nodes().begin(), graph.nodes().end(), adds_bias)) return {};
  return Rewriter(graph, "canonical_bias").run(add_of);
}

}  // namespace nw::passes
