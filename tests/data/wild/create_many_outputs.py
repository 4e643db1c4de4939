import tvm
from tvm import te

A = te.placeholder((10,), name="A")
B = te.compute((10,), lambda i: A[i] + 1.0, name="B")
C = te.compute((10,), lambda i: A[i] * 2.0, name="C")
s = te.create_schedule([B.op, C.op])
for t in (B, C):
    s[t].vectorize(s[t].split(t.op.axis[0], factor=5)[1])
