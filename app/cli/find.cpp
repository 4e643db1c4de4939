// SPDX-License-Identifier: GPL-3.0-or-later
// `find MODEL QUERY`: the nodes that a query of the find language names, and the groups that they are in.
#include <fmt/format.h>

#include <set>

#include "commands.h"
#include "find/query.h"
#include "model_options.h"
#include "node_words.h"

namespace nw::cli {

namespace {

Outcome find_nodes(const ModelOptions& a, const std::string& text) {
  Outcome outcome;
  outcome.json["nodes"] = nlohmann::json::array();
  outcome.json["groups"] = nlohmann::json::array();
  Result<find::Query> query = find::Query::parse(text);
  outcome.diagnostics = std::move(query.diagnostics);
  if (!query.value) {
    outcome.file = "QUERY";
    return outcome;
  }
  if (query->uses_time()) {
    Diagnostic d;
    d.code = "NW3022";
    d.message = "'time' is known after a run of the network, in the window only";
    outcome.diagnostics.push_back(std::move(d));
    outcome.file = "QUERY";
    return outcome;
  }
  outcome.file = a.path;
  const auto model = open_model(a, outcome.diagnostics);
  if (!model) return outcome;
  const graph::Graph& graph = model->optimized();
  const std::optional<fusion::Fusion> fused = fuse_model(*model, a, outcome);
  if (!fused) return outcome;
  const fusion::Fusion& fusion = *fused;
  std::set<GroupId> groups;
  for (const NodeId id : query->run(graph, find::searched_nodes(graph), &fusion)) {
    const graph::Node& node = graph.node(id);
    outcome.json["nodes"].push_back(node.name);
    std::string where;
    if (const auto group = fusion.group_of.find(id); group != fusion.group_of.end()) {
      groups.insert(group->second);
      where = fmt::format("  group {}", group->second.value);
    }
    outcome.text += fmt::format("{}  {}{}\n", node.name, op_name(node), where);
  }
  for (const GroupId group : groups) outcome.json["groups"].push_back(group.value);
  if (outcome.text.empty()) outcome.text = "nothing found\n";
  return outcome;
}

}  // namespace

Run add_find(CLI::App& app) {
  struct Options {
    ModelOptions model;
    std::string query;
  };
  auto o = std::make_shared<Options>();
  add_model_options(app, o->model);
  app.add_option("QUERY", o->query, "such as 'op:conv2d shape:[1,*,56,56] flops>1G', or 'transpose -> reshape'")
      ->required();
  return [o] { return find_nodes(o->model, o->query); };
}

}  // namespace nw::cli
