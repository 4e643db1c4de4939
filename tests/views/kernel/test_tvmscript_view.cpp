// SPDX-License-Identifier: GPL-3.0-or-later
// A printed schedule in the kernel tab: its nest, tree and bounds, read only.
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>

#include "base/local_cpu.h"
#include "kernel/diff_view.h"
#include "kernel/script_editor.h"
#include "registry.h"
#include "small_kernel.h"

using namespace nw;
using namespace nw::views;
using test::nestText, test::settle;

namespace {

const QString kPrinted = QStringLiteral(
    "@T.prim_func(s_tir=True)\n"
    "def main(A: T.Buffer((64, 64), \"float32\"), C: T.Buffer((64, 64), \"float32\")):\n"
    "    B = T.sblock_alloc_buffer((64, 64))\n"
    "    for i in T.parallel(64):\n"
    "        for j in range(64):\n"
    "            with T.sblock(\"B\"):\n"
    "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "                B[vi, vj] = A[vi, vj] * T.float32(2)\n"
    "        for j in T.vectorized(64):\n"
    "            with T.sblock(\"C\"):\n"
    "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "                C[vi, vj] = B[vi, vj] + T.float32(1)\n");

}  // namespace

class TestTvmScriptView : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void nest_and_tree_are_those_of_the_text() {
    KernelView view(local_cpu_facts());
    view.setScript(kPrinted);
    settle(view);
    QVERIFY(view.diagnostics().empty());
    QCOMPARE(nestText(view), QStringLiteral("parallel i in 0..64:\n"
                                            "  alloc B: float32[1, 64] global\n"
                                            "  for j in 0..64:\n"
                                            "    B[0, j] = A[i, j]*2.0\n"
                                            "  vectorized j in 0..64:\n"
                                            "    C[i, j] = B[0, j] + 1.0"));
    QStringList rows;
    for (const kernel::LoopTreeRow& row : view.preview()->tree)
      rows << QString::fromStdString(std::string(static_cast<size_t>(row.depth), ' ') + row.name + " " + row.detail);
    QCOMPARE(rows.join(QLatin1Char('\n')), QStringLiteral("C output\n i parallel\n  B \n   j data\n  j vectorized"));
  }

  // "Is the exported schedule what I made?"
  void a_schedule_is_compared_with_what_tvm_printed() {
    const QString made = QStringLiteral(
        "A = te.placeholder((64, 64), name=\"A\")\n"
        "D = te.compute((64, 64), lambda y, x: A[y, x] * 2.0, name=\"D\")\n"
        "E = te.compute((64, 64), lambda y, x: D[y, x] + 1.0, name=\"E\")\n"
        "s = te.create_schedule(E.op)\n"
        "s[E].parallel(E.op.axis[0])\n"
        "s[D].compute_at(s[E], E.op.axis[0])\n");
    const QString vector = QStringLiteral("s[E].vectorize(E.op.axis[1])\n"),
                  end = QStringLiteral("tvm.lower(s, [A, E], name=\"main\")\n");
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    view.setScript(made + vector + end);
    settle(view);
    QVERIFY(view.diagnostics().empty());
    view.diff()->setOthers({{QStringLiteral("printed.py"), kPrinted.toStdString()}});
    view.detailTabs()->setCurrentWidget(view.diff());
    view.diff()->compareWith(QStringLiteral("printed.py"));
    QTRY_COMPARE(view.diff()->text(), QStringLiteral("The loop nests are the same schedule of the same computation."));
    view.setScript(made + end);
    settle(view);
    QTRY_COMPARE(view.diff()->text(),
                 QStringLiteral("The loop nests differ in one place:\nline 9 there, line 3 here: the loop j is "
                                "vectorized, and its counterpart x is serial"));
  }

  void nothing_of_it_can_be_changed() {
    KernelView view(local_cpu_facts());
    view.resize(1200, 700);
    view.show();
    view.setScript(kPrinted);
    settle(view);
    QVERIFY(view.editor()->isReadOnly());
    QSignalSpy edited(&view, &KernelView::edited), message(&view, &KernelView::message);
    test::selectAxis(view, "i");
    for (const Qt::Key key : {Qt::Key_P, Qt::Key_S, Qt::Key_N, Qt::Key_Delete}) QTest::keyClick(view.treeView(), key);
    QCOMPARE(message.size(), 4);
    QCOMPARE(message[0][0].toString(),
             QStringLiteral("TVMScript says its loops itself: open a TE script to shape them"));
    QTest::keyClicks(view.editor(), QStringLiteral("x"));
    QCOMPARE(edited.size(), 0);
    QCOMPARE(view.script(), kPrinted);
    view.setScript(test::kSmallKernel);  // another text in the same tab
    settle(view);
    QVERIFY(!view.editor()->isReadOnly());
  }
};

NW_TEST(TestTvmScriptView);
#include "test_tvmscript_view.moc"
