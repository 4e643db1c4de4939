import tvm
from tvm import te, tir

# computation
X = te.placeholder((1, 96, 56, 56), name="X")
W = te.placeholder((96, 3, 3), name="W")
Pad = te.compute((1, 96, 58, 58), lambda n, c, y, x: tir.if_then_else(tir.all(y >= 1, y < 57, x >= 1, x < 57), X[n, c, y - 1, x - 1], 0.0), name="Pad")
ry = te.reduce_axis((0, 3), name="ry")
rx = te.reduce_axis((0, 3), name="rx")
Y = te.compute((1, 96, 56, 56), lambda n, c, y, x: te.sum(Pad[n, c, y + ry, x + rx] * W[c, ry, rx], axis=[ry, rx]), name="Y")

# schedule
s = te.create_schedule(Y.op)

# kernel
tvm.lower(s, [X, W, Y], name="depthwise3x3_nchw_96_56")
