// SPDX-License-Identifier: GPL-3.0-or-later
// The first fix of a mistake gives a script without errors that still does what was meant.
#include <QTest>
#include <algorithm>

#include "registry.h"
#include "script/script.h"

using namespace nw;

namespace {

struct Example {
  const char* name;
  const char* head;    // what stands before
  const char* broken;  // the lines with the mistake
  const char* mended;  // those lines after the first fix
  const char* args;    // of tvm.lower
};

const char* const kChain =
    "A = te.placeholder((16, 24), name=\"A\")\n"
    "B = te.compute((16, 24), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
    "C = te.compute((16, 24), lambda i, j: B[i, j] * 2.0, name=\"C\")\n"
    "D = te.compute((16, 24), lambda i, j: C[i, j] - 3.0, name=\"D\")\n"
    "s = te.create_schedule(D.op)\n";
const char* const kMatmul =
    "A = te.placeholder((32, 16), name=\"A\")\n"
    "B = te.placeholder((16, 24), name=\"B\")\n"
    "k = te.reduce_axis((0, 16), name=\"k\")\n"
    "C = te.compute((32, 24), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name=\"C\")\n"
    "s = te.create_schedule(C.op)\n";
const char* const kRows =
    "A = te.placeholder((8, 4), name=\"A\")\n"
    "k = te.reduce_axis((0, 4), name=\"k\")\n";

#define kScanOf(STATE, FIRST, INDICES)                                                 \
  "X = te.placeholder((8, 4), name=\"X\")\n"                                           \
  "state = te.placeholder(" STATE                                                      \
  ", name=\"state\")\n"                                                                \
  "init = te.compute(" FIRST ", lambda " INDICES                                       \
  ": X[0, 0], name=\"init\")\n"                                                        \
  "step = te.compute((8, 4), lambda t, i: state[t - 1, i] + X[t, i], name=\"step\")\n" \
  "Y = te.scan(init, step, state, inputs=[X], name=\"Y\")\n"                           \
  "Z = te.compute((2, 8, 4), lambda b, t, i: Y[t, i] * 2.0, name=\"Z\")\n"             \
  "s = te.create_schedule(Z.op)\n"
const char* const kScan = kScanOf("(8, 4)", "(1, 4)", "t, i");
const char* const kDot =
    "a = te.placeholder((16,), name=\"a\")\nb = te.placeholder((16,), name=\"b\")\n"
    "r = te.reduce_axis((0, 16), name=\"r\")\n"
    "c = te.compute((1,), lambda i: te.sum(a[r] * b[r], axis=r), name=\"c\")\n"
    "dot = te.decl_tensor_intrin(c.op, lambda ins, outs: outs[0].vstore(0, ins[0].vload(0) * ins[1].vload(0)))\n"
    "A = te.placeholder((64,), name=\"A\")\nB = te.placeholder((64,), name=\"B\")\n"
    "k = te.reduce_axis((0, 64), name=\"k\")\n"
    "C = te.compute((1,), lambda i: te.sum(A[k] * B[k], axis=k), name=\"C\")\n"
    "s = te.create_schedule(C.op)\nko, ki = s[C].split(k, 16)\n";

#define kMade "s = te.create_schedule(C.op)\n"

const std::vector<Example>& examples() {
  static const std::vector<Example> all = {
      // Steps that come too late: what they would undo is said behind them.
      {"cache_write after a loop of the reduction", kMatmul,
       "ko, ki = s[C].split(k, factor=4)\nCL = s.cache_write(C, \"local\")\n",
       "CL = s.cache_write(C, \"local\")\nko, ki = s[CL].split(k, factor=4)\n", "A, B, C"},
      {"cache_write after a mark", kMatmul, "s[C].parallel(C.op.axis[0])\nCL = s.cache_write(C, \"local\")\n",
       "CL = s.cache_write(C, \"local\")\ns[C].parallel(C.op.axis[0])\n", "A, B, C"},
      {"rfactor after a loop over data", kMatmul,
       "io, ii = s[C].split(C.op.axis[0], 8)\nko, ki = s[C].split(k, 4)\nCF = s.rfactor(C, ki)\n",
       "ko, ki = s[C].split(k, 4)\nCF = s.rfactor(C, ki)\nio, ii = s[CF].split(C.op.axis[0], 8)\n", "A, B, C"},
      {"a store predicate on threads that have elements of their own", kMatmul,
       "bx = te.thread_axis(\"blockIdx.x\")\ns[C].bind(C.op.axis[0], bx)\nko, ki = s[C].split(k, 4)\ns[C].bind(ki, "
       "te.thread_axis(\"threadIdx.x\"))\ns[C].set_store_predicate(bx.var.equal(0))\n",
       "bx = te.thread_axis(\"blockIdx.x\")\ns[C].bind(C.op.axis[0], bx)\nko, ki = s[C].split(k, 4)\ns[C].bind(ki, "
       "te.thread_axis(\"threadIdx.x\"))\ns[C].set_store_predicate(ki.var.equal(0))\n",
       "A, B, C"},
      {"cache_write of a stage in a scan whose loops are shaped", kScan,
       "o, i = s[step].split(step.op.axis[1], 3)\nW = s.cache_write(step, \"local\")\n",
       "W = s.cache_write(step, \"local\")\no, i = s[step].split(step.op.axis[1], 3)\n", "X, Z"},
      {"split after vectorize", kChain, "s[D].vectorize(D.op.axis[1])\no, i = s[D].split(D.op.axis[1], 4)\n",
       "o, i = s[D].split(D.op.axis[1], 4)\ns[D].vectorize(i)\n", "A, D"},
      {"fuse after parallel", kChain, "s[D].parallel(D.op.axis[0])\nf = s[D].fuse(*D.op.axis)\n",
       "f = s[D].fuse(*D.op.axis)\ns[D].parallel(f)\n", "A, D"},
      // The output of a convolution and a relu, which an engine is to copy: the maximum needs a stage before it.
      {"a copy that computes", "",
       "A = te.placeholder((14, 16, 16), name=\"A\")\n"
       "W = te.placeholder((16, 16), name=\"W\")\n"
       "k = te.reduce_axis((0, 16), name=\"k\")\n"
       "res = te.compute((14, 16, 16), lambda y, x, c: te.sum(A[y, x, k] * W[c, k], axis=k), name=\"res\")\n"
       "relu = te.compute((14, 16, 16), lambda y, x, c: tir.max(res[y, x, c], 0.0), name=\"relu\")\n"
       "s = te.create_schedule(relu.op)\n"
       "y, x, c = s[relu].op.axis\n"
       "xo, xi = s[relu].split(x, 4)\n"
       "s[res].compute_at(s[relu], xo)\n"
       "s[relu].pragma(xi, \"dma_copy\")\n",
       "A = te.placeholder((14, 16, 16), name=\"A\")\n"
       "W = te.placeholder((16, 16), name=\"W\")\n"
       "k = te.reduce_axis((0, 16), name=\"k\")\n"
       "res = te.compute((14, 16, 16), lambda y, x, c: te.sum(A[y, x, k] * W[c, k], axis=k), name=\"res\")\n"
       "relu = te.compute((14, 16, 16), lambda y, x, c: tir.max(res[y, x, c], 0.0), name=\"relu\")\n"
       "s = te.create_schedule(relu.op)\n"
       "relu_local = s.cache_write(relu, \"local\")\n"
       "y, x, c = s[relu].op.axis\n"
       "xo, xi = s[relu].split(x, 4)\n"
       "s[res].compute_at(s[relu], xo)\n"
       "s[relu_local].compute_at(s[relu], xo)\n"
       "s[relu].pragma(xi, \"dma_copy\")\n",
       "A, W, relu"},
      {"a copy that holds a computation", kChain,
       "E = s.cache_write(D, \"local\")\ns[E].compute_at(s[D], s[D].op.axis[0])\n"
       "s[D].pragma(s[D].op.axis[0], \"dma_copy\")\n",
       "E = s.cache_write(D, \"local\")\ns[E].compute_at(s[D], s[D].op.axis[0])\n"
       "s[D].pragma(s[D].op.axis[1], \"dma_copy\")\n",
       "A, D"},
      // The right tensor, axis or thread in place of a wrong one.
      {"cache_write of an input", kMatmul, "AL = s.cache_write(A, \"local\")\n",
       "AL = s.cache_read(A, \"local\", [C])\n", "A, B, C"},
      {"an input placed", kChain, "s[A].compute_at(s[B], B.op.axis[0])\n",
       "A_copy = s.cache_read(A, \"global\", [B])\ns[A_copy].compute_at(s[B], B.op.axis[0])\n", "A, D"},
      {"rfactor of another tensor", kMatmul, "CF = s.rfactor(A, k)\n", "CF = s.rfactor(C, k)\n", "A, B, C"},
      {"double_buffer of an output", kChain, "s[D].double_buffer()\n",
       "D_copy = s.cache_write(D, \"global\")\ns[D_copy].compute_at(s[D], s[D].op.axis[0])\n"
       "s[D_copy].double_buffer()\n",
       "A, D"},
      {"storage_align of an output", kChain, "s[D].storage_align(D.op.axis[0], 8, 1)\n",
       "D_copy = s.cache_write(D, \"global\")\ns[D_copy].compute_at(s[D], s[D].op.axis[0])\n"
       "s[D_copy].storage_align(s[D_copy].op.axis[0], 8, 1)\n",
       "A, D"},
      {"an output in memory of its own", kChain, "s[D].set_scope(\"local\")\n",
       "D_copy = s.cache_write(D, \"local\")\ns[D_copy].compute_at(s[D], s[D].op.axis[0])\n", "A, D"},
      {"an input placed where nothing reads it", kChain, "s[A].compute_at(s[C], C.op.axis[0])\n",
       "A_copy = s.cache_read(A, \"global\", [B])\ns[A_copy].compute_at(s[B], s[B].op.axis[0])\n", "A, D"},
      {"a thread in place of a loop", kChain, "tx = te.thread_axis((0, 16), \"threadIdx.x\")\ns[D].parallel(tx)\n",
       "tx = te.thread_axis((0, 16), \"threadIdx.x\")\ns[D].bind(s[D].op.axis[0], tx)\n", "A, D"},
      {"a member of a group placed outside it", kChain,
       "g = s.create_group(outputs=C, inputs=A)\ns[B].compute_at(s[D], D.op.axis[0])\n",
       "g = s.create_group(outputs=C, inputs=A)\ng.compute_at(s[D], D.op.axis[0])\n", "A, D"},
      {"a layout that forgets a dimension", kChain, "s[B].transform_layout(lambda i: [i])\n",
       "s[B].transform_layout(lambda i, j: [i, j])\n", "A, D"},
      {"an argument that split does not have", kChain, "o, i = s[D].split(D.op.axis[0], size=4)\n",
       "o, i = s[D].split(D.op.axis[0], factor=4)\n", "A, D"},
      {"a data type by another name", "",
       "A = te.placeholder((8,), name=\"A\", dtype=\"single\")\n"
       "B = te.compute((8,), lambda i: A[i] * 2.0, name=\"B\")\ns = te.create_schedule(B.op)\n",
       "A = te.placeholder((8,), name=\"A\", dtype=\"float32\")\n"
       "B = te.compute((8,), lambda i: A[i] * 2.0, name=\"B\")\ns = te.create_schedule(B.op)\n",
       "A, B"},
      {"a negative dimension", "",
       "A = te.placeholder((8, -4), name=\"A\")\n"
       "B = te.compute((8, 4), lambda i, j: A[i, j] * 2.0, name=\"B\")\ns = te.create_schedule(B.op)\n",
       "A = te.placeholder((8, 4), name=\"A\")\n"
       "B = te.compute((8, 4), lambda i, j: A[i, j] * 2.0, name=\"B\")\ns = te.create_schedule(B.op)\n",
       "A, B"},
      {"an open bracket", kChain, "s[D].parallel(D.op.axis[0]\n", "s[D].parallel(D.op.axis[0])\n", "A, D"},
      {"an indented line", kChain, "  s[D].parallel(D.op.axis[0])\n", "s[D].parallel(D.op.axis[0])\n", "A, D"},
      {"rfactor of a loop that starts later",
       "A = te.placeholder((16, 32), name=\"A\")\nk = te.reduce_axis((4, 32), name=\"k\")\n"
       "C = te.compute((16,), lambda i: te.sum(A[i, k], axis=k), name=\"C\")\ns = te.create_schedule(C.op)\n",
       "CF = s.rfactor(C, k)\n", "ko, ki = s[C].split(k, factor=7)\nCF = s.rfactor(C, ki)\n", "A, C"},
      {"threads that reduce with a start value",
       "A = te.placeholder((16, 32), name=\"A\")\nk = te.reduce_axis((0, 32), name=\"k\")\n"
       "C = te.compute((16,), lambda i: te.sum(A[i, k], axis=k, init=1.0), name=\"C\")\n"
       "s = te.create_schedule(C.op)\n",
       "s[C].bind(k, te.thread_axis(\"threadIdx.x\"))\n",
       "s[C].bind(s[C].op.axis[0], te.thread_axis(\"threadIdx.x\"))\n", "A, C"},
      {"a vectorized loop bound to a thread", kChain,
       "s[D].vectorize(D.op.axis[1])\ns[D].bind(D.op.axis[1], te.thread_axis(\"threadIdx.x\"))\n",
       "s[D].bind(D.op.axis[1], te.thread_axis(\"threadIdx.x\"))\n", "A, D"},
      {"a thread by its name", kChain, "s[D].bind(D.op.axis[1], \"threadIdx.x\")\n",
       "s[D].bind(D.op.axis[1], te.thread_axis(\"threadIdx.x\"))\n", "A, D"},
      {"a loop by its number", kChain, "s[C].compute_at(s[D], 0)\n", "s[C].compute_at(s[D], s[D].op.axis[0])\n",
       "A, D"},
      {"both loops of a split", kChain, "o = s[D].split(D.op.axis[1], 4)\ns[D].vectorize(o)\n",
       "o = s[D].split(D.op.axis[1], 4)\ns[D].vectorize(o[1])\n", "A, D"},
      {"a loop from before cache_write", kMatmul,
       "io, ii = s[C].split(C.op.axis[0], 4)\nCL = s.cache_write(C, \"local\")\ns[CL].compute_at(s[C], io)\n",
       "CL = s.cache_write(C, \"local\")\nio, ii = s[C].split(C.op.axis[0], 4)\ns[CL].compute_at(s[C], io)\n",
       "A, B, C"},
      {"an axis from before rfactor", kMatmul, "CF = s.rfactor(C, k)\ns[C].parallel(C.op.axis[0])\n",
       "CF = s.rfactor(C, k)\ns[C].parallel(s[C].op.axis[0])\n", "A, B, C"},
      {"a stage that is not there", kChain, "s[E].parallel(D.op.axis[0])\n", "s[D].parallel(D.op.axis[0])\n", "A, D"},
      {"a loop that no split has made", kMatmul, "s[C].unroll(ki)\n",
       "ko, ki = s[C].split(k, factor=8)\ns[C].unroll(ki)\n", "A, B, C"},
      {"one too far", kChain, "s[D].parallel(D.op.axis[2])\n", "s[D].parallel(D.op.axis[1])\n", "A, D"},
      {"no loop to compute at", kChain, "s[C].compute_at(s[D])\n", "s[C].compute_at(s[D], s[D].op.axis[1])\n", "A, D"},
      {"bound to a loop", kChain, "s[D].bind(D.op.axis[0], D.op.axis[1])\n",
       "s[D].bind(D.op.axis[0], te.thread_axis(\"threadIdx.x\"))\n", "A, D"},
      {"tile of one axis", kChain, "a, b, c, d = s[D].tile(D.op.axis[0], D.op.axis[0], 4, 4)\n",
       "a, b, c, d = s[D].tile(D.op.axis[0], s[D].op.axis[1], 4, 4)\n", "A, D"},
      {"fuse of one axis", kChain, "f = s[D].fuse(D.op.axis[0], D.op.axis[0])\n",
       "f = s[D].fuse(s[D].op.axis[0], s[D].op.axis[1])\n", "A, D"},
      {"neither factor nor nparts", kChain, "o, i = s[D].split(D.op.axis[1])\n",
       "o, i = s[D].split(s[D].op.axis[1], factor=8)\n", "A, D"},
      {"too many names", kChain, "o, i, j = s[D].split(D.op.axis[1], 4)\n", "o, i = s[D].split(D.op.axis[1], 4)\n",
       "A, D"},
      {"prefetch of what is not read", kChain, "s[D].prefetch(A, D.op.axis[0], 1)\n",
       "s[D].prefetch(C, D.op.axis[0], 1)\n", "A, D"},
      // Ways of writing.
      {"a list of axes", kChain, "s[D].reorder([D.op.axis[1], D.op.axis[0]])\n",
       "s[D].reorder(*[D.op.axis[1], D.op.axis[0]])\n", "A, D"},
      {"an axis by its name", kChain, "s[D].parallel(\"i\")\n", "s[D].parallel(s[D].op.axis[0])\n", "A, D"},
      {"an axis of a tensor", kChain, "s[D].parallel(D.axis[0])\n", "s[D].parallel(D.op.axis[0])\n", "A, D"},
      {"a stage in parentheses", kChain, "s(D).parallel(D.op.axis[0])\n", "s[D].parallel(D.op.axis[0])\n", "A, D"},
      {"loop and stage swapped", kChain, "s[C].compute_at(D.op.axis[0], s[D])\n",
       "s[C].compute_at(s[D], D.op.axis[0])\n", "A, D"},
      {"no readers", kChain, "AA = s.cache_read(A, \"local\")\n", "AA = s.cache_read(A, \"local\", [B])\n", "A, D"},
      {"a tensor by its name", kChain, "CC = s.cache_write(\"C\", \"local\")\n", "CC = s.cache_write(C, \"local\")\n",
       "A, D"},
      // Computations.
      {"a sum over a dimension", kRows,
       "C = te.compute((8, 4), lambda i, j: te.sum(A[i, j], axis=j), name=\"C\")\ns = te.create_schedule(C.op)\n",
       "j_r = te.reduce_axis((0, 4), name=\"j\")\n"
       "C = te.compute((8,), lambda i: te.sum(A[i, j_r], axis=j_r), name=\"C\")\ns = te.create_schedule(C.op)\n",
       "A, C"},
      {"a power", kRows, "C = te.compute((8,), lambda i: A[i, 0] ** 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n",
       "C = te.compute((8,), lambda i: tir.pow(A[i, 0], 2.0), name=\"C\")\ns = te.create_schedule(C.op)\n", "A, C"},
      {"a select of two types", kRows,
       "C = te.compute((8,), lambda i: tir.Select(i > 3, A[i, 0], 0), name=\"C\")\ns = te.create_schedule(C.op)\n",
       "C = te.compute((8,), lambda i: tir.Select(i > 3, A[i, 0], tir.const(0, \"float32\")), name=\"C\")\n"
       "s = te.create_schedule(C.op)\n",
       "A, C"},
      {"past the last element", kRows,
       "C = te.compute((8,), lambda i: A[8, 0] + A[i, 1], name=\"C\")\ns = te.create_schedule(C.op)\n",
       "C = te.compute((8,), lambda i: A[7, 0] + A[i, 1], name=\"C\")\ns = te.create_schedule(C.op)\n", "A, C"},
      {"a reduce axis without a reduction", kRows,
       "C = te.compute((8,), lambda i: A[i, k] * 0.5, name=\"C\")\ns = te.create_schedule(C.op)\n",
       "C = te.compute((8,), lambda i: te.sum(A[i, k] * 0.5, axis=k), name=\"C\")\ns = te.create_schedule(C.op)\n",
       "A, C"},
      {"a sum over nothing", kRows,
       "C = te.compute((8,), lambda i: te.sum(A[i, k]), name=\"C\")\ns = te.create_schedule(C.op)\n",
       "C = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name=\"C\")\ns = te.create_schedule(C.op)\n", "A, C"},
      {"a reduction inside", kRows,
       "C = te.compute((8,), lambda i: te.sum(A[i, k], axis=k) * 0.25, name=\"C\")\ns = te.create_schedule(C.op)\n",
       "C_red = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name=\"C_red\")\n"
       "C = te.compute((8,), lambda i: C_red[i] * 0.25, name=\"C\")\ns = te.create_schedule(C.op)\n",
       "A, C"},
      {"and of expressions", kRows,
       "C = te.compute((8,), lambda i: tir.if_then_else(i > 0 and i < 3, A[i, 0], 0.0), name=\"C\")\n"
       "s = te.create_schedule(C.op)\n",
       "C = te.compute((8,), lambda i: tir.if_then_else(tir.all(i > 0, i < 3), A[i, 0], 0.0), name=\"C\")\n"
       "s = te.create_schedule(C.op)\n",
       "A, C"},
      {"if of an expression", kRows,
       "C = te.compute((8,), lambda i: A[i, 0] if i > 3 else 0.0, name=\"C\")\ns = te.create_schedule(C.op)\n",
       "C = te.compute((8,), lambda i: tir.if_then_else(i > 3, A[i, 0], 0.0), name=\"C\")\n"
       "s = te.create_schedule(C.op)\n",
       "A, C"},
      {"axes the other way round", kRows,
       "C = te.compute((4, 8), lambda i, j: A[i, j] * 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n",
       "C = te.compute((4, 8), lambda i, j: A[j, i] * 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n", "A, C"},
      {"too little room for a sum",
       "P = te.placeholder((4, 800), name=\"P\", dtype=\"uint8\")\n"
       "k = te.reduce_axis((0, 800), name=\"k\")\n",
       "C = te.compute((4,), lambda i: te.sum(tir.popcount(P[i, k]), axis=k), name=\"C\")\n"
       "s = te.create_schedule(C.op)\n",
       "C = te.compute((4,), lambda i: te.sum(tir.popcount(P[i, k]).astype(\"int32\"), axis=k), name=\"C\")\n"
       "s = te.create_schedule(C.op)\n",
       "P, C"},
      // Text that is no statement.
      {"an operand that is missing", kRows, "C = te.compute((8, 4), lambda i, j: A[i, j] * , name=\"C\")\n" kMade,
       "C = te.compute((8, 4), lambda i, j: A[i, j] , name=\"C\")\n" kMade, "A, C"},
      {"a comma that is missing", kRows, "C = te.compute((8, 4) lambda i, j: A[i, j], name=\"C\")\n" kMade,
       "C = te.compute((8, 4), lambda i, j: A[i, j], name=\"C\")\n" kMade, "A, C"},
      {"a colon that is missing", kRows, "C = te.compute((8, 4), lambda i, j A[i, j], name=\"C\")\n" kMade,
       "C = te.compute((8, 4), lambda i, j: A[i, j], name=\"C\")\n" kMade, "A, C"},
      {"a number of C", kRows, "C = te.compute((8, 4), lambda i, j: A[i, j] * 2.0f, name=\"C\")\n" kMade,
       "C = te.compute((8, 4), lambda i, j: A[i, j] * 2.0, name=\"C\")\n" kMade, "A, C"},
      {"quotation marks of a letter", kRows, "C = te.compute((8, 4), lambda i, j: A[i, j], name=\u201cC\u201d)\n" kMade,
       "C = te.compute((8, 4), lambda i, j: A[i, j], name=\"C\")\n" kMade, "A, C"},
      {"a comparison for an assignment", kRows, "C == te.compute((8, 4), lambda i, j: A[i, j], name=\"C\")\n" kMade,
       "C = te.compute((8, 4), lambda i, j: A[i, j], name=\"C\")\n" kMade, "A, C"},
      {"an annotation", kRows, "n: int = 8\nC = te.compute((n, 4), lambda i, j: A[i, j], name=\"C\")\n" kMade,
       "n = 8\nC = te.compute((n, 4), lambda i, j: A[i, j], name=\"C\")\n" kMade, "A, C"},
      // Python that a script does not have, in straight lines.
      {"a loop over axes", kChain, "for axis in s[D].op.axis:\n    s[D].unroll(axis)\n",
       "s[D].unroll(s[D].op.axis[0])\ns[D].unroll(s[D].op.axis[1])\n", "A, D"},
      {"a loop over numbers", kChain, "for n in range(2):\n    s[D].unroll(D.op.axis[n])\n",
       "s[D].unroll(D.op.axis[0])\ns[D].unroll(D.op.axis[1])\n", "A, D"},
      {"a branch", kChain, "if True:\n    s[D].unroll(D.op.axis[0])\nelse:\n    s[D].unroll(D.op.axis[1])\n",
       "s[D].unroll(D.op.axis[0])\n", "A, D"},
      {"a function", kRows, "def f(i, j):\n    return A[i, j] * 2.0\nC = te.compute((8, 4), f, name=\"C\")\n" kMade,
       "f = lambda i, j: A[i, j] * 2.0\nC = te.compute((8, 4), f, name=\"C\")\n" kMade, "A, C"},
      {"two statements", kChain, "o, i = s[D].split(D.op.axis[0], 4); s[D].unroll(i)\n",
       "o, i = s[D].split(D.op.axis[0], 4)\ns[D].unroll(i)\n", "A, D"},
      {"an update", kRows, "n = 4\nn += 4\nC = te.compute((n, 4), lambda i, j: A[i, j], name=\"C\")\n" kMade,
       "n = 4\nn = n + 4\nC = te.compute((n, 4), lambda i, j: A[i, j], name=\"C\")\n" kMade, "A, C"},
      {"a chained comparison", kRows,
       "C = te.compute((8, 4), lambda i, j: tir.if_then_else(1 <= i < 7, A[i, j], 0.0), name=\"C\")\n" kMade,
       "C = te.compute((8, 4), lambda i, j: tir.if_then_else(tir.all(1 <= i, i < 7), A[i, j], 0.0), "
       "name=\"C\")\n" kMade,
       "A, C"},
      {"a comprehension", kChain, "s[D].reorder(*[D.op.axis[1 - n] for n in range(2)])\n",
       "s[D].reorder(*[D.op.axis[1 - 0], D.op.axis[1 - 1]])\n", "A, D"},
      {"a module that is nearly tvm", kRows,
       "from tmv import te\nC = te.compute((8, 4), lambda i, j: A[i, j], name=\"C\")\n" kMade,
       "from tvm import te\nC = te.compute((8, 4), lambda i, j: A[i, j], name=\"C\")\n" kMade, "A, C"},
      {"a function that there is not", kRows, "C = te.compute((8, 4), lambda i, j: relu(A[i, j]), name=\"C\")\n" kMade,
       "C = te.compute((8, 4), lambda i, j: te.max(A[i, j], 0.0), name=\"C\")\n" kMade, "A, C"},
      {"a function by half its name", kRows,
       "C = te.compute((8, 4), lambda i, j: te.exponent(A[i, j]), name=\"C\")\n" kMade,
       "C = te.compute((8, 4), lambda i, j: te.exp(A[i, j]), name=\"C\")\n" kMade, "A, C"},
      // Stages and outputs.
      {"outputs of two kinds", kRows,
       "C, D = te.compute((8,), lambda i: (te.sum(A[i, k], axis=k), A[i, 0]), name=\"C\")\n" kMade,
       "C = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name=\"C\")\n"
       "D = te.compute((8,), lambda i: A[i, 0], name=\"D\")\ns = te.create_schedule([C.op, D.op])\n",
       "A, C, D"},
      {"the wrong axis of a sum", kRows, "C = te.compute((8,), lambda i: te.sum(A[i, k], axis=i), name=\"C\")\n" kMade,
       "C = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name=\"C\")\n" kMade, "A, C"},
      {"a sum over the only dimension", kRows,
       "C = te.compute((8,), lambda i: te.sum(A[i, 0], axis=i), name=\"C\")\n" kMade,
       "i_r = te.reduce_axis((0, 8), name=\"i\")\n"
       "C = te.compute((1,), lambda one: te.sum(A[i_r, 0], axis=i_r), name=\"C\")\n" kMade,
       "A, C"},
      {"a state of another shape", "X = te.placeholder((5, 3), name=\"X\")\n",
       "S = te.placeholder((5, 4), name=\"S\")\nI = te.compute((1, 3), lambda t, i: X[t, i], name=\"I\")\n"
       "U = te.compute((5, 3), lambda t, i: S[t - 1, i] + X[t, i], name=\"U\")\n"
       "C = te.scan(I, U, S, inputs=[X], name=\"C\")\n" kMade,
       "S = te.placeholder((5, 3), name=\"S\")\nI = te.compute((1, 3), lambda t, i: X[t, i], name=\"I\")\n"
       "U = te.compute((5, 3), lambda t, i: S[t - 1, i] + X[t, i], name=\"U\")\n"
       "C = te.scan(I, U, S, inputs=[X], name=\"C\")\n" kMade,
       "X, C"},
      {"a scan's parts in another order", "X = te.placeholder((5, 3), name=\"X\")\n",
       "S = te.placeholder((5, 3), name=\"S\")\nI = te.compute((1, 3), lambda t, i: X[t, i], name=\"I\")\n"
       "U = te.compute((5, 3), lambda t, i: S[t - 1, i] + X[t, i], name=\"U\")\n"
       "C = te.scan(I, S, U, inputs=[X], name=\"C\")\n" kMade,
       "S = te.placeholder((5, 3), name=\"S\")\nI = te.compute((1, 3), lambda t, i: X[t, i], name=\"I\")\n"
       "U = te.compute((5, 3), lambda t, i: S[t - 1, i] + X[t, i], name=\"U\")\n"
       "C = te.scan(I, U, S, inputs=[X], name=\"C\")\n" kMade,
       "X, C"},
      {"a group the wrong way round", kChain, "g = s.create_group(outputs=B, inputs=C)\n",
       "g = s.create_group(outputs=C, inputs=B)\n", "A, D"},
      {"a group that cuts another", kChain,
       "g = s.create_group(outputs=C, inputs=A)\nh = s.create_group(outputs=D, inputs=B)\n",
       "g = s.create_group(outputs=C, inputs=A)\nh = s.create_group(outputs=D, inputs=C)\n", "A, D"},
      {"a group inside one of its own stages", kChain,
       "g = s.create_group(outputs=C, inputs=A)\ng.compute_at(s[B], B.op.axis[0])\n",
       "g = s.create_group(outputs=C, inputs=A)\ng.compute_at(s[D], s[D].op.axis[1])\n", "A, D"},
      {"a scope that is no string", kChain, "E = s.cache_read(B, 3, [C])\n", "E = s.cache_read(B, \"local\", [C])\n",
       "A, D"},
      {"rfactor of what reduces nothing", kRows,
       "R = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name=\"R\")\n"
       "C = te.compute((8,), lambda i: R[i] * 0.25, name=\"C\")\n" kMade "F = s.rfactor(C, C.op.axis[0])\n",
       "R = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name=\"R\")\n"
       "C = te.compute((8,), lambda i: R[i] * 0.25, name=\"C\")\n" kMade "F = s.rfactor(R, k)\n",
       "A, C"},
      {"a layout that keeps a remainder", kChain, "s[C].transform_layout(lambda i, j: [i, j % 4])\n",
       "s[C].transform_layout(lambda i, j: [i, j // 4, j % 4])\n", "A, D"},
      {"a while that counts", kChain, "n = 0\nwhile n < 2:\n    s[D].unroll(D.op.axis[n])\n    n += 1\n",
       "n = 0\ns[D].unroll(D.op.axis[0])\ns[D].unroll(D.op.axis[1])\nn = 2\n", "A, D"},
      {"two readers of one stage, placed at one of them", "",
       "A = te.placeholder((16, 24), name=\"A\")\n"
       "P = te.compute((16, 24), lambda i, j: A[i, j] + 1.0, name=\"P\")\n"
       "Q = te.compute((16, 24), lambda i, j: P[i, j] * 2.0, name=\"Q\")\n"
       "R = te.compute((16, 24), lambda i, j: P[i, j] - 3.0, name=\"R\")\n"
       "T = te.compute((16, 24), lambda i, j: Q[i, j] + R[i, j], name=\"T\")\n"
       "s = te.create_schedule(T.op)\ns[P].compute_at(s[Q], Q.op.axis[0])\n",
       "A = te.placeholder((16, 24), name=\"A\")\n"
       "P = te.compute((16, 24), lambda i, j: A[i, j] + 1.0, name=\"P\")\n"
       "Q = te.compute((16, 24), lambda i, j: P[i, j] * 2.0, name=\"Q\")\n"
       "R = te.compute((16, 24), lambda i, j: P[i, j] - 3.0, name=\"R\")\n"
       "T = te.compute((16, 24), lambda i, j: Q[i, j] + R[i, j], name=\"T\")\n"
       "s = te.create_schedule(T.op)\ns[Q].compute_at(s[T], s[T].op.axis[0])\n"
       "s[R].compute_at(s[T], s[T].op.axis[0])\ns[P].compute_at(s[T], s[T].op.axis[0])\n",
       "A, T"},
      {"one of three readers is in a loop already", "",
       "A = te.placeholder((16, 24), name=\"A\")\n"
       "B = te.compute((16, 24), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
       "C = te.compute((16, 24), lambda i, j: B[i, j] * 2.0, name=\"C\")\n"
       "D = te.compute((16, 24), lambda i, j: B[i, j] - 3.0, name=\"D\")\n"
       "E = te.compute((16, 24), lambda i, j: B[i, j] + C[i, j] + D[i, j], name=\"E\")\n"
       "s = te.create_schedule(E.op)\ns[C].compute_at(s[E], E.op.axis[1])\n"
       "s[B].compute_at(s[C], C.op.axis[1])\n",
       "A = te.placeholder((16, 24), name=\"A\")\n"
       "B = te.compute((16, 24), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
       "C = te.compute((16, 24), lambda i, j: B[i, j] * 2.0, name=\"C\")\n"
       "D = te.compute((16, 24), lambda i, j: B[i, j] - 3.0, name=\"D\")\n"
       "E = te.compute((16, 24), lambda i, j: B[i, j] + C[i, j] + D[i, j], name=\"E\")\n"
       "s = te.create_schedule(E.op)\ns[C].compute_at(s[E], E.op.axis[1])\n"
       "s[D].compute_at(s[E], s[E].op.axis[1])\ns[B].compute_at(s[E], s[E].op.axis[1])\n",
       "A, E"},
      {"parallel inside parallel", kChain, "s[D].parallel(D.op.axis[0])\ns[D].parallel(D.op.axis[1])\n",
       "D_p = s[D].fuse(s[D].op.axis[0], s[D].op.axis[1])\ns[D].parallel(D_p)\n", "A, D"},
      {"two shapes that do not fit", "",
       "A = te.placeholder((8, 4), name=\"A\")\nB = te.placeholder((4, 8), name=\"B\")\n"
       "C = te.compute((8, 8), lambda i, j: A[i, j] + B[i, j], name=\"C\")\n" kMade,
       "A = te.placeholder((8, 4), name=\"A\")\nB = te.placeholder((4, 8), name=\"B\")\n"
       "C = te.compute((8, 8), lambda i, j: tir.if_then_else(j < 4, A[i, j], 0.0) + "
       "tir.if_then_else(i < 4, B[i, j], 0.0), name=\"C\")\n" kMade,
       "A, B, C"},
      {"a scan's update placed", kScan, "s[step].compute_at(s[Z], Z.op.axis[0])\n",
       "s[Y].compute_at(s[Z], Z.op.axis[0])\n", "X, Z"},
      {"a scan's state of the same step", "",
       "X = te.placeholder((8, 4), name=\"X\")\nst = te.placeholder((8, 4), name=\"st\")\n"
       "first = te.compute((1, 4), lambda t, i: X[0, i], name=\"first\")\n"
       "step = te.compute((8, 4), lambda t, i: st[t, i] + X[t, i], name=\"step\")\n"
       "Y = te.scan(first, step, st, inputs=[X], name=\"Y\")\ns = te.create_schedule(Y.op)\n",
       "X = te.placeholder((8, 4), name=\"X\")\nst = te.placeholder((8, 4), name=\"st\")\n"
       "first = te.compute((1, 4), lambda t, i: X[0, i], name=\"first\")\n"
       "step = te.compute((8, 4), lambda t, i: st[t - 1, i] + X[t, i], name=\"step\")\n"
       "Y = te.scan(first, step, st, inputs=[X], name=\"Y\")\ns = te.create_schedule(Y.op)\n",
       "X, Y"},
      {"a scan's state of fewer dimensions", "", kScanOf("(8,)", "(1, 4)", "t, i"), kScanOf("(8, 4)", "(1, 4)", "t, i"),
       "X, Z"},
      {"first states of fewer dimensions", "", kScanOf("(8, 4)", "(1,)", "t"), kScanOf("(8, 4)", "(1, 4)", "t, i"),
       "X, Z"},
      {"an intrinsic that cannot add", kDot, "s[C].tensorize(ki, dot)\n",
       "C_part = s.rfactor(C, ko)\ns[C_part].tensorize(s[C_part].op.reduce_axis[0], dot)\n", "A, B, C"},
      {"an intrinsic for whole vectors at a tail", kChain,
       "a = te.placeholder((5,), name=\"a\")\nc = te.compute((5,), lambda i: a[i] - 3.0, name=\"c\")\n"
       "minus = te.decl_tensor_intrin(c.op, lambda ins, outs: outs[0].vstore(0, ins[0].vload(0) - 3.0))\n"
       "jo, ji = s[D].split(D.op.axis[1], 5)\ns[D].tensorize(ji, minus)\n",
       "a = te.placeholder((5,), name=\"a\")\nc = te.compute((5,), lambda i: a[i] - 3.0, name=\"c\")\n"
       "minus = te.decl_tensor_intrin(c.op, lambda ins, outs: outs[0].vstore(0, ins[0].vload(0) - 3.0))\n"
       "jo, ji = s[D].split(D.op.axis[1], 5)\ns[D].vectorize(ji)\n",
       "A, D"},
  };
  return all;
}

std::string whole(const Example& e, const char* lines) {
  return std::string("import tvm\nfrom tvm import te, tir\n") + e.head + lines + "tvm.lower(s, [" + e.args +
         "], name=\"main\")\n";
}

}  // namespace

class TestMends : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void first_fixes_data() {
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < examples().size(); ++i) QTest::newRow(examples()[i].name) << static_cast<int>(i);
  }
  void first_fixes() {
    QFETCH(int, index);
    const Example& e = examples()[static_cast<size_t>(index)];
    const std::string text = whole(e, e.broken);
    const script::Program p = script::read(text);
    std::string said;
    for (const Diagnostic& d : p.diagnostics) said += format(d);
    const auto error = std::find_if(p.diagnostics.begin(), p.diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::Error; });
    QVERIFY2(error != p.diagnostics.end() && !error->fixes.empty(), said.c_str());
    const std::string mended = apply_fix(text, error->fixes[0]);
    QCOMPARE(QString::fromStdString(mended), QString::fromStdString(whole(e, e.mended)));
    QVERIFY(script::read(mended).ok());
  }

  // A tensor that nothing needs becomes an output, of the schedule and of the kernel.
  void unneeded_tensor() {
    const std::string text =
        "A = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: A[i] + 1.0, name=\"B\")\n"
        "C = te.compute((8,), lambda i: A[i] * 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n"
        "s[B].parallel(B.op.axis[0])\ntvm.lower(s, [A, C], name=\"main\")\n";
    const script::Program p = script::read(text);
    QCOMPARE(
        QString::fromStdString(apply_fix(text, p.diagnostics.at(0).fixes.at(0))),
        QStringLiteral("A = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: A[i] + 1.0, name=\"B\")\n"
                       "C = te.compute((8,), lambda i: A[i] * 2.0, name=\"C\")\ns = te.create_schedule([C.op, B.op])\n"
                       "s[B].parallel(B.op.axis[0])\ntvm.lower(s, [A, C, B], name=\"main\")\n"));
  }

  // The lines with which TVM's tutorials end.
  void tutorials_end() {
    const std::string begin =
        "A = te.placeholder((8,), name=\"A\")\nC = te.compute((8,), lambda i: A[i] + 1.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n";
    for (const char* end :
         {"print(tvm.lower(s, [A, C], simple_mode=True))\n", "f = tvm.build(s, [A, C], \"llvm\")\n"}) {
      const script::Program p = script::read(begin + end);
      QCOMPARE(p.diagnostics.size(), size_t(1));
      QVERIFY(script::read(apply_fix(begin + end, p.diagnostics[0].fixes.at(0))).ok());
    }
  }

  // Steps of a schedule that was never made.
  void no_schedule() {
    const std::string text =
        "A = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: A[i] + 1.0, name=\"B\")\n"
        "s[B].parallel(B.op.axis[0])\ntvm.lower(s, [A, B], name=\"main\")\n";
    const script::Program p = script::read(text);
    const std::string mended = apply_fix(text, p.diagnostics.at(0).fixes.at(0));
    QVERIFY(mended.find("s = te.create_schedule(B.op)\ns[B].parallel") != std::string::npos);
    QVERIFY(script::read(mended).ok());
  }

  // A warning has a fix where the computation would come out otherwise.
  void too_small_a_sum() {
    const std::string text =
        "A = te.placeholder((8, 64), name=\"A\", dtype=\"int8\")\nk = te.reduce_axis((0, 64), name=\"k\")\n"
        "B = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name=\"B\")\ns = te.create_schedule(B.op)\n"
        "tvm.lower(s, [A, B], name=\"main\")\n";
    const script::Program p = script::read(text);
    const std::string mended = apply_fix(text, p.diagnostics.at(0).fixes.at(0));
    QVERIFY(mended.find("A[i, k].astype(\"int32\")") != std::string::npos);
    QVERIFY(script::read(mended).diagnostics.empty());
  }

  // What is said of a step, its fixes included, and that each of them gives a script without errors.
  void says(const std::string& text, const char* wanted) {
    const script::Program p = script::read(text);
    std::string said;
    for (const Diagnostic& d : p.diagnostics) said += format(d);
    QCOMPARE(QString::fromStdString(said), QString::fromUtf8(wanted));
    for (const Diagnostic& d : p.diagnostics)
      for (const Fix& fix : d.fixes) {
        const script::Program mended = script::read(apply_fix(text, fix));
        QVERIFY2(mended.ok() &&
                     std::ranges::none_of(mended.diagnostics, [&](const Diagnostic& o) { return o.code == d.code; }),
                 apply_fix(text, fix).c_str());
      }
  }

  void imports_what_the_script_uses() {
    says(
        "import os\nA = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: tir.exp(A[i]), "
        "name=\"B\")\ns = te.create_schedule(B.op)\ntvm.lower(s, [A, B], name=\"main\")\n",
        "line 1:1: error: only tvm can be imported [NW2005]\n"
        "  legal: import tvm, from tvm import te, tir, topi\n"
        "  fix: import what the script uses\n"
        "    1~ import tvm\nfrom tvm import te, tir\n");
  }

  void a_tensor_that_nothing_reads() {
    says(
        "A = te.placeholder((8, 6), name=\"A\")\n"
        "B = te.compute((8, 6), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
        "C = te.compute((8, 6), lambda i, j: A[i, j] * A[0, j], name=\"C\")\n"
        "s = te.create_schedule(C.op)\ns[B].compute_inline()\ntvm.lower(s, [A, C], name=\"main\")\n",
        "line 5:3: error: B has no stage in this schedule [NW2032]\n"
        "  because the schedule holds what its outputs need, and they do not need B\n"
        "  fix: let C read B instead of A\n"
        "    3~ C = te.compute((8, 6), lambda i, j: B[i, j] * B[0, j], name=\"C\")\n"
        "  fix: leave this step out\n"
        "    5- \n");
  }

  void reducing_what_reduces_nothing() {
    says(
        "A = te.placeholder((8, 12), name=\"A\")\n"
        "C = te.compute((8, 12), lambda i, j: A[i, j] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\nF = s.rfactor(C, C.op.axis[1])\ntvm.lower(s, [A, C], name=\"main\")\n",
        "line 4:15: error: rfactor needs a reduction, and C is none [NW2126]\n"
        "  because rfactor splits the work of a reduction into partial results\n"
        "  fix: split the loop instead\n"
        "    4~ F_o, F_i = s[C].split(C.op.axis[1], factor=4)\n");
  }

  void steps_on_an_inlined_stage() {
    says(
        "A = te.placeholder((8, 12), name=\"A\")\n"
        "B = te.compute((8, 12), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
        "C = te.compute((8, 12), lambda i, j: B[i, j] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\ns[B].compute_inline()\ni, j = s[B].op.axis\n"
        "jo, ji = s[B].split(j, factor=4)\ns[B].vectorize(ji)\ntvm.lower(s, [A, C], name=\"main\")\n",
        "line 7:1: error: B is inlined, so it has no loops to schedule [NW2306]\n"
        "  because B was inlined in line 5\n"
        "  because j was split into jo and ji in line 7\n"
        "  because ji was vectorized in line 8\n"
        "  legal: schedule the stage that B is inlined into, do not inline B\n"
        "  fix: do not inline B\n"
        "    5- \n"
        "  fix: say it of C, into which B is inlined\n"
        "    6~ i, j = s[C].op.axis\n"
        "    7~ jo, ji = s[C].split(j, factor=4)\n"
        "    8~ s[C].vectorize(ji)\n");
  }

  void loops_that_rfactor_made_anew() {
    const std::string head =
        "A = te.placeholder((64, 256), name=\"A\")\nk = te.reduce_axis((0, 256), name=\"k\")\n"
        "B = te.compute((64,), lambda i: te.sum(A[i, k], axis=k), name=\"B\")\ns = te.create_schedule(B.op)\n"
        "i, = s[B].op.axis\nko, ki = s[B].split(k, factor=16)\nBF = s.rfactor(B, ki)\n";
    const std::string end = "tvm.lower(s, [A, B], name=\"main\")\n";
    says(head + "s[B].unroll(ko)\n" + end,
         "line 8:1: error: this axis is no longer a loop of B.repl [NW2100]\n"
         "  because rfactor in line 7 made the loops anew: ko is k.outer of B.rf now\n"
         "  legal: ax0, k.inner.v\n"
         "  fix: say it of k.outer of B.rf\n"
         "    8~ s[BF].unroll(s[BF].op.reduce_axis[0])\n"
         "  fix: delete the step\n"
         "    8- \n");
    says(head + "s[B].unroll(ki)\n" + end,
         "line 8:1: error: this axis is no longer a loop of B.repl [NW2100]\n"
         "  because rfactor in line 7 made the loops anew: ki is k.inner of B.rf now\n"
         "  legal: ax0, k.inner.v\n"
         "  fix: use the loops that B.repl has now\n"
         "    8~ s[B].unroll(s[B].op.reduce_axis[0])\n"
         "  fix: say it of k.inner of B.rf\n"
         "    8~ s[BF].unroll(s[BF].op.axis[0])\n"
         "  fix: delete the step\n"
         "    8- \n");
    says(head + "s[B].parallel(i)\n" + end,
         "line 8:15: error: i is an axis of B.rf, not of B.repl [NW2101]\n"
         "  because every stage has axes of its own, also where their names or extents are the same\n"
         "  because rfactor in line 7 made the loops anew: i is i of B.rf now\n"
         "  legal: ax0\n"
         "  fix: use the loops that B.repl has now\n"
         "    8~ s[B].parallel(s[B].op.axis[0])\n"
         "  fix: say it of B.rf\n"
         "    8~ s[BF].parallel(i)\n"
         "  fix: delete the step\n"
         "    8- \n");
    says(head + "s[BF].reorder(ko, ki, i)\n" + end,
         "line 8:1: error: this axis is an axis of B.repl, not of B.rf [NW2101]\n"
         "  because every stage has axes of its own, also where their names or extents are the same\n"
         "  legal: k.inner, i, k.outer\n"
         "  fix: use the loops that B.rf has now\n"
         "    8~ s[BF].reorder(s[BF].op.reduce_axis[0], s[BF].op.axis[0], i)\n"
         "  fix: delete the step\n"
         "    8- \n");
  }

  void a_factor_that_divides() {
    const std::string head =
        "A = te.placeholder((8, 12), name=\"A\")\nC = te.compute((8, 12), lambda i, j: A[i, j] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n";
    const std::string end = "tvm.lower(s, [A, C], name=\"main\")\n";
    says(head + "jo, ji = s[C].split(C.op.axis[1], factor=8)\n" + end,
         "line 4:1: warning: the innermost loop of C tests whether j is over: 8 does not divide 12 [NW2512]\n"
         "  because 2 × 8 = 16 iterations for 12\n"
         "  fix: split by 6, which divides 12\n"
         "    4~ jo, ji = s[C].split(C.op.axis[1], factor=6)\n"
         "  fix: split by 4, which divides 12\n"
         "    4~ jo, ji = s[C].split(C.op.axis[1], factor=4)\n");
    says(head + "jo, ji = s[C].split(C.op.axis[1], nparts=5)\n" + end,
         "line 4:1: warning: the innermost loop of C tests whether j is over: 3 does not divide 12 [NW2512]\n"
         "  because 5 × 3 = 15 iterations for 12\n"
         "  fix: split into 6 parts, which divide 12\n"
         "    4~ jo, ji = s[C].split(C.op.axis[1], nparts=6)\n"
         "  fix: split into 4 parts, which divide 12\n"
         "    4~ jo, ji = s[C].split(C.op.axis[1], nparts=4)\n");
    says(head + "a, b, c, d = s[C].tile(C.op.axis[0], C.op.axis[1], 4, 8)\n" + end,
         "line 4:1: warning: the innermost loop of C tests whether j is over: 8 does not divide 12 [NW2512]\n"
         "  because 2 × 8 = 16 iterations for 12\n"
         "  fix: split by 6, which divides 12\n"
         "    4~ a, b, c, d = s[C].tile(C.op.axis[0], C.op.axis[1], 4, 6)\n"
         "  fix: split by 4, which divides 12\n"
         "    4~ a, b, c, d = s[C].tile(C.op.axis[0], C.op.axis[1], 4, 4)\n");
  }

  void marks_of_long_loops() {
    const std::string head =
        "A = te.placeholder((600000,), name=\"A\")\nC = te.compute((600000,), lambda i: A[i] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n";
    const std::string end = "tvm.lower(s, [A, C], name=\"main\")\n";
    says(head + "s[C].vectorize(C.op.axis[0])\n" + end,
         "line 4:1: warning: i has 600000 iterations, too many to be one vector [NW2514]\n"
         "  because a vector register holds 16 of float32 at most; longer vectors are written out\n"
         "  fix: split i by 16, and vectorize the inner loop\n"
         "    4~ io, ii = s[C].split(s[C].op.axis[0], factor=16)\ns[C].vectorize(ii)\n");
    says(head + "i = C.op.axis[0]\ns[C].unroll(i)\n" + end,
         "line 5:1: warning: i has 600000 iterations, too many to be written out one by one [NW2514]\n"
         "  because the compiler works on every copy, for seconds on more than 1024: past that the loop stays a loop\n"
         "  fix: split i by 16, and unroll the inner loop\n"
         "    5~ io, ii = s[C].split(i, factor=16)\ns[C].unroll(ii)\n");
    says(head +
             "io, i1 = s[C].split(C.op.axis[0], factor=120)\nia, ib = s[C].split(io, factor=20)\n"
             "s[C].unroll(ib)\ns[C].unroll(i1)\n" +
             end,
         "line 6:1: warning: ib has 20 iterations of 120 copies each, too many to be written out one by one [NW2514]\n"
         "  because the compiler works on every copy, for seconds on more than 1024: past that the loop stays a loop\n"
         "  fix: split ib by 5, and unroll the inner loop\n"
         "    6~ ibo, ibi = s[C].split(ib, factor=5)\ns[C].unroll(ibi)\n");
    const std::string short_one =
        "A = te.placeholder((1024,), name=\"A\")\nC = te.compute((1024,), lambda i: A[i] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\ns[C].vectorize(C.op.axis[0])\n";
    says(short_one + end, "");
  }

  void partial_results_of_a_long_loop() {
    const std::string head =
        "A = te.placeholder((2048, 2048), name=\"A\")\nk = te.reduce_axis((0, 2048), name=\"k\")\n"
        "C = te.compute((2048, 16), lambda i, j: te.sum(A[i, k] * A[j, k], axis=k), name=\"C\")\n"
        "s = te.create_schedule(C.op)\n";
    const std::string end = "tvm.lower(s, [A, C], name=\"main\")\n";
    says(head + "C_rf = s.rfactor(C, k)\n" + end,
         "line 5:1: warning: C.rf keeps 256 MiB of partial results, 2048 for each of C.repl [NW2516]\n"
         "  because all of them are written to memory and read again\n"
         "  because a loop of few iterations makes few: split the reduction, and factor over a short part\n");
    says(head + "ko, ki = s[C].split(k, factor=8)\nC_rf = s.rfactor(C, ki)\n" + end, "");
  }

  // Of 56 iterations by 14: the number is said, and no part is shorter.
  void loops_that_a_split_would_give() {
    const script::Program p = script::read(
        "A = te.placeholder((56,), name=\"A\")\nC = te.compute((56,), lambda h: A[h] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\ns[C].vectorize(hi)\ntvm.lower(s, [A, C], name=\"main\")\n");
    const auto& fixes = p.diagnostics[0].fixes;
    const auto split = std::ranges::find(fixes, std::string("split h by 14 into them first"), &Fix::title);
    QVERIFY(split != fixes.end());
    QCOMPARE(split->edits[0].text, std::string("ho, hi = s[C].split(s[C].op.axis[0], factor=14)"));
  }

  // Where a step says anew what an earlier one said, that one is what to take away: all of its lines.
  void steps_without_effect_are_taken_away() {
    const std::string head =
        "A = te.placeholder((8, 16), name=\"A\")\nB = te.compute((8, 16), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
        "C = te.compute((8, 16), lambda i, j: B[i, j] * 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n"
        "i, j = s[C].op.axis\n";
    const std::string end = "tvm.lower(s, [A, C], name=\"main\")\n";
    says(head + "s[C].unroll(\n    j)\ns[C].vectorize(j)\n" + end,
         "line 8:16: warning: j was unrolled in line 6; now it is vectorized [NW2515]\n"
         "  because the last that is said of what a loop becomes holds\n"
         "  fix: take line 6 away\n"
         "    6- \n"
         "    7- \n");
    says(head + "s[B].compute_at(s[C], i)\ns[B].compute_inline()\n" + end,
         "line 7:1: warning: B was placed at i in line 6; now it is inlined [NW2506]\n"
         "  because the last placement of a stage holds\n"
         "  fix: take line 6 away\n"
         "    6- \n");
  }

  void the_same_place_twice() {
    const std::string head =
        "A = te.placeholder((8, 16), name=\"A\")\nB = te.compute((8, 16), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
        "C = te.compute((8, 16), lambda i, j: B[i, j] * 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n"
        "i, j = s[C].op.axis\n";
    const script::Program p = script::read(head + "s[B].compute_at(s[C], i)\ns[B].compute_at(s[C], i)\n" +
                                           "tvm.lower(s, [A, C], name=\"main\")\n");
    QCOMPARE(QString::fromStdString(p.diagnostics.at(0).message),
             QStringLiteral("B was placed at i in line 6; now it is placed at i again"));
  }

  // Its names follow the axis, and what is written behind a line stays there.
  void partial_results_side_by_side() {
    const std::string head =
        "A = te.placeholder((8, 64), name=\"A\")\nB = te.placeholder((8, 64), name=\"B\")\n"
        "k = te.reduce_axis((0, 64), name=\"k\")\n"
        "C = te.compute((8, 8), lambda i, j: te.sum(A[i, k] * B[j, k], axis=k), name=\"C\")\n"
        "s = te.create_schedule(C.op)\nko, ki = s[C].split(k, factor=16)\n";
    const std::string text = head +
                             "CF = s.rfactor(C, ki)  # sixteen sums\n"
                             "ki2, i, j = s[CF].op.axis\n"
                             "s[CF].reorder(i, j, s[CF].op.reduce_axis[0], ki2)\n"
                             "s[CF].vectorize(ki2)\n"
                             "tvm.lower(s, [A, B, C], name=\"main\")\n";
    const script::Program p = script::read(text);
    const auto apart = std::ranges::find(p.diagnostics, "NW2511", &Diagnostic::code);
    QVERIFY(apart != p.diagnostics.end());
    QCOMPARE(apart->message, std::string("the lanes of ki2 are 64 elements apart in C.rf"));
    QCOMPARE(apart->fixes.size(), size_t(1));
    QCOMPARE(apart->fixes[0].title, std::string("make ki the last axis of CF"));
    const std::string mended = apply_fix(text, apart->fixes[0]);
    QVERIFY2(mended.find("CF = s.rfactor(C, ki, 2)  # sixteen sums\ni, j, ki2 = s[CF].op.axis\n") != std::string::npos,
             mended.c_str());
    QVERIFY(script::read(mended).diagnostics.empty());
  }

  // What follows a block that was refused is said once.
  void refused_once() {
    const script::Program p = script::read(
        "A = te.placeholder((8,), name=\"A\")\nif True:\n    n = 8\nelif False:\n    n = 4\nelse:\n    n = 2\n"
        "def f(i):\n    return A[i]\nC = te.compute((8,), f, name=\"C\")\ns = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n");
    QCOMPARE(p.diagnostics.size(), size_t(2));
    QCOMPARE(line_of(p.diagnostics[0]), 2);
    QCOMPARE(line_of(p.diagnostics[1]), 8);
  }

  // A step whose name others use cannot be left out; one that nobody uses can.
  void leaving_out_is_the_last_resort() {
    const Example& e = examples()[0];
    const std::string lost = whole(e, "CF = s.rfactor(C, C.op.axis[0])\n");
    const script::Program p = script::read(lost);
    QCOMPARE(p.diagnostics[0].fixes.size(), size_t(1));
    QCOMPARE(QString::fromStdString(p.diagnostics[0].fixes[0].title), QStringLiteral("factor over k"));
    const script::Program none = script::read(
        "A = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: A[i] + 1.0, name=\"B\")\n"
        "s = te.create_schedule(B.op)\nF = s.rfactor(A, B.op.axis[0])\ntvm.lower(s, [A, B], name=\"main\")\n");
    QCOMPARE(QString::fromStdString(none.diagnostics[0].fixes.at(0).title), QStringLiteral("delete the step"));
  }
};

NW_TEST(TestMends);
#include "test_mends.moc"
