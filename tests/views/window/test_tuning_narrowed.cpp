// SPDX-License-Identifier: GPL-3.0-or-later
// A search that a person narrows: to the marks of the script, to a loop that is locked by pointing at it, without a
// line that is forbidden.
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QToolButton>

#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/nest_view.h"
#include "kernel/script_editor.h"
#include "registry.h"
#include "tune/tune_locks.h"
#include "tune/tune_why.h"
#include "tuning_tab.h"

using namespace nw;
using namespace nw::views;
using namespace nw::test;

class TestTuningNarrowed : public QObject {
  Q_OBJECT

  TuningFolder folder_;
  using Phase = TuneView::Phase;

  // A search that is paused after some trials, its fastest trial on the page of that name.
  TuneView* paused(OpenWindow& w, const char* name, const QString& page) {
    TuneView* view = open_tuning_tab(w, folder_.written(name, kProduct));
    if (!view) return nullptr;
    limit(view, 10000);
    view->mainButton()->click();
    if (!has_rows(view, 6)) return nullptr;
    view->mainButton()->click();
    if (!reaches(view, Phase::Paused)) return nullptr;
    view->trialsTable()->setCurrentIndex(view->trialsTable()->model()->index(0, 0));  // the fastest
    if (!w.settle()) return nullptr;  // the pages are named by the trial
    for (int i = 0; i < view->pages()->count(); ++i)
      if (view->pages()->tabText(i).startsWith(page) && !view->pages()->tabText(i).endsWith(QStringLiteral("start")))
        view->pages()->setCurrentIndex(i);
    return w.settle() ? view : nullptr;
  }
  // The menu of a line of the nest that starts so.
  static QMenu* menu_of_loop(TuneView* view, const QString& start) {
    NestView* nest = view->nest();
    for (int line = 0; line < nest->lineCount(); ++line) {
      if (!nest->lineText(line).trimmed().startsWith(start)) continue;
      for (int y = 2; y < nest->viewport()->height(); y += 4) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, QPoint(40, y), nest->mapToGlobal(QPoint(40, y)));
        QCoreApplication::sendEvent(nest->viewport(), &event);
        if (nest->currentLine() == line) return view->findChild<QMenu*>(QStringLiteral("loopMenu"));
      }
    }
    return nullptr;
  }
  static QStringList lines_of(const tune::TrialRecord& trial) {
    QStringList lines;
    for (const std::string& line : trial.steps) lines << qs(line);
    return lines;
  }

 private Q_SLOTS:
  void the_marks_of_a_script_are_searched_when_chosen() {
    OpenWindow w;
    QByteArray marked = kProduct;
    marked.replace("factor=8)", "factor=8)  # tune: 4 8 16").replace("x, yi)", "x, yi)  # tune: order");
    TuneView* view = open_tuning_tab(w, folder_.written("marked.py", marked));
    QVERIFY(view);
    limit(view, 100);
    TuneSettings settings = view->options()->settings();
    settings.marks = true;
    view->options()->set(settings, 2);
    Q_EMIT view->options()->changed();
    QVERIFY(QTest::qWaitFor(
        [&] { return view->summary().startsWith(QStringLiteral("Of 18 schedules that the marks of ")); }, 20000));
    view->mainButton()->click();
    QVERIFY(reaches(view, Phase::Ended));
    const std::vector<tune::TrialRecord> trials = folder_.trials("marked.tune.jsonl");
    QCOMPARE(trials.size(), size_t{17});  // all but the start, which is one of them
    for (const tune::TrialRecord& trial : trials) {
      QVERIFY(trial.knobs.is_object());
      QCOMPARE(trial.steps.size(), size_t{3});
    }
  }

  void a_script_without_marks_does_not_offer_them() {
    OpenWindow w;
    TuneView* view = open_tuning_tab(w, folder_.written("plain.py", kProduct));
    QVERIFY(view);
    TuneSettings settings = view->options()->settings();
    settings.marks = true;
    view->options()->set(settings, 2);
    view->options()->setMarks(false);
    QVERIFY(!view->options()->settings().marks);
  }

  void a_bad_mark_is_named_before_the_search() {
    OpenWindow w;
    QByteArray marked = kProduct;
    marked.replace("factor=8)", "factor=8)  # tune: 0 8");
    TuneView* view = open_tuning_tab(w, folder_.written("bad.py", marked));
    QVERIFY(view);
    QCOMPARE(view->phase(), Phase::Ready);
    TuneSettings settings = view->options()->settings();
    settings.marks = true;
    view->options()->set(settings, 2);
    Q_EMIT view->options()->changed();
    QVERIFY(reaches(view, Phase::Refused));
    QCOMPARE(view->summary(), QStringLiteral("'# tune: 0 8' is no list of values: 0 is less than 1"));
  }

  void marks_are_coloured_in_the_editor_and_explained() {
    OpenWindow w;
    QByteArray marked = kProduct;
    marked.replace("factor=8)", "factor=8)  # tune: factors max=16").replace("x, yi)", "x, yi)  # tune: never");
    w.window.files().open(folder_.written("shown.py", marked));
    QVERIFY(QTest::qWaitFor([&] { return w.window.kernels().current() && w.window.settled(); }, 20000));
    const auto* editor = w.find<ScriptEditor>();
    QVERIFY(editor);
    QCOMPARE(editor->tuneMarkOf(13), QStringLiteral("# tune: factors max=16"));
    QCOMPARE(editor->tuneMarkOf(12), QString());
    QCOMPARE(editor->hintOf(13),
             QStringLiteral("A search of the script's marks tries every divisor of the loop up to 16 here. The line as "
                            "it is, is in use. Tune, Space: the script's marks."));
    QCOMPARE(editor->hintOf(14), QStringLiteral("This mark gives no values to try: “never” is no list of numbers, "
                                                "factors, optional, order or at any."));
  }

  void a_loop_is_locked_by_pointing_at_it() {
    OpenWindow w;
    TuneView* view = paused(w, "locked.py", QStringLiteral("Loop nest of"));
    QVERIFY(view);
    const size_t there = folder_.trials("locked.tune.jsonl").size();
    QMenu* menu = menu_of_loop(view, QStringLiteral("vectorized"));
    QVERIFY2(menu, qPrintable(view->nest()->lineText(0)));
    QAction* lock = entry(menu, QStringLiteral("Lock this loop"));
    QVERIFY(lock && lock->isEnabled());
    lock->trigger();
    QCOMPARE(view->locks()->texts().size(), 1);
    QVERIFY(view->locks()->isVisible());
    const QString locked = view->locks()->texts().front();
    QVERIFY2(locked.startsWith(QStringLiteral("Locked: ")), qPrintable(locked));
    const QStringList lines = locked.mid(8).split(QStringLiteral("; "));
    view->mainButton()->click();
    QVERIFY(QTest::qWaitFor([&] { return view->phase() == Phase::Ended || rows(view) >= static_cast<int>(there) + 6; },
                            kTuningPatience));
    if (view->phase() == Phase::Running) view->stopButton()->click();
    QVERIFY(reaches(view, Phase::Ended));
    const std::vector<tune::TrialRecord> trials = folder_.trials("locked.tune.jsonl");
    QVERIFY(trials.size() > there);
    for (size_t i = there; i < trials.size(); ++i)
      for (const QString& line : lines)
        QVERIFY2(lines_of(trials[i]).contains(line),
                 qPrintable(line + QStringLiteral(" is not in ") + lines_of(trials[i]).join(QLatin1Char('\n'))));
  }

  void a_lock_is_taken_back() {
    OpenWindow w;
    TuneView* view = paused(w, "back.py", QStringLiteral("Loop nest of"));
    QVERIFY(view);
    QMenu* menu = menu_of_loop(view, QStringLiteral("vectorized"));
    QVERIFY(menu);
    entry(menu, QStringLiteral("Lock this loop"))->trigger();
    QCOMPARE(view->locks()->buttons().size(), size_t{1});
    view->locks()->buttons().front()->click();
    QVERIFY(view->locks()->texts().isEmpty());
    QVERIFY(!view->locks()->isVisible());
    view->stopButton()->click();
    QVERIFY(reaches(view, Phase::Ended));
  }

  void a_line_is_forbidden_by_pointing_at_it() {
    OpenWindow w;
    TuneView* view = paused(w, "forbidden.py", QStringLiteral("Why it is fast"));
    QVERIFY(view);
    const size_t there = folder_.trials("forbidden.tune.jsonl").size();
    QTableView* steps = view->why()->table();
    QVERIFY(QTest::qWaitFor([&] { return steps->model()->rowCount() > 2; }, 20000));
    const QString line = steps->model()->index(1, 0).data().toString();
    const QPoint place = steps->visualRect(steps->model()->index(1, 0)).center();
    Q_EMIT steps->customContextMenuRequested(place);
    auto* menu = view->findChild<QMenu*>(QStringLiteral("stepMenu"));
    QVERIFY(menu);
    QAction* forbid = entry(menu, QStringLiteral("Forbid %1").arg(line));
    QVERIFY(forbid);
    forbid->trigger();
    QCOMPARE(view->locks()->texts(), QStringList{QStringLiteral("Forbidden: %1").arg(line)});
    view->mainButton()->click();
    QVERIFY(has_rows(view, static_cast<int>(there) + 6));
    view->stopButton()->click();
    QVERIFY(reaches(view, Phase::Ended));
    const std::vector<tune::TrialRecord> trials = folder_.trials("forbidden.tune.jsonl");
    for (size_t i = there; i < trials.size(); ++i) QVERIFY(!lines_of(trials[i]).contains(line));
  }
};

NW_TEST(TestTuningNarrowed);
#include "test_tuning_narrowed.moc"
