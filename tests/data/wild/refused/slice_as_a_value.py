# error: 4:32: a slice of the tensor A
from tvm import te
A = te.placeholder((8, 8), name="A")
B = te.compute((8,), lambda i: A[i, 0:4] + 1.0, name="B")
s = te.create_schedule(B.op)
