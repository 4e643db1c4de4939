import tvm
from tvm import te, tir

# computation
# The inception block 3a of GoogLeNet as one operator, pixels by channels: four branches on one input, joined along the
# channels. Branches two and three first narrow the input, branch four takes its maxima.
x = te.placeholder((1, 28, 28, 192), name="x")
w1 = te.placeholder((1, 1, 192, 64), name="w1")
w2a = te.placeholder((1, 1, 192, 96), name="w2a")
w2b = te.placeholder((3, 3, 96, 128), name="w2b")
w3a = te.placeholder((1, 1, 192, 16), name="w3a")
w3b = te.placeholder((5, 5, 16, 32), name="w3b")
w4 = te.placeholder((1, 1, 192, 32), name="w4")
r1 = te.reduce_axis((0, 192), name="r1")
c1 = te.compute((1, 28, 28, 64), lambda n, h, w, o: te.sum(x[n, h, w, r1] * w1[0, 0, r1, o], axis=r1), name="c1")
r2a = te.reduce_axis((0, 192), name="r2a")
c2a = te.compute((1, 28, 28, 96), lambda n, h, w, o: te.sum(x[n, h, w, r2a] * w2a[0, 0, r2a, o], axis=r2a), name="c2a")
p2 = te.compute(
    (1, 30, 30, 96),
    lambda n, h, w, c: tir.if_then_else(
        tir.all(h >= 1, h < 29, w >= 1, w < 29), te.max(c2a[n, h - 1, w - 1, c], 0.0), 0.0),
    name="p2")
r2b = te.reduce_axis((0, 96), name="r2b")
u2b = te.reduce_axis((0, 3), name="u2b")
v2b = te.reduce_axis((0, 3), name="v2b")
c2b = te.compute(
    (1, 28, 28, 128),
    lambda n, h, w, o: te.sum(p2[n, h + u2b, w + v2b, r2b] * w2b[u2b, v2b, r2b, o], axis=[u2b, v2b, r2b]),
    name="c2b")
r3a = te.reduce_axis((0, 192), name="r3a")
c3a = te.compute((1, 28, 28, 16), lambda n, h, w, o: te.sum(x[n, h, w, r3a] * w3a[0, 0, r3a, o], axis=r3a), name="c3a")
p3 = te.compute(
    (1, 32, 32, 16),
    lambda n, h, w, c: tir.if_then_else(
        tir.all(h >= 2, h < 30, w >= 2, w < 30), te.max(c3a[n, h - 2, w - 2, c], 0.0), 0.0),
    name="p3")
r3b = te.reduce_axis((0, 16), name="r3b")
u3b = te.reduce_axis((0, 5), name="u3b")
v3b = te.reduce_axis((0, 5), name="v3b")
c3b = te.compute(
    (1, 28, 28, 32),
    lambda n, h, w, o: te.sum(p3[n, h + u3b, w + v3b, r3b] * w3b[u3b, v3b, r3b, o], axis=[u3b, v3b, r3b]),
    name="c3b")
px = te.compute(
    (1, 30, 30, 192),
    lambda n, h, w, c: tir.if_then_else(
        tir.all(h >= 1, h < 29, w >= 1, w < 29), x[n, h - 1, w - 1, c], te.min_value("float32")),
    name="px")
u4 = te.reduce_axis((0, 3), name="u4")
v4 = te.reduce_axis((0, 3), name="v4")
pool = te.compute((1, 28, 28, 192), lambda n, h, w, c: te.max(px[n, h + u4, w + v4, c], axis=[u4, v4]), name="pool")
r4 = te.reduce_axis((0, 192), name="r4")
c4 = te.compute((1, 28, 28, 32), lambda n, h, w, o: te.sum(pool[n, h, w, r4] * w4[0, 0, r4, o], axis=r4), name="c4")
block = te.compute(
    (1, 28, 28, 256),
    lambda n, h, w, o: te.max(
        tir.if_then_else(
            o < 64,
            c1[n, h, w, o],
            tir.if_then_else(
                o < 192,
                c2b[n, h, w, o - 64],
                tir.if_then_else(o < 224, c3b[n, h, w, o - 192], c4[n, h, w, o - 224]))),
        0.0),
    name="block")

# schedule
s = te.create_schedule(block.op)
a1 = s.cache_write(c1, "local")
a2a = s.cache_write(c2a, "local")
a2b = s.cache_write(c2b, "local")
a3a = s.cache_write(c3a, "local")
a3b = s.cache_write(c3b, "local")
a4 = s.cache_write(c4, "local")
bn, bh, bw, bo = s[block].op.axis
boo, boi = s[block].split(bo, factor=32)
s[block].reorder(bn, bh, boo, bw, boi)
s[block].vectorize(boi)
s[block].parallel(bh)
n1, h1, x1, o1 = s[c1].op.axis
xo1, xi1 = s[c1].split(x1, factor=14)
oo1, oi1 = s[c1].split(o1, factor=16)
s[c1].reorder(n1, h1, oo1, xo1, xi1, oi1)
s[c1].vectorize(oi1)
s[c1].compute_at(s[block], bh)
s[a1].compute_at(s[c1], xo1)
an1, ah1, ax1, ao1 = s[a1].op.axis
ra1 = s[a1].op.reduce_axis[0]
s[a1].reorder(an1, ah1, ra1, ax1, ao1)
s[a1].unroll(ax1)
s[a1].vectorize(ao1)
n2a, h2a, x2a, o2a = s[c2a].op.axis
xo2a, xi2a = s[c2a].split(x2a, factor=14)
oo2a, oi2a = s[c2a].split(o2a, factor=16)
s[c2a].reorder(n2a, h2a, oo2a, xo2a, xi2a, oi2a)
s[c2a].vectorize(oi2a)
s[c2a].parallel(h2a)
s[a2a].compute_at(s[c2a], xo2a)
an2a, ah2a, ax2a, ao2a = s[a2a].op.axis
ra2a = s[a2a].op.reduce_axis[0]
s[a2a].reorder(an2a, ah2a, ra2a, ax2a, ao2a)
s[a2a].unroll(ax2a)
s[a2a].vectorize(ao2a)
n2b, h2b, x2b, o2b = s[c2b].op.axis
xo2b, xi2b = s[c2b].split(x2b, factor=14)
oo2b, oi2b = s[c2b].split(o2b, factor=16)
s[c2b].reorder(n2b, h2b, oo2b, xo2b, xi2b, oi2b)
s[c2b].vectorize(oi2b)
s[c2b].compute_at(s[block], bh)
s[a2b].compute_at(s[c2b], xo2b)
an2b, ah2b, ax2b, ao2b = s[a2b].op.axis
ua2b, va2b, ra2b = s[a2b].op.reduce_axis
s[a2b].reorder(an2b, ah2b, ua2b, va2b, ra2b, ax2b, ao2b)
s[a2b].unroll(ax2b)
s[a2b].vectorize(ao2b)
n3a, h3a, x3a, o3a = s[c3a].op.axis
xo3a, xi3a = s[c3a].split(x3a, factor=14)
oo3a, oi3a = s[c3a].split(o3a, factor=16)
s[c3a].reorder(n3a, h3a, oo3a, xo3a, xi3a, oi3a)
s[c3a].vectorize(oi3a)
s[c3a].parallel(h3a)
s[a3a].compute_at(s[c3a], xo3a)
an3a, ah3a, ax3a, ao3a = s[a3a].op.axis
ra3a = s[a3a].op.reduce_axis[0]
s[a3a].reorder(an3a, ah3a, ra3a, ax3a, ao3a)
s[a3a].unroll(ax3a)
s[a3a].vectorize(ao3a)
n3b, h3b, x3b, o3b = s[c3b].op.axis
xo3b, xi3b = s[c3b].split(x3b, factor=14)
oo3b, oi3b = s[c3b].split(o3b, factor=16)
s[c3b].reorder(n3b, h3b, oo3b, xo3b, xi3b, oi3b)
s[c3b].vectorize(oi3b)
s[c3b].compute_at(s[block], bh)
s[a3b].compute_at(s[c3b], xo3b)
an3b, ah3b, ax3b, ao3b = s[a3b].op.axis
ua3b, va3b, ra3b = s[a3b].op.reduce_axis
s[a3b].reorder(an3b, ah3b, ua3b, va3b, ra3b, ax3b, ao3b)
s[a3b].unroll(ax3b)
s[a3b].vectorize(ao3b)
n4, h4, x4, o4 = s[c4].op.axis
xo4, xi4 = s[c4].split(x4, factor=14)
oo4, oi4 = s[c4].split(o4, factor=16)
s[c4].reorder(n4, h4, oo4, xo4, xi4, oi4)
s[c4].vectorize(oi4)
s[c4].compute_at(s[block], bh)
s[a4].compute_at(s[c4], xo4)
an4, ah4, ax4, ao4 = s[a4].op.axis
ra4 = s[a4].op.reduce_axis[0]
s[a4].reorder(an4, ah4, ra4, ax4, ao4)
s[a4].unroll(ax4)
s[a4].vectorize(ao4)
s[p2].parallel(s[p2].op.axis[1])
p2o, p2i = s[p2].split(s[p2].op.axis[3], factor=32)
s[p2].vectorize(p2i)
s[p3].parallel(s[p3].op.axis[1])
s[p3].vectorize(s[p3].op.axis[3])
s[px].parallel(s[px].op.axis[1])
pxo, pxi = s[px].split(s[px].op.axis[3], factor=32)
s[px].vectorize(pxi)
s[pool].compute_at(s[block], bh)
lo, li = s[pool].split(s[pool].op.axis[3], factor=32)
s[pool].reorder(s[pool].op.axis[2], lo, s[pool].op.reduce_axis[0], s[pool].op.reduce_axis[1], li)
s[pool].vectorize(li)

# kernel
tvm.lower(s, [x, w1, w2a, w2b, w3a, w3b, w4, block], name="inception")
