// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "layout/graph_file.h"

namespace nw::layout {
namespace {

// Ids are JSON: 3, or "conv1".
std::string id_text(const std::string& id) {
  const auto value = nlohmann::json::parse(id, nullptr, false);
  return dot_literal(value.is_string() ? value.get<std::string>() : id);
}

struct Cluster {
  std::map<std::string, Cluster> inner;
  std::vector<size_t> nodes;
};

class Writer {
 public:
  explicit Writer(const GraphFile& graph) : graph_(graph) {
    for (size_t i = 0; i < graph.ids.size(); ++i) place(i);
  }

  std::string write() {
    out_ = fmt::format("digraph {} {{\n  node [shape=box];\n", dot_literal(graph_.name));
    cluster(whole_, 1);
    for (const auto& [from, to] : graph_.input.edges) {
      out_ += fmt::format("  {} -> {};\n", id_text(graph_.ids[static_cast<size_t>(from)]),
                          id_text(graph_.ids[static_cast<size_t>(to)]));
    }
    return out_ + "}\n";
  }

 private:
  void place(size_t i) {
    const std::string& name = graph_.names[i];
    Cluster* here = &whole_;
    size_t from = 0;
    for (size_t slash = 0; (slash = name.find('/', from)) != std::string::npos; from = slash + 1) {
      if (slash > from) here = &here->inner[name.substr(from, slash - from)];
    }
    here->nodes.push_back(i);
  }

  void cluster(const Cluster& c, size_t depth) {
    const std::string indent(2 * depth, ' ');
    for (const size_t i : c.nodes) {
      const std::string& name = graph_.names[i];
      out_ += fmt::format("{}{} [label={}, width={}, height={}];\n", indent, id_text(graph_.ids[i]),
                          dot_literal(name.substr(name.rfind('/') + 1)), graph_.input.sizes[i].w / 72,
                          graph_.input.sizes[i].h / 72);
    }
    for (const auto& [label, inner] : c.inner) {
      out_ += fmt::format("{}subgraph cluster_{} {{\n{}  label={};\n", indent, clusters_++, indent, dot_literal(label));
      cluster(inner, depth + 1);
      out_ += indent + "}\n";
    }
  }

  const GraphFile& graph_;
  Cluster whole_;
  int clusters_ = 0;
  std::string out_;
};

}  // namespace

std::string write_dot(const GraphFile& graph) {
  return Writer(graph).write();
}

}  // namespace nw::layout
