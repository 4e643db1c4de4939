// SPDX-License-Identifier: GPL-3.0-or-later
// Warnings about groups: cut by the depth limit alone, and equal operators that are fused in one place only.
#include <fmt/format.h>

#include <string_view>
#include <unordered_map>

#include "fusion/analysis.h"
#include "fusion/diagnostics.h"

namespace nw::fusion {

using graph::Node;

namespace {

constexpr size_t kMaxNotes = 20;

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

void warn_of_depth_limit(const Analysis& run, const Fusion& fusion, Diagnostics& out) {
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

// Interns texts as numbers: many edges, few distinct signatures.
class Kinds {
 public:
  explicit Kinds(const graph::Graph& graph) : graph_(graph), signature_(graph.size(), -1) {}

  uint64_t ops(const Edge& e) { return pair(op(e.from), op(e.to)); }
  uint64_t signatures(const Edge& e) { return pair(signature_of(e.from), signature_of(e.to)); }

 private:
  static uint64_t pair(int32_t a, int32_t b) {
    return uint64_t{static_cast<uint32_t>(a)} << 32 | static_cast<uint32_t>(b);
  }
  int32_t op(NodeId id) {
    return ops_.try_emplace(graph_.node(id).op, static_cast<int32_t>(ops_.size())).first->second;
  }
  int32_t signature_of(NodeId id) {
    int32_t& number = signature_[id.index()];
    if (number < 0) {
      const auto next = static_cast<int32_t>(signatures_.size());
      number = signatures_.try_emplace(signature(graph_, graph_.node(id)), next).first->second;
    }
    return number;
  }

  const graph::Graph& graph_;
  std::unordered_map<std::string_view, int32_t> ops_;
  std::unordered_map<std::string, int32_t> signatures_;
  std::vector<int32_t> signature_;  // by node
};

// Signatures are computed only for pairs of operators that are both fused and not fused: they are long in large graphs.
void fused_inconsistently(const Analysis& run, const Fusion& fusion, Diagnostics& out) {
  Kinds kinds(run.graph);
  std::unordered_map<uint64_t, int> seen;  // 1: fused, 2: not, 3: both
  for (const Edge& e : fusion.edges) seen[kinds.ops(e)] |= e.fused ? 1 : 2;
  std::unordered_map<uint64_t, const Edge*> fused;
  std::vector<std::pair<uint64_t, const Edge*>> apart;
  for (const Edge& e : fusion.edges) {
    if (run.graph.node(e.from).op.empty() || run.graph.node(e.to).op.empty() || seen[kinds.ops(e)] != 3) continue;
    if (!e.fused && e.reason.rule == Rule::DepthLimit) continue;
    const uint64_t key = kinds.signatures(e);
    if (e.fused) {
      fused.emplace(key, &e);
    } else {
      apart.emplace_back(key, &e);
    }
  }
  if (apart.empty() || fused.empty()) return;
  std::vector<size_t> uses(run.graph.size());  // of the producers: a difference explains the two outcomes
  for (const Edge& e : fusion.edges) ++uses[e.from.index()];
  std::set<uint64_t> reported;
  for (const auto& [key, e] : apart) {
    const auto it = fused.find(key);
    if (it == fused.end() || !reported.insert(key).second || reported.size() > kMaxNotes) continue;
    const size_t uses_here = uses[e->from.index()];
    const size_t uses_there = uses[it->second->from.index()];
    const std::string here = uses_here == uses_there ? "" : used(uses_here);
    const std::string there = here.empty() ? "" : used(uses_there);
    out.push_back(fused_differently(run.graph.node(it->second->from), run.graph.node(it->second->to),
                                    run.graph.node(e->from), run.graph.node(e->to),
                                    there + it->second->reason.text.english(), here + e->reason.text.english()));
  }
}

}  // namespace

Diagnostics warnings(const Analysis& run, const Fusion& fusion) {
  Diagnostics out;
  warn_of_depth_limit(run, fusion, out);
  fused_inconsistently(run, fusion, out);
  return out;
}

}  // namespace nw::fusion
