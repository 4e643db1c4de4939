// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's signal operators (onnx.DFT, onnx.STFT, onnx.MelWeightMatrix), whose last axis holds the parts of complex
// numbers; and its random numbers.
#include <fmt/format.h>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

bool is_given(const TypeContext& c, size_t argument) {
  return argument < c.args.size() && c.args[argument].is_tensor();
}
// A number that is an argument: constant, or unknown.
std::optional<int64_t> constant_number(const TypeContext& c, size_t argument) {
  if (argument >= c.constants.size()) return std::nullopt;
  const NDArray& data = c.constants[argument];
  return data.bytes() && data.size() == 1 ? std::optional<int64_t>(data.int_at(0)) : std::nullopt;
}

// signal (batch, …, 1 or 2), length, axis
Result<Type> onnx_dft(const TypeContext& c) {
  if (!is_given(c, 0) || c.args[0].shape.size() < 3)
    return wrong_argument(c.node, 0, "have three dimensions at least", c.args.empty() ? Type() : c.args[0]);
  Shape shape = c.args[0].shape;
  const bool one_sided = graph::int_attr(c.node.attrs, "onesided", 0) != 0;
  const bool real = one_sided && graph::int_attr(c.node.attrs, "inverse", 0) != 0;
  shape.back() = Dim(real ? 1 : 2);
  if (is_given(c, 2)) {  // which axis it is, a run tells
    for (size_t i = 0; (is_given(c, 1) || one_sided) && i + 1 < shape.size(); ++i)
      shape[i] = new_symbol(c, fmt::format("d{}", i).c_str());
    return Type::tensor(c.args[0].dtype, std::move(shape));
  }
  Result<size_t> axis = axis_attr(c, "axis", 1, shape.size());
  if (!axis) return axis.diagnostics;
  const std::optional<int64_t> length = constant_number(c, 1);
  if (is_given(c, 1))
    shape[*axis] = length ? Dim(*length) : new_symbol(c, "length");
  else if (real)
    shape[*axis] = (shape[*axis] - Dim(1)) * Dim(2);
  if (one_sided && !real) shape[*axis] = graph::floor_div(shape[*axis], Dim(2)) + Dim(1);
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

// signal (batch, time, 1 or 2), step, window, length of a frame: (batch, frames, bins, 2)
Result<Type> onnx_stft(const TypeContext& c) {
  if (!is_given(c, 0) || !is_given(c, 1) || c.args[0].shape.size() < 2)
    return wrong_argument(c.node, 0, "have two dimensions at least", c.args.empty() ? Type() : c.args[0]);
  const Shape& signal = c.args[0].shape;
  const std::optional<int64_t> step = constant_number(c, 1), frame = constant_number(c, 3);
  std::optional<Dim> length;
  if (frame) length = Dim(*frame);
  if (!length && is_given(c, 2) && c.args[2].shape.size() == 1) length = c.args[2].shape[0];
  const Dim frames = length && step && *step > 0 ? graph::floor_div(signal[1] - *length, Dim(*step)) + Dim(1)
                                                 : new_symbol(c, "frames");
  Dim bins = length ? *length : new_symbol(c, "bins");
  if (length && graph::int_attr(c.node.attrs, "onesided", 1) != 0) bins = graph::floor_div(bins, Dim(2)) + Dim(1);
  return Type::tensor(c.args[0].dtype, {signal[0], frames, bins, Dim(2)});
}

// bins of the filter, length of the transform, sampling rate, lowest and highest frequency
Result<Type> mel_weights(const TypeContext& c) {
  if (c.args.size() != 5) return wrong_argument_count(c.node, 5);
  const std::optional<int64_t> bins = constant_number(c, 0), length = constant_number(c, 1);
  return Type::tensor(
      dtype_attr(c.node.attrs, "dtype", DType::Float(32)),
      {length ? Dim(*length / 2 + 1) : new_symbol(c, "spectrum"), bins ? Dim(*bins) : new_symbol(c, "bins")});
}

Result<Type> random_of_shape(const TypeContext& c) {
  const std::optional<Shape> shape = graph::dims_attr(c.node.attrs, "shape");
  if (!shape) return wrong_attribute(c.node, "shape", "must list dimensions");
  return Type::tensor(dtype_attr(c.node.attrs, "dtype", DType::Float(32)), *shape);
}

Result<Type> random_like(const TypeContext& c) {
  if (!is_given(c, 0)) return wrong_argument_count(c.node, 1);
  return Type::tensor(dtype_attr(c.node.attrs, "dtype", c.args[0].dtype), c.args[0].shape);
}

Result<Type> onnx_multinomial(const TypeContext& c) {
  if (!is_given(c, 0) || c.args[0].shape.size() != 2)
    return wrong_argument(c.node, 0, "have two dimensions", c.args.empty() ? Type() : c.args[0]);
  return Type::tensor(dtype_attr(c.node.attrs, "dtype", DType::Int(32)),
                      {c.args[0].shape[0], Dim(graph::int_attr(c.node.attrs, "sample_size", 1))});
}

}  // namespace

void add_spectrum(Registry& registry) {
  set_type(registry, "onnx.DFT", -1, onnx_dft);
  set_type(registry, "onnx.STFT", -1, onnx_stft);
  set_type(registry, "onnx.MelWeightMatrix", -1, mel_weights);
  set_type(registry, "onnx.RandomNormal onnx.RandomUniform", 0, random_of_shape);
  set_type(registry, "onnx.RandomNormalLike onnx.RandomUniformLike", 1, random_like);
  set_type(registry, "onnx.Multinomial", 1, onnx_multinomial);
}

}  // namespace nw::op
