// SPDX-License-Identifier: GPL-3.0-or-later
// What loops and conditions become where their variables are known.
#include <QTest>

#include "lower/passes.h"
#include "nests.h"
#include "registry.h"
#include "tir/print.h"

using namespace nw;
using namespace nw::test;

class TestSimplify : public QObject {
  Q_OBJECT

  // for o in 2..3: for a in 0..2: for v in floordiv(o·5, 2)..+3: if v·2 + a < o·5 + 5: B[v] = A[v]
  static QString known(tir::ForKind kind) {
    const Buffer a = buffer("A", DType::Float(32), {200}), b = buffer("B", DType::Float(32), {200});
    const Var o = tir::make_var("o"), x = tir::make_var("a"), v = tir::make_var("v");
    const auto n = [](int64_t value) { return tir::int_imm(value); };
    const Stmt store = tir::make_if(tir::lt(v * n(2) + x, o * n(5) + n(5)), tir::make_store(b, at(a, {v}), {v}));
    const Stmt inner = tir::make_for(v, tir::floordiv(o * n(5), n(2)), n(3), kind, store);
    const Stmt whole = tir::make_for(o, n(2), n(1), tir::ForKind::Serial, loop(x, 2, inner));
    return QString::fromStdString(tir::print(lower::simplify_statements(whole, {}, lower::LoweringPhase::Code)).text());
  }

 private Q_SLOTS:
  void a_serial_loop_ends_where_its_condition_does() {
    QCOMPARE(known(tir::ForKind::Serial), QStringLiteral("for a in 0..2:\n"
                                                         "  for v in 5..5 + (floordiv(a*-1, 2) + 3):\n"
                                                         "    B[v] = A[v]\n"));
  }
  // It cannot end at a place that another variable decides; it still begins where o says.
  void an_unrolled_loop_keeps_its_length() {
    QCOMPARE(known(tir::ForKind::Unrolled), QStringLiteral("for a in 0..2:\n"
                                                           "  unrolled v in 5..8:\n"
                                                           "    if v*2 + a < 15:\n"
                                                           "      B[v] = A[v]\n"));
  }
  // Where a choice decides, no single place is known up to which the condition holds and no further.
  void a_condition_with_a_choice_stays() {
    const Buffer b = buffer("B", DType::Float(32), {200});
    const Var size = tir::make_var("n", DType::Int(32), true), v = tir::make_var("v");
    const auto n = [](int64_t value) { return tir::int_imm(value); };
    const Stmt store = tir::make_if(tir::lt(v, tir::select(tir::gt(size, n(3)), n(2), n(7))),
                                    tir::make_store(b, tir::float_imm(1), {v}));
    const Stmt whole = loop(v, 10, store);
    QCOMPARE(QString::fromStdString(
                 tir::print(lower::simplify_statements(whole, {size}, lower::LoweringPhase::Code)).text()),
             QStringLiteral("for v in 0..10:\n"
                            "  if v < select(n >= 4, 2, 7):\n"
                            "    B[v] = 1.0\n"));
  }
};

NW_TEST(TestSimplify);
#include "test_simplify.moc"
