// SPDX-License-Identifier: GPL-3.0-or-later
// The passes that run before fusion.
#pragma once

#include "passes/passes.h"

namespace nw::passes {

// Batch, layer, instance and group normalization and l2_normalize become arithmetic; dropout becomes its input.
PassResult simplify_inference(const graph::Graph& graph);

// Float operators on dequantized bytes become integer ones, of which the scale is taken afterwards.
PassResult fake_quantization_to_integer(const graph::Graph& graph);

// Calls whose arguments are all constants become constants, up to a size; reshapes of constants share their data.
PassResult fold_constants(const graph::Graph& graph);

// Positions of a convolution's window that read its border alone are left out.
PassResult crop_windows(const graph::Graph& graph);

// Transposed convolutions with strides to few channels become dense ones, whose channels are laid out as pixels.
PassResult transposed_convolutions(const graph::Graph& graph);

// A bias is added in one way: nn.bias_add(x, b) becomes add(x, b with axes of size 1 behind).
PassResult canonical_bias(const graph::Graph& graph);

}  // namespace nw::passes
