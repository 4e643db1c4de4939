// SPDX-License-Identifier: GPL-3.0-or-later
// Small ONNX models for tests.
#pragma once

#include <cstring>
#include <string>
#include <variant>
#include <vector>

#include "import/onnx.h"
#include "import/onnx_proto.h"

namespace nw::test {

class OnnxBuilder {
 public:
  explicit OnnxBuilder(int64_t opset = 13) {
    model.set_ir_version(8);
    model.set_producer_name("test");
    auto* id = model.add_opset_import();
    id->set_version(opset);
    model.mutable_graph()->set_name("g");
  }

  using DimSpec = std::variant<int64_t, const char*>;
  OnnxBuilder& input(const char* name, const std::vector<DimSpec>& dims, int type = onnx::TensorProto::FLOAT) {
    describe(*model.mutable_graph()->add_input(), name, dims, type);
    return *this;
  }
  OnnxBuilder& output(const char* name) {
    model.mutable_graph()->add_output()->set_name(name);
    return *this;
  }
  onnx::TensorProto* ints(const char* name, const std::vector<int64_t>& values, bool scalar = false) {
    onnx::TensorProto* t = tensor(name, onnx::TensorProto::INT64);
    if (!scalar) t->add_dims(static_cast<int64_t>(values.size()));
    t->set_raw_data(values.data(), values.size() * 8);
    return t;
  }
  onnx::TensorProto* floats(const char* name, const std::vector<int64_t>& dims, float value = 0.5F) {
    onnx::TensorProto* t = tensor(name, onnx::TensorProto::FLOAT);
    int64_t count = 1;
    for (const int64_t d : dims) {
      t->add_dims(d);
      count *= d;
    }
    const std::vector<float> data(static_cast<size_t>(count), value);
    t->set_raw_data(data.data(), data.size() * 4);
    return t;
  }
  onnx::NodeProto* node(const char* op, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
                        const char* name = "") {
    onnx::NodeProto* n = model.mutable_graph()->add_node();
    n->set_op_type(op);
    n->set_name(name);
    for (const std::string& i : inputs) n->add_input(i);
    for (const std::string& o : outputs) n->add_output(o);
    return n;
  }
  static void set(onnx::NodeProto* n, const char* key, int64_t value) {
    auto* a = n->add_attribute();
    a->set_name(key);
    a->set_type(onnx::AttributeProto::INT);
    a->set_i(value);
  }
  static void set(onnx::NodeProto* n, const char* key, const std::vector<int64_t>& values) {
    auto* a = n->add_attribute();
    a->set_name(key);
    a->set_type(onnx::AttributeProto::INTS);
    for (const int64_t v : values) a->add_ints(v);
  }

  static Result<graph::Graph> read_bytes(const std::string& bytes, const std::string& folder = {}) {
    const auto owner = std::make_shared<const std::string>(bytes);
    return import::read_onnx(std::as_bytes(std::span(owner->data(), owner->size())), owner, folder);
  }
  Result<graph::Graph> read(const std::string& folder = {}) const {
    return read_bytes(model.SerializeAsString(), folder);
  }

  // "op name type" a line, in post order, without inputs and constants.
  static std::string listing(const graph::Graph& graph) {
    std::string text;
    for (const NodeId id : graph.post_order()) {
      const graph::Node& n = graph.node(id);
      if (n.kind != graph::NodeKind::Call) continue;
      text += n.op + " " + n.name + " " + graph::to_string(n.type) + "\n";
    }
    return text;
  }

  onnx::ModelProto model;

 private:
  onnx::TensorProto* tensor(const char* name, int type) {
    onnx::TensorProto* t = model.mutable_graph()->add_initializer();
    t->set_name(name);
    t->set_data_type(type);
    return t;
  }
  static void describe(onnx::ValueInfoProto& info, const char* name, const std::vector<DimSpec>& dims, int type) {
    info.set_name(name);
    auto* t = info.mutable_type()->mutable_tensor_type();
    t->set_elem_type(type);
    auto* shape = t->mutable_shape();
    for (const DimSpec& d : dims) {
      auto* dim = shape->add_dim();
      if (const auto* value = std::get_if<int64_t>(&d)) dim->set_dim_value(*value);
      if (const auto* symbol = std::get_if<const char*>(&d)) dim->set_dim_param(*symbol);
    }
  }
};

}  // namespace nw::test
