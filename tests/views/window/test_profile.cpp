// SPDX-License-Identifier: GPL-3.0-or-later
// Profiling as a person does it: run the network and read where its time goes, run one kernel and read its code,
// compare two of its versions.
#include <QComboBox>
#include <QDockWidget>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <algorithm>
#include <cmath>

#include "common/flame_view.h"
#include "common/operators_panel.h"
#include "common/run_timeline_view.h"
#include "kernel/assembly_page.h"
#include "kernel/assembly_view.h"
#include "kernel/diff_view.h"
#include "kernel/kernel_comparison.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "kernel/machine_peaks.h"
#include "kernel/nest_view.h"
#include "kernel/roofline_view.h"
#include "kernel/run_badge.h"
#include "kernel/schedule_menu.h"
#include "kernel/script_editor.h"
#include "models/operators_model.h"
#include "open_window.h"
#include "registry.h"
#include "window/docks.h"
#include "window/kernel_tabs.h"

using namespace nw;
using namespace nw::views;

class TestProfile : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> w_;

  OperatorsPanel* panel() { return w_->find<OperatorsPanel>(); }
  KernelPage* page() { return w_->window.kernels().current(); }
  bool openKernel() {
    w_->bench().openKernel(GroupId(0));
    return QTest::qWaitFor([this] { return page() && page()->settled() && w_->window.settled(); }, 30000);
  }
  bool run() {
    w_->window.actions().run->trigger();
    return QTest::qWaitFor(
        [this] { return w_->window.settled() && !w_->bench().jobs().busy(QStringLiteral("run network")); }, 120000);
  }
  void showOperators() {
    for (QTabBar* bar : w_->window.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
      for (int tab = 0; tab < bar->count(); ++tab)
        if (bar->tabText(tab) == QStringLiteral("Operators"))
          QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
  }
  QString withoutVectorize() {
    const QString script = page()->view()->script();
    const qsizetype step = script.indexOf(QStringLiteral(".vectorize("));
    const qsizetype begin = script.lastIndexOf(QLatin1Char('\n'), step) + 1,
                    end = script.indexOf(QLatin1Char('\n'), step);
    return step < 0 ? QString() : script.left(begin) + script.mid(end + 1);
  }
  KernelComparison* comparison() {
    auto* view = w_->find<KernelComparison>();
    return view && QTest::qWaitFor([view] { return view->settled(); }, 30000) ? view : nullptr;
  }
  void showDetail(QWidget* detail) { page()->view()->detailTabs()->setCurrentWidget(detail); }

 private Q_SLOTS:
  void init() {
    w_ = std::make_unique<test::OpenWindow>();
    QVERIFY(w_->openSample());
  }
  void cleanup() { w_.reset(); }

  // Run, and a click on the tab: the slowest group is the first row.
  void the_slowest_group_takes_two_clicks() {
    QVERIFY(run());
    showOperators();
    QVERIFY(w_->settle());
    QTRY_VERIFY(panel()->model().rows());
    QCOMPARE(panel()->model().rows()->order.column, model::OperatorColumn::Time);
    const model::OperatorTable& table = *panel()->model().rows()->table;
    double most = 0;
    for (const model::OperatorRow& row : table.rows)
      if (row.is_group) most = std::max(most, row.time);
    const QModelIndex first = panel()->table()->model()->index(0, 0);
    QCOMPARE(table.rows[panel()->model().rows()->rows[0]].time, most);
    QVERIFY(first.data(OperatorsModel::IsGroupRole).toBool());
  }

  void a_run_is_read_as_a_flame_and_along_its_time() {
    showOperators();
    panel()->showPage(OperatorsPanel::Page::Timeline);
    QVERIFY(!panel()->timeline()->isVisible());  // a sentence says what to do
    QVERIFY(run());
    QTRY_VERIFY(panel()->timeline()->run());
    QVERIFY(panel()->timeline()->isVisible());
    const auto calls = panel()->timeline()->run()->calls;
    QVERIFY(calls.size() > 3);
    QTest::mouseClick(panel()->timeline()->viewport(), Qt::LeftButton, {},
                      panel()->timeline()->rectOf(1).center().toPoint());
    QCOMPARE(panel()->timeline()->current(), 1);
    QCOMPARE(w_->bench().session().selection().group, calls[1].group);
    const double before = panel()->timeline()->microsecondsInView();
    QTest::keyClick(panel()->timeline(), Qt::Key_Plus);
    QVERIFY(panel()->timeline()->microsecondsInView() < before);

    QTest::mouseClick(test::button(panel(), QStringLiteral("Flame")), Qt::LeftButton);
    QTRY_VERIFY(panel()->flame()->flame());
    const Flame& flame = *panel()->flame()->flame();
    QVERIFY(flame.timed);
    // The same group is current here, too.
    QCOMPARE(flame.nodes[static_cast<size_t>(panel()->flame()->current())].group, calls[1].group);
    for (size_t i = 0; i < flame.nodes.size(); ++i) {
      if (flame.nodes[i].kind != FlameNode::Kind::Scope) continue;
      QTest::mouseClick(panel()->flame()->viewport(), Qt::LeftButton, {},
                        panel()->flame()->rectOf(static_cast<int>(i)).center().toPoint());
      QCOMPARE(w_->bench().session().selection().kind, Selection::Kind::Scope);
      QTest::mouseDClick(panel()->flame()->viewport(), Qt::LeftButton, {},
                         panel()->flame()->rectOf(static_cast<int>(i)).center().toPoint());
      QCOMPARE(panel()->flame()->shown(), static_cast<int>(i));
      break;
    }
    QTest::keyClick(panel()->flame(), Qt::Key_Backspace);
    QCOMPARE(panel()->flame()->shown(), 0);
    // Keys go down out of sight: it is scrolled after them.
    panel()->flame()->setFixedHeight(40);
    for (int level = 0; level < flame.depth; ++level) QTest::keyClick(panel()->flame(), Qt::Key_Down);
    const QRectF current = panel()->flame()->rectOf(panel()->flame()->current());
    QVERIFY(current.top() >= 0 && current.bottom() <= panel()->flame()->viewport()->height() + 1);
  }

  void after_a_what_if_only_unchanged_groups_keep_their_times_and_these_are_dim() {
    showOperators();
    QVERIFY(run());
    panel()->showPage(OperatorsPanel::Page::Timeline);
    QTRY_VERIFY(panel()->timeline()->run());
    panel()->showPage(OperatorsPanel::Page::Table);
    const auto measured = w_->bench().session().fusion();
    const fusion::Edge* edge = w_->edge(true);
    QVERIFY(w_->menu(w_->canvas(), w_->at(edge->from, edge->to), {QStringLiteral("Never fuse this edge")}));
    QVERIFY(w_->settle());
    const auto split = w_->bench().session().fusion();
    QVERIFY(split != measured);
    QTRY_VERIFY(panel()->model().rows() && panel()->model().rows()->table->fusion == split);
    const OrderedOperators& rows = *panel()->model().rows();
    int kept = 0, changed = 0;
    for (size_t place = 0; place < rows.rows.size(); ++place) {
      const model::OperatorRow& row = rows.table->rows[rows.rows[place]];
      if (!row.is_group) continue;
      const fusion::Group& group = split->groups[row.group.index()];
      const bool was_there = std::ranges::any_of(
          measured->groups, [&](const fusion::Group& before) { return before.nodes == group.nodes; });
      if (!was_there) {
        ++changed;
        QVERIFY(std::isnan(row.time));
      } else if (!std::isnan(row.time)) {
        ++kept;
        const QModelIndex time =
            panel()->model().index(static_cast<int>(place), static_cast<int>(model::OperatorColumn::Time));
        QVERIFY(time.data(OperatorsModel::StaleRole).toBool());
      }
    }
    QCOMPARE(changed, 2);
    QVERIFY(kept > 0);
    QVERIFY(!rows.table->timed());  // no sum of some times
    QVERIFY(!panel()->timeline()->run());
    QVERIFY(run());
    QTRY_VERIFY(panel()->model().rows()->table->timed());
    QVERIFY(!panel()->model().rows()->table->stale);
  }

  void a_kernel_that_ran_shows_stages_and_loops_in_the_flame() {
    QVERIFY(run());
    QVERIFY(openKernel());
    QVERIFY(run());
    if (!page()->view()->heatOf(page()->view()->preview()->text)) QSKIP("this computer does not sample");
    const auto profile = page()->profile();
    QVERIFY(profile.has_value());
    w_->window.docks().show(w_->window.docks().operators_dock);
    panel()->showPage(OperatorsPanel::Page::Flame);
    QTRY_VERIFY(panel()->flame()->flame());
    QTRY_VERIFY(std::ranges::any_of(panel()->flame()->flame()->nodes,
                                    [](const FlameNode& node) { return node.kind == FlameNode::Kind::Loop; }));
  }

  void code_has_a_summary_two_syntaxes_and_the_nests_colours() {
    QVERIFY(openKernel());
    showDetail(page()->assemblyPage());
    QVERIFY(w_->settle());
    QTRY_VERIFY(!page()->assemblyPage()->summary().isEmpty());
    const QString summary = page()->assemblyPage()->summary();
    QVERIFY2(summary.contains(QStringLiteral("instruction")) && summary.contains(QStringLiteral("spill")),
             qPrintable(summary));
    QVERIFY(!page()->assembly()->pairColours().empty());
    QComboBox* syntax = page()->assemblyPage()->syntaxBox();
    if (!syntax->isVisible()) QSKIP("this processor has one syntax");
    const QString att = page()->assembly()->toPlainText();
    QVERIFY(att.contains(QStringLiteral("(%r")));
    syntax->setFocus();
    QTest::keyClick(syntax, Qt::Key_Down);
    Q_EMIT syntax->activated(1);
    // Labels have comments with names of LLVM's blocks, "%iter.check".
    QTRY_VERIFY_WITH_TIMEOUT(!page()->assembly()->toPlainText().contains(QStringLiteral("(%r")), 20000);
    QVERIFY(page()->assembly()->toPlainText().contains(QStringLiteral("ptr [")));
    QCOMPARE(page()->assemblyPage()->summary(), summary);
    QVERIFY(w_->bench().preferences().intel_syntax);
  }

  void hot_spots_are_walked_by_keys() {
    QVERIFY(openKernel());
    QVERIFY(run());
    showDetail(page()->assemblyPage());
    QVERIFY(w_->settle());
    const auto spots = page()->assembly()->hotSpots();
    if (spots.empty()) QSKIP("this computer does not sample");
    page()->assembly()->setFocus();
    QTest::keyClick(page()->assembly(), Qt::Key_Down, Qt::AltModifier);
    const int first = page()->assembly()->hotSpot();
    QVERIFY(first >= 0);
    QTest::keyClick(page()->assembly(), Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(page()->assembly()->hotSpot(), static_cast<int>((static_cast<size_t>(first) + 1) % spots.size()));
    QTest::keyClick(page()->assembly(), Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(page()->assembly()->hotSpot(), first);
  }

  // From the menu, whatever is in front: the code is shown first.
  void hot_spots_are_gone_to_from_the_menu() {
    QVERIFY(openKernel());
    const QAction *next = w_->window.actions().next_hot_spot, *previous = w_->window.actions().previous_hot_spot;
    QVERIFY(!next->isEnabled() && !previous->isEnabled());
    QVERIFY2(next->toolTip().contains(QStringLiteral("Run the kernel")), qPrintable(next->toolTip()));
    QVERIFY(run());
    if (!page()->hasHotSpots()) QSKIP("this computer does not sample");
    showDetail(page()->roofline());
    page()->view()->treeView()->setFocus();
    QVERIFY(next->isEnabled() && previous->isEnabled());
    w_->window.actions().next_hot_spot->trigger();
    QCOMPARE(page()->view()->detailTabs()->currentWidget(), page()->assemblyPage());
    QTRY_VERIFY(page()->assembly()->hotSpot() >= 0);
    const int first = page()->assembly()->hotSpot(), count = static_cast<int>(page()->assembly()->hotSpots().size());
    w_->window.actions().previous_hot_spot->trigger();
    QCOMPARE(page()->assembly()->hotSpot(), (first + count - 1) % count);
  }

  void on_a_wide_screen_the_code_is_a_fourth_column() {
    QVERIFY(openKernel());
    QVERIFY(!page()->fourColumns());
    w_->window.resize(2560, 1440);
    QTRY_VERIFY(page()->fourColumns());
    QVERIFY(w_->settle());
    QVERIFY(page()->assemblyPage()->isVisible());
    QCOMPARE(page()->view()->detailTabs()->indexOf(page()->assemblyPage()), -1);
    QTRY_VERIFY(!page()->assemblyPage()->summary().isEmpty());
    QVERIFY(page()->assemblyPage()->width() > 500);
    w_->window.resize(1280, 800);
    QTRY_VERIFY(!page()->fourColumns());
    QVERIFY(page()->view()->detailTabs()->indexOf(page()->assemblyPage()) >= 0);
  }

  void panels_at_the_sides_leave_four_columns_in_a_wide_window() {
    QVERIFY(openKernel());
    w_->window.docks().outline_dock->show();
    w_->window.docks().inspector_dock->show();
    w_->window.resize(2300, 1200);
    QVERIFY(w_->settle());
    QVERIFY2(page()->width() < 2200, qPrintable(QString::number(page()->width())));
    QTRY_VERIFY2(page()->fourColumns(), qPrintable(QString::number(page()->width())));
  }

  // Columns come back as wide as they were dragged.
  void widths_of_columns_are_kept_over_a_wide_window() {
    QVERIFY(openKernel());
    QSplitter* columns = nullptr;
    for (auto* each : page()->view()->findChildren<QSplitter*>())
      if (each->orientation() == Qt::Horizontal && each->count() == 3 && each->isAncestorOf(page()->view()->editor()))
        columns = each;
    QVERIFY(columns);
    const int before = columns->sizes()[0];
    QSplitterHandle* handle = columns->handle(1);
    const QPoint grip = handle->rect().center();
    QTest::mousePress(handle, Qt::LeftButton, {}, grip);
    QTest::mouseMove(handle, grip + QPoint(60, 0));
    QTest::mouseRelease(handle, Qt::LeftButton, {}, handle->rect().center());
    const int dragged = columns->sizes()[0];
    QVERIFY2(dragged >= before + 40, qPrintable(QStringLiteral("%1, %2").arg(before).arg(dragged)));
    w_->window.resize(2560, 1440);
    QTRY_VERIFY(page()->fourColumns());
    w_->window.resize(1280, 800);
    QTRY_VERIFY(!page()->fourColumns());
    QVERIFY(w_->settle());
    QVERIFY2(std::abs(columns->sizes()[0] - dragged) < 20, qPrintable(QString::number(columns->sizes()[0])));
  }

  void the_roof_has_a_slope_for_each_cache_and_a_point_for_each_state() {
    auto* peaks = w_->find<MachinePeaks>();
    worker::Peaks known;
    known.gflops = 200;
    known.gigabytes = 20;
    known.caches = {{1, 400}, {2, 200}, {3, 80}};
    peaks->set(known);
    QVERIFY(openKernel());
    QVERIFY(run());
    showDetail(page()->roofline());
    QCOMPARE(page()->roofline()->roofNames(),
             (QStringList{QStringLiteral("L1 400 GB/s"), QStringLiteral("L2 200 GB/s"), QStringLiteral("L3 80 GB/s"),
                          QStringLiteral("memory 20 GB/s")}));
    QVERIFY2(page()->roofline()->summary().contains(QStringLiteral("L1 400 GB/s, L2 200 GB/s, L3 80 GB/s, memory")),
             qPrintable(page()->roofline()->summary()));
    // However low the panel is, all of the text can be read.
    const QWidget* text = page()->roofline()->findChild<QScrollArea*>()->widget();
    QVERIFY(text->height() >= text->heightForWidth(text->width()));
    QCOMPARE(page()->roofline()->points().size(), size_t{1});
    page()->schedules()->startPlain();
    QVERIFY(w_->settle());
    QVERIFY(run());
    QCOMPARE(page()->roofline()->points().size(), size_t{2});

    // The present state has its name beside it; another has where it is pointed at or gone to.
    RooflineView* view = page()->roofline();
    const size_t now = view->points()[0].current ? 0 : 1, before = 1 - now;
    QVERIFY(view->points()[now].current);
    QCOMPARE(view->labelled(), std::vector<size_t>{now});
    QTest::mouseMove(view, view->placeOf(before).toPoint());
    QTRY_COMPARE(view->labelled(), (std::vector<size_t>{before, now}));
    QTest::mouseMove(view, QPoint(1, view->height() - 1));
    QTRY_COMPARE(view->labelled(), std::vector<size_t>{now});
    view->setFocus();
    const bool faster = view->points()[before].microseconds < view->points()[now].microseconds;
    QTest::keyClick(view, faster ? Qt::Key_Up : Qt::Key_Down);
    QCOMPARE(view->labelled(), (std::vector<size_t>{before, now}));
  }

  // The panel below a kernel is low, and its picture changes with what was measured.
  void every_roof_keeps_its_label_before_and_after_a_run() {
    auto* peaks = w_->find<MachinePeaks>();
    worker::Peaks known;
    known.gflops = 118;
    known.gigabytes = 11.8;
    known.caches = {{1, 304}, {2, 211}, {3, 62}};
    peaks->set(known);
    RooflineView view(peaks);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    for (const QSize size : {QSize(640, 150), QSize(640, 220), QSize(900, 260), QSize(1200, 500)}) {
      view.resize(size);
      for (const double microseconds : {0.0, 400.0, 90000.0}) {
        std::vector<RooflineView::Point> points;
        if (microseconds > 0) points.push_back({microseconds, QStringLiteral("default schedule"), true});
        view.setKernel(236e6, 4.2e6, points);
        QCOMPARE(view.labelledRoofs(), view.roofNames());
      }
    }
  }

  // Peaks that were measured on a busy machine are lower than what a kernel reaches later.
  void a_point_above_the_roof_is_inside_the_picture_and_the_roofs_keep_their_names() {
    auto* peaks = w_->find<MachinePeaks>();
    worker::Peaks known;
    known.gflops = 10.9;
    known.gigabytes = 5;
    known.caches = {{1, 40}, {2, 15}};
    peaks->set(known);
    RooflineView view(peaks);
    view.resize(700, 400);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.setKernel(75e6, 7.5e6, {{1000, QStringLiteral("fast"), true}});  // 75 GFLOP/s
    QVERIFY2(view.plot().contains(view.placeOf(0)), qPrintable(QString::number(view.placeOf(0).y())));
    QStringList named = view.labelledRoofs(), all = view.roofNames();
    named.sort();
    all.sort();
    QCOMPARE(named, all);
  }

  void the_computation_folds_and_long_lines_wrap() {
    QVERIFY(openKernel());
    ScriptEditor* editor = page()->view()->editor();
    QVERIFY(editor->canFoldComputation());
    editor->setFocus();
    QTest::keyClick(editor, Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(editor->isComputationFolded());
    // It stays folded while steps come and go.
    QTest::keyClick(editor, Qt::Key_End, Qt::ControlModifier);
    QTest::keyClicks(editor, QStringLiteral("# typed"));
    QVERIFY(w_->settle() && editor->isComputationFolded());
    w_->window.actions().undo->trigger();
    QVERIFY(w_->settle());
    QVERIFY(!page()->view()->script().contains(QStringLiteral("# typed")));
    QVERIFY(editor->isComputationFolded());
    w_->window.actions().redo->trigger();
    QVERIFY(w_->settle() && editor->isComputationFolded());
    page()->schedules()->startPlain();
    QVERIFY(w_->settle() && editor->isComputationFolded());
    w_->window.actions().undo->trigger();
    QVERIFY(w_->settle() && editor->isComputationFolded());
    QTest::keyClick(editor, Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!editor->isComputationFolded());
    QTest::keyClick(editor, Qt::Key_Z, Qt::AltModifier);
    QVERIFY(editor->isWrapped());
    QVERIFY(w_->bench().preferences().wrap_script);
  }

  // A script of a file is a version by the file's name. It does not run: the other side is measured all the same.
  void a_script_of_a_file_is_a_version_by_its_name() {
    QVERIFY(openKernel());
    page()->compareWithText(QStringLiteral("other.py"), ss(withoutVectorize()) + "x = (\n");
    QVERIFY(w_->settle());
    QTest::mouseClick(test::button(page()->view()->diff(), QStringLiteral("Side by side")), Qt::LeftButton);
    KernelComparison* view = comparison();
    QVERIFY(view);
    QCOMPARE(view->versionBox(0)->currentText(), QStringLiteral("other.py"));
    QCOMPARE(view->versionBox(0)->toolTip(), QStringLiteral("other.py"));
    QVERIFY(view->list()->count() > 0);
    QTest::mouseClick(view->measureButton(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return view->settled(); }, 120000));
    QVERIFY(view->timeText(0).startsWith(QStringLiteral("not measured")));
    QVERIFY2(!view->timeText(1).startsWith(QStringLiteral("not measured")), qPrintable(view->timeText(1)));
  }

  void where_nests_are_the_same_the_scripts_are_compared() {
    QVERIFY(openKernel());
    const QString note = QStringLiteral("# a note that is far too long for one line of the list of differences");
    page()->view()->editor()->replaceAll(page()->view()->script() + note + QLatin1Char('\n'));
    QVERIFY(w_->settle());
    w_->window.actions().compare_versions->trigger();
    KernelComparison* view = comparison();
    QVERIFY(view);
    QVERIFY2(view->summary().contains(QStringLiteral("of the scripts")), qPrintable(view->summary()));
    QCOMPARE(view->list()->count(), 1);
    QVERIFY(view->list()->item(0)->text().contains(note));
    // The row is as high as its text.
    QTRY_VERIFY(view->list()->visualItemRect(view->list()->item(0)).height() >
                2 * view->list()->fontMetrics().lineSpacing());
  }

  // What is typed is merged into one state: the comparison with it follows.
  void a_comparison_follows_what_is_typed() {
    QVERIFY(openKernel());
    const std::string before = ss(page()->view()->script()), task = page()->task();
    const auto type = [&](const char* line) { w_->bench().session().setScript(task, before + line, "typed", true); };
    type("# one\n");
    QVERIFY(w_->settle());
    w_->window.actions().compare_versions->trigger();
    KernelComparison* view = comparison();
    QVERIFY(view);
    QVERIFY(view->list()->item(0)->text().contains(QStringLiteral("# one")));
    type("# two\n");
    QVERIFY(QTest::qWaitFor([&] { return view->settled(); }, 30000));
    QVERIFY2(view->list()->item(0)->text().contains(QStringLiteral("# two")),
             qPrintable(view->list()->item(0)->text()));
  }

  // The side that is for the active target is for another one then, and the button says why it cannot be used.
  void a_comparison_follows_the_active_target() {
    QVERIFY(openKernel());
    page()->view()->editor()->replaceAll(withoutVectorize());
    QVERIFY(w_->settle());
    w_->window.actions().compare_versions->trigger();
    KernelComparison* view = comparison();
    QVERIFY(view);
    QVERIFY(view->measureButton()->isEnabled());
    TargetFacts narrow = w_->bench().target();
    narrow.id = narrow.name = "narrow";
    narrow.compute.vector_bytes = 16;
    const ActiveTarget here = w_->bench().activeTarget();
    w_->bench().setTarget(narrow);
    QVERIFY(QTest::qWaitFor([&] { return view->settled(); }, 30000));
    QCOMPARE(view->timeText(0), QStringLiteral("not measured on narrow"));
    QVERIFY(!view->measureButton()->isEnabled());
    QVERIFY2(view->measureButton()->toolTip().contains(QStringLiteral("narrow: described only")),
             qPrintable(view->measureButton()->toolTip()));
    w_->bench().setTarget(here);
    QVERIFY(view->measureButton()->isEnabled());
  }

  // By its own button, and from the log.
  void measuring_of_a_comparison_is_stopped() {
    QVERIFY(openKernel());
    page()->view()->editor()->replaceAll(withoutVectorize());
    QVERIFY(w_->settle());
    w_->window.actions().compare_versions->trigger();
    KernelComparison* view = comparison();
    QVERIFY(view);
    QPushButton* measure = view->measureButton();
    QTest::mouseClick(measure, Qt::LeftButton);
    QCOMPARE(measure->text(), QStringLiteral("Stop measuring"));
    QTest::mouseClick(measure, Qt::LeftButton);
    QCOMPARE(measure->text(), QStringLiteral("Measure both"));
    QVERIFY(view->settled() && measure->isEnabled());
    QTest::mouseClick(measure, Qt::LeftButton);
    w_->bench().jobs().cancelJob(w_->bench().jobs().running().back().id);
    QCOMPARE(measure->text(), QStringLiteral("Measure both"));
    QVERIFY(view->settled() && measure->isEnabled());
  }

  void one_version_on_both_sides_stays_side_by_side_when_it_is_measured() {
    QVERIFY(openKernel());
    const std::string script = ss(page()->view()->script());
    w_->window.actions().compare_versions->trigger();
    KernelComparison* view = comparison();
    QVERIFY(view);
    view->compare(script, script);
    QVERIFY(QTest::qWaitFor([&] { return view->settled(); }, 30000));
    QTest::mouseClick(view->measureButton(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return view->settled(); }, 120000));
    QCOMPARE(view->nest(0)->verticalScrollBar()->value(), view->nest(1)->verticalScrollBar()->value());
    QCOMPARE(view->assembly(0)->verticalScrollBar()->value(), view->assembly(1)->verticalScrollBar()->value());
    QScrollBar* code = view->assembly(1)->verticalScrollBar();
    for (const int top : {code->maximum(), code->maximum() / 2, 0}) {
      code->setValue(top);
      QCOMPARE(view->nest(0)->verticalScrollBar()->value(), view->nest(1)->verticalScrollBar()->value());
      QCOMPARE(view->assembly(0)->verticalScrollBar()->value(), top);
    }
  }

  void the_list_of_differences_has_room_while_there_are_some() {
    QVERIFY(openKernel());
    const std::string before = ss(page()->view()->script());
    page()->view()->editor()->replaceAll(withoutVectorize());
    QVERIFY(w_->settle());
    const std::string after = ss(page()->view()->script());
    w_->window.actions().compare_versions->trigger();
    KernelComparison* view = comparison();
    QVERIFY(view);
    QVERIFY(QTest::qWaitFor([&] { return view->settled(); }, 30000));
    QTRY_VERIFY(view->list()->isVisible() && view->list()->width() >= 180);
    QTRY_VERIFY2(view->nest(0)->width() <= 560, qPrintable(QString::number(view->nest(0)->width())));  // of 1280
    const int narrow = view->nest(0)->width();
    view->compare(after, after);
    QVERIFY(QTest::qWaitFor([&] { return view->settled(); }, 30000));
    QVERIFY(!view->list()->isVisible());
    QTRY_VERIFY2(view->nest(0)->width() >= narrow + 60, qPrintable(QString::number(view->nest(0)->width())));
    view->compare(before, after);
    QVERIFY(QTest::qWaitFor([&] { return view->settled(); }, 30000));
    QTRY_VERIFY(view->list()->isVisible() && view->list()->width() >= 180);
  }

  // The state that was undone is the only other one.
  void a_comparison_begins_with_two_versions_after_an_undo() {
    QVERIFY(openKernel());
    page()->view()->editor()->replaceAll(withoutVectorize());
    QVERIFY(w_->settle());
    w_->window.actions().undo->trigger();
    QVERIFY(w_->settle());
    w_->window.actions().compare_versions->trigger();
    KernelComparison* view = comparison();
    QVERIFY(view);
    QVERIFY(view->versionBox(0)->currentText() != view->versionBox(1)->currentText());
    QVERIFY(view->list()->count() > 0);
  }

  // Two versions: plain loops and the default schedule.
  void two_versions_of_a_kernel_are_compared_side_by_side() {
    QVERIFY(openKernel());
    const QString changed = withoutVectorize();
    QVERIFY(!changed.isEmpty());
    page()->view()->editor()->replaceAll(changed);
    QVERIFY(w_->settle());
    w_->window.actions().compare_versions->trigger();
    KernelComparison* view = comparison();
    QVERIFY(view);
    QVERIFY(view->list()->count() > 0);
    QVERIFY2(view->list()->item(0)->text().contains(QStringLiteral("vectorize")),
             qPrintable(view->list()->item(0)->text()));
    QVERIFY(!view->assembly(0)->pairColours().empty());
    QVERIFY(view->timeText(0).startsWith(QStringLiteral("not measured")));
    view->list()->setFocus();
    QTest::keyClick(view->list(), Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(view->list()->currentRow(), 1 % view->list()->count());
    QTest::keyClick(view->list(), Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(view->list()->currentRow(), 0);
    QCOMPARE(view->measureButton()->text(), QStringLiteral("Measure both"));
    view->measureButton()->setFocus();
    QTest::keyClick(view->measureButton(), Qt::Key_Space);
    QVERIFY(QTest::qWaitFor(
        [&] { return view->settled() && view->measureButton()->text() == QStringLiteral("Measure again"); }, 120000));
    QVERIFY(view->window()->focusWidget() == view->measureButton());
    QVERIFY2(view->timeText(0).contains(QStringLiteral("µs")) || view->timeText(0).contains(QStringLiteral("ms")),
             qPrintable(view->timeText(0)));
    QVERIFY(view->summary().contains(QStringLiteral("against the left")));
    // A noisy time is measured again.
    QSignalSpy measured(view, &KernelComparison::measured);
    QTest::keyClick(view->measureButton(), Qt::Key_Space);
    QVERIFY(QTest::qWaitFor([&] { return view->settled(); }, 120000));
    QCOMPARE(measured.count(), 2);
    QVERIFY(view->window()->focusWidget() == view->measureButton());
    // The kernel's own tab knows it too.
    QCOMPARE(w_->find<KernelPage>()->badge()->state(), RunBadge::State::Equal);
    // Both sides move together.
    view->resize(900, 360);
    QScrollBar *left = view->nest(0)->verticalScrollBar(), *right = view->nest(1)->verticalScrollBar();
    if (left->maximum() > 0 && right->maximum() > 0) {
      left->setValue(left->maximum());
      QVERIFY(right->value() > 0);
    }
  }
};

NW_TEST(TestProfile);
#include "test_profile.moc"
