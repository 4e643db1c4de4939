// SPDX-License-Identifier: GPL-3.0-or-later
// Fake quantization: float operators between dequantize and quantize, as quantizers leave them. Products of real
// numbers (x − zx)·sx and (w − zw)·sw become sums of integers with the scale sx·sw, which are real numbers again at
// once: whatever follows is computed as it was, in the same kernel.
//   conv2d(dequantize(x), dequantize(w))  →  dequantize(qnn.conv2d(x, w), sx·sw)      likewise dense, matmul, …
//   reshape(dequantize(x))                →  dequantize(reshape(x))                   what moves or chooses elements
//   quantize(dequantize(x))               →  x                                        with the same scale and zero
//   point
#include <algorithm>
#include <array>
#include <string_view>

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

bool is_call(const Node& node, std::string_view op) {
  return node.kind == NodeKind::Call && node.op == op;
}

bool is_byte(const Type& type) {
  return type.is_tensor() && type.rank_known && (type.dtype == DType::Int(8) || type.dtype == DType::UInt(8));
}

bool is_one_number(const Type& type) {
  return type.is_tensor() && type.rank_known &&
         (type.shape.empty() || (type.shape.size() == 1 && type.shape[0].constant() == 1));
}

// The arguments of a dequantize of bytes, in the graph that the rewriter sees.
struct Dequantized {
  NodeId data, scale, zero;
  std::optional<size_t> axis;  // of the scale and zero point; nothing: one number for all
};

std::optional<Dequantized> dequantized(const Node& node, const Rewriter& r) {
  if (!is_call(node, "qnn.dequantize") || node.inputs.size() != 3 || !node.type.is_tensor()) return std::nullopt;
  const Type data = r.seen(node.inputs[0]).type;
  if (!is_byte(data) || node.type.dtype != DType::Float(32)) return std::nullopt;
  Dequantized result{node.inputs[0], node.inputs[1], node.inputs[2], std::nullopt};
  const Type &scale = r.seen(result.scale).type, &zero = r.seen(result.zero).type;
  if (is_one_number(scale) && is_one_number(zero)) return result;
  result.axis = op::axis_of(graph::int_attr(node.attrs, "axis", -1), data.shape.size());
  return result.axis ? std::optional(result) : std::nullopt;
}

// The dequantize that computes argument i; with one scale and zero point, or also with those along `axis`.
std::optional<Dequantized> operand(const Node& old, size_t i, const Rewriter& r, std::optional<size_t> axis = {}) {
  const std::optional<Dequantized> found = dequantized(r.input_node(old, i), r);
  return found && (!found->axis || found->axis == axis) ? found : std::nullopt;
}

struct Product {
  const char* name;          // of the float operator
  const char* integers;      // and of the one on integers
  size_t rank;               // of both operands
  size_t weight_axis, axis;  // of scales for each output channel: in the weight, and in the result
  bool transposed = false;   // the weight's two axes change places
};
constexpr std::array<Product, 4> kProducts = {{
    {"nn.conv2d", "qnn.conv2d", 4, 0, 1},
    {"nn.dense", "qnn.dense", 2, 0, 1},
    {"nn.matmul", "qnn.dense", 2, 1, 1, true},
    {"nn.batch_matmul", "qnn.batch_matmul", 3, 3, 2},  // batches have one scale
}};

bool fits(const Product& product, const Node& old, const Rewriter& r) {
  if (!is_call(old, product.name) || old.inputs.size() != 2 || !old.type.is_tensor()) return false;
  if (old.type.dtype != DType::Float(32)) return false;
  for (size_t i = 0; i < 2; ++i)
    if (const Type& type = r.input_node(old, i).type; !type.rank_known || type.shape.size() != product.rank)
      return false;
  if (product.rank == 4)
    return graph::string_attr(old.attrs, "data_layout", "NCHW") == "NCHW" &&
           graph::string_attr(old.attrs, "kernel_layout", "OIHW") == "OIHW";
  return !graph::bool_attr(old.attrs, "transpose_a", false) &&
         (!product.transposed || !graph::bool_attr(old.attrs, "transpose_b", false));
}

NodeId integer_product(const Product& product, const Node& old, Rewriter& r) {
  if (!operand(old, 0, r) || !operand(old, 1, r, product.weight_axis)) return {};
  r.input(old, 0);  // from here on ids are of the new graph
  const Dequantized data = *operand(old, 0, r), weight = *operand(old, 1, r, product.weight_axis);
  Attrs attrs = old.attrs;
  attrs.erase("transpose_a");
  if (product.rank != 3) attrs.erase("transpose_b");
  attrs["out_dtype"] = Attr{std::string("int32")};
  const NodeId by =
      product.transposed ? r.call(old, "transpose", {weight.data}, {{"axes", graph::ints({1, 0})}}) : weight.data;
  const NodeId one = r.scalar(old, 1, DType::Float(32));
  const NodeId sums =
      r.call(old, product.integers, {data.data, by, data.zero, weight.zero, one, one}, std::move(attrs));
  const NodeId scale = r.call(old, "multiply", {data.scale, weight.scale});
  return r.call(old, "qnn.dequantize", {sums, scale, r.scalar(old, 0, DType::Int(32))},
                {{"axis", Attr{static_cast<int64_t>(product.axis)}}});
}

// Operators that give some of their argument's elements, wherever they put them. The greatest of several bytes is that
// of their real numbers, as scales are positive.
constexpr std::array<std::string_view, 8> kMoving = {"reshape",       "transpose",    "expand_dims",
                                                     "squeeze",       "broadcast_to", "nn.batch_flatten",
                                                     "strided_slice", "nn.max_pool2d"};

bool is_positive(const Node& scale) {
  return scale.kind == NodeKind::Constant && scale.data.bytes() && scale.data.size() == 1 && scale.data.at(0) > 0;
}

NodeId moved(const Node& old, Rewriter& r) {
  if (old.kind != NodeKind::Call || old.inputs.empty() || std::ranges::find(kMoving, old.op) == kMoving.end())
    return {};
  const auto data = operand(old, 0, r);
  if (!data || !is_positive(r.seen(data->scale))) return {};
  r.input(old, 0);
  const Dequantized from = *operand(old, 0, r);
  std::vector<NodeId> inputs = {from.data};
  for (size_t i = 1; i < old.inputs.size(); ++i) inputs.push_back(r.input(old, i));
  const NodeId bytes = r.call(old, old.op.c_str(), std::move(inputs), old.attrs);
  return r.call(old, "qnn.dequantize", {bytes, from.scale, from.zero}, {{"axis", Attr{int64_t{-1}}}});
}

bool same_number(const Node& a, const Node& b) {
  const auto known = [](const Node& n) { return n.kind == NodeKind::Constant && n.data.bytes() && n.data.size() == 1; };
  return known(a) && known(b) && a.data.at(0) == b.data.at(0);
}

// Bytes that become real numbers and the same bytes again.
NodeId unchanged(const Node& old, Rewriter& r) {
  if (!is_call(old, "qnn.quantize") || old.inputs.size() != 3) return {};
  const auto data = operand(old, 0, r);
  if (!data || !is_positive(r.seen(data->scale)) || r.seen(data->data).type.dtype != old.type.dtype) return {};
  if (!same_number(r.seen(data->scale), r.input_node(old, 1)) || !same_number(r.seen(data->zero), r.input_node(old, 2)))
    return {};
  r.input(old, 0);
  return operand(old, 0, r)->data;
}

NodeId as_integers(const Node& old, Rewriter& r) {
  for (const Product& product : kProducts)
    if (fits(product, old, r)) return integer_product(product, old, r);
  if (const NodeId bytes = unchanged(old, r); bytes.valid()) return bytes;
  return moved(old, r);
}

}  // namespace

PassResult fake_quantization_to_integer(const graph::Graph& graph) {
  const auto dequantizes = [](const Node& n) { return n.op == "qnn.dequantize"; };
  if (std::none_of(graph.nodes().begin(), graph.nodes().end(), dequantizes)) return {};
  return Rewriter(graph, "fake_quantization_to_integer").run(as_integers);
}

}  // namespace nw::passes
