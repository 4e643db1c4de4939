// SPDX-License-Identifier: GPL-3.0-or-later
#include "what_ifs.h"

#include <fmt/format.h>

#include <algorithm>

namespace nw::cli {

namespace {

using fusion::Change;
using fusion::EdgeChoice;

Diagnostic bad_choice(const std::string& flag, const std::string& text, const std::string& why) {
  Diagnostic d;
  d.code = "NW3021";
  d.message = fmt::format("{} {}: {}", flag, text, why);
  return d;
}

class Reader {
 public:
  Reader(const graph::Graph& graph, Diagnostics& diagnostics) : graph_(graph), diagnostics_(diagnostics) {}

  // "OP=KIND" or "NODE=KIND"; a node's name goes first.
  void pattern(const std::string& text) {
    const size_t equals = text.rfind('=');
    if (equals == std::string::npos) return refuse(bad_choice("--pattern", text, "wanted is OP=KIND or NODE=KIND"));
    const std::string kind = text.substr(equals + 1);
    const auto pattern = graph::parse_pattern(kind);
    if (!pattern) {
      Diagnostic d = bad_choice("--pattern", text, fmt::format("'{}' is not a pattern", kind));
      d.legal = {"elemwise", "broadcast", "injective", "comm_reduce", "out_elemwise_fusable", "tuple", "opaque"};
      return refuse(std::move(d));
    }
    const std::string of = text.substr(0, equals);
    if (const NodeId node = find_node(graph_, of); node.valid()) return add(fusion::PatternChange{name(node), pattern});
    const auto is_call = [&](const graph::Node& n) { return n.kind == graph::NodeKind::Call && n.op == of; };
    if (std::ranges::any_of(graph_.nodes(), is_call)) return add(fusion::PatternChange{of, pattern});
    refuse(bad_choice("--pattern", text, fmt::format("the graph has neither a node nor an operator '{}'", of)));
  }

  void fence(const std::string& text) {
    const NodeId node = find_node(graph_, text);
    if (!node.valid()) return refuse(no_such_node("--fence", text));
    add(fusion::FenceChange{name(node), true});
  }

  // "A,B". Node names may hold commas in other tools' files: every comma is tried.
  void edge(const std::string& flag, const std::string& text, EdgeChoice choice) {
    for (size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',', comma + 1)) {
      const NodeId a = find_node(graph_, text.substr(0, comma));
      const NodeId b = find_node(graph_, text.substr(comma + 1));
      if (a.valid() && b.valid()) return add(fusion::EdgeChange{name(a), name(b), choice});
    }
    refuse(bad_choice(flag, text, "wanted are the names of two nodes with a comma between"));
  }

  std::vector<Change> changes;

 private:
  const std::string& name(NodeId node) const { return graph_.node(node).name; }
  void add(Change change) { changes.push_back(std::move(change)); }
  void refuse(Diagnostic d) { diagnostics_.push_back(std::move(d)); }

  const graph::Graph& graph_;
  Diagnostics& diagnostics_;
};

// What is dropped of an edge is its cut: a join is never in the way of fusing.
struct Writer {
  std::string operator()(const fusion::PatternChange& c) const {
    return c.pattern ? fmt::format("--pattern {}={}", c.of, graph::to_string(*c.pattern))
                     : fmt::format("drop --pattern {}", c.of);
  }
  std::string operator()(const fusion::FenceChange& c) const {
    return fmt::format("{}--fence {}", c.on ? "" : "drop ", c.after);
  }
  std::string operator()(const fusion::EdgeChange& c) const {
    const char* option = c.choice == EdgeChoice::Join ? "--join" : c.choice == EdgeChoice::Cut ? "--cut" : "drop --cut";
    return fmt::format("{} {},{}", option, c.from, c.to);
  }
  std::string operator()(const fusion::DepthChange& c) const { return fmt::format("--max-depth {}", c.max_depth); }
  std::string operator()(const fusion::LevelChange& c) const { return fmt::format("--opt-level {}", c.opt_level); }
};

}  // namespace

NodeId find_node(const graph::Graph& graph, const std::string& name) {
  const NodeId node = graph.find(name);
  return node.valid() ? node : graph.find("%" + name);
}

Diagnostic no_such_node(const std::string& flag, const std::string& name) {
  return bad_choice(flag, name, "the graph has no node of this name");
}

std::vector<Change> read_what_ifs(const graph::Graph& graph, const WhatIfOptions& options, Diagnostics& diagnostics) {
  Reader reader(graph, diagnostics);
  for (const std::string& text : options.patterns) reader.pattern(text);
  for (const std::string& text : options.fences) reader.fence(text);
  for (const std::string& text : options.joins) reader.edge("--join", text, EdgeChoice::Join);
  for (const std::string& text : options.cuts) reader.edge("--cut", text, EdgeChoice::Cut);
  return std::move(reader.changes);
}

fusion::Options with_what_ifs(const graph::Graph& graph, fusion::Options options, const WhatIfOptions& what_ifs,
                              Diagnostics& diagnostics) {
  for (const Change& change : read_what_ifs(graph, what_ifs, diagnostics))
    options = fusion::with_change(graph, options, change).value_or(options);
  return options;
}

std::string change_text(const fusion::Reason& reason) {
  return reason.change ? std::visit(Writer(), *reason.change) : reason.no_change.english();
}

}  // namespace nw::cli
