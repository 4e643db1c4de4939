// SPDX-License-Identifier: GPL-3.0-or-later
// Activations and softmax. What Relay has no operator for is written out as ONNX defines it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "import/onnx_call.h"

namespace nw::import {

namespace {

// Short forms for formulas over one data type.
class Formula {
 public:
  explicit Formula(OnnxCall& c) : c_(c), dtype_(c.in_type(0).dtype) {}
  NodeId x() const { return c_.in(0); }
  NodeId operator()(double value) { return c_.scalar(value, dtype_); }
  NodeId add(NodeId a, NodeId b) { return c_.emit("add", {a, b}); }
  NodeId sub(NodeId a, NodeId b) { return c_.emit("subtract", {a, b}); }
  NodeId mul(NodeId a, NodeId b) { return c_.emit("multiply", {a, b}); }
  NodeId div(NodeId a, NodeId b) { return c_.emit("divide", {a, b}); }
  NodeId call(const char* op, NodeId a) { return c_.emit(op, {a}); }
  NodeId clip(NodeId a, double low, double high) {
    return c_.emit("clip", {a}, {{"a_min", Attr{low}}, {"a_max", Attr{high}}});
  }

 private:
  OnnxCall& c_;
  DType dtype_;
};

bool typed(const OnnxCall& c) {
  return c.has(0) && c.in_type(0).is_tensor();
}
Converted leaky_relu(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  c.set_output(0, c.emit("nn.leaky_relu", {c.in(0)}, {{"alpha", Attr{c.float_attr("alpha", 0.01)}}}));
  return {};
}

// Relay's slope is a vector along one axis; another slope is written out.
Converted prelu(OnnxCall& c) {
  if (!typed(c) || !c.has(1) || !c.rank(1)) return kInputUntyped;
  const bool shared = *c.rank(1) == 1 && c.in_type(1).shape[0].constant() == 1;
  if (c.opset < 9 && !shared && *c.rank(1) == 1 && c.rank(0).value_or(0) >= 2) {  // one slope a channel
    c.set_output(0, c.emit("nn.prelu", {c.in(0), c.in(1)}, {{"axis", Attr{int64_t{1}}}}));
    return {};
  }
  Formula f(c);
  const NodeId zero = f(0);
  const NodeId below = f.mul(c.in(1), c.emit("minimum", {f.x(), zero}));
  c.set_output(0, f.add(c.emit("maximum", {f.x(), zero}), below));
  return {};
}

Converted clip(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  const double infinity = std::numeric_limits<double>::infinity();
  double bounds[2] = {-infinity, infinity};
  if (c.opset < 11) {
    bounds[0] = c.float_attr("min", -static_cast<double>(std::numeric_limits<float>::max()));
    bounds[1] = c.float_attr("max", static_cast<double>(std::numeric_limits<float>::max()));
  } else {
    for (size_t i = 0; i < 2; ++i) {
      const std::optional<double> bound = c.constant_scalar(i + 1);
      if (c.has(i + 1) && !bound) {
        NodeId result = c.in(0);
        if (c.has(1)) result = c.emit("maximum", {result, c.in(1)});
        if (c.has(2)) result = c.emit("minimum", {result, c.in(2)});
        c.set_output(0, result);
        return {};
      }
      if (bound) bounds[i] = *bound;
    }
  }
  bounds[0] = std::min(bounds[0], bounds[1]);  // where they cross, the upper one is the result
  c.set_output(0, c.emit("clip", {c.in(0)}, {{"a_min", Attr{bounds[0]}}, {"a_max", Attr{bounds[1]}}}));
  return {};
}

Converted hard_sigmoid(OnnxCall& c) {
  if (!typed(c)) return kInputUntyped;
  Formula f(c);
  const NodeId line = f.add(f.mul(f.x(), f(c.float_attr("alpha", 0.2))), f(c.float_attr("beta", 0.5)));
  c.set_output(0, f.clip(line, 0, 1));
  return {};
}

Converted hard_swish(OnnxCall& c) {
  if (!typed(c)) return kInputUntyped;
  Formula f(c);
  const NodeId gate = f.div(f.clip(f.add(f.x(), f(3)), 0, 6), f(6));
  c.set_output(0, f.mul(f.x(), gate));
  return {};
}

// x · sigmoid(alpha · x)
Converted swish(OnnxCall& c) {
  if (!typed(c)) return kInputUntyped;
  Formula f(c);
  const double alpha = c.float_attr("alpha", 1);
  c.set_output(0, f.mul(f.x(), c.emit("sigmoid", {alpha == 1 ? f.x() : f.mul(f.x(), f(alpha))})));
  return {};
}

// alpha · (exp(min(x, 0) / scale) − 1) below zero, x above.
NodeId exponential_below(OnnxCall& c, double alpha, double scale) {
  Formula f(c);
  const NodeId zero = f(0);
  NodeId low = c.emit("minimum", {f.x(), zero});
  if (scale != 1) low = f.div(low, f(scale));
  const NodeId below = f.mul(f(alpha), f.sub(f.call("exp", low), f(1)));
  return f.add(f.call("nn.relu", f.x()), below);
}

Converted elu(OnnxCall& c) {
  if (!typed(c)) return kInputUntyped;
  c.set_output(0, exponential_below(c, c.float_attr("alpha", 1), 1));
  return {};
}

Converted celu(OnnxCall& c) {
  if (!typed(c)) return kInputUntyped;
  const double alpha = c.float_attr("alpha", 1);
  c.set_output(0, exponential_below(c, alpha, alpha));
  return {};
}

Converted selu(OnnxCall& c) {
  if (!typed(c)) return kInputUntyped;
  Formula f(c);
  const NodeId inner = exponential_below(c, c.float_attr("alpha", 1.67326319217681884765625), 1);
  c.set_output(0, f.mul(f(c.float_attr("gamma", 1.05070102214813232421875)), inner));
  return {};
}

Converted thresholded_relu(OnnxCall& c) {
  if (!typed(c)) return kInputUntyped;
  Formula f(c);
  const NodeId above = c.emit("greater", {f.x(), f(c.float_attr("alpha", 1))});
  c.set_output(0, c.emit("where", {above, f.x(), f(0)}));  // a product with 0 would make NaN of infinities
  return {};
}

Converted softplus(OnnxCall& c) {
  if (!typed(c)) return kInputUntyped;
  Formula f(c);
  // log(exp(x) + 1) = max(0, x) + log(exp(-|x|) + 1): exp stays within the type. NaN of x goes through the maximum.
  const NodeId small = f.call("exp", f.call("negative", f.call("abs", f.x())));
  c.set_output(0, f.add(c.emit("maximum", {f(0), f.x()}), f.call("log", f.add(small, f(1)))));
  return {};
}

Converted softsign(OnnxCall& c) {
  if (!typed(c)) return kInputUntyped;
  Formula f(c);
  c.set_output(0, f.div(f.x(), f.add(f(1), f.call("abs", f.x()))));
  return {};
}

Converted mish(OnnxCall& c) {
  if (!typed(c)) return kInputUntyped;
  Formula f(c);
  const NodeId soft = f.call("log", f.add(f.call("exp", f.x()), f(1)));
  c.set_output(0, f.mul(f.x(), f.call("tanh", soft)));
  return {};
}

Converted gelu(OnnxCall& c) {
  if (!typed(c)) return kInputUntyped;
  Formula f(c);
  NodeId inner;
  if (c.string_attr("approximate", "none") == "tanh") {
    const NodeId cube = f.mul(f.mul(f.x(), f.x()), f.x());
    const NodeId line = f.add(f.x(), f.mul(f(0.044715), cube));
    inner = f.call("tanh", f.mul(f(std::sqrt(2 / std::numbers::pi)), line));
  } else {
    inner = f.call("erf", f.div(f.x(), f(std::numbers::sqrt2)));
  }
  c.set_output(0, f.mul(f.mul(f.x(), f(0.5)), f.add(f(1), inner)));
  return {};
}

// In floats: lambd and bias are floats whatever the data is. A product with 0 would make NaN of infinities.
Converted shrink(OnnxCall& c) {
  if (!typed(c)) return kInputUntyped;
  const DType dtype = c.in_type(0).dtype;
  const bool wide = dtype.bits > 32 || (dtype.is_integer() && dtype.bits == 32);
  const DType computed = DType::Float(wide ? 64 : 32);
  const NodeId x = computed == dtype ? c.in(0) : c.cast(c.in(0), computed);
  const auto number = [&](double value) { return c.scalar(value, computed); };
  const double lambd = c.float_attr("lambd", 0.5);
  const NodeId bias = number(c.float_attr("bias", 0));
  const NodeId above = c.emit("greater", {x, number(lambd)}), below = c.emit("less", {x, number(-lambd)});
  const NodeId raised = c.emit("where", {below, c.emit("add", {x, bias}), number(0)});
  const NodeId result = c.emit("where", {above, c.emit("subtract", {x, bias}), raised});
  c.set_output(0, computed == dtype ? result : c.cast(result, dtype));
  return {};
}

// Before opset 13, all axes from `axis` on are one.
Converted softmax_like(OnnxCall& c, const char* op) {
  if (!c.has(0)) return "its input is missing";
  const std::optional<size_t> rank = c.rank(0);
  const int64_t axis = c.int_attr("axis", c.opset < 13 ? 1 : -1);
  if (c.opset >= 13 || (rank && (axis == static_cast<int64_t>(*rank) - 1 || axis == -1))) {
    c.set_output(0, c.emit(op, {c.in(0)}, {{"axis", Attr{axis}}}));
    return {};
  }
  if (!rank) return kInputUntyped;
  const auto split = static_cast<ptrdiff_t>(axis < 0 ? axis + static_cast<int64_t>(*rank) : axis);
  const Shape shape = c.in_type(0).shape;
  if (split < 0 || split > static_cast<ptrdiff_t>(*rank)) return "its axis lies outside its input";
  const Dim rows = graph::product(Shape(shape.begin(), shape.begin() + split));
  const Dim columns = graph::product(Shape(shape.begin() + split, shape.end()));
  const NodeId flat = c.reshape(c.in(0), {rows, columns});
  c.set_output(0, c.reshape(c.emit(op, {flat}, {{"axis", Attr{int64_t{1}}}}), shape));
  return {};
}

// 1 at the first greatest element, 0 elsewhere; before opset 13, all axes from `axis` on are one.
Converted hardmax(OnnxCall& c) {
  if (!typed(c) || !c.rank(0)) return kInputUntyped;
  const auto rank = static_cast<int64_t>(*c.rank(0));
  const Shape shape = c.in_type(0).shape;
  const DType dtype = c.in_type(0).dtype;
  int64_t axis = c.int_attr("axis", c.opset < 13 ? 1 : -1);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank) return "its axis lies outside its input";
  NodeId data = c.in(0);
  if (c.opset < 13) {
    data = c.reshape(data, {graph::product(Shape(shape.begin(), shape.begin() + axis)),
                            graph::product(Shape(shape.begin() + axis, shape.end()))});
    axis = 1;
  }
  const Dim depth = c.type(data).shape[static_cast<size_t>(axis)];
  const NodeId first = c.emit("argmax", {data},
                              {{"axis", graph::ints({axis})},
                               {"keepdims", Attr{true}},
                               {"select_last_index", Attr{false}},
                               {"dtype", Attr{std::string("int64")}}});
  // Places along the axis, as (1, …, depth, …, 1).
  const DType index = DType::Int(64);
  const NodeId size = depth.constant() ? c.scalar(static_cast<double>(*depth.constant()), index)
                                       : c.emit("take",
                                                {c.emit("shape_of", {data}, {{"dtype", Attr{std::string("int64")}}}),
                                                 c.scalar(static_cast<double>(axis), DType::Int(64))},
                                                {{"axis", Attr{int64_t{0}}}, {"mode", Attr{std::string("fast")}}});
  NodeId places = c.emit("arange", {c.scalar(0, index), size, c.scalar(1, index)},
                         {{"dtype", Attr{to_string(index)}}, {"result_shape", OnnxCall::result_shape({depth})}});
  const int64_t after = static_cast<int64_t>(c.type(data).shape.size()) - 1 - axis;
  if (after > 0) places = c.emit("expand_dims", {places}, {{"axis", Attr{int64_t{1}}}, {"num_newaxis", Attr{after}}});
  c.set_output(0, c.reshape(c.cast(c.emit("equal", {first, places}), dtype), shape));
  return {};
}

Converted softmax(OnnxCall& c) {
  return softmax_like(c, "nn.softmax");
}
Converted log_softmax(OnnxCall& c) {
  return softmax_like(c, "nn.log_softmax");
}

}  // namespace

void add_activation_converters(ConverterTable& table) {
  table["LeakyRelu"] = leaky_relu;
  table["PRelu"] = prelu;
  table["Clip"] = clip;
  table["HardSigmoid"] = hard_sigmoid;
  table["Swish"] = swish;
  table["HardSwish"] = hard_swish;
  table["Elu"] = elu;
  table["Celu"] = celu;
  table["Selu"] = selu;
  table["ThresholdedRelu"] = thresholded_relu;
  table["Softplus"] = softplus;
  table["Softsign"] = softsign;
  table["Mish"] = mish;
  table["Gelu"] = gelu;
  table["Shrink"] = shrink;
  table["Hardmax"] = hardmax;
  table["Softmax"] = softmax;
  table["LogSoftmax"] = log_softmax;
}

}  // namespace nw::import
