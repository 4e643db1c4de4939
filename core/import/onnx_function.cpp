// SPDX-License-Identifier: GPL-3.0-or-later
// Functions: an operator that the standard defines by a body of other operators, or that the file defines so, becomes
// that body. Its nodes are named after the node, so that they form a scope. A body sees its own inputs only.
#include <fmt/format.h>

#include "import/onnx_importer.h"
#include "import/onnx_schemas.h"
#include "import/onnx_text.h"

namespace nw::import {

namespace {

constexpr int kMostNodes = 1 << 16;  // of all bodies of a file

onnx::TypeProto type_proto(const Type& type) {
  onnx::TypeProto proto;
  if (!type.is_tensor()) return proto;
  const std::optional<int> element = onnx_type(type.dtype);
  if (!element) return proto;
  auto* tensor = proto.mutable_tensor_type();
  tensor->set_elem_type(*element);
  if (!type.rank_known) return proto;
  auto* shape = tensor->mutable_shape();
  for (const Dim& dim : type.shape) {
    auto* made = shape->add_dim();
    if (const auto size = dim.constant())
      made->set_dim_value(*size);
    else
      made->set_dim_param(graph::to_string(dim));
  }
  return proto;
}

using AttributesByName = std::map<std::string, const onnx::AttributeProto*>;

// Attributes that refer to the function's take their values; those that nobody gave go.
void put_attributes(onnx::NodeProto& node, const AttributesByName& given, int depth) {
  onnx::NodeProto plain = node;
  plain.clear_attribute();
  for (const onnx::AttributeProto& attribute : node.attribute()) {
    if (attribute.ref_attr_name().empty()) {
      *plain.add_attribute() = attribute;
      continue;
    }
    const auto it = given.find(attribute.ref_attr_name());
    if (it == given.end()) continue;
    onnx::AttributeProto* made = plain.add_attribute();
    *made = *it->second;
    made->set_name(attribute.name());
  }
  if (depth < kDeepestBody) {
    for (onnx::AttributeProto& attribute : *plain.mutable_attribute()) {
      if (!attribute.has_g()) continue;
      for (onnx::NodeProto& inner : *attribute.mutable_g()->mutable_node()) put_attributes(inner, given, depth + 1);
    }
  }
  node = std::move(plain);
}

}  // namespace

// While it lives, no name from outside is known.
class OnnxImporter::FunctionNames {
 public:
  FunctionNames(OnnxImporter& importer, const std::string& name, const onnx::FunctionProto& function)
      : importer_(importer), prefix_(std::exchange(importer.prefix_, name + "/")), body_(importer.body_) {
    importer_.body_ = nullptr;
    ++importer_.depth_;
    values_.swap(importer_.values_);
    declared_.swap(importer_.declared_);
    opsets_ = importer_.opsets_;
    for (const auto& id : function.opset_import()) importer_.set_opset(id.domain(), id.version());
  }
  ~FunctionNames() {
    importer_.prefix_ = std::move(prefix_);
    importer_.body_ = body_;
    --importer_.depth_;
    values_.swap(importer_.values_);
    declared_.swap(importer_.declared_);
    opsets_.swap(importer_.opsets_);
  }
  FunctionNames(const FunctionNames&) = delete;
  FunctionNames& operator=(const FunctionNames&) = delete;

 private:
  OnnxImporter& importer_;
  std::string prefix_;
  BodyNames* body_;
  std::map<std::string, Value> values_;
  std::map<std::string, Type> declared_;
  std::map<std::string, int64_t> opsets_;
};

std::optional<OperatorFunction> OnnxImporter::function_of(const onnx::NodeProto& proto,
                                                          const std::vector<std::optional<Value>>& inputs) const {
  for (const onnx::FunctionProto& own : model_.functions())
    if (own.name() == proto.op_type() && own.domain() == proto.domain()) return OperatorFunction{own, {}};
  std::vector<onnx::TypeProto> types;
  for (const std::optional<Value>& input : inputs)
    types.push_back(input ? type_proto(graph_.node(input->node).type) : onnx::TypeProto());
  return standard_function(proto, opset(proto.domain()), types);
}

// False where there is no body.
bool OnnxImporter::read_function(const onnx::NodeProto& proto, const std::string& name,
                                 const std::vector<std::optional<Value>>& inputs) {
  if (depth_ >= kDeepestBody || function_nodes_ >= kMostNodes) return false;
  std::optional<OperatorFunction> function = function_of(proto, inputs);
  if (!function || function->body.node_size() == 0 || proto.output_size() > function->body.output_size()) return false;
  onnx::FunctionProto& body = function->body;
  AttributesByName attributes;
  for (const auto& attribute : function->defaults) attributes[attribute.name()] = &attribute;
  for (const auto& attribute : proto.attribute()) attributes[attribute.name()] = &attribute;
  std::vector<std::optional<Value>> outputs;
  {
    const FunctionNames names(*this, name, body);
    for (int i = 0; i < body.input_size() && i < static_cast<int>(inputs.size()); ++i)
      if (inputs[static_cast<size_t>(i)]) define(body.input(i), *inputs[static_cast<size_t>(i)], name);
    for (int i = 0; i < body.node_size(); ++i, ++function_nodes_) {
      onnx::NodeProto& node = *body.mutable_node(i);
      put_attributes(node, attributes, 0);
      // An optional input that the node has not: neither have those that it is handed to.
      for (std::string& input : *node.mutable_input())
        for (const std::string& parameter : body.input())
          if (input == parameter && !values_.contains(input)) input.clear();
      read_node(node, node_name(node, i));
    }
    for (int i = 0; i < proto.output_size(); ++i)
      outputs.push_back(proto.output(i).empty() ? std::nullopt : value(body.output(i), name));
  }
  for (int i = 0; i < proto.output_size(); ++i)
    if (outputs[static_cast<size_t>(i)]) define(proto.output(i), *outputs[static_cast<size_t>(i)], name);
  return true;
}

}  // namespace nw::import
