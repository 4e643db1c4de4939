import tvm
from tvm import te

A = te.placeholder((8, 16), name="A")
B = te.compute((8, 16), lambda i, j: A[i, j] + 1.0, name="B")
C = te.compute((8, 16), lambda i, j: B[i, j] * 2.0, name="C")
s = te.create_schedule(C.op)
block = 4
s[B].transform_layout(lambda n, c: [n, c // block, c % block])
tvm.lower(s, [A, C])
