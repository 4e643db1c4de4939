# Softmax of 512 by 512 in four stages, rows in parallel.
# computation
import tvm
from tvm import te, tir

X = te.placeholder((512, 512), name="X")
k1 = te.reduce_axis((0, 512), name="k1")
Max = te.compute((512,), lambda i: te.max(X[i, k1], axis=k1), name="Max")
Exp = te.compute((512, 512), lambda i, j: te.exp(X[i, j] - Max[i]), name="Exp")
k2 = te.reduce_axis((0, 512), name="k2")
Sum = te.compute((512,), lambda i: te.sum(Exp[i, k2], axis=k2), name="Sum")
Y = te.compute((512, 512), lambda i, j: Exp[i, j] / Sum[i], name="Y")

# schedule
s = te.create_schedule(Y.op)
i, j = s[Y].op.axis
s[Y].parallel(i)
s[Max].compute_at(s[Y], i)
s[Exp].compute_at(s[Y], i)
s[Sum].compute_at(s[Y], i)
ei, ej = s[Exp].op.axis
eo, ev = s[Exp].split(ej, factor=16)
s[Exp].vectorize(ev)

# kernel
tvm.lower(s, [X, Y], name="softmax")
