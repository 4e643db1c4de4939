// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_schemas.h"

#include <algorithm>
#include <exception>

#include "import/onnx_later_functions.h"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <onnx/defs/schema.h>
#pragma GCC diagnostic pop

namespace nw::import {

namespace {

std::optional<onnx::FunctionProto> body_of(const onnx::OpSchema& schema, const onnx::NodeProto& node,
                                           const std::vector<onnx::TypeProto>& input_types) {
  if (schema.HasFunction()) {
    const onnx::FunctionProto* body = schema.GetFunction();
    return body ? std::optional<onnx::FunctionProto>(*body) : std::nullopt;
  }
  // The library takes for granted that inputs of SequenceMap have types: onnx_control.cpp reads it by itself.
  if (!schema.HasContextDependentFunction() || schema.Name() == "SequenceMap") return std::nullopt;
  const onnx::FunctionBodyBuildContextImpl context(node, input_types);
  onnx::FunctionProto body;
  try {  // the library throws where an attribute or a type is not what it expects
    if (schema.BuildContextDependentFunction(context, body)) return body;
  } catch (const std::exception&) {
  }
  return std::nullopt;
}

}  // namespace

std::optional<OperatorFunction> standard_function(const onnx::NodeProto& node, int64_t opset,
                                                  const std::vector<onnx::TypeProto>& input_types) {
  constexpr int64_t kNewest = 1000;
  const std::string domain = node.domain() == "ai.onnx" ? "" : node.domain();
  const onnx::OpSchema* schema =
      onnx::OpSchemaRegistry::Schema(node.op_type(), static_cast<int>(std::clamp(opset, int64_t{1}, kNewest)), domain);
  if (!schema) return later_function(node, input_types);
  std::optional<onnx::FunctionProto> body = body_of(*schema, node, input_types);
  if (!body) return std::nullopt;
  OperatorFunction function{std::move(*body), {}};
  for (const auto& [name, attribute] : schema->attributes())
    if (!attribute.default_value.name().empty()) function.defaults.push_back(attribute.default_value);
  return function;
}

}  // namespace nw::import
