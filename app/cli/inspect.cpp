// SPDX-License-Identifier: GPL-3.0-or-later
// inspect: what a model file holds, node by node, with types.
#include <fmt/format.h>

#include "commands.h"
#include "graph/bodies.h"
#include "model/runnable.h"
#include "model_options.h"
#include "node_words.h"
#include "op/registry.h"
#include "op/symbol_sources.h"
#include "passes/dims.h"
#include "settings.h"
#include "type_json.h"

namespace nw::cli {

namespace {

using graph::Graph;
using graph::Node;
using graph::NodeKind;
using nlohmann::json;

json outputs_json(const graph::Type& type) {
  json list = json::array();
  if (type.is_tuple()) {
    constexpr size_t kMaxListed = 1024;  // of one node; nested tuples could name millions
    for (size_t i = 0; i < std::min(type.fields.size(), kMaxListed); ++i) list.push_back(type_json(type.fields[i]));
  } else {
    list.push_back(type_json(type));
  }
  return list;
}

json attr_json(const graph::Attr& attr) {
  if (const auto* v = std::get_if<bool>(&attr.value)) return *v;
  if (const auto* v = std::get_if<int64_t>(&attr.value)) return *v;
  if (const auto* v = std::get_if<double>(&attr.value)) return *v;
  if (const auto* v = std::get_if<std::string>(&attr.value)) return *v;
  if (const auto* v = std::get_if<DType>(&attr.value)) return to_string(*v);
  if (const auto* v = std::get_if<graph::Dim>(&attr.value)) return dim_json(*v);
  if (const auto* list = std::get_if<graph::AttrList>(&attr.value)) {
    json items = json::array();
    for (const graph::Attr& item : *list) items.push_back(attr_json(item));
    return items;
  }
  return attr.is_none() ? json() : json(graph::to_string(attr));
}

json source_json(const Node& node) {
  json source = {{"name", node.origin.name}, {"op", node.origin.op}, {"scope", node.origin.scope}};
  if (node.origin.span.valid()) {
    source["line"] = node.origin.span.line;
    source["column"] = node.origin.span.column;
  }
  return source;
}

json names_json(const Graph& graph, const std::vector<NodeId>& ids) {
  json names = json::array();
  for (const NodeId id : ids) names.push_back(graph.node(id).name);
  return names;
}

json body_json(const Graph& graph, const graph::Body& body) {
  return {{"name", body.name},
          {"inputs", names_json(graph, body.inputs)},
          {"outputs", names_json(graph, body.outputs)},
          {"nodes", names_json(graph, body.nodes)}};
}

json symbols_json(const Graph& graph) {
  json list = json::array();
  for (const op::SymbolSource& source : op::symbol_sources(graph)) {
    const json from = {{"node", graph.node(source.node).name}, {"output", source.output}, {"axis", source.axis}};
    json entry = {{"name", source.symbol}, {"from", from}};
    if (source.at_most) entry["at_most"] = dim_json(*source.at_most);
    list.push_back(std::move(entry));
  }
  return list;
}

json node_json(const Graph& graph, const Node& node) {
  json inputs = json::array();
  for (const NodeId input : node.inputs) inputs.push_back(input.valid() ? json(graph.node(input).name) : json());
  json attrs = json::object();
  for (const auto& [key, value] : node.attrs) attrs[key] = attr_json(value);
  return {{"id", node.name},
          {"op", op_name(node)},
          {"name", node.origin.name.empty() ? node.name : node.origin.name},
          {"source", source_json(node)},
          {"inputs", std::move(inputs)},
          {"outputs", outputs_json(node.type)},
          {"attrs", std::move(attrs)}};
}

struct Unsupported {
  int count = 0;
  std::string why;
};

std::map<std::string, Unsupported> unsupported(const Graph& graph, const std::vector<NodeId>& order) {
  std::map<std::string, Unsupported> table;
  for (const NodeId id : order) {
    const Node& node = graph.node(id);
    const bool unknown = node.kind == NodeKind::Call && !op::registry_of(graph).find(node.op);
    if (node.why_opaque.empty() && !unknown) continue;
    Unsupported& entry = table[op_name(node)];
    if (entry.count++ == 0) entry.why = node.why_opaque.empty() ? "the operator is not known here" : node.why_opaque;
  }
  return table;
}

std::string table_text(const Graph& graph, const std::vector<NodeId>& order,
                       const std::map<std::string, Unsupported>& opaque) {
  std::string text = fmt::format("{}{}{}\n", graph.format, graph.producer.empty() ? "" : ", by ", graph.producer);
  for (const NodeId id : graph.inputs) {
    text += fmt::format("input   {}: {}\n", graph.node(id).name, graph::brief(graph.node(id).type));
  }
  for (const NodeId id : order) {
    const Node& node = graph.node(id);
    if (node.kind == NodeKind::Input || node.kind == NodeKind::Constant) continue;
    text += fmt::format("{:<22} {}  {}\n", op_name(node), node.name, graph::brief(node.type));
  }
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    const Node& node = graph.node(graph.outputs[i]);
    const std::string& name = i < graph.output_names.size() ? graph.output_names[i] : node.name;
    text += fmt::format("output  {}: {}\n", name, graph::brief(node.type));
  }
  for (const auto& [op, entry] : opaque) text += fmt::format("opaque  {} ×{}: {}\n", op, entry.count, entry.why);
  return text;
}

json ends_json(const Graph& graph, const std::vector<NodeId>& ends, const std::vector<std::string>& names) {
  json list = json::array();
  for (size_t i = 0; i < ends.size(); ++i) {
    const Node& node = graph.node(ends[i]);
    json entry = type_json(node.type);
    entry["name"] = i < names.size() ? names[i] : node.name;
    entry["id"] = node.name;
    list.push_back(std::move(entry));
  }
  return list;
}

// What `run` makes of the model.
void add_run(const Graph& graph, Outcome& outcome) {
  outcome.json["without_kernel"] = json::array();
  for (const model::WithoutKernel& entry : model::without_kernel(graph)) {
    outcome.json["without_kernel"].push_back({{"op", entry.op}, {"count", entry.count}, {"why", entry.why}});
    outcome.text += fmt::format("without kernel  {} ×{}: {}\n", entry.op, entry.count, entry.why);
  }
  const std::vector<std::string> obstacles = model::run_obstacles(graph);
  outcome.json["runnable"] = obstacles.empty() && !has_errors(outcome.diagnostics);
  for (const std::string& obstacle : obstacles) outcome.text += fmt::format("not runnable  {}\n", obstacle);
}

Outcome inspect(const std::string& path, const std::map<std::string, int64_t>& dims, const TableOptions& table) {
  Outcome outcome;
  outcome.file = path;
  Result<Graph> read = read_source(path, dims, table);
  outcome.diagnostics = std::move(read.diagnostics);
  outcome.json = {{"nodes", json::array()},
                  {"inputs", json::array()},
                  {"outputs", json::array()},
                  {"unsupported", json::array()},
                  {"runnable", false}};
  if (!read.value) return outcome;
  Graph& graph = *read.value;
  append(outcome.diagnostics, passes::bind_dims(graph, dims));
  std::vector<NodeId> roots;
  for (const auto& [name, function] : graph.functions) roots.push_back(function);
  roots.insert(roots.end(), graph.outputs.begin(), graph.outputs.end());
  const std::vector<NodeId> order = graph.post_order(roots);
  const std::map<std::string, Unsupported> opaque = unsupported(graph, order);
  std::map<NodeId, json> bodies;
  for (const graph::Body& body : graph::bodies(graph)) bodies[body.owner].push_back(body_json(graph, body));
  for (const NodeId id : order) {
    json node = node_json(graph, graph.node(id));
    if (const auto own = bodies.find(id); own != bodies.end()) node["bodies"] = std::move(own->second);
    outcome.json["nodes"].push_back(std::move(node));
  }
  for (const auto& [op, entry] : opaque) {
    outcome.json["unsupported"].push_back({{"op", op}, {"count", entry.count}, {"why", entry.why}});
  }
  add_run(graph, outcome);
  outcome.json["symbols"] = symbols_json(graph);
  outcome.json["inputs"] = ends_json(graph, graph.inputs, {});
  outcome.json["outputs"] = ends_json(graph, graph.outputs, graph.output_names);
  outcome.json["format"] = graph.format;
  outcome.json["producer"] = graph.producer;
  outcome.text = table_text(graph, order, opaque) + outcome.text;
  return outcome;
}

}  // namespace

Run add_inspect(CLI::App& app) {
  struct Options {
    std::string model;
    std::vector<std::string> dims;
    TableOptions table;
  };
  auto options = std::make_shared<Options>();
  app.add_option("MODEL", options->model, "an .onnx file, or Relay text")->required();
  app.add_option("--dim", options->dims, "NAME=VALUE of a dynamic dimension; may stand several times");
  add_table_options(app, options->table);
  return [options] {
    std::map<std::string, int64_t> dims;
    Diagnostics wrong;
    if (read_sizes("--dim", options->dims, dims, wrong)) return inspect(options->model, dims, options->table);
    Outcome outcome;
    outcome.diagnostics = std::move(wrong);
    outcome.exit = 2;
    return outcome;
  };
}

}  // namespace nw::cli
