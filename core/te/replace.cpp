// SPDX-License-Identifier: GPL-3.0-or-later
// Redirecting the reads of operations, and comparing computations by doing so.
#include "te/operation.h"
#include "tir/visit.h"

namespace nw::te {

namespace {

const Tensor* find(const TensorMap& map, const tir::Producer& producer) {
  for (const auto& [from, to] : map)
    if (from->same_producer(producer)) return &to;
  return nullptr;
}

Operation replace_in_compute(const ComputeNode& op, const Operation& self, const TensorMap& map) {
  std::vector<Expr> body;
  bool changed = false;
  for (const Expr& e : op.body) {
    if (!body.empty() && op.is_reduction()) {  // the bodies of a reduction share sources, condition and init
      const auto& first = *tir::node_cast<tir::ReduceNode>(body[0]);
      const int index = tir::node_cast<tir::ReduceNode>(e)->value_index;
      body.push_back(tir::reduce(first.combiner, first.source, first.axis, first.condition, index, first.init));
      continue;
    }
    body.push_back(replace_reads(e, map));
    changed = changed || body.back() != e;
  }
  if (!changed) return self;
  auto* n = new ComputeNode(op);
  n->body = std::move(body);
  return Operation(n);
}

Operation replace_in_scan(const ScanNode& op, const Operation& self, const TensorMap& map) {
  bool changed = false;
  auto replaced = [&](std::vector<Tensor> tensors) {
    for (Tensor& t : tensors) {
      if (const Tensor* to = find(map, *t)) {
        t = *to;
        changed = true;
      }
    }
    return tensors;
  };
  std::vector<Tensor> init = replaced(op.init), update = replaced(op.update);
  if (!changed) return self;
  auto* n = new ScanNode(op);
  n->init = std::move(init);
  n->update = std::move(update);
  return Operation(n);
}

}  // namespace

namespace {

Expr replace_reads(const Expr& e, const TensorMap& map, tir::Rewritten& shared) {
  if (e->kind <= tir::ExprKind::Var) return e;
  return shared(e, [&](const Expr& node) {
    Expr out = tir::map_children_with(node, [&](const Expr& c) { return replace_reads(c, map, shared); });
    const auto* l = tir::node_cast<tir::ProducerLoadNode>(out);
    if (!l) return out;
    const Tensor* to = find(map, *l->producer);
    return to ? tir::load(*to, l->indices) : out;
  });
}

}  // namespace

Expr replace_reads(const Expr& e, const TensorMap& map) {
  tir::Rewritten shared(e);
  return replace_reads(e, map, shared);
}

Operation replace_inputs(const Operation& op, const TensorMap& map) {
  if (map.empty()) return op;
  if (const auto* c = op_cast<ComputeNode>(op)) return replace_in_compute(*c, op, map);
  if (const auto* s = op_cast<ScanNode>(op)) return replace_in_scan(*s, op, map);
  return op;
}

Operation with_node(const ComputeNode& op, int node) {
  auto* n = new ComputeNode(op);
  n->node = node;
  return Operation(n);
}

namespace {

// Compares operation by operation, in post-order; tensors of b stand for those of a that came at the same place.
class Comparison {
 public:
  bool same(const Operation& a, const Operation& b) {
    if (a->kind != b->kind || a->num_outputs() != b->num_outputs() || a->name != b->name || a->tag != b->tag)
      return false;
    for (int i = 0; i < a->num_outputs(); ++i)
      if (a->output_dtype(i) != b->output_dtype(i) || !same(a->output_shape(i), b->output_shape(i))) return false;
    if (const auto* x = op_cast<ComputeNode>(a); x && !same(*x, *op_cast<ComputeNode>(b))) return false;
    if (const auto* x = op_cast<ScanNode>(a); x && !same(*x, *op_cast<ScanNode>(b))) return false;
    for (int i = 0; i < a->num_outputs(); ++i) map_.emplace_back(output(b, i), output(a, i));
    return true;
  }

  bool same(const std::vector<Tensor>& a, const std::vector<Tensor>& b) const {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
      const Tensor* mapped = find(map_, *b[i]);
      if (!mapped || !same_tensor(a[i], *mapped)) return false;
    }
    return true;
  }

 private:
  bool same(const std::vector<Expr>& a, const std::vector<Expr>& b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
      pair_sizes(a[i], b[i]);
      if (!tir::structural_equal(a[i], tir::substitute(b[i], sizes_))) return false;
    }
    return true;
  }
  // Symbolic sizes correspond by name.
  void pair_sizes(const Expr& a, const Expr& b) {
    std::map<std::string, tir::Var> by_name;
    tir::walk(a, [&](const Expr& e) {
      if (const auto* v = tir::node_cast<tir::VarNode>(e)) by_name.emplace(v->name, tir::Var(v));
      return true;
    });
    tir::walk(b, [&](const Expr& e) {
      if (const auto* v = tir::node_cast<tir::VarNode>(e))
        if (const auto it = by_name.find(v->name); it != by_name.end()) sizes_[tir::Var(v)] = it->second;
      return true;
    });
  }
  bool same(const ComputeNode& a, const ComputeNode& b) {
    tir::Substitution vars = sizes_;
    for (size_t i = 0; i < a.axis.size(); ++i) {
      if (a.axis[i]->var->name != b.axis[i]->var->name) return false;
      vars[b.axis[i]->var] = a.axis[i]->var;
    }
    for (size_t i = 0; i < a.body.size(); ++i)
      if (!tir::structural_equal(a.body[i], tir::substitute(replace_reads(b.body[i], map_), vars))) return false;
    return true;
  }
  bool same(const ScanNode& a, const ScanNode& b) const {
    return same(a.init, b.init) && same(a.update, b.update) && same(a.state_placeholder, b.state_placeholder);
  }

  TensorMap map_;
  tir::Substitution sizes_;
};

std::vector<Operation> operations(const std::vector<Tensor>& tensors) {
  std::vector<Operation> ops;
  for (const Tensor& t : tensors) ops.push_back(t->op);
  return ops;
}

}  // namespace

bool same_computation(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  const std::vector<Operation> ops_a = post_order(operations(a)), ops_b = post_order(operations(b));
  if (ops_a.size() != ops_b.size()) return false;
  Comparison comparison;
  for (size_t i = 0; i < ops_a.size(); ++i)
    if (!comparison.same(ops_a[i], ops_b[i])) return false;
  return comparison.same(a, b);
}

}  // namespace nw::te
