// SPDX-License-Identifier: GPL-3.0-or-later
// The first fix of a mistake gives a script without errors that still does what was meant.
#include <QTest>
#include <algorithm>

#include "fixes/read.h"
#include "registry.h"

using namespace nw;

namespace {

struct Example {
  const char* name;
  const char* head;    // what is before
  const char* broken;  // the lines with the mistake
  const char* fixed;   // those lines after the first fix
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
       "C = te.compute((4,), lambda i: te.sum(tir.popcount(P[i, k]) + tir.const(1, \"uint8\"), axis=k), name=\"C\")\n"
       "s = te.create_schedule(C.op)\n",
       "C = te.compute((4,), lambda i: te.sum((tir.popcount(P[i, k]) + tir.const(1, \"uint8\")).astype(\"int32\"), "
       "axis=k), name=\"C\")\n"
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
      {"threads around a scan without a range", kScan,
       "tx = te.thread_axis(\"threadIdx.x\")\ns[Y].env_threads(tx)\ns[step].bind(step.op.axis[1], tx)\n",
       "tx = te.thread_axis((0, 4), \"threadIdx.x\")\ns[Y].env_threads(tx)\ns[step].bind(step.op.axis[1], tx)\n",
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

class TestFixes : public QObject {
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
    const script::Program p = fixes::read(text);
    std::string said;
    for (const Diagnostic& d : p.diagnostics) said += format(d);
    const auto error = std::find_if(p.diagnostics.begin(), p.diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::Error; });
    QVERIFY2(error != p.diagnostics.end() && !error->fixes.empty(), said.c_str());
    const std::string fixed = apply_fix(text, error->fixes[0]);
    QCOMPARE(QString::fromStdString(fixed), QString::fromStdString(whole(e, e.fixed)));
    QVERIFY(fixes::read(fixed).ok());
  }

  // What a message suggests is one of the fixes, so that the window has a button for it.
  void every_suggested_word_is_a_fix_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("fixed");
    QTest::newRow("name") << "s[DD].unroll(D.op.axis[0])" << "NW2010" << "s[D].unroll(D.op.axis[0])";
    QTest::newRow("step") << "s[D].unrol(D.op.axis[0])" << "NW2011" << "s[D].unroll(D.op.axis[0])";
    QTest::newRow("argument") << "xo, xi = s[D].split(D.op.axis[0], factr=4)" << "NW2012"
                              << "xo, xi = s[D].split(D.op.axis[0], factor=4)";
    QTest::newRow("argument on two lines") << "xo, xi = s[D].split(D.op.axis[0],\n    factr=4)" << "NW2012"
                                           << "xo, xi = s[D].split(D.op.axis[0],\n    factor=4)";
    QTest::newRow("pragma") << "s[D].pragma(D.op.axis[0], \"unrol_explicit\")" << "NW2508"
                            << "s[D].pragma(D.op.axis[0], \"unroll_explicit\")";
  }
  void every_suggested_word_is_a_fix() {
    QFETCH(QString, line);
    QFETCH(QString, code);
    QFETCH(QString, fixed);
    const std::string text = kChain + line.toStdString() + "\ntvm.lower(s, [A, D], name=\"main\")\n";
    const script::Program p = fixes::read(text);
    const auto found = std::ranges::find(p.diagnostics, code.toStdString(), &Diagnostic::code);
    QVERIFY2(found != p.diagnostics.end() && !found->fixes.empty(), qPrintable(code));
    QStringList fixes;
    for (const Fix& fix : found->fixes) fixes << QString::fromStdString(apply_fix(text, fix));
    QVERIFY2(fixes.contains(QString::fromStdString(text).replace(line, fixed)), qPrintable(fixes.join("\n--\n")));
  }

  // A step whose name others use cannot be left out; one that nobody uses can.
  void leaving_out_is_the_last_resort() {
    const Example& e = examples()[0];
    const std::string lost = whole(e, "CF = s.rfactor(C, C.op.axis[0])\n");
    const script::Program p = fixes::read(lost);
    QCOMPARE(p.diagnostics[0].fixes.size(), size_t(1));
    QCOMPARE(QString::fromStdString(p.diagnostics[0].fixes[0].title), QStringLiteral("factor over k"));
    const script::Program none = fixes::read(
        "A = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: A[i] + 1.0, name=\"B\")\n"
        "s = te.create_schedule(B.op)\nF = s.rfactor(A, B.op.axis[0])\ntvm.lower(s, [A, B], name=\"main\")\n");
    QCOMPARE(QString::fromStdString(none.diagnostics[0].fixes.at(0).title), QStringLiteral("delete the step"));
  }
};

NW_TEST(TestFixes);
#include "test_fixes.moc"
