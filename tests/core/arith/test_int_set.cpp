// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "arith/analyzer.h"
#include "registry.h"
#include "tir/print.h"

using namespace nw;
using namespace nw::tir;
using namespace nw::arith;

class IntSetTest : public QObject {
  Q_OBJECT

  static Expr i(int64_t v) { return int_imm(v); }
  static std::string text(const IntSet& s) {
    if (s.empty) return "{}";
    Analyzer a;
    return "[" + (s.min ? to_string(a.simplify(s.min)) : "-inf") + ", " +
           (s.max ? to_string(a.simplify(s.max)) : "inf") + "]";
  }

 private Q_SLOTS:
  void operations_move_the_ends() {
    const Var x = make_var("x"), o = make_var("o");
    const DomainMap dom = {{x, IntSet::interval(i(0), i(7))}};
    Analyzer a;
    QCOMPARE(text(eval_set(o * i(8) + x, dom, a)), std::string("[o*8, o*8 + 7]"));
    QCOMPARE(text(eval_set(i(3) - x, dom, a)), std::string("[-4, 3]"));
    QCOMPARE(text(eval_set(x * i(-2), dom, a)), std::string("[-14, 0]"));
    QCOMPARE(text(eval_set(floordiv(x + i(8), i(4)), dom, a)), std::string("[2, 3]"));
    QCOMPARE(text(eval_set(floormod(Expr(x), i(16)), dom, a)), std::string("[0, 7]"));
    QCOMPARE(text(eval_set(floormod(Expr(x), i(5)), dom, a)), std::string("[0, 4]"));
    QCOMPARE(text(eval_set(floormod(o * i(8) + x, i(5)), dom, a)), std::string("[0, 4]"));
    QCOMPARE(text(eval_set(x * x, dom, a)), std::string("[-inf, inf]"));
    QCOMPARE(text(eval_set(max(Expr(x), i(3)), dom, a)), std::string("[3, 7]"));
  }

  void variables_are_relaxed_through_each_other() {
    const Var x = make_var("x"), y = make_var("y");
    const DomainMap dom = {{x, IntSet::interval(i(0), i(3))}, {y, IntSet::interval(x * i(4), x * i(4) + i(3))}};
    Analyzer a;
    QCOMPARE(text(eval_set(Expr(y), dom, a)), std::string("[0, 15]"));
  }

  void union_intersection_cover() {
    const Var n = make_var("n");
    Analyzer a;
    QCOMPARE(text(unite({IntSet::point(i(3)), IntSet::interval(i(5), i(9)), IntSet::nothing()}, a)),
             std::string("[3, 9]"));
    QCOMPARE(text(intersect({IntSet::interval(i(0), i(4)), IntSet::interval(i(6), i(9))}, a)), std::string("{}"));
    const Range all{i(0), Expr(n)};
    QCOMPARE(to_string(cover_range(IntSet::everything(), all, a).extent), std::string("n"));
    QCOMPARE(to_string(cover_range(IntSet::interval(n * i(2), n * i(2) + i(4)), all, a).extent), std::string("5"));
  }
};

NW_TEST(IntSetTest);
#include "test_int_set.moc"
