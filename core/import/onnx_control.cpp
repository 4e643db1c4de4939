// SPDX-License-Identifier: GPL-3.0-or-later
// Control flow: the branches of an If are read into the same graph, where names from outside can be used as they are.
// A condition that is known (exporters ask for the rank or the length of what has a type) leaves only its branch.
#include <fmt/format.h>

#include "graph/join_types.h"
#include "import/onnx_importer.h"
#include "import/onnx_text.h"

namespace nw::import {

using graph::Node;
using graph::NodeKind;

const onnx::GraphProto* OnnxImporter::body_of(const onnx::NodeProto& node, const char* attribute) {
  for (const auto& a : node.attribute())
    if (a.name() == attribute && a.has_g()) return &a.g();
  return nullptr;
}

// Names that a body defines go when it ends; those that it hides come back.
class OnnxImporter::BodyNames {
 public:
  explicit BodyNames(OnnxImporter& importer) : importer_(importer), outer_(importer.body_) { importer_.body_ = this; }
  ~BodyNames() {
    importer_.body_ = outer_;
    for (auto it = hidden_.rbegin(); it != hidden_.rend(); ++it) {
      importer_.values_.erase(it->first);
      if (it->second) importer_.values_.emplace(it->first, *it->second);
    }
  }
  BodyNames(const BodyNames&) = delete;
  BodyNames& operator=(const BodyNames&) = delete;

  void define(const std::string& name, Value value) {
    const auto it = importer_.values_.find(name);
    hidden_.emplace_back(name, it == importer_.values_.end() ? std::nullopt : std::optional<Value>(it->second));
    importer_.values_.insert_or_assign(name, std::move(value));
  }

 private:
  OnnxImporter& importer_;
  BodyNames* outer_;
  std::vector<std::pair<std::string, std::optional<Value>>> hidden_;
};

void OnnxImporter::define(const std::string& name, Value value, const std::string& by) {
  if (name.empty()) return;
  if (body_) return body_->define(name, std::move(value));
  if (!values_.emplace(name, std::move(value)).second) report_defined_twice(name, by);
}

// The values of its outputs; fewer than it has where one cannot be computed. Its nodes are named "NAME/…", or as they
// are where there is no name.
std::vector<Value> OnnxImporter::read_body(const onnx::GraphProto& body, const std::string& name,
                                           const std::vector<Value>& arguments) {
  BodyNames names(*this);
  ++depth_;
  std::string prefix = prefix_;
  if (!name.empty()) prefix_ = name + "/";
  for (size_t i = 0; i < arguments.size(); ++i) define(body.input(static_cast<int>(i)).name(), arguments[i], name);
  for (const auto& info : body.value_info()) declared_.insert_or_assign(info.name(), type_of(info));
  for (const auto& info : body.output()) declared_.insert_or_assign(info.name(), type_of(info));
  read_initializers(body);
  for (int i = 0; i < body.node_size(); ++i) read_node(body.node(i), node_name(body.node(i), i));
  std::vector<Value> outputs;
  for (const auto& info : body.output()) {
    if (const std::optional<Value> found = value(info.name(), name.empty() ? clean_text(body.name()) : name))
      outputs.push_back(*found);
  }
  --depth_;
  prefix_ = std::move(prefix);
  return outputs;
}

// False where the node is not such that it can be read.
bool OnnxImporter::read_if(const onnx::NodeProto& proto, const std::string& name) {
  const onnx::GraphProto* branches[] = {body_of(proto, "then_branch"), body_of(proto, "else_branch")};
  if (!branches[0] || !branches[1] || proto.input_size() != 1 || depth_ >= kDeepestBody) return false;
  const int outputs = proto.output_size();
  if (outputs == 0 || branches[0]->output_size() != outputs || branches[1]->output_size() != outputs) return false;
  const std::optional<Value> condition = value(proto.input(0), name);
  if (!condition) return false;
  if (const std::optional<bool> known = known_condition(*condition)) {
    const std::vector<Value> values = read_body(*branches[*known ? 0 : 1], "");
    for (size_t i = 0; i < values.size(); ++i) define(proto.output(static_cast<int>(i)), values[i], name);
    return true;
  }
  const std::vector<Value> then = read_body(*branches[0], name + "/then_branch");
  const std::vector<Value> otherwise = read_body(*branches[1], name + "/else_branch");
  if (then.size() != otherwise.size() || then.size() != static_cast<size_t>(outputs)) return false;
  give_if(proto, name, condition->node, then, otherwise);
  return true;
}

std::optional<bool> OnnxImporter::known_condition(const Value& condition) const {
  if (condition.shape_value && condition.shape_value->elements.size() == 1) {
    if (const auto number = condition.shape_value->elements[0].constant()) return *number != 0;
  }
  const Node& node = graph_.node(condition.node);
  if (node.kind == NodeKind::Constant && node.data.bytes() && node.data.size() == 1) return node.data.int_at(0) != 0;
  return std::nullopt;
}

void OnnxImporter::give_if(const onnx::NodeProto& proto, const std::string& name, NodeId condition,
                           const std::vector<Value>& then, const std::vector<Value>& otherwise) {
  const auto origin = [&] {
    graph::Origin from;
    from.name = name;
    from.scope = scope_of(name);
    from.op = "If";
    return from;
  };
  const auto node_of = [&](NodeKind kind, std::vector<NodeId> inputs, Type type) {
    Node node;
    node.kind = kind;
    node.name = name;
    node.inputs = std::move(inputs);
    node.type = std::move(type);
    node.origin = origin();
    return node;
  };
  std::vector<Type> types;
  for (size_t i = 0; i < then.size(); ++i) {
    const std::string& output = proto.output(static_cast<int>(i));
    Type type = graph::join(graph_.node(then[i].node).type, graph_.node(otherwise[i].node).type, [&](size_t axis) {
      return Dim(graph_.symbol(graph::symbol_name(fmt::format("{}_{}", clean_text(output), axis))));
    });
    const auto declared = declared_.find(output);
    const bool told = declared != declared_.end() && declared->second.is_tensor() && declared->second.rank_known;
    types.push_back(told && (!type.is_tensor() || !type.rank_known) ? declared->second : std::move(type));
  }
  if (then.size() == 1) {
    const NodeId id =
        graph_.add(node_of(NodeKind::If, {condition, then[0].node, otherwise[0].node}, std::move(types[0])));
    return define(proto.output(0), {id, std::nullopt}, name);
  }
  const auto gather = [&](const std::vector<Value>& values) {
    std::vector<NodeId> fields;
    std::vector<Type> all;
    for (const Value& v : values) {
      fields.push_back(v.node);
      all.push_back(graph_.node(v.node).type);
    }
    return graph_.add(node_of(NodeKind::Tuple, std::move(fields), Type::tuple(std::move(all))));
  };
  const NodeId first = gather(then);
  const NodeId second = gather(otherwise);
  const NodeId id = graph_.add(node_of(NodeKind::If, {condition, first, second}, Type::tuple(types)));
  for (size_t i = 0; i < types.size(); ++i) {
    Node field = node_of(NodeKind::TupleGet, {id}, types[i]);
    field.attrs["index"] = Attr{static_cast<int64_t>(i)};
    define(proto.output(static_cast<int>(i)), {graph_.add(std::move(field)), std::nullopt}, name);
  }
}

}  // namespace nw::import
