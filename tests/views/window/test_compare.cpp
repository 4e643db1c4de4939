// SPDX-License-Identifier: GPL-3.0-or-later
// Two graphs side by side in the window.
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QTemporaryDir>
#include <QTreeView>
#include <set>

#include "common/problems_panel.h"
#include "graph/compare_view.h"
#include "graph/graph_colours.h"
#include "open_window.h"
#include "registry.h"
#include "window/comparisons.h"
#include "window/docks.h"
#include "window/file_session.h"
#include "window/kernel_tabs.h"

using namespace nw;

class TestCompare : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> w_;

  views::CompareView* shown() {
    auto* view = w_->find<views::CompareView>();
    return view && QTest::qWaitFor([view] { return view->settled(); }, 20000) ? view : nullptr;
  }
  static QString write(const QTemporaryDir& folder, const char* name, const QByteArray& text) {
    const QString path = folder.filePath(QLatin1String(name));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(text);
    return path;
  }
  static QByteArray program(const char* last) {
    return QByteArray("#[version = \"0.0.5\"]\nfn (%x: Tensor[(4, 8), float32]) {\n  %0 = exp(%x);\n  %1 = ") + last +
           "(%0);\n  sqrt(%1)\n}\n";
  }

 private Q_SLOTS:
  void init() {
    w_ = std::make_unique<test::OpenWindow>();
    QVERIFY(w_->openSample());
  }
  void cleanup() { w_.reset(); }

  void the_source_stands_beside_the_optimized_graph_and_moves_with_it() {
    w_->window.actions().compare_source->trigger();
    auto* view = shown();
    QVERIFY(view);
    QVERIFY(view->differences().rowCount() > 0);
    QVERIFY2(view->summary().contains(QStringLiteral("nodes are the same")), qPrintable(view->summary()));
    const double scale = view->canvas(1)->view().scale;
    view->canvas(0)->zoomAt(QPointF(view->canvas(0)->width() / 2.0, view->canvas(0)->height() / 2.0), 0.7);
    QCOMPARE(view->canvas(1)->view().scale, view->canvas(0)->view().scale);
    QVERIFY(view->canvas(1)->view().scale < scale);
  }

  // At 1280x800: the panels are of the graph, and are as they were when it is shown again.
  void a_small_window_leaves_its_room_to_the_comparison() {
    const window::Docks& docks = w_->window.docks();
    docks.outline_dock->hide();  // by hand
    QVERIFY(docks.inspector_dock->isVisible() && docks.problems->visibleRegion().boundingRect().height() > 50);
    w_->window.actions().compare_source->trigger();
    auto* view = shown();
    QVERIFY(view);
    QVERIFY(!docks.inspector_dock->isVisible() && !docks.outline_dock->isVisible());
    QTRY_VERIFY(docks.problems->visibleRegion().boundingRect().height() <= 1);
    QTRY_VERIFY(view->width() > 1200);
    w_->window.kernels().showGraph();
    QTRY_VERIFY(docks.problems->visibleRegion().boundingRect().height() > 50);
    QVERIFY(docks.inspector_dock->isVisible() && !docks.outline_dock->isVisible());
  }

  void two_files_differ_in_what_is_listed() {
    QTemporaryDir folder;
    const QString one = write(folder, "one.relay", program("tanh")),
                  two = write(folder, "two.relay", program("negative"));
    w_->window.files().open(one);
    QTRY_VERIFY_WITH_TIMEOUT(w_->bench().session().document()->path() == views::ss(one), 20000);
    QVERIFY(w_->settle());
    w_->window.comparisons().withFile(two);
    QTRY_VERIFY_WITH_TIMEOUT(w_->find<views::CompareView>(), 20000);
    auto* view = shown();
    QVERIFY(view);
    QVERIFY(view->differences().rowCount() > 0);
    view->step(1);
    QCOMPARE(view->list()->currentIndex().row(), 0);
    QVERIFY(!view->canvas(0)->marks().items.empty() || !view->canvas(1)->marks().items.empty());
    const auto& fills = view->canvas(1)->fills()->items;
    QVERIFY(std::any_of(fills.begin(), fills.end(), [](QRgb fill) { return fill != 0; }));
  }

  // On either side, and what is selected there is selected on the other.
  void keys_walk_along_the_edges_of_both_graphs() {
    w_->window.actions().compare_source->trigger();
    auto* view = shown();
    QVERIFY(view);
    const auto& left = view->canvas(0)->marks().items;
    QVERIFY(left.empty());
    view->canvas(0)->setFocus();
    QTest::keyClick(view->canvas(0), Qt::Key_Down);
    QCOMPARE(left.size(), size_t{1});
    const int32_t first = *left.begin();
    QTest::keyClick(view->canvas(0), Qt::Key_Down);
    if (*left.begin() == first) QTest::keyClick(view->canvas(0), Qt::Key_Up);
    QVERIFY(left.size() == 1 && *left.begin() != first);
    const std::set<int32_t> here = left, there = view->canvas(1)->marks().items;
    QTest::keyClick(view->canvas(0), Qt::Key_Return);
    QVERIFY(left == here && view->canvas(1)->marks().items == there);
  }

  // The groups that were timed are those of the present setting.
  void a_setting_that_was_run_has_its_time() {
    views::NetworkTimes times;
    times.target = w_->bench().target().id;
    times.total = 1500;
    times.of = w_->bench().session().lastFusion();
    w_->window.graphView()->colours().addTimes(times);
    workspace::FusionChoices shallow;
    shallow.max_depth = 1;
    w_->window.comparisons().ofSettings({}, shallow);
    QTRY_VERIFY_WITH_TIMEOUT(w_->find<views::CompareView>(), 20000);
    auto* view = shown();
    QVERIFY(view);
    QStringList titles;
    for (const auto* label : view->findChildren<QLabel*>()) titles << label->text();
    QCOMPARE(titles.filter(QStringLiteral("1.50 ms on ")).size(), 1);
    QCOMPARE(titles.filter(QStringLiteral("not measured")).size(), 1);
  }

  void of_equal_files_it_is_said_that_they_are_equal() {
    QTemporaryDir folder;
    const QString one = write(folder, "one.relay", program("tanh")), two = write(folder, "two.relay", program("tanh"));
    w_->window.files().open(one);
    QTRY_VERIFY_WITH_TIMEOUT(w_->bench().session().document()->path() == views::ss(one), 20000);
    QVERIFY(w_->settle());
    w_->window.comparisons().withFile(two);
    QTRY_VERIFY_WITH_TIMEOUT(w_->find<views::CompareView>(), 20000);
    auto* view = shown();
    QVERIFY(view);
    QCOMPARE(view->differences().rowCount(), 1);
    QCOMPARE(view->differences().index(0, 0).data().toString(),
             QStringLiteral("Both are equal. Compared: operators, attributes, types, values of constants, and what "
                            "each node reads."));
    view->step(1);
    QVERIFY(view->canvas(0)->marks().items.empty());
    // The sentence is whole.
    const QRect row = view->list()->visualRect(view->differences().index(0, 0));
    QVERIFY2(row.height() > 2 * view->list()->fontMetrics().lineSpacing(), qPrintable(QString::number(row.height())));
  }

  void a_what_if_is_looked_at_before_and_after() {
    const fusion::Edge* edge = w_->edge(true);
    const graph::Graph& graph = *w_->bench().session().graph();
    w_->bench().session().changeFusion(fusion::FenceChange{graph.node(edge->from).name});
    QVERIFY(w_->settle());
    QVERIFY(w_->window.actions().compare_fusion->isEnabled());
    w_->window.actions().compare_fusion->trigger();
    auto* view = shown();
    QVERIFY(view);
    QCOMPARE(view->differences().rowCount(), 1);
    QVERIFY(view->differences().index(0, 0).data().toString().contains(QStringLiteral("is split into")));
  }

  void two_settings_are_fused_side_by_side_and_equal_changes_are_one_row() {
    workspace::FusionChoices shallow;
    shallow.max_depth = 1;
    w_->window.comparisons().ofSettings({}, shallow);
    QTRY_VERIFY_WITH_TIMEOUT(w_->find<views::CompareView>(), 20000);
    auto* view = shown();
    QVERIFY(view);
    const auto& rows = view->differences();
    QVERIFY(rows.rowCount() > 0 && static_cast<size_t>(rows.rowCount()) < rows.rows().size());
    QVERIFY(workspace::FusionChoices() == w_->bench().session().document()->choices().fusion);
    std::set<const views::DifferenceRow*> visited;
    view->list()->setFocus();
    for (size_t i = 0; i < rows.rows().size(); ++i) {
      QTest::keyClick(view->list(), Qt::Key_Down, Qt::AltModifier);
      visited.insert(rows.row(view->list()->currentIndex()));
    }
    QCOMPARE(visited.size(), rows.rows().size());
  }
};

NW_TEST(TestCompare);
#include "test_compare.moc"
