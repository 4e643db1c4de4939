// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a blocked matrix multiplication, loop by loop, against what a person counts.
#include <QTest>

#include "kernel/nest_figures.h"
#include "registry.h"

using namespace nw;
using namespace nw::kernel;

class TestNestFigures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void each_loop_says_what_it_touches_and_where_that_fits() {
    const KernelPreview p = preview(
        "from tvm import te\n"
        "A = te.placeholder((64, 32), name='A')\n"
        "B = te.placeholder((32, 48), name='B')\n"
        "k = te.reduce_axis((0, 32), name='k')\n"
        "C = te.compute((64, 48), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "yo, xo, yi, xi = s[C].tile(C.op.axis[0], C.op.axis[1], 16, 16)\n"
        "s[C].reorder(yo, xo, k, yi, xi)\n"
        "tvm.lower(s, [A, B, C], name='mm')\n");
    QVERIFY(p.complete());
    TargetFacts machine;
    machine.caches = {{1, 4096, 64}, {2, 8192, 64}};
    const NestFigures figures = nest_figures(p, machine);
    std::string table;
    for (const LoopFigures& loop : figures.loops)
      table += p.printed.lines[loop.nest_line].text + " | runs " + in_counts(loop.runs) + ", " + in_counts(loop.flops) +
               " flop, " + in_bytes(loop.bytes) + " in " + loop.memory + "\n";
    QCOMPARE(QString::fromStdString(table),
             QStringLiteral("for yo in 0..4: | runs 1, 197 k flop, 26 KiB in RAM\n"
                            "  for xo in 0..3: | runs 4, 49.2 k flop, 11 KiB in RAM\n"
                            "    for yi.init in 0..16: | runs 12, 0 flop, 1 KiB in L1\n"
                            "      for xi.init in 0..16: | runs 192, 0 flop, 64 B in L1\n"
                            "    for k in 0..32: | runs 12, 16.4 k flop, 5 KiB in L2\n"
                            "      for yi in 0..16: | runs 384, 512 flop, 1.12 KiB in L1\n"
                            "        for xi in 0..16: | runs 6144, 32 flop, 132 B in L1\n"));
    QCOMPARE(figures.of_axis(p.program.axis_names.at("xi"))->iterations, 16.0);
    QVERIFY(figures.of_axis(p.program.axis_names.at("xi"))->flops > 0);  // not the loop of the first values
  }

  // The part of each buffer that one run of a loop touches, in the script's names of the loops around.
  void each_buffer_has_its_region() {
    const KernelPreview p = preview(
        "from tvm import te\n"
        "data = te.placeholder((1, 64, 58, 58), name='data')\n"
        "weight = te.placeholder((64, 64, 3, 3), name='weight')\n"
        "c = te.reduce_axis((0, 64), name='c')\n"
        "r = te.reduce_axis((0, 3), name='r')\n"
        "q = te.reduce_axis((0, 3), name='q')\n"
        "conv = te.compute((1, 64, 56, 56), lambda n, f, y, x: te.sum(data[n, c, y + r, x + q] * weight[f, c, r, q], "
        "axis=[c, r, q]), name='conv')\n"
        "s = te.create_schedule(conv.op)\n"
        "n, f, y, x = s[conv].op.axis\n"
        "yo, yi = s[conv].split(y, factor=4)\n"
        "s[conv].reorder(n, yo, f, yi)\n"
        "tvm.lower(s, [data, weight, conv], name='conv')\n");
    QVERIFY(p.complete());
    const NestFigures figures = nest_figures(p, {});
    const auto regions = [&](const char* loop) {
      std::string all;
      for (const BufferFigures& b : figures.of_axis(p.program.axis_names.at(loop))->buffers)
        all += region_text(b, p.printed) + "\n";
      return QString::fromStdString(all);
    };
    QCOMPARE(regions("yo"), QStringLiteral("conv[0, 0..64, 0..56, 0..56]\n"
                                           "data[0, 0..64, 0..58, 0..58]\n"
                                           "weight[0..64, 0..64, 0..3, 0..3]\n"));
    QCOMPARE(regions("f"), QStringLiteral("conv[0, 0..64, yo*4 .. yo*4 + 4, 0..56]\n"
                                          "data[0, 0..64, yo*4 .. yo*4 + 6, 0..58]\n"
                                          "weight[0..64, 0..64, 0..3, 0..3]\n"));
    QCOMPARE(regions("x"), QStringLiteral("conv[0, f, yo*4 + yi, 0..56]\n"
                                          "data[0, 0..64, yo*4 + yi .. yo*4 + yi + 3, 0..58]\n"
                                          "weight[f, 0..64, 0..3, 0..3]\n"));
  }

  // Of symbolic sizes: what the values given make of them, and nothing where one has none.
  void sizes_have_the_values_that_are_given() {
    const KernelPreview p = preview(
        "from tvm import te\n"
        "n = te.var('n')\n"
        "m = te.var('m')\n"
        "A = te.placeholder((n, m), name='A')\n"
        "C = te.compute((n, m), lambda y, x: A[y, x] * 2.0, name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "y, x = s[C].op.axis\n"
        "tvm.lower(s, [A, C], name='twice')\n");
    QVERIFY(p.complete());
    QCOMPARE(sizes_without_value(p, {{"n", 4}}), std::vector<std::string>{"m"});
    QVERIFY(nest_figures(p, {}, {{"n", 4}}).loops.empty());
    const NestFigures figures = nest_figures(p, {}, {{"n", 4}, {"m", 256}});
    QCOMPARE(figures.of_axis(p.program.axis_names.at("y"))->bytes, 2.0 * 4 * 256 * 4);
    QCOMPARE(figures.of_axis(p.program.axis_names.at("x"))->bytes, 2.0 * 256 * 4);
  }

  // An intrinsic takes the same parts of the buffers as the loops in whose place it stands.
  void an_intrinsic_touches_what_its_loops_did() {
    const std::string tensorized =
        "from tvm import te\n"
        "a = te.placeholder((8,), name=\"a\")\n"
        "c = te.compute((8,), lambda i: a[i] * 2.0, name=\"c\")\n"
        "ba = tvm.tir.decl_buffer((8,), \"float32\", name=\"ba\", offset_factor=8, strides=[1])\n"
        "bc = tvm.tir.decl_buffer((8,), \"float32\", name=\"bc\", offset_factor=8, strides=[1])\n"
        "twice = te.decl_tensor_intrin(c.op, lambda ins, outs: outs[0].vstore([0], ins[0].vload([0], \"float32x8\") + "
        "ins[0].vload([0], \"float32x8\")), binds={a: ba, c: bc})\n"
        "A = te.placeholder((64, 32), name=\"A\")\n"
        "C = te.compute((64, 32), lambda y, x: A[y, x] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "y, x = s[C].op.axis\n"
        "xo, xi = s[C].split(x, 8)\n"
        "s[C].tensorize(xi, twice)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n";
    std::string loops = tensorized;
    loops.erase(loops.find("s[C].tensorize"), loops.find("tvm.lower(") - loops.find("s[C].tensorize"));
    for (const std::string& text : {loops, tensorized}) {
      const KernelPreview p = preview("import tvm\n" + text);
      QVERIFY2(p.complete(), p.diagnostics.empty() ? "" : format(p.diagnostics[0]).c_str());
      const NestFigures figures = nest_figures(p, {});
      QCOMPARE(figures.of_axis(p.program.axis_names.at("xo"))->bytes, 2.0 * 32 * 4);
      QCOMPARE(figures.of_axis(p.program.axis_names.at("y"))->bytes, 2.0 * 64 * 32 * 4);
    }
  }

  void figures_are_short() {
    QCOMPARE(in_bytes(100), std::string("100 B"));
    QCOMPARE(in_bytes(1536), std::string("1.5 KiB"));
    QCOMPARE(in_bytes(3.0 * 1024 * 1024), std::string("3 MiB"));
    QCOMPARE(in_counts(16), std::string("16"));
    QCOMPARE(in_counts(1024), std::string("1024"));
    QCOMPARE(in_counts(9999), std::string("9999"));
    QCOMPARE(in_counts(12345), std::string("12.3 k"));
    QCOMPARE(in_counts(1234567), std::string("1.23 M"));
  }
};

NW_TEST(TestNestFigures);
#include "test_nest_figures.moc"
