// SPDX-License-Identifier: GPL-3.0-or-later
// layout: where the nodes of a graph stand, and how its edges run.
#include "layout/layout.h"

#include <fmt/format.h>

#include <chrono>

#include "base/json_text.h"
#include "commands.h"
#include "dot_reader.h"
#include "layout/graph_file.h"
#include "model_options.h"

namespace nw::cli {

namespace {

using layout::GraphFile;
using nlohmann::json;

constexpr double box_header = 20;
constexpr layout::Size model_node{160, 40};

bool ends_with(const std::string& path, std::string_view ending) {
  return path.size() >= ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

// A model's operators and inputs; constants belong to the operators that read them.
GraphFile graph_of_model(const graph::Graph& model) {
  GraphFile file;
  file.name = model.name;
  std::vector<int32_t> place(model.size(), -1);
  const std::vector<NodeId> order = model.post_order();
  for (const NodeId id : order) {
    const graph::Node& node = model.node(id);
    if (node.kind == graph::NodeKind::Constant) continue;
    place[id.index()] = static_cast<int32_t>(file.ids.size());
    file.ids.push_back(json(node.name).dump(-1, ' ', false, json::error_handler_t::replace));
    std::string name;
    for (const std::string& scope : node.origin.scope) name += scope + "/";
    file.names.push_back(name + node.name.substr(node.name.rfind('/') + 1));
    file.is_input.push_back(node.kind == graph::NodeKind::Input);
    file.input.sizes.push_back(model_node);
  }
  for (const NodeId id : order)
    for (const NodeId input : model.node(id).inputs)
      if (input.valid() && place[input.index()] >= 0 && place[id.index()] >= 0)
        file.input.edges.emplace_back(place[input.index()], place[id.index()]);
  return file;
}

Result<GraphFile> read_graph(const std::string& path) {
  if (ends_with(path, ".dot") || ends_with(path, ".gv")) {
    FileText file = read_file(path);
    if (!file.diagnostics.empty()) return file.diagnostics;
    return read_dot(path);
  }
  if (ends_with(path, ".json")) {
    FileText file = read_file(path);
    if (!file.diagnostics.empty()) return file.diagnostics;
    return layout::read_graph_json(file.text);
  }
  Result<graph::Graph> model = read_source(path);
  if (!model.value) return model.diagnostics;
  return {graph_of_model(*model.value), std::move(model.diagnostics)};
}

// Thousandths are far below what a screen shows, and far above what a double loses.
double rounded(double v) {
  return static_cast<double>(static_cast<int64_t>(v * 1000 + (v < 0 ? -0.5 : 0.5))) / 1000;
}

void round_picture(layout::Output& output) {
  for (layout::Point& p : output.centers) p = {rounded(p.x), rounded(p.y)};
  for (std::vector<layout::Point>& route : output.routes)
    for (layout::Point& p : route) p = {rounded(p.x), rounded(p.y)};
}

void write_picture(const GraphFile& graph, const layout::Output& output, json& to) {
  std::vector<json> ids;
  for (const std::string& id : graph.ids) ids.push_back(read_json(id));
  json nodes = json::array(), edges = json::array(), boxes = json::array();
  for (size_t i = 0; i < ids.size(); ++i) {
    nodes.push_back({{"id", ids[i]},
                     {"x", output.centers[i].x},
                     {"y", output.centers[i].y},
                     {"w", graph.input.sizes[i].w},
                     {"h", graph.input.sizes[i].h}});
  }
  for (size_t e = 0; e < output.routes.size(); ++e) {
    json points = json::array();
    for (const layout::Point& p : output.routes[e]) points.push_back({p.x, p.y});
    const auto [from, to_node] = graph.input.edges[e];
    edges.push_back({{"from", ids[static_cast<size_t>(from)]},
                     {"to", ids[static_cast<size_t>(to_node)]},
                     {"points", std::move(points)}});
  }
  for (size_t b = 0; b < output.boxes.size(); ++b) {
    const auto& r = output.boxes[b];
    boxes.push_back({{"name", graph.boxes[b]},
                     {"x", rounded(r.x + r.w / 2)},
                     {"y", rounded(r.y + r.h / 2)},
                     {"w", rounded(r.w)},
                     {"h", rounded(r.h)}});
  }
  to["nodes"] = std::move(nodes);
  to["edges"] = std::move(edges);
  to["boxes"] = std::move(boxes);
}

Outcome lay_out(const std::string& path, bool flat, const std::string& dot) {
  Outcome outcome;
  outcome.file = path;
  Result<GraphFile> read = read_graph(path);
  outcome.diagnostics = std::move(read.diagnostics);
  outcome.json = {{"nodes", json::array()}, {"edges", json::array()}, {"time_ms", 0}, {"crossings", 0}};
  if (!read.value) return outcome;
  GraphFile& graph = *read.value;
  if (!flat) layout::nest_by_names(graph, box_header);
  if (!flat && graph.input.boxes.empty()) layout::nest_by_structure(graph, box_header);
  if (!dot.empty()) append(outcome.diagnostics, write_file(dot, layout::write_dot(graph)));
  layout::Options options;
  options.layer_gap = 20;
  const auto start = std::chrono::steady_clock::now();
  layout::Output output = layout::layout(graph.input, options);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  round_picture(output);  // what is counted is what is written
  const int64_t crossings = layout::count_crossings(output, graph.input);
  write_picture(graph, output, outcome.json);
  outcome.json["name"] = graph.name;
  outcome.json["width"] = rounded(output.size.w);
  outcome.json["height"] = rounded(output.size.h);
  outcome.json["time_ms"] = time.count();
  outcome.json["crossings"] = crossings;
  outcome.text =
      fmt::format("{} nodes, {} edges, {} boxes: {:.0f} × {:.0f}, {} crossings, {:.1f} ms\n", output.centers.size(),
                  output.routes.size(), output.boxes.size(), output.size.w, output.size.h, crossings, time.count());
  return outcome;
}

}  // namespace

Run add_layout(CLI::App& app) {
  struct Options {
    std::string graph, dot;
    bool flat = false;
  };
  auto options = std::make_shared<Options>();
  app.add_option("GRAPH", options->graph, "a model, a .dot file, or a .json file with nodes and edges")->required();
  app.add_flag("--flat", options->flat, "no boxes for name scopes, nor for pieces with one way in and one way out");
  app.add_option("--dot", options->dot, "write the graph to this file in the DOT language as well");
  return [options] { return lay_out(options->graph, options->flat, options->dot); };
}

}  // namespace nw::cli
