# nestwright: {"group":0,"model":"main","target":"cpu","task":"conv2d_expand_dims_add_relu-63a958ada4aa3188"}
import tvm
from tvm import te, tir

# computation
p0 = te.placeholder((1, 64, 56, 56), name="p0")
p1 = te.placeholder((64, 64, 3, 3), name="p1")
p2 = te.placeholder((64,), name="p2")
conv2d_pad = te.compute((1, 64, 58, 58), lambda n, c, h, w: tir.if_then_else(tir.all(h >= 1, h < 57, w >= 1, w < 57), p0[n, c, h - 1, w - 1], 0.0), name="conv2d_pad", tag="injective,pad", attrs={"node": 0})
ic = te.reduce_axis((0, 64), name="ic")
kh = te.reduce_axis((0, 3), name="kh")
kw = te.reduce_axis((0, 3), name="kw")
conv2d = te.compute((1, 64, 56, 56), lambda n, c, h, w: te.sum(conv2d_pad[n, ic, h + kh, w + kw] * p1[c, ic, kh, kw], axis=[ic, kh, kw]), name="conv2d", tag="conv2d_nchw", attrs={"node": 0})
expand_dims = te.compute((64, 1, 1), lambda i, j, k: p2[i], name="expand_dims", tag="injective", attrs={"node": 1})
add = te.compute((1, 64, 56, 56), lambda n, c, h, w: conv2d[n, c, h, w] + expand_dims[c, 0, 0], name="add", tag="broadcast", attrs={"node": 2})
relu = te.compute((1, 64, 56, 56), lambda n, c, h, w: tir.max(0.0, add[n, c, h, w]), name="relu", tag="elemwise", attrs={"node": 3})

# schedule
s = te.create_schedule(relu.op)
s[expand_dims].compute_inline()
s[add].compute_inline()
n, c, h, w = s[relu].op.axis
co, ci = s[relu].split(c, factor=16)
wo, wi = s[relu].split(w, factor=8)
s[relu].reorder(h, wo, ci)
s[conv2d].compute_at(s[relu], wo)
n2, c2, h2, w2 = s[conv2d].op.axis
s[conv2d].reorder(ic, kh, kw, c2, h2, w2)
s[conv2d].vectorize(w2)
s[conv2d].unroll(c2)
s[relu].vectorize(wi)
s[relu].parallel(co)

# kernel
tvm.lower(s, [p0, p1, p2, relu], name="main")
