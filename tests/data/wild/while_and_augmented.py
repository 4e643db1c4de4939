import tvm
from tvm import te

n = 1
while n < 40:
    n *= 2
depth = 0
rest = n
while rest > 1:
    rest //= 2
    depth += 1
A = te.placeholder((n,), name="A")
B = te.compute((n,), lambda i: A[i] + depth, name="B")
s = te.create_schedule(B.op)
tvm.lower(s, [A, B])
