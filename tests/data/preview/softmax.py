import tvm
from tvm import te, tir

A = te.placeholder((512, 512), name="A")
k = te.reduce_axis((0, 512), name="k")
m = te.compute((512,), lambda i: te.max(A[i, k], axis=k), name="m")
e = te.compute((512, 512), lambda i, j: te.exp(A[i, j] - m[i]), name="e")
k2 = te.reduce_axis((0, 512), name="k2")
z = te.compute((512,), lambda i: te.sum(e[i, k2], axis=k2), name="z")
y = te.compute((512, 512), lambda i, j: e[i, j] / z[i], name="y")
s = te.create_schedule(y.op)
i, j = s[y].op.axis
jo, ji = s[y].split(j, factor=16)
s[y].vectorize(ji)
s[z].compute_at(s[y], i)
s[e].compute_at(s[y], i)
s[m].compute_at(s[y], i)
s[y].parallel(i)
tvm.lower(s, [A, y], name="main")
