// SPDX-License-Identifier: GPL-3.0-or-later
// Types are inferred from arguments to users, in post-order. A Function's type follows that of its body; a Let's
// variable has the type of its value.
#include <fmt/format.h>

#include <optional>

#include "op/diagnostics.h"
#include "op/registry.h"
#include "op/rules.h"

namespace nw::op {

namespace {

using graph::Graph;
using graph::Node;
using graph::NodeKind;

bool complete(const Type& type) {
  return graph::is_known(type);
}

class Inference {
 public:
  Inference(Graph& graph, const Registry& registry) : graph_(graph), registry_(registry) {}

  void visit(NodeId id) {
    Node& node = graph_.node(id);
    switch (node.kind) {
      case NodeKind::Call:
        return call(node);
      case NodeKind::Constant:
        if (node.data.bytes()) set(node, of_data(node.data));
        return;
      case NodeKind::Tuple: {
        std::vector<Type> fields;
        for (const NodeId input : node.inputs) fields.push_back(type_of(input));
        return set_if_small(node, Type::tuple(std::move(fields)));
      }
      case NodeKind::TupleGet:
        return set(node, field(node));
      case NodeKind::Let:
        return set(node, type_of(input(node, 1)));
      case NodeKind::If:
        return set(node, either(type_of(input(node, 1)), type_of(input(node, 2)), node.type, node.name));
      case NodeKind::Function:
        return function(node);
      case NodeKind::CallNode:
        return set(node, result_of(type_of(input(node, 0))));
      case NodeKind::GlobalRef: {
        const auto it = graph_.functions.find(node.name.starts_with('@') ? node.name.substr(1) : node.name);
        if (it != graph_.functions.end()) set(node, type_of(it->second));
        return;
      }
      case NodeKind::Match: {
        for (size_t clause = 1; clause < node.inputs.size(); ++clause) {
          if (complete(type_of(input(node, clause)))) return set(node, type_of(input(node, clause)));
        }
        return;
      }
      case NodeKind::RefCreate:
        return set_if_small(node, reference_to(type_of(input(node, 0))));
      case NodeKind::RefRead:
        return set(node, referred(type_of(input(node, 0))));
      case NodeKind::RefWrite:
        return set(node, Type::tuple({}));
      default:
        return;
    }
  }

  // A Let's variable, once its value has a type.
  void bind(const Node& let) {
    Node& variable = graph_.node(let.bound);
    if (!complete(variable.type)) variable.type = type_of(input(let, 0));
  }

  Diagnostics errors;
  std::map<std::string, std::pair<NodeId, int>> without_rule;

 private:
  static Type of_data(const NDArray& data) {
    graph::Shape shape(data.shape().begin(), data.shape().end());
    return Type::tensor(data.dtype(), std::move(shape));
  }
  static NodeId input(const Node& node, size_t i) { return i < node.inputs.size() ? node.inputs[i] : NodeId(); }

  const Type& type_of(NodeId id) const {
    static const Type unknown;
    return id.valid() && id.index() < graph_.size() ? graph_.node(id).type : unknown;
  }

  // A declared type is kept where inference finds none.
  static void set(Node& node, Type type) {
    if (type.kind != Type::Kind::Unknown) node.type = std::move(type);
  }

  void set_if_small(Node& node, Type type) {
    if (!graph::too_large(type)) return set(node, std::move(type));
    if (complete(type)) errors.push_back(type_too_large(node, type));  // else its parts have been reported
    forget(node);
  }

  static std::optional<size_t> rank_of(const Type& tensor) {
    return tensor.rank_known ? std::optional<size_t>(tensor.shape.size()) : std::nullopt;
  }
  static Type of_any_rank(DType dtype) {
    Type type = Type::tensor(dtype, {});
    type.rank_known = false;
    return type;
  }

  // A type that covers both branches. Where their dimensions differ, the declared ones without a known value, or
  // symbols of the node.
  Type either(const Type& a, const Type& b, const Type& declared, const std::string& name) {
    if (a.is_tensor() && b.is_tensor() && a.dtype == b.dtype && rank_of(a) != rank_of(b)) {
      const bool both = a.rank_known && b.rank_known;
      return !both && declared.is_tensor() && declared.dtype == a.dtype ? declared : of_any_rank(a.dtype);
    }
    if (!complete(a) || !complete(b)) return complete(a) ? a : b;
    Type type = a;
    if (a.is_tuple() && b.is_tuple() && a.fields.size() == b.fields.size()) {
      const bool fits = declared.is_tuple() && declared.fields.size() == a.fields.size();
      std::vector<Type> fields;
      for (size_t i = 0; i < a.fields.size(); ++i)
        fields.push_back(
            either(a.fields[i], b.fields[i], fits ? declared.fields[i] : Type(), fmt::format("{}_{}", name, i)));
      type.fields = std::move(fields);
    }
    if (!a.is_tensor() || !b.is_tensor() || a.dtype != b.dtype || a.shape.size() != b.shape.size()) return type;
    const bool fits = declared.is_tensor() && declared.rank_known && declared.shape.size() == a.shape.size();
    for (size_t i = 0; i < a.shape.size(); ++i) {
      if (graph::same(a.shape[i], b.shape[i])) continue;
      type.shape[i] = fits && !declared.shape[i].constant()
                          ? declared.shape[i]
                          : Dim(graph_.symbol(graph::symbol_name(fmt::format("{}_{}", name, i))));
    }
    return type;
  }

  Type field(const Node& node) const {
    const Type& tuple = type_of(input(node, 0));
    const int64_t index = graph::int_attr(node.attrs, "index", -1);
    if (!tuple.is_tuple() || index < 0 || index >= static_cast<int64_t>(tuple.fields.size())) return {};
    return tuple.fields[static_cast<size_t>(index)];
  }

  static Type result_of(const Type& function) {
    return function.kind == Type::Kind::Function && !function.fields.empty() ? function.fields.back() : Type();
  }

  // `ref(T)`: a separate kind of type, with T as its only field.
  static Type reference_to(const Type& value) {
    Type type;
    if (!complete(value)) return type;
    type.kind = Type::Kind::Other;
    type.text = "ref(" + graph::brief(value) + ")";
    type.fields = std::vector<Type>{value};
    return type;
  }
  static Type referred(const Type& reference) {
    return reference.kind == Type::Kind::Other && reference.fields.size() == 1 ? reference.fields[0] : Type();
  }

  void function(Node& node) {
    Type type;
    type.kind = Type::Kind::Function;
    std::vector<Type> fields;
    for (const NodeId param : node.params) fields.push_back(type_of(param));
    const Type& body = type_of(input(node, 0));
    fields.push_back(complete(body) ? body : result_of(node.type));
    type.fields = std::move(fields);
    set_if_small(node, std::move(type));
  }

  void call(Node& node) {
    const OpInfo* info = registry_.find(node.op);
    if (!node.why_opaque.empty()) return;  // its importer has reported it already
    if (!info || !info->type) {
      if (complete(node.type)) return;
      auto& [first, count] = without_rule[node.op];
      if (count++ == 0) first = node.id;
      return;
    }
    if (info->num_inputs >= 0 && node.inputs.size() != static_cast<size_t>(info->num_inputs)) {
      errors.push_back(wrong_argument_count(node, static_cast<size_t>(info->num_inputs)));
      return forget(node);
    }
    TypeContext context{node, {}, {}, graph_};
    for (const NodeId in : node.inputs) {
      if (!complete(type_of(in))) return;
      context.args.push_back(type_of(in));
      const Node& arg = graph_.node(in);
      context.constants.push_back(arg.kind == NodeKind::Constant ? arg.data : NDArray());
    }
    Result<Type> type = info->type(context);
    const bool refused = !type.value;
    append(errors, std::move(type.diagnostics));
    if (refused) return forget(node);
    if (const std::string wrong = impossible_size(*type.value); !wrong.empty()) {
      errors.push_back(shapes_disagree(node, "its result would have " + wrong));
      return forget(node);
    }
    name_long_dims(context, *type.value, "d");
    set_if_small(node, std::move(*type.value));
  }

  // A declared type that is impossible is ignored: nothing may be computed from it.
  static void forget(Node& node) { node.type = Type::unknown(); }

  // "a dimension of -62"; empty if tensors of the type can exist.
  static std::string impossible_size(const Type& type) {
    constexpr int64_t kMaxElements = int64_t{1} << 48;
    constexpr size_t kHighestRank = 64;
    if (type.shape.size() > kHighestRank)
      return fmt::format("{} dimensions; at most {} can be", type.shape.size(), kHighestRank);
    int64_t elements = 1;
    for (const graph::Dim& dim : type.shape) {
      const auto value = dim.constant();
      if (!value) continue;
      if (*value < 0 || *value > kMaxElements) return fmt::format("a dimension of {}", *value);
      if (*value > 0 && __builtin_mul_overflow(elements, *value, &elements)) elements = INT64_MAX;
    }
    if (elements > kMaxElements) return fmt::format("the shape {}, of more than 2^48 elements", to_string(type.shape));
    if (type.kind != Type::Kind::Tuple) return {};
    for (const Type& field : type.fields)
      if (std::string wrong = impossible_size(field); !wrong.empty()) return wrong;
    return {};
  }

  // A very long expression is replaced by a new symbol. (When dimensions get values, types are inferred from the start,
  // so that nothing is lost.)
  static void name_long_dims(const TypeContext& context, Type& type, const std::string& prefix) {
    for (size_t i = 0; i < type.shape.size(); ++i) {
      if (is_long(type.shape[i].expr())) type.shape[i] = new_symbol(context, (prefix + std::to_string(i)).c_str());
    }
    if (!type.fields.any_dynamic()) return;
    std::vector<Type> fields(type.fields.begin(), type.fields.end());
    for (size_t i = 0; i < fields.size(); ++i) name_long_dims(context, fields[i], prefix + std::to_string(i) + "_");
    type.fields = std::move(fields);
  }
  static bool is_long(const tir::Expr& e) {
    constexpr int kMaxNodes = 32;
    int nodes = 0;
    tir::walk(e, [&](const tir::Expr&) { return ++nodes <= kMaxNodes; });
    return nodes > kMaxNodes;
  }

  Graph& graph_;
  const Registry& registry_;
};

}  // namespace

Diagnostics infer_node(Graph& graph, NodeId id) {
  Inference inference(graph, registry_of(graph));
  inference.visit(id);
  return std::move(inference.errors);
}

Diagnostics infer_types(Graph& graph) {
  std::vector<NodeId> roots;
  for (const auto& [name, function] : graph.functions) roots.push_back(function);
  roots.insert(roots.end(), graph.outputs.begin(), graph.outputs.end());
  const std::vector<NodeId> order = graph.post_order(roots);
  std::map<NodeId, std::vector<NodeId>> lets;  // by value
  for (const NodeId id : order) {
    const Node& node = graph.node(id);
    if (node.kind == NodeKind::Let && !node.inputs.empty()) lets[node.inputs[0]].push_back(id);
  }
  Inference inference(graph, registry_of(graph));
  for (const NodeId id : order) {
    inference.visit(id);
    const auto it = lets.find(id);
    if (it == lets.end()) continue;
    for (const NodeId let : it->second) inference.bind(graph.node(let));
  }
  constexpr size_t kMaxErrors = 50;
  Diagnostics diagnostics = std::move(inference.errors);
  if (diagnostics.size() > kMaxErrors) {
    const int rest = static_cast<int>(diagnostics.size() - kMaxErrors);
    diagnostics.resize(kMaxErrors);
    diagnostics.push_back(more_type_errors(rest));
  }
  for (const auto& [op, first] : inference.without_rule) {
    diagnostics.push_back(no_type_rule(graph.node(first.first), first.second));
  }
  return diagnostics;
}

}  // namespace nw::op
