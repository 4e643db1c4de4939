// SPDX-License-Identifier: GPL-3.0-or-later
// A parsed ONNX model on its way to a graph: values by name, nodes in an order in which producers come first.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "import/onnx.h"
#include "import/onnx_call.h"
#include "import/onnx_schemas.h"

namespace nw::import {

constexpr int kDeepestBody = 64;  // of branches, loops and functions within one another

class OnnxImporter {
 public:
  OnnxImporter(const onnx::ModelProto& model, TensorSource& tensors, const Overrides& overrides,
               const Operators& operators = nullptr)
      : model_(model), proto_(model.graph()), tensors_(tensors), overrides_(overrides) {
    graph_.operators = operators;
  }

  Result<graph::Graph> run();

 private:
  struct Unknown {  // an operator that stays opaque
    std::string why;
    int count = 0;
    std::string first;
  };

  void read_header();
  void read_opsets();
  void read_initializers(const onnx::GraphProto& from);
  void read_inputs();
  void read_declared_types();
  void read_outputs();
  std::vector<int> order_nodes();
  void report_cycle(const std::vector<int>& rest);
  void read_node(const onnx::NodeProto& proto, const std::string& name);
  bool read_node_with_bodies(const onnx::NodeProto& proto, const std::string& name,
                             const std::vector<std::optional<Value>>& inputs);
  void take_outputs(const onnx::NodeProto& proto, OnnxCall& call, size_t first_new);
  void make_opaque(const onnx::NodeProto& proto, const std::string& name, const std::string& why);
  bool is_declared(const onnx::NodeProto& proto) const;
  void give_main_name(const std::string& name, size_t first_new);
  void report_unknown();

  // Functions (onnx_function.cpp).
  class FunctionNames;
  std::optional<OperatorFunction> function_of(const onnx::NodeProto& proto,
                                              const std::vector<std::optional<Value>>& inputs) const;
  bool read_function(const onnx::NodeProto& proto, const std::string& name,
                     const std::vector<std::optional<Value>>& inputs);

  // Control flow (onnx_control.cpp).
  class BodyNames;
  static const onnx::GraphProto* body_of(const onnx::NodeProto& node, const char* attribute);
  bool read_if(const onnx::NodeProto& proto, const std::string& name);
  std::vector<Value> read_body(const onnx::GraphProto& body, const std::string& name,
                               const std::vector<Value>& arguments = {});
  std::optional<bool> known_condition(const Value& condition) const;
  void give_if(const onnx::NodeProto& proto, const std::string& name, NodeId condition, const std::vector<Value>& then,
               const std::vector<Value>& otherwise);

  // Loops (onnx_loop.cpp).
  class Attempt;
  struct Body {
    NodeId function;
    std::vector<Value> arguments, results;
  };
  Body read_function_body(const onnx::NodeProto& proto, const onnx::GraphProto& body, const std::string& name,
                          const std::vector<Type>& parameters);
  Body read_turning_body(const onnx::NodeProto& proto, const onnx::GraphProto& body, const std::string& name,
                         std::vector<Type> parameters, size_t carried);
  bool goes_on(const Body& body) const;
  void give_body_call(const onnx::NodeProto& proto, const std::string& name, const char* op, std::vector<NodeId> inputs,
                      Attrs attrs);
  void give_fields(const onnx::NodeProto& proto, const std::string& name, NodeId tuple);
  bool read_loop(const onnx::NodeProto& proto, const std::string& name,
                 const std::vector<std::optional<Value>>& inputs);
  bool read_scan(const onnx::NodeProto& proto, const std::string& name,
                 const std::vector<std::optional<Value>>& inputs);
  bool read_sequence_map(const onnx::NodeProto& proto, const std::string& name,
                         const std::vector<std::optional<Value>>& inputs);
  NodeId nothing(const std::string& name);

  void note_given(const Type& type);
  Type type_of(const onnx::ValueInfoProto& info);
  Type type_of(const onnx::TypeProto& type, const std::string& name, int depth);
  std::string node_name(const onnx::NodeProto& node, int index) const;
  std::optional<Value> value(const std::string& name, const std::string& reader);
  std::vector<std::string> read_names(const onnx::NodeProto& node) const;  // with what its bodies read from outside
  void define(const std::string& name, Value value, const std::string& by);
  void report_defined_twice(const std::string& name, const std::string& by);
  int64_t opset(const std::string& domain) const;
  void set_opset(const std::string& domain, int64_t version);
  void error(Diagnostic d);

  const onnx::ModelProto& model_;
  const onnx::GraphProto& proto_;
  TensorSource& tensors_;
  const Overrides& overrides_;
  graph::Graph graph_;
  std::map<std::string, int64_t> opsets_;
  std::map<std::string, Value> values_;
  std::map<std::string, Type> declared_;
  std::map<std::string, Unknown> unknown_;
  Diagnostics diagnostics_;
  int errors_ = 0;
  BodyNames* body_ = nullptr;    // of the branch that is being read
  std::set<std::string> given_;  // symbols of what the graph and its functions are given
  int depth_ = 0;                // of bodies within bodies
  std::string prefix_;           // of the names of nodes in a body: "OUTER/BODY/"
  int function_nodes_ = 0;       // that bodies of functions brought
};

// The integers of a small constant as a shape value.
std::optional<ShapeValue> shape_value_of(const NDArray& data);

}  // namespace nw::import
