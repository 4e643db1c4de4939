import tvm
from tvm import te, tir

# computation
X = te.placeholder((1, 28, 28, 128), name="X")
W = te.placeholder((3, 3, 128, 128), name="W")
Scale = te.placeholder((128,), name="Scale")
Shift = te.placeholder((128,), name="Shift")
Other = te.placeholder((1, 28, 28, 128), name="Other")
Pad = te.compute((1, 30, 30, 128), lambda n, y, x, c: tir.if_then_else(tir.all(y >= 1, y < 29, x >= 1, x < 29), X[n, y - 1, x - 1, c], 0.0), name="Pad")
ry = te.reduce_axis((0, 3), name="ry")
rx = te.reduce_axis((0, 3), name="rx")
rc = te.reduce_axis((0, 128), name="rc")
Conv = te.compute((1, 28, 28, 128), lambda n, y, x, f: te.sum(Pad[n, y + ry, x + rx, rc] * W[ry, rx, rc, f], axis=[ry, rx, rc]), name="Conv")
Norm = te.compute((1, 28, 28, 128), lambda n, y, x, f: Conv[n, y, x, f] * Scale[f] + Shift[f], name="Norm")
Relu = te.compute((1, 28, 28, 128), lambda n, y, x, f: tir.max(Norm[n, y, x, f], 0.0), name="Relu")
Y = te.compute((1, 28, 28, 128), lambda n, y, x, f: Relu[n, y, x, f] + Other[n, y, x, f], name="Y")

# schedule
s = te.create_schedule(Y.op)

# kernel
tvm.lower(s, [X, W, Scale, Shift, Other, Y], name="conv_bn_relu_add")
