// SPDX-License-Identifier: GPL-3.0-or-later
// Five minutes with a fused convolution, by keys and mouse: opened from the network as plain loops, shaped step by
// step, broken and fixed, run and checked, undone and saved.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "common/history_panel.h"
#include "kernel/diff_view.h"
#include "kernel/factor_chips.h"
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
#include "window/export_preview.h"
#include "window/file_session.h"
#include "window/kernel_tabs.h"

using namespace nw;
using namespace nw::views;

class TestStory : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> open_;
  KernelPage* page() { return open_->window.kernels().current(); }
  KernelView* view() { return page()->view(); }
  LoopTreeView* tree() { return view()->treeView(); }
  bool settle() {
    return QTest::qWaitFor([this] { return page()->settled() && tree()->candidatesKnown() && view()->settled(); },
                           20000);
  }
  struct Row {
    const char* stage;
    const char* axis;  // empty: the stage
  };
  QModelIndex at(const Row& row) {
    const auto& program = view()->preview()->program;
    const StageId of = program.schedule->find_by_name(row.stage);
    if (!*row.axis) return model()->find(of, {});
    for (const kernel::LoopTreeRow& each : view()->preview()->tree)
      if (each.stage == of && each.axis.valid() && each.name == row.axis) return model()->find(of, each.axis);
    return {};
  }
  LoopTreeModel* model() { return static_cast<LoopTreeModel*>(tree()->model()); }
  bool click(const Row& row, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    const QModelIndex index = at(row);
    if (!index.isValid()) return false;
    tree()->scrollTo(index);
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, modifiers, tree()->visualRect(index).center());
    return settle();
  }
  bool press(const char* stage, const char* axis, Qt::Key key) {
    if (!click({stage, axis})) return false;
    QTest::keyClick(tree(), key);
    return settle();
  }
  bool split(const char* stage, const char* axis, qint64 factor) {
    if (!press(stage, axis, Qt::Key_S)) return false;
    for (QToolButton* chip : tree()->findChild<FactorChips*>()->findChildren<QToolButton*>()) {
      if (chip->property("factor").toLongLong() != factor) continue;
      QTest::mouseClick(chip, Qt::LeftButton);
      return settle();
    }
    return false;
  }
  // Drags rows to a place in another (0: its top, 1: its bottom).
  bool drag(const Row& from, const std::vector<Row>& also, const Row& to, double place) {
    if (!click(from)) return false;
    for (const Row& more : also)
      if (!click(more, Qt::ControlModifier)) return false;
    const std::unique_ptr<QMimeData> data(model()->mimeData(tree()->selectionModel()->selectedRows()));
    const QRect row = tree()->visualRect(at(to));
    const QPoint point(30, row.top() + static_cast<int>(place * (row.height() - 1)));
    QDragEnterEvent enter(point, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(tree()->viewport(), &enter);
    QDragMoveEvent over(point, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(tree()->viewport(), &over);
    QDropEvent drop(point, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(tree()->viewport(), &drop);
    return over.isAccepted() && settle();
  }
  static QString text_of(const char* name) {
    QFile file(QStringLiteral(NW_TEST_DATA "/story/") + QString::fromLatin1(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  }

 private Q_SLOTS:
  void initTestCase() {
    open_ = std::make_unique<test::OpenWindow>();
    open_->window.files().open(QStringLiteral(NW_TEST_DATA "/story/two_convolutions.relay"));
    QVERIFY(
        QTest::qWaitFor([this] { return open_->bench().session().lastFusion() && open_->window.settled(); }, 30000));
    QCOMPARE(open_->bench().session().lastFusion()->groups.size(), size_t{2});
    open_->window.kernels().showGroup(GroupId(0), true);
    QVERIFY(QTest::qWaitFor([this] { return page() != nullptr; }, 5000));
    QVERIFY(settle());
  }

  // Fourteen lines that nobody typed. bench_kernels measures what they gain.
  void from_plain_loops_to_a_fast_kernel() {
    bool chosen = false;
    test::choose({QStringLiteral("New schedule from plain loops")}, &chosen);
    QTest::mouseClick(page()->schedules(), Qt::LeftButton);
    QVERIFY(chosen);
    QTRY_VERIFY(page()->schedules()->text().startsWith(QStringLiteral("schedule 1")));
    QVERIFY(settle());
    QCOMPARE(view()->script(), text_of("plain.py"));
    // What is added to the sums need no memory of its own.
    QVERIFY(press("expand_dims", "", Qt::Key_I));
    QVERIFY(press("add", "", Qt::Key_I));
    // Of the result sixteen channels by eight neighbours at a time …
    QVERIFY(split("relu", "c", 16));
    QVERIFY(split("relu", "w", 8));
    QVERIFY(drag({"relu", "ci"}, {}, {"relu", "wo"}, 0.95));
    // … and the convolution just for them, all sums kept while the inputs pass by.
    QVERIFY(drag({"conv2d", ""}, {}, {"relu", "wo"}, 0.5));
    QVERIFY(drag({"conv2d", "ic"}, {{"conv2d", "kh"}, {"conv2d", "kw"}}, {"conv2d", "c"}, 0.05));
    QVERIFY(press("conv2d", "w2", Qt::Key_V));
    QVERIFY(press("conv2d", "c2", Qt::Key_U));
    QVERIFY(press("relu", "wi", Qt::Key_V));
    QVERIFY(press("relu", "co", Qt::Key_P));
    QVERIFY(view()->preview()->complete());
    QCOMPARE(view()->script(), text_of("fast.py"));
  }

  void a_mistake_is_shown_where_it_stands_and_mended_by_its_fix() {
    const QString before = view()->script();
    const qsizetype at = before.indexOf(QStringLiteral("tvm.lower"));
    view()->editor()->setCursorPosition(static_cast<int>(before.left(at).count(QLatin1Char('\n'))), 0);
    QTest::keyClicks(view()->editor(), QStringLiteral("s[nothing].parallel(x)"));
    QTest::keyClick(view()->editor(), Qt::Key_Return);
    QVERIFY(settle());
    QVERIFY(has_errors(view()->diagnostics()));
    QVERIFY(view()->nestView()->lineCount() > 3);  // the valid part is still shown
    open_->window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&open_->window));
    view()->editor()->setFocus();
    QTest::keyClick(view()->editor(), Qt::Key_Z, Qt::ControlModifier);  // the document's undo, not the editor's own
    QVERIFY(settle());
    QCOMPARE(view()->script(), before);
  }

  void lines_typed_one_after_the_other_are_undone_one_after_the_other() {
    const QString before = view()->script();
    view()->editor()->setCursorPosition(0, 0);
    QTest::keyClicks(view()->editor(), QStringLiteral("# one"));
    QTest::keyClick(view()->editor(), Qt::Key_Return);
    QTest::keyClicks(view()->editor(), QStringLiteral("# two"));
    QTest::keyClick(view()->editor(), Qt::Key_Return);
    QCOMPARE(view()->script(), QStringLiteral("# one\n# two\n") + before);
    open_->window.actions().undo->trigger();
    QCOMPARE(view()->script(), QStringLiteral("# one\n") + before);
    open_->window.actions().undo->trigger();
    QCOMPARE(view()->script(), before);
    QVERIFY(settle());
  }

  void it_runs_equal_to_its_reference() {
    open_->window.actions().run->trigger();
    QVERIFY(QTest::qWaitFor([this] { return !page()->running(); }, 120000));
    QCOMPARE(page()->badge()->state(), RunBadge::State::Equal);
    const auto& history = open_->bench().session().document()->history();
    QVERIFY(!history.current().measured.empty());
    // Of this script and no other.
    open_->window.actions().undo->trigger();
    QVERIFY(settle());
    QCOMPARE(page()->badge()->state(), RunBadge::State::Unchecked);
    open_->window.actions().redo->trigger();
    QVERIFY(settle());
    QCOMPARE(page()->badge()->state(), RunBadge::State::Equal);
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

  // And any two: the document stays where it is. By the menu, and by keys.
  void any_two_states_are_compared() {
    auto* history = open_->find<HistoryPanel>();
    const QString mine = view()->script();
    const workspace::StateId present = open_->bench().session().document()->history().current().id;
    history->selectionModel()->setCurrentIndex(history->model()->index(0, 0),
                                               QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    history->selectionModel()->select(history->model()->index(2, 0),
                                      QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QMenu menu;
    history->fillMenu(&menu, history->model()->index(0, 0));
    QAction* compare = test::entry(&menu, QStringLiteral("Compare the two that are selected"));
    QVERIFY(compare);
    compare->trigger();
    QVERIFY(settle());
    QCOMPARE(open_->bench().session().document()->history().current().id, present);
    QCOMPARE(view()->script(), mine);
    const QList<QComboBox*> boxes = view()->diff()->findChildren<QComboBox*>();
    QCOMPARE(boxes.size(), 2);
    QCOMPARE(boxes[0]->currentText(), QStringLiteral("Against state 1, opened"));
    QVERIFY2(boxes[1]->currentText().startsWith(QStringLiteral("state 3, ")), qPrintable(boxes[1]->currentText()));
    QTRY_VERIFY(view()->diff()->text().contains(QStringLiteral("\n+ ")));
    const QString difference = view()->diff()->text();
    for (QComboBox* box : boxes) box->setCurrentIndex(0);
    view()->detailTabs()->setCurrentIndex(0);
    QCOMPARE(history->selectionModel()->selectedRows().size(), 2);
    history->setFocus();
    QTest::keyClick(history, Qt::Key_Return, Qt::ShiftModifier);
    QTRY_COMPARE(view()->diff()->text(), difference);
    QCOMPARE(open_->bench().session().document()->history().current().id, present);
    for (QComboBox* box : boxes) box->setCurrentIndex(0);
    view()->detailTabs()->setCurrentIndex(0);
  }

  void its_steps_are_applied_to_another_convolution() {
    const GroupId own = page()->group();
    const std::string mine = page()->task();
    GroupId other;
    const auto& graph = open_->bench().session().model()->optimized();
    for (const fusion::Group& group : open_->bench().session().lastFusion()->groups)
      if (group.anchor.valid() && graph.node(group.anchor).op == "nn.conv2d" && model::task_key(graph, group) != mine)
        other = group.id;
    QVERIFY(other.valid());
    Q_EMIT page()->schedules()->applyWanted(other);
    QVERIFY(QTest::qWaitFor([&] { return page() && page()->group() == other && page()->settled(); }, 20000));
    QVERIFY(view()->preview()->complete());
    QVERIFY(page()->schedules()->text().startsWith(QStringLiteral("schedule 1")));
    QCOMPARE(open_->bench().session().document()->history().current().label,
             std::string("steps of ") + mine.substr(0, mine.rfind('-')));
    open_->window.actions().undo->trigger();
    QVERIFY(page()->schedules()->text().startsWith(QStringLiteral("default schedule")));
    open_->window.kernels().showGroup(own, true);
    QVERIFY(settle());
    QCOMPARE(page()->group(), own);
  }

  void all_states_of_the_branch_are_measured_and_that_can_be_stopped() {
    const auto& history = open_->bench().session().document()->history();
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
    QVERIFY(
        open_->bench().session().document()->save(folder.filePath(QStringLiteral("story.nest")).toStdString()).empty());
    for (const char* kind : {"halide", "tir", "html"}) {
      const QString path = folder.filePath(QString::fromLatin1(kind));
      page()->exportAs(path, kind);
      QVERIFY(QTest::qWaitFor([&] { return open_->bench().settled(); }, 20000));
      QVERIFY2(QFileInfo(path).size() > 500, kind);
    }
    QFile page_of_history(folder.filePath(QStringLiteral("html")));  // with the times that were measured
    QVERIFY(page_of_history.open(QIODevice::ReadOnly));
    static const QRegularExpression time(QStringLiteral("\\d (µs|ms)</td>"));  // by how fast the machine is
    QVERIFY(QString::fromUtf8(page_of_history.readAll()).contains(time));
    page()->exportAs(folder.filePath(QStringLiteral("kernel.o")), "object");
    QVERIFY(QTest::qWaitFor([&] { return open_->bench().settled(); }, 20000));
    QVERIFY(QFileInfo::exists(folder.filePath(QStringLiteral("kernel.h"))));
  }

  void an_export_is_read_and_copied_before_it_is_saved() {
    open_->window.actions().preview_export->trigger();
    auto* dialog = open_->find<window::ExportPreview>();
    QVERIFY(dialog);
    QTRY_VERIFY(dialog->copyButton()->isEnabled());
    QVERIFY(dialog->text()->toPlainText().contains(QStringLiteral("te.create_schedule")));
    dialog->forms()->setCurrentRow(1);
    QTRY_VERIFY_WITH_TIMEOUT(dialog->text()->toPlainText().contains(QStringLiteral("int main")), 20000);
    QTest::mouseClick(dialog->copyButton(), Qt::LeftButton);
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("int main")));
    dialog->close();
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
