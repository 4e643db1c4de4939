// SPDX-License-Identifier: GPL-3.0-or-later
// The loop tree says what the loop nest does: the same places, and the annotations of a loop beside its kind.
#include <QTest>
#include <algorithm>

#include "kernel/preview.h"
#include "registry.h"

using namespace nw;
using namespace nw::kernel;

class TestKernelPreview : public QObject {
  Q_OBJECT

  static KernelPreview shaped(const std::string& steps) {
    return preview(
        "from tvm import te\n"
        "A = te.placeholder((64, 32), name=\"A\")\n"
        "B = te.compute((64, 32), lambda y, x: A[y, x] * 2.0, name=\"B\")\n"
        "C = te.compute((64, 32), lambda y, x: B[y, x] + 1.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "y, x = s[C].op.axis\n" +
        steps + "tvm.lower(s, [A, C], name=\"main\")\n");
  }
  static QString tree(const KernelPreview& p) {
    std::string text;
    for (const LoopTreeRow& row : p.tree)
      text += std::string(static_cast<size_t>(row.depth), ' ') + row.name + (row.detail.empty() ? "" : ": ") +
              row.detail + "\n";
    return QString::fromStdString(text);
  }

 private Q_SLOTS:
  // A loop that no step shaped stands for the line that names it.
  void a_loop_has_the_line_that_names_it() {
    const KernelPreview p = preview(
        "from tvm import te\n"
        "A = te.placeholder((64, 32), name=\"A\")\n"
        "k = te.reduce_axis((0, 32), name=\"k\")\n"
        "C = te.compute((64,), lambda y: te.sum(A[y, k], axis=k), name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "y = s[C].op.axis[0]\n"
        "yo, yi = s[C].split(y, 8)\n"
        "s[C].unroll(yi)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n");
    QString lines;
    for (const LoopTreeRow& row : p.tree)
      if (row.axis.valid()) lines += QStringLiteral("%1 %2\n").arg(QString::fromStdString(row.name)).arg(row.line);
    QCOMPARE(lines, QStringLiteral("yo 7\nyi 8\nk 3\n"));
    const KernelPreview plain = shaped("");
    for (const LoopTreeRow& row : plain.tree)
      if (row.axis.valid() && row.stage == plain.program.schedule->find_by_name("C")) QCOMPARE(row.line, 6);
  }

  void a_stage_stands_in_what_its_loop_has_become() {
    const KernelPreview p = shaped("s[B].compute_at(s[C], y)\nyo, yi = s[C].split(y, factor=4)\n");
    QVERIFY(p.complete());
    QCOMPARE(tree(p), QStringLiteral("C: output\n"
                                     " yo: data\n"
                                     "  yi: data\n"
                                     "   B\n"
                                     "    y: data\n"
                                     "     x: data\n"
                                     "   x: data\n"));
  }

  void a_stage_stands_where_its_group_does() {
    const KernelPreview p = shaped(
        "g = s.create_group(outputs=B, inputs=A, include_inputs=False)\n"
        "g.compute_at(s[C], y)\n");
    QVERIFY(p.complete());
    QCOMPARE(tree(p), QStringLiteral("C: output\n"
                                     " y: data\n"
                                     "  B\n"
                                     "   y: data\n"
                                     "    x: data\n"
                                     "  x: data\n"));
  }

  void a_loop_says_what_was_asked_of_it() {
    const KernelPreview p = shaped(
        "s[B].storage_align(s[B].op.axis[0], 32, 8)\n"
        "s[C].pragma(x, \"auto_unroll_max_step\", 16)\n"
        "s[C].parallel(y)\n"
        "s[C].prefetch(B, y, 1)\n");
    QVERIFY(p.complete());
    QCOMPARE(tree(p), QStringLiteral("B\n"
                                     " y: align 32 + 8\n"
                                     "  x: data\n"
                                     "C: output\n"
                                     " y: parallel, prefetch B\n"
                                     "  x: pragma auto_unroll_max_step\n"));
    QCOMPARE(QString::fromStdString(p.printed.lines.front().text),
             QStringLiteral("alloc B: float32[64, 32] global strides [40, 1]"));
  }

  // Formulas are what the nest says; beside them are their values.
  void symbolic_extents_say_what_they_come_to() {
    const std::string text =
        "from tvm import te\n"
        "n = te.var('n')\n"
        "A = te.placeholder((n,), name='A')\n"
        "D = te.placeholder((56,), name='D')\n"
        "T = te.compute((14, 4), lambda t, p: D[t * 4 + p] * 2.0, name='T')\n"
        "B = te.compute((56,), lambda h: T[h // 4, h % 4], name='B')\n"
        "C = te.compute((n,), lambda i: A[i] * 2.0, name='C')\n"
        "s = te.create_schedule([B.op, C.op])\n"
        "o, i = s[B].split(B.op.axis[0], factor=7)\n"
        "s[T].compute_at(s[B], o)\n"
        "co, ci = s[C].split(C.op.axis[0], factor=32)\n"
        "tvm.lower(s, [A, D, B, C], name='main')\n";
    const auto now = [](const KernelPreview& p) {
      std::string all;
      for (const LoopTreeRow& row : p.tree)
        if (!row.now.empty()) all += row.name + " " + row.extent + " " + row.now + "; ";
      return all;
    };
    const std::string chunk = "t floordiv(h.outer*7 + 2, 4) - floordiv(h.outer*7, 4) + 2 2–3; ";
    QCOMPARE(now(preview(text)), chunk);
    PreviewOptions at;
    at.at_sizes = {{"n", 1000}};
    const KernelPreview p = preview(text, at);
    QCOMPARE(now(p), chunk + "co floordiv(n + 31, 32) 32; ");
    QVERIFY(std::ranges::any_of(p.bounds, [](const BoundsRow& row) { return row.extent == "n" && row.now == "1000"; }));
  }
};

NW_TEST(TestKernelPreview);
#include "test_preview.moc"
