// SPDX-License-Identifier: GPL-3.0-or-later
// A search in the window: started, paused, continued, stopped; its schedules taken, changed by hand, tuned on; a
// model's tasks applied.
#include <QElapsedTimer>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "registry.h"
#include "script/step_lines.h"
#include "tuning_tab.h"

using namespace nw;
using namespace nw::views;
using namespace nw::test;

class TestTuning : public QObject {
  Q_OBJECT

  test::TuningFolder folder_;
  using Phase = TuneView::Phase;

  static std::string script(test::OpenWindow& w) { return ss(w.window.kernels().pages().front()->view()->script()); }

 private Q_SLOTS:
  void a_search_is_paused_continued_and_stopped() {
    test::OpenWindow w;
    const QString path = folder_.written("pause.py", kProduct);
    TuneView* view = open_tuning_tab(w, path);
    QVERIFY(view);
    QCOMPARE(view->phase(), Phase::Ready);
    QVERIFY2(view->summary().contains(QStringLiteral("up to 64 are measured")), qPrintable(view->summary()));
    QVERIFY(!view->takeButton()->isEnabled());
    QVERIFY(!view->stopButton()->isEnabled());
    limit(view, 10000);
    view->mainButton()->click();
    QCOMPARE(view->phase(), Phase::Running);
    QVERIFY(QTest::qWaitFor([&] { return rows(view) >= 3; }, kTuningPatience));
    QElapsedTimer clock;
    clock.start();
    view->mainButton()->click();
    QVERIFY(reaches(view, Phase::Paused));
    const qint64 took = clock.elapsed();
    qInfo("paused after %lld ms", static_cast<long long>(took));
    QVERIFY2(took < 2000, qPrintable(QString::number(took)));  // the mark is 500 of a machine that does nothing else
    const int there = rows(view);
    QTest::qWait(300);
    QCOMPARE(rows(view), there);
    QVERIFY(view->counters().startsWith(QStringLiteral("paused · ")));
    view->mainButton()->click();
    QVERIFY(QTest::qWaitFor([&] { return rows(view) >= there + 2; }, kTuningPatience));
    view->stopButton()->click();
    QVERIFY(reaches(view, Phase::Ended));
    QVERIFY2(view->summary().contains(QStringLiteral("start")), qPrintable(view->summary()));
    // Everything measured is in the records, once; the start is no trial.
    const auto records = tune::read_records(ss(folder_.path("pause.tune.jsonl")));
    QVERIFY(records.ok());
    QCOMPARE(records->trials.size(), static_cast<size_t>(rows(view)) - 1);
  }

  void a_search_of_an_earlier_run_goes_on_from_its_records() {
    const QString path = folder_.written("again.py", kProduct);
    {
      test::OpenWindow w;
      TuneView* view = open_tuning_tab(w, path);
      QVERIFY(view);
      limit(view, 3);
      view->mainButton()->click();
      QVERIFY(reaches(view, Phase::Ended));
      QCOMPARE(rows(view), 4);  // with the start
    }
    test::OpenWindow w;
    TuneView* view = open_tuning_tab(w, path);
    QVERIFY(view);
    QVERIFY(QTest::qWaitFor([&] { return view->phase() == Phase::Ready; }, kTuningPatience));
    limit(view, 2);
    view->mainButton()->click();
    QVERIFY(reaches(view, Phase::Ended));
    QCOMPARE(rows(view), 6);  // three of the records, the start, two more
    QCOMPARE(tune::read_records(ss(folder_.path("again.tune.jsonl")))->trials.size(), size_t{5});
  }

  void a_schedule_is_taken_changed_and_tuned_on_with_the_changed_line_kept() {
    test::OpenWindow w;
    TuneView* view = open_tuning_tab(w, folder_.written("take.py", kProduct));
    QVERIFY(view);
    limit(view, 3);
    view->mainButton()->click();
    QVERIFY(reaches(view, Phase::Ended));
    const std::string before = script(w);
    const size_t states = w.bench().session().document()->history().states().size();
    QVERIFY(view->takeButton()->isEnabled());
    view->takeButton()->click();
    QVERIFY(QTest::qWaitFor([&] { return w.bench().session().document()->history().states().size() == states + 1; },
                            kTuningPatience));
    QVERIFY(w.bench().session().document()->history().current().label.starts_with("tuned: "));
    w.window.actions().undo->trigger();
    QTRY_COMPARE(script(w), before);
    w.window.actions().redo->trigger();

    // A person writes a schedule by hand from there.
    QVERIFY(w.settle());
    std::string changed = kProduct;
    changed.replace(changed.find("factor=8"), 8, "factor=3");
    w.bench().session().setScript(workspace::Document::kScriptTask, changed, "split y by 3", false);
    QVERIFY(w.settle());
    limit(view, 4, view->options()->settings().keep);
    QVERIFY2(view->options()->settings().keep.contains(QStringLiteral("13")),
             qPrintable(view->options()->settings().keep));
    limit(view, 4, QStringLiteral("13"));
    view->mainButton()->click();
    QVERIFY(QTest::qWaitFor([&] { return view->phase() == Phase::Running; }, kTuningPatience));
    QVERIFY(reaches(view, Phase::Ended));
    const auto records = tune::read_records(ss(folder_.path("take.tune.jsonl")));
    QVERIFY(records->trials.size() > 3);
    for (size_t i = 3; i < records->trials.size(); ++i) {
      const std::vector<std::string>& steps = records->trials[i].steps;
      QVERIFY2(std::ranges::any_of(steps, [](const std::string& line) { return line.find("factor=3") != line.npos; }),
               qPrintable(qs(script::joined(steps))));
    }
  }

  void a_script_that_cannot_be_searched_says_why() {
    test::OpenWindow w;
    QByteArray wrong = kProduct;
    wrong.replace("s[C].reorder(yo, x, yi)", "s[C].reorder(yo, nothing)");
    TuneView* view = open_tuning_tab(w, folder_.written("wrong.py", wrong));
    QVERIFY(view);
    QCOMPARE(view->phase(), Phase::Refused);
    QVERIFY2(view->summary().startsWith(QStringLiteral("NW20")), qPrintable(view->summary()));
    QVERIFY(!view->mainButton()->isEnabled());
    QByteArray open_size = kProduct;
    open_size.replace("# computation\n", "# computation\nn = te.var(\"n\")\n").replace("(48, ", "(n, ");
    test::OpenWindow other;
    view = open_tuning_tab(other, folder_.written("open.py", open_size));
    QVERIFY(view);
    QCOMPARE(view->phase(), Phase::Refused);
    QCOMPARE(view->summary(), QStringLiteral("NW4111: the size 'n' has no value"));
  }

  void lines_that_are_no_steps_cannot_be_kept() {
    test::OpenWindow w;
    TuneView* view = open_tuning_tab(w, folder_.written("keep.py", kProduct));
    QVERIFY(view);
    view->options()->setKeep(QStringLiteral("5"));
    QVERIFY(reaches(view, Phase::Refused));
    QCOMPARE(view->summary(), QStringLiteral("Line 5 is to be kept, and is no step of the schedule"));
    QVERIFY(view->options()->isEnabled());
    view->options()->setKeep(QStringLiteral("13"));
    QVERIFY(reaches(view, Phase::Ready));
    QVERIFY2(view->summary().contains(QStringLiteral("lines 13 kept")), qPrintable(view->summary()));
  }

  void records_that_cannot_be_written_are_named() {
    test::OpenWindow w;
    TuneView* view = open_tuning_tab(w, folder_.written("nowhere.py", kProduct));
    QVERIFY(view);
    TuneSettings settings = view->options()->settings();
    settings.records = folder_.path("no/such/folder/records.jsonl");
    view->options()->set(settings, 2);
    view->mainButton()->click();
    QVERIFY(reaches(view, Phase::Refused));
    QVERIFY2(view->summary().contains(QStringLiteral("cannot be written")), qPrintable(view->summary()));
  }

  void a_tab_is_closed_while_it_searches() {
    test::OpenWindow w;
    TuneView* view = open_tuning_tab(w, folder_.written("closed.py", kProduct));
    QVERIFY(view);
    limit(view, 10000);
    view->mainButton()->click();
    QVERIFY(QTest::qWaitFor([&] { return rows(view) >= 2; }, kTuningPatience));
    w.window.kernels().closeTab(w.window.kernels().currentIndex());
    QVERIFY(!w.find<TuneView>());
    QVERIFY(w.bench().jobs().idle());
    QVERIFY(w.settle());
    QVERIFY(w.window.kernels().current());
  }

  void forbidden_steps_are_in_no_later_candidate() {
    test::OpenWindow w;
    TuneView* view = open_tuning_tab(w, folder_.written("narrow.py", kProduct));
    QVERIFY(view);
    limit(view, 10000);
    view->mainButton()->click();
    QVERIFY(QTest::qWaitFor([&] { return rows(view) >= 3; }, kTuningPatience));
    view->mainButton()->click();
    QVERIFY(reaches(view, Phase::Paused));
    const size_t there = tune::read_records(ss(folder_.path("narrow.tune.jsonl")))->trials.size();
    QMenu* menu = nullptr;
    for (const QToolButton* button : view->findChildren<QToolButton*>())
      if (button->menu()) menu = button->menu();
    QVERIFY(menu);
    QAction* vectorize = test::entry(menu->actions().front()->menu(), QStringLiteral("vectorize"));
    QVERIFY(vectorize);
    vectorize->trigger();
    view->mainButton()->click();
    QVERIFY(QTest::qWaitFor([&] { return rows(view) >= static_cast<int>(there) + 4; }, kTuningPatience));
    view->stopButton()->click();
    QVERIFY(reaches(view, Phase::Ended));
    const auto records = tune::read_records(ss(folder_.path("narrow.tune.jsonl")));
    for (size_t i = there; i < records->trials.size(); ++i)
      for (const std::string& line : records->trials[i].steps)
        QVERIFY2(line.find("vectorize") == line.npos, line.c_str());
  }

  void tasks_of_a_model_are_searched_and_applied_in_one_step() {
    test::OpenWindow w;
    QVERIFY(w.openSample());
    w.window.actions().tune_model->trigger();
    auto* view = w.find<TuneView>();
    QVERIFY(view);
    QVERIFY(reaches(view, Phase::Ready));
    const std::vector<TuneTask>& tasks = view->tasks()->tasks();
    const auto first = std::ranges::find(tasks, TuneTask::State::Waiting, &TuneTask::state);
    QVERIFY(first != tasks.end());
    const std::string key = first->key;
    TuneSettings settings = view->options()->settings();
    settings.trials = 4;
    settings.threads = 1;
    settings.records = folder_.path("model.tune.jsonl");
    view->options()->set(settings, 2);
    view->showTask(qs(key));
    QVERIFY(!view->applyButton()->isEnabled());
    view->oneButton()->click();
    QVERIFY(reaches(view, Phase::Ended));
    const TuneTask& done = view->tasks()->tasks()[static_cast<size_t>(view->tasks()->rowOf(key))];
    QVERIFY(done.start_us > 0 && done.best_us > 0);
    QCOMPARE(done.trials, 4);
    workspace::Document* document = w.bench().session().document();
    const size_t states = document->history().states().size();
    QVERIFY(view->applyAllButton()->isEnabled());
    view->applyAllButton()->click();
    QVERIFY(QTest::qWaitFor([&] { return w.bench().jobs().idle(); }, kTuningPatience));
    // Where nothing beat the default by more than both times waver, there is nothing to apply.
    if (document->history().states().size() > states) {
      QCOMPARE(document->choices().kernels.at(key).active, std::string("tuned"));
      QVERIFY(document->tuning().find(key) != std::string::npos);
      w.window.actions().undo->trigger();
      QVERIFY(!document->script(key));
    } else {
      QVERIFY(!document->script(key));
    }
  }
};

NW_TEST(TestTuning);
#include "test_tuning.moc"
