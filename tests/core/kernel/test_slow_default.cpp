// SPDX-License-Identifier: GPL-3.0-or-later
// A default schedule that was measured to be slow: what is reported, and the way out.
#include <QTest>

#include "kernel/slow_default.h"
#include "registry.h"

using namespace nw;

class TestSlowDefault : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_fix_leaves_the_loops_without_a_schedule() {
    const std::string computation =
        "import tvm\nfrom tvm import te\nA = te.placeholder((64, 64), name=\"A\")\n"
        "B = te.compute((64, 64), lambda i, j: A[i, j] * 2.0, name=\"B\")\ns = te.create_schedule(B.op)\n";
    const std::string end = "tvm.lower(s, [A, B], name=\"main\")\n";
    const kernel::KernelAnalysis scheduled = kernel::analyse(
        computation + "BL = s.cache_write(B, \"local\")\ni, j = s[BL].op.axis\ns[BL].unroll(j)\n" + end);
    QVERIFY(scheduled.complete());
    const Diagnostic found = kernel::slow_default(scheduled, 1.5, false);
    QCOMPARE(found.code, std::string("NW9106"));
    QCOMPARE(found.message,
             std::string("the default schedule takes 1.50 times as long as the loops without a schedule"));
    QCOMPARE(line_of(found), 5);
    QCOMPARE(found.fixes.size(), size_t{1});
    const std::string plain = apply_fix(scheduled.text, found.fixes[0]);
    QCOMPARE(plain, computation + end);
    QVERIFY(kernel::analyse(plain).complete());
    QCOMPARE(kernel::slow_default(scheduled, 2, true).message,
             std::string("the default schedule takes 2.00 times the instructions of the loops without a schedule"));
  }
};

NW_TEST(TestSlowDefault);
#include "test_slow_default.moc"
