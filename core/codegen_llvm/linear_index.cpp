// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/linear_index.h"

#include <algorithm>

#include "tir/visit.h"

namespace nw::codegen {

using tir::ExprKind;

namespace {

void add_term(Linear& l, const tir::Expr& term, int64_t coefficient) {
  for (auto& [known, c] : l.terms)
    if (tir::structural_equal(known, term)) {
      c += coefficient;
      return;
    }
  l.terms.emplace_back(term, coefficient);
}

// Any other expression is a term of its own, with the constants put in.
Linear linear_term(const tir::Expr& e, const Constants& known) {
  tir::Substitution values;
  tir::walk(e, [&](const tir::Expr& x) {
    if (const auto* v = tir::node_cast<tir::VarNode>(x); v && known.count(v))
      values[tir::Var(v)] = tir::int_imm(known.at(v), v->dtype);
    return true;
  });
  Linear l;
  const tir::Expr fixed = values.empty() ? e : tir::substitute(e, values);
  if (const int64_t* c = tir::as_const_int(fixed))
    l.constant = *c;
  else
    add_term(l, fixed, 1);
  l.lanes = e->dtype.lanes;
  return l;
}

}  // namespace

bool is_constant(const Linear& l) {
  return l.stride == 0 && std::all_of(l.terms.begin(), l.terms.end(), [](const auto& t) { return t.second == 0; });
}

void add_scaled(Linear& to, const Linear& from, int64_t factor) {
  for (const auto& [term, c] : from.terms) add_term(to, term, c * factor);
  to.constant += from.constant * factor;
  to.stride += from.stride * factor;
  to.lanes = std::max(to.lanes, from.lanes);
}

bool same_terms(const Linear& a, const Linear& b) {
  Linear difference = a;
  add_scaled(difference, b, -1);
  return std::all_of(difference.terms.begin(), difference.terms.end(), [](const auto& t) { return t.second == 0; });
}

Linear linear(const tir::Expr& e, const Constants& known) {
  Linear l;
  switch (e->kind) {
    case ExprKind::IntImm:
      l.constant = tir::node_cast<tir::IntImmNode>(e)->value;
      return l;
    case ExprKind::Var: {
      const auto found = known.find(tir::node_cast<tir::VarNode>(e));
      if (found != known.end())
        l.constant = found->second;
      else
        add_term(l, e, 1);
      return l;
    }
    case ExprKind::Add:
    case ExprKind::Sub:
      add_scaled(l, linear(tir::node_cast<tir::BinaryNode>(e)->a, known), 1);
      add_scaled(l, linear(tir::node_cast<tir::BinaryNode>(e)->b, known), e->kind == ExprKind::Add ? 1 : -1);
      return l;
    case ExprKind::Mul: {
      const Linear a = linear(tir::node_cast<tir::BinaryNode>(e)->a, known),
                   b = linear(tir::node_cast<tir::BinaryNode>(e)->b, known);
      if (is_constant(a))
        add_scaled(l, b, a.constant);
      else if (is_constant(b))
        add_scaled(l, a, b.constant);
      else
        break;
      l.lanes = std::max(a.lanes, b.lanes);
      return l;
    }
    case ExprKind::Ramp: {
      const auto* r = tir::node_cast<tir::RampNode>(e);
      const int64_t* stride = tir::as_const_int(r->stride);
      if (!stride) break;
      l = linear(r->base, known);
      l.stride = *stride;
      l.lanes = r->lanes;
      return l;
    }
    case ExprKind::Broadcast:
      l = linear(tir::node_cast<tir::BroadcastNode>(e)->value, known);
      l.lanes = tir::node_cast<tir::BroadcastNode>(e)->lanes;
      return l;
    default:
      break;
  }
  return linear_term(e, known);
}

std::optional<Linear> flat_index(const tir::BufferNode& buffer, const std::vector<tir::Expr>& indices,
                                 const Constants& known) {
  if (buffer.elem_offset) return std::nullopt;
  Linear total;
  for (size_t i = 0; i < indices.size(); ++i) {
    if (!buffer.strides.empty()) {
      const int64_t* stride = tir::as_const_int(buffer.strides[i]);
      if (!stride) return std::nullopt;
      add_scaled(total, linear(indices[i], known), *stride);
      continue;
    }
    Linear next;
    if (i > 0) {
      const int64_t* extent = tir::as_const_int(buffer.shape[i]);
      if (!extent) return std::nullopt;
      add_scaled(next, total, *extent);
    }
    add_scaled(next, linear(indices[i], known), 1);
    total = next;
  }
  return total;
}

namespace {

// A term x // c or x % c with a constant c > 0.
struct Division {
  const tir::BinaryNode* node = nullptr;
  int64_t divisor = 0;
};

Division division(const tir::Expr& term, ExprKind kind) {
  if (term->kind != kind) return {};
  const auto* node = tir::node_cast<tir::BinaryNode>(term);
  tir::Expr b = node->b;
  if (const auto* all = tir::node_cast<tir::BroadcastNode>(b)) b = all->value;
  const int64_t* divisor = tir::as_const_int(b);
  if (!divisor || *divisor <= 0) return {};
  return {node, *divisor};
}

// Whether x and y differ by a multiple of c, whatever the variables are: then x // c * c + y % c is x too.
bool congruent(const Linear& x, const Linear& y, int64_t c) {
  Linear difference = x;
  add_scaled(difference, y, -1);
  return difference.stride == 0 && difference.constant % c == 0 &&
         std::all_of(difference.terms.begin(), difference.terms.end(),
                     [&](const auto& t) { return t.second % c == 0; });
}

bool merge_one(Linear& place, const Constants& known) {
  for (size_t r = 0; r < place.terms.size(); ++r) {
    const auto [remainder_term, scale] = place.terms[r];
    const Division remainder = division(remainder_term, ExprKind::FloorMod);
    if (!remainder.node || scale == 0) continue;
    for (size_t q = 0; q < place.terms.size(); ++q) {
      const auto [quotient_term, coefficient] = place.terms[q];
      const Division quotient = division(quotient_term, ExprKind::FloorDiv);
      if (!quotient.node || quotient.divisor != remainder.divisor || coefficient != scale * quotient.divisor) continue;
      const Linear x = linear(quotient.node->a, known);
      if (!congruent(x, linear(remainder.node->a, known), quotient.divisor)) continue;
      place.terms[r].second = place.terms[q].second = 0;
      add_scaled(place, x, scale);
      return true;
    }
  }
  return false;
}

}  // namespace

bool merge_divisions(Linear& place, const Constants& known) {
  bool any = false;
  while (merge_one(place, known)) any = true;
  return any;
}

tir::Expr to_expr(const Linear& l) {
  tir::Expr sum = tir::int_imm(l.constant, DType::Int(64));
  for (const auto& [term, coefficient] : l.terms) {
    if (coefficient == 0) continue;
    if (term->dtype.lanes != 1) return nullptr;
    sum = sum + tir::cast(DType::Int(64), term) * tir::int_imm(coefficient, DType::Int(64));
  }
  if (l.lanes == 1) return sum;
  return tir::ramp(sum, tir::int_imm(l.stride, DType::Int(64)), l.lanes);
}

}  // namespace nw::codegen
