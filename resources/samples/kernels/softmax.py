# Softmax over the rows of a 512 by 512 matrix. A row's maximum and sum are taken in 16 lanes side by side, which are then
# combined; everything of a row is computed where it is used.
# computation
import tvm
from tvm import te, tir

N = 512
M = 512
X = te.placeholder((N, M), name="X")
k1 = te.reduce_axis((0, M), name="k1")
Max = te.compute((N,), lambda y: te.max(X[y, k1], axis=k1), name="Max")
E = te.compute((N, M), lambda y, x: tir.exp(X[y, x] - Max[y]), name="E")
k2 = te.reduce_axis((0, M), name="k2")
Sum = te.compute((N,), lambda y: te.sum(E[y, k2], axis=k2), name="Sum")
R = te.compute((N,), lambda y: 1.0 / Sum[y], name="R")
Y = te.compute((N, M), lambda y, x: E[y, x] * R[y], name="Y")

# schedule
s = te.create_schedule(Y.op)
m, mi = s[Max].split(k1, factor=16)
MaxF = s.rfactor(Max, mi)
t, ti = s[Sum].split(k2, factor=16)
SumF = s.rfactor(Sum, ti)
y, x = s[Y].op.axis
s[Y].parallel(y)
xo, xi = s[Y].split(x, factor=64)
s[Y].vectorize(xi)
s[R].compute_at(s[Y], y)
s[Sum].compute_at(s[Y], y)
s[SumF].compute_at(s[Y], y)
s[E].compute_at(s[Y], y)
s[Max].compute_at(s[Y], y)
s[MaxF].compute_at(s[Y], y)
ml, my = s[MaxF].op.axis
s[MaxF].reorder(s[MaxF].op.reduce_axis[0], ml)
s[MaxF].vectorize(ml)
sl, sy = s[SumF].op.axis
s[SumF].reorder(s[SumF].op.reduce_axis[0], sl)
s[SumF].vectorize(sl)
ey, ex = s[E].op.axis
eo, ei = s[E].split(ex, factor=64)
s[E].vectorize(ei)

# kernel
tvm.lower(s, [X, Y], name="softmax")
