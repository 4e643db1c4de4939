// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which a model's tasks are searched.
#include <QTest>

#include "registry.h"
#include "tune/turns.h"

using namespace nw::tune;

class TestTurns : public QObject {
  Q_OBJECT

  static TaskTurn searched(double weight, double best_us, double earlier_us) {
    return {.weight = weight, .best_us = best_us, .earlier_us = earlier_us, .trials = 8};
  }

 private Q_SLOTS:
  void each_has_a_turn_before_any_has_a_second() {
    QCOMPARE(next_turn({searched(9, 900, 1800), TaskTurn()}, {0, 0}), std::optional<size_t>(1));
  }
  void the_greatest_expected_gain_is_next() {
    // Weight × time × share gained: 1·100·0.5, 4·50·0.5, 1·900·0.02.
    QCOMPARE(next_turn({searched(1, 100, 200), searched(4, 50, 100), searched(1, 900, 900)}, {0, 0, 0}),
             std::optional<size_t>(1));
  }
  void no_task_waits_forever() {
    QCOMPARE(next_turn({searched(9, 900, 1800), searched(1, 1, 1)}, {0, 9}), std::optional<size_t>(1));
  }
  void an_ended_search_has_no_turn() {
    TaskTurn ended = searched(9, 900, 1800);
    ended.ended = true;
    QCOMPARE(next_turn({ended}, {0}), std::optional<size_t>());
    QCOMPARE(next_turn({ended, searched(1, 1, 1)}, {0, 0}), std::optional<size_t>(1));
  }
};

NW_TEST(TestTurns);
#include "test_turns.moc"
