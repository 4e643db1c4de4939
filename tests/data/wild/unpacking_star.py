import tvm
from tvm import te

first, *middle, last = [2, 3, 4, 5]
(a, b), c = (1, 2), 3
A = te.placeholder((first, *middle, last), name="A")
d0, *rest = A.shape
B = te.compute((d0,), lambda i: A[i, 0, 0, 0] + a + b * c, name="B")
s = te.create_schedule(B.op)
tvm.lower(s, [A, B])
