// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule in other tools' forms: the Halide program builds, runs and prints our own numbers; what a tool has no word
// for is said by line.
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>

#include "export/expressible_schedule.h"
#include "export/halide.h"
#include "export/record.h"
#include "export/tir_schedule.h"
#include "lower/lower.h"
#include "primitive_examples.h"
#include "registry.h"

using namespace nw;

namespace {

const std::string kConv =
    "import tvm\n"
    "from tvm import te, tir\n"
    "X = te.placeholder((8, 16, 16), name=\"X\")\n"
    "W = te.placeholder((12, 8, 3, 3), name=\"W\")\n"
    "B = te.placeholder((12,), name=\"B\")\n"
    "pad = te.compute((8, 18, 18), lambda c, h, w: tir.if_then_else(tir.all(h >= 1, h < 17, w >= 1, w < 17), X[c, h - "
    "1, "
    "w - 1], 0.0), name=\"pad\")\n"
    "ic = te.reduce_axis((0, 8), name=\"ic\")\n"
    "kh = te.reduce_axis((0, 3), name=\"kh\")\n"
    "kw = te.reduce_axis((0, 3), name=\"kw\")\n"
    "conv = te.compute((12, 16, 16), lambda o, h, w: te.sum(pad[ic, h + kh, w + kw] * W[o, ic, kh, kw], axis=[ic, kh, "
    "kw]), name=\"conv\")\n"
    "relu = te.compute((12, 16, 16), lambda o, h, w: tir.max(conv[o, h, w] + B[o], 0.0), name=\"relu\")\n"
    "s = te.create_schedule(relu.op)\n"
    "o, h, w = s[relu].op.axis\n"
    "oh = s[relu].fuse(o, h)\n"
    "s[relu].parallel(oh)\n"
    "wo, wi = s[relu].split(w, factor=8)\n"
    "s[relu].vectorize(wi)\n"
    "s[conv].compute_at(s[relu], oh)\n"
    "co, ch, cw = s[conv].op.axis\n"
    "co_i = s[conv].op.reduce_axis[0]\n"
    "s[conv].reorder(co_i, kh, kw, co, ch, cw)\n"
    "s[conv].vectorize(cw)\n"
    "s[relu].pragma(wo, \"auto_unroll_max_step\", 16)\n"
    "tvm.lower(s, [X, W, B, relu], name=\"main\")\n";

const std::string kSum =
    "import tvm\n"
    "from tvm import te\n"
    "A = te.placeholder((64, 64), name=\"A\")\n"
    "k = te.reduce_axis((0, 64), name=\"k\")\n"
    "C = te.compute((64,), lambda i: te.sum(A[i, k], axis=k), name=\"C\")\n"
    "s = te.create_schedule(C.op)\n";

schedule::Bounds bounds_of(const script::Program& p) {
  return lower::lower_loops(*p.schedule, p.args, p.kernel_name)->bounds;
}

QString warnings(const Diagnostics& diagnostics) {
  QString all;
  for (const Diagnostic& d : diagnostics)
    all += QStringLiteral("%1: %2\n").arg(line_of(d)).arg(QString::fromStdString(d.message));
  return all;
}

}  // namespace

class TestOtherTools : public QObject {
  Q_OBJECT

  // What it prints, without its time; empty after a skip or a failure.
  static QString built_and_run(const std::string& program) {
    QTemporaryDir folder;
    const QString source = folder.filePath(QStringLiteral("kernel.cpp")), binary = folder.filePath(QStringLiteral("a"));
    QFile file(source);
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(QByteArray::fromStdString(program));
    file.close();
    QProcess build;
    build.setProcessChannelMode(QProcess::MergedChannels);
    build.start(QStringLiteral("g++"),
                {QStringLiteral("-std=c++17"), QStringLiteral("-O0"), QStringLiteral("-I/usr/include/halide14"), source,
                 QStringLiteral("-o"), binary, QStringLiteral("-lHalide14")});
    if (!build.waitForFinished(240000) || build.exitCode() != 0)
      return QString::fromUtf8(build.readAll()) + QString::fromStdString(program);
    QProcess run;
    run.setProcessChannelMode(QProcess::MergedChannels);
    run.start(binary, QStringList());
    run.waitForFinished(120000);
    return QString::fromUtf8(run.readAll()).section(QLatin1Char('\n'), 1);
  }

 private Q_SLOTS:
  // Of every primitive; a group alone, without a place of its own, changes nothing.
  void a_step_is_written_or_left_out_with_a_warning_data() {
    QTest::addColumn<int>("primitive");
    for (const auto& [primitive, example] : test::primitive_examples())
      if (primitive != schedule::Primitive::CreateGroup)
        QTest::addRow("%s %d", name_of(primitive), static_cast<int>(primitive)) << static_cast<int>(primitive);
  }
  void a_step_is_written_or_left_out_with_a_warning() {
    QFETCH(int, primitive);
    const auto& example = test::primitive_examples().at(static_cast<schedule::Primitive>(primitive));
    const std::string with = test::script_of(example),
                      without = with.substr(0, with.find(example.line)) +
                                with.substr(with.find(example.line) + example.line.size());
    const script::Program p = script::read(with), q = script::read(without);
    const std::array<std::pair<Result<std::string>, Result<std::string>>, 2> exports = {
        std::pair(exporting::halide_program(p, bounds_of(p)), exporting::halide_program(q, bounds_of(q))),
        std::pair(exporting::tir_schedule(p, bounds_of(p)), exporting::tir_schedule(q, bounds_of(q)))};
    for (const auto& [is, was] : exports) {
      const bool said = std::ranges::any_of(is.diagnostics,
                                            [&](const Diagnostic& d) { return line_of(d) == test::line_of(example); });
      QVERIFY2(!is.value || said || (was.value && *is != *was), is.value->c_str());
      if (is.value && !schedule::info(static_cast<schedule::Primitive>(primitive)).planned) QVERIFY(said);
    }
  }

  void halide_prints_our_numbers() {
    if (!QFileInfo::exists(QStringLiteral("/usr/include/halide14/Halide.h")))
      QSKIP("Halide's headers are not installed");
    if (QStandardPaths::findExecutable(QStringLiteral("g++")).isEmpty()) QSKIP("no C++ compiler");
    const script::Program p = script::read(kConv);
    QVERIFY2(p.ok(), p.ok() ? "" : format(p.diagnostics[0]).c_str());
    const Result<std::string> program = exporting::halide_program(p, bounds_of(p));
    QVERIFY(program.value.has_value());
    // The same sums as `nestwright-cli run --inputs pattern` and the exported C program print.
    QCOMPARE(built_and_run(*program), QStringLiteral("relu sum 35181.0625 wsum 315411.375\n"));
    QCOMPARE(warnings(program.diagnostics),
             QStringLiteral("23: this step is not written for Halide and was left out: pragma auto_unroll_max_step\n"));
  }

  // A loop of a reduction belongs to the Func's update; Halide finds it by its name.
  void halide_computes_inside_a_reduction() {
    if (!QFileInfo::exists(QStringLiteral("/usr/include/halide14/Halide.h")))
      QSKIP("Halide's headers are not installed");
    if (QStandardPaths::findExecutable(QStringLiteral("g++")).isEmpty()) QSKIP("no C++ compiler");
    const script::Program p = script::read(
        "from tvm import te\nA = te.placeholder((4, 10), name=\"A\")\n"
        "B = te.compute((4, 10), lambda c, h: A[c, h] * 2.0, name=\"B\")\n"
        "k = te.reduce_axis((0, 3), name=\"k\")\n"
        "C = te.compute((4, 8), lambda c, h: te.max(B[c, h + k], axis=k), name=\"C\")\n"
        "s = te.create_schedule(C.op)\nc, h = s[C].op.axis\nch = s[C].fuse(c, h)\n"
        "s[B].compute_at(s[C], ch)\ntvm.lower(s, [A, C], name=\"main\")\n");
    QVERIFY2(p.ok(), p.ok() ? "" : format(p.diagnostics[0]).c_str());
    const Result<std::string> program = exporting::halide_program(p, bounds_of(p));
    QVERIFY(program.value.has_value());
    QVERIFY2(program->find("  B.compute_at(C, C_ch);\n") != std::string::npos, program->c_str());
    QCOMPARE(built_and_run(*program), QStringLiteral("C sum 59 wsum 493.5\n"));
  }

  // Halide computes both sides of a condition: what only one side reads stays within the buffer.
  void halide_reads_within_the_buffer_where_a_factor_does_not_divide() {
    const script::Program p = script::read(
        "from tvm import te\nA = te.placeholder((64, 48), name=\"A\")\nk = te.reduce_axis((0, 48), name=\"k\")\n"
        "C = te.compute((64,), lambda i: te.sum(A[i, k], axis=k), name=\"C\")\ns = te.create_schedule(C.op)\n"
        "ko, ki = s[C].split(k, factor=7)\nCF = s.rfactor(C, ki)\ntvm.lower(s, [A, C], name=\"main\")\n");
    QVERIFY2(p.ok(), p.ok() ? "" : format(p.diagnostics[0]).c_str());
    const Result<std::string> program = exporting::halide_program(p, bounds_of(p));
    QVERIFY(program.value.has_value());
    QVERIFY2(program->find("A(clamp((C_rf_k_inner + (C_rf_k_outer * Expr(7))), 0, 47)") != std::string::npos,
             program->c_str());
    if (!QFileInfo::exists(QStringLiteral("/usr/include/halide14/Halide.h"))) return;
    QCOMPARE(built_and_run(*program), QStringLiteral("C sum 1 wsum 32.5\n"));
  }

  // An axis keeps only the line of the last step about it; what is left out is named by its own.
  void hints_are_said_where_a_tool_has_words() {
    const std::string text =
        "from tvm import te\nA = te.placeholder((16, 24), name=\"A\")\n"
        "B = te.compute((16, 24), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
        "C = te.compute((16, 24), lambda i, j: B[i, j] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\ni, j = s[C].op.axis\n"
        "s[B].storage_align(s[B].op.axis[0], 32, 0)\n"
        "s[C].prefetch(B, i, 1)\n"
        "s[C].pragma(i, \"auto_unroll_max_step\", 16)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n";
    const script::Program p = script::read(text);
    QVERIFY2(p.ok(), p.ok() ? "" : format(p.diagnostics[0]).c_str());
    const auto python = exporting::tir_schedule(p, bounds_of(p));
    QVERIFY2(python->find("sch.storage_align(b_B, 0, 0, 32, 0)\n") != std::string::npos, python->c_str());
    QVERIFY2(python->find("sch.annotate(C_i, \"pragma_auto_unroll_max_step\", 16)\n") != std::string::npos,
             python->c_str());
    QCOMPARE(warnings(python.diagnostics),
             QStringLiteral("8: this step is not written for tir.Schedule and was left out: prefetch\n"));
    const auto record = exporting::schedule_record(p, bounds_of(p), "main");
    QVERIFY2(record->find(R"([["SA",1,0,32,0],["PR",2,0,"auto_unroll_max_step$16"]])") != std::string::npos,
             record->c_str());
    const auto halide = exporting::halide_program(p, bounds_of(p));
    QVERIFY2(halide->find("  B.align_storage(B_j, 32);\n") != std::string::npos, halide->c_str());
    QVERIFY2(halide->find("\n      .prefetch(B, C_i, C_i, 1);\n") != std::string::npos, halide->c_str());
    QCOMPARE(warnings(halide.diagnostics),
             QStringLiteral("9: this step is not written for Halide and was left out: pragma auto_unroll_max_step\n"));
    if (!QFileInfo::exists(QStringLiteral("/usr/include/halide14/Halide.h"))) return;
    // (0.25 * ((7 i + 3) % 13 - 6) + 1) * 2 over 384 elements
    double sum = 0;
    for (int i = 0; i < 16 * 24; ++i) sum += 2 * (0.25 * ((7 * i + 3) % 13 - 6) + 1);
    QVERIFY2(built_and_run(*halide).startsWith(QStringLiteral("C sum %1 ").arg(sum)),
             qPrintable(built_and_run(*halide)));
  }

  // Stages are named after their operators: a Func `sqrt` would hide Halide's function.
  void a_stage_named_like_a_function_does_not_hide_it() {
    const script::Program p = script::read(
        "from tvm import te\nA = te.placeholder((8,), name=\"A\")\n"
        "sqrt = te.compute((8,), lambda i: te.sqrt(A[i]), name=\"sqrt\")\n"
        "erf = te.compute((8,), lambda i: te.erf(sqrt[i]) + te.sqrt(A[i]), name=\"erf\")\n"
        "s = te.create_schedule(erf.op)\ntvm.lower(s, [A, erf], name=\"main\")\n");
    QVERIFY2(p.ok(), p.ok() ? "" : format(p.diagnostics[0]).c_str());
    const Result<std::string> program = exporting::halide_program(p, bounds_of(p));
    QVERIFY(program.value.has_value());
    const QString text = QString::fromStdString(*program);
    QVERIFY2(text.contains(QStringLiteral("  sqrt2(sqrt2_i) = sqrt(A(sqrt2_i));\n")), program->c_str());
    QVERIFY2(text.contains(QStringLiteral("  erf2(erf2_i) = (erf(sqrt2(erf2_i)) + sqrt(A(erf2_i)));\n")),
             program->c_str());
  }

  // A stage's name and an axis's make one variable, which may be another stage's, or what a stage reduces over.
  void variables_of_several_parts_stay_apart() {
    const script::Program p = script::read(
        "from tvm import te\nA = te.placeholder((8, 8), name=\"A\")\n"
        "over = te.reduce_axis((0, 8), name=\"over\")\n"
        "B = te.compute((8,), lambda i: te.sum(A[i, over], axis=over), name=\"C_i\")\n"
        "C = te.compute((8,), lambda i: B[i] + 1.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\ntvm.lower(s, [A, C], name=\"main\")\n");
    QVERIFY2(p.ok(), p.ok() ? "" : format(p.diagnostics[0]).c_str());
    const QString text = QString::fromStdString(*exporting::halide_program(p, bounds_of(p)));
    QVERIFY2(text.contains(QStringLiteral("  RDom C_i_over(Region{Range(0, 8)});\n"
                                          "  RVar C_i_over2 = C_i_over[0];\n")),
             qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("  Var C_i2(\"i2\");\n")), qPrintable(text));
  }

  void tir_schedule_says_it_by_blocks_and_loops() {
    const script::Program p = script::read(kConv);
    const Result<std::string> program = exporting::tir_schedule(p, bounds_of(p));
    QVERIFY(program.value.has_value());
    const QString text = QString::fromStdString(*program);
    QCOMPARE(text.mid(text.indexOf(QStringLiteral("\nfunc = "))),
             QStringLiteral("\nfunc = te.create_prim_func([X, W, B, relu])\n"
                            "sch = tvm.tir.Schedule(func)\n"
                            "\n"
                            "# schedule\n"
                            "b_relu = sch.get_block(\"relu\")\n"
                            "relu_o, relu_h, relu_w = sch.get_loops(b_relu)[-3:]\n"
                            "relu_oh = sch.fuse(relu_o, relu_h)\n"
                            "relu_wo, relu_wi = sch.split(relu_w, factors=[None, 8])\n"
                            "sch.parallel(relu_oh)\n"
                            "sch.vectorize(relu_wi)\n"
                            "sch.annotate(relu_wo, \"pragma_auto_unroll_max_step\", 16)\n"
                            "b_conv = sch.get_block(\"conv\")\n"
                            "sch.compute_at(b_conv, relu_oh, preserve_unit_loops=True)\n"
                            "conv_co, conv_ch, conv_cw, conv_ic, conv_kh, conv_kw = sch.get_loops(b_conv)[-6:]\n"
                            "sch.reorder(conv_ic, conv_kh, conv_kw, conv_co, conv_ch, conv_cw)\n"
                            "sch.vectorize(conv_cw)\n"
                            "b_pad = sch.get_block(\"pad\")\n"
                            "\n"
                            "mod = sch.mod\n"));
  }

  // Whatever is written is Python: its own parser takes it.
  void tir_schedule_is_python() {
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (python.isEmpty()) QSKIP("no Python");
    const script::Program p = script::read(kConv);
    QProcess parse;
    parse.start(python, {QStringLiteral("-c"), QStringLiteral("import ast, sys; ast.parse(sys.stdin.read())")});
    parse.write(QByteArray::fromStdString(*exporting::tir_schedule(p, bounds_of(p))));
    parse.closeWriteChannel();
    QVERIFY(parse.waitForFinished(30000));
    QVERIFY2(parse.exitCode() == 0, parse.readAllStandardError().constData());
  }

  // What cache_write makes is the block that computes; the copy to where the result belongs is the new one.
  void copies_are_blocks_and_steps_of_their_own() {
    const std::string text = R"(import tvm
from tvm import te
A = te.placeholder((64, 32), name="A")
B = te.placeholder((32, 64), name="B")
k = te.reduce_axis((0, 32), name="k")
C = te.compute((64, 64), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name="C")
s = te.create_schedule(C.op)
BL = s.cache_read(B, "local", [C])
CL = s.cache_write(C, "local")
y, x = s[C].op.axis
yo, yi = s[C].split(y, factor=8)
s[CL].compute_at(s[C], yo)
cy, cx = s[CL].op.axis
s[CL].reorder(k, cy, cx)
s[CL].vectorize(cx)
s[BL].compute_at(s[CL], k)
tvm.lower(s, [A, B, C], name="main")
)";
    const exporting::ExpressibleSchedule own =
        exporting::expressible_schedule(script::read(text), "tir.Schedule", false);
    QCOMPARE(warnings(own.left_out), QString());
    const schedule::Bounds bounds = bounds_of(own.program);
    const auto python = exporting::tir_schedule(own.program, bounds);
    QCOMPARE(warnings(python.diagnostics), QString());
    const QString written = QString::fromStdString(*python);
    QCOMPARE(written.mid(written.indexOf(QStringLiteral("\nfunc = "))),
             QStringLiteral("\nfunc = te.create_prim_func([A, B, C])\n"
                            "sch = tvm.tir.Schedule(func)\n"
                            "\n"
                            "# schedule\n"
                            "def read_index(block, name):\n"
                            "    return [region.buffer.name for region in sch.get(block).reads].index(name)\n"
                            "\n"
                            "\n"
                            "b_C_local = sch.get_block(\"C\")\n"
                            "b_B_local = sch.cache_read(b_C_local, read_index(b_C_local, \"B\"), \"local\")\n"
                            "b_C = sch.cache_write(b_C_local, 0, \"local\")\n"
                            "C_y, C_x = sch.get_loops(b_C)[-2:]\n"
                            "C_yo, C_yi = sch.split(C_y, factors=[None, 8])\n"
                            "sch.compute_at(b_C_local, C_yo, preserve_unit_loops=True)\n"
                            "C_local_cy, C_local_cx, C_local_k = sch.get_loops(b_C_local)[-3:]\n"
                            "sch.reorder(C_local_k, C_local_cy, C_local_cx)\n"
                            "sch.vectorize(C_local_cx)\n"
                            "sch.compute_at(b_B_local, C_local_k, preserve_unit_loops=True)\n"
                            "\n"
                            "mod = sch.mod\n"));
    // A 0, B 1, C 2; then B.local 2, C 3; then C.local 3, C 4.
    QCOMPARE(
        QString::fromStdString(*exporting::schedule_record(own.program, bounds, "matmul")),
        QStringLiteral("{\"i\":[[\"[\\\"matmul\\\"]\",\"llvm\"],[[],[[\"CHR\",1,\"local\",[2]],[\"CHW\",3,\"local\"],"
                       "[\"RE\",3,[2,0,1]],[\"AN\",3,2,2],[\"SP\",4,0,64,[8],1],"
                       "[\"CA\",2,3,0],[\"CA\",3,4,0]]]],\"r\":[[],1,0,0],\"v\":\"v0.6\"}\n"));
  }

  // tir.Schedule of the first versions gives a copy to all that read; a record names the readers. A copy in the order
  // of tiles is neither's.
  void copies_that_a_tool_cannot_make_are_left_out() {
    const std::string head =
        "from tvm import te\nA = te.placeholder((64, 64), name=\"A\")\n"
        "B = te.compute((64, 64), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
        "C = te.compute((64, 64), lambda i, j: A[i, j] * B[i, j], name=\"C\")\ns = te.create_schedule(C.op)\n";
    const std::string end = "tvm.lower(s, [A, C], name=\"main\")\n";
    const std::string some = head + "AL = s.cache_read(A, \"local\", [B])\n" + end;
    QCOMPARE(warnings(exporting::expressible_schedule(script::read(some), "tir.Schedule", false).left_out),
             QStringLiteral("6: this step is not written for tir.Schedule and was left out: cache_read\n"));
    QCOMPARE(warnings(exporting::expressible_schedule(script::read(some), "a tuning record", true).left_out),
             QString());
    const std::string tiles =
        head + "a, b, c, d = s[C].tile(C.op.axis[0], C.op.axis[1], 8, 8)\nCL = s.cache_write(C, \"local\")\n" + end;
    QCOMPARE(warnings(exporting::expressible_schedule(script::read(tiles), "a tuning record", true).left_out),
             QStringLiteral("7: this step is not written for a tuning record and was left out: cache_write\n"));
  }

  // What the steps before it made of the reduction's axis comes first; the new block has its loops in the order that
  // they had, and in that of its dimensions once it is computed inside of another. For a record the stages are counted
  // as they are at that step: A 0, C 1; then C.rf 1, C 2.
  void a_factored_reduction_is_written_with_the_loops_it_was_made_of_data() {
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QString>("tir");
    QTest::addColumn<QString>("record");
    QTest::newRow("by itself") << QStringLiteral("f, i = s[CF].op.axis\ns[CF].parallel(f)\n")
                               << QStringLiteral(
                                      "C_rf_i, C_rf_k_outer, C_rf_f = sch.get_loops(b_C_rf)[-3:]\n"
                                      "sch.reorder(C_rf_f, C_rf_i, C_rf_k_outer)\n"
                                      "sch.parallel(C_rf_f)\n")
                               << QStringLiteral("[\"AN\",1,0,3]");
    QTest::newRow("inside of another") << QStringLiteral("s[CF].compute_at(s[C], s[C].op.axis[0])\n")
                                       << QStringLiteral(
                                              "C_repl_ax0, C_repl_k_inner_v = sch.get_loops(b_C_repl)[-2:]\n"
                                              "sch.compute_at(b_C_rf, C_repl_ax0, preserve_unit_loops=True)\n\n")
                                       << QStringLiteral("[\"CA\",1,2,0]");
  }
  void a_factored_reduction_is_written_with_the_loops_it_was_made_of() {
    QFETCH(QString, steps);
    QFETCH(QString, tir);
    QFETCH(QString, record);
    const std::string text = kSum + "ko, ki = s[C].split(k, factor=16)\nCF = s.rfactor(C, ki)\n" + steps.toStdString() +
                             "tvm.lower(s, [A, C], name=\"main\")\n";
    const exporting::ExpressibleSchedule own =
        exporting::expressible_schedule(script::read(text), "tir.Schedule", false);
    QCOMPARE(warnings(own.left_out), QString());
    const QString python = QString::fromStdString(*exporting::tir_schedule(own.program, bounds_of(own.program)));
    const QString made = QStringLiteral(
        "# schedule\n"
        "b_C_repl = sch.get_block(\"C\")\n"
        "C_repl_i, C_repl_k = sch.get_loops(b_C_repl)[-2:]\n"
        "C_repl_ko, C_repl_ki = sch.split(C_repl_k, factors=[None, 16])\n"
        "b_C_rf = sch.rfactor(C_repl_ki, 0)\n");
    QVERIFY2(python.contains(made) && python.contains(tir), qPrintable(python));
    const auto json = exporting::schedule_record(own.program, bounds_of(own.program), "sum");
    QCOMPARE(QString::fromStdString(*json),
             QStringLiteral("{\"i\":[[\"[\\\"sum\\\"]\",\"llvm\"],[[],[[\"SP\",1,1,64,[16],1],[\"RF\",1,2,0],%1]]],"
                            "\"r\":[[],1,0,0],\"v\":\"v0.6\"}\n")
                 .arg(record));
  }

  // What a comment says of the schedule is no schedule.
  void a_comment_about_the_schedule_ends_no_computation() {
    const std::string text =
        "from tvm import te\n"
        "A = te.placeholder((16,), name=\"A\")\n"
        "B = te.compute((16,), lambda i: A[i] + 1.0, name=\"B\")\n"
        "# B alone was s = te.create_schedule(B.op)\n"
        "C = te.compute((16,), lambda i: B[i] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n";
    const script::Program program = script::read(text);
    const auto python = exporting::tir_schedule(program, bounds_of(program));
    QVERIFY(python.value);
    QVERIFY2(python->find("C = te.compute((16,)") != std::string::npos, python->c_str());
  }

  // tir.Schedule factors otherwise where a split does not come out even; each step that needs what was left out is
  // named. A record takes any.
  void what_makes_a_stage_is_left_out_by_name_with_all_that_needs_it() {
    const std::string text = kSum + R"(ko, ki = s[C].split(k, factor=24)
CF = s.rfactor(C, ki)
f, i = s[CF].op.axis
s[CF].parallel(i)
i2 = s[C].op.axis[0]
s[C].unroll(i2)
tvm.lower(s, [A, C], name="main")
)";
    const exporting::ExpressibleSchedule own =
        exporting::expressible_schedule(script::read(text), "tir.Schedule", false);
    QCOMPARE(warnings(own.left_out),
             QStringLiteral("8: this step is not written for tir.Schedule and was left out: rfactor\n"
                            "10: this step is not written for tir.Schedule and was left out: parallel\n"));
    QVERIFY(own.program.ok());
    const auto python = exporting::tir_schedule(own.program, bounds_of(own.program), own.left_out);
    const QString written = QString::fromStdString(*python);
    QVERIFY2(written.contains(QStringLiteral("# schedule\n"
                                             "b_C = sch.get_block(\"C\")\n"
                                             "C_i2, C_k = sch.get_loops(b_C)[-2:]\n"
                                             "C_ko, C_ki = sch.split(C_k, factors=[None, 24])\n"
                                             "sch.unroll(C_i2)\n")),
             qPrintable(written));
    QVERIFY(written.contains(QStringLiteral("# Line 10: this step is not written for tir.Schedule")));
    QCOMPARE(warnings(exporting::expressible_schedule(script::read(text), "a tuning record", true).left_out),
             QString());
  }

  // Stages are numbered with their inputs: X 0, pad 1, W 2, conv 3, B 4, relu 5.
  void a_record_numbers_stages_and_loops() {
    const script::Program p = script::read(kConv);
    const Result<std::string> record = exporting::schedule_record(p, bounds_of(p), "conv", {0.5});
    QVERIFY(record.value.has_value());
    QCOMPARE(QString::fromStdString(*record),
             QStringLiteral(
                 "{\"i\":[[\"[\\\"conv\\\"]\",\"llvm\"],[[],[[\"RE\",3,[3,4,5,0,1,2]],[\"AN\",3,5,2],"
                 "[\"FU\",5,[0,1]],[\"SP\",5,1,16,[8],1],[\"AN\",5,0,3],[\"AN\",5,2,2],"
                 "[\"PR\",5,1,\"auto_unroll_max_step$16\"],[\"CA\",3,5,0]]]],\"r\":[[0.5],0,0,0],\"v\":\"v0.6\"}\n"));
  }

  void what_cannot_be_computed_is_refused() {
    const script::Program p = script::read(
        "from tvm import te\nn = te.var(\"n\")\nA = te.placeholder((n,), name=\"A\")\n"
        "C = te.compute((n,), lambda i: A[i] + 1.0, name=\"C\")\ns = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n");
    const Result<std::string> program = exporting::halide_program(p, bounds_of(p));
    QVERIFY(!program.value);
    QCOMPARE(warnings(program.diagnostics),
             QStringLiteral("4: C cannot be written for Halide: it has a symbolic size; give it a value\n"));
  }

  // tir.Schedule stores a tensor of the kernel's own in another layout, and rebuilds its loops after that; where a
  // tool has no words, the loops are written as those that they were made of.
  void a_layout_is_written_or_left_out_with_its_loops() {
    const std::string text =
        "import tvm\n"
        "from tvm import te\n"
        "A = te.placeholder((8, 12), name=\"A\")\n"
        "k = te.reduce_axis((0, 12), name=\"k\")\n"
        "B = te.compute((8, 12), lambda i, j: te.sum(A[i, k] + A[k % 8, j], axis=k), name=\"B\")\n"
        "C = te.compute((8, 12), lambda i, j: B[i, j] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "c, a, b = s[B].transform_layout(lambda i, j: [j // 4, i, j % 4])\n"
        "s[B].vectorize(b)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n";
    const script::Program program = script::read(text);
    const auto python = exporting::tir_schedule(program, bounds_of(program));
    QCOMPARE(warnings(python.diagnostics), QString());
    const QString written = QString::fromStdString(*python);
    QCOMPARE(written.mid(written.indexOf(QStringLiteral("# schedule\n"))),
             QStringLiteral("# schedule\n"
                            "# Layouts as TVM 0.10 and later take them.\n"
                            "b_B = sch.get_block(\"B\")\n"
                            "sch.transform_layout(b_B, (\"write\", 0), lambda i, j: [j // 4, i, j % 4])\n"
                            "sch.transform_block_layout(b_B, lambda i, j, k: [j // 4, i, j % 4, k])\n"
                            "b_C = sch.get_block(\"C\")\n"
                            "B_c, B_a, B_b, B_k = sch.get_loops(b_B)[-4:]\n"
                            "sch.vectorize(B_b)\n"
                            "\n"
                            "mod = sch.mod\n"));
    const auto record = exporting::schedule_record(program, bounds_of(program), "main");
    QCOMPARE(
        warnings(record.diagnostics),
        QStringLiteral("9: this step is not written for a tuning record and was left out: a mark on a loop that could "
                       "not be made\n"
                       "8: this step is not written for a tuning record and was left out: transform_layout\n"));
    QVERIFY2(record->find("RE") == std::string::npos, record->c_str());
  }

  // Arguments are stored as their caller knows them, which tir.Schedule would change.
  void the_layout_of_an_argument_is_left_out() {
    const std::string text =
        "from tvm import te\nA = te.placeholder((8, 12), name=\"A\")\n"
        "C = te.compute((8, 12), lambda i, j: A[i, j] * 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n"
        "j, i = s[C].transform_layout(lambda i, j: [j, i])\ntvm.lower(s, [A, C], name=\"main\")\n";
    const script::Program program = script::read(text);
    const auto python = exporting::tir_schedule(program, bounds_of(program));
    QCOMPARE(warnings(python.diagnostics),
             QStringLiteral("5: this step is not written for tir.Schedule and was left out: transform_layout\n"));
    QVERIFY2(python->find("import tvm\nfrom tvm import te\n") != std::string::npos, python->c_str());
  }
};

NW_TEST(TestOtherTools);
#include "test_other_tools.moc"
