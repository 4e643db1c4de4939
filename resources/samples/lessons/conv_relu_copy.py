import tvm
from tvm import te, tir

# A convolution whose relu was fused behind it. The accelerator's schedule has the last stage copied out by an engine.
data = te.placeholder((14, 14, 16), name="data")
kernel = te.placeholder((16, 16), name="kernel")
k = te.reduce_axis((0, 16), name="k")
res = te.compute((14, 14, 16), lambda y, x, c: te.sum(data[y, x, k] * kernel[c, k], axis=k), name="res")
relu = te.compute((14, 14, 16), lambda y, x, c: tir.max(res[y, x, c], 0.0), name="relu")

s = te.create_schedule(relu.op)
y, x, c = s[relu].op.axis
s[res].compute_at(s[relu], y)
s[relu].pragma(x, "dma_copy")
tvm.lower(s, [data, kernel, relu], name="main")
