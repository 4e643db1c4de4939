// SPDX-License-Identifier: GPL-3.0-or-later
// Several kernels open at once share one history: what undo changes is what one sees.
#include <QDockWidget>
#include <QTabWidget>

#include "common/history_panel.h"
#include "kernel/diff_view.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/schedule_menu.h"
#include "open_window.h"
#include "registry.h"
#include "window/docks.h"
#include "window/kernel_tabs.h"

using namespace nw;
using namespace nw::views;

class TestKernelTabs : public QObject {
  Q_OBJECT

  static KernelPage* open(test::OpenWindow& w, size_t group) {
    w.bench().session().select(Selection::of_group(w.bench().session().fusion()->groups[group].id));
    w.window.actions().edit_kernel->trigger();
    return w.settle() ? w.window.kernels().current() : nullptr;
  }

 private Q_SLOTS:
  void undo_shows_the_kernel_that_it_changes() {
    test::OpenWindow w;
    QVERIFY(w.openSample());
    KernelPage* first = open(w, 0);
    QVERIFY(first);
    first->schedules()->startPlain();
    QVERIFY(w.settle());
    size_t another = 1;
    while (another < w.bench().session().fusion()->groups.size() && open(w, another)->task() == first->task())
      ++another;
    KernelPage* second = w.window.kernels().current();
    QVERIFY(second != first && second->task() != first->task());

    w.window.actions().undo->trigger();
    QCOMPARE(w.window.kernels().current(), first);
    auto* tabs = w.window.findChild<QTabWidget*>();
    tabs->setCurrentWidget(second);
    w.window.actions().redo->trigger();
    QCOMPARE(w.window.kernels().current(), first);

    // Two of its states are compared there, too, from whichever tab they are asked for.
    QVERIFY(w.settle());
    tabs->setCurrentWidget(second);
    const auto& states = w.bench().session().document()->history().states();
    Q_EMIT w.find<HistoryPanel>()->compareWanted(states.front().id, states.back().id);
    QCOMPARE(w.window.kernels().current(), first);
    QTRY_COMPARE(first->view()->detailTabs()->currentWidget(), first->view()->diff());
  }

  // What is open behind the graph takes no width from the panels beside it.
  void panels_keep_their_width_whatever_is_open() {
    test::OpenWindow w;
    QVERIFY(w.openSample());
    QTest::qWait(50);
    const int outline = w.window.docks().outline_dock->width(), inspector = w.window.docks().inspector_dock->width();
    QVERIFY(open(w, 0));
    w.window.actions().explain_default->trigger();
    QVERIFY(w.settle());
    QVERIFY(open(w, 1));
    for (int time = 0; time < 2; ++time) {
      w.window.kernels().showGraph();
      QTest::qWait(50);
      QCOMPARE(w.window.docks().outline_dock->width(), outline);
      QCOMPARE(w.window.docks().inspector_dock->width(), inspector);
      w.window.kernels().setCurrentIndex(1);
      QTest::qWait(50);
    }
  }

  // What is wrong with a script is said once, however many tabs show it.
  void twins_have_one_and_the_same_problem() {
    test::OpenWindow w;
    QVERIFY(w.openSample());
    Diagnostic wrong;
    wrong.code = "NW2005";
    wrong.message = "nothing is called x";
    const size_t before = w.bench().session().diagnostics().size();
    w.bench().session().report(QStringLiteral("group 3"), {wrong});
    w.bench().session().report(QStringLiteral("group 7"), {wrong});
    QCOMPARE(w.bench().session().diagnostics().size(), before + 1);
    w.bench().session().report(QStringLiteral("group 7"), {wrong, wrong});
    QCOMPARE(w.bench().session().diagnostics().size(), before + 3);
  }
};

NW_TEST(TestKernelTabs);
#include "test_kernel_tabs.moc"
