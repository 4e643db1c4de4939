import tvm
from tvm import te, tir

# computation
X = te.placeholder((512, 768), name="X")
Gamma = te.placeholder((768,), name="Gamma")
Beta = te.placeholder((768,), name="Beta")
k1 = te.reduce_axis((0, 768), name="k1")
Total = te.compute((512,), lambda y: te.sum(X[y, k1], axis=k1), name="Total")
Mean = te.compute((512,), lambda y: Total[y] * 0.0013020833333333333, name="Mean")
k2 = te.reduce_axis((0, 768), name="k2")
Squares = te.compute((512,), lambda y: te.sum((X[y, k2] - Mean[y]) * (X[y, k2] - Mean[y]), axis=k2), name="Squares")
Scale = te.compute((512,), lambda y: tir.rsqrt(Squares[y] * 0.0013020833333333333 + 0.00001), name="Scale")
Y = te.compute((512, 768), lambda y, x: (X[y, x] - Mean[y]) * Scale[y] * Gamma[x] + Beta[x], name="Y")

# schedule
s = te.create_schedule(Y.op)

# kernel
tvm.lower(s, [X, Gamma, Beta, Y], name="layer_norm_512_768")
