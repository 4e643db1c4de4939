// SPDX-License-Identifier: GPL-3.0-or-later
// compare: two models, one model before and after a pass, or one under two settings of fusion.
#include <fmt/format.h>

#include "commands.h"
#include "compare_kernels.h"
#include "difference_json.h"
#include "graph/compare.h"
#include "model_options.h"
#include "node_words.h"
#include "op/registry.h"

namespace nw::cli {

namespace {

using graph::Comparison;
using graph::Graph;
using graph::Node;
using nlohmann::json;

struct CompareOptions {
  ModelOptions model;
  std::string other;
  std::string pass;
  std::string kernel, other_kernel;  // of files with several
  std::vector<std::string> sets;
};

constexpr size_t kLines = 40;  // of each kind in the terminal; JSON has all

// One side: a graph and how it fuses.
struct Side {
  std::shared_ptr<const model::Model> model;  // keeps the graph
  const Graph* graph = nullptr;
  fusion::Fusion fusion;
};

json ids(const Graph& graph, const std::vector<NodeId>& nodes) {
  json list = json::array();
  for (const NodeId id : nodes) list.push_back(graph.node(id).name);
  return list;
}

std::string line_of(const Node& node) {
  return fmt::format("{} {}  {}", op_name(node), node.name, graph::to_string(node.type));
}

json graph_json(const Side& a, const Side& b, const Comparison& c) {
  json changed = json::array();
  for (const graph::NodeChange& change : c.changed) {
    changed.push_back({{"before", a.graph->node(change.before).name},
                       {"after", b.graph->node(change.after).name},
                       {"what", change.what}});
  }
  json matched = json::array();
  for (size_t i = 0; i < c.match.size(); ++i) {
    if (c.match[i].valid()) matched.push_back({a.graph->node(NodeId(i)).name, b.graph->node(c.match[i]).name});
  }
  return {{"summary", graph::summary(c).english()}, {"same", c.same},
          {"removed", ids(*a.graph, c.removed)},    {"added", ids(*b.graph, c.added)},
          {"changed", std::move(changed)},          {"matched", std::move(matched)}};
}

std::string nodes_text(const Graph& graph, const std::vector<NodeId>& nodes, char sign) {
  std::string text;
  for (size_t i = 0; i < nodes.size() && i < kLines; ++i)
    text += fmt::format("{} {}\n", sign, line_of(graph.node(nodes[i])));
  if (nodes.size() > kLines) text += fmt::format("{} … {} more\n", sign, nodes.size() - kLines);
  return text;
}

std::string graph_text(const Side& a, const Side& b, const Comparison& c) {
  std::string text =
      graph::summary(c).english() + "\n" + nodes_text(*a.graph, c.removed, '-') + nodes_text(*b.graph, c.added, '+');
  for (size_t i = 0; i < c.changed.size() && i < kLines; ++i) {
    const Node& before = a.graph->node(c.changed[i].before);
    const Node& after = b.graph->node(c.changed[i].after);
    const std::string was = before.name == after.name ? "" : fmt::format(" (was {})", before.name);
    text += fmt::format("~ {}{}\n", line_of(after), was);
    for (const std::string& what : c.changed[i].what) text += "    " + what + "\n";
  }
  if (c.changed.size() > kLines) text += fmt::format("~ … {} more\n", c.changed.size() - kLines);
  return text;
}

Side side_of(std::shared_ptr<const model::Model> model, const Graph& graph, const fusion::Options& options) {
  return {std::move(model), &graph, fusion::fuse(graph, op::registry_of(graph).traits(), options)};
}

void report_graphs(const Side& a, const Side& b, const std::map<NodeId, NodeId>& known, Outcome& outcome) {
  const Comparison c = graph::compare(*a.graph, *b.graph, known);
  outcome.json = graph_json(a, b, c);
  outcome.text = graph_text(a, b, c);
  const fusion::Difference d = fusion::difference(a.fusion, b.fusion, c.match);
  outcome.json["groups"] = difference_json(*a.graph, a.fusion, *b.graph, b.fusion, d);
  outcome.text += difference_text(*a.graph, a.fusion, *b.graph, b.fusion, d);
}

void report_settings(const Side& a, const Side& b, Outcome& outcome) {
  const fusion::Difference d = fusion::difference(a.fusion, b.fusion);
  outcome.json["groups"] = difference_json(*a.graph, a.fusion, *b.graph, b.fusion, d);
  outcome.text = difference_text(*a.graph, a.fusion, *b.graph, b.fusion, d);
}

Diagnostic no_such_pass(const std::string& name, const model::Model& model) {
  Diagnostic d;
  d.code = "NW4004";
  d.message = fmt::format("--pass {}: no pass of this name ran", name);
  for (size_t i = 1; i < model.snapshots.size(); ++i) d.legal.push_back(model.snapshots[i].name);
  return d;
}

Outcome compare(const CompareOptions& from) {
  if (!from.other.empty() && (is_kernel_file(from.model.path) || is_kernel_file(from.other)))
    return compare_kernels({from.model.path, from.kernel, true}, {from.other, from.other_kernel, true}, from.sets);
  Outcome outcome;
  outcome.file = from.model.path;
  const auto model = open_model(from.model, outcome.diagnostics);
  if (!model) return outcome;
  if (!from.pass.empty()) {
    size_t i = 1;
    while (i < model->snapshots.size() && model->snapshots[i].name != from.pass) ++i;
    if (i >= model->snapshots.size()) {
      outcome.diagnostics.push_back(no_such_pass(from.pass, *model));
      outcome.exit = 2;
      return outcome;
    }
    const Side before = side_of(model, *model->snapshots[i - 1].graph, {});
    const Side after = side_of(model, *model->snapshots[i].graph, {});
    report_graphs(before, after, model->snapshots[i].from_previous, outcome);
    return outcome;
  }
  ModelOptions second = from.model;
  if (!from.other.empty()) second.path = from.other;
  const auto other = from.other.empty() ? model : open_model(second, outcome.diagnostics);
  if (!other) return outcome;
  Diagnostics problems;
  const fusion::Options options = fusion_options(*other, from.model, problems);
  if (!problems.empty()) {
    append(outcome.diagnostics, std::move(problems));
    outcome.exit = 2;
    return outcome;
  }
  const Side a = side_of(model, model->optimized(), {});
  const Side b = side_of(other, other->optimized(), options);
  if (from.other.empty()) {
    report_settings(a, b, outcome);
  } else {
    report_graphs(a, b, {}, outcome);
  }
  return outcome;
}

}  // namespace

Run add_compare(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  add_model_options(app, options->model, "a model; or a kernel: a TE script or TVMScript (.py)");
  app.add_option("OTHER", options->other,
                 "the second model or kernel; without it the settings of fusion are held to the usual ones");
  app.add_option("--kernel", options->kernel, "which of several kernels of the first file");
  app.add_option("--other-kernel", options->other_kernel, "which of several kernels of the second file");
  app.add_option("--set", options->sets, "the value of a symbolic size of kernels, as n=1024")->take_all();
  app.add_option("--pass", options->pass, "compare the graph before and after this pass, as fold_constants")
      ->excludes("OTHER");
  return [options] { return compare(*options); };
}

}  // namespace nw::cli
