// SPDX-License-Identifier: GPL-3.0-or-later
// One selection in tree, script, nest, bounds and assembly; pins in all of them.
#include <QTest>

#include "base/local_cpu.h"
#include "kernel/assembly_view.h"
#include "kernel/bounds_view.h"
#include "kernel/script_editor.h"
#include "models/bounds_model.h"
#include "registry.h"
#include "small_kernel.h"

using namespace nw;
using namespace nw::views;
using test::kSmallKernel, test::selectAxis, test::settle;

class TestKernelFaces : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Loops that one line made share its margin; in the assembly a colour is beside all that is inside its loop.
  void pins_on_one_line_are_all_shown() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    view.setScript(
        QString(kSmallKernel)
            .replace(QStringLiteral("tvm.lower("), QStringLiteral("io, ii = s[C].split(i, factor=4)\ntvm.lower(")));
    settle(view);
    for (const char* loop : {"io", "ii"}) {
      selectAxis(view, loop);
      QTest::keyClick(view.treeView(), Qt::Key_Space);
    }
    QCOMPARE(view.editor()->pinsAt(9), (std::vector<int>{0, 1}));
    view.grab();
    AssemblyView assembly;
    using Line = AssemblyView::Line;
    Line add{"\taddps %xmm0, %xmm1", {view.selection().stage, view.selection().axis, 9}, 3, 0};
    add.around = {view.marks().pins[0].axis, view.marks().pins[1].axis};
    assembly.setLines({Line{"main:", {}}, add});
    assembly.setMarks(view.marks());
    QCOMPARE(assembly.pinsAt(0), std::vector<size_t>{});
    QCOMPARE(assembly.pinsAt(1), (std::vector<size_t>{1, 0}));
  }

  // Code is below the lines of the nest that it computes; tables of numbers are one line.
  void assembly_is_interleaved_with_the_nest() {
    const auto lines = kernel::compiled_lines(kernel::preview(kSmallKernel.toStdString()), {}, {});
    QVERIFY2(lines.value, lines.diagnostics.empty() ? "" : lines.diagnostics.front().message.c_str());
    int headings = 0;
    for (size_t i = 0; i + 1 < lines->size(); ++i) {
      const AssemblyView::Line &line = (*lines)[i], &below = (*lines)[i + 1];
      QVERIFY2(line.text.find(".quad") == std::string::npos, line.text.c_str());
      if (!line.heading || line.nest_line == 0) continue;
      ++headings;
      QVERIFY2(line.constants > 0 || line.text.starts_with("# "), line.text.c_str());
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
    Line add{"\tvaddps %zmm0, %zmm1, %zmm1", {StageId(1), {}, 4}, 3, 0};
    add.around = {AxisId(5), AxisId(6)};
    assembly.setLines({Line{"main:", {}}, add, Line{"\taddq $64, %rax", {StageId(1), AxisId(5), 4}, 2, 1}});
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
    assembly.setLines({Line{"main:", {}}, Line{"\tvmovss (%rax), %xmm0", {}, 2, 0},
                       Line{"\tvmaxss 4(%rax), %xmm0, %xmm0", {}, 2, 1}});
    auto heat = std::make_shared<kernel::NestHeat>();
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
    auto other = std::make_shared<kernel::NestHeat>(*heat);
    other->instruction_count = 3;  // of a listing that is not this one
    assembly.setHeat(other);
    QCOMPARE(assembly.aboutTime(1),
             QStringLiteral("75 % of the time: 150 of 200 samples, at all that this line of the nest computes."));
    assembly.resize(400, 200);
    assembly.grab();
  }

  // The line that the caret enters, or that is typed, is what the other faces show.
  void the_carets_line_lights_its_loops_in_tree_and_nest() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    const QString end = QStringLiteral("tvm.lower(s, [A, C], name=\"main\")\n");
    view.setScript(QString(kSmallKernel)
                       .replace(end, QStringLiteral("io, ii = s[C].split(i, 4)\n"
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
    KernelView view(local_cpu_facts());
    view.resize(1200, 500);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    view.setScript(QString(kSmallKernel)
                       .replace(QStringLiteral("tvm.lower("), QStringLiteral("jo, ji = s[C].split(j, 8)\ntvm.lower(")));
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
    // An axis that is split is no loop: its parts are meant, and the line that made them.
    for (int row = 0; row < bounds->model()->rowCount(); ++row)
      if (const QModelIndex axis = bounds->model()->index(row, BoundsModel::AxisColumn);
          axis.data() == QStringLiteral("j"))
        if (axis.siblingAtColumn(0).data() == QStringLiteral("C")) bounds->setCurrentIndex(axis);
    QCOMPARE(view.treeView()->currentIndex().data().toString(), QStringLiteral("jo"));
    QCOMPARE(view.selection().also.size(), size_t{1});
    QVERIFY(view.script().split(QLatin1Char('\n')).value(view.selection().line - 1).contains(QStringLiteral("split")));
  }

  // After a split the tree is on the inner part: that is what Space pins, not the loop that is gone.
  void what_took_a_loops_place_is_pinned() {
    KernelView view(local_cpu_facts());
    view.show();
    view.setScript(QString(kSmallKernel));
    settle(view);
    selectAxis(view, "j");
    view.setScript(QString(kSmallKernel)
                       .replace(QStringLiteral("tvm.lower("), QStringLiteral("jo, ji = s[C].split(j, 8)\ntvm.lower(")));
    settle(view);
    QTRY_COMPARE(view.treeView()->currentIndex().data().toString(), QStringLiteral("ji"));
    QTest::keyClick(view.treeView(), Qt::Key_Space);
    QCOMPARE(view.marks().pins.size(), size_t{1});
    QCOMPARE(view.marks().pins[0].axis, view.preview()->program.axis_names.at("ji"));
  }

  // Seven colours at most, each where its loop is in every text that follows.
  void pins_stay_with_what_is_pinned() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    view.setScript(kSmallKernel);
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
    view.setScript(kSmallKernel);             // undone
    settle(view);
    QCOMPARE(pinned(), QStringLiteral("8"));
  }

  // A loop that is gone has no colour anywhere, and has it again when it is back.
  void pins_of_loops_that_are_gone_wait_for_them() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    const QString tail = QStringLiteral("tvm.lower");
    const QString split =
        QString(kSmallKernel).replace(tail, QStringLiteral("jo, ji = s[C].split(j, factor=8)\ntvm.lower"));
    const QString cached =
        QString(kSmallKernel).replace(tail, QStringLiteral("C_local = s.cache_write(C, \"local\")\ntvm.lower"));
    view.setScript(split);
    settle(view);
    selectAxis(view, "ji");
    QTest::keyClick(view.treeView(), Qt::Key_Space);
    QVERIFY(!view.marks().pins.front().empty());
    QCOMPARE(view.editor()->pinsAt(9), std::vector<int>{0});
    for (const QString& without : {kSmallKernel, cached}) {
      view.setScript(without);
      settle(view);
      QVERIFY(view.marks().pins.front().empty());
      for (int line = 1; line <= view.editor()->lines(); ++line) QVERIFY(view.editor()->pinsAt(line).empty());
    }
    view.setScript(split);
    settle(view);
    QCOMPARE(view.editor()->pinsAt(9), std::vector<int>{0});
  }

  void selecting_an_axis_lights_its_loop() {
    KernelView view(local_cpu_facts());
    view.setScript(kSmallKernel);
    settle(view);
    selectAxis(view, "i");
    int lit = 0;
    for (int line = 0; line < view.nestView()->lineCount(); ++line) lit += view.nestView()->isLit(line);
    QVERIFY(lit >= 1);
    QVERIFY(lit < view.nestView()->lineCount());
  }
};

NW_TEST(TestKernelFaces);
#include "test_kernel_faces.moc"
