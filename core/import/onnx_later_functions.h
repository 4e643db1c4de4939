// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of functions of ONNX's standard that are newer than its library: Attention and RotaryEmbedding of
// opset 23.
#pragma once

#include <optional>
#include <vector>

#include "import/onnx_schemas.h"

namespace nw::import {

// The body for this node, whose inputs have the types given (unset where one is missing or not known). Nothing for
// other operators, or where it depends on a type that is not known.
std::optional<OperatorFunction> later_function(const onnx::NodeProto& node,
                                               const std::vector<onnx::TypeProto>& input_types);

}  // namespace nw::import
