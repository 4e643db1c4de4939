# Winograd F(2x2, 3x3): 64 channels of 56 by 56 to 64, with padding, bias and ReLU, in sixteen stages.
# computation
import tvm
from tvm import te, tir

X = te.placeholder((64, 56, 56), name="X")
W = te.placeholder((64, 64, 3, 3), name="W")
Bias = te.placeholder((64,), name="Bias")
Pad = te.compute((64, 58, 58), lambda c, y, x: tir.if_then_else(tir.all(y >= 1, y < 57, x >= 1, x < 57), X[c, y - 1, x - 1], 0.0), name="Pad")
Tiles = te.compute((64, 784, 4, 4), lambda c, p, e, n: Pad[c, tir.floordiv(p, 28) * 2 + e, tir.floormod(p, 28) * 2 + n], name="Tiles")
G = te.compute((4, 3), lambda i, j: tir.Select(tir.any(tir.all(i == 0, j == 0), tir.all(i == 3, j == 2)), 1.0, tir.Select(tir.any(i == 0, i == 3), 0.0, tir.Select(tir.all(i == 2, j == 1), -0.5, 0.5))), name="G")
g1 = te.reduce_axis((0, 3), name="g1")
g2 = te.reduce_axis((0, 3), name="g2")
U = te.compute((4, 4, 64, 64), lambda e, n, k, c: te.sum(W[k, c, g1, g2] * G[e, g1] * G[n, g2], axis=[g1, g2]), name="U")
Packed = te.compute((4, 4, 4, 64, 16), lambda e, n, ko, c, ki: U[e, n, ko * 16 + ki, c], name="Packed")
Bt = te.compute((4, 4), lambda i, j: tir.Select(tir.any(tir.all(i == 0, j == 2), tir.all(i == 2, j == 1), tir.all(i == 3, j == 3)), -1.0, tir.Select(tir.any(tir.all(i == 0, j == 0), tir.all(i == 1, tir.any(j == 1, j == 2)), tir.all(i == 2, j == 2), tir.all(i == 3, j == 1)), 1.0, 0.0)), name="Bt")
b1 = te.reduce_axis((0, 4), name="b1")
b2 = te.reduce_axis((0, 4), name="b2")
V = te.compute((4, 4, 64, 784), lambda e, n, c, p: te.sum(Tiles[c, p, b1, b2] * Bt[e, b1] * Bt[n, b2], axis=[b1, b2]), name="V")
c = te.reduce_axis((0, 64), name="c")
M = te.compute((4, 4, 64, 784), lambda e, n, k, p: te.sum(Packed[e, n, tir.floordiv(k, 16), c, tir.floormod(k, 16)] * V[e, n, c, p], axis=c), name="M")
At = te.compute((2, 4), lambda i, j: tir.Select(tir.all(i == 1, tir.any(j == 2, j == 3)), -1.0, tir.Select(tir.any(tir.all(i == 0, j == 3), tir.all(i == 1, j == 0)), 0.0, 1.0)), name="At")
a1 = te.reduce_axis((0, 4), name="a1")
a2 = te.reduce_axis((0, 4), name="a2")
Out = te.compute((64, 784, 2, 2), lambda k, p, y, x: te.sum(M[a1, a2, k, p] * At[y, a1] * At[x, a2], axis=[a1, a2]), name="Out")
Untiled = te.compute((64, 56, 56), lambda k, y, x: Out[k, tir.floordiv(y, 2) * 28 + tir.floordiv(x, 2), tir.floormod(y, 2), tir.floormod(x, 2)], name="Untiled")
Sum = te.compute((64, 56, 56), lambda k, y, x: Untiled[k, y, x] + Bias[k], name="Sum")
Y = te.compute((64, 56, 56), lambda k, y, x: tir.max(Sum[k, y, x], 0.0), name="Y")

# schedule
s = te.create_schedule(Y.op)
s[G].compute_inline()
s[Bt].compute_inline()
s[At].compute_inline()
s[Untiled].compute_inline()
s[Sum].compute_inline()
s[Pad].compute_inline()
ue, un, uk, uc = s[U].op.axis
s[U].reorder(uk, uc, ue, un)
s[U].unroll(ue)
s[U].unroll(un)
s[U].unroll(g1)
s[U].unroll(g2)
s[U].parallel(uk)
pe, pn, pko, pc, pki = s[Packed].op.axis
s[Packed].vectorize(pki)
ve, vn, vc, vp = s[V].op.axis
vo, vi = s[V].split(vp, factor=16)
s[V].reorder(vc, vo, ve, vn, b1, b2, vi)
s[V].unroll(ve)
s[V].unroll(vn)
s[V].unroll(b1)
s[V].unroll(b2)
s[V].vectorize(vi)
s[V].parallel(vc)
s[Tiles].compute_at(s[V], vo)
tc, tp, tv, tn = s[Tiles].op.axis
s[Tiles].reorder(tc, tv, tn, tp)
s[Tiles].vectorize(tp)
me, mn, mk, mp = s[M].op.axis
mko, mki = s[M].split(mk, factor=16)
mpo, mpi = s[M].split(mp, factor=16)
co, ci = s[M].split(c, factor=4)
s[M].reorder(me, mn, mko, mpo, co, ci, mki, mpi)
s[M].unroll(ci)
s[M].vectorize(mpi)
mf = s[M].fuse(me, mn)
s[M].parallel(mf)
k, y, x = s[Y].op.axis
yo, yi = s[Y].split(y, factor=2)
s[Y].vectorize(x)
s[Y].parallel(k)
s[Out].compute_at(s[Y], yo)
ok, op, oy, ox = s[Out].op.axis
s[Out].unroll(oy)
s[Out].unroll(ox)
s[Out].unroll(a1)
s[Out].unroll(a2)

# kernel
tvm.lower(s, [X, W, Bias, Y], name="winograd")
