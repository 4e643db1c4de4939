// SPDX-License-Identifier: GPL-3.0-or-later
// fuse: a model's fusion groups, the reason of every edge between operators, and what-ifs.
#include <fmt/format.h>

#include "base/local_cpu.h"
#include "commands.h"
#include "difference_json.h"
#include "import/model_file.h"
#include "model/epilogue.h"
#include "model_options.h"
#include "node_words.h"
#include "op/registry.h"
#include "passes/dims.h"
#include "passes/passes.h"
#include "settings.h"

namespace nw::cli {

namespace {

using fusion::Fusion;
using fusion::Reason;
using graph::Graph;
using graph::Node;
using graph::NodeKind;
using nlohmann::json;

struct FuseOptions {
  std::string model;
  std::string passes = "default";
  std::optional<int> opt_level, max_depth;
  WhatIfOptions what_ifs;
  TableOptions table;
  std::vector<std::string> dims;
  std::vector<std::string> why;
  bool changes = false;
  bool outside = false;  // a project may name a model outside of its folder
  bool as_json = false;  // else as text: on large graphs each takes its time
};

// Naming every edge's change fuses again and again; unasked only where that takes no time worth mentioning.
constexpr size_t kFreeTrials = 200'000;  // edges that are not fused, times nodes

json name_json(const Graph& graph, NodeId id) {
  return id.valid() ? json(graph.node(id).name) : json();
}

json path_json(const Graph& graph, const std::vector<NodeId>& path) {
  json list = json::array();
  for (const NodeId id : path) list.push_back(graph.node(id).name);
  return list;
}

json nodes_json(const Graph& graph, const Fusion& fusion) {
  std::vector<NodeId> roots;
  for (const auto& [name, function] : graph.functions) roots.push_back(function);
  roots.insert(roots.end(), graph.outputs.begin(), graph.outputs.end());
  json list = json::array();
  for (const NodeId id : graph.post_order(roots)) {
    const Node& n = graph.node(id);
    // Fusion takes what is no call, tuple or field for opaque; inputs and constants have no pattern.
    const bool member = n.kind == NodeKind::Call || n.kind == NodeKind::Tuple || n.kind == NodeKind::TupleGet;
    const bool value = n.kind == NodeKind::Input || n.kind == NodeKind::Constant;
    const auto pattern = fusion.pattern.find(id);
    const auto group = fusion.group_of.find(id);
    list.push_back({{"id", n.name},
                    {"op", op_name(n)},
                    {"name", n.origin.name.empty() ? n.name : n.origin.name},
                    {"pattern", member && pattern != fusion.pattern.end() ? json(graph::to_string(pattern->second))
                                : value                                   ? json()
                                        : json(graph::to_string(graph::OpPattern::Opaque))},
                    {"group", group == fusion.group_of.end() ? json() : json(group->second.value)}});
  }
  return list;
}

json groups_json(const Graph& graph, const Fusion& fusion) {
  json list = json::array();
  for (const fusion::Group& group : fusion.groups) {
    json ops = json::array();
    json nodes = json::array();
    for (const NodeId id : group.nodes) {
      if (graph.node(id).kind != NodeKind::Call) continue;
      ops.push_back(graph.node(id).op);
      nodes.push_back(graph.node(id).name);
    }
    list.push_back({{"id", group.id.value},
                    {"ops", std::move(ops)},
                    {"nodes", std::move(nodes)},
                    {"root", name_json(graph, group.root)},
                    {"anchor", name_json(graph, group.anchor)},
                    {"kind", graph::to_string(group.kind)}});
  }
  return list;
}

json change_json(const Reason& reason) {
  const std::string text = change_text(reason);
  return text.empty() ? json() : json(text);
}

json reason_json(const Graph& graph, const Reason& reason) {
  return {{"code", fusion::to_string(reason.rule)},
          {"text", reason.text.english()},
          {"path", path_json(graph, reason.path)},
          {"phase", reason.phase},
          {"blocker", name_json(graph, reason.blocker)},
          {"dominator", name_json(graph, reason.dominator)},
          {"producer_pattern", graph::to_string(reason.producer_pattern)},
          {"consumer_pattern", graph::to_string(reason.consumer_pattern)},
          {"change", change_json(reason)}};
}

json edges_json(const Graph& graph, const Fusion& fusion) {
  json list = json::array();
  for (const fusion::Edge& e : fusion.edges) {
    list.push_back({{"from", graph.node(e.from).name},
                    {"to", graph.node(e.to).name},
                    {"fused", e.fused},
                    {"reason", reason_json(graph, e.reason)}});
  }
  return list;
}

json steps_json(const Graph& graph, const Fusion& fusion) {
  json list = json::array();
  for (const fusion::MergeStep& s : fusion.steps) {
    list.push_back({{"phase", s.phase},
                    {"from", name_json(graph, s.from)},
                    {"into", name_json(graph, s.into)},
                    {"merged", path_json(graph, s.merged)}});
  }
  return list;
}

std::string groups_text(const Graph& graph, const Fusion& fusion) {
  std::string text;
  if (fusion.groups.empty()) text = "no groups: the graph has no operator\n";
  for (const fusion::Group& group : fusion.groups) {
    text += fmt::format("group {:<4} {:<20}", group.id.value, graph::to_string(group.kind));
    for (const NodeId id : group.nodes) {
      const Node& n = graph.node(id);
      if (n.kind == NodeKind::Call) text += fmt::format(" {} ({})", n.op, n.name);
    }
    text += '\n';
  }
  for (const fusion::Edge& e : fusion.edges) {
    if (e.fused) continue;
    text += fmt::format("{} → {}: {}\n", graph.node(e.from).name, graph.node(e.to).name, e.reason.text.english());
    if (const std::string change = change_text(e.reason); !change.empty()) text += fmt::format("    {}\n", change);
  }
  return text;
}

void run_passes(Graph& graph, Diagnostics& diagnostics) {
  for (const passes::Pass& pass : passes::default_passes()) {
    passes::PassResult result = pass.run(graph);
    append(diagnostics, std::move(result.diagnostics));
    if (result.graph) graph = std::move(*result.graph);
  }
}

bool trials_are_free(const Graph& graph, const Fusion& fusion) {
  size_t apart = 0;
  for (const fusion::Edge& e : fusion.edges) apart += e.fused ? 0 : 1;
  return apart * graph.size() <= kFreeTrials;
}

void answer_why(const Graph& graph, const graph::OpTraitsTable& traits, const fusion::Options& options,
                const Fusion& fusion, const FuseOptions& from, Outcome& outcome) {
  NodeId ends[2];
  for (size_t i = 0; i < 2; ++i) {
    ends[i] = find_node(graph, from.why[i]);
    if (ends[i].valid()) continue;
    outcome.diagnostics.push_back(no_such_node("--why", from.why[i]));
    outcome.exit = 2;
  }
  if (outcome.exit) return;
  const Reason reason = fusion::why(graph, traits, options, fusion, ends[0], ends[1]);
  const auto a = fusion.group_of.find(ends[0]);
  const auto b = fusion.group_of.find(ends[1]);
  const bool fused = a != fusion.group_of.end() && b != fusion.group_of.end() && a->second == b->second;
  outcome.json["why"] = {{"from", graph.node(ends[0]).name},
                         {"to", graph.node(ends[1]).name},
                         {"fused", fused},
                         {"phase", reason.phase},
                         {"rule", fusion::to_string(reason.rule)},
                         {"text", reason.text.english()},
                         {"blocker", name_json(graph, reason.blocker)},
                         {"path", path_json(graph, reason.path)},
                         {"dominator", name_json(graph, reason.dominator)},
                         {"producer_pattern", graph::to_string(reason.producer_pattern)},
                         {"consumer_pattern", graph::to_string(reason.consumer_pattern)},
                         {"change", change_json(reason)}};
  outcome.text = reason.text.english() + "\n";
  if (const std::string change = change_text(reason); !change.empty()) outcome.text += "change: " + change + "\n";
}

// Against the groups of the same level and depth without the what-ifs.
void report_difference(const Graph& graph, const graph::OpTraitsTable& traits, const fusion::Options& plain,
                       const Fusion& after, Outcome& outcome) {
  const Fusion before = fusion::fuse(graph, traits, plain);
  const fusion::Difference difference = fusion::difference(before, after);
  outcome.json["difference"] = difference_json(graph, before, graph, after, difference);
  outcome.text += difference_text(graph, before, graph, after, difference);
}

Outcome fuse(const FuseOptions& from, const std::map<std::string, int64_t>& dims) {
  Outcome outcome;
  outcome.file = from.model;
  outcome.json = {{"nodes", json::array()}, {"groups", json::array()}, {"edges", json::array()}};
  const auto held = std::make_shared<std::pair<Graph, Fusion>>();
  outcome.held = held;
  auto& [graph, fusion] = *held;
  if (is_project(from.model) || !from.table.path.empty()) {
    const auto model = open_model(from.model, from.passes, dims, outcome.diagnostics, from.outside, from.table);
    if (!model) return outcome;
    graph = model->optimized();
  } else {
    Result<Graph> read = import::read_model(from.model);
    outcome.diagnostics = std::move(read.diagnostics);
    if (!read.value) return outcome;
    graph = std::move(*read.value);
    append(outcome.diagnostics, passes::bind_dims(graph, dims));
    if (from.passes == "default") run_passes(graph, outcome.diagnostics);
  }
  fusion::Options options = project_options(from.model, graph, outcome.diagnostics);
  options.opt_level = from.opt_level.value_or(options.opt_level);
  options.max_depth = from.max_depth.value_or(options.max_depth);
  const fusion::Options plain = options;
  Diagnostics problems;
  options = with_what_ifs(graph, std::move(options), from.what_ifs, problems);
  if (!problems.empty()) {
    append(outcome.diagnostics, std::move(problems));
    outcome.exit = 2;
    return outcome;
  }
  const graph::OpTraitsTable& traits = op::registry_of(graph).traits();
  fusion = fusion::fuse(graph, traits, options);
  append(outcome.diagnostics, fusion.diagnostics);
  append(outcome.diagnostics, model::epilogue_warnings(graph, fusion, local_cpu_facts()));
  if (from.changes || trials_are_free(graph, fusion)) fusion::name_changes(graph, traits, options, fusion);
  if (from.as_json) {
    outcome.json["nodes"] = nodes_json(graph, fusion);
    outcome.json["groups"] = groups_json(graph, fusion);
    outcome.json["edges"] = edges_json(graph, fusion);
    outcome.json["steps"] = steps_json(graph, fusion);
  } else if (from.why.empty()) {
    outcome.text = groups_text(graph, fusion);
  }
  if (from.what_ifs.any()) report_difference(graph, traits, plain, fusion, outcome);
  if (!from.why.empty()) answer_why(graph, traits, options, fusion, from, outcome);
  return outcome;
}

}  // namespace

Run add_fuse(CLI::App& app) {
  auto options = std::make_shared<FuseOptions>();
  app.add_option("MODEL", options->model, "an .onnx file, Relay text, or a project (.nest)")->required();
  app.add_option("--passes", options->passes, "graph passes before fusion")->check(CLI::IsMember({"none", "default"}));
  app.add_option("--opt-level", options->opt_level, "0: every call on its own")->check(CLI::Range(0, 4));
  app.add_option("--max-depth", options->max_depth, "most nodes in a group (256)")->check(CLI::PositiveNumber);
  const auto several = [&](const char* flag, std::vector<std::string>& to, const char* help) {
    app.add_option(flag, to, help)->expected(1)->take_all();
  };
  several("--pattern", options->what_ifs.patterns, "OP=KIND or NODE=KIND: what if its pattern were another");
  several("--fence", options->what_ifs.fences, "NODE: nothing fuses out of it");
  several("--join", options->what_ifs.joins, "A,B: fuse these whatever the rules say");
  several("--cut", options->what_ifs.cuts, "A,B: never in one group");
  several("--dim", options->dims, "NAME=VALUE of a dynamic dimension");
  add_table_options(app, options->table);
  app.add_flag("--outside", options->outside,
               "read a project's model also where it is outside of the project's folder");
  app.add_option("--why", options->why, "A B: why these two nodes are, or are not, in one group")->expected(2);
  app.add_flag("--changes", options->changes, "try out the change that would fuse each edge, however large the graph");
  return [options, &app] {
    std::map<std::string, int64_t> dims;
    Diagnostics wrong;
    options->as_json = app.get_parent() && app.get_parent()->count("--json") > 0;
    if (read_sizes("--dim", options->dims, dims, wrong)) return fuse(*options, dims);
    Outcome outcome;
    outcome.diagnostics = std::move(wrong);
    outcome.exit = 2;
    return outcome;
  };
}

}  // namespace nw::cli
