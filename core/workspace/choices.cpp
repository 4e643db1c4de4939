// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/choices.h"

namespace nw::workspace {

std::string free_name(const KernelChoice& kernel) {
  int n = 1;
  while (kernel.scripts.contains("schedule " + std::to_string(n))) ++n;
  return "schedule " + std::to_string(n);
}

std::string active_script(const Choices& choices, const std::string& task) {
  const auto kernel = choices.kernels.find(task);
  if (kernel == choices.kernels.end()) return {};
  const auto script = kernel->second.scripts.find(kernel->second.active);
  return script == kernel->second.scripts.end() ? std::string() : script->second;
}

std::string changed_task(const Choices& before, const Choices& now) {
  for (const auto& [task, kernel] : now.kernels)
    if (active_script(before, task) != active_script(now, task)) return task;
  for (const auto& [task, kernel] : before.kernels)
    if (!now.kernels.contains(task)) return task;
  return {};
}

namespace {

Diagnostic unknown_name(const std::string& what, const std::string& name) {
  Diagnostic d;
  d.code = "NW3001";
  d.severity = Severity::Warning;
  d.message = what + " names '" + name + "', which is neither a node nor an operator of this graph; it was left out";
  d.where.push_back(at_node(name));
  return d;
}

bool has_operator(const graph::Graph& graph, const std::string& op) {
  for (const graph::Node& node : graph.nodes())
    if (node.kind == graph::NodeKind::Call && node.op == op) return true;
  return false;
}

}  // namespace

std::pair<fusion::Options, Diagnostics> fusion_options(const FusionChoices& choices, const graph::Graph& graph,
                                                       const graph::OpTraitsTable& traits) {
  fusion::Options options;
  Diagnostics diagnostics;
  options.opt_level = choices.opt_level;
  options.max_depth = choices.max_depth;
  for (const auto& [name, pattern] : choices.patterns) {
    if (const NodeId node = graph.find(name))
      options.node_patterns[node] = pattern;
    else if (traits.contains(name) || has_operator(graph, name))
      options.op_patterns[name] = pattern;
    else
      diagnostics.push_back(unknown_name("a pattern override", name));
  }
  for (const std::string& name : choices.fences) {
    if (const NodeId node = graph.find(name))
      options.fences.insert(node);
    else
      diagnostics.push_back(unknown_name("a fence", name));
  }
  auto add_pairs = [&](const auto& pairs, auto& to, const char* what) {
    for (const auto& [from, into] : pairs) {
      const NodeId a = graph.find(from), b = graph.find(into);
      if (a && b)
        to.emplace_back(a, b);
      else
        diagnostics.push_back(unknown_name(what, a ? into : from));
    }
  };
  add_pairs(choices.joins, options.joins, "a join");
  add_pairs(choices.cuts, options.cuts, "a cut");
  return {std::move(options), std::move(diagnostics)};
}

}  // namespace nw::workspace
