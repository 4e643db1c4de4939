// SPDX-License-Identifier: GPL-3.0-or-later
// Assembly with the statements that it computes.
#include <fmt/format.h>

#include <QTest>

#include "kernel/assembly_lines.h"
#include "registry.h"

using namespace nw;
using namespace nw::kernel;

class TestAssemblyLines : public QObject {
  Q_OBJECT

  // Two stages called T, whose stores and loops read alike in the compiled nest.
  static KernelPreview twins() {
    return preview(
        "from tvm import te\n"
        "A = te.placeholder((64,), name='A')\n"
        "B = te.compute((64,), lambda i: A[i] * 2.0, name='T')\n"
        "C = te.compute((64,), lambda i: B[i] * 2.0, name='T')\n"
        "D = te.compute((64,), lambda i: C[i] * 2.0, name='T')\n"
        "s = te.create_schedule(D.op)\n"
        "bo, bi = s[B].split(B.op.axis[0], 16)\n"
        "s[B].vectorize(bi)\n"
        "co, ci = s[C].split(C.op.axis[0], 16)\n"
        "s[C].vectorize(ci)\n"
        "tvm.lower(s, [A, D], name='main')\n");
  }
  // An instruction for each line of the compiled nest.
  static measure::AssemblyText text_of(const KernelPreview& p, const std::string& instruction) {
    measure::AssemblyText text;
    const size_t lines = tir::print(lower::lower_code(*p.nest)->body).lines.size();
    for (size_t i = 0; i < lines; ++i) {
      text.lines.push_back(instruction);
      text.nest_lines.push_back(static_cast<int>(i) + 1);
      text.instructions.push_back(static_cast<int>(i));
    }
    return text;
  }
  static std::string axis_names(const KernelPreview& p, const std::vector<AxisId>& axes) {
    std::string names;
    for (const AxisId axis : axes)
      for (const LoopTreeRow& row : p.tree)
        if (row.axis == axis) names += (names.empty() ? "" : " ") + row.name;
    return names;
  }

 private Q_SLOTS:
  void instructions_name_their_statements() {
    const KernelPreview p = twins();
    QVERIFY(p.complete());
    std::string all;
    for (const AssemblyLine& line : assembly_lines(p, text_of(p, "\tnop\t%rax"))) {
      if (line.heading) continue;
      QVERIFY2(line.shown_line >= 0, line.text.c_str());
      all += fmt::format("{} | line {} | {} | {}\n", line.nest_line, line.from.line, axis_names(p, line.around),
                         p.printed.lines[static_cast<size_t>(line.shown_line)].text);
    }
    QCOMPARE(QString::fromStdString(all), QStringLiteral("1 | line 3 |  | alloc T: float32[64] global\n"
                                                         "2 | line 4 |  | alloc T: float32[64] global\n"
                                                         "3 | line 7 |  | for bo in 0..4:\n"
                                                         "4 | line 3 | bo bi |     T[bo*16 + bi] = A[bo*16 + bi]*2.0\n"
                                                         "5 | line 9 |  | for co in 0..4:\n"
                                                         "6 | line 4 | co ci |     T[co*16 + ci] = T[co*16 + ci]*2.0\n"
                                                         "7 | line 5 |  | for i in 0..64:\n"
                                                         "8 | line 5 | i |   T[i] = T[i]*2.0\n"));
  }

  // The compiler's words are left out, tables of numbers are counted, instructions are in columns.
  void text_is_made_readable() {
    const KernelPreview p = twins();
    const measure::AssemblyText text{
        {".LCPI0_0:", "\t.long\t0x40000000", "main:", "# %bb.0:", "\tvmulss\t(%rdi), %xmm0, %xmm1",
         "\tvmovups\t%zmm0, (%rsp)\t# 64-byte Spill", "\tretq"},
        {0, 0, 0, 0, 3, 3, 0},
        {-1, -1, -1, -1, 0, 1, 2}};
    std::string all;
    for (const AssemblyLine& line : assembly_lines(p, text))
      all += fmt::format("{:>2} {:<7}{}\n", line.instruction, to_string(line.concern),
                         line.constants > 0 ? fmt::format("({} constants)", line.constants) : line.text);
    QCOMPARE(QString::fromStdString(all), QStringLiteral("-1        (2 constants)\n"
                                                         "-1        main:\n"
                                                         "-1        # for bo in 0..4:\n"
                                                         " 0            vmulss      (%rdi), %xmm0, %xmm1\n"
                                                         " 1 spill      vmovups     %zmm0, (%rsp)  # 64-byte Spill\n"
                                                         " 2            retq\n"));
  }

  void scalar_arithmetic_is_pointed_out_in_vector_loops_only() {
    const KernelPreview p = twins();
    std::string all;
    for (const char* instruction : {"vaddss", "vfmadd231sd", "mulss", "vmovss", "vaddps", "vfmadd231ps"}) {
      int outside = 0, inside = 0;
      for (const AssemblyLine& line : assembly_lines(p, text_of(p, "\t" + std::string(instruction) + "\t%xmm0")))
        if (line.concern == AssemblyLine::Concern::Scalar) ++(line.around.size() < 2 ? outside : inside);
      all += fmt::format("{} {} {}\n", instruction, outside, inside);
    }
    QCOMPARE(QString::fromStdString(all), QStringLiteral("vaddss 0 2\n"
                                                         "vfmadd231sd 0 2\n"
                                                         "mulss 0 2\n"
                                                         "vmovss 0 0\n"
                                                         "vaddps 0 0\n"
                                                         "vfmadd231ps 0 0\n"));
  }

  // Of both syntaxes of x86, and of two other processors.
  void instructions_are_counted_by_what_they_compute() {
    const auto sum = [](const std::vector<const char*>& code) {
      std::vector<AssemblyLine> lines;
      for (const char* text : code) {
        AssemblyLine& line = lines.emplace_back();
        line.text = std::string("    ") + text;
        line.instruction = static_cast<int>(lines.size()) - 1;
      }
      lines.emplace_back().text = "main:";
      const AssemblySummary s = summary_of(lines);
      return QString::fromStdString(fmt::format("{} instructions, {} of {} fused, {} bits{}", s.instructions, s.fused,
                                                s.arithmetic, s.vector_bits, s.any_length ? ", any length" : ""));
    };
    QCOMPARE(sum({"vfmadd231ps (%rdi), %zmm0, %zmm1", "vaddps %ymm0, %ymm1, %ymm2", "vmovups %zmm0, (%rsi)", "retq"}),
             QStringLiteral("4 instructions, 1 of 2 fused, 512 bits"));
    QCOMPARE(sum({"vfmadd231ps ymm1, ymm0, ymmword ptr [rdi]", "vmulps ymm2, ymm1, ymm0", "vzeroupper"}),
             QStringLiteral("3 instructions, 1 of 2 fused, 256 bits"));
    QCOMPARE(sum({"addss %xmm0, %xmm1", "mulps %xmm0, %xmm1"}),
             QStringLiteral("2 instructions, 0 of 2 fused, 128 bits"));
    QCOMPARE(sum({"addss %xmm0, %xmm1"}), QStringLiteral("1 instructions, 0 of 1 fused, 0 bits"));
    QCOMPARE(sum({"fmla v0.4s, v1.4s, v2.s[0]", "fadd v0.4s, v1.4s, v2.4s", "ldr q0, [x0]"}),
             QStringLiteral("3 instructions, 1 of 2 fused, 128 bits"));
    QCOMPARE(sum({"fmla z0.s, p0/m, z1.s, z2.s"}), QStringLiteral("1 instructions, 1 of 1 fused, 0 bits, any length"));
    QCOMPARE(sum({"vfmacc.vv v8, v9, v10", "fadd.s fa0, fa1, fa2"}),
             QStringLiteral("2 instructions, 1 of 2 fused, 0 bits, any length"));
  }
};

NW_TEST(TestAssemblyLines);
#include "test_assembly_lines.moc"
