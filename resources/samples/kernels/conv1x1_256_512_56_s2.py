# Convolution 1x1 with stride 2, 256 channels of 56 by 56 to 512, with bias and ReLU, as in ResNet-50. Channels are blocked by 16 in data and kernel;
# a tile of 14 pixels by 32 channels is summed in 28 vector registers. Written by make_convolutions.py.
# computation
import tvm
from tvm import te, tir

X = te.placeholder((16, 56, 56, 16), name="X")
W = te.placeholder((32, 16, 1, 1, 16, 16), name="W")
Bias = te.placeholder((32, 16), name="Bias")
rc = te.reduce_axis((0, 16), name="rc")
ri = te.reduce_axis((0, 16), name="ri")
Conv = te.compute((32, 28, 28, 16), lambda c, y, x, i: te.sum(X[rc, y * 2, x * 2, ri] * W[c, rc, 0, 0, ri, i], axis=[rc, ri]), name="Conv")
Y = te.compute((32, 28, 28, 16), lambda c, y, x, i: tir.max(Conv[c, y, x, i] + Bias[c, i], 0.0), name="Y")

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
s[Conv].reorder(ty, rc, ri, tx, tc, ti)
s[Conv].unroll(tc)
s[Conv].unroll(tx)
s[Conv].vectorize(ti)

# kernel
tvm.lower(s, [X, W, Bias, Y], name="conv1x1_256_512_56_s2")
