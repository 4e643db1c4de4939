# Convolution 3x3, 128 channels of 28 by 28 to 128, with bias and ReLU, as in ResNet-50. Channels are blocked by 16 in data and kernel;
# a tile of 14 pixels by 32 channels is summed in 28 vector registers. Written by make_convolutions.py.
# computation
import tvm
from tvm import te, tir

X = te.placeholder((8, 28, 28, 16), name="X")
W = te.placeholder((8, 8, 3, 3, 16, 16), name="W")
Bias = te.placeholder((8, 16), name="Bias")
Pad = te.compute((8, 30, 30, 16), lambda c, y, x, i: tir.if_then_else(tir.all(y >= 1, y < 29, x >= 1, x < 29), X[c, y - 1, x - 1, i], 0.0), name="Pad")
rc = te.reduce_axis((0, 8), name="rc")
ry = te.reduce_axis((0, 3), name="ry")
rx = te.reduce_axis((0, 3), name="rx")
ri = te.reduce_axis((0, 16), name="ri")
Conv = te.compute((8, 28, 28, 16), lambda c, y, x, i: te.sum(Pad[rc, y + ry, x + rx, ri] * W[c, rc, ry, rx, ri, i], axis=[rc, ry, rx, ri]), name="Conv")
Y = te.compute((8, 28, 28, 16), lambda c, y, x, i: tir.max(Conv[c, y, x, i] + Bias[c, i], 0.0), name="Y")

# schedule
s = te.create_schedule(Y.op)
c, y, x, i = s[Y].op.axis
xo, xi = s[Y].split(x, factor=14)
co, ci = s[Y].split(c, factor=2)
s[Y].reorder(co, y, xo, ci, xi, i)
s[Y].vectorize(i)
f = s[Y].fuse(co, y)
s[Y].parallel(f)
s[Conv].compute_at(s[Y], xo)
tc, ty, tx, ti = s[Conv].op.axis
s[Conv].reorder(ty, rc, ry, rx, ri, tx, tc, ti)
s[Conv].unroll(tc)
s[Conv].unroll(tx)
s[Conv].vectorize(ti)
pc, py, px, pi = s[Pad].op.axis
s[Pad].vectorize(pi)
pf = s[Pad].fuse(pc, py)
s[Pad].parallel(pf)

# kernel
tvm.lower(s, [X, W, Bias, Y], name="conv3x3_128_128_28")
