import tvm
from tvm import te, tir

# computation
# A convolution of one's own: pixels by channels, filters as (o, c, p, q), no padding. What the network convolves with
# nn.conv2d comes here by the rule in own_conv2d.pat.
data = te.placeholder((1, 224, 224, 3), name="data")
kernel = te.placeholder((16, 3, 3, 3), name="kernel")
weight = te.compute((3, 3, 3, 16), lambda p, q, c, o: kernel[o, c, p, q], name="weight")
kh = te.reduce_axis((0, 3), name="kh")
kw = te.reduce_axis((0, 3), name="kw")
ic = te.reduce_axis((0, 3), name="ic")
conv = te.compute(
    (1, 222, 222, 16),
    lambda n, h, w, o: te.sum(data[n, h + kh, w + kw, ic] * weight[kh, kw, ic, o], axis=[kh, kw, ic]),
    name="conv")

# schedule
s = te.create_schedule(conv.op)
acc = s.cache_write(conv, "local")
n, h, w, o = s[conv].op.axis
wo, wi = s[conv].split(w, factor=6)
s[conv].reorder(n, h, wo, wi, o)
s[conv].vectorize(o)
s[conv].parallel(h)
s[acc].compute_at(s[conv], wo)
an, ah, aw, ao = s[acc].op.axis
akh, akw, aic = s[acc].op.reduce_axis
s[acc].reorder(an, ah, akh, akw, aic, aw, ao)
s[acc].unroll(aw)
s[acc].unroll(aic)
s[acc].unroll(akw)
s[acc].vectorize(ao)
s[weight].vectorize(s[weight].op.axis[3])

# kernel
tvm.lower(s, [data, kernel, conv], name="own_conv2d")
