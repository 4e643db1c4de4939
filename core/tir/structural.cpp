// SPDX-License-Identifier: GPL-3.0-or-later
// Equality and hashing by structure. Bound variables (reduce axes, reducers' arguments, lets) correspond by position.
#include <bit>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "tir/visit.h"

namespace nw::tir {

namespace {

// A constant's value as its type holds it: 0.1 and float(0.1) are one float32.
uint64_t float_bits(const Expr& e) {
  const double value = node_cast<FloatImmNode>(e)->value;
  return std::bit_cast<uint64_t>(e->dtype.bits <= 32 ? static_cast<double>(static_cast<float>(value)) : value);
}

class Equal {
 public:
  bool operator()(const Expr& a, const Expr& b) {
    if (a == b && bound_.empty()) return true;
    spend();
    if (!a || !b) return a == b;
    if (a->kind != b->kind || a->dtype != b->dtype) return false;
    switch (a->kind) {
      case ExprKind::IntImm:
        return node_cast<IntImmNode>(a)->value == node_cast<IntImmNode>(b)->value;
      case ExprKind::FloatImm:
        return float_bits(a) == float_bits(b);
      case ExprKind::StringImm:
        return node_cast<StringImmNode>(a)->value == node_cast<StringImmNode>(b)->value;
      case ExprKind::Var:
        return same_var(a.get(), b.get());
      case ExprKind::ProducerLoad: {
        const auto *x = node_cast<ProducerLoadNode>(a), *y = node_cast<ProducerLoadNode>(b);
        return x->producer->same_producer(*y->producer) && all(x->indices, y->indices);
      }
      case ExprKind::BufferLoad: {
        const auto *x = node_cast<BufferLoadNode>(a), *y = node_cast<BufferLoadNode>(b);
        return x->buffer == y->buffer && all(x->indices, y->indices);
      }
      case ExprKind::Call: {
        const auto *x = node_cast<CallNode>(a), *y = node_cast<CallNode>(b);
        return x->call_kind == y->call_kind && x->name == y->name && all(x->args, y->args);
      }
      case ExprKind::Ramp:
        return node_cast<RampNode>(a)->lanes == node_cast<RampNode>(b)->lanes && children(a, b);
      case ExprKind::Let: {
        const auto *x = node_cast<LetNode>(a), *y = node_cast<LetNode>(b);
        if (!(*this)(x->value, y->value)) return false;
        const Scope scope(bound_);
        bound_.emplace_back(x->var.get(), y->var.get());
        return (*this)(x->body, y->body);
      }
      case ExprKind::Reduce:
        return reduces(*node_cast<ReduceNode>(a), *node_cast<ReduceNode>(b));
      default:
        return children(a, b);
    }
  }

 private:
  using Bound = std::vector<std::pair<const ExprNode*, const ExprNode*>>;
  struct Scope {  // drops what was bound inside it
    explicit Scope(Bound& b) : bound(b), size(b.size()) {}
    ~Scope() { bound.resize(size); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    Bound& bound;
    size_t size;
  };

  bool same_var(const ExprNode* a, const ExprNode* b) const {
    for (size_t i = bound_.size(); i-- > 0;) {
      if (bound_[i].first == a || bound_[i].second == b) return bound_[i].first == a && bound_[i].second == b;
    }
    return a == b;
  }
  bool all(const std::vector<Expr>& a, const std::vector<Expr>& b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i)
      if (!(*this)(a[i], b[i])) return false;
    return true;
  }
  bool children(const Expr& a, const Expr& b) {
    if (const auto* x = node_cast<BinaryNode>(a)) {
      const auto* y = node_cast<BinaryNode>(b);
      return (*this)(x->a, y->a) && (*this)(x->b, y->b);
    }
    std::vector<Expr> x, y;
    each_child(*a, [&](const Expr& c) { x.push_back(c); });
    each_child(*b, [&](const Expr& c) { y.push_back(c); });
    return all(x, y);
  }
  bool combiners(const CommReducerNode& a, const CommReducerNode& b) {
    if (&a == &b) return true;
    if (a.lhs.size() != b.lhs.size() || a.rhs.size() != b.rhs.size()) return false;
    const Scope scope(bound_);
    for (size_t i = 0; i < a.lhs.size(); ++i) bound_.emplace_back(a.lhs[i].get(), b.lhs[i].get());
    for (size_t i = 0; i < a.rhs.size(); ++i) bound_.emplace_back(a.rhs[i].get(), b.rhs[i].get());
    return all(a.result, b.result) && all(a.identity, b.identity);
  }
  bool reduces(const ReduceNode& a, const ReduceNode& b) {
    if (a.axis.size() != b.axis.size() || a.value_index != b.value_index || !combiners(*a.combiner, *b.combiner))
      return false;
    const Scope scope(bound_);
    for (size_t i = 0; i < a.axis.size(); ++i) {
      const Range &x = a.axis[i]->dom, &y = b.axis[i]->dom;
      if (!(*this)(x.min, y.min) || !(*this)(x.extent, y.extent)) return false;
      bound_.emplace_back(a.axis[i]->var.get(), b.axis[i]->var.get());
    }
    return all(a.source, b.source) && (*this)(a.condition, b.condition) && all(a.init, b.init);
  }

  Bound bound_;
};

size_t mix(size_t seed, size_t value) {
  return (seed ^ value) * 0x9e3779b97f4a7c15ull + (seed >> 29);
}

// Bound variables hash by how many were bound before them, free ones by identity.
class Hash {
 public:
  size_t operator()(const Expr& e) {
    spend();
    const DType t = e->dtype;
    size_t h = mix(static_cast<size_t>(e->kind) * 977,
                   static_cast<size_t>(t.code) << 24 | static_cast<size_t>(t.bits) << 16 | t.lanes);
    switch (e->kind) {
      case ExprKind::IntImm:
        return mix(h, static_cast<size_t>(node_cast<IntImmNode>(e)->value));
      case ExprKind::FloatImm:
        return mix(h, std::bit_cast<uint64_t>(node_cast<FloatImmNode>(e)->value));
      case ExprKind::StringImm:
        return mix(h, std::hash<std::string>{}(node_cast<StringImmNode>(e)->value));
      case ExprKind::Var:
        return mix(h, var(e.get()));
      case ExprKind::ProducerLoad:
        h = mix(h, node_cast<ProducerLoadNode>(e)->producer->producer_hash());
        break;
      case ExprKind::BufferLoad:
        h = mix(h, reinterpret_cast<size_t>(node_cast<BufferLoadNode>(e)->buffer.get()));
        break;
      case ExprKind::Call:
        h = mix(h, std::hash<std::string>{}(node_cast<CallNode>(e)->name));
        break;
      case ExprKind::Let:
        bound_.push_back(node_cast<LetNode>(e)->var.get());
        break;
      case ExprKind::Reduce:
        for (const IterVar& iv : node_cast<ReduceNode>(e)->axis) bound_.push_back(iv->var.get());
        break;
      default:
        break;
    }
    each_child(*e, [&](const Expr& c) { h = mix(h, (*this)(c)); });
    return h;
  }

 private:
  size_t var(const ExprNode* v) const {
    for (size_t i = bound_.size(); i-- > 0;)
      if (bound_[i] == v) return i;
    return reinterpret_cast<size_t>(v);
  }
  std::vector<const ExprNode*> bound_;
};

}  // namespace

bool structural_equal(const Expr& a, const Expr& b) {
  return Equal()(a, b);
}
size_t structural_hash(const Expr& e) {
  return Hash()(e);
}

}  // namespace nw::tir
