// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic, comparisons and logic.
#include <cmath>
#include <limits>

#include "import/onnx_call.h"

namespace nw::import {

namespace {

// One operator of Relay on the same arguments, by its name.
struct Renamed {
  const char* onnx;
  const char* relay;
};
constexpr Renamed kUnary[] = {
    {"Abs", "abs"},         {"Acos", "acos"},       {"Acosh", "acosh"},  {"Asin", "asin"},
    {"Asinh", "asinh"},     {"Atan", "atan"},       {"Atanh", "atanh"},  {"BitwiseNot", "bitwise_not"},
    {"Ceil", "ceil"},       {"Cos", "cos"},         {"Cosh", "cosh"},    {"Erf", "erf"},
    {"Exp", "exp"},         {"Floor", "floor"},     {"IsNaN", "isnan"},  {"Log", "log"},
    {"Neg", "negative"},    {"Not", "logical_not"}, {"Relu", "nn.relu"}, {"Round", "round"},
    {"Sigmoid", "sigmoid"}, {"Sign", "sign"},       {"Sin", "sin"},      {"Sinh", "sinh"},
    {"Sqrt", "sqrt"},       {"Tan", "tan"},         {"Tanh", "tanh"},
};
constexpr Renamed kBinary[] = {
    {"Add", "add"},
    {"And", "logical_and"},
    {"BitwiseAnd", "bitwise_and"},
    {"BitwiseOr", "bitwise_or"},
    {"BitwiseXor", "bitwise_xor"},
    {"Div", "divide"},
    {"Equal", "equal"},
    {"Greater", "greater"},
    {"GreaterOrEqual", "greater_equal"},
    {"Less", "less"},
    {"LessOrEqual", "less_equal"},
    {"Mul", "multiply"},
    {"Or", "logical_or"},
    {"Sub", "subtract"},
    {"Xor", "logical_xor"},
};

const char* relay_name(const OnnxCall& c) {
  for (const Renamed& r : kUnary) {
    if (c.proto.op_type() == r.onnx) return r.relay;
  }
  for (const Renamed& r : kBinary) {
    if (c.proto.op_type() == r.onnx) return r.relay;
  }
  return "";
}

Converted unary(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  c.set_output(0, c.emit(relay_name(c), {c.in(0)}));
  return {};
}

Converted binary(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  c.set_output(0, c.emit(relay_name(c), {c.in(0), c.in(1)}));
  return {};
}

Converted identity(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  const bool constant = c.node(c.in(0)).kind == graph::NodeKind::Constant;
  const bool other = c.in_type(0).kind == Type::Kind::Other;  // a list, or what may be absent
  c.set_output(0, constant || other ? c.in(0) : c.emit("copy", {c.in(0)}));
  return {};
}

bool is_string(const Type& type) {
  return type.is_tensor() && type.dtype.is_string();
}

// Relay's cast is between numbers.
Converted cast_to(OnnxCall& c, DType to) {
  const bool texts = to.is_string() || is_string(c.in_type(0));
  c.set_output(0, texts ? c.emit("onnx.Cast", {c.in(0)}, {{"dtype", Attr{to_string(to)}}}) : c.cast(c.in(0), to));
  return {};
}

Converted cast(OnnxCall& c) {
  const std::optional<DType> to = onnx_dtype(static_cast<int>(c.int_attr("to", 0)));
  if (!c.has(0) || !to) return "its element type is not known here";
  return cast_to(c, *to);
}

Converted cast_like(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  const Type& like = c.in_type(1);
  if (like.is_tensor() && (like.dtype.is_string() || is_string(c.in_type(0)))) return cast_to(c, like.dtype);
  c.set_output(0, c.emit("cast_like", {c.in(0), c.in(1)}));
  return {};
}

// The type of the base is that of the result; what is computed in holds base and exponent.
DType power_dtype(DType base, DType exponent) {
  if (base.is_float() && exponent.is_float()) return exponent.bits > base.bits ? exponent : base;
  if (base.is_float()) return base;
  if (exponent.is_float()) return base.bits > 16 ? DType::Float(64) : exponent;
  return DType::Int(64);
}

Converted power(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  if (!c.in_type(0).is_tensor() || !c.in_type(1).is_tensor()) {
    c.set_output(0, c.emit("power", {c.in(0), c.in(1)}));
    return {};
  }
  const DType base = c.in_type(0).dtype;
  const DType computed = base == c.in_type(1).dtype ? base : power_dtype(base, c.in_type(1).dtype);
  const std::optional<double> value = c.constant_scalar(1);
  const bool literal = value && c.rank(1) == 0 && base != c.in_type(1).dtype;
  const NodeId exponent = literal ? c.scalar(*value, computed) : c.cast(c.in(1), computed);
  c.set_output(0, c.cast(c.emit("power", {c.cast(c.in(0), computed), exponent}), base));
  return {};
}

// The rest with the sign of the divisor. Not Relay's floor_mod, which gives NaN where one of the two is infinite.
NodeId floating_modulo(OnnxCall& c) {
  const NodeId rest = c.emit("mod", {c.in(0), c.in(1)}), zero = c.scalar(0, c.in_type(0).dtype);
  const NodeId differs =
      c.emit("not_equal", {c.emit("less", {rest, zero}), c.emit("less", {c.in(1), c.scalar(0, c.in_type(1).dtype)})});
  const NodeId moves = c.emit("logical_and", {c.emit("not_equal", {rest, zero}), differs});
  return c.emit("where", {moves, c.emit("add", {rest, c.in(1)}), rest});
}

Converted modulo(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  const bool truncates = c.int_attr("fmod", 0) != 0;
  const bool floating = c.in_type(0).is_tensor() && c.in_type(1).is_tensor() && c.in_type(0).dtype.is_float();
  c.set_output(
      0, !truncates && floating ? floating_modulo(c) : c.emit(truncates ? "mod" : "floor_mod", {c.in(0), c.in(1)}));
  return {};
}

// Of signed integers ONNX says what a shift by less than nothing or by more than all bits gives: no bits of the number,
// only its sign where it is shifted to the right.
NodeId signed_shift(OnnxCall& c, const char* op, bool right) {
  const DType dtype = c.in_type(0).dtype;
  const NodeId zero = c.scalar(0, dtype), most = c.scalar(dtype.bits - 1, dtype);
  const NodeId within =
      c.emit("logical_and", {c.emit("less_equal", {zero, c.in(1)}), c.emit("less_equal", {c.in(1), most})});
  const NodeId shifted = c.emit(op, {c.in(0), c.emit("where", {within, c.in(1), zero})});
  return c.emit("where", {within, shifted, right ? c.emit(op, {c.in(0), most}) : zero});
}

Converted bit_shift(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  const bool right = c.string_attr("direction", "") == "RIGHT";
  const char* op = right ? "right_shift" : "left_shift";
  const bool is_signed = c.in_type(0).is_tensor() && c.in_type(0).dtype.is_int();
  c.set_output(0, is_signed ? signed_shift(c, op, right) : c.emit(op, {c.in(0), c.in(1)}));
  return {};
}

Converted is_inf(OnnxCall& c) {
  if (!c.has(0) || !c.in_type(0).is_tensor()) return kInputUntyped;
  const bool negative = c.int_attr("detect_negative", 1) != 0, positive = c.int_attr("detect_positive", 1) != 0;
  if (negative && positive) {
    c.set_output(0, c.emit("isinf", {c.in(0)}));
    return {};
  }
  const double infinity = std::numeric_limits<double>::infinity();
  const double wanted = negative ? -infinity : positive ? infinity : std::numeric_limits<double>::quiet_NaN();
  c.set_output(0, c.emit("equal", {c.in(0), c.scalar(wanted, c.in_type(0).dtype)}));
  return {};
}

Converted reciprocal(OnnxCall& c) {
  if (!c.has(0) || !c.in_type(0).is_tensor()) return "the type of its input is not known";
  c.set_output(0, c.emit("divide", {c.scalar(1, c.in_type(0).dtype), c.in(0)}));
  return {};
}

Converted where(OnnxCall& c) {
  if (!c.has(0) || !c.has(1) || !c.has(2)) return "an input is missing";
  c.set_output(0, c.emit("where", {c.in(0), c.in(1), c.in(2)}));
  return {};
}

// Operators on any number of arguments, from the left.
Converted fold(OnnxCall& c, const char* op) {
  if (!c.has(0)) return "its inputs are missing";
  NodeId result = c.in(0);
  for (size_t i = 1; i < c.input_count(); ++i) {
    if (!c.has(i)) return "an input is missing";
    result = c.emit(op, {result, c.in(i)});
  }
  if (c.input_count() == 1) result = c.emit("copy", {result});
  c.set_output(0, result);
  return {};
}

bool holds_nan(const OnnxCall& c, NodeId id) {
  const graph::Node& node = c.node(id);
  if (node.kind != graph::NodeKind::Constant || !node.data.bytes()) return c.type(id).dtype.is_float();
  for (int64_t i = 0; node.data.dtype().is_float() && i < node.data.size(); ++i)
    if (std::isnan(node.data.at(i))) return true;
  return false;
}

// Relay's maximum and minimum compare and take the second argument where the first is NaN; ONNX's are NaN where any
// argument is.
Converted extreme(OnnxCall& c, const char* op) {
  if (!c.has(0)) return "its inputs are missing";
  NodeId result = c.in(0);
  for (size_t i = 1; i < c.input_count(); ++i) {
    if (!c.has(i)) return "an input is missing";
    NodeId first = result, second = c.in(i);
    if (c.type(first).is_tensor() && holds_nan(c, first) && !holds_nan(c, second)) std::swap(first, second);
    result = c.emit(op, {first, second});
    if (c.type(first).is_tensor() && holds_nan(c, first))
      result = c.emit("where", {c.emit("isnan", {first}), first, result});
  }
  if (c.input_count() == 1) result = c.emit("copy", {result});
  c.set_output(0, result);
  return {};
}

Converted minimum(OnnxCall& c) {
  return extreme(c, "minimum");
}
Converted maximum(OnnxCall& c) {
  return extreme(c, "maximum");
}
Converted sum(OnnxCall& c) {
  return fold(c, "add");
}
Converted mean(OnnxCall& c) {
  if (!c.has(0) || !c.in_type(0).is_tensor()) return "the type of its input is not known";
  if (Converted why = fold(c, "add"); !why.empty()) return why;
  const NodeId count = c.scalar(static_cast<double>(c.input_count()), c.in_type(0).dtype);
  c.set_output(0, c.emit("divide", {c.outputs()[0], count}));
  return {};
}

}  // namespace

void add_math_converters(ConverterTable& table) {
  for (const Renamed& r : kUnary) table[r.onnx] = unary;
  for (const Renamed& r : kBinary) table[r.onnx] = binary;
  table["Identity"] = identity;
  table["Cast"] = cast;
  table["CastLike"] = cast_like;
  table["Pow"] = power;
  table["Mod"] = modulo;
  table["BitShift"] = bit_shift;
  table["IsInf"] = is_inf;
  table["Reciprocal"] = reciprocal;
  table["Where"] = where;
  table["Min"] = minimum;
  table["Max"] = maximum;
  table["Sum"] = sum;
  table["Mean"] = mean;
}

}  // namespace nw::import
