// SPDX-License-Identifier: GPL-3.0-or-later
// What is offered holds, and what is not says why.
#include <QTest>

#include "advise/candidates.h"
#include "primitive_examples.h"
#include "registry.h"
#include "sample_matmul.h"

using namespace nw;
using namespace nw::advise;
using namespace nw::edit;

namespace {

std::string written_line(const std::string& script, const script::Program& program, const Candidate& candidate) {
  const script::TextChange change = Gestures(script, program).write(candidate.edit);
  std::string text = change.text;
  for (int line = 1; line < change.line; ++line) text.erase(0, text.find('\n') + 1);
  return text.substr(0, text.find('\n'));
}

// One a line: the script's line, or why not.
QString listed(const script::Program& program, const std::vector<Candidate>& candidates) {
  QString text;
  for (const Candidate& candidate : candidates)
    text += QString::fromStdString(
        (candidate.legal ? written_line(test::kMatmul, program, candidate)
                         : "no " + std::string(name_of(candidate.primitive)) + ": " + candidate.why_not) +
        "\n");
  return text;
}

}  // namespace

class TestCandidates : public QObject {
  Q_OBJECT

  kernel::KernelAnalysis kernel_ = kernel::analyse(test::kMatmul);
  const script::Program& program_ = kernel_.program;
  StageId stage(const char* name) const { return program_.schedule->find_by_name(name); }

 private Q_SLOTS:
  // Reasons call a loop what it is called now, not what the step would name it.
  void a_reason_names_the_loop_as_the_screen_does() {
    const std::string text =
        "from tvm import te\nA = te.placeholder((32, 32), name=\"A\")\n"
        "P = te.compute((32, 32), lambda i, j: A[i, j] + 1.0, name=\"P\")\n"
        "Q = te.compute((32, 32), lambda i, j: P[i, j] * 2.0, name=\"Q\")\n"
        "C = te.compute((32, 32), lambda i, j: P[i, j] - Q[i, j], name=\"C\")\n"
        "s = te.create_schedule(C.op)\ni, j = s[P].op.axis\ntvm.lower(s, [A, C], name=\"main\")\n";
    const kernel::KernelAnalysis kernel = kernel::analyse(text);
    const script::Program& program = kernel.program;
    const StageId q = program.schedule->find_by_name("Q");
    QStringList why;
    for (const Candidate& candidate : candidates(kernel, program.schedule->find_by_name("P"), {}))
      if (candidate.primitive == schedule::Primitive::ComputeAt && candidate.at_stage == q)
        why << QString::fromStdString(candidate.why_not);
    QCOMPARE(why.size(), 2);
    QVERIFY2(why[0].contains(QStringLiteral(" i of Q")) && !why[0].contains(QStringLiteral("i2")), qPrintable(why[0]));
  }

  void of_a_reduction_loop() {
    const schedule::Stage& c = program_.schedule->stage(stage("C"));
    QCOMPARE(listed(program_, candidates(kernel_, c.id, c.leaf[2])),
             QStringLiteral("ko, ki = s[C].split(k, factor=4)\n"
                            "ko, ki = s[C].split(k, nparts=4)\n"
                            "xo, ko, xi, ki = s[C].tile(x, k, 4, 4)\n"
                            "x_k = s[C].fuse(x, k)\n"
                            "s[C].reorder(k, y, x)\n"
                            "s[C].reorder(k, x)\n"
                            "no vectorize: cannot vectorize k, a loop of the reduction in C\n"
                            "s[C].unroll(k)\n"
                            "no parallel: parallel over k is a race: its iterations update the same elements of C\n"
                            "no bind: the reduction over k cannot be done by blockIdx.x\n"
                            "s[C].bind(k, te.thread_axis(\"threadIdx.x\"))\n"
                            "no bind: the reduction over k cannot be done by vthread\n"
                            "s[C].pragma(k, \"auto_unroll_max_step\", 16)\n"
                            "s[C].pragma(k, \"unroll_explicit\", 1)\n"
                            "no storage_align: cannot align the memory of C, an output\n"
                            "s[C].prefetch(A, k, 1)\n"
                            "s[C].prefetch(P, k, 1)\n"
                            "C_rf = s.rfactor(C, k)\n"
                            "C_rf = s.rfactor(C, k, factor_axis=1)\n"
                            "C_rf = s.rfactor(C, k, factor_axis=2)\n"));
  }

  void of_a_stage() {
    QCOMPARE(listed(program_, candidates(kernel_, stage("P"), {})),
             QStringLiteral("s[P].compute_at(s[C], y)\n"
                            "s[P].compute_at(s[C], x)\n"
                            "s[P].compute_at(s[C], k)\n"
                            "s[P].compute_inline()\n"
                            "no double_buffer: double_buffer of P, which is not computed inside a loop\n"
                            "no rolling_buffer: rolling_buffer of P, which is not computed inside a loop\n"
                            "s[P].set_scope(\"local\")\n"
                            "s[P].set_scope(\"shared\")\n"
                            "s[P].set_scope(\"global\")\n"
                            "i, jo, ji = s[P].transform_layout(lambda i, j: [i, j // 4, j % 4])\n"
                            "i, jo, ji = s[P].transform_layout(lambda i, j: [i, j // 8, j % 8])\n"
                            "i, jo, ji = s[P].transform_layout(lambda i, j: [i, j // 16, j % 16])\n"
                            "j, i = s[P].transform_layout(lambda i, j: [j, i])\n"
                            "B_local = s.cache_read(B, \"local\", [P])\n"
                            "B_global = s.cache_read(B, \"global\", [P])\n"
                            "P_local = s.cache_write(P, \"local\")\n"
                            "P_global = s.cache_write(P, \"global\")\n"));
  }

  // Each where its example takes it.
  void every_primitive_is_offered_data() {
    QTest::addColumn<int>("primitive");
    for (const schedule::PrimitiveInfo& row : schedule::catalogue())
      QTest::addRow("%s %d", row.name, static_cast<int>(row.primitive)) << static_cast<int>(row.primitive);
  }
  void every_primitive_is_offered() {
    QFETCH(int, primitive);
    const auto which = static_cast<schedule::Primitive>(primitive);
    const std::string text = test::script_before(test::primitive_examples().at(which));
    const kernel::KernelAnalysis kernel = kernel::analyse(text);
    const script::Program& program = kernel.program;
    QVERIFY(program.ok());
    int legal = 0;
    for (const StageId id : program.schedule->order()) {
      if (program.schedule->stage(id).op->kind == te::OpKind::Placeholder) continue;
      std::vector<AxisId> subjects = program.schedule->stage(id).leaf;
      subjects.emplace_back();
      for (const AxisId axis : subjects) {
        const bool of_loop = schedule::info(which).subject == schedule::Subject::Loop;
        for (const Candidate& candidate : candidates(kernel, id, axis)) {
          if (candidate.primitive != which) continue;
          QCOMPARE(axis.valid(), of_loop);
          QVERIFY(candidate.legal || !candidate.why_not.empty());
          legal += candidate.legal;
        }
      }
    }
    QVERIFY(legal > 0);
  }

  // A loop has one mark: another takes its place, the same again takes it away.
  void marks_take_turns() {
    const StageId c = stage("C");
    const AxisId y = program_.schedule->stage(c).leaf[0];
    const std::string unrolled =
        Gestures(test::kMatmul, program_)
            .write(Gestures(test::kMatmul, program_).of({schedule::Primitive::Unroll, c, -1, {y}}))
            ->text;
    const script::Program after = script::read(unrolled);
    const AxisId again = after.schedule->stage(after.schedule->find_by_name("C")).leaf[0];
    const Gestures gestures(unrolled, after);
    QCOMPARE(gestures.write(gestures.of({schedule::Primitive::Unroll, after.schedule->find_by_name("C"), -1, {again}}))
                 ->text,
             test::kMatmul);
    const std::string parallel =
        gestures.write(gestures.of({schedule::Primitive::Parallel, after.schedule->find_by_name("C"), -1, {again}}))
            ->text;
    QVERIFY(parallel.find("unroll") == std::string::npos);
    QVERIFY(parallel.find("s[C].parallel(y)\n") != std::string::npos);
  }

  void a_step_is_taken_away() {
    const std::string text =
        Gestures(test::kMatmul, program_)
            .write(Gestures(test::kMatmul, program_).of({schedule::Primitive::ComputeInline, stage("P")}))
            ->text;
    const script::Program program = script::read(text);
    QCOMPARE(Gestures(text, program).write(Gestures(text, program).remove(10))->text, test::kMatmul);
    QCOMPARE(Gestures(text, program).write(Gestures(text, program).remove(3)).diagnostics[0].message,
             std::string("line 3 is no schedule step"));
  }

  // Whatever is offered is accepted when it is done, in every state on the way.
  void what_is_offered_holds() {
    std::string text = test::kMatmul;
    for (int round = 0; round < 6; ++round) {
      const kernel::KernelAnalysis kernel = kernel::analyse(text);
      const script::Program& program = kernel.program;
      QVERIFY2(program.ok(), text.c_str());
      std::string next;
      for (StageId id : program.schedule->order()) {
        const schedule::Stage& s = program.schedule->stage(id);
        if (s.op->kind == te::OpKind::Placeholder) continue;
        std::vector<AxisId> subjects = s.leaf;
        subjects.emplace_back();
        for (AxisId axis : subjects)
          for (const Candidate& candidate : candidates(kernel, id, axis)) {
            QCOMPARE(candidate.legal, candidate.why_not.empty());
            if (!candidate.legal) continue;
            const std::string changed = Gestures(text, program).write(candidate.edit).text;
            QVERIFY2(script::read(changed).ok(), changed.c_str());
            const bool for_gpus = candidate.primitive == schedule::Primitive::Bind ||
                                  candidate.primitive == schedule::Primitive::SetScope;
            if (!for_gpus && static_cast<int>(changed.size() % 7) == round) next = changed;
          }
      }
      if (!next.empty()) text = next;
    }
  }
};

NW_TEST(TestCandidates);
#include "test_candidates.moc"
