// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "arith/analyzer.h"
#include "registry.h"
#include "tir/print.h"

using namespace nw;
using namespace nw::tir;
using namespace nw::arith;

// What the analyzer makes of expressions over x ∈ [0, 64), y ∈ [0, 8), z ∈ [0, 1), and n, of which nothing is known.
class AnalyzerTest : public QObject {
  Q_OBJECT

  Var x = make_var("x"), y = make_var("y"), z = make_var("z"), n = make_var("n");
  static Expr i(int64_t v) { return int_imm(v); }
  void bind_all(Analyzer& a) {
    a.bind(x, Range{i(0), i(64)});
    a.bind(y, Range{i(0), i(8)});
    a.bind(z, Range{i(0), i(1)});
  }
  void gives(const Expr& e, const char* expected) {
    Analyzer a;
    bind_all(a);
    QCOMPARE(QString::fromStdString(to_string(a.simplify(e))), QString(expected));
  }
  void proves(const Expr& e, bool expected = true) {
    Analyzer a;
    bind_all(a);
    QVERIFY2(a.can_prove(e) == expected, to_string(e).c_str());
  }

 private Q_SLOTS:
  void splits_and_fuses_cancel() {
    gives(floordiv(Expr(x), i(8)) * i(8) + floormod(Expr(x), i(8)), "x");
    gives(floordiv(x * i(8) + y, i(8)), "x");
    gives(floormod(x * i(8) + y, i(8)), "y");
    gives(floordiv(x * i(4) + floordiv(Expr(y), i(2)), i(4)), "x");
    gives(floordiv(x * i(4) + floordiv(Expr(y), i(2)), i(8)), "floordiv(x, 2)");
    gives(floordiv(Expr(x), i(32)) * i(32) + floormod(floordiv(Expr(x), i(8)), i(4)) * i(8) + floormod(Expr(x), i(8)),
          "x");
    gives(floordiv(floordiv(Expr(n), i(4)), i(8)), "floordiv(n, 32)");
    gives(n * i(1) + z, "n");
    gives(floordiv(n * i(32) + i(31), i(32)), "n");
    gives(Expr(n) - floordiv(Expr(n), i(32)) * i(32), "floormod(n, 32)");
  }

  void minima_and_maxima() {
    gives(min(x * i(8) + i(9), i(31)) - x * i(8) + i(1), "32 - max(x*8, 22)");
    gives(min(Expr(y), i(7)), "y");
    gives(max(Expr(y), i(9)), "9");
    gives(min(n + i(3), n + i(5)), "n + 3");
    gives(max(min(Expr(n), Expr(x)), Expr(x)), "x");
  }

  void comparisons() {
    proves(lt(x * i(8) + y, i(512)));
    proves(lt(x * i(8) + y, i(511)), false);
    proves(ge(floordiv(n + i(31), i(32)) * i(32), Expr(n)));
    proves(le(floordiv(Expr(n), i(4)) * i(4), Expr(n)));
    proves(ne(x * i(4), y * i(4) + i(2)));
    proves(lt(min(x + y, i(5)), i(6)));
    proves(lt(floormod(Expr(n), i(12)), i(12)));
    gives(lt(x * i(4) + i(3), y * i(4)), "x < y");
    gives(lt(x * i(16) + y + i(2), i(38)), "x*16 + y < 36");
  }

  void assumptions_hold_until_they_end() {
    Analyzer a;
    bind_all(a);
    const Expr goal = lt(Expr(n), i(5));
    {
      auto first = a.assume(lt(n + x, i(5)));
      QVERIFY(a.can_prove(goal));
      auto second = a.assume(ge(Expr(n), i(3)));
      QCOMPARE(a.const_bound(n).min, 3);
    }
    QVERIFY(!a.can_prove(goal));
    QCOMPARE(a.const_bound(n).min, INT32_MIN);
  }

  void binding_again_replaces() {
    Analyzer a;
    a.bind(x, Range{i(0), i(4)});
    QVERIFY(a.can_prove(lt(Expr(x), i(4))));
    a.bind(x, Range{i(0), i(9)});
    QVERIFY(!a.can_prove(lt(Expr(x), i(4))));
  }

  void modular_facts() {
    Analyzer a;
    const ModularSet m = a.modular_set(n * i(12) + x * i(8) + i(7));
    QCOMPARE(m.coeff, 4);
    QCOMPARE(m.base, 3);
  }

  void linear_equations() {
    const auto parts = detect_linear(x * i(3) + (y + i(2)) * n + i(1), {x, y});
    QVERIFY(parts && parts->size() == 3);
    QCOMPARE(to_string((*parts)[0]), std::string("3"));
    QCOMPARE(to_string((*parts)[1]), std::string("n"));
    QVERIFY(!detect_linear(floordiv(Expr(x), i(3)), {x}));
  }

  // Only a file could write such a number; as a bound it must stay one.
  void the_least_integer_is_a_bound_from_above() {
    const Expr least = int_imm(INT64_MIN, DType::Int(64));
    Analyzer a;
    QCOMPARE(a.const_bound(least).min, ConstBound::kNegInf);
    QCOMPARE(a.const_bound(least).max, ConstBound::kNegInf + 1);
    const Var k = make_var("k", DType::Int(64));
    a.bind(k, Range{int_imm(0, DType::Int(64)), least});  // no value at all: no bound is known
    QCOMPARE(a.const_bound(k).min, ConstBound::kNegInf);
    QCOMPARE(a.const_bound(k).max, ConstBound::kPosInf);
  }
};

NW_TEST(AnalyzerTest);
#include "test_analyzer.moc"
