# error: 5:9: te.gradient derives computations, which is not done here
from tvm import te
A = te.placeholder((4,), name="A")
B = te.compute((4,), lambda i: A[i] * A[i], name="B")
(dA,) = te.gradient(B, [A])
s = te.create_schedule(dA.op)
