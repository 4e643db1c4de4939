import tvm
from tvm import te

n = te.size_var("n")
A = te.placeholder((n, n * 2), dtype="int8", name="A")
k = te.reduce_axis((0, n * 2), name="k")
B = te.compute((n,), lambda i: te.sum(A[i, k].astype("int32"), axis=k), name="B")
C = te.compute((n,), lambda i: te.if_then_else(i < n - 1, B[i] - B[i + 1], 0), name="C")
s = te.create_schedule(C.op)
xo, xi = s[C].split(C.op.axis[0], factor=8)
s[B].compute_at(s[C], xo)
tvm.lower(s, [A, C])
