// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel tab driven as a person would: typing, keys in the loop tree, fixes, scrubbing.
#include <Qsci/qsciscintilla.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

#include "kernel/assembly_view.h"
#include "kernel/bounds_page.h"
#include "kernel/bounds_view.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "kernel/nest_view.h"
#include "kernel/script_editor.h"
#include "models/bounds_model.h"
#include "models/loop_tree_model.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

const QString kScript = QStringLiteral(
    "import tvm\n"
    "from tvm import te\n"
    "\n"
    "A = te.placeholder((64, 64), name=\"A\")\n"
    "B = te.compute((64, 64), lambda i, j: A[i, j] * 2.0, name=\"B\")\n"
    "C = te.compute((64, 64), lambda i, j: B[i, j] + 1.0, name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "i, j = s[C].op.axis\n"
    "tvm.lower(s, [A, C], name=\"main\")\n");

}  // namespace

class TestKernelView : public QObject {
  Q_OBJECT

  static void settle(const KernelView& view) { QTRY_VERIFY_WITH_TIMEOUT(view.settled(), 5000); }
  static QString nestText(const KernelView& view) {
    QStringList lines;
    for (int i = 0; i < view.nestView()->lineCount(); ++i) lines << view.nestView()->lineText(i);
    return lines.join(QLatin1Char('\n'));
  }
  static void selectAxis(const KernelView& view, const char* name) {
    for (const workspace::LoopTreeRow& row : view.preview()->tree)
      if (row.name == name && view.preview()->program.schedule->stage(row.stage).name() == "C")
        return view.treeView()->setCurrentIndex(
            static_cast<LoopTreeModel*>(view.treeView()->model())->find(row.stage, row.axis));
    QFAIL("there is no such axis");
  }

 private Q_SLOTS:
  void models_hold_under_every_preview() {
    KernelView view;
    QAbstractItemModelTester tree(view.treeView()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    BoundsModel bounds;
    QAbstractItemModelTester table(&bounds, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (const QString& text : {kScript, QString(), QStringLiteral("s = te.create_schedule("),
                                kScript + QStringLiteral("s[C].vectorize(q)\n")}) {
      view.setScript(text);
      settle(view);
      bounds.setPreview(std::make_shared<workspace::KernelPreview>(*view.preview()));
    }
    QVERIFY(view.treeView()->model()->rowCount() > 0);
  }

  // Shares stand in the tree and beside the nest while the script is the one that ran.
  void where_the_time_went_is_shown_until_the_script_changes() {
    KernelView view;
    view.resize(1200, 700);
    view.show();
    view.setScript(kScript);
    settle(view);
    auto heat = std::make_shared<workspace::NestHeat>();
    heat->total = 200;
    heat->lines.resize(view.preview()->printed.lines.size());
    heat->rows.resize(view.preview()->tree.size());
    heat->rows[0] = heat->rows[1] = {0, 150};
    heat->elsewhere = {{"libm.so.6: expf", 50}};
    view.addHeat(kScript.toStdString(), heat);
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
    auto other = std::make_shared<workspace::NestHeat>(*heat);
    other->rows[0] = other->rows[1] = {0, 100};
    view.addHeat(parallel.toStdString(), other);
    QCOMPARE(tree->index(0, LoopTreeModel::TimeColumn).data().toString(), QStringLiteral("50 %"));
    view.setScript(kScript);  // undone
    settle(view);
    QVERIFY(!view.treeView()->isColumnHidden(LoopTreeModel::TimeColumn));
    QCOMPARE(tree->index(0, LoopTreeModel::TimeColumn).data().toString(), QStringLiteral("75 %"));
  }

  // What one run of the selected loop reads and writes stands beneath the bounds, in the names of the loops around.
  void a_selected_loop_tells_what_part_of_each_buffer_it_touches() {
    KernelView view;
    view.resize(1200, 700);
    view.show();
    view.setScript(QString(kScript).replace(QStringLiteral("tvm.lower("),
                                            QStringLiteral("io, ii = s[C].split(i, factor=4)\ntvm.lower(")));
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

  // Reasons are cut in the other rows, not in the one that is selected.
  void the_reasons_of_a_selected_bound_are_shown_whole() {
    KernelView view;
    view.resize(900, 600);
    view.show();
    view.setScript(QString(kScript).replace(QStringLiteral("tvm.lower("),
                                            QStringLiteral("io, ii = s[C].split(i, factor=4)\n"
                                                           "s[B].compute_at(s[C], io)\ntvm.lower(")));
    settle(view);
    auto* bounds = view.findChild<BoundsView*>();
    const int low = bounds->rowHeight(0);
    view.treeView()->setCurrentIndex(
        static_cast<LoopTreeModel*>(view.treeView()->model())
            ->find(view.preview()->program.schedule->find_by_name("B"), view.preview()->bounds[0].axis_id));
    QTRY_VERIFY(bounds->rowHeight(0) > low);
    selectAxis(view, "io");
    QCOMPARE(bounds->rowHeight(0), low);
  }

  // Loops that one line made share its margin; in the assembly a colour stands beside all that is inside its loop.
  void pins_on_one_line_are_all_shown() {
    KernelView view;
    view.resize(1200, 700);
    view.show();
    view.setScript(QString(kScript).replace(QStringLiteral("tvm.lower("),
                                            QStringLiteral("io, ii = s[C].split(i, factor=4)\ntvm.lower(")));
    settle(view);
    for (const char* loop : {"io", "ii"}) {
      selectAxis(view, loop);
      QTest::keyClick(view.treeView(), Qt::Key_Space);
    }
    QCOMPARE(view.editor()->pinsAt(9), (std::vector<int>{0, 1}));
    view.grab();
    AssemblyView assembly;
    using Line = AssemblyView::Line;
    Line add{QStringLiteral("\taddps %xmm0, %xmm1"), {view.selection().stage, view.selection().axis, 9}, 3, 0};
    add.around = {view.marks().pins[0].axis, view.marks().pins[1].axis};
    assembly.setLines({Line{QStringLiteral("main:"), {}}, add});
    assembly.setMarks(view.marks());
    QCOMPARE(assembly.pinsAt(0), std::vector<size_t>{});
    QCOMPARE(assembly.pinsAt(1), (std::vector<size_t>{1, 0}));
  }

  // Code stands below the lines of the nest that it computes; tables of numbers are one line.
  void assembly_is_interleaved_with_the_nest() {
    const auto lines = AssemblyView::lines_of(kScript.toStdString(), {});
    QVERIFY2(lines.value, lines.diagnostics.empty() ? "" : lines.diagnostics.front().message.c_str());
    int headings = 0;
    for (size_t i = 0; i + 1 < lines->size(); ++i) {
      const AssemblyView::Line &line = (*lines)[i], &below = (*lines)[i + 1];
      QVERIFY2(!line.text.contains(QStringLiteral(".quad")), qPrintable(line.text));
      if (!line.heading || line.nest_line == 0) continue;
      ++headings;
      QVERIFY2(line.text.startsWith(QStringLiteral("# ")), qPrintable(line.text));
      QCOMPARE(below.nest_line, line.nest_line);
      QVERIFY(below.instruction >= 0 && line.instruction < 0);
    }
    QVERIFY(headings > 0);
  }

  // An instruction has its own share where each is known, and that of its line of the nest where not.
  // A vector's loop has no instruction that counts: what is inside of it stands for it.
  void a_loop_lights_the_instructions_inside_of_it() {
    AssemblyView assembly;
    using Line = AssemblyView::Line;
    Line add{QStringLiteral("\tvaddps %zmm0, %zmm1, %zmm1"), {StageId(1), {}, 4}, 3, 0};
    add.around = {AxisId(5), AxisId(6)};
    assembly.setLines({Line{QStringLiteral("main:"), {}}, add,
                       Line{QStringLiteral("\taddq $64, %rax"), {StageId(1), AxisId(5), 4}, 2, 1}});
    assembly.setSelection({StageId(1), AxisId(6), 0});
    QCOMPARE(assembly.litLines(), 1);
    assembly.setSelection({StageId(1), AxisId(5), 0});
    QCOMPARE(assembly.litLines(), 2);
    assembly.setSelection({StageId(1), AxisId(7), 0});
    QCOMPARE(assembly.litLines(), 0);
  }

  void each_instruction_has_its_own_time() {
    AssemblyView assembly;
    using Line = AssemblyView::Line;
    assembly.setLines({Line{QStringLiteral("main:"), {}}, Line{QStringLiteral("\tvmovss (%rax), %xmm0"), {}, 2, 0},
                       Line{QStringLiteral("\tvmaxss 4(%rax), %xmm0, %xmm0"), {}, 2, 1}});
    auto heat = std::make_shared<workspace::NestHeat>();
    heat->total = 200;
    heat->hottest = 150;
    heat->code_lines = {{}, {150, 150}};
    heat->instructions = {{1, 120}};
    heat->hottest_instruction = 120;
    heat->instruction_count = 2;
    assembly.setHeat(heat);
    QCOMPARE(assembly.aboutTime(0), QString());
    QCOMPARE(assembly.aboutTime(1), QString());
    QCOMPARE(assembly.aboutTime(2),
             QStringLiteral("60 % of the time: 120 of 200 samples. A processor that waits for memory stands at the "
                            "instruction that needs what was loaded."));
    auto other = std::make_shared<workspace::NestHeat>(*heat);
    other->instruction_count = 3;  // of a listing that is not this one
    assembly.setHeat(other);
    QCOMPARE(assembly.aboutTime(1),
             QStringLiteral("75 % of the time: 150 of 200 samples, at all that this line of the nest computes."));
    assembly.resize(400, 200);
    assembly.grab();
  }

  void a_key_in_the_tree_writes_a_line_and_the_nest_follows() {
    KernelView view;
    view.resize(1200, 700);
    view.setScript(kScript);
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

  // The line that the caret enters, or that is typed, is what the other faces show.
  void the_carets_line_lights_its_loops_in_tree_and_nest() {
    KernelView view;
    view.resize(1200, 700);
    view.show();
    const QString end = QStringLiteral("tvm.lower(s, [A, C], name=\"main\")\n");
    view.setScript(QString(kScript).replace(end, QStringLiteral("io, ii = s[C].split(i, 4)\n"
                                                                "s[C].reorder(j, io)\n"
                                                                "s[B].compute_at(s[C], ii)\n") +
                                                     end));
    settle(view);
    const auto chosen = [&] {
      QStringList names;
      for (const QModelIndex& index : view.treeView()->selectionModel()->selectedRows())
        names << index.data().toString();
      names.sort();
      return names.join(QLatin1Char(' '));
    };
    const auto lit = [&] {
      QStringList lines;
      for (int i = 0; i < view.nestView()->lineCount(); ++i)
        if (view.nestView()->isLit(i)) lines << view.nestView()->lineText(i).trimmed();
      lines.sort();
      return lines.join(QLatin1Char('|'));
    };
    view.editor()->setFocus();
    view.editor()->setCursorPosition(8, 0);
    QTRY_COMPARE(chosen(), QStringLiteral("ii io"));
    QCOMPARE(lit(), QStringLiteral("for ii in 0..4:|for io in 0..16:"));
    QTest::keyClick(view.editor(), Qt::Key_Down);
    QTRY_COMPARE(chosen(), QStringLiteral("io j"));
    QTest::keyClick(view.editor(), Qt::Key_Down);
    QTRY_COMPARE(chosen(), QStringLiteral("B"));
    QTest::keyClick(view.editor(), Qt::Key_Down);
    QTest::keyClicks(view.editor(), QStringLiteral("s[C].parallel(j)"));
    QTest::keyClick(view.editor(), Qt::Key_Return);
    settle(view);
    QTest::keyClick(view.editor(), Qt::Key_Up);
    QTRY_COMPARE(chosen(), QStringLiteral("j"));
    view.editor()->setCursorPosition(4, 0);
    QTRY_COMPARE(chosen(), QStringLiteral("B"));
  }

  // The table of bounds shows what is selected elsewhere, and what is chosen in it is selected there.
  void the_bounds_of_what_is_selected_come_into_view() {
    KernelView view;
    view.resize(1200, 500);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    view.setScript(QString(kScript).replace(QStringLiteral("tvm.lower("),
                                            QStringLiteral("jo, ji = s[C].split(j, 8)\ntvm.lower(")));
    settle(view);
    auto* bounds = view.findChild<BoundsView*>();
    const auto rows = [&] {
      QStringList names;
      for (const QModelIndex& index : bounds->selectionModel()->selectedRows())
        names << index.data().toString() + QLatin1Char('.') +
                     index.siblingAtColumn(BoundsModel::AxisColumn).data().toString();
      return names.join(QLatin1Char(' '));
    };
    selectAxis(view, "ji");
    QCOMPARE(rows(), QStringLiteral("C.ji"));
    QVERIFY(bounds->viewport()->rect().intersects(bounds->visualRect(bounds->currentIndex())));
    view.treeView()->setCurrentIndex(static_cast<LoopTreeModel*>(view.treeView()->model())
                                         ->find(view.preview()->program.schedule->find_by_name("B"), {}));
    QCOMPARE(rows(), QStringLiteral("B.i B.j"));
    bounds->setFocus();
    QTest::keyClick(bounds, Qt::Key_Down);
    QCOMPARE(view.treeView()->currentIndex().data().toString(), QStringLiteral("j"));
    QCOMPARE(rows(), QStringLiteral("B.j"));
    QVERIFY(view.selection().line > 0);  // which the script lights
    QCOMPARE(view.selection().line, view.treeView()->currentIndex().data(LoopTreeModel::LineRole).toInt());
  }

  // After a split the tree stands on the inner part: that is what Space pins, not the loop that is gone.
  void what_took_a_loops_place_is_pinned() {
    KernelView view;
    view.show();
    view.setScript(QString(kScript));
    settle(view);
    selectAxis(view, "j");
    view.setScript(QString(kScript).replace(QStringLiteral("tvm.lower("),
                                            QStringLiteral("jo, ji = s[C].split(j, 8)\ntvm.lower(")));
    settle(view);
    QTRY_COMPARE(view.treeView()->currentIndex().data().toString(), QStringLiteral("ji"));
    QTest::keyClick(view.treeView(), Qt::Key_Space);
    QCOMPARE(view.marks().pins.size(), size_t{1});
    QCOMPARE(view.marks().pins[0].axis, view.preview()->program.axis_names.at("ji"));
  }

  void moving_an_axis_reorders() {
    KernelView view;
    view.setScript(kScript);
    settle(view);
    selectAxis(view, "j");
    QTest::keyClick(view.treeView(), Qt::Key_Up, Qt::AltModifier);
    settle(view);
    QVERIFY2(view.script().contains(QStringLiteral("s[C].reorder(j, i)\n")), qPrintable(view.script()));
  }

  // Seven colours at most, each where its loop is in every text that follows.
  void pins_stay_with_what_is_pinned() {
    KernelView view;
    view.resize(1200, 700);
    view.show();
    view.setScript(kScript);
    settle(view);
    selectAxis(view, "i");
    QTest::keyClick(view.treeView(), Qt::Key_Space);
    const auto pinned = [&] {
      QString lines;
      for (int line = 0; line < view.editor()->lines(); ++line)
        if (view.editor()->markersAtLine(line) & (1U << 10)) lines += QString::number(line + 1);
      return lines;
    };
    QCOMPARE(pinned(), QStringLiteral("8"));  // the line that names it
    QTest::keyClick(view.treeView(), Qt::Key_P);
    settle(view);
    QCOMPARE(pinned(), QStringLiteral("9"));  // s[C].parallel(i)
    view.setScript(kScript);                  // undone
    settle(view);
    QCOMPARE(pinned(), QStringLiteral("8"));
  }

  // A loop that is gone has no colour anywhere, and has it again when it is back.
  void pins_of_loops_that_are_gone_wait_for_them() {
    KernelView view;
    view.resize(1200, 700);
    view.show();
    const QString tail = QStringLiteral("tvm.lower");
    const QString split = QString(kScript).replace(tail, QStringLiteral("jo, ji = s[C].split(j, factor=8)\ntvm.lower"));
    const QString cached =
        QString(kScript).replace(tail, QStringLiteral("C_local = s.cache_write(C, \"local\")\ntvm.lower"));
    view.setScript(split);
    settle(view);
    selectAxis(view, "ji");
    QTest::keyClick(view.treeView(), Qt::Key_Space);
    QVERIFY(!view.marks().pins.front().empty());
    QCOMPARE(view.editor()->pinsAt(9), std::vector<int>{0});
    for (const QString& without : {kScript, cached}) {
      view.setScript(without);
      settle(view);
      QVERIFY(view.marks().pins.front().empty());
      for (int line = 1; line <= view.editor()->lines(); ++line) QVERIFY(view.editor()->pinsAt(line).empty());
    }
    view.setScript(split);
    settle(view);
    QCOMPARE(view.editor()->pinsAt(9), std::vector<int>{0});
  }

  // What another program wrote may be anything: no nest stands there that is not the text's.
  void a_text_that_makes_no_nest_says_which_line_is_wrong() {
    KernelView view;
    view.resize(1200, 700);
    view.show();
    view.setScript(kScript);
    settle(view);
    QVERIFY(view.nestView()->lineCount() > 0);
    view.setScript(QString(kScript).replace(QStringLiteral("B[i, j] + 1.0"), QStringLiteral("Q[i, j] + 1.0")));
    settle(view);
    QCOMPARE(view.nestView()->lineCount(), 0);
    QVERIFY2(view.nestView()->emptyText().startsWith(QStringLiteral("No loop nest: line 6: ")),
             qPrintable(view.nestView()->emptyText()));
    view.setScript(QStringLiteral("x = 1\n"));
    settle(view);
    QVERIFY(!view.nestView()->emptyText().isEmpty());
  }

  // The file's line ends stay, whoever writes a line: a hand, or a gesture.
  void lines_end_as_those_around_them() {
    KernelView view;
    view.resize(1200, 700);
    view.show();
    view.setScript(QString(kScript).replace(QLatin1Char('\n'), QStringLiteral("\r\n")));
    settle(view);
    selectAxis(view, "i");
    QTest::keyClick(view.treeView(), Qt::Key_U);
    view.editor()->setCursorPosition(2, 0);
    QTest::keyClick(view.editor(), Qt::Key_Return);
    settle(view);
    QVERIFY(view.script().contains(QStringLiteral("s[C].unroll(i)\r\n")));
    QCOMPARE(view.script().count(QLatin1Char('\n')), view.script().count(QStringLiteral("\r\n")));
    QCOMPARE(view.script().count(QLatin1Char('\n')), kScript.count(QLatin1Char('\n')) + 2);
  }

  // What is lit is what is there: a stage that a step made is gone with the step, and none that gets its number is
  // taken for it.
  void what_is_undone_is_selected_no_more() {
    KernelView view;
    view.resize(1200, 700);
    view.show();
    view.setScript(kScript);
    settle(view);
    const QString end = QStringLiteral("tvm.lower(s, [A, C]");
    view.setScript(QString(kScript).replace(end, QStringLiteral("C_local = s.cache_write(C, \"local\")\n") + end));
    settle(view);
    auto* model = static_cast<LoopTreeModel*>(view.treeView()->model());
    const StageId cache = view.preview()->program.schedule->find_by_name("C.local");
    view.treeView()->setCurrentIndex(model->find(cache, {}));
    QCOMPARE(view.selection().stage.value, cache.value);
    view.setScript(kScript);
    settle(view);
    QVERIFY(view.selection().empty());
    QVERIFY(!view.treeView()->currentIndex().isValid());
    for (int line = 0; line < view.nestView()->lineCount(); ++line) QVERIFY(!view.nestView()->isLit(line));
    // A stage that stays is found by its name.
    view.treeView()->setCurrentIndex(model->find(view.preview()->program.schedule->find_by_name("C"), {}));
    view.setScript(
        QString(kScript).replace(QStringLiteral("C = te"), QStringLiteral("E = te.placeholder((2,))\nC = te")));
    settle(view);
    QCOMPARE(model->stageName(view.selection().stage), QStringLiteral("C"));
  }

  // The caret stays with its line where others come or go above it, and on its line where its text goes.
  void the_caret_stays_with_its_line() {
    ScriptEditor editor;
    editor.setScript(QStringLiteral("a\nb = 1\nc\n"));
    editor.setCursorPosition(2, 1);
    editor.setScript(QStringLiteral("a\nx\nb = 1\nc\n"));
    QCOMPARE(editor.currentLine(), 4);
    editor.setCursorPosition(2, 5);
    editor.setScript(QStringLiteral("a\nx\n\nc\n"));
    QCOMPARE(editor.currentLine(), 3);
  }

  void typing_a_mistake_keeps_the_nest_and_says_what_is_wrong() {
    KernelView view;
    view.resize(1200, 700);
    view.show();
    view.setScript(kScript);
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

  // "typing" joins the change before it; "|" stands for what ends that: after it, typing is another change.
  void what_is_typed_is_undone_in_bursts() {
    KernelView view;
    view.resize(1200, 700);
    view.show();
    view.setScript(kScript);
    settle(view);
    QStringList changes;
    connect(&view, &KernelView::edited, &view, [&](const QString&, const QString& label, bool typing) {
      if (!typing || changes.isEmpty() || changes.last() != label) changes << label;
    });
    connect(&view, &KernelView::typingEnded, &view, [&] { changes << QStringLiteral("|"); });
    const auto happened = [&] { return std::exchange(changes, {}).join(QLatin1Char(' ')); };
    ScriptEditor* editor = view.editor();
    editor->setCursorPosition(8, 0);
    QTest::keyClicks(editor, QStringLiteral("x = 1"));
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(happened(), QStringLiteral("typing |"));
    QTest::keyClicks(editor, QStringLiteral("y"));
    QTest::keyClick(editor, Qt::Key_Left);
    QCOMPARE(happened(), QStringLiteral("typing |"));
    QTest::keyClicks(editor, QStringLiteral("z"));
    QTest::mouseClick(editor->viewport(), Qt::LeftButton, {}, QPoint(120, 20));
    QCOMPARE(happened(), QStringLiteral("typing |"));
    QTest::keyClicks(editor, QStringLiteral("w"));
    QTRY_COMPARE_WITH_TIMEOUT(changes.join(QLatin1Char(' ')), QStringLiteral("typing |"), 5000);
    happened();
    editor->setSelection(3, 0, 5, 1);
    editor->toggleComment();
    QCOMPARE(happened(), QStringLiteral("comment"));
    editor->toggleComment();
    QCOMPARE(happened(), QStringLiteral("uncomment"));
    editor->replaceAll(kScript);
    QCOMPARE(happened(), QStringLiteral("replace all"));
    QCOMPARE(view.script(), kScript);
    editor->setSelection(7, 0, 7, 1);
    editor->replaceSelection(QStringLiteral("k"));
    QCOMPARE(happened(), QStringLiteral("replace"));
    editor->replaceAll(editor->text());
    QCOMPARE(happened(), QString());
  }

  void inside_a_call_are_a_list_of_what_is_legal_and_a_tip() {
    KernelView view;
    view.resize(1200, 700);
    view.show();
    view.setScript(kScript);
    settle(view);
    ScriptEditor* editor = view.editor();
    editor->setCursorPosition(8, 0);
    QTest::keyClicks(editor, QStringLiteral("s["));
    QVERIFY(editor->isListActive());
    QTest::keyClicks(editor, QStringLiteral("B]"));
    QVERIFY(!editor->isListActive());
    QTest::keyClicks(editor, QStringLiteral(".compute_at("));
    QTRY_VERIFY(editor->isListActive());
    QVERIFY2(editor->callTip().startsWith(QStringLiteral("s[P].compute_at(s[C], scope)")),
             qPrintable(editor->callTip()));
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(editor->text(8), QStringLiteral("s[B].compute_at(s[C]tvm.lower(s, [A, C], name=\"main\")\n"));
    QTest::keyClicks(editor, QStringLiteral(", "));
    QTRY_VERIFY(editor->isListActive());
    QTest::keyClick(editor, Qt::Key_Return);
    QVERIFY2(editor->text(8).startsWith(QStringLiteral("s[B].compute_at(s[C], itvm")), qPrintable(editor->text(8)));
    QVERIFY(editor->callTip().startsWith(QStringLiteral("s[P].compute_at(")));
    QTest::keyClicks(editor, QStringLiteral(")"));
    QCOMPARE(editor->callTip(), QString());  // the call is written
    // Nor does it outlive the call in another way.
    const auto opened = [&] {
      QTest::keyClick(editor, Qt::Key_Backspace);
      QTest::keyClicks(editor, QStringLiteral(","));
      return !editor->callTip().isEmpty();
    };
    QVERIFY(opened());
    QTest::keyClick(editor, Qt::Key_Escape);
    QTest::keyClick(editor, Qt::Key_Escape);
    QCoreApplication::processEvents();
    QCOMPARE(editor->callTip(), QString());
    QTest::keyClicks(editor, QStringLiteral(","));
    QVERIFY(!editor->callTip().isEmpty());
    QTest::keyClick(editor, Qt::Key_Up);
    QCOMPARE(editor->callTip(), QString());
    QTest::keyClick(editor, Qt::Key_Down);
    QTest::keyClicks(editor, QStringLiteral(","));
    QVERIFY(!editor->callTip().isEmpty());
    editor->setScript(kScript);
    QCOMPARE(editor->callTip(), QString());
  }

  // What is legal is asked of the script above the cursor: below it, xo and xi are there and i is not.
  void a_call_offers_the_loops_that_there_are_at_its_line() {
    KernelView view;
    view.resize(1200, 700);
    view.show();
    const QString script = QString(kScript).replace(
        QStringLiteral("tvm.lower"), QStringLiteral("xo, xi = s[C].split(s[C].op.axis[0], factor=2)\ntvm.lower"));
    view.setScript(script);
    settle(view);
    ScriptEditor* editor = view.editor();
    const auto chosen_at = [&](int line) {
      editor->setCursorPosition(line, 0);
      QTest::keyClick(editor, Qt::Key_Return);
      editor->setCursorPosition(line, 0);
      QTest::keyClicks(editor, QStringLiteral("s[C].unroll("));
      if (!QTest::qWaitFor([editor] { return editor->isListActive(); }, 5000)) return QStringLiteral("no list");
      QTest::keyClick(editor, Qt::Key_Return);
      return editor->text(line).trimmed();
    };
    const int split = static_cast<int>(script.left(script.indexOf(QStringLiteral("xo, xi"))).count(QLatin1Char('\n')));
    QCOMPARE(chosen_at(split + 1), QStringLiteral("s[C].unroll(xo"));
    editor->setScript(script);
    const QString above = chosen_at(split);
    QVERIFY2(above != QStringLiteral("s[C].unroll(xo") && above.startsWith(QStringLiteral("s[C].unroll(")),
             qPrintable(above));
  }

  // While one types the lines stay where they are; then the sentence comes, in as many lines as it needs.
  void what_is_wrong_is_said_beneath_its_line_when_the_hand_rests() {
    KernelView view;
    view.resize(900, 700);
    view.show();
    view.setScript(kScript);
    settle(view);
    ScriptEditor* editor = view.editor();
    editor->setCursorPosition(8, 0);
    const int rows = static_cast<int>(editor->SendScintilla(QsciScintillaBase::SCI_VISIBLEFROMDOCLINE, 9UL));
    QTest::keyClick(editor, Qt::Key_Return);
    editor->setCursorPosition(8, 0);
    QTest::keyClicks(editor, QStringLiteral("s[C].vectorize(nothing_that_is_called_so)"));
    QTRY_VERIFY(has_errors(view.diagnostics()));
    QCOMPARE(editor->annotation(8), QString());
    QCOMPARE(static_cast<int>(editor->SendScintilla(QsciScintillaBase::SCI_VISIBLEFROMDOCLINE, 9UL)), rows);
    QTRY_VERIFY(!editor->annotation(8).isEmpty());
    const QFontMetrics metrics(editor->font());
    for (const QString& line : editor->annotation(8).split(QLatin1Char('\n')))
      QVERIFY2(metrics.horizontalAdvance(line) * 9 / 10 <= editor->viewport()->width(), qPrintable(line));
  }

  void a_fix_is_applied_to_the_script() {
    KernelView view;
    view.setScript(kScript);
    settle(view);
    view.applyFix(Fix{"inline B", {{Edit::Kind::Insert, 9, "s[B].compute_inline()"}}});
    settle(view);
    QVERIFY(view.preview()->complete());
    QVERIFY2(!nestText(view).contains(QStringLiteral("alloc")), qPrintable(nestText(view)));
  }

  void scrubbing_shows_the_nest_after_each_step() {
    KernelView view;
    view.setScript(QString(kScript).replace(
        QStringLiteral("tvm.lower("),
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

  void selecting_an_axis_lights_its_loop() {
    KernelView view;
    view.setScript(kScript);
    settle(view);
    selectAxis(view, "i");
    int lit = 0;
    for (int line = 0; line < view.nestView()->lineCount(); ++line) lit += view.nestView()->isLit(line);
    QVERIFY(lit >= 1);
    QVERIFY(lit < view.nestView()->lineCount());
  }
};

NW_TEST(TestKernelView);
#include "test_kernel_view.moc"
