// SPDX-License-Identifier: GPL-3.0-or-later
// Vectorized loops as vectors, for what is compiled.
#include <QTest>

#include "lower/passes.h"
#include "nests.h"
#include "registry.h"
#include "tir/print.h"

using namespace nw;
using namespace nw::test;

class TestVectorize : public QObject {
  Q_OBJECT

  // B[x] = A[x]·2 for x in 0..extent, vectorized
  static QString vectors(int64_t extent, lower::LoweringPhase phase, bool prefetched = false) {
    const Buffer a = buffer("A", DType::Float(32), {200}), b = buffer("B", DType::Float(32), {200});
    const Var x = tir::make_var("x");
    Stmt body = tir::make_store(b, at(a, {x}) * tir::float_imm(2), {x});
    if (prefetched) body = tir::make_seq({tir::make_evaluate(tir::call(DType::Int(32), "prefetch", {Expr(x)})), body});
    return QString::fromStdString(
        tir::print(lower::vectorize_loops(loop(x, extent, body, tir::ForKind::Vectorized), phase)).text());
  }

 private Q_SLOTS:
  void a_power_of_two_is_one_vector() {
    QCOMPARE(vectors(16, lower::LoweringPhase::Code),
             QStringLiteral("B[ramp(0, 1, 16)] = A[ramp(0, 1, 16)]*broadcast(2.0, 16)\n"));
  }
  // What is left of a loop cut at its tail: LLVM has registers for 32 and for 8, none for 40.
  void another_length_is_a_vector_for_each_of_its_bits() {
    QCOMPARE(vectors(41, lower::LoweringPhase::Code),
             QStringLiteral("B[ramp(0, 1, 32)] = A[ramp(0, 1, 32)]*broadcast(2.0, 32)\n"
                            "B[ramp(32, 1, 8)] = A[ramp(32, 1, 8)]*broadcast(2.0, 8)\n"
                            "B[40] = A[40]*2.0\n"));
  }
  void what_is_done_once_a_vector_is_done_for_a_single_element_too() {
    QCOMPARE(vectors(3, lower::LoweringPhase::Code, true),
             QStringLiteral("prefetch(0)\n"
                            "B[ramp(0, 1, 2)] = A[ramp(0, 1, 2)]*broadcast(2.0, 2)\n"
                            "prefetch(2)\n"
                            "B[2] = A[2]*2.0\n"));
  }
  // What is left is one iteration whose number the memory inside is still sized by.
  void a_single_iteration_keeps_the_variable_that_sizes_memory() {
    const Var x = tir::make_var("x");
    const Buffer a = buffer("A", DType::Float(32), {200}), b = buffer("B", DType::Float(32), {200});
    const Buffer tile = sized_buffer("tile", DType::Float(32), {Expr(x) + tir::int_imm(1)});
    const Stmt body = tir::make_allocate(tile, tir::make_seq({tir::make_store(tile, at(a, {x}), {tir::int_imm(0)}),
                                                              tir::make_store(b, at(tile, {tir::int_imm(0)}), {x})}));
    QCOMPARE(QString::fromStdString(tir::print(lower::vectorize_loops(loop(x, 1, body, tir::ForKind::Vectorized),
                                                                      lower::LoweringPhase::Code))
                                        .text()),
             QStringLiteral("let x = 0\n"
                            "alloc tile: float32[x + 1] global\n"
                            "tile[0] = A[x]\n"
                            "B[x] = tile[0]\n"));
  }
  void as_tvm_has_it_is_one_vector_of_any_length() {
    QCOMPARE(vectors(41, lower::LoweringPhase::Final),
             QStringLiteral("B[ramp(0, 1, 41)] = A[ramp(0, 1, 41)]*broadcast(2.0, 41)\n"));
  }
};

NW_TEST(TestVectorize);
#include "test_vectorize.moc"
