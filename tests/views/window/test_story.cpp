// SPDX-License-Identifier: GPL-3.0-or-later
// Five minutes with a fused convolution, by keys and mouse: opened from the network, taken down to plain loops, shaped
// step by step, broken and mended, run and checked, undone and saved.
#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "common/history_panel.h"
#include "kernel/diff_view.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "kernel/measure.h"
#include "kernel/nest_view.h"
#include "kernel/run_badge.h"
#include "kernel/schedule_menu.h"
#include "kernel/script_editor.h"
#include "model/group_computation.h"
#include "models/loop_tree_model.h"
#include "open_window.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestStory : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> open_;
  KernelPage* page() { return open_->window.currentKernel(); }
  KernelView* view() { return page()->view(); }
  LoopTreeView* tree() { return view()->treeView(); }
  bool settle() {
    return QTest::qWaitFor([this] { return page()->settled() && tree()->offersKnown() && view()->settled(); }, 20000);
  }
  // Clicks the loop's row, then presses the key.
  bool press(const QString& stage, const QString& axis, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    const auto& program = view()->preview()->program;
    const StageId of = program.schedule->find_by_name(stage.toStdString());
    AxisId loop;
    for (const workspace::LoopTreeRow& row : view()->preview()->tree)
      if (row.stage == of && row.axis.valid() && row.name == axis.toStdString()) loop = row.axis;
    const QModelIndex index = static_cast<LoopTreeModel*>(tree()->model())->find(of, loop);
    if (!index.isValid() || (!axis.isEmpty() && !loop.valid())) return false;
    tree()->scrollTo(index);
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, tree()->visualRect(index).center());
    if (!settle()) return false;
    QTest::keyClick(tree(), key, modifiers);
    return settle();
  }
  QString step() {
    const QStringList lines = view()->script().split(QLatin1Char('\n'));
    qsizetype last = lines.size() - 1;
    while (last > 0 && !lines[last].startsWith(QStringLiteral("tvm.lower"))) --last;
    for (--last; last > 0 && (lines[last].isEmpty() || lines[last].startsWith(QLatin1Char('#')));) --last;
    return lines[last];
  }

 private Q_SLOTS:
  void initTestCase() {
    open_ = std::make_unique<test::OpenWindow>();
    QVERIFY(open_->openSample());
    // The first group that is a convolution with something fused behind it.
    for (const fusion::Group& group : open_->bench().lastFusion()->groups) {
      const auto& graph = open_->bench().model()->optimized();
      if (group.nodes.size() >= 3 && graph.node(group.anchor).op == "nn.conv2d") {
        open_->window.showGroup(group.id, true);
        break;
      }
    }
    QVERIFY(QTest::qWaitFor([this] { return page() != nullptr; }, 5000));
    QVERIFY(settle());
  }

  void from_plain_loops_to_a_fast_kernel() {
    // The computation alone: select all of the schedule and delete it.
    QString plain;
    QString anchor, result;
    for (const QString& line : view()->script().split(QLatin1Char('\n')))
      if (!line.startsWith(QStringLiteral("s[")) && !line.contains(QStringLiteral("= s[")))
        plain += line + QLatin1Char('\n');
    view()->editor()->setFocus();
    view()->editor()->selectAll();
    QGuiApplication::clipboard()->setText(plain);
    QTest::keyClick(view()->editor(), Qt::Key_V, Qt::ControlModifier);
    QVERIFY(settle());
    QVERIFY2(view()->preview()->complete(), qPrintable(plain));
    for (const workspace::LoopTreeRow& row : view()->preview()->tree) {
      if (row.kind != workspace::LoopTreeRow::Kind::Stage) continue;
      const QString name = QString::fromStdString(row.name);
      const auto* compute = te::op_cast<te::ComputeNode>(view()->preview()->program.schedule->stage(row.stage).op);
      if (compute && compute->is_reduction()) anchor = name;
      if (row.detail.starts_with("output")) result = name;
    }
    QVERIFY(!anchor.isEmpty() && !result.isEmpty());
    // Every stage between the convolution and the result has one reader, element by element: inline them.
    const auto& schedule = *view()->preview()->program.schedule;
    QStringList between;
    bool after = false;
    for (StageId id : schedule.order()) {
      const QString name = QString::fromStdString(schedule.stage(id).name());
      const bool computed = schedule.stage(id).op->kind != te::OpKind::Placeholder;
      if (after && computed && name != result) between << name;
      if (name == anchor) after = true;
    }
    for (const QString& name : between) {
      QVERIFY2(press(name, {}, Qt::Key_I), qPrintable(name));
      QCOMPARE(step(), QStringLiteral("s[%1].compute_inline()").arg(name));
    }
    // Names of the result's loops as the script will call them.
    auto leaf = [&](const QString& stage, int i) {
      const auto& s = *view()->preview()->program.schedule;
      const auto& of = s.stage(s.find_by_name(stage.toStdString()));
      const size_t at = i < 0 ? of.leaf.size() - static_cast<size_t>(-i) : static_cast<size_t>(i);
      for (const workspace::LoopTreeRow& row : view()->preview()->tree)
        if (row.axis.valid() && row.axis == of.leaf[at]) return QString::fromStdString(row.name);
      return QString();
    };
    QVERIFY(press(result, leaf(result, 0), Qt::Key_F));
    QVERIFY2(step().contains(QStringLiteral("].fuse(")), qPrintable(step()));
    QVERIFY(press(result, leaf(result, 0), Qt::Key_P));
    QVERIFY2(step().startsWith(QStringLiteral("s[%1].parallel(").arg(result)), qPrintable(step()));
    QVERIFY(press(anchor, leaf(anchor, -1), Qt::Key_Up, Qt::AltModifier));
    QVERIFY2(step().contains(QStringLiteral(".reorder(")), qPrintable(step()));
    QVERIFY(press(result, leaf(result, -1), Qt::Key_V));
    QVERIFY2(step().startsWith(QStringLiteral("s[%1].vectorize(").arg(result)), qPrintable(step()));
    QVERIFY(view()->preview()->complete());
    QVERIFY(view()->nestView()->lineCount() > 3);
  }

  void a_mistake_is_shown_where_it_stands_and_mended_by_its_fix() {
    const QString before = view()->script();
    const qsizetype at = before.indexOf(QStringLiteral("tvm.lower"));
    view()->editor()->setCursorPosition(static_cast<int>(before.left(at).count(QLatin1Char('\n'))), 0);
    QTest::keyClicks(view()->editor(), QStringLiteral("s[nothing].parallel(x)"));
    QTest::keyClick(view()->editor(), Qt::Key_Return);
    QVERIFY(settle());
    QVERIFY(has_errors(view()->diagnostics()));
    QVERIFY(view()->nestView()->lineCount() > 3);  // what holds is still shown
    open_->window.activateWindow();
    view()->editor()->setFocus();
    QTest::keyClick(view()->editor(), Qt::Key_Z, Qt::ControlModifier);  // the document's undo, not the editor's own
    QVERIFY(settle());
    QCOMPARE(view()->script(), before);
  }

  void it_runs_equal_to_its_reference() {
    open_->window.actions().run->trigger();
    QVERIFY(QTest::qWaitFor([this] { return !page()->running(); }, 120000));
    QCOMPARE(page()->badge()->state(), RunBadge::State::Equal);
    const auto& history = open_->bench().document()->history();
    QVERIFY(!history.current().measured.empty());
  }

  void the_schedule_has_a_name_and_the_default_is_one_step_away() {
    const QString mine = view()->script();
    QVERIFY(page()->schedules()->text().startsWith(QStringLiteral("schedule 1")));
    page()->schedules()->copy();
    page()->schedules()->rename(QStringLiteral("by hand"));
    QVERIFY(page()->schedules()->text().startsWith(QStringLiteral("by hand")));
    page()->schedules()->use({});
    QVERIFY(settle());
    QVERIFY(view()->script() != mine);
    page()->schedules()->use("by hand");
    QVERIFY(settle());
    QCOMPARE(view()->script(), mine);
  }

  // Any state against the present one, from the history's menu; again the step before from the list.
  void the_nest_is_compared_with_any_state() {
    auto* history = open_->find<HistoryPanel>();
    const QModelIndex opened = history->model()->index(0, 0);
    QMenu menu;
    history->fillMenu(&menu, opened);
    QAction* compare = nullptr;
    for (QAction* action : menu.actions())
      if (action->text() == QStringLiteral("Compare with the present state")) compare = action;
    QVERIFY(compare && compare->isEnabled());
    compare->trigger();
    QCOMPARE(view()->detailTabs()->currentWidget(), static_cast<QWidget*>(view()->diff()));
    auto* against = view()->diff()->findChild<QComboBox*>();
    QCOMPARE(against->currentText(), QStringLiteral("Against state 1, opened"));
    QTRY_VERIFY2(view()->diff()->text().contains(QStringLiteral("\n+ ")), qPrintable(view()->diff()->text()));
    QVERIFY2(view()->diff()->text().contains(QStringLiteral("parallel")), qPrintable(view()->diff()->text()));
    against->setCurrentIndex(0);
    view()->detailTabs()->setCurrentIndex(0);
  }

  void its_steps_are_applied_to_another_convolution() {
    const GroupId own = page()->group();
    const std::string mine = page()->task();
    GroupId other;
    const auto& graph = open_->bench().model()->optimized();
    for (const fusion::Group& group : open_->bench().lastFusion()->groups)
      if (group.anchor.valid() && graph.node(group.anchor).op == "nn.conv2d" && model::task_key(graph, group) != mine)
        other = group.id;
    QVERIFY(other.valid());
    Q_EMIT page()->schedules()->applyWanted(other);
    QVERIFY(QTest::qWaitFor([&] { return page() && page()->group() == other && page()->settled(); }, 20000));
    QVERIFY(view()->preview()->complete());
    QVERIFY(page()->schedules()->text().startsWith(QStringLiteral("schedule 1")));
    QCOMPARE(open_->bench().document()->history().current().label,
             std::string("steps of ") + mine.substr(0, mine.rfind('-')));
    open_->window.actions().undo->trigger();
    QVERIFY(page()->schedules()->text().startsWith(QStringLiteral("default schedule")));
    open_->window.showGroup(own, true);
    QVERIFY(settle());
    QCOMPARE(page()->group(), own);
  }

  void all_states_of_the_branch_are_measured_and_that_can_be_stopped() {
    const auto& history = open_->bench().document()->history();
    const auto without_time = [&] {
      int count = 0;
      for (const workspace::StateId id : history.path(history.current().id))
        count += !history.state(id).measured.contains(page()->task());
      return count;
    };
    const int before = without_time();
    QVERIFY(before > 2);
    open_->window.actions().measure_branch->trigger();
    QVERIFY(QTest::qWaitFor([&] { return without_time() < before; }, 120000));
    QVERIFY(page()->branch()->running());
    QCOMPARE(open_->window.actions().measure_branch->text(), QStringLiteral("Stop &measuring the branch"));
    open_->window.actions().measure_branch->trigger();
    QVERIFY(!page()->branch()->running());
    const int left = without_time();
    QVERIFY(left > 0);
    QTest::qWait(100);
    QCOMPARE(without_time(), left);
  }

  void it_is_saved_and_taken_away() {
    QTemporaryDir folder;
    QVERIFY(open_->bench().document()->save(folder.filePath(QStringLiteral("story.nest")).toStdString()).empty());
    for (const char* kind : {"halide", "tir", "html"}) {
      const QString path = folder.filePath(QString::fromLatin1(kind));
      page()->exportAs(path, kind);
      QVERIFY(QTest::qWaitFor([&] { return open_->bench().settled(); }, 20000));
      QVERIFY2(QFileInfo(path).size() > 500, kind);
    }
  }

  // Through the dialog: a name without an ending gets the one of the form.
  void it_is_exported_to_a_file() {
    QTemporaryDir folder;
    QTimer::singleShot(0, &open_->window, [&] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      if (!dialog) return;
      const QString form = QStringLiteral("C program with a main (*.c)");
      dialog->selectNameFilter(form);
      Q_EMIT dialog->filterSelected(form);
      dialog->setDirectory(folder.path());
      auto* name = dialog->findChild<QLineEdit*>();
      name->selectAll();
      QTest::keyClicks(name, QStringLiteral("mine"));
      QTest::keyClick(name, Qt::Key_Return);
    });
    open_->window.actions().export_kernel->trigger();
    QVERIFY(QTest::qWaitFor([&] { return open_->bench().settled(); }, 20000));
    QVERIFY2(QFileInfo(folder.filePath(QStringLiteral("mine.c"))).size() > 500, qPrintable(folder.path()));
  }
};

NW_TEST(TestStory);
#include "test_story.moc"
