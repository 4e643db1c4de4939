// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions, argmax, running sums, the greatest k.

#include "base/float_limits.h"
#include "import/onnx_call.h"
#include "op/rules.h"

namespace nw::import {

namespace {

struct Reduction {
  const char* onnx;
  const char* relay;
  int64_t axes_input_since;  // the opset in which axes became an input
};
constexpr Reduction kReductions[] = {
    {"ReduceMax", "max", 18},       {"ReduceMean", "mean", 18},  {"ReduceMin", "min", 18},
    {"ReduceProd", "prod", 18},     {"ReduceSum", "sum", 13},    {"ReduceL1", "sum", 18},
    {"ReduceL2", "sum", 18},        {"ReduceLogSum", "sum", 18}, {"ReduceSumSquare", "sum", 18},
    {"ReduceLogSumExp", "sum", 18},
};

const Reduction* reduction_of(const OnnxCall& c) {
  for (const Reduction& r : kReductions) {
    if (c.proto.op_type() == r.onnx) return &r;
  }
  return nullptr;
}

// Over axes that are constant, or else come as the second input.
using Axes = std::optional<std::vector<int64_t>>;

// No axes, and that they are not all axes: each element is reduced by itself.
bool reduces_nothing(const OnnxCall& c, const Axes& axes) {
  return axes && axes->empty() && c.int_attr("noop_with_empty_axes", 0) != 0;
}

NodeId reduce(OnnxCall& c, const std::string& op, NodeId data, const Axes& axes, bool keep) {
  if (reduces_nothing(c, axes)) return data;
  if (!axes) {
    std::string name = "onnx.Reduce" + op;
    name[11] = static_cast<char>(name[11] - 'a' + 'A');
    return c.emit(
        name, {data, c.in(1)},
        {{"keepdims", Attr{int64_t{keep}}}, {"noop_with_empty_axes", Attr{c.int_attr("noop_with_empty_axes", 0)}}});
  }
  Attrs attrs{{"keepdims", Attr{keep}}};
  if (!axes->empty()) attrs["axis"] = graph::ints(*axes);
  return c.emit(op, {data}, std::move(attrs));
}

bool is_of_integers(const Type& type) {
  return type.is_tensor() && type.dtype.is_integer();
}

// What has no form for integers is computed in float64 and cut to an integer.
NodeId in_floats(OnnxCall& c, const char* op, NodeId data) {
  if (!is_of_integers(c.type(data))) return c.emit(op, {data});
  return c.cast(c.emit(op, {c.cast(data, DType::Float(64))}), c.type(data).dtype);
}

// log(sum(exp(x − m))) + m, with m the maximum: no overflow. An infinite m would give infinity less infinity.
NodeId log_sum_exp(OnnxCall& c, NodeId data, const Axes& axes, bool keep) {
  const double finite = max_finite(c.type(data).dtype);
  const auto maximum = [&](bool keep_axes) {
    return c.emit("clip", {reduce(c, "max", data, axes, keep_axes)},
                  {{"a_min", Attr{-finite}}, {"a_max", Attr{finite}}});
  };
  const NodeId greatest = maximum(true);
  const NodeId shifted = c.emit("exp", {c.emit("subtract", {data, greatest})});
  const NodeId log = c.emit("log", {reduce(c, "sum", shifted, axes, keep)});
  return c.emit("add", {log, keep ? greatest : maximum(false)});
}

Converted reduction(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  const Reduction& r = *reduction_of(c);
  const Axes axes = c.ints_of("axes", 1, r.axes_input_since);
  const bool keep = c.int_attr("keepdims", 1) != 0;
  const std::string_view name = r.onnx;
  NodeId data = c.in(0);
  if (name == "ReduceLogSumExp" && !reduces_nothing(c, axes)) {
    const bool of_integers = is_of_integers(c.in_type(0));
    if (of_integers) data = c.cast(data, DType::Float(64));
    const NodeId result = log_sum_exp(c, data, axes, keep);
    c.set_output(0, of_integers ? c.cast(result, c.in_type(0).dtype) : result);
    return {};
  }
  if (name == "ReduceL1") data = c.emit("abs", {data});
  if (name == "ReduceL2" || name == "ReduceSumSquare") data = c.emit("multiply", {data, data});
  NodeId result = reduce(c, r.relay, data, axes, keep);
  if (name == "ReduceL2") result = in_floats(c, "sqrt", result);
  if (name == "ReduceLogSum") result = in_floats(c, "log", result);
  c.set_output(0, result == c.in(0) ? c.emit("copy", {result}) : result);
  return {};
}

Converted arg_reduction(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  c.set_output(0, c.emit(c.proto.op_type() == "ArgMax" ? "argmax" : "argmin", {c.in(0)},
                         {{"axis", graph::ints({c.int_attr("axis", 0)})},
                          {"keepdims", Attr{c.int_attr("keepdims", 1) != 0}},
                          {"select_last_index", Attr{c.int_attr("select_last_index", 0) != 0}},
                          {"dtype", Attr{std::string("int64")}}}));
  return {};
}

// CumSum and CumProd.
Converted cumulated(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  const std::optional<double> axis = c.constant_scalar(1);
  if (!axis) return c.emit_as_is();
  const Attr along{static_cast<int64_t>(*axis)};
  const bool backward = c.int_attr("reverse", 0) != 0;
  const auto turned = [&](NodeId data) { return backward ? c.emit("reverse", {data}, {{"axis", along}}) : data; };
  const NodeId all = c.emit(c.proto.op_type() == "CumProd" ? "cumprod" : "cumsum", {turned(c.in(0))},
                            {{"axis", along}, {"exclusive", Attr{c.int_attr("exclusive", 0) != 0}}});
  c.set_output(0, turned(all));
  return {};
}

Converted top_k(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  Attrs attrs{{"axis", Attr{c.int_attr("axis", -1)}},
              {"ret_type", Attr{std::string("both")}},
              {"is_ascend", Attr{c.int_attr("largest", 1) == 0}},
              {"dtype", Attr{std::string("int64")}}};
  const ShapeValue* k = c.opset >= 10 ? c.shape_value(1) : nullptr;
  NodeId both;
  if (c.opset < 10) {
    attrs["k"] = Attr{c.int_attr("k", 1)};
    both = c.emit("topk", {c.in(0)}, std::move(attrs));
  } else if (k && k->elements.size() == 1 && k->elements[0].constant().value_or(0) >= 1) {
    attrs["k"] = graph::dim_attr(k->elements[0]);
    both = c.emit("topk", {c.in(0)}, std::move(attrs));
  } else {
    if (!c.has(1)) return "an input is missing";
    const std::optional<size_t> axis = c.rank(0) ? op::axis_of(c.int_attr("axis", -1), *c.rank(0)) : std::nullopt;
    if (k && k->elements.size() == 1 && axis) {
      std::vector<std::optional<Dim>> sizes(*c.rank(0));
      sizes[*axis] = k->elements[0];
      attrs["result_shape"] = OnnxCall::result_shape(sizes);
    }
    both = c.emit("onnx.TopK", {c.in(0), c.in(1)}, std::move(attrs));
  }
  c.set_output(0, c.emit_field(both, 0));
  c.set_output(1, c.emit_field(both, 1));
  return {};
}

}  // namespace

void add_reduce_converters(ConverterTable& table) {
  for (const Reduction& r : kReductions) table[r.onnx] = reduction;
  table["ArgMax"] = arg_reduction;
  table["ArgMin"] = arg_reduction;
  table["CumSum"] = cumulated;
  table["CumProd"] = cumulated;
  table["TopK"] = top_k;
}

}  // namespace nw::import
