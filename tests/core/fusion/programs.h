// SPDX-License-Identifier: GPL-3.0-or-later
// Programs in Relay text, and their groups as one line: "{add} {nn.conv2d add}", sorted.
#pragma once

#include <QTest>
#include <algorithm>
#include <string>
#include <vector>

#include "fusion/fusion.h"
#include "import/relay.h"

// So that QCOMPARE shows the texts that differ.
template <>
inline char* QTest::toString(const std::string& text) {
  return qstrdup(text.c_str());
}

namespace nw::test {

inline const graph::OpTraitsTable& relay_ops() {
  return op::Registry::standard().traits();
}

inline std::vector<std::vector<std::string>> groups_of(const graph::Graph& graph, const fusion::Fusion& fusion) {
  std::vector<std::vector<std::string>> groups;
  for (const fusion::Group& group : fusion.groups) {
    std::vector<std::string> ops;
    for (const NodeId id : group.nodes) {
      if (graph.node(id).kind == graph::NodeKind::Call) ops.push_back(graph.node(id).op);
    }
    groups.push_back(std::move(ops));
  }
  std::sort(groups.begin(), groups.end());
  return groups;
}

inline std::string show(const std::vector<std::vector<std::string>>& groups) {
  std::string text;
  for (const auto& ops : groups) {
    text += text.empty() ? "{" : " {";
    for (size_t i = 0; i < ops.size(); ++i) text += (i ? " " : "") + ops[i];
    text += "}";
  }
  return text;
}

inline graph::Graph read(const std::string& text) {
  Result<graph::Graph> graph = import::read_relay(text);
  return graph.value ? std::move(*graph.value) : graph::Graph();
}

inline std::string groups(const std::string& text, const fusion::Options& options = {}) {
  const Result<graph::Graph> graph = import::read_relay(text);
  for (const Diagnostic& d : graph.diagnostics) {
    if (d.severity != Severity::Note) return format(d);
  }
  return show(groups_of(*graph, fusion::fuse(*graph, relay_ops(), options)));
}

inline fusion::Options depth(int max_depth) {
  fusion::Options options;
  options.max_depth = max_depth;
  return options;
}

inline fusion::Options level(int opt_level) {
  fusion::Options options;
  options.opt_level = opt_level;
  return options;
}

}  // namespace nw::test
