import tvm
from tvm import te, tir

# computation
X = te.placeholder((1, 14, 14, 256), name="X")
W = te.placeholder((3, 3, 256, 256), name="W")
Pad = te.compute((1, 16, 16, 256), lambda n, y, x, c: tir.if_then_else(tir.all(y >= 1, y < 15, x >= 1, x < 15), X[n, y - 1, x - 1, c], 0.0), name="Pad")
ry = te.reduce_axis((0, 3), name="ry")
rx = te.reduce_axis((0, 3), name="rx")
rc = te.reduce_axis((0, 256), name="rc")
Y = te.compute((1, 14, 14, 256), lambda n, y, x, f: te.sum(Pad[n, y + ry, x + rx, rc] * W[ry, rx, rc, f], axis=[ry, rx, rc]), name="Y")

# schedule
s = te.create_schedule(Y.op)

# kernel
tvm.lower(s, [X, W, Y], name="conv3x3_nhwc_256_14")
