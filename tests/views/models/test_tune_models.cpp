// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a search: its trials, and the tasks of a model.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "models/tune_tasks_model.h"
#include "models/tune_trials_model.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

// Lines of cells.
QString draw_cells(const QAbstractItemModel& model) {
  QStringList lines;
  for (int row = 0; row < model.rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) cells << model.index(row, column).data().toString();
    lines << cells.join(QStringLiteral(" | "));
  }
  return lines.join(QLatin1Char('\n'));
}

TuneTrial trial(qint64 number, double us) {
  return {.number = number, .time = measure::Timing{us, us * 1.05, us * 0.01, 7}, .estimate_us = us / 2};
}

}  // namespace

class TestTuneModels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void trials_show_times_gains_and_why_others_failed() {
    TuneTrialsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    TuneTrial earlier = trial(4, 50);
    earlier.recorded = true;
    model.add(earlier);
    QCOMPARE(model.index(0, TuneTrialsModel::GainColumn).data().toString(), QString());
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    TuneTrial start = trial(0, 100);
    start.origin = TuneTrial::Origin::Given;
    model.add(start);
    QCOMPARE(changed.count(), 1);  // the gains before it
    TuneTrial failed{.number = 5, .code = QStringLiteral("NW4121"), .why = QStringLiteral("it crashed")};
    model.add(failed);
    TuneTrial once = trial(6, 400);
    once.time->runs = 1;
    model.add(once);
    QCOMPARE(draw_cells(model), QStringLiteral("4 | 50.0 µs | 52.5 µs ± 0.5 µs | ×2.00 | 25.0 µs | of the records\n"
                                               "start | 100.0 µs | 105.0 µs ± 1.0 µs | ×1.00 | 50.0 µs | the start\n"
                                               "5 | NW4121 |  |  |  | it crashed\n"
                                               "6 | 400.0 µs | one run | ×0.25 | 200.0 µs | "));
    QCOMPARE(model.best()->number, 4);
    QCOMPARE(model.failed(), 1);
    // Sorted by time, failed ones come last.
    QVERIFY(model.index(2, TuneTrialsModel::TimeColumn).data(TuneTrialsModel::SortRole).toDouble() > 1e9);
    model.clear();
    QVERIFY(!model.best() && !model.start());
  }

  void tasks_show_shares_of_what_is_left() {
    TuneTasksModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTasks({{.key = "conv-1", .name = QStringLiteral("conv"), .weight = 3},
                    {.key = "pool-2",
                     .name = QStringLiteral("pool"),
                     .state = TuneTask::State::Left,
                     .code = QStringLiteral("NW4132"),
                     .why = QStringLiteral("nothing to tune")},
                    {.key = "dense-3", .name = QStringLiteral("dense"), .start_us = 100}});
    TuneTask conv = model.tasks().front();
    conv.start_us = 400;
    conv.best_us = 100;
    conv.trials = 8;
    conv.state = TuneTask::State::Searching;
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.set(conv);
    QVERIFY(changed.count() > 0);
    QCOMPARE(draw_cells(model), QStringLiteral("conv | 3 | 400.0 µs | 100.0 µs | ×4.00 | 75.0 % | 8 | is searched\n"
                                               "pool | 1 |  |  |  |  |  | NW4132: nothing to tune\n"
                                               "dense | 1 | 100.0 µs |  |  | 25.0 % |  | waits"));
    QCOMPARE(model.totals(), std::pair(1200.0, 300.0));  // of those that have both
    QCOMPARE(model.rowOf("dense-3"), 2);
    QCOMPARE(model.rowOf("none"), -1);
    conv.state = TuneTask::State::Searched;
    conv.applied = true;
    model.set(conv);
    QCOMPARE(model.index(0, TuneTasksModel::StateColumn).data().toString(), QStringLiteral("applied"));
    model.set({.key = "none"});  // changes nothing
    QCOMPARE(model.rowCount(), 3);
  }
};

NW_TEST(TestTuneModels);
#include "test_tune_models.moc"
