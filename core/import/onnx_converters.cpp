// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_call.h"

namespace nw::import {

void add_einsum_converter(ConverterTable& table);  // onnx_einsum.cpp

const ConverterTable& onnx_converters() {
  static const ConverterTable table = [] {
    ConverterTable t;
    add_math_converters(t);
    add_activation_converters(t);
    add_nn_converters(t);
    add_matmul_converters(t);
    add_einsum_converter(t);
    add_reduce_converters(t);
    add_shape_converters(t);
    add_slice_converters(t);
    add_gather_converters(t);
    add_create_converters(t);
    add_image_converters(t);
    add_resize_converters(t);
    add_quantized_converters(t);
    add_qlinear_converters(t);
    add_sequence_converters(t);
    add_plain_converters(t);
    return t;
  }();
  return table;
}

}  // namespace nw::import
