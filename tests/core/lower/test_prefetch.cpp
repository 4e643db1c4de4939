// SPDX-License-Identifier: GPL-3.0-or-later
// What a prefetch becomes: one instruction where the schedule says so; for code, all that a later iteration reads, a
// few lines at a time in the loops inside.
#include <QTest>

#include "lower/passes.h"
#include "nests.h"
#include "registry.h"
#include "tir/print.h"

using namespace nw;
using namespace nw::test;

class TestPrefetch : public QObject {
  Q_OBJECT

  // For each co of 3: sums over y of 4, k of `depth` and, unrolled, j of `width`, of W[co*stride + k*distance + j].
  static QString expanded(lower::LoweringPhase phase, int64_t depth, int64_t stride, int64_t distance = 1,
                          int64_t width = 1) {
    const Buffer w = buffer("W", DType::Float(32), {4 * stride}), sums = buffer("S", DType::Float(32), {12});
    const Var co = tir::make_var("co"), y = tir::make_var("y"), k = tir::make_var("k"), j = tir::make_var("j");
    const Expr place = Expr(co) * tir::int_imm(4) + y;
    const Expr read = at(w, {Expr(co) * tir::int_imm(stride) + Expr(k) * tir::int_imm(distance) + j});
    const Stmt sum = loop(j, width, tir::make_store(sums, at(sums, {place}) + read, {place}), tir::ForKind::Unrolled);
    const Expr ahead = at(w, {(Expr(co) + tir::int_imm(1)) * tir::int_imm(stride)});
    const Expr first = tir::call(DType::Int(32), "prefetch", {ahead}, tir::CallKind::Intrinsic);
    const Stmt marked = loop(co, 3, tir::make_attr("prefetch_scope", first, loop(y, 4, loop(k, depth, sum))));
    QString text = QString::fromStdString(tir::print(lower::expand_prefetches(marked, phase)).text());
    return text.left(text.indexOf(QStringLiteral("S[")));  // the sums stay as they are
  }

 private Q_SLOTS:
  void as_tvm_has_it_is_the_first_element() {
    QCOMPARE(expanded(lower::LoweringPhase::Final, 256, 256), QStringLiteral("for co in 0..3:\n"
                                                                             "  prefetch(W[(co + 1)*256])\n"
                                                                             "  for y in 0..4:\n"
                                                                             "    for k in 0..256:\n"
                                                                             "      unrolled j in 0..1:\n"
                                                                             "        "));
  }
  void a_few_lines_are_read_at_once() {
    QCOMPARE(expanded(lower::LoweringPhase::Code, 32, 32), QStringLiteral("for co in 0..3:\n"
                                                                          "  prefetch(W[(co + 1)*32])\n"
                                                                          "  prefetch(W[(co + 1)*32 + 16])\n"
                                                                          "  for y in 0..4:\n"
                                                                          "    for k in 0..32:\n"
                                                                          "      unrolled j in 0..1:\n"
                                                                          "        "));
  }
  // 16 lines: four in each of the four iterations of y.
  void more_are_divided_among_the_loops_inside() {
    QCOMPARE(expanded(lower::LoweringPhase::Code, 256, 256),
             QStringLiteral("for co in 0..3:\n"
                            "  for y in 0..4:\n"
                            "    prefetch(W[(co + 1)*256 + y*64])\n"
                            "    prefetch(W[(co + 1)*256 + (y*64 + 16)])\n"
                            "    prefetch(W[(co + 1)*256 + (y*64 + 32)])\n"
                            "    prefetch(W[(co + 1)*256 + (y*64 + 48)])\n"
                            "    for k in 0..256:\n"
                            "      unrolled j in 0..1:\n"
                            "        "));
  }
  // 1024 lines: one in each of the iterations of y and k, and for the second cache only.
  void many_do_not_take_the_place_of_what_is_read_now() {
    QCOMPARE(expanded(lower::LoweringPhase::Code, 256, 16384, 64, 64),
             QStringLiteral("for co in 0..3:\n"
                            "  for y in 0..4:\n"
                            "    for k in 0..256:\n"
                            "      prefetch(W[(co + 1)*16384 + (y*256 + k)*16], 2)\n"
                            "      unrolled j in 0..64:\n"
                            "        "));
  }
  // 48 lines, and 96 iterations: each line in two of them.
  void no_more_than_what_is_read() {
    QCOMPARE(expanded(lower::LoweringPhase::Code, 24, 768, 32, 32),
             QStringLiteral("for co in 0..3:\n"
                            "  for y in 0..4:\n"
                            "    for k in 0..24:\n"
                            "      prefetch(W[(co + 1)*768 + floordiv(y*24 + k, 2)*16])\n"
                            "      unrolled j in 0..32:\n"
                            "        "));
  }
  void what_lies_apart_is_its_first_element() {
    QCOMPARE(expanded(lower::LoweringPhase::Code, 256, 1024, 4), QStringLiteral("for co in 0..3:\n"
                                                                                "  prefetch(W[(co + 1)*1024])\n"
                                                                                "  for y in 0..4:\n"
                                                                                "    for k in 0..256:\n"
                                                                                "      unrolled j in 0..1:\n"
                                                                                "        "));
  }
};

NW_TEST(TestPrefetch);
#include "test_prefetch.moc"
