// SPDX-License-Identifier: GPL-3.0-or-later
// What a person should know of the groups: cut by nothing but the depth limit, and equal pieces fused differently.
#include <fmt/format.h>

#include <unordered_map>

#include "fusion/analysis.h"
#include "fusion/diagnostics.h"

namespace nw::fusion {

using graph::Node;

namespace {

constexpr size_t kMostNotes = 20;

std::string signature(const graph::Graph& graph, const Node& n) {
  std::string text = n.op + "(";
  for (const NodeId input : n.inputs) {
    if (input.valid()) text += graph::to_string(graph.node(input).type) + ",";
  }
  text += ")";
  for (const auto& [key, value] : n.attrs) text += key + "=" + graph::to_string(value) + ",";
  return text + graph::to_string(n.type);
}

std::string used(size_t times) {
  return times == 1 ? "the value is used once; " : fmt::format("the value is used {} times; ", times);
}

void cut_by_depth_only(const Analysis& run, const Fusion& fusion, Diagnostics& out) {
  const Edge* first = nullptr;
  int count = 0;
  for (const Edge& e : fusion.edges) {
    if (e.fused || e.reason.rule != Rule::DepthLimit) continue;
    if (count++ == 0) first = &e;
  }
  if (first) {
    out.push_back(cut_by_depth(run.graph.node(first->from), run.graph.node(first->to), count, run.options.max_depth));
  }
}

// Only pairs of operators that occur both ways are looked at closely: the signatures of a large graph are long.
void fused_in_one_place_only(const Analysis& run, const Fusion& fusion, Diagnostics& out) {
  const auto ops = [&](const Edge& e) { return run.graph.node(e.from).op + ">" + run.graph.node(e.to).op; };
  std::unordered_map<std::string, int> seen;  // 1: fused, 2: not, 3: both
  for (const Edge& e : fusion.edges) seen[ops(e)] |= e.fused ? 1 : 2;
  std::unordered_map<std::string, const Edge*> fused;
  std::vector<std::pair<std::string, const Edge*>> apart;
  for (const Edge& e : fusion.edges) {
    if (seen[ops(e)] != 3 || run.graph.node(e.from).op.empty() || run.graph.node(e.to).op.empty()) continue;
    if (!e.fused && e.reason.rule == Rule::DepthLimit) continue;
    std::string key = signature(run.graph, run.graph.node(e.from)) + ">" + signature(run.graph, run.graph.node(e.to));
    if (e.fused) {
      fused.emplace(std::move(key), &e);
    } else {
      apart.emplace_back(std::move(key), &e);
    }
  }
  std::map<NodeId, size_t> uses;  // of the producers, to tell where those differ
  for (const Edge& e : fusion.edges) ++uses[e.from];
  std::set<std::string> told;
  for (const auto& [key, e] : apart) {
    const auto it = fused.find(key);
    if (it == fused.end() || !told.insert(key).second || told.size() > kMostNotes) continue;
    const std::string here = uses[e->from] == uses[it->second->from] ? "" : used(uses[e->from]);
    const std::string there = here.empty() ? "" : used(uses[it->second->from]);
    out.push_back(fused_differently(run.graph.node(it->second->from), run.graph.node(it->second->to),
                                    run.graph.node(e->from), run.graph.node(e->to), there + it->second->reason.text,
                                    here + e->reason.text));
  }
}

}  // namespace

Diagnostics warnings(const Analysis& run, const Fusion& fusion) {
  Diagnostics out;
  cut_by_depth_only(run, fusion, out);
  fused_in_one_place_only(run, fusion, out);
  return out;
}

}  // namespace nw::fusion
