import tvm
from tvm import te

A = te.placeholder((6, 8), name="A")
total = 0
weights = {"first": 2, "second": 3}
for index, (name, weight) in enumerate(weights.items()):
    total += weight * (index + 1)
B = te.compute((6, 8), lambda i, j: A[i, j] * total, name="B")
s = te.create_schedule(B.op)
tvm.lower(s, [A, B], name="weighted_{}".format(total))
