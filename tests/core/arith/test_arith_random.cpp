// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <map>
#include <random>

#include "arith/analyzer.h"
#include "registry.h"
#include "tir/print.h"

using namespace nw;
using namespace nw::tir;
using namespace nw::arith;

// Random expressions over bounded variables: what is simplified keeps its value, bounds and sets hold, proofs are true.
class ArithRandomTest : public QObject {
  Q_OBJECT

  struct VarInfo {
    Var var;
    int64_t min, extent;
  };
  std::mt19937 random_{12345};
  std::vector<VarInfo> vars_;
  std::map<const ExprNode*, int64_t> values_;

  int64_t pick(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random_); }

  Expr number(int depth) {
    if (depth == 0 || pick(0, 9) == 0)
      return pick(0, 3) ? Expr(vars_[static_cast<size_t>(pick(0, 3))].var) : int_imm(pick(-20, 20));
    constexpr int64_t kSteps[] = {1, 2, 3, 4, 5, 6, 8, 12, 16, 32};
    const Expr step = int_imm(kSteps[pick(0, 9)]);
    switch (pick(0, 12)) {
      case 0:
      case 1:
      case 2:
        return number(depth - 1) + number(depth - 1);
      case 3:
        return number(depth - 1) - number(depth - 1);
      case 4:
        return number(depth - 1) * int_imm(pick(-8, 16));
      case 5:
      case 6:
        return floordiv(number(depth - 1), step);
      case 7:
      case 8:
        return floormod(number(depth - 1), step);
      case 9:
        return min(number(depth - 1), number(depth - 1));
      case 10:
        return max(number(depth - 1), number(depth - 1));
      case 11:
        return pick(0, 1) ? truncdiv(number(depth - 1), step) : truncmod(number(depth - 1), step);
      default:
        return select(condition(depth - 1), number(depth - 1), number(depth - 1));
    }
  }
  Expr condition(int depth) {
    const Expr a = number(depth), b = pick(0, 1) ? number(depth) : int_imm(pick(-10, 60));
    switch (pick(0, 8)) {
      case 0:
        return eq(a, b);
      case 1:
        return ne(a, b);
      case 2:
      case 3:
        return lt(a, b);
      case 4:
        return le(a, b);
      case 5:
        return gt(a, b);
      case 6:
        return ge(a, b);
      case 7:
        return depth ? logical_and(condition(depth - 1), condition(depth - 1)) : lt(a, b);
      default:
        return depth ? logical_not(condition(depth - 1)) : ge(a, b);
    }
  }

  static int64_t fdiv(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
  int64_t value(const Expr& e) const {
    if (const int64_t* c = as_const_int(e)) return *c;
    if (e->kind == ExprKind::Var) return values_.at(e.get());
    if (const auto* s = node_cast<SelectNode>(e))
      return value(s->condition) ? value(s->true_value) : value(s->false_value);
    if (const auto* n = node_cast<NotNode>(e)) return !value(n->a);
    const auto* b = node_cast<BinaryNode>(e);
    const int64_t x = value(b->a), y = value(b->b);
    switch (e->kind) {
      case ExprKind::Add:
        return x + y;
      case ExprKind::Sub:
        return x - y;
      case ExprKind::Mul:
        return x * y;
      case ExprKind::Div:
        return x / y;
      case ExprKind::Mod:
        return x % y;
      case ExprKind::FloorDiv:
        return fdiv(x, y);
      case ExprKind::FloorMod:
        return x - fdiv(x, y) * y;
      case ExprKind::Min:
        return std::min(x, y);
      case ExprKind::Max:
        return std::max(x, y);
      case ExprKind::EQ:
        return x == y;
      case ExprKind::NE:
        return x != y;
      case ExprKind::LT:
        return x < y;
      case ExprKind::LE:
        return x <= y;
      case ExprKind::GT:
        return x > y;
      case ExprKind::GE:
        return x >= y;
      case ExprKind::And:
        return x && y;
      default:
        return x || y;
    }
  }
  void draw_values() {
    for (const VarInfo& v : vars_) values_[v.var.get()] = pick(v.min, v.min + v.extent - 1);
  }
  void draw_vars(Analyzer& a) {
    vars_.clear();
    values_.clear();
    for (const char* name : {"x", "y", "z", "w"}) {
      constexpr int64_t kExtents[] = {1, 2, 3, 4, 8, 16, 7, 64};
      vars_.push_back({make_var(name), pick(0, 3) ? 0 : pick(-9, 9), kExtents[pick(0, 7)]});
      const VarInfo& v = vars_.back();
      if (pick(0, 4)) a.bind(v.var, Range{int_imm(v.min), int_imm(v.extent)});
    }
  }
  std::string told(const Expr& a, const Expr& b) const {
    std::string s = to_string(a) + "  →  " + to_string(b) + "  at";
    for (const VarInfo& v : vars_) s += " " + v.var->name + "=" + std::to_string(values_.at(v.var.get()));
    return s;
  }

 private Q_SLOTS:
  void simplified_keeps_its_value() {
    for (int round = 0; round < 3000; ++round) {
      Analyzer a;
      draw_vars(a);
      const Expr e = round % 3 == 0 ? condition(2) : number(4);
      const Expr s = a.simplify(e);
      QVERIFY2(a.simplify(s) == s,
               (to_string(e) + "  →  " + to_string(s) + "  →  " + to_string(a.simplify(s)))
                   .c_str());  // it is simple already
      const ConstBound b = e->dtype.is_bool() ? ConstBound() : a.const_bound(e);
      const ModularSet m = e->dtype.is_bool() ? ModularSet() : a.modular_set(e);
      for (int k = 0; k < 12; ++k) {
        draw_values();
        const int64_t v = value(e);
        QVERIFY2(v == value(s), told(e, s).c_str());
        QVERIFY2(v >= b.min && v <= b.max, told(e, s).c_str());
        QVERIFY2(m.coeff == 0 ? v == m.base : (v - m.base) % m.coeff == 0, told(e, s).c_str());
      }
    }
  }

  void under_an_assumption() {
    for (int round = 0; round < 1500; ++round) {
      Analyzer a;
      draw_vars(a);
      const Expr c = condition(1), e = number(3);
      Expr s;
      ConstBound b;
      {
        auto assumed = a.assume(c);
        s = a.simplify(e);
        b = a.const_bound(e);
      }
      for (int k = 0; k < 12; ++k) {
        draw_values();
        if (!value(c)) continue;
        QVERIFY2(value(e) == value(s), (to_string(c) + ": " + told(e, s)).c_str());
        QVERIFY2(value(e) >= b.min && value(e) <= b.max, (to_string(c) + ": " + told(e, s)).c_str());
      }
    }
  }

  void sets_cover() {
    for (int round = 0; round < 2000; ++round) {
      Analyzer bound, free;
      draw_vars(bound);
      DomainMap dom;
      for (size_t i = 0; i < 2; ++i)
        dom.emplace(vars_[i].var, IntSet::from_range({int_imm(vars_[i].min), int_imm(vars_[i].extent)}));
      const Expr e = number(3);
      const IntSet s = eval_set(e, dom, free);
      for (int k = 0; k < 8; ++k) {
        draw_values();
        if (s.min) QVERIFY2(value(s.min) <= value(e), told(e, s.min).c_str());
        if (s.max) QVERIFY2(value(s.max) >= value(e), told(e, s.max).c_str());
      }
    }
  }
};

NW_TEST(ArithRandomTest);
#include "test_arith_random.moc"
