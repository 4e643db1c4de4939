// SPDX-License-Identifier: GPL-3.0-or-later
// "Is the exported schedule what I made?": nests of TE scripts against printed schedules.
#include <QTest>

#include "lower/lower.h"
#include "programs.h"
#include "registry.h"
#include "script/script.h"
#include "texts.h"
#include "tvmscript/compare_nests.h"
#include "tvmscript/kernel.h"

using namespace nw;

namespace {

// The schedule of kProduct.
const std::string kScript =
    "A = te.placeholder((10, 6), name='A')\n"
    "B = te.placeholder((6, 8), name='B')\n"
    "k = te.reduce_axis((0, 6), name='k')\n"
    "C = te.compute((10, 8), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name='C')\n"
    "s = te.create_schedule(C.op)\n"
    "io, ii = s[C].split(C.op.axis[0], factor=4)\n"
    "s[C].reorder(io, k, ii, C.op.axis[1])\n"
    "s[C].parallel(io)\n"
    "s[C].vectorize(C.op.axis[1])\n"
    "tvm.lower(s, [A, B, C], name='main')\n";

lower::LoopNest of_script(const std::string& text) {
  const script::Program program = script::read(text);
  Result<lower::LoopNest> nest = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
  if (!nest.ok()) qFatal("%s", format(nest.diagnostics.front()).c_str());
  return std::move(*nest);
}

lower::LoopNest printed(const std::string& text) {
  tvmscript::Opened opened = tvmscript::open(text);
  if (!opened.kernel || has_errors(opened.diagnostics)) qFatal("%s", format(opened.diagnostics.front()).c_str());
  return std::move(opened.kernel->nest);
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const size_t at = text.find(what);
  if (at == std::string::npos) qFatal("no %s", what.c_str());
  return text.replace(at, what.size(), with);
}

std::string differences(const std::string& script, const std::string& other) {
  std::string all;
  for (const tvmscript::NestDifference& d : tvmscript::compare_nests(of_script(script), printed(other)).differences)
    all += std::to_string(d.line_before) + "/" + std::to_string(d.line_after) + " " + to_string(d.what) + ": " +
           d.text + "\n";
  return all;
}

}  // namespace

class TestCompareNests : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void the_printed_schedule_is_the_one_that_was_made() {
    const tvmscript::NestComparison c = tvmscript::compare_nests(of_script(kScript), printed(test::kProduct));
    QVERIFY(c.same());
    QCOMPARE(c.not_proved, 0);
    QVERIFY(tvmscript::compare_nests(of_script(kScript), printed(test::kProductOf011)).same());
  }

  void names_and_the_way_indices_are_written_do_not_count() {
    std::string text = replaced(test::kProduct, "vi = T.axis.spatial(10, i_0 * 4 + i_1)",
                                "vi = T.axis.spatial(10, i_1 + 2 * i_0 + i_0 * 2)");
    QCOMPARE(differences(kScript, text), "");
    text = replaced(test::kProduct, "T.where(i_0 * 4 + i_1 < 10)", "T.where(10 > i_0 * 4 + i_1)");
    QCOMPARE(differences(kScript, text), "");
    text = replaced(test::kProduct, "C[vi, vj] + A[vi, vk] * B[vk, vj]", "B[vk, vj] * A[vi, vk] + C[vi, vj]");
    QCOMPARE(differences(kScript, text), "");
  }

  void a_kind_of_loop_counts() {
    QCOMPARE(differences(kScript, replaced(test::kProduct, "T.parallel(3)", "range(3)")),
             "8/7 loop kind: the loop i.outer is parallel, and its counterpart i_0 is serial\n");
  }

  void the_order_of_loops_counts() {
    QCOMPARE(
        differences(kScript, replaced(test::kProduct, "for k, i_1 in T.grid(6, 4)", "for i_1, k in T.grid(4, 6)")),
        "6/8 statements: here 2 statements follow each other, and 1 statement in the other: a loop i.inner.init (4); "
        "a loop k (6), and a loop i_1 (4)\n");
    const std::string copy =
        "A = te.placeholder((8, 6), name='A')\nC = te.compute((8, 6), lambda i, j: A[i, j], name='C')\n"
        "s = te.create_schedule(C.op)\ntvm.lower(s, [A, C], name='main')\n";
    QCOMPARE(differences(copy, replaced(test::block("C[vi, vj] = A[vi, vj]"), "for i, j in T.grid(8, 6)",
                                        "for j, i in T.grid(6, 8)")),
             "2/3 loop order: the loops are in another order: i (8), j (6), and j (6), i (8) in the other\n");
  }

  void elements_conditions_and_values_count() {
    QCOMPARE(differences(kScript, replaced(test::kProduct, "A[vi, vk] * B[vk, vj]\n", "A[vi, vk] * B[vk, 7 - vj]\n")),
             "4/18 value: C gets C[i.outer*4 + i.inner, j] + A[i.outer*4 + i.inner, k]*B[k, j] here, and C[i_0*4 + "
             "i_1, j] + "
             "A[i_0*4 + i_1, k]*B[k, 7 - j] in the other (at j = 0: 0 and 7)\n");
    QCOMPARE(
        differences(kScript, replaced(test::kProduct, "T.where(i_0 * 4 + i_1 < 10)", "T.where(i_0 * 4 + i_1 < 9)")),
        "4/18 condition: C is computed where i.outer*4 + i.inner < 10, and where i_0*4 + i_1 < 9 in the other (at "
        "i.outer = 2, i.inner = 1: 1 and 0)\n");
    QCOMPARE(differences(kScript, replaced(test::kProduct, "T.float32(0.0)", "T.float32(1.0)")),
             "4/17 value: C gets 0.0 here, and 1.0 in the other\n");
  }

  void arguments_count() {
    QCOMPARE(differences(kScript, test::block("C[vi, vj] = A[vi, vj]")),
             "0/0 arguments: there are 3 arguments, and 2 in the other\n");
  }

  void a_buffer_may_begin_at_another_element() {
    // TE stores one row of B; the function all of it, at the same distance everywhere.
    const std::string script =
        "A = te.placeholder((8, 6), name='A')\nB = te.compute((8, 6), lambda i, j: A[i, j] + 1.0, name='B')\n"
        "C = te.compute((8, 6), lambda i, j: B[i, j] * 2.0, name='C')\ns = te.create_schedule(C.op)\n"
        "s[B].compute_at(s[C], C.op.axis[0])\ntvm.lower(s, [A, C], name='main')\n";
    const auto text = [](const std::string& of_b) {
      return test::function(
          "B = T.alloc_buffer((9, 6), \"float32\")\nfor i in range(8):\n    for j in range(6):\n"
          "        with T.block(\"B\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
          "            B[vi + 1, vj] = A[vi, vj] + T.float32(1)\n    for j in range(6):\n        with T.block(\"C\"):\n"
          "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            C[vi, vj] = B[" +
          of_b + "] * T.float32(2)");
    };
    QCOMPARE(differences(script, text("vi + 1, vj")), "");
    QVERIFY(differences(script, text("vi + 1, 5 - vj")).find("value: C gets") != std::string::npos);
  }
};

NW_TEST(TestCompareNests);
#include "test_compare_nests.moc"
