// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of fixed shape: reductions, products of matrices, moves of data, sizes that are known at the run only,
// and schedules.
#include <vector>

#include "kernels.h"

namespace nw::plugin_check {

namespace {

const std::vector<KernelScript> kScripts = {
    // ── reductions
    {"reduction.sum", R"(A = te.placeholder((19, 130), name="A")
k = te.reduce_axis((0, 130), name="k")
C = te.compute((19,), lambda i: te.sum(A[i, k], axis=k), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="sum")
)"},
    {"reduction.all", R"(A = te.placeholder((23, 29), name="A")
k = te.reduce_axis((0, 23), name="k")
l = te.reduce_axis((0, 29), name="l")
C = te.compute((1,), lambda i: te.sum(A[k, l], axis=[k, l]), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="sum_all")
)"},
    {"reduction.min", R"(A = te.placeholder((19, 33), name="A")
k = te.reduce_axis((0, 19), name="k")
C = te.compute((33,), lambda j: te.min(A[k, j], axis=k), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="min")
)"},
    {"reduction.product", R"(A = te.placeholder((11, 7), name="A")
C = topi.prod(A, axis=1)
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="product")
)"},
    {"reduction.where", R"(A = te.placeholder((20, 31), name="A")
k = te.reduce_axis((0, 31), name="k")
C = te.compute((20,), lambda i: te.sum(A[i, k], axis=k, where=k <= i), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="sum_where")
)"},
    {"reduction.two_results", R"(A = te.placeholder((9, 40), name="A")
k = te.reduce_axis((0, 40), name="k")
argmax = te.comm_reducer(
    lambda x, y: (tir.Select(x[1] >= y[1], x[0], y[0]), tir.Select(x[1] >= y[1], x[1], y[1])),
    lambda t0, t1: (tir.const(-1, t0), te.min_value(t1)),
    name="argmax")
I, V = te.compute((9,), lambda i: argmax((k, A[i, k]), axis=k), name="T")
s = te.create_schedule(I.op)
tvm.lower(s, [A, I, V], name="argmax")
)"},
    {"reduction.rfactor", R"(A = te.placeholder((256,), name="A")
k = te.reduce_axis((0, 256), name="k")
C = te.compute((1,), lambda i: te.sum(A[k], axis=k), name="C")
s = te.create_schedule(C.op)
ko, ki = s[C].split(k, factor=8)
C_rf = s.rfactor(C, ki)
tvm.lower(s, [A, C], name="rfactor")
)"},
    {"reduction.scan", R"(X = te.placeholder((12, 8), name="X")
state = te.placeholder((12, 8), name="state")
init = te.compute((1, 8), lambda t, i: X[0, i], name="init")
update = te.compute((12, 8), lambda t, i: state[t - 1, i] + X[t, i], name="update")
C = te.scan(init, update, state, inputs=[X], name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [X, C], name="scan")
)"},
    {"reduction.softmax", R"(A = te.placeholder((5, 37), name="A")
k = te.reduce_axis((0, 37), name="k")
M = te.compute((5,), lambda i: te.max(A[i, k], axis=k), name="M")
E = te.compute((5, 37), lambda i, j: te.exp(A[i, j] - M[i]), name="E")
l = te.reduce_axis((0, 37), name="l")
S = te.compute((5,), lambda i: te.sum(E[i, l], axis=l), name="S")
C = te.compute((5, 37), lambda i, j: E[i, j] / S[i], name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="softmax")
)"},
    // ── products of matrices
    {"matmul.plain", R"(A = te.placeholder((17, 19), name="A")
B = te.placeholder((19, 23), name="B")
k = te.reduce_axis((0, 19), name="k")
C = te.compute((17, 23), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, B, C], name="matmul")
)"},
    {"matmul.tiled", R"(A = te.placeholder((64, 64), name="A")
B = te.placeholder((64, 64), name="B")
k = te.reduce_axis((0, 64), name="k")
C = te.compute((64, 64), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name="C")
s = te.create_schedule(C.op)
y, x = s[C].op.axis
yo, xo, yi, xi = s[C].tile(y, x, 8, 16)
ko, ki = s[C].split(k, factor=4)
s[C].reorder(yo, xo, ko, yi, ki, xi)
s[C].vectorize(xi)
s[C].unroll(ki)
tvm.lower(s, [A, B, C], name="matmul_tiled")
)"},
    {"matmul.cached", R"(A = te.placeholder((32, 48), name="A")
B = te.placeholder((48, 32), name="B")
k = te.reduce_axis((0, 48), name="k")
C = te.compute((32, 32), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name="C")
s = te.create_schedule(C.op)
C_local = s.cache_write(C, "local")
y, x = s[C].op.axis
yo, xo, yi, xi = s[C].tile(y, x, 8, 8)
s[C_local].compute_at(s[C], xo)
tvm.lower(s, [A, B, C], name="matmul_cached")
)"},
    {"matmul.tails", R"(A = te.placeholder((29, 31), name="A")
B = te.placeholder((31, 37), name="B")
k = te.reduce_axis((0, 31), name="k")
C = te.compute((29, 37), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name="C")
s = te.create_schedule(C.op)
y, x = s[C].op.axis
yo, xo, yi, xi = s[C].tile(y, x, 8, 8)
s[C].vectorize(xi)
tvm.lower(s, [A, B, C], name="matmul_tails")
)"},
    {"matmul.transposed", R"(A = te.placeholder((24, 20), name="A")
B = te.placeholder((28, 20), name="B")
k = te.reduce_axis((0, 20), name="k")
C = te.compute((24, 28), lambda y, x: te.sum(A[y, k] * B[x, k], axis=k), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, B, C], name="matmul_transposed")
)"},
    {"matmul.batched", R"(A = te.placeholder((3, 8, 10), name="A")
B = te.placeholder((3, 10, 9), name="B")
k = te.reduce_axis((0, 10), name="k")
C = te.compute((3, 8, 9), lambda b, y, x: te.sum(A[b, y, k] * B[b, k, x], axis=k), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, B, C], name="matmul_batched")
)"},
    {"matmul.int8", R"(A = te.placeholder((16, 32), dtype="int8", name="A")
B = te.placeholder((16, 32), dtype="int8", name="B")
k = te.reduce_axis((0, 32), name="k")
C = te.compute((16, 16), lambda y, x: te.sum(A[y, k].astype("int32") * B[x, k].astype("int32"), axis=k), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, B, C], name="matmul_int8")
)"},
    {"matmul.convolution", R"(X = te.placeholder((1, 4, 12, 12), name="X")
W = te.placeholder((6, 4, 3, 3), name="W")
P = te.compute((1, 4, 14, 14), lambda n, c, y, x: tir.if_then_else(
    tir.all(y >= 1, y < 13, x >= 1, x < 13), X[n, c, y - 1, x - 1], 0.0), name="P")
c = te.reduce_axis((0, 4), name="c")
r = te.reduce_axis((0, 3), name="r")
q = te.reduce_axis((0, 3), name="q")
C = te.compute((1, 6, 12, 12), lambda n, f, y, x: te.sum(P[n, c, y + r, x + q] * W[f, c, r, q], axis=[c, r, q]), name="C")
s = te.create_schedule(C.op)
s[P].compute_inline()
tvm.lower(s, [X, W, C], name="convolution")
)"},
    // ── moves of data
    {"move.copy", R"(A = te.placeholder((1000,), name="A")
C = te.compute((1000,), lambda i: A[i], name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="copy")
)"},
    {"move.transpose", R"(A = te.placeholder((21, 34), name="A")
C = te.compute((34, 21), lambda i, j: A[j, i], name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="transpose")
)"},
    {"move.transpose4", R"(A = te.placeholder((2, 3, 5, 7), name="A")
C = te.compute((7, 3, 2, 5), lambda w, c, n, h: A[n, c, h, w], name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="transpose4")
)"},
    {"move.reverse", R"(A = te.placeholder((77,), name="A")
C = te.compute((77,), lambda i: A[76 - i], name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="reverse")
)"},
    {"move.gather", R"(A = te.placeholder((32, 6), name="A")
I = te.placeholder((13,), dtype="int32", name="I")
C = te.compute((13, 6), lambda i, j: A[te.max(te.min(I[i], 31), 0), j], name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, I, C], name="gather")
)"},
    {"move.broadcast", R"(A = te.placeholder((15,), name="A")
B = te.placeholder((12, 1), name="B")
C = te.compute((12, 15), lambda i, j: A[j] - B[i, 0], name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, B, C], name="broadcast")
)"},
    {"move.strided", R"(A = te.placeholder((101,), name="A")
C = te.compute((34,), lambda i: A[i * 3], name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="strided")
)"},
    {"move.pad", R"(A = te.placeholder((10, 10), name="A")
C = te.compute((13, 15), lambda i, j: tir.if_then_else(tir.all(i < 10, j < 10), A[i, j], -1.0), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="pad")
)"},
    // ── sizes
    {"sizes.symbolic",
     R"(n = te.var("n")
A = te.placeholder((n,), name="A")
C = te.compute((n,), lambda i: A[i] + 1.0, name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="symbolic")
)",
     {{"n", 157}}},
    {"sizes.two_symbolic",
     R"(n = te.var("n")
m = te.var("m")
A = te.placeholder((n, m), name="A")
k = te.reduce_axis((0, m), name="k")
C = te.compute((n,), lambda i: te.sum(A[i, k], axis=k), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="two_symbolic")
)",
     {{"n", 9}, {"m", 70}}},
    {"sizes.symbolic_tail",
     R"(n = te.var("n")
A = te.placeholder((n,), name="A")
C = te.compute((n,), lambda i: A[i] * 3.0, name="C")
s = te.create_schedule(C.op)
xo, xi = s[C].split(s[C].op.axis[0], factor=16)
s[C].vectorize(xi)
tvm.lower(s, [A, C], name="symbolic_tail")
)",
     {{"n", 83}}},
    {"sizes.zero",
     R"(n = te.var("n")
A = te.placeholder((n,), name="A")
C = te.compute((n,), lambda i: A[i] + 1.0, name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="zero")
)",
     {{"n", 0}}},
    {"sizes.zero_reduction",
     R"(n = te.var("n")
A = te.placeholder((7, n), name="A")
k = te.reduce_axis((0, n), name="k")
C = te.compute((7,), lambda i: te.sum(A[i, k], axis=k), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="zero_reduction")
)",
     {{"n", 0}}},
    {"sizes.one", R"(A = te.placeholder((1,), name="A")
C = te.compute((1,), lambda i: A[i] * A[i], name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="one")
)"},
    {"sizes.prime", R"(A = te.placeholder((10007,), name="A")
C = te.compute((10007,), lambda i: A[i] * 0.5, name="C")
s = te.create_schedule(C.op)
xo, xi = s[C].split(s[C].op.axis[0], factor=64)
tvm.lower(s, [A, C], name="prime")
)"},
    // ── arguments
    {"arguments.twelve", R"(A = te.placeholder((33,), name="A")
B = te.placeholder((33,), name="B")
D = te.placeholder((33,), name="D")
E = te.placeholder((33,), name="E")
F = te.placeholder((33,), name="F")
G = te.placeholder((33,), name="G")
H = te.placeholder((33,), name="H")
I = te.placeholder((33,), name="I")
J = te.placeholder((33,), name="J")
K = te.placeholder((33,), name="K")
L = te.placeholder((33,), name="L")
C = te.compute((33,), lambda i: A[i] + B[i] * 2.0 + D[i] * 3.0 + E[i] * 4.0 + F[i] * 5.0 + G[i] * 6.0 + H[i] * 7.0
               + I[i] * 8.0 + J[i] * 9.0 + K[i] * 10.0 + L[i] * 11.0, name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, B, D, E, F, G, H, I, J, K, L, C], name="twelve")
)"},
    {"arguments.two_outputs", R"(A = te.placeholder((45,), name="A")
B = te.compute((45,), lambda i: A[i] + 1.0, name="B")
C = te.compute((45,), lambda i: B[i] * 2.0, name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, B, C], name="two_outputs")
)"},
    {"arguments.output_first", R"(A = te.placeholder((45,), name="A")
C = te.compute((45,), lambda i: A[i] - 3.0, name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [C, A], name="output_first")
)"},
    {"arguments.none_read", R"(C = te.compute((45,), lambda i: i * 3 + 1, name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [C], name="none_read")
)"},
    {"arguments.mixed_types", R"(A = te.placeholder((50,), name="A")
B = te.placeholder((50,), dtype="int8", name="B")
D = te.placeholder((50,), dtype="int64", name="D")
C = te.compute((50,), lambda i: A[i] + B[i].astype("float32") * D[i].astype("float32"), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, B, D, C], name="mixed_types")
)"},
    // ── schedules
    {"schedule.parallel", R"(A = te.placeholder((64, 40), name="A")
C = te.compute((64, 40), lambda i, j: A[i, j] * 2.0 + 1.0, name="C")
s = te.create_schedule(C.op)
s[C].parallel(s[C].op.axis[0])
tvm.lower(s, [A, C], name="parallel")
)"},
    {"schedule.parallel_memory", R"(A = te.placeholder((32, 50), name="A")
k = te.reduce_axis((0, 50), name="k")
B = te.compute((32, 50), lambda i, j: te.exp(A[i, j]), name="B")
C = te.compute((32,), lambda i: te.sum(B[i, k], axis=k), name="C")
s = te.create_schedule(C.op)
s[B].compute_at(s[C], s[C].op.axis[0])
s[C].parallel(s[C].op.axis[0])
tvm.lower(s, [A, C], name="parallel_memory")
)"},
    {"schedule.stages", R"(A = te.placeholder((60,), name="A")
B = te.compute((60,), lambda i: A[i] * 2.0, name="B")
D = te.compute((60,), lambda i: B[i] + B[59 - i], name="D")
C = te.compute((60,), lambda i: D[i] * D[i], name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="stages")
)"},
    {"schedule.fused", R"(A = te.placeholder((6, 7, 8), name="A")
C = te.compute((6, 7, 8), lambda i, j, l: A[i, j, l] + 1.0, name="C")
s = te.create_schedule(C.op)
i, j, l = s[C].op.axis
f = s[C].fuse(i, j)
g = s[C].fuse(f, l)
tvm.lower(s, [A, C], name="fused")
)"},
    {"schedule.large_memory", R"(A = te.placeholder((300, 300), name="A")
B = te.compute((300, 300), lambda i, j: A[j, i] + 1.0, name="B")
C = te.compute((300, 300), lambda i, j: B[j, i] * 2.0, name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="large_memory")
)"},
};

}  // namespace

const std::vector<KernelScript>& fixed_kernel_scripts() {
  return kScripts;
}

}  // namespace nw::plugin_check
