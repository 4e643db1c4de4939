// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that TVM accepts are accepted, and mean what they mean there.
#include "registry.h"
#include "said_of_script.h"
#include "te/operation.h"
#include "tir/print.h"

using namespace nw;
using nw::test::says;

namespace {

std::string body_of_last(const std::string& text) {
  const script::Program p = script::read(text);
  std::string said;
  for (const Diagnostic& d : p.diagnostics) said += format(d);
  if (!said.empty() || p.tensors.empty()) return said;
  const auto* compute = te::op_cast<te::ComputeNode>(p.tensors.back()->op);
  return compute ? tir::to_string(compute->body[0]) : std::string();
}

std::string computed(const std::string& body) {
  return body_of_last(
      "A = te.placeholder((12, 12), name=\"A\")\n"
      "k = te.reduce_axis((0, 12), name=\"k\")\n"
      "B = te.compute((12,), lambda i: " +
      body +
      ", name=\"B\")\n"
      "s = te.create_schedule(B.op)\n"
      "tvm.lower(s, [A, B], name=\"main\")\n");
}

const std::string kTwoLoops =
    "A = te.placeholder((8, 12), name=\"A\")\n"
    "B = te.compute((8, 12), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
    "s = te.create_schedule(B.op)\n";

std::vector<std::string> order_after(const std::string& step) {
  const script::Program p = script::read(kTwoLoops + step + "tvm.lower(s, [A, B], name=\"main\")\n");
  std::vector<std::string> names;
  for (const Diagnostic& d : p.diagnostics) names.push_back(format(d));
  if (!names.empty()) return names;
  const schedule::Stage& b = p.schedule->stage(p.stage_names.at("B"));
  for (const AxisId leaf : b.leaf) names.push_back(b.find_axis(leaf)->iter->var->name);
  return names;
}

std::string intrinsic(const std::string& body) {
  return "A = te.placeholder((64,), name=\"A\")\n"
         "B = te.compute((64,), lambda i: A[i] + 1.0, name=\"B\")\n"
         "x = te.placeholder((16,), name=\"x\")\n"
         "y = te.compute((16,), lambda i: x[i] + 1.0, name=\"y\")\n"
         "xb = tir.decl_buffer((16,), \"float32\", name=\"xb\", offset_factor=1)\n"
         "yb = tir.decl_buffer((16,), \"float32\", name=\"yb\", offset_factor=1)\n"
         "add = te.decl_tensor_intrin(y.op, lambda ins, outs: " +
         body +
         ", binds={x: xb, y: yb})\n"
         "s = te.create_schedule(B.op)\n"
         "io, ii = s[B].split(B.op.axis[0], factor=16)\n"
         "s[B].tensorize(ii, add)\n"
         "tvm.lower(s, [A, B], name=\"main\")\n";
}

}  // namespace

class TestTvmPrograms : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // te.min of two numbers is the smaller one: the loops of a te.compute are plain variables there.
  void reducers_of_two_numbers_combine_them() {
    QCOMPARE(computed("A[te.min(7, i), 0]"), "A[min(7, i), 0]");
    QCOMPARE(computed("A[tir.min(7, i), 0]"), "A[min(7, i), 0]");
    QCOMPARE(computed("A[tir.max(i, 7), 0]"), "A[max(i, 7), 0]");
    QCOMPARE(computed("A[tir.max(i, 2, 3), 0]"), "A[max(max(i, 2), 3), 0]");
    QCOMPARE(computed("te.sum(A[i, 0], i)"), "A[i, 0] + float32(i)");
    QCOMPARE(computed("te.sum(A[te.min(7, i), k], k)"), "sum(A[min(7, i), k], axis=[k])");
  }
  void a_loop_named_as_the_axis_is_refused() {
    says(
        "A = te.placeholder((8, 6), name=\"A\")\n"
        "C = te.compute((8,), lambda i: te.min(7, axis=i), name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n",
        "line 2:47: error: i is not a reduce axis [NW2024]\n"
        "  legal: an axis made by te.reduce_axis\n"
        "  fix: make i a reduce axis\n"
        "    2~ i_r = te.reduce_axis((0, 8), name=\"i\")\n"
        "C = te.compute((1,), lambda one: te.min(7, axis=i_r), name=\"C\")\n");
  }
  void a_sum_with_a_loop_is_mended_to_a_reduction() {
    says(
        "A = te.placeholder((8, 6), name=\"A\")\n"
        "k = te.reduce_axis((0, 6), name=\"k\")\n"
        "C = te.compute((8,), lambda i: te.sum(A[i, k], i), name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n",
        "line 3:32: error: the reduce axis k is used outside a reduction over it [NW2023]\n"
        "  fix: reduce over k\n"
        "    3~ C = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name=\"C\")\n");
  }

  // Python integers take the other operand's type beside &, |, ^, << and >>, and count as int32 elsewhere.
  void bits_of_narrow_integers() {
    const auto type_of = [](const std::string& body) {
      const script::Program p = script::read(
          "A = te.placeholder((12,), name=\"A\", dtype=\"uint8\")\n"
          "B = te.compute((12,), lambda i: " +
          body + ", name=\"B\")\n");
      return p.tensors.size() == 2 ? to_string(p.tensors[1]->dtype) : std::string();
    };
    QCOMPARE(type_of("(A[i] & 1) << 3 | 2"), "uint8");
    QCOMPARE(type_of("1 << A[i]"), "uint8");
    QCOMPARE(type_of("A[i] ^ i"), "int32");
    QCOMPARE(type_of("A[i] + 1"), "int32");
  }

  void axes_are_listed_and_turned_round() {
    const std::vector<std::string> turned{"j", "i"};
    QCOMPARE(order_after("s[B].reorder(*reversed(list(B.op.axis)))\n"), turned);
    QCOMPARE(order_after("s[B].reorder(*reversed(s[B].op.axis))\n"), turned);
    QCOMPARE(order_after("s[B].reorder(list(s[B].op.axis)[1], list(s[B].op.axis)[0])\n"), turned);
    QCOMPARE(order_after("s[B].reorder(*tuple(B.op.axis)[::-1])\n"), turned);
    QCOMPARE(order_after("y, x = reversed(B.op.axis)\ns[B].reorder(y, x)\n"), turned);
    QCOMPARE(order_after("both = list(reversed(B.op.axis))\ns[B].reorder(*both)\ns[B].reorder(*both)\n"), turned);
  }
  void an_iterator_is_gone_through_once() {
    const std::string text = kTwoLoops +
                             "back = reversed(B.op.axis)\n"
                             "s[B].reorder(*back)\n"
                             "s[B].reorder(*back)\n"
                             "n = len(reversed(B.op.axis))\n"
                             "tvm.lower(s, [A, B], name=\"main\")\n";
    std::string said;
    for (const Diagnostic& d : script::read(text).diagnostics) said += d.message + "\n";
    QCOMPARE(said,
             "this iterator was gone through before, so it has no items left\n"
             "the argument of len must be a list, but this is an iterator\n");
  }

  // What a kernel cannot call here is valid until it is run.
  void an_intrinsic_calls_what_is_not_known_here() {
    says(
        intrinsic("tir.Evaluate(tir.call_packed(\"my.add\", ins[0].access_ptr(\"r\"), outs[0].access_ptr(\"w\"), 16))"),
        "line 7:82: warning: 'my.add' is not one of the external functions a script may call [NW2028]\n");
    says(intrinsic("tir.call_packed(\"my.add\", ins[0], outs[0])"),
         "line 7:69: warning: 'my.add' is not one of the external functions a script may call [NW2028]\n");
    says(intrinsic("tir.call_extern(\"int32\", \"my_add\", ins[0].access_ptr(\"r\"), outs[0].access_ptr(\"w\"))"),
         "line 7:78: warning: 'my_add' is not one of the external functions a script may call [NW2028]\n");
    says(intrinsic("tir.Evaluate(tir.call_intrin(\"int32\", \"tir.my_add\", ins[0].access_ptr(\"r\")))"), "");
    says(intrinsic("tir.stmt_seq(tir.Evaluate(0), outs[0].vstore(0, ins[0].vload(0) + 1.0))"), "");
  }

  void the_bitserial_convolution_of_the_operator_library() {
    says(test::read_data("scripts/bitserial_conv2d_nhwc.py"), "");
  }
};

NW_TEST(TestTvmPrograms);
#include "test_tvm_programs.moc"
