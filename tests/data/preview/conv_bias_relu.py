# Convolution 3x3, 64 channels of 56 by 56 to 64, with padding, bias and ReLU, tiled by channels and rows.
# computation
import tvm
from tvm import te, tir

X = te.placeholder((1, 64, 56, 56), name="X")
W = te.placeholder((64, 64, 3, 3), name="W")
Bias = te.placeholder((64,), name="Bias")
Pad = te.compute((1, 64, 58, 58), lambda n, c, y, x: tir.if_then_else(tir.all(y >= 1, y < 57, x >= 1, x < 57), X[n, c, y - 1, x - 1], 0.0), name="Pad")
rc = te.reduce_axis((0, 64), name="rc")
ry = te.reduce_axis((0, 3), name="ry")
rx = te.reduce_axis((0, 3), name="rx")
Conv = te.compute((1, 64, 56, 56), lambda n, c, y, x: te.sum(Pad[n, rc, y + ry, x + rx] * W[c, rc, ry, rx], axis=[rc, ry, rx]), name="Conv")
Sum = te.compute((1, 64, 56, 56), lambda n, c, y, x: Conv[n, c, y, x] + Bias[c], name="Sum")
Y = te.compute((1, 64, 56, 56), lambda n, c, y, x: tir.max(Sum[n, c, y, x], 0.0), name="Y")

# schedule
s = te.create_schedule(Y.op)
s[Sum].compute_inline()
n, c, y, x = s[Y].op.axis
co, ci = s[Y].split(c, factor=16)
yo, yi = s[Y].split(y, factor=4)
xo, xi = s[Y].split(x, factor=28)
s[Y].reorder(n, co, yo, xo, ci, yi, xi)
s[Y].vectorize(xi)
f = s[Y].fuse(n, co)
s[Y].parallel(f)
s[Conv].compute_at(s[Y], xo)
cn, cc, cy, cx = s[Conv].op.axis
ro, ri = s[Conv].split(rc, factor=4)
s[Conv].reorder(cn, ro, cc, cy, ri, ry, rx, cx)
s[Conv].unroll(ry)
s[Conv].unroll(rx)
s[Conv].vectorize(cx)
s[Pad].compute_at(s[Y], yo)
pn, pc, py, px = s[Pad].op.axis
s[Pad].vectorize(px)

# kernel
tvm.lower(s, [X, W, Bias, Y], name="conv_bias_relu")
