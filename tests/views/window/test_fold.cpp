// SPDX-License-Identifier: GPL-3.0-or-later
// A small window leaves its height to the kernel: the panels below fold to their tabs.
#include <QDockWidget>
#include <QTabBar>
#include <QTabWidget>

#include "common/history_panel.h"
#include "common/problems_panel.h"
#include "open_window.h"
#include "registry.h"
#include "window/kernel_tabs.h"

using namespace nw;

namespace {

QTabBar* panel_tabs(QWidget& window) {
  for (QTabBar* bar : window.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
    if (bar->isVisible() && bar->count() >= 3) return bar;
  return nullptr;
}

void open_a_kernel(test::OpenWindow& w) {
  w.bench().session().select(views::Selection::of_group(w.bench().session().fusion()->groups.front().id));
  w.window.actions().edit_kernel->trigger();
}

int shown_height(const QWidget* panel) {
  return panel->visibleRegion().boundingRect().height();
}

}  // namespace

class TestFold : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_small_window_folds_its_panels_for_a_kernel_and_shows_them_on_the_graph() {
    test::OpenWindow w;
    QVERIFY(w.openSample());
    auto* problems = w.find<views::ProblemsPanel>();
    auto* history = w.find<views::HistoryPanel>();
    QVERIFY(shown_height(problems) > 50);
    open_a_kernel(w);
    QVERIFY(w.settle());
    QTRY_VERIFY(shown_height(problems) <= 1);

    // A click on another panel's tab shows it, one more leaves it, a double click folds them again; the key does both.
    QTabBar* tabs = panel_tabs(w.window);
    QVERIFY(tabs);
    const auto click = [tabs](int tab) { QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(tab).center()); };
    int at = 0;
    while (at < tabs->count() && tabs->tabText(at) != QStringLiteral("History")) ++at;
    QVERIFY(at < tabs->count());
    click(at);
    QTRY_VERIFY(shown_height(history) > 50);
    click(at);
    QTest::qWait(50);
    QVERIFY(shown_height(history) > 50);
    QTest::mouseDClick(tabs, Qt::LeftButton, {}, tabs->tabRect(at).center());
    QTRY_VERIFY(shown_height(history) <= 1);
    QVERIFY(w.window.actions().fold->isChecked());
    QTest::keyClick(&w.window, Qt::Key_J, Qt::ControlModifier);
    QTRY_VERIFY(shown_height(history) > 50);
    QTest::keyClick(&w.window, Qt::Key_J, Qt::ControlModifier);
    QTRY_VERIFY(shown_height(history) <= 1);

    // The graph has its own arrangement, and the kernel finds its own again.
    QTabWidget* pages = &w.window.kernels();
    pages->setCurrentIndex(0);
    QTRY_VERIFY(shown_height(problems) > 50);
    pages->setCurrentIndex(1);
    QTRY_VERIFY(shown_height(history) <= 1);
  }

  void a_high_window_does_not() {
    test::OpenWindow w;
    w.window.resize(1600, 1000);
    QVERIFY(w.openSample());
    open_a_kernel(w);
    QVERIFY(w.settle());
    QVERIFY(shown_height(w.find<views::ProblemsPanel>()) > 50);
  }
};

NW_TEST(TestFold);
#include "test_fold.moc"
