// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products. A weight that is stored as (N, K) makes a dense layer, one as (K, N) a matmul: no weight is turned
// round on the way. A product of two stacks of matrices is a batch_matmul on tensors of rank 3.
#include "import/onnx_call.h"
#include "op/rules.h"

namespace nw::import {

namespace {

NodeId transpose(OnnxCall& c, NodeId data, const std::vector<int64_t>& axes) {
  return c.emit("transpose", {data}, {{"axes", graph::ints(axes)}});
}

// Of a batch_matmul whose matrices are multiplied as they are.
const Attrs kPlainStack = {{"transpose_a", Attr{false}}, {"transpose_b", Attr{false}}};

// Zero points of a product of integers, whose sums are int32: of the first matrix one number, of the second one number
// or one for each column.
struct Zeros {
  NodeId a, b;
};

// The operator on integers that Relay has for `op`: with zero points and scales, which change no sum.
NodeId integer_product(OnnxCall& c, const char* op, std::vector<NodeId> operands, const Zeros& zeros, Attrs attrs) {
  const NodeId one = c.scalar(1, DType::Float(32));
  operands.insert(operands.end(), {zeros.a, zeros.b, one, one});
  attrs["out_dtype"] = Attr{std::string("int32")};
  return c.emit(op, std::move(operands), std::move(attrs));
}

NodeId product(OnnxCall& c, NodeId data, NodeId weight, bool rows_are_units, const Zeros* zeros = nullptr) {
  Attrs attrs;
  if (const auto units = c.type(weight).shape[rows_are_units ? 0 : 1].constant()) attrs["units"] = Attr{*units};
  if (zeros) {
    const NodeId rows = rows_are_units ? weight : transpose(c, weight, {1, 0});
    return integer_product(c, "qnn.dense", {data, rows}, *zeros, std::move(attrs));
  }
  if (rows_are_units) return c.emit("nn.dense", {data, weight}, std::move(attrs));
  attrs["transpose_a"] = Attr{false};
  attrs["transpose_b"] = Attr{false};
  return c.emit("nn.matmul", {data, weight}, std::move(attrs));
}

Converted gemm(OnnxCall& c) {
  if (c.rank(0) != 2 || c.rank(1) != 2) return kInputsUntyped;
  const DType dtype = c.in_type(0).dtype;
  NodeId data = c.in(0);
  if (c.int_attr("transA", 0)) data = transpose(c, data, {1, 0});
  NodeId result = product(c, data, c.in(1), c.int_attr("transB", 0) != 0);
  if (const double alpha = c.float_attr("alpha", 1); alpha != 1)
    result = c.emit("multiply", {result, c.scalar(alpha, dtype)});
  if (c.has(2)) {
    NodeId bias = c.in(2);
    const double beta = c.float_attr("beta", 1);
    if (beta != 1) bias = c.emit("multiply", {bias, c.scalar(beta, dtype)});
    // A vector is the bias of a dense layer.
    const bool vector = beta == 1 && c.rank(2) == 1 && c.type(result).is_tensor() &&
                        graph::same(c.in_type(2).shape[0], c.type(result).shape.back());
    result =
        vector ? c.emit("nn.bias_add", {result, bias}, {{"axis", Attr{int64_t{-1}}}}) : c.emit("add", {result, bias});
  }
  c.set_output(0, result);
  return {};
}

Shape front(const Shape& shape, size_t dropped) {
  return {shape.begin(), shape.end() - static_cast<ptrdiff_t>(dropped)};
}

// data (…, K) by a matrix (K, N): the leading axes are one while it is multiplied.
NodeId by_matrix(OnnxCall& c, NodeId data, NodeId weight, const Zeros* zeros) {
  const Shape shape = c.type(data).shape;
  const Dim columns = c.type(weight).shape[1];
  if (shape.size() == 2) return product(c, data, weight, false, zeros);
  // Stacks of so many rows need no other shape, so that what follows is computed in the same kernel.
  constexpr int64_t kManyRows = 4;
  if (zeros && shape.size() == 3 && (shape[0].constant() == 1 || shape[1].constant().value_or(0) >= kManyRows)) {
    const NodeId one = c.emit("expand_dims", {weight}, {{"axis", Attr{int64_t{0}}}});
    return integer_product(c, "qnn.batch_matmul", {data, one}, *zeros, kPlainStack);
  }
  const NodeId flat = c.reshape(data, {graph::product(front(shape, 1)), shape.back()});
  Shape result = front(shape, 1);
  result.push_back(columns);
  return c.reshape(product(c, flat, weight, false, zeros), result);
}

NodeId broadcast_batch(OnnxCall& c, NodeId data, const Shape& batch) {
  const Shape shape = c.type(data).shape;
  if (graph::same(front(shape, 2), batch)) return data;
  Shape wanted = batch;
  wanted.insert(wanted.end(), shape.end() - 2, shape.end());
  return c.emit("broadcast_to", {data}, {{"shape", graph::dims(wanted)}});
}

Converted by_stack(OnnxCall& c, NodeId a, NodeId b, const Zeros* zeros, NodeId& result) {
  const Shape left = c.type(a).shape;
  const Shape right = c.type(b).shape;
  const std::optional<Shape> batch = op::broadcast(front(left, 2), front(right, 2));
  if (!batch) return "its batches cannot be broadcast to one shape";
  const auto stacked = [&](NodeId data, const Shape& shape) {
    const Shape own = front(shape, 2);
    // One matrix, or one batch, is shared by batch_matmul itself.
    const Dim size = graph::product(own);
    if (size.constant() == 1) return c.reshape(data, {Dim(1), shape[shape.size() - 2], shape.back()});
    const NodeId whole = broadcast_batch(c, data, *batch);
    return c.reshape(whole, {graph::product(*batch), shape[shape.size() - 2], shape.back()});
  };
  const NodeId left3 = stacked(a, left);
  const NodeId right3 = stacked(b, right);
  const NodeId stack = zeros ? integer_product(c, "qnn.batch_matmul", {left3, right3}, *zeros, kPlainStack)
                             : c.emit("nn.batch_matmul", {left3, right3}, kPlainStack);
  Shape shape = *batch;
  shape.push_back(left[left.size() - 2]);
  shape.push_back(right.back());
  result = c.reshape(stack, shape);
  return {};
}

// The product of two tensors that are typed, as numpy's; of integers where there are zero points.
Converted product_of(OnnxCall& c, NodeId a, NodeId b, NodeId& result, const Zeros* zeros = nullptr) {
  const Type left = c.type(a), right = c.type(b);
  if (!left.is_tensor() || !right.is_tensor() || !left.rank_known || !right.rank_known || left.shape.empty() ||
      right.shape.empty())
    return kInputsUntyped;
  // A vector is a row on the left, as a column on the right; that axis is not in the result.
  const bool row = left.shape.size() == 1;
  const bool column = right.shape.size() == 1;
  if (row) a = c.emit("expand_dims", {a}, {{"axis", Attr{int64_t{0}}}});
  if (column) b = c.emit("expand_dims", {b}, {{"axis", Attr{int64_t{1}}}});
  if (c.type(b).shape.size() == 2) {
    result = by_matrix(c, a, b, zeros);
  } else if (Converted why = by_stack(c, a, b, zeros, result); !why.empty()) {
    return why;
  }
  std::vector<int64_t> squeezed;
  if (row) squeezed.push_back(-2);
  if (column) squeezed.push_back(-1);
  if (!squeezed.empty()) result = c.emit("squeeze", {result}, {{"axis", graph::ints(squeezed)}});
  return {};
}

Converted matmul(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  NodeId result;
  if (Converted why = product_of(c, c.in(0), c.in(1), result); !why.empty()) return why;
  c.set_output(0, result);
  return {};
}

// Integers less their zero point, in 32 bits. A vector of zero points is one a row of the left matrix.
NodeId centred(OnnxCall& c, size_t data, size_t zero, bool rows) {
  const NodeId wide = c.cast(c.in(data), DType::Int(32));
  if (!c.has(zero)) return wide;
  NodeId point = c.cast(c.in(zero), DType::Int(32));
  if (rows && c.rank(zero) == 1 && c.in_type(zero).shape[0].constant() != 1)
    point = c.emit("expand_dims", {point}, {{"axis", Attr{int64_t{1}}}});
  return c.emit("subtract", {wide, point});
}

bool is_one_number(OnnxCall& c, size_t input) {
  return !c.has(input) || c.rank(input) == 0 || (c.rank(input) == 1 && c.in_type(input).shape[0].constant() == 1);
}

// Sums of products of integers less their zero points, in int32.
Converted integer_sums(OnnxCall& c, size_t a, size_t a_zero, size_t b, size_t b_zero, NodeId& sums) {
  if (!c.rank(a) || !c.rank(b)) return kInputsUntyped;
  const bool columns = c.rank(b) == 2 && c.rank(b_zero) == 1;
  if (!is_one_number(c, a_zero) || !(is_one_number(c, b_zero) || columns))
    return product_of(c, centred(c, a, a_zero, true), centred(c, b, b_zero, false), sums);
  const Zeros zeros{zero_number(c, a_zero), zero_number(c, b_zero)};
  return product_of(c, c.in(a), c.in(b), sums, &zeros);
}

Converted matmul_integer(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  NodeId result;
  if (Converted why = integer_sums(c, 0, 2, 1, 3, result); !why.empty()) return why;
  c.set_output(0, result);
  return {};
}

// a, scale, zero point; b, scale, zero point; scale and zero point of the result
Converted qlinear_matmul(OnnxCall& c) {
  for (size_t i = 0; i < 8; ++i)
    if (!c.has(i)) return "an input is missing";
  if (!c.in_type(7).is_tensor() || !c.rank(0)) return kInputsUntyped;
  NodeId result;
  if (Converted why = integer_sums(c, 0, 2, 3, 5, result); !why.empty()) return why;
  if (!is_one_number(c, 1)) return "it has a scale for each row";
  c.set_output(0, requantized(c, result, c.emit("multiply", {one_number(c, c.in(1)), c.in(4)}), 6, 7, -1));
  return {};
}

}  // namespace

Converted integer_gemm(OnnxCall& c, NodeId& sums) {
  if (!is_one_number(c, 2)) return "it has a zero point for each row";
  const Zeros zeros{zero_number(c, 2), zero_number(c, 5)};
  const NodeId data = c.int_attr("transA", 0) ? transpose(c, c.in(0), {1, 0}) : c.in(0);
  sums = product(c, data, c.in(3), c.int_attr("transB", 0) != 0, &zeros);
  return {};
}

void add_matmul_converters(ConverterTable& table) {
  table["Gemm"] = gemm;
  table["MatMul"] = matmul;
  table["MatMulInteger"] = matmul_integer;
  table["QLinearMatMul"] = qlinear_matmul;
}

}  // namespace nw::import
