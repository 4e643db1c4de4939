// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_call.h"

#include <fmt/format.h>

#include "import/onnx_text.h"

namespace nw::import {

using graph::Node;
using graph::NodeKind;

OnnxCall::OnnxCall(graph::Graph& graph, TensorSource& tensors, const onnx::NodeProto& p, int64_t version,
                   std::string node_name, std::vector<std::optional<Value>> inputs,
                   const std::set<std::string>& given_symbols)
    : proto(p),
      opset(version),
      name(std::move(node_name)),
      graph_(graph),
      tensors_(tensors),
      inputs_(std::move(inputs)),
      given_symbols_(given_symbols) {
  outputs_.resize(static_cast<size_t>(proto.output_size()));
}

NodeId OnnxCall::in(size_t i) const {
  if (has(i)) return inputs_[i]->node;
  if (!missing_input_) missing_input_ = i;
  if (!nothing_.valid()) {
    Node none;
    none.kind = NodeKind::Tuple;
    none.name = name;
    nothing_ = graph_.add(std::move(none));
    op::infer_node(graph_, nothing_);
  }
  return nothing_;
}

std::optional<size_t> OnnxCall::rank(size_t i) const {
  if (!has(i) || !in_type(i).is_tensor() || !in_type(i).rank_known) return std::nullopt;
  return in_type(i).shape.size();
}

const onnx::AttributeProto* OnnxCall::attribute(const char* key) const {
  for (const onnx::AttributeProto& a : proto.attribute()) {
    if (a.name() == key) return &a;
  }
  return nullptr;
}

int64_t OnnxCall::int_attr(const char* key, int64_t fallback) const {
  const onnx::AttributeProto* a = attribute(key);
  return a && a->has_i() ? a->i() : fallback;
}

double OnnxCall::float_attr(const char* key, double fallback) const {
  const onnx::AttributeProto* a = attribute(key);
  return a && a->has_f() ? static_cast<double>(a->f()) : fallback;
}

std::string OnnxCall::string_attr(const char* key, const char* fallback) const {
  const onnx::AttributeProto* a = attribute(key);
  return a && a->has_s() ? clean_text(a->s()) : fallback;
}

std::vector<int64_t> OnnxCall::ints_attr(const char* key, std::vector<int64_t> fallback) const {
  const onnx::AttributeProto* a = attribute(key);
  if (!a) return fallback;
  return {a->ints().begin(), a->ints().end()};
}

const ShapeValue* OnnxCall::shape_value(size_t i) const {
  return has(i) && inputs_[i]->shape_value ? &*inputs_[i]->shape_value : nullptr;
}

bool OnnxCall::is_given(const Shape& values, std::optional<size_t> beside) const {
  std::set<const tir::VarNode*> own;
  const auto each_symbol = [](const Dim& dim, const auto& f) {
    tir::walk(dim.expr(), [&](const tir::Expr& part) {
      if (const auto* var = tir::node_cast<tir::VarNode>(part)) f(var);
      return true;
    });
  };
  if (beside && has(*beside) && in_type(*beside).is_tensor())
    for (const Dim& dim : in_type(*beside).shape) each_symbol(dim, [&](const tir::VarNode* var) { own.insert(var); });
  bool given = true;
  for (const Dim& dim : values)
    each_symbol(dim, [&](const tir::VarNode* var) {
      given = given && (own.contains(var) || given_symbols_.contains(var->name));
    });
  return given;
}

const ShapeValue* OnnxCall::given_value(size_t i, std::optional<size_t> beside) const {
  const ShapeValue* value = shape_value(i);
  return value && is_given(value->elements, beside) ? value : nullptr;
}

std::optional<std::vector<int64_t>> OnnxCall::constant_ints(size_t i) const {
  const ShapeValue* value = shape_value(i);
  return value ? graph::constant_shape(value->elements) : std::nullopt;
}

std::optional<NDArray> OnnxCall::constant(size_t i) const {
  if (!has(i)) return std::nullopt;
  const Node& n = graph_.node(in(i));
  if (n.kind != NodeKind::Constant || !n.data.bytes()) return std::nullopt;
  return n.data;
}

std::optional<double> OnnxCall::constant_scalar(size_t i) const {
  const std::optional<NDArray> data = constant(i);
  if (!data || data->size() != 1) return std::nullopt;
  return data->at(0);
}

std::optional<std::vector<int64_t>> OnnxCall::ints_of(const char* key, size_t input, int64_t since) const {
  if (opset >= since) return has(input) ? constant_ints(input) : std::vector<int64_t>{};
  return ints_attr(key);
}

OnnxCall OnnxCall::on(const std::vector<NodeId>& inputs, int64_t of_opset) const {
  std::vector<std::optional<Value>> values;
  for (const NodeId input : inputs) values.emplace_back(Value{input, std::nullopt});
  return {graph_, tensors_, proto, of_opset, name, std::move(values), given_symbols_};
}

NodeId OnnxCall::add(Node node) {
  node.name = name;
  node.origin.name = name;
  node.origin.scope = scope_of(name);
  node.origin.op = clean_text(proto.domain().empty() ? proto.op_type() : proto.domain() + "." + proto.op_type());
  const NodeId id = graph_.add(std::move(node));
  append(diagnostics, op::infer_node(graph_, id));
  return id;
}

NodeId OnnxCall::emit(std::string_view op, std::vector<NodeId> inputs, Attrs attrs) {
  Node node;
  node.op = std::string(op);
  node.inputs = std::move(inputs);
  node.attrs = std::move(attrs);
  return add(std::move(node));
}

NodeId OnnxCall::emit_tuple(std::vector<NodeId> fields) {
  Node node;
  node.kind = NodeKind::Tuple;
  node.inputs = std::move(fields);
  return add(std::move(node));
}

NodeId OnnxCall::emit_field(NodeId tuple, int64_t index) {
  Node node;
  node.kind = NodeKind::TupleGet;
  node.inputs = {tuple};
  node.attrs["index"] = Attr{index};
  return add(std::move(node));
}

NodeId OnnxCall::constant_node(NDArray data, const std::string& suffix) {
  Node node;
  node.kind = NodeKind::Constant;
  node.type = Type::tensor(data.dtype(), Shape(data.shape().begin(), data.shape().end()));
  node.data = std::move(data);
  node.name = suffix.empty() ? name : name + "." + suffix;
  node.origin.name = name;
  node.origin.scope = scope_of(name);
  node.origin.op = clean_text(proto.op_type());
  return graph_.add(std::move(node));
}

NodeId OnnxCall::scalar(double value, DType dtype) {
  NDArray data(dtype, {});
  data.set(0, value);
  return constant_node(std::move(data), "const");
}

NodeId OnnxCall::vector_of(const std::vector<int64_t>& values) {
  NDArray data(DType::Int(64), {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i) data.set_int(static_cast<int64_t>(i), values[i]);
  return constant_node(std::move(data), "const");
}

NodeId OnnxCall::reshape(NodeId data, const Shape& shape) {
  const Type from = type(data);
  if (from.is_tensor() && from.rank_known && graph::same(from.shape, shape)) return data;
  const auto copies = [&](size_t i) {
    return shape[i].is_dynamic() && i < from.shape.size() && graph::same(from.shape[i], shape[i]);
  };
  // Where a size is 0, or one of several symbols may be, 0 is a size and not the code that copies one.
  int64_t inferable = 0;
  bool zero = false;
  for (size_t i = 0; i < shape.size(); ++i) {
    zero = zero || shape[i].constant() == 0;
    inferable += shape[i].is_dynamic() && !copies(i) ? 1 : 0;
  }
  zero = zero || inferable > 1;
  graph::AttrList codes;
  for (size_t i = 0; i < shape.size(); ++i) {
    // 0 copies by position, which -1 before it leaves in place as long as no axis was joined or split.
    if (!zero && copies(i))
      codes.push_back(Attr{int64_t{0}});
    else if (!zero && shape[i].is_dynamic())
      codes.push_back(Attr{int64_t{-1}});
    else
      codes.push_back(graph::dim_attr(shape[i]));
  }
  Attrs attrs{{"newshape", Attr{std::move(codes)}}};
  if (zero) attrs["allowzero"] = Attr{true};
  return emit("reshape", {data}, std::move(attrs));
}

NodeId OnnxCall::cast(NodeId data, DType dtype) {
  return emit("cast", {data}, {{"dtype", Attr{to_string(dtype)}}});
}

void OnnxCall::set_output(size_t i, NodeId node) {
  if (i < outputs_.size()) outputs_[i] = node;
}

Dim OnnxCall::new_symbol(const std::string& suffix) const {
  return Dim(graph_.symbol(graph::symbol_name(name + "_" + suffix)));
}

Dim OnnxCall::new_number(const std::string& suffix) const {
  return Dim(graph_.symbol(graph::symbol_name(name + "_" + suffix), false));
}

Attr OnnxCall::result_shape(const std::vector<std::optional<Dim>>& dims) {
  graph::AttrList list;
  for (const std::optional<Dim>& dim : dims) list.push_back(dim ? graph::dim_attr(*dim) : Attr{});
  return Attr{std::move(list)};
}

}  // namespace nw::import
