// SPDX-License-Identifier: GPL-3.0-or-later
#include "arith/simplifier.h"

#include <algorithm>

#include "arith/data_rules.h"
#include "arith/interval.h"
#include "base/budget.h"

namespace nw::arith {

using namespace tir;

constexpr int64_t kUnknown = int64_t{1} << 30;  // no loop is as long

// Longer sums are no indices but sums of data; each of their partial sums would be kept in normal form.
constexpr size_t kMaxTerms = 256;

// ── Facts ──────────────────────────────────────────────────────────────────────────────────────────────────────────

void Simplifier::forget() {
  for (Memory& m : remembered_) m = Memory();
  bounds_.forget();
}

void Simplifier::bind(const Var& var, const Range& range) {
  if (is_one(range.extent)) return bind(var, range.min);
  const ConstBound low = bound(linear(range.min));
  const ConstBound high = bound(linear(range.min + range.extent));
  VariableFact fact;
  fact.bound.min = low.min;
  fact.bound.max = saturating_add(high.max, -1);
  fact.bounded = fact.bound.min > -kUnknown && fact.bound.max < kUnknown && variables_.is_bounded(range.min) &&
                 variables_.is_bounded(range.extent);
  learn(var, std::move(fact));
}

// A changed fact ends what was found out about expressions with the variable.
void Simplifier::learn(const Var& var, VariableFact fact) {
  const VariableFacts::Learned learned = variables_.learn(var, std::move(fact));
  if (learned == VariableFacts::Learned::First ? ids_.contains(var.get()) : learned == VariableFacts::Learned::Changed)
    forget();
}

void Simplifier::bind(const Var& var, const Expr& value) {
  VariableFact fact;
  fact.value = simplify(value);
  learn(var, std::move(fact));
}

// ── Atoms
// ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

uint32_t Simplifier::id_of(const Expr& e) {
  const auto [it, fresh] = ids_.try_emplace(e.get(), static_cast<uint32_t>(atoms_.size()));
  const uint32_t id = it->second;
  if (fresh) {
    atoms_.push_back(e);
    data_.push_back(false);
    const bool data = is_data(e);  // its operands may be new atoms, too
    data_[id] = data;
  }
  return id;
}

bool Simplifier::is_data(const Expr& e) {
  if (e->kind <= ExprKind::Not) return false;  // arithmetic on data says so itself
  if (own_sort(*e) == Sort::Data) return true;
  const auto data = [&](const Expr& operand) { return operand->dtype.is_integer() && linear(operand).data; };
  if (const auto* s = node_cast<SelectNode>(e)) return data(s->true_value) || data(s->false_value);
  if (const auto* c = node_cast<CallNode>(e); c && c->name == "if_then_else" && c->args.size() == 3)
    return data(c->args[1]) || data(c->args[2]);
  bool any = false;
  each_child(*e, [&](const Expr& child) { any = any || data(child); });
  return any;
}

Linear Simplifier::atom(const Expr& e, int64_t coeff) {
  Linear l;
  const uint32_t id = id_of(e);
  l.terms.push_back({e, id, coeff});
  l.data = data_[id];
  return l;
}

// ── Expression → normal form ───────────────────────────────────────────────────────────────────────────────────────

Linear Simplifier::linear(const Expr& e) {
  if (const auto* i = node_cast<IntImmNode>(e)) {
    Linear l;
    l.constant = i->value;
    return l;
  }
  if (e->kind == ExprKind::Var) {
    const VariableFact* fact = variables_.find(e.get());
    return fact && fact->value ? linear(fact->value) : atom(e);
  }
  spend();
  auto& memory = remembered_.back().linear;
  if (const auto it = memory.find(e.get()); it != memory.end()) return it->second.value;
  Linear l = is_index(e->dtype) ? compute_linear(e) : atom(canonical(simplify_other(e)));
  const auto fits = [&](int64_t v) { return e->dtype.bits != 32 || (v >= INT32_MIN && v <= INT32_MAX); };
  bool small = !l.overflow && fits(l.constant) && l.terms.size() <= kMaxTerms;
  for (const Term& t : l.terms) small = small && fits(t.coeff);
  if (!small || may_wrap(l, e->dtype)) l = wrapping(e);
  if (bounds_.has_assumptions() && !l.terms.empty() && is_index(e->dtype)) {
    // An assumption may leave one value only.
    const ConstBound b = bound(l);
    if (b.min == b.max && fits(b.min)) l = number(b.min);
  }
  remembered_.back().linear.insert_or_assign(e.get(), Known<Linear>{e, l});
  return l;
}

// e as an atom, whatever it is: for what does not fit.
Linear Simplifier::opaque(const Expr& e) {
  const Expr kept = map_children_with(e, [&](const Expr& c) { return simplify(c); });
  if (const auto* i = node_cast<IntImmNode>(kept)) {
    Linear l;
    l.constant = i->value;
    return l;
  }
  return atom(canonical(map_children_with(kept, [&](const Expr& c) { return canonical(c); })));
}

// Sums of sizes, of which less is known than of loops, are taken to fit their type.
bool Simplifier::may_wrap(const Linear& l, DType dtype) {
  if (l.data || l.terms.empty() || dtype.bits != 32) return false;
  // Most sums of loop variables are far from it.
  int64_t most = std::abs(l.constant);
  for (const Term& t : l.terms)
    most = saturating_add(
        most, t.atom->kind == ExprKind::Var ? saturating_mul(std::abs(t.coeff), variables_.widest()) : kUnknown);
  if (most <= INT32_MAX) return false;
  const ConstBound b = bound(l);
  return (b.min < INT32_MIN || b.max > INT32_MAX) &&
         std::all_of(l.terms.begin(), l.terms.end(), [&](const Term& t) { return variables_.is_bounded(t.atom); });
}

Linear Simplifier::wrapping(const Expr& e) {
  Linear l = opaque(e);
  return l.terms.empty() || !is_index(e->dtype) ? l : data_atom(l.terms[0].atom);
}

Linear Simplifier::data_atom(const Expr& e) {
  Linear l = atom(e);
  data_[l.terms[0].id] = l.data = true;
  return l;
}

Linear Simplifier::data_arithmetic(const BinaryNode& node, const Linear& a, const Linear& b) {
  const Expr x = canonical(expression(a, node.a->dtype)), y = canonical(expression(b, node.b->dtype));
  const Expr e = data_binary(node.kind, x, y, bound(a), bound(b));
  if (e == x) return a;
  if (e == y) return b;
  if (const auto* i = node_cast<IntImmNode>(e)) return number(i->value);
  return data_atom(canonical(e));
}

Linear Simplifier::compute_linear(const Expr& e) {
  const auto* b = node_cast<BinaryNode>(e);
  if (!b) {
    if (const auto* s = node_cast<SelectNode>(e);
        s || (e->kind == ExprKind::Call && static_cast<const CallNode&>(*e).name == "if_then_else")) {
      const Expr chosen = simplify_other(e);
      if (chosen->kind != e->kind || chosen->dtype != e->dtype) return linear(chosen);
      return atom(canonical(chosen));
    }
    const Expr other = simplify_other(e);
    return other->kind == ExprKind::IntImm || other->kind == ExprKind::Var ? linear(other) : atom(canonical(other));
  }
  const Linear x = linear(b->a), y = linear(b->b);
  if (x.overflow || y.overflow) return wrapping(e);
  if (x.data || y.data) return data_arithmetic(*b, x, y);
  switch (e->kind) {
    case ExprKind::Add:
      return tidy(add(x, y));
    case ExprKind::Sub:
      return tidy(add(x, y, -1));
    case ExprKind::Mul:
      if (y.is_constant()) return scale(x, y.constant);
      if (x.is_constant()) return scale(y, x.constant);
      return product(x, y, e->dtype);
    case ExprKind::FloorDiv:
      if (!y.is_constant()) return divide_symbolic(e, x, y);
      if (y.constant == 0) return opaque(e);
      return y.constant > 0 ? divide(x, y.constant, e->dtype) : divide(scale(x, -1), -y.constant, e->dtype);
    case ExprKind::FloorMod:
      if (y.is_constant() && y.constant > 0) return remainder(x, y.constant, e->dtype);
      return y.is_constant() ? opaque(e) : divide_symbolic(e, x, y);
    case ExprKind::Div:
    case ExprKind::Mod:
      return truncated(e, x, y);
    case ExprKind::Min:
    case ExprKind::Max:
      return extremum(e->kind, x, y, e->dtype);
    default:
      return opaque(e);
  }
}

// A product of sums is multiplied out while it stays small.
Linear Simplifier::product(const Linear& a, const Linear& b, DType dtype) {
  const auto parts = [](const Linear& l) { return l.terms.size() + (l.constant != 0); };
  if (parts(a) * parts(b) > 6) {
    Expr x = expression(a, dtype), y = expression(b, dtype);
    if (id_of(canonical(y)) < id_of(canonical(x))) std::swap(x, y);
    return atom(make(ExprKind::Mul, x, y));
  }
  Linear sum;
  for (const Term& t : a.terms) {
    for (const Term& u : b.terms) {
      const bool ordered = t.id <= u.id;
      int64_t coeff = 0;
      if (__builtin_mul_overflow(t.coeff, u.coeff, &coeff)) sum.overflow = true;
      const Expr m = make(ExprKind::Mul, ordered ? t.atom : u.atom, ordered ? u.atom : t.atom);
      sum.add({m, id_of(m), coeff});
    }
    if (b.constant != 0) sum.add(t, b.constant);
  }
  if (a.constant != 0) sum = add(sum, b, a.constant);
  return tidy(std::move(sum));
}

Linear Simplifier::tidy(Linear l) {
  if (l.overflow || l.data) return l;
  for (int round = 0; round < 8; ++round) {
    bool divmod = false, minmax = false;
    for (const Term& t : l.terms) {
      const ExprKind k = t.atom->kind;
      divmod = divmod || k == ExprKind::FloorDiv || k == ExprKind::FloorMod;
      minmax = minmax || k == ExprKind::Min || k == ExprKind::Max;
    }
    if (l.terms.size() < 2 || !((divmod && merge_divmod(l)) || (minmax && merge_minmax(l)))) break;
  }
  return l;
}

// ── Normal form → expression ───────────────────────────────────────────────────────────────────────────────────────

// Larger factors first: y.outer*16 + y.inner. What is subtracted comes last.
Expr Simplifier::sum_of(const Linear& l, DType dtype) {
  std::vector<const Term*> order;
  for (const Term& t : l.terms) order.push_back(&t);
  std::stable_sort(order.begin(), order.end(), [](const Term* a, const Term* b) {
    return (a->coeff > 0) != (b->coeff > 0) ? a->coeff > 0 : std::abs(a->coeff) > std::abs(b->coeff);
  });
  const bool constant_first = !order.empty() && order[0]->coeff < 0 && l.constant > 0;  // 3 - x
  Expr sum = constant_first ? canonical(int_imm(l.constant, dtype)) : nullptr;
  for (const Term* t : order) {
    const Expr value = t->atom->dtype == dtype ? t->atom : canonical(cast(dtype, t->atom));
    const int64_t size = sum && t->coeff < 0 ? -t->coeff : t->coeff;
    const Expr part = size == 1 ? value : make(ExprKind::Mul, value, int_imm(size, dtype));
    sum = !sum ? part : make(t->coeff < 0 ? ExprKind::Sub : ExprKind::Add, sum, part);
  }
  if (!sum) return canonical(int_imm(l.constant, dtype));
  if (l.constant > 0 && !constant_first) return make(ExprKind::Add, sum, int_imm(l.constant, dtype));
  if (l.constant < 0) return make(ExprKind::Sub, sum, int_imm(-l.constant, dtype));
  return sum;
}

Expr Simplifier::expression(const Linear& l, DType dtype) {
  Expr e = sum_of(l, dtype);
  if (e->kind > ExprKind::Var) {
    Memory& m = remembered_.back();
    m.linear.insert_or_assign(e.get(), Known<Linear>{e, l});
    m.simple.insert_or_assign(e.get(), Known<Expr>{e, e});
  }
  return e;
}

Expr Simplifier::simplify(const Expr& e) {
  if (e->kind == ExprKind::IntImm || e->kind == ExprKind::FloatImm || e->kind == ExprKind::StringImm) return e;
  if (e->kind == ExprKind::Var) {
    const VariableFact* fact = variables_.find(e.get());
    return fact && fact->value ? fact->value : e;
  }
  spend();
  auto& memory = remembered_.back().simple;
  if (const auto it = memory.find(e.get()); it != memory.end()) return it->second.value;
  Expr r = is_index(e->dtype) ? expression(linear(e), e->dtype) : simplify_other(e);
  if (r->dtype != e->dtype) r = cast(e->dtype, r);
  remembered_.back().simple.insert_or_assign(e.get(), Known<Expr>{e, r});
  return r;
}

// ── What is no integer sum ─────────────────────────────────────────────────────────────────────────────────────────

Expr Simplifier::simplify_logic(const BinaryNode& node) {
  const bool is_and = node.kind == ExprKind::And;
  const Expr a = simplify(node.a), b = simplify(node.b);
  if (const int64_t* x = as_const_int(a)) return (*x != 0) == is_and ? b : a;
  if (const int64_t* y = as_const_int(b)) return (*y != 0) == is_and ? a : b;
  return a == b ? a : make(node.kind, a, b);
}

Expr Simplifier::simplify_choice(const Expr& condition, const Expr& yes, const Expr& no, const Expr& original) {
  const Expr c = simplify(condition);
  if (const int64_t* known = as_const_int(c)) return simplify(*known ? yes : no);
  if (!c->dtype.is_scalar()) return map_children_with(original, [&](const Expr& x) { return simplify(x); });
  size_t mark = assume(c);
  Expr a = simplify(yes);
  undo(mark);
  mark = assume(logical_not(c));
  const Expr b = simplify(no);
  undo(mark);
  if (a == b || structural_equal(a, b)) return a;
  if (c == condition && a == yes && b == no) return original;
  return rebuild(*original, {c, a, b});
}

Expr Simplifier::simplify_other(const Expr& e) {
  if (const auto* b = node_cast<BinaryNode>(e)) {
    if (b->kind >= ExprKind::EQ && b->kind <= ExprKind::GE && is_index(b->a->dtype))
      return compare(b->kind, b->a, b->b);
    if ((b->kind == ExprKind::And || b->kind == ExprKind::Or) && b->dtype.is_scalar()) return simplify_logic(*b);
  }
  if (const auto* n = node_cast<NotNode>(e); n && e->dtype.is_scalar()) {
    const Expr a = simplify(n->a);
    if (const auto* inner = node_cast<NotNode>(a)) return inner->a;
    if (const auto* c = node_cast<BinaryNode>(a);
        c && c->kind >= ExprKind::EQ && c->kind <= ExprKind::GE && is_index(c->a->dtype)) {
      constexpr ExprKind kOpposite[] = {ExprKind::NE, ExprKind::EQ, ExprKind::GE,
                                        ExprKind::GT, ExprKind::LE, ExprKind::LT};
      return compare(kOpposite[static_cast<int>(c->kind) - static_cast<int>(ExprKind::EQ)], c->a, c->b);
    }
    return a == n->a ? e : logical_not(a);
  }
  if (const auto* s = node_cast<SelectNode>(e)) return simplify_choice(s->condition, s->true_value, s->false_value, e);
  if (const auto* c = node_cast<CallNode>(e)) {
    if (c->name == "if_then_else" && c->args.size() == 3) return simplify_choice(c->args[0], c->args[1], c->args[2], e);
    if (c->name == "likely" && c->args.size() == 1) {
      const Expr inner = simplify(c->args[0]);
      return inner == c->args[0] ? e : likely(inner);
    }
  }
  return map_children_with(e, [&](const Expr& c) { return simplify(c); });
}

}  // namespace nw::arith
