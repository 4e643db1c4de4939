# Convolution 7x7 with stride 2, 3 channels of 224 by 224 to 64, with bias and ReLU, as in ResNet-50. Output channels are blocked by 16;
# a tile of 14 pixels by 32 channels is summed in 28 vector registers. Written by make_convolutions.py.
# computation
import tvm
from tvm import te, tir

X = te.placeholder((3, 224, 224), name="X")
W = te.placeholder((4, 3, 7, 7, 16), name="W")
Bias = te.placeholder((4, 16), name="Bias")
Pad = te.compute((3, 230, 230), lambda c, y, x: tir.if_then_else(tir.all(y >= 3, y < 227, x >= 3, x < 227), X[c, y - 3, x - 3], 0.0), name="Pad")
rc = te.reduce_axis((0, 3), name="rc")
ry = te.reduce_axis((0, 7), name="ry")
rx = te.reduce_axis((0, 7), name="rx")
Conv = te.compute((4, 112, 112, 16), lambda c, y, x, i: te.sum(Pad[rc, y * 2 + ry, x * 2 + rx] * W[c, rc, ry, rx, i], axis=[rc, ry, rx]), name="Conv")
Y = te.compute((4, 112, 112, 16), lambda c, y, x, i: tir.max(Conv[c, y, x, i] + Bias[c, i], 0.0), name="Y")

# schedule
s = te.create_schedule(Y.op)
c, y, x, i = s[Y].op.axis
xo, xi = s[Y].split(x, factor=14)
co, ci = s[Y].split(c, factor=2)
s[Y].reorder(y, co, xo, ci, xi, i)
s[Y].vectorize(i)
f = s[Y].fuse(y, co)
s[Y].parallel(f)
s[Conv].compute_at(s[Y], xo)
tc, ty, tx, ti = s[Conv].op.axis
s[Conv].reorder(ty, rc, ry, rx, tx, tc, ti)
s[Conv].unroll(tc)
s[Conv].unroll(tx)
s[Conv].vectorize(ti)
pc, py, px = s[Pad].op.axis
pf = s[Pad].fuse(pc, py)
s[Pad].parallel(pf)

# kernel
tvm.lower(s, [X, W, Bias, Y], name="conv7x7_3_64_224_s2")
