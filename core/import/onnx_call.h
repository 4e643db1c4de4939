// SPDX-License-Identifier: GPL-3.0-or-later
// One ONNX node on its way into the graph: what converters of operators read and write.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/dim.h"
#include "import/onnx_proto.h"
#include "import/onnx_tensor.h"
#include "op/registry.h"

namespace nw::import {

using graph::Attr;
using graph::Attrs;
using graph::Dim;
using graph::Shape;
using graph::Type;

// A small tensor of integers whose elements are known, at least as expressions of the graph's symbols: what shape
// arithmetic computes.
struct ShapeValue {
  Shape elements;              // row-major
  std::vector<int64_t> shape;  // of the tensor that holds them

  bool is_scalar() const { return shape.empty(); }
  bool is_vector() const { return shape.size() == 1; }
};

// Why a converter leaves its node opaque, where it needs types that inference does not know.
inline constexpr const char* kInputUntyped = "the type of its input is not known";
inline constexpr const char* kInputsUntyped = "the types of its inputs are not known";

struct Value {
  NodeId node;
  std::optional<ShapeValue> shape_value;
};

class OnnxCall {
 public:
  OnnxCall(graph::Graph& graph, TensorSource& tensors, const onnx::NodeProto& proto, int64_t opset, std::string name,
           std::vector<std::optional<Value>> inputs, const std::set<std::string>& given_symbols);

  // The same node on other inputs, read as one of another opset.
  OnnxCall on(const std::vector<NodeId>& inputs, int64_t of_opset) const;

  // ── What the node says ──
  const onnx::NodeProto& proto;
  const int64_t opset;     // of the node's domain
  const std::string name;  // unique among the file's nodes
  size_t input_count() const { return inputs_.size(); }
  bool has(size_t i) const { return i < inputs_.size() && inputs_[i].has_value(); }
  // What stands for nothing where the node has no such input: then the node cannot be converted (missing_input).
  NodeId in(size_t i) const;
  std::optional<size_t> missing_input() const { return missing_input_; }  // the first that was asked for in vain
  const Type& type(NodeId id) const { return graph_.node(id).type; }
  const Type& in_type(size_t i) const { return type(in(i)); }
  std::optional<size_t> rank(size_t i) const;  // nothing where the type is not known
  const graph::Node& node(NodeId id) const { return graph_.node(id); }
  const graph::Graph& graph() const { return graph_; }

  bool has_attr(const char* key) const { return attribute(key) != nullptr; }
  int64_t int_attr(const char* key, int64_t fallback) const;
  double float_attr(const char* key, double fallback) const;
  std::string string_attr(const char* key, const char* fallback) const;
  std::vector<int64_t> ints_attr(const char* key, std::vector<int64_t> fallback = {}) const;
  const onnx::AttributeProto* attribute(const char* key) const;
  TensorSource& tensors() { return tensors_; }

  // Input i as known integers (possibly symbolic), or as a constant.
  const ShapeValue* shape_value(size_t i) const;
  // Whether they can be written into an attribute: their symbols are sizes of what the graph is given, or of input
  // `beside`. Other symbols (counts, say) are known once a run has come to the node that brings them, so what depends
  // on them has to read it.
  bool is_given(const Shape& values, std::optional<size_t> beside = std::nullopt) const;
  // Shape value i, where is_given.
  const ShapeValue* given_value(size_t i, std::optional<size_t> beside = std::nullopt) const;
  std::optional<std::vector<int64_t>> constant_ints(size_t i) const;
  std::optional<NDArray> constant(size_t i) const;
  std::optional<double> constant_scalar(size_t i) const;
  // Integers that moved from an attribute to an input in `since`: axes, pads, split, …
  std::optional<std::vector<int64_t>> ints_of(const char* key, size_t input, int64_t since) const;

  // ── What it becomes ──
  // Adds a call and infers its type.
  NodeId emit(std::string_view op, std::vector<NodeId> inputs, Attrs attrs = {});
  // The node as it is: the operator "onnx.NAME" on its inputs, with its attributes and these. Where it has several
  // outputs the result is a tuple of `outputs` fields. Returns why an attribute cannot be taken over, or an empty text.
  // Another operator where `op` is given.
  std::string emit_as_is(size_t outputs = 1, Attrs attrs = {}, const std::string& op = {});
  NodeId nothing();  // what stands for an optional argument that is not given: ()
  NodeId emit_tuple(std::vector<NodeId> fields);
  NodeId emit_field(NodeId tuple, int64_t index);
  NodeId constant_node(NDArray data, const std::string& suffix);
  NodeId scalar(double value, DType dtype);
  NodeId vector_of(const std::vector<int64_t>& values);
  // data under another shape; symbols are written as 0 or -1 where that says the same.
  NodeId reshape(NodeId data, const Shape& shape);
  NodeId cast(NodeId data, DType dtype);
  void set_output(size_t i, NodeId node);
  Dim new_symbol(const std::string& suffix) const;
  Dim new_number(const std::string& suffix) const;  // which may be negative
  // What is known of a result whose shape comes as a tensor, for the attribute "result_shape" (op/rules.h).
  static Attr result_shape(const std::vector<std::optional<Dim>>& dims);

  const std::vector<NodeId>& outputs() const { return outputs_; }
  Diagnostics diagnostics;

 private:
  NodeId add(graph::Node node);

  graph::Graph& graph_;
  TensorSource& tensors_;
  std::vector<std::optional<Value>> inputs_;
  const std::set<std::string>& given_symbols_;
  std::vector<NodeId> outputs_;
  mutable std::optional<size_t> missing_input_;
  mutable NodeId nothing_;
};

// The attributes of Relay's convolution of input 0 by the weight that is input `weight`.
struct OnnxConv {
  Attrs attrs;
  size_t axes = 0;  // spatial ones
  // Before and after each spatial axis, where it depends on sizes that are symbols; the attribute is 0 then.
  std::vector<std::pair<Dim, Dim>> computed_padding = {};
};
std::string conv_attrs(const OnnxCall& c, size_t weight, OnnxConv& conv);

// One number: Relay's quantized operators take scalars, ONNX's also vectors of one.
NodeId one_number(OnnxCall& c, NodeId data);
// A zero point as int32, 0 where there is no such input; the same as one number.
NodeId zero_point(OnnxCall& c, size_t input);
NodeId zero_number(OnnxCall& c, size_t input);
// Real numbers quantized by the scale and zero point that these inputs are.
NodeId quantized(OnnxCall& c, NodeId real, size_t scale, size_t zero);
// The same of sums of products, whose unit is `scale`: one number, or one for each index of the axis.
NodeId requantized(OnnxCall& c, NodeId sums, NodeId scale, size_t out_scale, size_t out_zero, int64_t axis);

// Empty: done. Else why the node stays opaque ("its axes are not constant").
using Converted = std::string;
using Converter = Converted (*)(OnnxCall&);
using ConverterTable = std::map<std::string, Converter, std::less<>>;

// The sums of com.microsoft.QGemm: int32, without its bias.
Converted integer_gemm(OnnxCall& c, NodeId& sums);

void add_math_converters(ConverterTable& table);
void add_activation_converters(ConverterTable& table);
void add_nn_converters(ConverterTable& table);
void add_matmul_converters(ConverterTable& table);
void add_reduce_converters(ConverterTable& table);
void add_shape_converters(ConverterTable& table);
void add_slice_converters(ConverterTable& table);
void add_gather_converters(ConverterTable& table);
void add_create_converters(ConverterTable& table);
void add_image_converters(ConverterTable& table);
void add_resize_converters(ConverterTable& table);
void add_quantized_converters(ConverterTable& table);
void add_qlinear_converters(ConverterTable& table);
void add_sequence_converters(ConverterTable& table);
void add_plain_converters(ConverterTable& table);
const ConverterTable& onnx_converters();

// What a node's first output is worth where its inputs are known integers; nothing where they are not.
std::optional<ShapeValue> evaluate_shape(const OnnxCall& call);

}  // namespace nw::import
