// SPDX-License-Identifier: GPL-3.0-or-later
// Quantized operators of ONNX Runtime's own domain, com.microsoft: the plain operator between dequantized arguments and
// a quantized result.
#include "import/onnx_call.h"

namespace nw::import {

namespace {

constexpr int64_t kContribOpset = 13;  // that the plain operators are read as

// The real numbers of an input whose scale and zero point are the two inputs behind it.
NodeId real(OnnxCall& c, size_t input) {
  return c.emit("qnn.dequantize", {c.in(input), one_number(c, c.in(input + 1)), zero_number(c, input + 2)},
                {{"axis", Attr{int64_t{-1}}}});
}

// The plain operator as ONNX has it, on real numbers; the scale of its result is input `scale`, and behind it the zero
// point.
Converted between(OnnxCall& c, const char* op, const std::vector<NodeId>& reals, size_t scale,
                  int64_t opset = kContribOpset) {
  if (c.int_attr("channels_last", 0) != 0) return "its channels are the last axis";
  OnnxCall plain = c.on(reals, opset);
  if (Converted why = onnx_converters().at(op)(plain); !why.empty()) return why;
  append(c.diagnostics, std::move(plain.diagnostics));
  c.set_output(0, quantized(c, plain.outputs().at(0), scale, scale + 1));
  return {};
}

// One operator of Relay on real numbers.
Converted between_reals(OnnxCall& c, const char* op, std::vector<NodeId> reals, size_t scale) {
  c.set_output(0, quantized(c, c.emit(op, std::move(reals)), scale, scale + 1));
  return {};
}

// x, and scale and zero point of the result
Converted qlinear_sigmoid(OnnxCall& c) {
  return between_reals(c, "sigmoid", {real(c, 0)}, 3);
}
Converted qlinear_leaky_relu(OnnxCall& c) {
  return between(c, "LeakyRelu", {real(c, 0)}, 3);
}
Converted qlinear_average_pool(OnnxCall& c) {
  return between(c, "AveragePool", {real(c, 0)}, 3);
}
Converted qlinear_global_average_pool(OnnxCall& c) {
  return between(c, "GlobalAveragePool", {real(c, 0)}, 3);
}
Converted qlinear_softmax(OnnxCall& c) {
  return between(c, "Softmax", {real(c, 0)}, 3, c.int_attr("opset", kContribOpset));
}

// a, b, and scale and zero point of the result
Converted qlinear_add(OnnxCall& c) {
  return between_reals(c, "add", {real(c, 0), real(c, 3)}, 6);
}
Converted qlinear_mul(OnnxCall& c) {
  return between_reals(c, "multiply", {real(c, 0), real(c, 3)}, 6);
}

// a condition, a, b, and scale and zero point of the result
Converted qlinear_where(OnnxCall& c) {
  return between(c, "Where", {c.in(0), real(c, 1), real(c, 4)}, 7);
}

// scale and zero point of the result, and each part with its own
Converted qlinear_concat(OnnxCall& c) {
  std::vector<NodeId> parts;
  for (size_t i = 2; i + 2 < c.input_count(); i += 3) parts.push_back(real(c, i));
  return parts.empty() ? "an input is missing" : between(c, "Concat", parts, 0);
}

// a, b, the bias (int32, of the scale that the products have), and scale and zero point of the result: without them the
// result is real
Converted qgemm(OnnxCall& c) {
  if (c.rank(0) != 2 || c.rank(3) != 2) return kInputsUntyped;
  const bool columns = c.rank(4) == 1 && c.in_type(4).shape[0].constant() != 1;
  NodeId sums;
  if (Converted why = integer_gemm(c, sums); !why.empty()) return why;
  if (c.has(6)) sums = c.emit("add", {sums, c.in(6)});
  NodeId scale = c.emit("multiply", {one_number(c, c.in(1)), columns ? c.in(4) : one_number(c, c.in(4))});
  if (const double alpha = c.float_attr("alpha", 1); alpha != 1)
    scale = c.emit("multiply", {scale, c.scalar(alpha, DType::Float(32))});
  const NodeId result =
      c.emit("qnn.dequantize", {sums, scale, c.scalar(0, DType::Int(32))}, {{"axis", Attr{int64_t{1}}}});
  c.set_output(0, c.has(7) ? quantized(c, result, 7, 8) : result);
  return {};
}

}  // namespace

void add_qlinear_converters(ConverterTable& table) {
  const auto add = [&](const char* op, Converter converter) { table[std::string("com.microsoft.") + op] = converter; };
  add("QLinearAdd", qlinear_add);
  add("QLinearMul", qlinear_mul);
  add("QLinearWhere", qlinear_where);
  add("QLinearSigmoid", qlinear_sigmoid);
  add("QLinearLeakyRelu", qlinear_leaky_relu);
  add("QLinearSoftmax", qlinear_softmax);
  add("QLinearAveragePool", qlinear_average_pool);
  add("QLinearGlobalAveragePool", qlinear_global_average_pool);
  add("QLinearConcat", qlinear_concat);
  add("QGemm", qgemm);
}

}  // namespace nw::import
