import tvm
from tvm import te

# computation
A = te.placeholder((12, 197, 64), name="A")
B = te.placeholder((12, 64, 197), name="B")
k = te.reduce_axis((0, 64), name="k")
C = te.compute((12, 197, 197), lambda b, y, x: te.sum(A[b, y, k] * B[b, k, x], axis=k), name="C")

# schedule
s = te.create_schedule(C.op)

# kernel
tvm.lower(s, [A, B, C], name="batched_matmul_197")
