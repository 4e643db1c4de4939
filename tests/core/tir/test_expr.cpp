// SPDX-License-Identifier: GPL-3.0-or-later
// What makers fold, how types meet, and how expressions read.
#include <QTest>

#include "registry.h"
#include "tir/fold.h"
#include "tir/print.h"
#include "tir/visit.h"

using namespace nw;
using namespace nw::tir;

class TestExpr : public QObject {
  Q_OBJECT

  static QString text(const Expr& e) { return QString::fromStdString(tir::to_string(e)); }

 private Q_SLOTS:
  // The quotient times the divisor may be beyond the least integer.
  void remainders_of_the_least_integer() {
    QCOMPARE(*tir::fold_ints(tir::ExprKind::FloorMod, INT64_MIN, 3), int64_t{1});
    QCOMPARE(*tir::fold_ints(tir::ExprKind::FloorMod, INT64_MIN + 1, -3), int64_t{-1});
    QCOMPARE(*tir::fold_ints(tir::ExprKind::FloorDiv, INT64_MIN, 3), int64_t{-3074457345618258603});
    QVERIFY(!tir::fold_ints(tir::ExprKind::FloorMod, INT64_MIN, -1));
  }
  void prints_with_few_parentheses() {
    const Var y = make_var("y.outer"), x = make_var("x");
    QCOMPARE(text(y * int_imm(4) + x), "y.outer*4 + x");
    QCOMPARE(text((y + x) * int_imm(4)), "(y.outer + x)*4");
    QCOMPARE(text(y - (x - int_imm(1))), "y.outer - (x - 1)");
    QCOMPARE(text(y + int_imm(-3)), "y.outer - 3");
    QCOMPARE(text(floordiv(y + int_imm(3), int_imm(4))), "floordiv(y.outer + 3, 4)");
    QCOMPARE(text(logical_and(lt(y, x), logical_or(ge(y, int_imm(0)), logical_not(eq(x, y))))),
             "y.outer < x && (y.outer >= 0 || !(x == y.outer))");
    QCOMPARE(text(select(lt(y, x), cast(DType::Float(32), y), float_imm(0.1))),
             "select(y.outer < x, float32(y.outer), 0.1)");
    QCOMPARE(text(call(DType::Int(32), "bitwise_and", {y + x, int_imm(7)})), "y.outer + x & 7");
  }

  void folds_integers_and_identities() {
    const Var x = make_var("x");
    QCOMPARE(text(int_imm(-7) + int_imm(2)), "-5");
    QCOMPARE(text(floordiv(int_imm(-7), int_imm(2))), "-4");
    QCOMPARE(text(floormod(int_imm(-7), int_imm(2))), "1");
    QCOMPARE(text(truncmod(int_imm(-7), int_imm(2))), "-1");
    QCOMPARE(text(int_imm(200, DType::UInt(8)) + int_imm(100, DType::UInt(8))), "44");
    QCOMPARE(text(x * int_imm(1) + int_imm(0)), "x");
    QCOMPARE(text(floormod(x, int_imm(1))), "0");
    QCOMPARE(text(floordiv(x, int_imm(0))), "floordiv(x, 0)");
    QCOMPARE(text(logical_and(bool_imm(true), lt(x, int_imm(3)))), "x < 3");
  }

  void no_unsigned_number_is_below_zero() {
    const Var u = make_var("u", DType::UInt(8)), i = make_var("i");
    const Expr zero = int_imm(0, DType::UInt(8));
    QCOMPARE(text(lt(u, zero)), text(bool_imm(false)));
    QCOMPARE(text(gt(zero, u)), text(bool_imm(false)));
    QCOMPARE(text(ge(u, zero)), text(bool_imm(true)));
    QCOMPARE(text(le(zero, u)), text(bool_imm(true)));
    QCOMPARE(text(lt(i, int_imm(0))), "i < 0");
  }

  void types_meet_as_in_tvm() {
    auto v = [](DType t) -> Expr { return make_var("v", t); };
    QCOMPARE(to_string((v(DType::Int(32)) + v(DType::Float(32)))->dtype), "float32");
    QCOMPARE(to_string((v(DType::Float(16)) + v(DType::Float(32)))->dtype), "float32");
    QCOMPARE(to_string((v(DType::UInt(8)) + int_imm(1))->dtype), "int32");
    QCOMPARE(to_string((v(DType::UInt(32)) + int_imm(1))->dtype), "uint32");
    QCOMPARE(to_string((v(DType::Int(64)) + int_imm(1))->dtype), "int64");
    QCOMPARE(to_string(lt(v(DType::Int(8)), int_imm(1))->dtype), "bool");
  }

  void substitutes_and_keeps_what_does_not_change() {
    const Var x = make_var("x"), y = make_var("y");
    const Expr e = x * int_imm(4) + y;
    QVERIFY(substitute(e, {{make_var("z"), int_imm(1)}}) == e);
    QCOMPARE(text(substitute(e, {{x, int_imm(2)}})), "8 + y");
    QVERIFY(uses_var(e, x));
    QVERIFY(!uses_var(substitute(e, {{x, int_imm(2)}}), x));
  }

  void compares_by_structure() {
    const Var x = make_var("x");
    QVERIFY(structural_equal(x + int_imm(1), x + int_imm(1)));
    QVERIFY(!structural_equal(x + int_imm(1), make_var("x") + int_imm(1)));
    auto in_let = [&] {
      const Var t = make_var("t");
      return let(t, x * int_imm(3), t + int_imm(1));
    };
    QVERIFY(structural_equal(in_let(), in_let()));
    QCOMPARE(structural_hash(in_let()), structural_hash(in_let()));
  }
};

NW_TEST(TestExpr);
#include "test_expr.moc"
