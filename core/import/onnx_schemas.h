// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of operators that ONNX defines as functions of others (losses, windows, SequenceMap, …), from the schemas
// that its library brings.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "import/onnx_proto.h"

namespace nw::import {

struct OperatorFunction {
  onnx::FunctionProto body;
  std::vector<onnx::AttributeProto> defaults;  // of attributes that the node may leave out
};

// The body for this node, whose inputs have the types given (unset where one is missing or not known). Nothing where
// the standard has no function, or none for such inputs. The first call fills the library's table and takes some
// milliseconds.
std::optional<OperatorFunction> standard_function(const onnx::NodeProto& node, int64_t opset,
                                                  const std::vector<onnx::TypeProto>& input_types);

}  // namespace nw::import
