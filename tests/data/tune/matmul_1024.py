import tvm
from tvm import te

# computation
A = te.placeholder((1024, 1024), name="A")
B = te.placeholder((1024, 1024), name="B")
k = te.reduce_axis((0, 1024), name="k")
C = te.compute((1024, 1024), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name="C")

# schedule
s = te.create_schedule(C.op)

# kernel
tvm.lower(s, [A, B, C], name="matmul_1024")
