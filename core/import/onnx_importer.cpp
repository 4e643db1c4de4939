// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "graph/compact.h"
#include "import/onnx_diagnostics.h"
#include "import/onnx_text.h"

namespace nw::import {

using graph::Node;
using graph::NodeKind;

namespace {

constexpr int64_t kFirstIr = 3;
constexpr int64_t kLastIr = 10;
constexpr int64_t kFirstOpset = 7;
constexpr int64_t kLastOpset = 21;

bool default_domain(const std::string& domain) {
  return domain.empty() || domain == "ai.onnx";
}

std::string operator_name(const onnx::NodeProto& node) {
  return clean_text(default_domain(node.domain()) ? node.op_type() : node.domain() + "." + node.op_type());
}

Value of_node(NodeId id) {
  return {id, std::nullopt};
}

}  // namespace

std::optional<ShapeValue> shape_value_of(const NDArray& data) {
  constexpr int64_t kMaxElements = 1024;
  if (!data.dtype().is_integer() || data.shape().size() > 2 || data.size() > kMaxElements) return std::nullopt;
  if (data.size() > 0 && !data.bytes()) return std::nullopt;
  ShapeValue value;
  value.shape = data.shape();
  const bool wide = data.dtype().is_uint() && data.dtype().bits == 64;
  for (int64_t i = 0; i < data.size(); ++i) {
    if (wide && data.int_at(i) < 0) return std::nullopt;  // more than a size can be
    value.elements.emplace_back(data.int_at(i));
  }
  return value;
}

void OnnxImporter::error(Diagnostic d) {
  constexpr int kMaxErrors = 50;
  if (d.severity == Severity::Error && ++errors_ > kMaxErrors) return;
  diagnostics_.push_back(std::move(d));
}

Result<graph::Graph> OnnxImporter::run() {
  read_header();
  read_inputs();
  read_initializers(proto_);
  read_declared_types();
  for (const int index : order_nodes()) read_node(proto_.node(index), node_name(proto_.node(index), index));
  read_outputs();
  report_unknown();
  constexpr int kMaxErrors = 50;
  if (errors_ > kMaxErrors) diagnostics_.push_back(more_errors_in_file(errors_ - kMaxErrors));
  // Shapes that were worked out here leave nodes that nothing reads.
  return {graph::without_dead_nodes(std::move(graph_)).graph, std::move(diagnostics_)};
}

void OnnxImporter::read_header() {
  graph_.name = clean_text(proto_.name());
  graph_.format = "ONNX";
  graph_.producer = clean_text(model_.producer_name());
  if (!model_.producer_version().empty()) graph_.producer += " " + clean_text(model_.producer_version());
  graph_.ir_version = model_.ir_version();
  if (model_.ir_version() < kFirstIr || model_.ir_version() > kLastIr) {
    error(version_not_known("file's IR version", model_.ir_version(), kFirstIr, kLastIr));
  }
  read_opsets();
}

void OnnxImporter::read_opsets() {
  for (const auto& id : model_.opset_import()) {
    graph_.opsets.push_back({clean_text(id.domain()), id.version()});
    set_opset(id.domain(), id.version());
    if (default_domain(id.domain()) && (id.version() < kFirstOpset || id.version() > kLastOpset)) {
      error(version_not_known("operator set's version", id.version(), kFirstOpset, kLastOpset));
    }
  }
}

void OnnxImporter::set_opset(const std::string& domain, int64_t version) {
  opsets_[default_domain(domain) ? "" : domain] = version;
}

int64_t OnnxImporter::opset(const std::string& domain) const {
  const auto it = opsets_.find(default_domain(domain) ? "" : domain);
  return it == opsets_.end() ? (default_domain(domain) ? kLastOpset : 1) : it->second;
}

Type OnnxImporter::type_of(const onnx::ValueInfoProto& info) {
  return type_of(info.type(), clean_text(info.name()), 0);
}

Type OnnxImporter::type_of(const onnx::TypeProto& type, const std::string& name, int depth) {
  constexpr int kDeepestType = 8;
  if (depth > kDeepestType) return {};
  if (type.has_sequence_type()) return Type::sequence(type_of(type.sequence_type().elem_type(), name, depth + 1));
  if (type.has_optional_type()) return Type::optional(type_of(type.optional_type().elem_type(), name, depth + 1));
  if (!type.has_tensor_type()) {
    Type other;
    if (!type.has_map_type()) return other;
    other.kind = Type::Kind::Other;
    other.text = "map";
    return other;
  }
  const std::optional<DType> dtype = onnx_dtype(type.tensor_type().elem_type());
  if (!dtype) return {};
  Type result = Type::tensor(*dtype, {});
  if (!type.tensor_type().has_shape()) {
    result.rank_known = false;
    return result;
  }
  constexpr int kHighestRank = 64;
  constexpr int64_t kLargestDimension = int64_t{1} << 48;
  const auto& dims = type.tensor_type().shape();
  if (dims.dim_size() > kHighestRank) {
    error(bad_dimension(name, fmt::format("has {} dimensions; at most {} can be", dims.dim_size(), kHighestRank)));
    result.rank_known = false;
    return result;
  }
  for (int i = 0; i < dims.dim_size(); ++i) {
    const auto& dim = dims.dim(i);
    if (dim.has_dim_value() && dim.dim_value() >= 0 && dim.dim_value() <= kLargestDimension) {
      result.shape.emplace_back(dim.dim_value());
      continue;
    }
    // Old exporters wrote 0 or -1 for a dimension that is free; a huge one is a broken file.
    if (dim.has_dim_value() && dim.dim_value() != -1) {
      error(bad_dimension(name, fmt::format("has the dimension {}", dim.dim_value())));
    }
    const std::string symbol = dim.has_dim_param() && !dim.dim_param().empty()
                                   ? clean_text(dim.dim_param())
                                   : graph::symbol_name(fmt::format("{}_{}", name, i));
    result.shape.push_back(Dim(graph_.symbol(symbol)));
  }
  return result;
}

void OnnxImporter::report_defined_twice(const std::string& name, const std::string& by) {
  error(value_defined_twice(by, clean_text(name)));
}

void OnnxImporter::read_inputs() {
  std::set<std::string> initialized;
  for (const auto& tensor : proto_.initializer()) initialized.insert(tensor.name());
  for (const auto& info : proto_.input()) {
    graph_.declared_inputs.push_back(clean_text(info.name()));
    if (initialized.contains(info.name())) continue;  // before IR 4, weights are among the inputs too
    Node node;
    node.kind = NodeKind::Input;
    node.name = clean_text(info.name());
    node.origin.name = node.name;
    node.type = type_of(info);
    note_given(node.type);
    const NodeId id = graph_.add(std::move(node));
    graph_.inputs.push_back(id);
    define(info.name(), of_node(id), clean_text(info.name()));
  }
}

void OnnxImporter::note_given(const Type& type) {
  if (!type.is_tensor()) return;  // a list has no size of its own
  for (const Dim& dim : type.shape)
    tir::walk(dim.expr(), [&](const tir::Expr& part) {
      if (const auto* var = tir::node_cast<tir::VarNode>(part)) given_.insert(var->name);
      return true;
    });
}

void OnnxImporter::read_initializers(const onnx::GraphProto& from) {
  for (const auto& tensor : from.initializer()) {
    Node node;
    node.kind = NodeKind::Constant;
    node.name = prefix_ + clean_text(tensor.name());
    node.origin.name = node.name;
    node.origin.scope = scope_of(node.name);
    node.origin.op = "initializer";
    const auto given = overrides_.find(node.name);
    const bool overridden = &from == &proto_ && given != overrides_.end();
    Result<NDArray> data = overridden ? given->second : tensors_.read(tensor);
    for (Diagnostic& d : data.diagnostics) error(std::move(d));
    Value value;
    if (data.value) {
      value.shape_value = shape_value_of(*data.value);
      node.type = Type::tensor(data.value->dtype(), Shape(data.value->shape().begin(), data.value->shape().end()));
      node.data = std::move(*data.value);
    }
    value.node = graph_.add(std::move(node));
    define(tensor.name(), std::move(value), clean_text(tensor.name()));
  }
}

void OnnxImporter::read_declared_types() {
  for (const auto& info : proto_.value_info()) declared_[info.name()] = type_of(info);
  for (const auto& info : proto_.output()) declared_[info.name()] = type_of(info);
}

void OnnxImporter::read_outputs() {
  for (const auto& info : proto_.output()) {
    const std::optional<Value> found = value(info.name(), graph_.name.empty() ? "the graph" : graph_.name);
    if (!found) continue;
    graph_.outputs.push_back(found->node);
    graph_.output_names.push_back(clean_text(info.name()));
  }
}

std::string OnnxImporter::node_name(const onnx::NodeProto& node, int index) const {
  if (!node.name().empty()) return prefix_ + clean_text(node.name());
  for (const std::string& output : node.output()) {
    if (!output.empty()) return prefix_ + clean_text(output);
  }
  return prefix_ + clean_text(fmt::format("{}_{}", node.op_type(), index));
}

namespace {

// What a body reads from outside: names that it does not define itself.
void collect_outer(const onnx::GraphProto& body, std::set<std::string> defined, std::vector<std::string>& names,
                   int depth) {
  if (depth > kDeepestBody) return;
  for (const auto& input : body.input()) defined.insert(input.name());
  for (const auto& tensor : body.initializer()) defined.insert(tensor.name());
  for (const auto& node : body.node()) {
    for (const std::string& input : node.input()) {
      if (!input.empty() && !defined.contains(input)) names.push_back(input);
    }
    for (const auto& a : node.attribute()) {
      if (a.has_g()) collect_outer(a.g(), defined, names, depth + 1);
      for (const auto& g : a.graphs()) collect_outer(g, defined, names, depth + 1);
    }
    for (const std::string& output : node.output()) defined.insert(output);
  }
  for (const auto& output : body.output()) {
    if (!defined.contains(output.name())) names.push_back(output.name());
  }
}

}  // namespace

std::vector<std::string> OnnxImporter::read_names(const onnx::NodeProto& node) const {
  std::vector<std::string> names(node.input().begin(), node.input().end());
  std::vector<std::string> outer;
  for (const auto& a : node.attribute()) {
    if (a.has_g()) collect_outer(a.g(), {}, outer, 0);
    for (const auto& g : a.graphs()) collect_outer(g, {}, outer, 0);
  }
  std::set<std::string> known(names.begin(), names.end());
  for (std::string& name : outer)
    if (known.insert(name).second) names.push_back(std::move(name));
  return names;
}

// ONNX asks for nodes in order, but a file that has them otherwise is read too: a node waits for its producers.
std::vector<int> OnnxImporter::order_nodes() {
  const int count = proto_.node_size();
  std::map<std::string, int> producer;
  for (int i = 0; i < count; ++i) {
    for (const std::string& output : proto_.node(i).output()) {
      if (!output.empty() && !values_.contains(output)) producer.emplace(output, i);
    }
  }
  std::vector<std::vector<int>> users(static_cast<size_t>(count));
  std::vector<int> missing(static_cast<size_t>(count), 0);
  for (int i = 0; i < count; ++i) {
    std::set<int> producers;
    for (const std::string& name : read_names(proto_.node(i))) {
      const auto it = producer.find(name);
      if (it != producer.end()) producers.insert(it->second);
    }
    for (const int p : producers) users[static_cast<size_t>(p)].push_back(i);
    missing[static_cast<size_t>(i)] = static_cast<int>(producers.size());
  }
  std::set<int> ready;
  for (int i = 0; i < count; ++i) {
    if (missing[static_cast<size_t>(i)] == 0) ready.insert(i);
  }
  std::vector<int> order;
  while (!ready.empty()) {
    const int next = *ready.begin();
    ready.erase(ready.begin());
    order.push_back(next);
    for (const int user : users[static_cast<size_t>(next)]) {
      if (--missing[static_cast<size_t>(user)] == 0) ready.insert(user);
    }
  }
  if (order.size() == static_cast<size_t>(count)) return order;
  std::vector<int> rest;
  for (int i = 0; i < count; ++i) {
    if (missing[static_cast<size_t>(i)] > 0) rest.push_back(i);
  }
  report_cycle(rest);
  order.insert(order.end(), rest.begin(), rest.end());
  return order;
}

// Every node of `rest` waits for another one of them: walking back from the first must meet a node twice.
void OnnxImporter::report_cycle(const std::vector<int>& rest) {
  std::map<std::string, int> producer;
  for (const int i : rest) {
    for (const std::string& output : proto_.node(i).output()) producer.emplace(output, i);
  }
  std::vector<int> path;
  std::set<int> seen;
  int at = rest.front();
  while (seen.insert(at).second) {
    path.push_back(at);
    for (const std::string& name : read_names(proto_.node(at))) {
      const auto it = producer.find(name);
      if (it == producer.end()) continue;
      at = it->second;
      break;
    }
  }
  std::vector<std::string> names;
  const auto start = std::find(path.begin(), path.end(), at);
  for (auto it = path.rbegin(); it != std::make_reverse_iterator(start); ++it)
    names.push_back(node_name(proto_.node(*it), *it));
  error(cycle(names));
}

std::optional<Value> OnnxImporter::value(const std::string& name, const std::string& reader) {
  if (name.empty()) return std::nullopt;
  const auto it = values_.find(name);
  if (it != values_.end()) return it->second;
  error(undefined_value(reader, clean_text(name)));
  Node node;  // so that the rest can be shown
  node.kind = NodeKind::Input;
  node.name = clean_text(name);
  node.origin.name = node.name;
  node.why_opaque = "nothing in the file computes it";
  Value placeholder = of_node(graph_.add(std::move(node)));
  values_.emplace(name, placeholder);
  return placeholder;
}

bool OnnxImporter::read_node_with_bodies(const onnx::NodeProto& proto, const std::string& name,
                                         const std::vector<std::optional<Value>>& inputs) {
  if (!default_domain(proto.domain()) || proto.output_size() == 0) return false;
  const std::string& op = proto.op_type();
  if (op == "If") return read_if(proto, name);
  if (op == "Loop") return read_loop(proto, name, inputs);
  if (op == "Scan") return read_scan(proto, name, inputs);
  return op == "SequenceMap" && read_sequence_map(proto, name, inputs);
}

void OnnxImporter::read_node(const onnx::NodeProto& proto, const std::string& name) {
  std::vector<std::optional<Value>> inputs;
  for (const std::string& input : proto.input()) inputs.push_back(value(input, name));
  if (read_node_with_bodies(proto, name, inputs)) return;
  const size_t first_new = graph_.size();
  OnnxCall call(graph_, tensors_, proto, opset(proto.domain()), name, inputs, given_);
  const ConverterTable& table = onnx_converters();
  const auto converter = table.find(operator_name(proto));
  std::string why = "the operator is not known here";
  if (proto.output_size() == 0) {
    why = "it gives nothing";
  } else if (depth_ >= kDeepestBody &&
             std::ranges::any_of(proto.attribute(), [](const auto& a) { return a.has_g(); })) {
    why = fmt::format("it lies within {} bodies of others, and no more are read", kDeepestBody);
  } else if (is_declared(proto)) {
    const bool given = std::ranges::all_of(inputs, [](const std::optional<Value>& input) { return input.has_value(); });
    why = given ? call.emit_as_is(static_cast<size_t>(proto.output_size()), {}, operator_name(proto))
                : "an input is missing";
  } else if (converter != table.end()) {
    why = converter->second(call);
    if (const auto missing = call.missing_input()) why = fmt::format("its input {} is missing", *missing + 1);
  }
  if (!why.empty()) {
    if (!read_function(proto, name, inputs)) make_opaque(proto, name, why);
    return;
  }
  for (Diagnostic& d : call.diagnostics) error(std::move(d));
  give_main_name(name, first_new);
  take_outputs(proto, call, first_new);
}

// By the document, not by the standard.
bool OnnxImporter::is_declared(const onnx::NodeProto& proto) const {
  const op::OpInfo* info = graph_.operators ? op::registry_of(graph_).find(operator_name(proto)) : nullptr;
  return info && !info->definition.empty();
}

// Of the nodes that one ONNX node became, the one that does the work has its name: the highest pattern, then the last.
void OnnxImporter::give_main_name(const std::string& name, size_t first_new) {
  const graph::OpTraitsTable& traits = op::registry_of(graph_).traits();
  NodeId main;
  int best = -2;
  for (size_t i = first_new; i < graph_.size(); ++i) {
    const Node& node = graph_.node(NodeId(i));
    if (node.kind != NodeKind::Call) continue;
    const graph::OpPattern pattern = graph::traits_of(traits, node.op).pattern;
    const int weight = pattern == graph::OpPattern::Opaque ? -1 : static_cast<int>(pattern);
    if (weight >= best) {
      best = weight;
      main = node.id;
    }
  }
  const NodeId holder = graph_.find(name);
  if (!main.valid() || main == holder || !holder.valid() || holder.index() < first_new) return;
  const std::string free = graph_.node(main).name;
  graph_.rename(holder, name + "/");
  graph_.rename(main, name);
  graph_.rename(holder, free);
}

void OnnxImporter::take_outputs(const onnx::NodeProto& proto, OnnxCall& call, size_t first_new) {
  for (int i = 0; i < proto.output_size(); ++i) {
    if (proto.output(i).empty()) continue;
    Value result = of_node(call.outputs()[static_cast<size_t>(i)]);
    if (!result.node.valid()) {
      Node missing;
      missing.kind = NodeKind::Opaque;
      missing.name = clean_text(proto.output(i));
      missing.origin.op = operator_name(proto);
      missing.why_opaque = "this output is not computed here";
      result.node = graph_.add(std::move(missing));
    }
    if (i == 0) {
      result.shape_value = evaluate_shape(call);
      const Node& node = graph_.node(result.node);
      if (!result.shape_value && node.kind == NodeKind::Constant) result.shape_value = shape_value_of(node.data);
      const std::optional<std::vector<int64_t>> known =
          result.shape_value ? graph::constant_shape(result.shape_value->elements) : std::nullopt;
      if (known && element_count(result.shape_value->shape) == static_cast<int64_t>(known->size()) &&
          node.kind != NodeKind::Constant && result.node.index() >= first_new && node.type.is_tensor()) {
        NDArray data(node.type.dtype, result.shape_value->shape);
        for (size_t k = 0; k < known->size(); ++k) data.set_int(static_cast<int64_t>(k), (*known)[k]);
        result.node = call.constant_node(std::move(data), "value");
      }
    }
    define(proto.output(i), std::move(result), call.name);
  }
}

void OnnxImporter::make_opaque(const onnx::NodeProto& proto, const std::string& name, const std::string& why) {
  Node node;
  node.op = operator_name(proto);
  node.name = name;
  node.origin.name = name;
  node.origin.scope = scope_of(name);
  node.origin.op = node.op;
  node.why_opaque = why;
  for (const std::string& input : read_names(proto)) {
    if (const std::optional<Value> v = value(input, name)) node.inputs.push_back(v->node);
  }
  Unknown& unknown = unknown_[node.op];
  if (unknown.count++ == 0) {
    unknown.why = why;
    unknown.first = name;
  }
  std::vector<Type> types;
  for (const std::string& output : proto.output()) {
    const auto it = declared_.find(output);
    types.push_back(it == declared_.end() ? Type() : it->second);
  }
  const bool single = proto.output_size() == 1;
  node.type = single ? types[0] : Type::tuple(types);
  const NodeId id = graph_.add(std::move(node));
  if (single) return define(proto.output(0), of_node(id), name);
  give_fields(proto, name, id);
}

void OnnxImporter::report_unknown() {
  for (const auto& [op, unknown] : unknown_) {
    diagnostics_.push_back(operator_not_known(op, unknown.why, unknown.count, unknown.first));
  }
}

}  // namespace nw::import
