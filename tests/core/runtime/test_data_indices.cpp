// SPDX-License-Identifier: GPL-3.0-or-later
// Indices read from memory: a kernel that reads outside a tensor says so and touches nothing else.
#include <QTest>

#include "registry.h"
#include "run_script.h"

using namespace nw;

class DataIndicesTest : public QObject {
  Q_OBJECT

  // B = A[J[…]], J of the pattern's numbers -3, 4, -2, 5, -1, 6, 0, -6.
  static std::string gather(const std::string& body, const std::string& steps = "") {
    return "A = te.placeholder((8,), name=\"A\")\n"
           "J = te.placeholder((8,), name=\"J\", dtype=\"int32\")\n"
           "B = te.compute((8,), lambda i: " +
           body + ", name=\"B\")\ns = te.create_schedule(B.op)\n" + steps + "tvm.lower(s, [A, J, B], name=\"main\")\n";
  }
  // What a run says. Without `verify` only the compiled code has seen the indices.
  static std::string outcome(const std::string& script, bool verify) {
    const script::Program program = script::read(script);
    const auto loops = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
    measure::RunRequest options;
    options.repeat = 1;
    options.verify = verify;
    const auto report = runtime::run(*lower::lower_code(*loops), program.args, options, test::local_device());
    std::string all;
    for (const Diagnostic& d : report.diagnostics) all += format(d);
    return all.empty() && verify && !report->verify->ok ? "not verified" : all;
  }
  static void says(const std::string& script, const char* expected) {
    QCOMPARE(QString::fromStdString(outcome(script, false)), QString(expected));
  }
  static void is_right(const std::string& script) {
    QCOMPARE(QString::fromStdString(outcome(script, true)), QString());
  }

 private Q_SLOTS:
  void an_element_outside_is_named() {
    const char* first = "line 3:1: error: while computing B[0], A[-3] is read, but its shape is (8) [NW4180]\n";
    says(gather("A[J[i]]"), first);
    says(gather("A[J[i]]", "s[B].vectorize(B.op.axis[0])\n"), first);
    says(gather("A[J[i]]", "s[B].parallel(B.op.axis[0])\n"), first);
    says(gather("A[J[i] * 2 + 6]"),
         "line 3:1: error: while computing B[1], A[14] is read, but its shape is (8) [NW4180]\n");
  }

  void indices_kept_inside_are_right() {
    for (const char* steps : {"", "s[B].vectorize(B.op.axis[0])\n", "s[B].parallel(B.op.axis[0])\n"}) {
      is_right(gather("A[tir.min(tir.max(J[i], 0), 7)]", steps));
      is_right(gather("A[tir.floormod(J[i], 8)]", steps));
      is_right(gather("A[J[i] + 1 - J[i] + i // 4]", steps));
    }
  }

  void reads_that_a_condition_leaves_out_are_not_judged() {
    for (const char* steps : {"", "s[B].vectorize(B.op.axis[0])\n"}) {
      is_right(gather("tir.if_then_else(J[i] >= 0, A[J[i]], 0.0)", steps));
      is_right(gather("tir.if_then_else(tir.all(J[i] > -3, J[i] < 0), A[J[i] + 3], A[i])", steps));
    }
  }

  void each_dimension_counts() {
    says(
        "A = te.placeholder((4, 4), name=\"A\")\n"
        "J = te.placeholder((4,), name=\"J\", dtype=\"int32\")\n"
        "B = te.compute((3,), lambda i: A[1, J[i + 1]], name=\"B\")\n"
        "s = te.create_schedule(B.op)\n"
        "tvm.lower(s, [A, J, B], name=\"main\")\n",
        "line 3:1: error: while computing B[0], A[1, 4] is read, but its shape is (4, 4) [NW4180]\n");
  }
};

NW_TEST(DataIndicesTest);
#include "test_data_indices.moc"
