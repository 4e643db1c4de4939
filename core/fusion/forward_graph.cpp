// SPDX-License-Identifier: GPL-3.0-or-later
#include "fusion/forward_graph.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace nw::fusion {

using graph::Node;
using graph::NodeKind;
using graph::Type;

namespace {

bool same_shape(const Type& a, const Type& b) {
  if (!a.is_tensor() || !b.is_tensor() || !a.rank_known || !b.rank_known) return false;
  return std::equal(a.shape.begin(), a.shape.end(), b.shape.begin(), b.shape.end(),
                    [](const graph::Dim& x, const graph::Dim& y) {
                      const auto cx = x.constant();
                      const auto cy = y.constant();
                      return cx && cy ? *cx == *cy : !cx && !cy;  // two dynamic dimensions count as equal
                    });
}

// A broadcasting operator is elementwise on arguments of its result's shape.
OpPattern edge_pattern(OpPattern pattern, const Type& argument, const Type& result) {
  return pattern == OpPattern::Broadcast && same_shape(result, argument) ? OpPattern::Elemwise : pattern;
}

// An unknown type is assumed to be a tensor.
bool may_be_tensor(const Type& type) {
  return type.kind == Type::Kind::Tensor || type.kind == Type::Kind::Unknown;
}

bool holds_only_tensors(const Type& type) {
  if (type.kind == Type::Kind::Unknown) return true;
  return type.is_tuple() && std::all_of(type.fields.begin(), type.fields.end(), may_be_tensor);
}

// Functions that the pass does not visit.
bool is_left_alone(const graph::Attrs& attrs) {
  return attrs.contains("Compiler") || graph::bool_attr(attrs, "SkipOptimization", false);
}

bool is_simple_scalar(const Node& n) {
  if (!n.type.is_tensor() || !n.type.rank_known || !n.type.shape.empty()) return false;
  const DType t = n.type.dtype;
  return t == DType::Int(32) || t == DType::Int(64) || t == DType::Float(32) || t == DType::Float(64) ||
         t == DType::Bool();
}

// Where strided_slice has its bounds as attributes, its shape does not depend on values. TVM's type
// inference never evaluates constants: the result of a dyn operator is always dynamic there, even if we know its shape.
bool is_data_dependent(const Node& n, const graph::OpTraits& traits) {
  if (!traits.data_dependent || !(n.type.is_dynamic() || n.op.starts_with("dyn."))) return false;
  const auto given = [&](const char* key) {
    const auto it = n.attrs.find(key);
    return it != n.attrs.end() && !it->second.is_none();
  };
  return !(n.op == "strided_slice" && given("begin") && given("end") && given("strides"));
}

}  // namespace

// Traverses as Relay's visitor does: a node's operands from left to right, then the node, which gets the next number.
class ForwardGraphBuilder {
 public:
  ForwardGraphBuilder(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options,
                      ForwardGraph& result)
      : graph_(graph), traits_(traits), options_(options), out_(result) {
    out_.index_.assign(graph.size(), -1);
    state_.resize(graph.size());
    pattern_.assign(graph.size(), OpPattern::Opaque);
    data_dependent_.assign(graph.size(), false);
  }

  void build() {
    if (!is_left_alone(graph_.attrs)) {
      for (const NodeId id : graph_.inputs) use_outside(id, ExternUse::Parameter, NodeId());
      for (const NodeId id : graph_.outputs) use_outside(id, ExternUse::Result, NodeId());
      const NodeId whole = graph::bool_attr(graph_.attrs, "Primitive", false) ? kMainFunction : NodeId();
      for (const NodeId id : graph_.inputs) walk(id, whole);
      for (const NodeId id : graph_.outputs) walk(id, whole);
    }
    for (const auto& [name, function] : graph_.functions) {
      if (valid(function) && !is_left_alone(graph_.node(function).attrs)) walk(function, NodeId());
    }
    link();
  }

 private:
  struct State {
    bool seen = false;
    ExternUse use = ExternUse::None;
    NodeId user;
    NodeId fixed;
  };
  struct Arc {
    NodeId from;
    NodeId to;
    OpPattern pattern;
  };
  struct Frame {
    NodeId node;
    size_t next = 0;
    NodeId fixed;
  };

  bool valid(NodeId id) const { return id.valid() && id.index() < graph_.size(); }

  void use_outside(NodeId id, ExternUse use, NodeId user) {
    if (!valid(id)) return;
    State& s = state_[id.index()];
    if (s.use != ExternUse::None) return;
    s.use = use;
    s.user = user;
  }

  void all_outside(const Node& n, ExternUse use) {
    for (const NodeId input : n.inputs) use_outside(input, use, n.id);
  }

  void arc(NodeId from, NodeId to, OpPattern pattern) {
    if (valid(from)) arcs_.push_back({from, to, pattern});
  }

  OpPattern call_pattern(const Node& n, bool& data_dependent) {
    if (const auto it = options_.node_patterns.find(n.id); it != options_.node_patterns.end()) return it->second;
    if (const auto it = options_.op_patterns.find(n.op); it != options_.op_patterns.end()) return it->second;
    const graph::OpTraits*& found = traits_of_op_[n.op];  // many calls, few operators
    if (!found) found = &graph::traits_of(traits_, n.op);
    const graph::OpTraits& traits = *found;
    data_dependent = is_data_dependent(n, traits);
    return data_dependent ? OpPattern::Opaque : traits.pattern;
  }

  void enter_call(const Node& n) {
    bool data_dependent = false;
    const OpPattern pattern = call_pattern(n, data_dependent);
    pattern_[n.id.index()] = pattern;
    data_dependent_[n.id.index()] = data_dependent;
    for (const NodeId input : n.inputs) {
      if (valid(input)) arc(input, n.id, edge_pattern(pattern, graph_.node(input).type, n.type));
    }
  }

  void enter_call_of_node(const Node& n) {
    for (size_t i = 0; i < n.inputs.size(); ++i) {
      if (i == 0) use_outside(n.inputs[i], ExternUse::Callee, n.id);
      arc(n.inputs[i], n.id, OpPattern::Opaque);
    }
  }

  void enter_tuple(const Node& n) {
    pattern_[n.id.index()] = OpPattern::Tuple;
    for (const NodeId input : n.inputs) {
      if (valid(input) && may_be_tensor(graph_.node(input).type)) {
        arc(input, n.id, OpPattern::Injective);
      } else {
        use_outside(input, ExternUse::NonTensor, n.id);
      }
    }
  }

  void enter_projection(const Node& n) {
    if (n.inputs.empty() || !valid(n.inputs[0])) return;
    if (!holds_only_tensors(graph_.node(n.inputs[0]).type)) {
      use_outside(n.inputs[0], ExternUse::NonTensor, n.id);
      return;
    }
    pattern_[n.id.index()] = OpPattern::Injective;
    arc(n.inputs[0], n.id, OpPattern::Injective);
  }

  void enter(const Node& n) {
    switch (n.kind) {
      case NodeKind::Call:
        enter_call(n);
        break;
      case NodeKind::CallNode:
        enter_call_of_node(n);
        break;
      case NodeKind::Tuple:
        enter_tuple(n);
        break;
      case NodeKind::TupleGet:
        enter_projection(n);
        break;
      case NodeKind::Constant:
        pattern_[n.id.index()] = is_simple_scalar(n) ? OpPattern::Elemwise : OpPattern::Opaque;
        break;
      case NodeKind::Let:
        use_outside(n.bound, ExternUse::Let, n.id);
        all_outside(n, ExternUse::Let);
        break;
      case NodeKind::If:
        all_outside(n, ExternUse::If);
        break;
      case NodeKind::Function:
        for (const NodeId p : n.params) use_outside(p, ExternUse::Parameter, n.id);
        all_outside(n, ExternUse::Result);
        break;
      case NodeKind::RefCreate:
      case NodeKind::RefRead:
      case NodeKind::RefWrite:
        all_outside(n, ExternUse::Reference);
        break;
      case NodeKind::Match:
        all_outside(n, ExternUse::Match);
        break;
      case NodeKind::Opaque:
        all_outside(n, ExternUse::Other);
        break;
      case NodeKind::Input:
      case NodeKind::GlobalRef:
        break;
    }
  }

  static size_t child_count(const Node& n) {
    // Functions for external compilers are not visited.
    if (n.kind == NodeKind::Function && n.attrs.contains("Compiler")) return 0;
    return n.params.size() + (n.bound.valid() ? 1 : 0) + n.inputs.size();
  }

  static NodeId child(const Node& n, size_t i) {
    if (i < n.params.size()) return n.params[i];
    i -= n.params.size();
    if (n.bound.valid()) return i == 0 ? n.bound : n.inputs[i - 1];
    return n.inputs[i];
  }

  void push(NodeId id, NodeId fixed) {
    if (!valid(id) || state_[id.index()].seen) return;
    State& s = state_[id.index()];
    const Node& n = graph_.node(id);
    s.seen = true;
    s.fixed = fixed;
    if (child_count(n) > 0 || n.kind != NodeKind::Function) enter(n);
    const bool primitive = n.kind == NodeKind::Function && graph::bool_attr(n.attrs, "Primitive", false);
    stack_.push_back({id, 0, primitive && !fixed.valid() ? id : fixed});
  }

  void walk(NodeId root, NodeId fixed) {
    push(root, fixed);
    while (!stack_.empty()) {
      Frame& top = stack_.back();
      const Node& n = graph_.node(top.node);
      if (top.next < child_count(n)) {
        const NodeId next = child(n, top.next++);
        push(next, top.fixed);  // may move the stack: `top` is not used after
        continue;
      }
      stack_.pop_back();
      if (n.kind != NodeKind::Function && n.kind != NodeKind::GlobalRef) number(n);
    }
  }

  void number(const Node& n) {
    const State& s = state_[n.id.index()];
    ForwardNode node;
    node.ref = n.id;
    node.pattern = pattern_[n.id.index()];
    node.data_dependent = data_dependent_[n.id.index()];
    node.fixed = s.fixed;
    out_.index_[n.id.index()] = out_.size();
    out_.nodes_.push_back(node);
    if (!options_.fences.contains(n.id)) return;
    ForwardNode fence;
    fence.fixed = s.fixed;
    out_.nodes_.push_back(fence);
  }

  // Uses and edges are complete only now: a later node may use an earlier one outside.
  void link() {
    auto& nodes = out_.nodes_;
    std::vector<std::pair<int32_t, ForwardEdge>> all;
    all.reserve(arcs_.size());
    for (int32_t i = 0; i < out_.size(); ++i) {
      ForwardNode& n = nodes[static_cast<size_t>(i)];
      if (!n.ref.valid()) continue;
      const int32_t exit = out_.exit_of(i);
      const State& s = state_[n.ref.index()];
      nodes[static_cast<size_t>(exit)].use = s.use;
      nodes[static_cast<size_t>(exit)].user = s.user;
      if (exit != i) all.push_back({i, {exit, OpPattern::Opaque}});
    }
    for (const Arc& a : arcs_) {
      const int32_t from = out_.index_of(a.from);
      const int32_t to = out_.index_of(a.to);
      if (from >= 0 && to >= 0) all.push_back({out_.exit_of(from), {to, a.pattern}});
    }
    for (const auto& [from, edge] : all) ++nodes[static_cast<size_t>(from)].edges;
    int32_t next = 0;
    for (ForwardNode& n : nodes) {
      n.first_edge = next;
      next += n.edges;
      n.edges = 0;
    }
    out_.edges_.resize(all.size());
    for (const auto& [from, edge] : all) {  // each node's edges stay in the order of their making
      ForwardNode& n = nodes[static_cast<size_t>(from)];
      out_.edges_[static_cast<size_t>(n.first_edge) + static_cast<size_t>(n.edges++)] = edge;
    }
  }

  const graph::Graph& graph_;
  const graph::OpTraitsTable& traits_;
  const Options& options_;
  ForwardGraph& out_;
  std::unordered_map<std::string_view, const graph::OpTraits*> traits_of_op_;
  std::vector<State> state_;
  std::vector<OpPattern> pattern_;
  std::vector<bool> data_dependent_;
  std::vector<Arc> arcs_;
  std::vector<Frame> stack_;
};

ForwardGraph::ForwardGraph(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options) {
  ForwardGraphBuilder(graph, traits, options, *this).build();
}

void ForwardGraph::set_pattern(const graph::Graph& graph, int32_t call, OpPattern pattern) {
  ForwardNode& n = nodes_[static_cast<size_t>(call)];
  n.pattern = pattern;
  n.data_dependent = false;
  const Node& node = graph.node(n.ref);
  for (const NodeId input : node.inputs) {
    const int32_t from = index_of(input);
    if (from < 0) continue;
    const ForwardNode& producer = nodes_[static_cast<size_t>(exit_of(from))];
    for (int32_t e = producer.first_edge; e < producer.first_edge + producer.edges; ++e) {
      ForwardEdge& edge = edges_[static_cast<size_t>(e)];
      if (edge.to == call) edge.pattern = edge_pattern(pattern, graph.node(input).type, node.type);
    }
  }
}

int32_t ForwardGraph::exit_of(int32_t node) const {
  const bool fenced = node + 1 < size() && !nodes_[static_cast<size_t>(node) + 1].ref.valid();
  return fenced ? node + 1 : node;
}

}  // namespace nw::fusion
