# Convolution 1x1 with stride 2, 1024 channels of 14 by 14 to 2048, with bias and ReLU, as in ResNet-50. Channels are blocked by 16 in data and kernel;
# a tile of 7 pixels by 64 channels is summed in 28 vector registers. Written by make_convolutions.py.
# computation
import tvm
from tvm import te, tir

X = te.placeholder((64, 14, 14, 16), name="X")
W = te.placeholder((128, 64, 1, 1, 16, 16), name="W")
Bias = te.placeholder((128, 16), name="Bias")
rc = te.reduce_axis((0, 64), name="rc")
ri = te.reduce_axis((0, 16), name="ri")
Conv = te.compute((128, 7, 7, 16), lambda c, y, x, i: te.sum(X[rc, y * 2, x * 2, ri] * W[c, rc, 0, 0, ri, i], axis=[rc, ri]), name="Conv")
Y = te.compute((128, 7, 7, 16), lambda c, y, x, i: tir.max(Conv[c, y, x, i] + Bias[c, i], 0.0), name="Y")

# schedule
s = te.create_schedule(Y.op)
c, y, x, i = s[Y].op.axis
co, ci = s[Y].split(c, factor=4)
s[Y].reorder(co, y, ci, x, i)
s[Y].vectorize(i)
s[Y].parallel(co)
s[Conv].compute_at(s[Y], co)
tc, ty, tx, ti = s[Conv].op.axis
ro, rp = s[Conv].split(rc, factor=8)
s[Conv].reorder(ro, ty, rp, ri, tx, tc, ti)
s[Conv].unroll(tc)
s[Conv].unroll(tx)
s[Conv].vectorize(ti)

# kernel
tvm.lower(s, [X, W, Bias, Y], name="conv1x1_1024_2048_14_s2")
