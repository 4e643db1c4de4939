// SPDX-License-Identifier: GPL-3.0-or-later
// A search in the window: started, paused, continued, stopped; its schedules taken, changed by hand, tuned on; a
// model's tasks applied.
#include <QElapsedTimer>
#include <QFile>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "open_window.h"
#include "registry.h"
#include "script/step_lines.h"
#include "script/text.h"
#include "tune/records.h"
#include "tune/tune_view.h"
#include "window/kernel_tabs.h"

using namespace nw;
using namespace nw::views;

namespace {

// Its two steps are the start.
const char* const kProduct =
    "import tvm\nfrom tvm import te\n\n# computation\n"
    "A = te.placeholder((48, 32), name=\"A\")\nB = te.placeholder((32, 40), name=\"B\")\n"
    "k = te.reduce_axis((0, 32), name=\"k\")\n"
    "C = te.compute((48, 40), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name=\"C\")\n\n"
    "# schedule\ns = te.create_schedule(C.op)\ny, x = s[C].op.axis\nyo, yi = s[C].split(y, factor=8)\n"
    "s[C].reorder(yo, x, yi)\n\n# kernel\ntvm.lower(s, [A, B, C], name=\"product\")\n";

constexpr int kPatience = 120000;  // milliseconds; of a machine that does other things as well

}  // namespace

class TestTuning : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  using Phase = TuneView::Phase;

  QString written(const char* name, const QByteArray& text) const {
    const QString path = folder_.filePath(QString::fromUtf8(name));
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
  }
  static bool reaches(const TuneView* view, Phase phase) {
    return QTest::qWaitFor([&] { return view->phase() == phase; }, kPatience);
  }
  static int rows(const TuneView* view) { return view->trialsTable()->model()->rowCount(); }

  // The tab of a search for this script, ready to start.
  TuneView* open(test::OpenWindow& w, const QString& path) {
    w.window.files().open(path);
    if (!QTest::qWaitFor([&] { return w.window.kernels().current() && w.window.settled(); }, kPatience)) return nullptr;
    w.window.actions().tune->trigger();
    auto* view = w.find<TuneView>();
    return view && QTest::qWaitFor([&] { return view->phase() != Phase::Preparing; }, kPatience) ? view : nullptr;
  }
  static void limit(TuneView* view, int trials, const QString& keep = {}) {
    TuneSettings settings = view->options()->settings();
    settings.trials = trials;
    settings.threads = 1;
    settings.keep = keep;
    view->options()->set(settings, 2);
  }
  static std::string script(test::OpenWindow& w) { return ss(w.window.kernels().pages().front()->view()->script()); }

 private Q_SLOTS:
  void a_search_is_paused_continued_and_stopped() {
    test::OpenWindow w;
    const QString path = written("pause.py", kProduct);
    TuneView* view = open(w, path);
    QVERIFY(view);
    QCOMPARE(view->phase(), Phase::Ready);
    QVERIFY2(view->summary().contains(QStringLiteral("up to 64 are measured")), qPrintable(view->summary()));
    QVERIFY(!view->takeButton()->isEnabled());
    QVERIFY(!view->stopButton()->isEnabled());
    limit(view, 10000);
    view->mainButton()->click();
    QCOMPARE(view->phase(), Phase::Running);
    QVERIFY(QTest::qWaitFor([&] { return rows(view) >= 3; }, kPatience));
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
    QVERIFY(QTest::qWaitFor([&] { return rows(view) >= there + 2; }, kPatience));
    view->stopButton()->click();
    QVERIFY(reaches(view, Phase::Ended));
    QVERIFY2(view->summary().contains(QStringLiteral("start")), qPrintable(view->summary()));
    // Everything measured is in the records, once; the start is no trial.
    const auto records = tune::read_records(ss(folder_.filePath(QStringLiteral("pause.tune.jsonl"))));
    QVERIFY(records.ok());
    QCOMPARE(records->trials.size(), static_cast<size_t>(rows(view)) - 1);
  }

  void a_search_of_an_earlier_run_goes_on_from_its_records() {
    const QString path = written("again.py", kProduct);
    {
      test::OpenWindow w;
      TuneView* view = open(w, path);
      QVERIFY(view);
      limit(view, 3);
      view->mainButton()->click();
      QVERIFY(reaches(view, Phase::Ended));
      QCOMPARE(rows(view), 4);  // with the start
    }
    test::OpenWindow w;
    TuneView* view = open(w, path);
    QVERIFY(view);
    QVERIFY(QTest::qWaitFor([&] { return view->phase() == Phase::Ready; }, kPatience));
    limit(view, 2);
    view->mainButton()->click();
    QVERIFY(reaches(view, Phase::Ended));
    QCOMPARE(rows(view), 6);  // three of the records, the start, two more
    QCOMPARE(tune::read_records(ss(folder_.filePath(QStringLiteral("again.tune.jsonl"))))->trials.size(), size_t{5});
  }

  void a_schedule_is_taken_changed_and_tuned_on_with_the_changed_line_kept() {
    test::OpenWindow w;
    TuneView* view = open(w, written("take.py", kProduct));
    QVERIFY(view);
    limit(view, 3);
    view->mainButton()->click();
    QVERIFY(reaches(view, Phase::Ended));
    const std::string before = script(w);
    const size_t states = w.bench().session().document()->history().states().size();
    QVERIFY(view->takeButton()->isEnabled());
    view->takeButton()->click();
    QVERIFY(QTest::qWaitFor([&] { return w.bench().session().document()->history().states().size() == states + 1; },
                            kPatience));
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
    QVERIFY(QTest::qWaitFor([&] { return view->phase() == Phase::Running; }, kPatience));
    QVERIFY(reaches(view, Phase::Ended));
    const auto records = tune::read_records(ss(folder_.filePath(QStringLiteral("take.tune.jsonl"))));
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
    TuneView* view = open(w, written("wrong.py", wrong));
    QVERIFY(view);
    QCOMPARE(view->phase(), Phase::Refused);
    QVERIFY2(view->summary().startsWith(QStringLiteral("NW20")), qPrintable(view->summary()));
    QVERIFY(!view->mainButton()->isEnabled());
    QByteArray open_size = kProduct;
    open_size.replace("# computation\n", "# computation\nn = te.var(\"n\")\n").replace("(48, ", "(n, ");
    test::OpenWindow other;
    view = open(other, written("open.py", open_size));
    QVERIFY(view);
    QCOMPARE(view->phase(), Phase::Refused);
    QCOMPARE(view->summary(), QStringLiteral("NW4111: the size 'n' has no value"));
  }

  void lines_that_are_no_steps_cannot_be_kept() {
    test::OpenWindow w;
    TuneView* view = open(w, written("keep.py", kProduct));
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
    TuneView* view = open(w, written("nowhere.py", kProduct));
    QVERIFY(view);
    TuneSettings settings = view->options()->settings();
    settings.records = folder_.filePath(QStringLiteral("no/such/folder/records.jsonl"));
    view->options()->set(settings, 2);
    view->mainButton()->click();
    QVERIFY(reaches(view, Phase::Refused));
    QVERIFY2(view->summary().contains(QStringLiteral("cannot be written")), qPrintable(view->summary()));
  }

  void a_tab_is_closed_while_it_searches() {
    test::OpenWindow w;
    TuneView* view = open(w, written("closed.py", kProduct));
    QVERIFY(view);
    limit(view, 10000);
    view->mainButton()->click();
    QVERIFY(QTest::qWaitFor([&] { return rows(view) >= 2; }, kPatience));
    w.window.kernels().closeTab(w.window.kernels().currentIndex());
    QVERIFY(!w.find<TuneView>());
    QVERIFY(w.bench().jobs().idle());
    QVERIFY(w.settle());
    QVERIFY(w.window.kernels().current());
  }

  void forbidden_steps_are_in_no_later_candidate() {
    test::OpenWindow w;
    TuneView* view = open(w, written("narrow.py", kProduct));
    QVERIFY(view);
    limit(view, 10000);
    view->mainButton()->click();
    QVERIFY(QTest::qWaitFor([&] { return rows(view) >= 3; }, kPatience));
    view->mainButton()->click();
    QVERIFY(reaches(view, Phase::Paused));
    const size_t there = tune::read_records(ss(folder_.filePath(QStringLiteral("narrow.tune.jsonl"))))->trials.size();
    QMenu* menu = nullptr;
    for (const QToolButton* button : view->findChildren<QToolButton*>())
      if (button->menu()) menu = button->menu();
    QVERIFY(menu);
    QAction* vectorize = test::entry(menu->actions().front()->menu(), QStringLiteral("vectorize"));
    QVERIFY(vectorize);
    vectorize->trigger();
    view->mainButton()->click();
    QVERIFY(QTest::qWaitFor([&] { return rows(view) >= static_cast<int>(there) + 4; }, kPatience));
    view->stopButton()->click();
    QVERIFY(reaches(view, Phase::Ended));
    const auto records = tune::read_records(ss(folder_.filePath(QStringLiteral("narrow.tune.jsonl"))));
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
    settings.records = folder_.filePath(QStringLiteral("model.tune.jsonl"));
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
    QVERIFY(QTest::qWaitFor([&] { return w.bench().jobs().idle(); }, kPatience));
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
