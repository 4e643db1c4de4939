# Bit-serial convolution, the operator of which a fusion bug was reported for a Raspberry Pi: data of 2-bit numbers and
# kernels of 1 bit, 64 channels to 64, 64 by 64, window 3x3 without padding. Bits of 64 channels of one significance lie in one word,
# so that a product of 64 pairs is one AND and a count of bits; data is packed in the kernel, weights before.
# computation
import tvm
from tvm import te, tir

X = te.placeholder((64, 64, 64), name="X", dtype="uint8")
W = te.placeholder((3, 3, 64), name="W", dtype="uint64")
Add = te.placeholder((64,), name="Add", dtype="int32")
c = te.reduce_axis((0, 64), name="c")
P = te.compute((2, 64, 64), lambda b, y, x: te.sum(((X[y, x, c].astype("uint64") >> b.astype("uint64")) & tir.const(1, "uint64")) << c.astype("uint64"), axis=c), name="P")
rb = te.reduce_axis((0, 2), name="rb")
ry = te.reduce_axis((0, 3), name="ry")
rx = te.reduce_axis((0, 3), name="rx")
Conv = te.compute((62, 62, 64), lambda y, x, o: te.sum(tir.popcount(P[rb, y + ry, x + rx] & W[ry, rx, o]).astype("int32") << rb, axis=[rb, ry, rx]), name="Conv")
Y = te.compute((62, 62, 64), lambda y, x, o: Conv[y, x, o] + Add[o], name="Y")

# schedule
s = te.create_schedule(Y.op)
y, x, o = s[Y].op.axis
xo, xi = s[Y].split(x, factor=2)
oo, oi = s[Y].split(o, factor=16)
s[Y].vectorize(oi)
s[Y].parallel(y)
s[Conv].compute_at(s[Y], xo)
cy, cx, co = s[Conv].op.axis
coo, coi = s[Conv].split(co, factor=16)
s[Conv].reorder(rb, ry, rx, cx, coo, coi)
s[Conv].unroll(cx)
s[Conv].unroll(coo)
s[Conv].vectorize(coi)
b, py, px = s[P].op.axis
s[P].reorder(py, px, b)
s[P].parallel(py)

# kernel
tvm.lower(s, [X, W, Add, Y], name="bitserial_conv")
