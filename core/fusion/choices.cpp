// SPDX-License-Identifier: GPL-3.0-or-later
#include "fusion/choices.h"

#include <fmt/format.h>

#include <charconv>

#include "fusion/diagnostics.h"

namespace nw::fusion {

namespace {

// Node names may hold commas in other tools' files: every comma is tried.
std::optional<std::pair<NodeId, NodeId>> two_nodes(const graph::Graph& graph, const std::string& text) {
  for (size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',', comma + 1)) {
    const NodeId a = find_node(graph, text.substr(0, comma));
    const NodeId b = find_node(graph, text.substr(comma + 1));
    if (a.valid() && b.valid()) return std::pair{a, b};
  }
  return std::nullopt;
}

constexpr const char* kTwoNodes = "wanted are the names of two nodes with a comma between";

std::optional<int> integer(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

template <class Pairs>
void drop(Pairs& pairs, const std::optional<std::pair<NodeId, NodeId>>& pair) {
  if (pair) std::erase(pairs, *pair);
}

}  // namespace

NodeId find_node(const graph::Graph& graph, const std::string& name) {
  const NodeId node = graph.find(name);
  return node.valid() ? node : graph.find("%" + name);
}

Diagnostics no_such_node(const std::string& flag, const std::string& name) {
  return {bad_choice(flag, name, "the graph has no node of this name")};
}

Diagnostics add_pattern(const graph::Graph& graph, const std::string& text, Options& options) {
  const size_t equals = text.rfind('=');
  if (equals == std::string::npos) return {bad_choice("--pattern", text, "wanted is OP=KIND or NODE=KIND")};
  const std::optional<OpPattern> kind = graph::parse_pattern(text.substr(equals + 1));
  if (!kind) {
    Diagnostic d = bad_choice("--pattern", text, fmt::format("'{}' is not a pattern", text.substr(equals + 1)));
    d.legal = {"elemwise", "broadcast", "injective", "comm_reduce", "out_elemwise_fusable", "tuple", "opaque"};
    return {d};
  }
  const std::string what = text.substr(0, equals);
  if (const NodeId node = find_node(graph, what); node.valid()) {
    options.node_patterns[node] = *kind;
    return {};
  }
  for (const graph::Node& n : graph.nodes()) {
    if (n.kind != graph::NodeKind::Call || n.op != what) continue;
    options.op_patterns[what] = *kind;
    return {};
  }
  return {bad_choice("--pattern", text, fmt::format("the graph has neither a node nor an operator '{}'", what))};
}

Diagnostics add_fence(const graph::Graph& graph, const std::string& text, Options& options) {
  const NodeId node = find_node(graph, text);
  if (!node.valid()) return no_such_node("--fence", text);
  options.fences.insert(node);
  return {};
}

Diagnostics add_join(const graph::Graph& graph, const std::string& text, Options& options) {
  const auto pair = two_nodes(graph, text);
  if (!pair) return {bad_choice("--join", text, kTwoNodes)};
  options.joins.push_back(*pair);
  return {};
}

Diagnostics add_cut(const graph::Graph& graph, const std::string& text, Options& options) {
  const auto pair = two_nodes(graph, text);
  if (!pair) return {bad_choice("--cut", text, kTwoNodes)};
  options.cuts.push_back(*pair);
  return {};
}

std::optional<Options> with_change(const graph::Graph& graph, const Options& options, const std::string& change) {
  Options changed = options;
  std::string rest = change;
  const bool dropped = rest.starts_with("drop ");
  if (dropped) rest = rest.substr(5);
  const size_t space = rest.find(' ');
  if (!rest.starts_with("--") || space == std::string::npos) return std::nullopt;
  const std::string flag = rest.substr(0, space);
  const std::string value = rest.substr(space + 1);
  Diagnostics problems;
  if (dropped) {
    if (flag == "--fence") changed.fences.erase(find_node(graph, value));
    if (flag == "--cut") drop(changed.cuts, two_nodes(graph, value));
  } else if (flag == "--pattern") {
    problems = add_pattern(graph, value, changed);
  } else if (flag == "--fence") {
    problems = add_fence(graph, value, changed);
  } else if (flag == "--join") {
    problems = add_join(graph, value, changed);
  } else if (flag == "--cut") {
    problems = add_cut(graph, value, changed);
  } else if (const std::optional<int> number = integer(value); number && flag == "--max-depth") {
    changed.max_depth = *number;
  } else if (number && flag == "--opt-level") {
    changed.opt_level = *number;
  } else {
    return std::nullopt;
  }
  return problems.empty() ? std::optional(changed) : std::nullopt;
}

}  // namespace nw::fusion
