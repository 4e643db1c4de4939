// SPDX-License-Identifier: GPL-3.0-or-later
// From blocks to a nest: where first values are set, where buffers are and how large, and what the blocks compute.
#include <QTest>

#include "programs.h"
#include "registry.h"
#include "texts.h"
#include "tir/print.h"
#include "tvmscript/kernel.h"

using namespace nw;
using test::function;

namespace {

tvmscript::Kernel opened(const std::string& text) {
  tvmscript::Opened o = tvmscript::open(text);
  std::string all;
  for (const Diagnostic& d : o.diagnostics) all += format(d);
  if (!o.kernel || !all.empty()) qFatal("%s", all.c_str());
  return std::move(*o.kernel);
}

std::string nest_of_body(const std::string& body) {
  return tir::print(opened(function(body)).nest.body).text();
}

const std::string kSum =
    "with T.block(\"C\"):\n"
    "    vi = T.axis.spatial(8, i)\n"
    "    vk = T.axis.reduce(6, k)\n"
    "    with T.init():\n"
    "        C[vi, 0] = T.float32(0)\n"
    "    C[vi, 0] = C[vi, 0] + A[vi, vk]";

std::string indented(const std::string& text, size_t by) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out += std::string(by, ' ') + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return out;
}

}  // namespace

class TestTvmScriptLowering : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void first_values_are_set_before_the_reduction() {
    QCOMPARE(nest_of_body("for i, k in T.grid(8, 6):\n" + indented(kSum, 4)),
             "for i in 0..8:\n"
             "  C[i, 0] = 0.0\n"
             "  for k in 0..6:\n"
             "    C[i, 0] = C[i, 0] + A[i, k]\n");
    QCOMPARE(nest_of_body("for k, i in T.grid(6, 8):\n" + indented(kSum, 4)),
             "for i.init in 0..8:\n"
             "  C[i.init, 0] = 0.0\n"
             "for k in 0..6:\n"
             "  for i in 0..8:\n"
             "    C[i, 0] = C[i, 0] + A[i, k]\n");
  }

  void first_values_that_need_the_reduction_are_set_in_its_first_iteration() {
    // The loop over i is as long as k says: a copy of it could not know.
    QCOMPARE(nest_of_body("for k in range(6):\n    for i in range(k + 3):\n" + indented(kSum, 8)),
             "for k in 0..6:\n"
             "  for i in 0..k + 3:\n"
             "    if k == 0:\n"
             "      C[i, 0] = 0.0\n"
             "    C[i, 0] = C[i, 0] + A[i, k]\n");
  }

  void buffers_are_where_they_are_used_and_as_large() {
    const std::string body =
        "B = T.alloc_buffer((8, 6), \"float32\")\n"
        "for i in range(8):\n"
        "    for j in range(6):\n"
        "        with T.block(\"B\"):\n"
        "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
        "            B[vi, vj] = A[vi, vj] + T.float32(1)\n"
        "    for j in range(6):\n"
        "        with T.block(\"C\"):\n"
        "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
        "            C[vi, vj] = B[vi, 5 - vj]\n";
    QCOMPARE(nest_of_body(body),
             "for i in 0..8:\n"
             "  alloc B: float32[1, 6] global\n"
             "  for j in 0..6:\n"
             "    B[0, j] = A[i, j] + 1.0\n"
             "  for j in 0..6:\n"
             "    C[i, j] = B[0, 5 - j]\n");
  }

  void values_that_pass_to_the_next_iteration_keep_their_buffer_outside() {
    const std::string body =
        "B = T.alloc_buffer((9,), \"float32\")\n"
        "B[0] = T.float32(0)\n"
        "for i in range(8):\n"
        "    B[i + 1] = B[i] + A[i, 0]\n"
        "    C[i, 0] = B[i + 1]\n";
    QCOMPARE(nest_of_body(body),
             "alloc B: float32[9] global\n"
             "B[0] = 0.0\n"
             "for i in 0..8:\n"
             "  B[i + 1] = B[i] + A[i, 0]\n"
             "  C[i, 0] = B[i + 1]\n");
  }

  void a_buffer_that_is_not_written_in_every_iteration_stays_outside() {
    const std::string body =
        "B = T.alloc_buffer((2,), \"float32\")\n"
        "for i in range(8):\n"
        "    if i % 2 == 0:\n"
        "        B[0] = A[i, 0]\n"
        "    C[i, 0] = B[0]\n";
    QVERIFY(nest_of_body(body).starts_with("alloc B: float32[1] global\nfor i in 0..8:\n"));
  }

  void loops_of_one_iteration_are_gone() {
    QCOMPARE(
        nest_of_body("for i, u, j in T.grid(8, 1, 6):\n    with T.block(\"C\"):\n        vi = T.axis.spatial(8, i + "
                     "u)\n        vj = T.axis.spatial(6, j)\n        C[vi, vj] = A[vi, vj]"),
        "for i in 0..8:\n  for j in 0..6:\n    C[i, j] = A[i, j]\n");
  }

  void blocks_are_computations() {
    const tvmscript::Kernel k = opened(test::kProduct);
    QVERIFY(!k.unverifiable && !k.unrunnable);
    const te::Tensor& c = k.nest.arg_tensors[2];
    QVERIFY(c->op->kind == te::OpKind::Compute);
    QCOMPARE(c->op->root_axes().size(), size_t{3});
    QCOMPARE(c->op->inputs().size(), size_t{2});
    QVERIFY((k.nest.arg_is_output == std::vector<bool>{false, false, true}));
  }

  void an_update_of_what_another_block_sets_is_a_computation() {
    const tvmscript::Kernel k =
        opened(function("for i in range(8):\n"
                        "    with T.block(\"C_init\"):\n"
                        "        vi = T.axis.spatial(8, i)\n"
                        "        vj = T.axis.spatial(6, 0)\n"
                        "        C[vi, vj] = T.float32(0)\n"));
    QVERIFY(!k.unverifiable);
    const tvmscript::Kernel update = opened(
        "@T.prim_func\n"
        "def main(A: T.Buffer((8, 6), \"float32\"), C: T.Buffer((8,), \"float32\")):\n"
        "    for i in range(8):\n"
        "        with T.block(\"C_init\"):\n"
        "            vi = T.axis.spatial(8, i)\n"
        "            C[vi] = T.float32(0)\n"
        "        for k in range(6):\n"
        "            with T.block(\"C_update\"):\n"
        "                vi, vk = T.axis.remap(\"SR\", [i, k])\n"
        "                C[vi] = C[vi] + A[vi, vk]\n");
    QVERIFY(!update.unverifiable);
    QCOMPARE(update.nest.schedule.order().size(), size_t{3});
  }

  void a_condition_that_is_more_than_the_domain_is_part_of_the_reduction() {
    const tvmscript::Kernel k = opened(
        "@T.prim_func\n"
        "def main(A: T.Buffer((30,), \"float32\"), C: T.Buffer((7,), \"float32\")):\n"
        "    for k_0, k_1 in T.grid(5, 7):\n"
        "        with T.block(\"C\"):\n"
        "            v1, v0 = T.axis.remap(\"SR\", [k_1, k_0])\n"
        "            T.where(k_0 * 7 + k_1 < 30)\n"
        "            with T.init():\n"
        "                C[v1] = T.float32(0)\n"
        "            C[v1] = C[v1] + A[v0 * 7 + v1]\n");
    QVERIFY(!k.unverifiable);
    const auto* op = te::op_cast<te::ComputeNode>(k.nest.arg_tensors[1]->op);
    QCOMPARE(tir::to_string(tir::node_cast<tir::ReduceNode>(op->body[0])->condition), "v0*7 + v1 < 30");
  }

  // What sch.blockize makes: 100 rows as 7 blocks of 16, their sums over one block of columns.
  void blocks_in_blocks_are_computed_for_the_domains_of_both() {
    const std::string text =
        "@T.prim_func\n"
        "def main(A: T.Buffer((100, 30), \"float32\"), C: T.Buffer((100,), \"float32\")):\n"
        "    for i_0 in range(7):\n"
        "        with T.block(\"C_o\"):\n"
        "            vi_o = T.axis.spatial(7, i_0)\n"
        "            vk_o = T.axis.reduce(1, 0)\n"
        "            with T.init():\n"
        "                for i_1 in range(16):\n"
        "                    with T.block(\"C_init\"):\n"
        "                        vi_i_init = T.axis.spatial(16, i_1)\n"
        "                        T.where(vi_o * 16 + i_1 < 100)\n"
        "                        C[vi_o * 16 + vi_i_init] = T.float32(0)\n"
        "            for i_1, k in T.grid(16, 30):\n"
        "                with T.block(\"C\"):\n"
        "                    vi_i, vk_i = T.axis.remap(\"SR\", [i_1, k])\n"
        "                    T.where(vi_o * 16 + i_1 < 100)\n"
        "                    C[vi_o * 16 + vi_i] = C[vi_o * 16 + vi_i] + A[vi_o * 16 + vi_i, vk_i]\n";
    const tvmscript::Kernel k = opened(text);
    QVERIFY(!k.unverifiable && !k.unrunnable);
    const auto* op = te::op_cast<te::ComputeNode>(k.nest.arg_tensors[1]->op);
    QCOMPARE(tir::to_string(op->axis[0]->dom.extent), "100");
    const auto* sum = tir::node_cast<tir::ReduceNode>(op->body[0]);
    QCOMPARE(sum->axis.size(), size_t{2});
    QVERIFY(!sum->condition || tir::is_one(sum->condition));

    const auto why = [&](const std::string& from, const std::string& to) {
      std::string changed = text;
      for (size_t at = changed.find(from); at != changed.npos; at = changed.find(from, at + to.size()))
        changed.replace(at, from.size(), to);
      const tvmscript::Kernel other = opened(changed);
      return other.unverifiable ? other.unverifiable->message : std::string();
    };
    const std::string none = " is no computation by itself, so there is nothing to verify the function against: ";
    QCOMPARE(why("range(7)", "range(6)"), "");  // a run shows that it does not cover the block
    QCOMPARE(why("range(7):\n        with T.block(\"C_o\"):\n            vi_o = T.axis.spatial(7",
                 "range(6):\n        with T.block(\"C_o\"):\n            vi_o = T.axis.spatial(6"),
             "block 'C_init'" + none + "it stores a part of 'C'");
    QCOMPARE(why("* 16 + vi_i", "* 15 + vi_i"),
             "block 'C_init'" + none + "it stores elsewhere than at its spatial axes");
    QCOMPARE(why("            for i_1, k in T.grid(16, 30):",
                 "            C[0] = T.float32(1)\n            for i_1, k in T.grid(16, 30):"),
             "block 'C_o'" + none + "it has other blocks, and stores outside of them");
  }

  void what_is_no_computation_says_why() {
    const auto why = [](const std::string& line) {
      const tvmscript::Kernel k = opened(test::block(line));
      return k.unverifiable ? k.unverifiable->message.substr(k.unverifiable->message.rfind(": ") + 2) : std::string();
    };
    QCOMPARE(why("C[vi, vj] = A[vi, vj]"), "");
    QCOMPARE(why("T.where(vi < 4)\n        C[vi, vj] = A[vi, vj]"), "its T.where leaves out elements of its domain");
    QCOMPARE(why("C[7 - vi, vj] = A[vi, vj]"), "it stores elsewhere than at its spatial axes");
    QCOMPARE(why("C[vi, vj] = C[vi, vj] + A[vi, vj]"), "it reads what it stores");
    QCOMPARE(why("C[vi, vj] = A[vi, vj]\n        C[vi, vj] = A[vi, vj]"), "it is not one store");
    QCOMPARE(why("if vi < 4:\n            C[vi, vj] = A[vi, vj]"), "it is not one store");
  }

  void a_function_that_changes_its_argument_is_not_run() {
    const tvmscript::Kernel k = opened(test::block("C[vi, vj] = C[vi, vj] + A[vi, vj]"));
    QVERIFY(k.unrunnable.has_value());
    QCOMPARE(format(*k.unrunnable),
             "line 2:45: error: 'C' is read before it is written: the function changes its argument, and is not run "
             "[NW2078]\n  because a run fills what a kernel writes with a pattern that is no input\n");
  }
};

NW_TEST(TestTvmScriptLowering);
#include "test_lowering.moc"
