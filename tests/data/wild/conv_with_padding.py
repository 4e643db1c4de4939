import tvm
from tvm import te

batch, in_channel, size, out_channel, kernel, pad, stride = 1, 4, 8, 6, 3, 1, 1
A = te.placeholder((size, size, in_channel, batch), name="A")
W = te.placeholder((kernel, kernel, in_channel, out_channel), name="W")
out_size = (size - kernel + 2 * pad) // stride + 1
Apad = te.compute(
    (size + 2 * pad, size + 2 * pad, in_channel, batch),
    lambda yy, xx, cc, nn: tvm.tir.if_then_else(
        tvm.tir.all(yy >= pad, yy - pad < size, xx >= pad, xx - pad < size),
        A[yy - pad, xx - pad, cc, nn],
        tvm.tir.const(0.0, "float32"),
    ),
    name="Apad",
)
rc = te.reduce_axis((0, in_channel), name="rc")
ry = te.reduce_axis((0, kernel), name="ry")
rx = te.reduce_axis((0, kernel), name="rx")
B = te.compute(
    (out_size, out_size, out_channel, batch),
    lambda yy, xx, ff, nn: te.sum(
        Apad[yy * stride + ry, xx * stride + rx, rc, nn] * W[ry, rx, rc, ff], axis=[ry, rx, rc]
    ),
    name="B",
)
s = te.create_schedule(B.op)
s[Apad].compute_inline()
hi, wi, fi, ni = s[B].op.axis
bz = s[B].fuse(hi, wi)
s[B].parallel(bz)
func = tvm.build(s, [A, W, B], "llvm")
