// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "measure/statistics.h"
#include "registry.h"

using namespace nw;

class TestStatistics : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void median_of_an_odd_number_is_the_middle_value() { QCOMPARE(measure::median({9, 1, 5}), 5.0); }
  void median_of_an_even_number_is_the_upper_middle_value() { QCOMPARE(measure::median({9, 1, 5, 7}), 7.0); }

  void timing_one_outlier_moves_neither_median_nor_spread() {
    const measure::Timing t = measure::timing_of({10, 11, 12, 13, 5000});
    QCOMPARE(t.min, 10.0);
    QCOMPARE(t.median, 12.0);
    QCOMPARE(t.mad, 1.0);
    QCOMPARE(t.runs, 5);
  }

  void timing_counts_every_run_of_a_measurement() { QCOMPARE(measure::timing_of({3, 4}, 100).runs, 200); }
};

NW_TEST(TestStatistics);
#include "test_statistics.moc"
