# Layer norm over the last axis of a 512 by 768 matrix: mean and variance of a row, then scale and shift. Two rows at a time;
# the sums of each are taken in 16 lanes side by side, which are then combined.
# computation
import tvm
from tvm import te, tir

N = 512
M = 768
X = te.placeholder((N, M), name="X")
Gamma = te.placeholder((M,), name="Gamma")
Beta = te.placeholder((M,), name="Beta")
k1 = te.reduce_axis((0, M), name="k1")
Total = te.compute((N,), lambda y: te.sum(X[y, k1], axis=k1), name="Total")
Mean = te.compute((N,), lambda y: Total[y] * 0.0013020833333333333, name="Mean")
k2 = te.reduce_axis((0, M), name="k2")
Squares = te.compute((N,), lambda y: te.sum((X[y, k2] - Mean[y]) * (X[y, k2] - Mean[y]), axis=k2), name="Squares")
Scale = te.compute((N,), lambda y: tir.rsqrt(Squares[y] * 0.0013020833333333333 + 0.00001), name="Scale")
Y = te.compute((N, M), lambda y, x: (X[y, x] - Mean[y]) * Scale[y] * Gamma[x] + Beta[x], name="Y")

# schedule
s = te.create_schedule(Y.op)
t, ti = s[Total].split(k1, factor=16)
TotalF = s.rfactor(Total, ti, 1)
q, qi = s[Squares].split(k2, factor=16)
SquaresF = s.rfactor(Squares, qi, 1)
y, x = s[Y].op.axis
yo, yi = s[Y].split(y, factor=2)
s[Y].parallel(yo)
xo, xi = s[Y].split(x, factor=64)
s[Y].vectorize(xi)
s[Scale].compute_at(s[Y], yo)
s[Squares].compute_at(s[Y], yo)
s[SquaresF].compute_at(s[Y], yo)
s[Mean].compute_at(s[Y], yo)
s[Total].compute_at(s[Y], yo)
s[TotalF].compute_at(s[Y], yo)
ty, tl = s[TotalF].op.axis
s[TotalF].reorder(s[TotalF].op.reduce_axis[0], ty, tl)
s[TotalF].unroll(ty)
s[TotalF].vectorize(tl)
s[Total].reorder(s[Total].op.reduce_axis[0], s[Total].op.axis[0])
s[Total].unroll(s[Total].op.reduce_axis[0])
s[Total].unroll(s[Total].op.axis[0])
qy, ql = s[SquaresF].op.axis
s[SquaresF].reorder(s[SquaresF].op.reduce_axis[0], qy, ql)
s[SquaresF].unroll(qy)
s[SquaresF].vectorize(ql)
s[Squares].reorder(s[Squares].op.reduce_axis[0], s[Squares].op.axis[0])
s[Squares].unroll(s[Squares].op.reduce_axis[0])
s[Squares].unroll(s[Squares].op.axis[0])

# kernel
tvm.lower(s, [X, Gamma, Beta, Y], name="layer_norm")
