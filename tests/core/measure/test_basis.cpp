// SPDX-License-Identifier: GPL-3.0-or-later
// What two runs are compared by.
#include <QTest>

#include "measure/basis.h"
#include "registry.h"

using namespace nw::measure;

class TestBasis : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void real_clock_is_compared_by_time() {
    const std::optional<Basis> real = basis({}, {90, 100, 2, 10}, {{kInstructions, {1204, "1", false}}});
    QVERIFY(real && !real->instructions);
    QCOMPARE(real->amount, 100.0);
    QCOMPARE(real->deviation, 2.0);
    QVERIFY(!basis({}, {}, {}));
  }

  void emulator_is_compared_by_instructions_only() {
    const Machine emulator{"cross:riscv64", "RV64GC", "77", 1, "emulated"};
    const std::optional<Basis> counted = basis(emulator, {90, 100, 2, 10}, {{kInstructions, {1204, "1", true}}});
    QVERIFY(counted && counted->instructions);
    QCOMPARE(counted->amount, 1204.0);
    QVERIFY(!basis(emulator, {90, 100, 2, 10}, {{"loads", {7, "1", true}}}));
    QVERIFY(!same_kind(*counted, *basis({}, {90, 100, 2, 10}, {})));
  }
};

NW_TEST(TestBasis);
#include "test_basis.moc"
