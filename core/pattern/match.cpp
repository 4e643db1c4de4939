// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive descent over the pattern with a memory of what each part matched; a failed attempt is taken back to where
// it began. Multiplication and addition are tried both ways, and (a*b)/c also as a*(b/c).
#include "pattern/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace nw::pattern {

using graph::Node;
using graph::NodeKind;

GraphIndex::GraphIndex(const graph::Graph& graph)
    : graph_(graph),
      order_(graph.post_order()),
      users_(graph.users()),
      dominator_(graph.size()),
      dominated_(graph.size()) {
  std::vector<int> depth(graph.size(), 0);
  std::set<NodeId> results(graph.outputs.begin(), graph.outputs.end());
  for (auto id = order_.rbegin(); id != order_.rend(); ++id) {
    NodeId meet;
    bool first = true;
    for (NodeId user : users_[id->index()]) {
      if (first) {
        meet = user;
        first = false;
        continue;
      }
      while (meet.valid() && user.valid() && meet != user) {
        NodeId& deeper = depth[meet.index()] >= depth[user.index()] ? meet : user;
        deeper = dominator_[deeper.index()];
      }
      if (meet != user) meet = NodeId();
    }
    if (results.contains(*id)) meet = NodeId();
    dominator_[id->index()] = meet;
    depth[id->index()] = meet.valid() ? depth[meet.index()] + 1 : 0;
    if (meet.valid()) dominated_[meet.index()].push_back(*id);
  }
}

bool GraphIndex::is_dominated(NodeId id, NodeId above) const {
  while (id.valid() && id != above) id = dominator_[id.index()];
  return id.valid();
}

namespace {

constexpr int kMaxDepth = 500;

class Matcher {
 public:
  explicit Matcher(const GraphIndex& index) : index_(index), graph_(index.graph()) {}

  Match run(const Pattern& pattern, NodeId root) {
    out_.ok = visit(pattern, root);
    if (!out_.ok) {
      out_.nodes.clear();
      out_.between.clear();
    }
    return std::move(out_);
  }

 private:
  struct Mark {
    size_t trail;
    size_t between;
  };
  Mark mark() const { return {trail_.size(), out_.between.size()}; }
  void back_to(Mark m) {
    while (trail_.size() > m.trail) {
      out_.nodes.erase(trail_.back());
      trail_.pop_back();
    }
    out_.between.resize(m.between);
  }

  static std::string called(const Node& n) {
    switch (n.kind) {
      case NodeKind::Call:
        return fmt::format("`{}` ({})", n.op, n.name);
      case NodeKind::Input:
        return fmt::format("the input {}", n.name);
      case NodeKind::Constant:
        return fmt::format("the constant {}", n.name);
      case NodeKind::Tuple:
        return fmt::format("the tuple {}", n.name);
      default:
        return n.name;
    }
  }

  bool miss(NodeId node, const std::string& text) {
    if (out_.mismatch.text.empty() || trail_.size() > out_.mismatch.matched)
      out_.mismatch = {node, trail_.size(), text};
    return false;
  }

  bool unwanted(const Pattern& p, const Node& n) {
    return miss(n.id, fmt::format("{}{} stands where {} is wanted", place_, called(n), to_string(p)));
  }

  bool visit(const Pattern& p, NodeId id) {
    if (!p || !id.valid()) return false;
    if (memory_on_) {
      if (const auto it = out_.nodes.find(p.get()); it != out_.nodes.end()) {
        if (it->second == id) return true;
        return miss(id, fmt::format("{}{} stands where {} must be again", place_, called(graph_.node(id)),
                                    called(graph_.node(it->second))));
      }
    }
    if (depth_ > kMaxDepth) return miss(id, "the pattern is too deep");
    ++depth_;
    const Mark m = mark();
    const bool ok = try_kind(p, graph_.node(id));
    --depth_;
    if (!ok) {
      back_to(m);
    } else if (memory_on_ && out_.nodes.emplace(p.get(), id).second) {
      trail_.push_back(p.get());
    }
    return ok;
  }

  bool try_kind(const Pattern& p, const Node& n) {
    switch (p->kind) {
      case PatternKind::Wildcard:
        return true;
      case PatternKind::Variable:
        return (n.kind == NodeKind::Input && (p->name.empty() || n.name == p->name || n.name == "%" + p->name)) ||
               unwanted(p, n);
      case PatternKind::Constant:
        return n.kind == NodeKind::Constant || unwanted(p, n);
      case PatternKind::Call:
        return call(p, n);
      case PatternKind::Tuple:
        return (n.kind == NodeKind::Tuple && (p->any_args || parts(p->parts, n))) || unwanted(p, n);
      case PatternKind::TupleGet:
        if (n.kind != NodeKind::TupleGet || (p->index >= 0 && graph::int_attr(n.attrs, "index", 0) != p->index))
          return unwanted(p, n);
        return parts(p->parts, n);
      case PatternKind::If:
        return (n.kind == NodeKind::If && parts(p->parts, n)) || unwanted(p, n);
      case PatternKind::Function:
        return (n.kind == NodeKind::Function && parts(p->parts, n)) || unwanted(p, n);
      case PatternKind::Let:
        return (n.kind == NodeKind::Let && parts(p->parts, n)) || unwanted(p, n);
      case PatternKind::Either:
        return either(p, n);
      case PatternKind::WithAttrs:
        return visit(p->parts[0], n.id) && attrs(p, n);
      case PatternKind::WithType:
      case PatternKind::WithDtype:
      case PatternKind::WithShape:
        return visit(p->parts[0], n.id) && type(p, n);
      case PatternKind::Dominates:
        return dominates(p, n.id);
    }
    return false;
  }

  bool either(const Pattern& p, const Node& n) {
    const Mark m = mark();
    for (const Pattern& choice : p->parts) {
      if (visit(choice, n.id)) return true;
      back_to(m);
    }
    return false;
  }

  bool attrs(const Pattern& p, const Node& n) {
    for (const auto& [key, value] : p->attrs) {
      const auto it = n.attrs.find(key);
      if (it == n.attrs.end()) return miss(n.id, fmt::format("{} has no attribute {}", called(n), key));
      if (it->second == value) continue;
      return miss(n.id, fmt::format("{} has {}={}, wanted is {}", called(n), key, graph::to_string(it->second),
                                    graph::to_string(value)));
    }
    return true;
  }

  bool type(const Pattern& p, const Node& n) {
    const bool tensor = n.type.is_tensor() && n.type.rank_known;
    const bool dtype_ok = tensor && n.type.dtype == p->type.dtype;
    const bool shape_ok = tensor && graph::same(n.type.shape, p->type.shape);
    const bool ok = p->kind == PatternKind::WithDtype   ? dtype_ok
                    : p->kind == PatternKind::WithShape ? shape_ok
                    : p->type.is_tensor()               ? dtype_ok && shape_ok
                                                        : graph::to_string(n.type) == graph::to_string(p->type);
    return ok || miss(n.id, fmt::format("{} is a {}, wanted is {}", called(n), graph::to_string(n.type), to_string(p)));
  }

  bool parts(const std::vector<Pattern>& wanted, const Node& n) {
    if (wanted.size() != n.inputs.size()) {
      return miss(n.id, fmt::format("{} has {} inputs, wanted are {}", called(n), n.inputs.size(), wanted.size()));
    }
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (!part(wanted[i], n, i)) return false;
    }
    return true;
  }

  bool part(const Pattern& wanted, const Node& n, size_t i) {
    const std::string before = place_;
    place_ = fmt::format("as input {} of {}, ", i + 1, called(n));
    const bool ok = visit(wanted, n.inputs[i]);
    place_ = before;
    return ok;
  }

  static bool is_call(const Node& n, std::string_view op) { return n.kind == NodeKind::Call && n.op == op; }
  static bool is_call(const Pattern& p, std::string_view op) {
    return p->kind == PatternKind::Call && p->name == op && p->parts.size() == 2;
  }

  bool call(const Pattern& p, const Node& n) {
    const Mark m = mark();
    if (is_call(n, p->name)) {
      if (p->any_args || parts(p->parts, n)) return true;
      back_to(m);
      const bool commutes = (p->name == "add" || p->name == "multiply") && p->parts.size() == 2 && n.inputs.size() == 2;
      if (!commutes) return false;
      if (part(p->parts[0], n, 1) && part(p->parts[1], n, 0)) return true;
      back_to(m);
      return false;
    }
    return reassociated(p, n) || unwanted(p, n);
  }

  // (a*b)/c also matches as a*(b/c), and the other way round.
  bool reassociated(const Pattern& p, const Node& n) {
    const auto try_as = [&](const Pattern& other) {
      const Mark m = mark();
      out_.rewritten.push_back(other);
      if (visit(other, n.id)) return true;
      back_to(m);
      return false;
    };
    const auto reads = [&](std::string_view op) {
      return std::any_of(n.inputs.begin(), n.inputs.end(), [&](NodeId i) { return is_call(graph_.node(i), op); });
    };
    if (is_call(p, "divide") && is_call(p->parts[0], "multiply") && is_call(n, "multiply") && reads("divide")) {
      for (size_t k = 0; k < 2; ++k) {
        if (try_as(p->parts[0]->parts[1 - k] * (p->parts[0]->parts[k] / p->parts[1]))) return true;
      }
    }
    if (is_call(p, "multiply") && is_call(n, "divide") && reads("multiply")) {
      for (size_t k = 0; k < 2; ++k) {
        if (!is_call(p->parts[k], "divide")) continue;
        if (try_as((p->parts[1 - k] * p->parts[k]->parts[0]) / p->parts[k]->parts[1])) return true;
      }
    }
    return false;
  }

  bool dominates(const Pattern& p, NodeId id) {
    if (!visit(p->parts[2], id)) return false;
    std::set<NodeId> seen;
    return ways_up(p, id, seen) && parent_dominated(p, id);
  }

  // Every way up from `id` ends at the parent, over nodes that match `path`; those may repeat, so they leave no memory.
  bool ways_up(const Pattern& p, NodeId id, std::set<NodeId>& seen) {
    for (const NodeId input : graph_.node(id).inputs) {
      if (visit(p->parts[0], input)) return true;
      if (!seen.insert(input).second) continue;
      memory_on_ = false;
      const bool on_path = visit(p->parts[1], input);
      memory_on_ = true;
      if (!on_path || depth_ > kMaxDepth) return false;
      out_.between.push_back(input);
      ++depth_;
      const bool up = ways_up(p, input, seen);
      --depth_;
      if (!up) return false;
    }
    return true;
  }

  bool parent_dominated(const Pattern& p, NodeId id) {
    std::vector<NodeId> stack{id};
    std::set<NodeId> seen;
    while (!stack.empty()) {
      const NodeId current = stack.back();
      stack.pop_back();
      for (const NodeId below : index_.dominated(current)) {
        if (!seen.insert(below).second) continue;
        if (visit(p->parts[0], below)) return true;
        stack.push_back(below);
      }
    }
    return miss(id, fmt::format("{} does not gather every use of {}", called(graph_.node(id)), to_string(p->parts[0])));
  }

  const GraphIndex& index_;
  const graph::Graph& graph_;
  Match out_;
  std::vector<const PatternNode*> trail_;
  std::string place_;
  bool memory_on_ = true;
  int depth_ = 0;
};

}  // namespace

Match match(const GraphIndex& index, const Pattern& pattern, NodeId root) {
  return Matcher(index).run(pattern, root);
}

}  // namespace nw::pattern
