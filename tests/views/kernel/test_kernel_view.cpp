// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel tab driven as a person would: keys in the loop tree, fixes, scrubbing.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

#include "base/local_cpu.h"
#include "kernel/bounds_page.h"
#include "kernel/bounds_view.h"
#include "kernel/nest_view.h"
#include "kernel/script_editor.h"
#include "models/bounds_model.h"
#include "registry.h"
#include "small_kernel.h"

using namespace nw;
using namespace nw::views;
using test::kSmallKernel, test::nestText, test::selectAxis, test::settle;

class TestKernelView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void models_hold_under_every_preview() {
    KernelView view(local_cpu_facts());
    QAbstractItemModelTester tree(view.treeView()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    BoundsModel bounds;
    QAbstractItemModelTester table(&bounds, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (const QString& text : {kSmallKernel, QString(), QStringLiteral("s = te.create_schedule("),
                                kSmallKernel + QStringLiteral("s[C].vectorize(q)\n")}) {
      view.setScript(text);
      settle(view);
      bounds.setPreview(std::make_shared<kernel::KernelPreview>(*view.preview()));
    }
    QVERIFY(view.treeView()->model()->rowCount() > 0);
  }

  // What is said above the nest is read in full, however narrow the nest is.
  void a_note_above_the_nest_wraps() {
    NestView nest;
    nest.resize(900, 300);
    nest.show();
    QCOMPARE(nest.noteRect().height(), 0);
    nest.setNote(QStringLiteral("Shown without line 12, which does not hold."));
    const int line = nest.noteRect().height();
    QVERIFY(line > 0);
    nest.resize(150, 300);
    QVERIFY(nest.noteRect().height() > line);
    QCOMPARE(nest.noteRect().width(), nest.viewport()->width());
  }

  // Shares are in the tree and beside the nest while the script is the one that ran.
  void where_the_time_went_is_shown_until_the_script_changes() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    view.setScript(kSmallKernel);
    settle(view);
    auto heat = std::make_shared<kernel::NestHeat>();
    heat->total = 200;
    heat->lines.resize(view.preview()->printed.lines.size());
    heat->rows.resize(view.preview()->tree.size());
    heat->rows[0] = heat->rows[1] = {0, 150};
    heat->elsewhere = {{"libm.so.6: expf", 50}};
    view.addHeat(kSmallKernel.toStdString(), heat);
    auto* tree = static_cast<LoopTreeModel*>(view.treeView()->model());
    QVERIFY(!view.treeView()->isColumnHidden(LoopTreeModel::TimeColumn));
    QCOMPARE(tree->index(0, LoopTreeModel::TimeColumn).data().toString(), QStringLiteral("75 %"));
    view.grab();
    selectAxis(view, "i");
    QTest::keyClick(view.treeView(), Qt::Key_P);
    settle(view);
    QVERIFY(view.treeView()->isColumnHidden(LoopTreeModel::TimeColumn));
    // That one ran too: each has its own, whichever is undone to.
    const QString parallel = view.script();
    auto other = std::make_shared<kernel::NestHeat>(*heat);
    other->rows[0] = other->rows[1] = {0, 100};
    view.addHeat(parallel.toStdString(), other);
    QCOMPARE(tree->index(0, LoopTreeModel::TimeColumn).data().toString(), QStringLiteral("50 %"));
    view.setScript(kSmallKernel);  // undone
    settle(view);
    QVERIFY(!view.treeView()->isColumnHidden(LoopTreeModel::TimeColumn));
    QCOMPARE(tree->index(0, LoopTreeModel::TimeColumn).data().toString(), QStringLiteral("75 %"));
  }

  // What one run of the selected loop reads and writes is beneath the bounds, in the names of the loops around.
  void a_selected_loop_tells_what_part_of_each_buffer_it_touches() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    view.setScript(
        QString(kSmallKernel)
            .replace(QStringLiteral("tvm.lower("), QStringLiteral("io, ii = s[C].split(i, factor=4)\ntvm.lower(")));
    settle(view);
    auto* page = view.findChild<BoundsPage*>();
    QVERIFY(page->loopText().isEmpty());
    selectAxis(view, "ii");
    QTRY_VERIFY(page->loopText().contains(QStringLiteral("C[io*4 .. io*4 + 4, 0..64]")));
    QVERIFY2(page->loopText().contains(QStringLiteral("B[io*4 .. io*4 + 4, 0..64]")), qPrintable(page->loopText()));
    QVERIFY2(view.treeView()
                 ->currentIndex()
                 .data(Qt::ToolTipRole)
                 .toString()
                 .contains(QStringLiteral("B[io*4 .. io*4 + 4, 0..64]: 1 KiB read, each element 1 times")),
             qPrintable(view.treeView()->currentIndex().data(Qt::ToolTipRole).toString()));
    QVERIFY(view.treeView()
                ->currentIndex()
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("TVM calls it i.inner.")));
    selectAxis(view, "io");
    QTRY_VERIFY2(page->loopText().contains(QStringLiteral("C[0..64, 0..64]")), qPrintable(page->loopText()));
  }

  // Selected or not.
  void the_reasons_of_every_bound_are_shown_whole() {
    KernelView view(local_cpu_facts());
    view.resize(900, 600);
    view.show();
    view.setScript(QString(kSmallKernel)
                       .replace(QStringLiteral("tvm.lower("), QStringLiteral("io, ii = s[C].split(i, factor=4)\n"
                                                                             "s[B].compute_at(s[C], io)\ntvm.lower(")));
    settle(view);
    auto* bounds = view.findChild<BoundsView*>();
    const auto rows_fit = [&] {
      int wrapped = 0;
      for (int row = 0; row < bounds->model()->rowCount(); ++row) {
        const QString because = bounds->model()->index(row, BoundsModel::BecauseColumn).data().toString();
        const QRect column(0, 0, bounds->columnWidth(BoundsModel::BecauseColumn) - 8, 10000);
        const int height = bounds->fontMetrics().boundingRect(column, Qt::TextWordWrap, because).height();
        if (bounds->rowHeight(row) < height) return false;
        wrapped += height > bounds->fontMetrics().height() * 3 / 2;
      }
      return wrapped > 0;
    };
    QTRY_VERIFY(rows_fit());
    selectAxis(view, "io");
    QVERIFY(rows_fit());
    view.resize(700, 600);
    QTRY_VERIFY(rows_fit());
  }

  void a_key_in_the_tree_writes_a_line_and_the_nest_follows() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.setScript(kSmallKernel);
    settle(view);
    QSignalSpy edits(&view, &KernelView::edited);
    selectAxis(view, "i");
    QTest::keyClick(view.treeView(), Qt::Key_P);
    settle(view);
    QVERIFY2(view.script().contains(QStringLiteral("s[C].parallel(i)\n")), qPrintable(view.script()));
    QCOMPARE(edits.count(), 1);
    QCOMPARE(edits.at(0).at(1).toString(), QStringLiteral("parallel i"));
    QVERIFY2(nestText(view).contains(QStringLiteral("parallel")), qPrintable(nestText(view)));
    QVERIFY(view.preview()->complete());
  }

  void moving_an_axis_reorders() {
    KernelView view(local_cpu_facts());
    view.setScript(kSmallKernel);
    settle(view);
    selectAxis(view, "j");
    QTest::keyClick(view.treeView(), Qt::Key_Up, Qt::AltModifier);
    settle(view);
    QVERIFY2(view.script().contains(QStringLiteral("s[C].reorder(j, i)\n")), qPrintable(view.script()));
  }

  // What another program wrote may be anything: no nest is there that is not the text's.
  void a_text_that_makes_no_nest_says_which_line_is_wrong() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    view.setScript(kSmallKernel);
    settle(view);
    QVERIFY(view.nestView()->lineCount() > 0);
    view.setScript(QString(kSmallKernel).replace(QStringLiteral("B[i, j] + 1.0"), QStringLiteral("Q[i, j] + 1.0")));
    settle(view);
    QCOMPARE(view.nestView()->lineCount(), 0);
    QVERIFY2(view.nestView()->emptyText().startsWith(QStringLiteral("No loop nest: line 6: ")),
             qPrintable(view.nestView()->emptyText()));
    view.setScript(QStringLiteral("x = 1\n"));
    settle(view);
    QVERIFY(!view.nestView()->emptyText().isEmpty());
  }

  // What is lit is what is there: a stage that a step made is gone with the step, and none that gets its number is
  // taken for it.
  void what_is_undone_is_selected_no_more() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    view.setScript(kSmallKernel);
    settle(view);
    const QString end = QStringLiteral("tvm.lower(s, [A, C]");
    view.setScript(QString(kSmallKernel).replace(end, QStringLiteral("C_local = s.cache_write(C, \"local\")\n") + end));
    settle(view);
    auto* model = static_cast<LoopTreeModel*>(view.treeView()->model());
    const StageId cache = view.preview()->program.schedule->find_by_name("C.local");
    view.treeView()->setCurrentIndex(model->find(cache, {}));
    QCOMPARE(view.selection().stage.value, cache.value);
    view.setScript(kSmallKernel);
    settle(view);
    QVERIFY(view.selection().empty());
    QVERIFY(!view.treeView()->currentIndex().isValid());
    for (int line = 0; line < view.nestView()->lineCount(); ++line) QVERIFY(!view.nestView()->isLit(line));
    // A stage that stays is found by its name.
    view.treeView()->setCurrentIndex(model->find(view.preview()->program.schedule->find_by_name("C"), {}));
    view.setScript(
        QString(kSmallKernel).replace(QStringLiteral("C = te"), QStringLiteral("E = te.placeholder((2,))\nC = te")));
    settle(view);
    QCOMPARE(model->stageName(view.selection().stage), QStringLiteral("C"));
  }

  void typing_a_mistake_keeps_the_nest_and_says_what_is_wrong() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    view.setScript(kSmallKernel);
    settle(view);
    const QString before = nestText(view);
    QSignalSpy edits(&view, &KernelView::edited);
    view.editor()->setCursorPosition(8, 0);
    QTest::keyClicks(view.editor(), QStringLiteral("s[C].vectorize(k)"));
    QTest::keyClick(view.editor(), Qt::Key_Return);
    settle(view);
    QVERIFY(edits.count() > 0);
    QVERIFY(edits.last().at(2).toBool());  // typing: the document merges it into one state
    QVERIFY(!view.preview()->complete());
    QCOMPARE(view.diagnostics().size(), size_t(1));
    QCOMPARE(line_of(view.diagnostics()[0]), 9);
    QCOMPARE(nestText(view), before);
  }

  void a_fix_is_applied_to_the_script() {
    KernelView view(local_cpu_facts());
    view.setScript(kSmallKernel);
    settle(view);
    view.applyFix(Fix{"inline B", {{Edit::Kind::Insert, 9, "s[B].compute_inline()"}}});
    settle(view);
    QVERIFY(view.preview()->complete());
    QVERIFY2(!nestText(view).contains(QStringLiteral("alloc")), qPrintable(nestText(view)));
  }

  void scrubbing_shows_the_nest_after_each_step() {
    KernelView view(local_cpu_facts());
    view.setScript(
        QString(kSmallKernel)
            .replace(QStringLiteral("tvm.lower("),
                     QStringLiteral("jo, ji = s[C].split(j, factor=8)\ns[B].compute_at(s[C], jo)\ntvm.lower(")));
    settle(view);
    QVERIFY(view.nestView()->lineText(0).contains(QStringLiteral("i in")));
    auto* slider = view.findChild<QSlider*>();
    QCOMPARE(slider->maximum(), 2);
    slider->setValue(1);
    settle(view);
    QVERIFY2(view.nestView()->lineText(0).contains(QStringLiteral("alloc")), qPrintable(nestText(view)));
    slider->setValue(2);
    settle(view);
    QVERIFY2(!view.nestView()->lineText(0).contains(QStringLiteral("alloc")), qPrintable(nestText(view)));
  }
};

NW_TEST(TestKernelView);
#include "test_kernel_view.moc"
