// SPDX-License-Identifier: GPL-3.0-or-later
// One script for each schedule primitive, which every test that walks the catalogue uses. A primitive without a row
// fails those tests.
#pragma once

#include <map>
#include <string>

#include "schedule/catalogue.h"

namespace nw::test {

// A matrix product with a stage before and one behind it.
inline const std::string kExampleStages =
    "import tvm\n"
    "from tvm import te\n"
    "A = te.placeholder((64, 64), name=\"A\")\n"
    "B = te.placeholder((64, 64), name=\"B\")\n"
    "k = te.reduce_axis((0, 64), name=\"k\")\n"
    "P = te.compute((64, 64), lambda i, j: B[i, j] * 2.0, name=\"P\")\n"
    "C = te.compute((64, 64), lambda y, x: te.sum(A[y, k] * P[k, x], axis=k), name=\"C\")\n"
    "D = te.compute((64, 64), lambda m, n: C[m, n] + 1.0, name=\"D\")\n"
    "z = te.var(\"z\")\n"
    "X = te.placeholder((16,), name=\"X\")\n"
    "Y = te.compute((16,), lambda i: X[i] + 1.0, name=\"Y\")\n"
    "bx = tvm.tir.decl_buffer((16,), \"float32\", name=\"bx\", offset_factor=1, strides=[1])\n"
    "by = tvm.tir.decl_buffer((16,), \"float32\", name=\"by\", offset_factor=1, strides=[1])\n"
    "add_one = te.decl_tensor_intrin(Y.op, lambda ins, outs: tvm.tir.call_extern(\"int32\", \"add_one\", "
    "ins[0].access_ptr(\"r\"), outs[0].access_ptr(\"w\")), binds={X: bx, Y: by})\n"
    "s = te.create_schedule(D.op)\n"
    "m, n = s[D].op.axis\n"
    "y, x = s[C].op.axis\n";
inline const std::string kExampleKernel = "tvm.lower(s, [A, B, D], name=\"main\")\n";

// Sums over time.
inline const std::string kExampleScan =
    "from tvm import te\n"
    "X = te.placeholder((8, 64), name=\"X\")\n"
    "state = te.placeholder((8, 64), name=\"state\")\n"
    "first = te.compute((1, 64), lambda t, i: X[0, i], name=\"first\")\n"
    "next = te.compute((8, 64), lambda t, i: state[t - 1, i] + X[t, i], name=\"next\")\n"
    "S = te.scan(first, next, state, inputs=[X], name=\"S\")\n"
    "s = te.create_schedule(S.op)\n";
inline const std::string kExampleScanKernel = "tvm.lower(s, [X, S], name=\"main\")\n";

struct PrimitiveExample {
  std::string before;  // lines that the step needs
  std::string line;    // the step, as the script writer prints it
  std::string prose;   // what it is explained as
  std::string stages = kExampleStages, kernel = kExampleKernel;
};

inline const std::map<schedule::Primitive, PrimitiveExample>& primitive_examples() {
  using P = schedule::Primitive;
  static const std::map<P, PrimitiveExample> examples = {
      {P::Split, {"", "xo, xi = s[C].split(x, factor=8)", "x of C is cut in two: xo of 8 around xi of 8."}},
      {P::Tile,
       {"", "yo, xo, yi, xi = s[C].tile(y, x, 8, 16)",
        "y of C is cut in two: yo of 8 around yi of 8. x of C is cut in two: xo of 4 around xi of 16."}},
      {P::Fuse, {"", "yx = s[C].fuse(y, x)", "y, x of C become one loop, yx of 4096."}},
      {P::Reorder, {"", "s[C].reorder(x, y)", "The loops x, y of C now run in this order, outermost first."}},
      {P::ComputeAt,
       {"", "s[C].compute_at(s[D], m)", "C is computed inside of m of D, a piece of 1×64 elements (256 B) at a time."}},
      {P::ComputeInline,
       {"", "s[P].compute_inline()", "P is computed where it is read, and has no memory of its own."}},
      {P::ComputeRoot,
       {"s[P].compute_inline()\n", "s[P].compute_root()", "P is computed whole before its readers begin."}},
      {P::Vectorize, {"", "s[D].vectorize(n)", "n becomes vector instructions over 64 elements of D."}},
      {P::Unroll, {"", "s[C].unroll(k)", "The 64 iterations of k are written out one after the other."}},
      {P::Parallel, {"", "s[C].parallel(y)", "The 64 iterations of y are shared among all cores."}},
      {P::Bind,
       {"", "s[D].bind(m, te.thread_axis(\"blockIdx.x\"))",
        "m of D becomes a dimension of the thread grid: blockIdx.x."}},
      {P::EnvThreads,
       {"", "s[S].env_threads(te.thread_axis((0, 64), \"threadIdx.x\"))",
        "Threads run all of the scan S: threadIdx.x. Stages inside of it bind loops to them.", kExampleScan,
        kExampleScanKernel}},
      {P::Pragma,
       {"", "s[C].pragma(y, \"auto_unroll_max_step\", 16)",
        "A hint for code generation at y of C: auto_unroll_max_step = 16."}},
      {P::Tensorize,
       {"no, ni = s[D].split(n, factor=16)\n", "s[D].tensorize(ni, add_one)",
        "The loops of D from ni inwards become one hardware instruction: add_one."}},
      {P::StorageAlign,
       {"", "s[C].storage_align(y, 32, 8)",
        "In the memory of C a step of y is made a multiple of 32 elements and 8 more."}},
      {P::Prefetch, {"", "s[C].prefetch(A, y, 1)", "While y of C runs, what 1 iterations later read of A is fetched."}},
      {P::DoubleBuffer,
       {"s[C].compute_at(s[D], m)\n", "s[C].double_buffer()",
        "C has two copies: one is filled while the other is read."}},
      {P::RollingBuffer,
       {"s[C].compute_at(s[D], m)\n", "s[C].rolling_buffer()", "C keeps what its next piece needs again."}},
      {P::SetScope, {"", "s[C].set_scope(\"local\")", "C lives in local memory."}},
      {P::SetStorePredicate,
       {"tx = te.thread_axis(\"threadIdx.x\")\ns[C].bind(k, tx)\n", "s[C].set_store_predicate(tx.var.equal(0))",
        "Of the threads that share the reduction of C, those store it for which tx.var.equal(0) holds."}},
      {P::TransformLayout,
       {"", "i, jo, ji = s[P].transform_layout(lambda i, j: [i, j // 4, j % 4])",
        "The element [i, j] of P is stored at [i, j // 4, j % 4], and its loops run in that order."}},
      {P::CacheRead, {"", "A_local = s.cache_read(A, \"local\", [C])", "C reads a copy of A in local memory."}},
      {P::CacheWrite,
       {"", "C_local = s.cache_write(C, \"local\")",
        "C is computed in local memory of its own first, and stored from there."}},
      {P::Rfactor,
       {"", "C_rf = s.rfactor(C, k, factor_axis=2)",
        "C adds up partial results, one for each iteration of k, which is the last axis of C_rf."}},
      {P::CreateGroup,
       {"", "g = s.create_group(outputs=C, inputs=P, include_inputs=True)",
        "The stages between P and C are a group, g, which is computed in one place."}},
      {P::GroupComputeAt,
       {"g = s.create_group(outputs=C, inputs=P, include_inputs=True)\n", "g.compute_at(s[D], m)",
        "The stages of g are computed inside of m of D."}},
  };
  return examples;
}

// The script before the step, with the kernel.
inline std::string script_before(const PrimitiveExample& example) {
  return example.stages + example.before + example.kernel;
}

// The whole script of the primitive's example.
inline std::string script_of(const PrimitiveExample& example) {
  return example.stages + example.before + example.line + "\n" + example.kernel;
}

// The line of its step.
inline int line_of(const PrimitiveExample& example) {
  const std::string above = example.stages + example.before;
  return 1 + static_cast<int>(std::count(above.begin(), above.end(), '\n'));
}

}  // namespace nw::test
