# Depthwise convolution 3x3 of 384 channels of 14 by 14, with bias and ReLU. Channels are blocked by 16;
# the padded rows that 2 rows of the result read are made where they are used, and 7 pixels are summed in registers. Written by make_depthwise.py.
# computation
import tvm
from tvm import te, tir

X = te.placeholder((24, 14, 14, 16), name="X")
W = te.placeholder((24, 3, 3, 16), name="W")
Bias = te.placeholder((24, 16), name="Bias")
Pad = te.compute((24, 16, 16, 16), lambda c, y, x, i: tir.if_then_else(tir.all(y >= 1, y < 15, x >= 1, x < 15), X[c, y - 1, x - 1, i], 0.0), name="Pad")
ry = te.reduce_axis((0, 3), name="ry")
rx = te.reduce_axis((0, 3), name="rx")
Conv = te.compute((24, 14, 14, 16), lambda c, y, x, i: te.sum(Pad[c, y + ry, x + rx, i] * W[c, ry, rx, i], axis=[ry, rx]), name="Conv")
Y = te.compute((24, 14, 14, 16), lambda c, y, x, i: tir.max(Conv[c, y, x, i] + Bias[c, i], 0.0), name="Y")

# schedule
s = te.create_schedule(Y.op)
c, y, x, i = s[Y].op.axis
yo, yi = s[Y].split(y, factor=2)
xo, xi = s[Y].split(x, factor=7)
s[Y].vectorize(i)
f = s[Y].fuse(c, yo)
s[Y].parallel(f)
s[Pad].compute_at(s[Y], f)
s[Pad].vectorize(s[Pad].op.axis[3])
s[Conv].compute_at(s[Y], xo)
tc, ty, tx, ti = s[Conv].op.axis
s[Conv].reorder(ty, ry, rx, tx, ti)
s[Conv].unroll(ry)
s[Conv].unroll(rx)
s[Conv].unroll(tx)
s[Conv].vectorize(ti)

# kernel
tvm.lower(s, [X, W, Bias, Y], name="depthwise3x3_384_14")
