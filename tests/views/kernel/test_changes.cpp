// SPDX-License-Identifier: GPL-3.0-or-later
// What a step changed: the marks beside the nest and the tab Changes, wherever the position among the steps is and
// however the script came to be what it is.
#include <QComboBox>
#include <QSlider>
#include <QTabWidget>
#include <QTest>

#include "base/local_cpu.h"
#include "kernel/diff_view.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "kernel/nest_view.h"
#include "kernel/script_editor.h"
#include "models/loop_tree_model.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

QString with(const QString& steps) {
  return QStringLiteral(
             "from tvm import te\n"
             "A = te.placeholder((64, 64), name=\"A\")\n"
             "C = te.compute((64, 64), lambda i, j: A[i, j] + 1.0, name=\"C\")\n"
             "s = te.create_schedule(C.op)\n"
             "i, j = s[C].op.axis\n") +
         steps + QStringLiteral("tvm.lower(s, [A, C], name=\"main\")\n");
}

const QString kParallel = QStringLiteral("s[C].parallel(i)\n"), kUnroll = QStringLiteral("s[C].unroll(j)\n");

}  // namespace

class TestChanges : public QObject {
  Q_OBJECT

  std::unique_ptr<KernelView> view_;
  QSlider* slider() { return view_->findChild<QSlider*>(); }
  bool settle() {
    return QTest::qWaitFor([this] { return view_->settled(); }, 10000);
  }
  bool show(const QString& steps) {
    view_->setScript(with(steps));
    return settle();
  }
  bool stepTo(int step) {
    slider()->setValue(step);
    return settle();
  }
  // The lines that are marked as new or changed.
  QString marked() {
    QStringList lines;
    for (int i = 0; i < view_->nestView()->lineCount(); ++i)
      if (view_->nestView()->isChanged(i)) lines << view_->nestView()->lineText(i).trimmed();
    return lines.join(QLatin1Char('|'));
  }
  // What the tab says is new and gone, or its one sentence.
  QString changes() {
    const QString text = view_->diff()->text().trimmed();
    if (!text.contains(QLatin1Char('\n'))) return text;
    QStringList lines;
    for (const QString& line : view_->diff()->text().split(QLatin1Char('\n')))
      if (line.startsWith(QLatin1Char('+')) || line.startsWith(QLatin1Char('-')))
        lines << line.left(1) + line.mid(1).trimmed();
    return lines.join(QLatin1Char('|'));
  }
  bool select(const char* name) {
    for (const kernel::LoopTreeRow& row : view_->preview()->tree)
      if (row.name == name) {
        view_->treeView()->setCurrentIndex(
            static_cast<LoopTreeModel*>(view_->treeView()->model())->find(row.stage, row.axis));
        return QTest::qWaitFor([this] { return view_->treeView()->candidatesKnown(); }, 10000);
      }
    return false;
  }

 private Q_SLOTS:
  void init() {
    view_ = std::make_unique<KernelView>(local_cpu_facts());
    view_->resize(1280, 800);
    view_->show();
    QTRY_VERIFY(view_->diff());
    view_->detailTabs()->setCurrentWidget(view_->diff());
    QVERIFY(show(kParallel + kUnroll));
  }

  void each_step_is_seen_against_the_one_before() {
    QCOMPARE(changes(), QStringLiteral("-for j in 0..64:|+unrolled j in 0..64:"));
    QVERIFY(stepTo(1));
    QCOMPARE(changes(), QStringLiteral("-for i in 0..64:|+parallel i in 0..64:"));
    QCOMPARE(marked(), QStringLiteral("parallel i in 0..64:"));
    QVERIFY(stepTo(0));
    QCOMPARE(changes(),
             QStringLiteral("No step stands before this: it is the nest of the computation as it is written."));
    QVERIFY(stepTo(2));
    QCOMPARE(changes(), QStringLiteral("-for j in 0..64:|+unrolled j in 0..64:"));
    QCOMPARE(marked(), QStringLiteral("unrolled j in 0..64:"));
  }

  void what_is_undone_leaves_the_step_that_is_last_then() {
    QCOMPARE(marked(), QString());  // as it was opened
    QVERIFY(show(kParallel));
    QCOMPARE(changes(), QStringLiteral("-for i in 0..64:|+parallel i in 0..64:"));
    QCOMPARE(marked(), QStringLiteral("parallel i in 0..64:"));
    QVERIFY(show(QString()));
    QCOMPARE(changes(),
             QStringLiteral("No step stands before this: it is the nest of the computation as it is written."));
  }

  // Typing goes on: a new line and a remark change no loop, and what the line before changed stays marked.
  void what_is_typed_is_marked_until_the_nest_changes_again() {
    ScriptEditor* editor = view_->editor();
    editor->setCursorPosition(6, 14);
    QTest::keyClick(editor, Qt::Key_Return);
    QTest::keyClicks(editor, QStringLiteral("s[C].vectorize(j)"));
    QVERIFY(settle());
    const QString typed = QStringLiteral("vectorized j in 0..64:");
    QCOMPARE(marked(), typed);
    QTest::keyClick(editor, Qt::Key_Return);
    QTest::keyClicks(editor, QStringLiteral("# in blocks"));
    QVERIFY(settle());
    QCOMPARE(marked(), typed);
    QCOMPARE(changes(), QStringLiteral("-unrolled j in 0..64:|+vectorized j in 0..64:"));
  }

  void a_gesture_is_marked_against_the_nest_before_it() {
    QVERIFY(stepTo(1));
    QVERIFY(select("j"));
    QTest::keyClick(view_->treeView(), Qt::Key_V);
    QVERIFY(settle());
    QCOMPARE(view_->script(), with(kParallel + QStringLiteral("s[C].vectorize(j)\n") + kUnroll));
    QCOMPARE(slider()->value(), 2);
    QCOMPARE(marked(), QStringLiteral("vectorized j in 0..64:"));
    QCOMPARE(changes(), QStringLiteral("-for j in 0..64:|+vectorized j in 0..64:"));
    view_->setScript(with(kParallel + kUnroll));  // undone: the position is where it was
    QVERIFY(settle());
    QCOMPARE(slider()->value(), 1);
    QCOMPARE(slider()->maximum(), 2);
    QCOMPARE(changes(), QStringLiteral("-for i in 0..64:|+parallel i in 0..64:"));
  }

  void a_gesture_that_changes_no_loop_is_marked_nowhere() {
    QVERIFY(show(QStringLiteral("io, ii = s[C].split(i, 64)\n")));
    QVERIFY(show(QStringLiteral("io, ii = s[C].split(i, 64)\n") + kUnroll));
    QVERIFY(!marked().isEmpty());
    QVERIFY(select("io"));
    QTest::keyClick(view_->treeView(), Qt::Key_P);
    QVERIFY(settle());
    QCOMPARE(marked(), QString());
    QCOMPARE(changes(), QStringLiteral("The loop nests are the same."));
  }

  // A step that is taken away in the middle: those behind it do not run instead.
  void the_position_stays_before_what_has_not_run() {
    QVERIFY(stepTo(1));
    QVERIFY(select("i"));
    QTest::keyClick(view_->treeView(), Qt::Key_Delete);
    QVERIFY(settle());
    QCOMPARE(view_->script(), with(kUnroll));
    QCOMPARE(slider()->value(), 0);
    QCOMPARE(slider()->maximum(), 1);
    QVERIFY(view_->nestView()->lineText(0).startsWith(QStringLiteral("for i")));
  }

  void the_position_goes_to_what_is_typed() {
    QVERIFY(stepTo(1));
    ScriptEditor* editor = view_->editor();
    editor->setCursorPosition(5, 16);
    QTest::keyClick(editor, Qt::Key_Return);
    QTest::keyClicks(editor, QStringLiteral("s[C].vectorize(j)"));
    QVERIFY(settle());
    QCOMPARE(slider()->value(), 2);
    QCOMPARE(slider()->maximum(), 3);
    QVERIFY(view_->nestView()->lineText(1).trimmed().startsWith(QStringLiteral("vectorized j")));
  }

  // Steps that were refused change nothing.
  void a_step_that_does_not_hold_changes_nothing() {
    QVERIFY(show(kParallel + QStringLiteral("s[C].bind(i, te.thread_axis(\"threadIdx.x\"))\n")));
    QCOMPARE(changes(), QStringLiteral("The loop nests are the same."));
  }

  // Another program may have changed a remark only: what it wrote is shown all the same.
  void where_the_nests_are_the_same_the_scripts_are_compared() {
    const QString theirs = with(kParallel + QStringLiteral("# in one piece\n") + kUnroll);
    view_->diff()->setOthers({{QStringLiteral("theirs"), theirs.toStdString()}});
    view_->diff()->compareWith(QStringLiteral("theirs"));
    QVERIFY(settle());
    const QString said =
        QStringLiteral("  The loop nests are the same; the scripts differ:\n  …\n");  // and lines around
    QVERIFY2(view_->diff()->text().startsWith(said), qPrintable(view_->diff()->text()));
    QCOMPARE(changes(), QStringLiteral("-# in one piece"));
    view_->setScript(theirs);
    QVERIFY(settle());
    QCOMPARE(changes(), QStringLiteral("The loop nests are the same."));
  }

  void another_schedule_is_chosen_from_a_list_as_wide_as_its_names() {
    const QString name =
        QStringLiteral("a schedule whose name is so long that no box of the details can hold it whole");
    view_->diff()->setOthers({{name, with(QString()).toStdString()}});
    view_->diff()->compareWith(name);
    QVERIFY(settle());
    QCOMPARE(changes(),
             QStringLiteral("-for i in 0..64:|-for j in 0..64:|+parallel i in 0..64:|+unrolled j in 0..64:"));
    auto* box = view_->diff()->findChild<QComboBox*>();
    QCOMPARE(box->toolTip(), QStringLiteral("What the loop nest is compared with: Against ") + name);
    QVERIFY(box->view()->minimumWidth() >= box->view()->fontMetrics().horizontalAdvance(name));
    view_->diff()->setOthers({});  // it is gone: then the step before is what is left
    QVERIFY(settle());
    QCOMPARE(changes(), QStringLiteral("-for j in 0..64:|+unrolled j in 0..64:"));
  }
};

NW_TEST(TestChanges);
#include "test_changes.moc"
