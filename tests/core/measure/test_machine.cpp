// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "measure/machine.h"
#include "registry.h"

using namespace nw;
using measure::Machine;

class TestMachine : public QObject {
  Q_OBJECT

  static TargetFacts cpu() {
    TargetFacts facts;
    facts.id = "cpu";
    facts.name = "AMD EPYC 7763 64-Core Processor";
    facts.compute.units = 4;
    return facts;
  }

 private Q_SLOTS:
  void times_compare_on_equal_facts_and_threads_only() {
    const Machine four = measure::machine_of(cpu(), 4);
    QVERIFY(measure::comparable(four, measure::machine_of(cpu(), 4)));
    QVERIFY(!measure::comparable(four, measure::machine_of(cpu(), 2)));
    TargetFacts larger = cpu();
    larger.caches = {{1, 64 << 10, 64}};
    QVERIFY(!measure::comparable(four, measure::machine_of(larger, 4)));
    TargetFacts other = cpu();
    other.id = "ssh:lab1/cpu";
    QVERIFY(!measure::comparable(four, measure::machine_of(other, 4)));
    TargetFacts renamed = cpu();
    renamed.name = "the left one";
    QVERIFY(measure::comparable(four, measure::machine_of(renamed, 4)));
  }

  void times_of_an_emulator_never_compare() {
    TargetFacts board = cpu();
    const Machine real = measure::machine_of(board, 4);
    QVERIFY(measure::times_compare(real, real));
    board.clock.kind = "emulated";
    const Machine emulated = measure::machine_of(board, 4);
    QVERIFY(measure::comparable(emulated, emulated));
    QVERIFY(!measure::times_compare(emulated, emulated));
    QVERIFY(!measure::times_compare(real, emulated));
  }

  void unknown_machines_never_compare() {
    QVERIFY(!measure::comparable({}, {}));
    QVERIFY(!measure::comparable({}, measure::machine_of(cpu(), 4)));
  }

  void machines_are_named_with_their_threads() {
    QCOMPARE(measure::to_string(measure::machine_of(cpu(), 4)),
             std::string("AMD EPYC 7763 64-Core Processor, 4 threads"));
    QCOMPARE(measure::to_string(measure::machine_of(cpu(), 1)),
             std::string("AMD EPYC 7763 64-Core Processor, 1 thread"));
    QCOMPARE(measure::to_string({}), std::string("unknown machine"));
  }
};

NW_TEST(TestMachine);
#include "test_machine.moc"
