// SPDX-License-Identifier: GPL-3.0-or-later
// Verifying a selection: of equal candidates any may be chosen, but only a candidate, and only an equal one.
#include <QTest>

#include "registry.h"
#include "runtime/verify.h"
#include "script/script.h"

using namespace nw;

class TestTies : public QObject {
  Q_OBJECT

  // Of two rows, the first element that is greatest: A[0] = 1 3 3 2, A[1] = 0 0 5 4.
  static bool passes(const std::vector<int>& index, const std::vector<double>& value) {
    const script::Program p = script::read(
        "A = te.placeholder((2, 4), name=\"A\")\nk = te.reduce_axis((0, 4), name=\"k\")\n"
        "argmax = te.comm_reducer(lambda x, y: (tir.Select(x[1] >= y[1], x[0], y[0]), "
        "tir.Select(x[1] >= y[1], x[1], y[1])), lambda t0, t1: (tir.const(-1, t0), tir.min_value(t1)))\n"
        "I, V = te.compute((2,), lambda i: argmax((k, A[i, k]), axis=k), name=\"T\")\n"
        "s = te.create_schedule(I.op)\ntvm.lower(s, [A, I, V], name=\"main\")\n");
    NDArray a(DType::Float(32), {2, 4}), i(DType::Int(32), {2}), v(DType::Float(32), {2});
    const double data[] = {1, 3, 3, 2, 0, 0, 5, 4};
    for (int64_t e = 0; e < 8; ++e) a.set(e, data[e]);
    for (int64_t e = 0; e < 2; ++e) {
      i.set(e, index[static_cast<size_t>(e)]);
      v.set(e, value[static_cast<size_t>(e)]);
    }
    const auto report = runtime::verify(p.args, {false, true, true}, {a, i, v});
    return report.value && report->ok;
  }

 private Q_SLOTS:
  void what_the_reference_chooses() { QVERIFY(passes({1, 2}, {3, 5})); }
  void another_equal_candidate() { QVERIFY(passes({2, 2}, {3, 5})); }
  void a_lesser_candidate() { QVERIFY(!passes({0, 2}, {1, 5})); }
  void another_place_than_the_value_has() { QVERIFY(!passes({3, 2}, {3, 5})); }
  void no_candidate_at_all() { QVERIFY(!passes({1, 7}, {3, 5})); }
};

NW_TEST(TestTies);
#include "test_argmax_ties.moc"
