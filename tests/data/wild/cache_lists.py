import tvm
from tvm import te

A = te.placeholder((16, 16), name="A")
B = te.placeholder((16, 16), name="B")
C1, C2 = te.compute((16, 16), lambda i, j: (A[i, j] + 1.0, B[i, j] / 2.0), name="C")
s = te.create_schedule([C1.op, C2.op])
caches = s.cache_write([C1, C2], "local")
s = s.normalize()
tvm.lower(s, [A, B, C1, C2])
