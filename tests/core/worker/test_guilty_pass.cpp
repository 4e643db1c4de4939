// SPDX-License-Identifier: GPL-3.0-or-later
// The search for the pass that makes a kernel wrong: over made-up kernels, and over the passes of a real one.
#include <QTest>

#include "codegen_llvm/machine_code.h"
#include "registry.h"
#include "script/script.h"
#include "worker/guilty_pass.h"

using namespace nw;
using worker::PassProbe;

class GuiltyPassTest : public QObject {
  Q_OBJECT

  // A kernel of `passes` passes that is wrong once pass `first` has run.
  static std::string searched(int passes, int first, int* probes = nullptr) {
    return worker::guilty_pass([&](int limit) -> std::optional<PassProbe> {
      if (probes) ++*probes;
      const int ran = std::min(limit, passes);
      return PassProbe{ran < first, passes, "Pass" + std::to_string(ran)};
    });
  }

 private Q_SLOTS:
  void the_first_wrong_pass_is_named() {
    QCOMPARE(searched(345, 199),
             std::string("the numbers are right up to LLVM's pass 198 of 345 and wrong after pass 199, Pass199"));
    for (const int first : {1, 2, 344, 345})
      QCOMPARE(searched(345, first), "the numbers are right up to LLVM's pass " + std::to_string(first - 1) +
                                         " of 345 and wrong after pass " + std::to_string(first) + ", Pass" +
                                         std::to_string(first));
    int probes = 0;
    searched(345, 199, &probes);
    QVERIFY2(probes <= 11, std::to_string(probes).c_str());
  }

  void other_outcomes_have_their_sentences() {
    QCOMPARE(searched(345, 0), std::string("the numbers are wrong without LLVM's optional passes, too"));
    QCOMPARE(searched(345, 346), std::string("compiled and run once more, the kernel gives the right numbers"));
    QCOMPARE(worker::guilty_pass([](int) { return std::nullopt; }), std::string());
  }

  // A limit of n runs n passes; here the loop vectorizer is to blame.
  void passes_of_a_real_kernel_are_counted() {
    const script::Program p = script::read(
        "A = te.placeholder((4096,), name=\"A\")\nB = te.compute((4096,), lambda i: A[i] * 2.0, name=\"B\")\n"
        "s = te.create_schedule(B.op)\ntvm.lower(s, [A, B], name=\"k\")\n");
    const auto loops = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
    const auto nest = lower::lower_code(*loops);
    const std::string text = worker::guilty_pass([&](int limit) -> std::optional<PassProbe> {
      codegen::PassBudget budget;
      budget.limit = limit;
      codegen::Options options;
      options.passes = &budget;
      const auto ir = codegen::llvm_ir(*nest, options);
      if (!ir.ok()) return std::nullopt;
      const bool vectors = ir->find("x float>") != std::string::npos;
      return PassProbe{!vectors, budget.count, budget.last};
    });
    QVERIFY2(text.starts_with("the numbers are right up to LLVM's pass ") && text.ends_with(", LoopVectorizePass"),
             text.c_str());
  }
};

NW_TEST(GuiltyPassTest);
#include "test_guilty_pass.moc"
