import functools
import itertools
import tvm
from tvm import te

A = te.placeholder((3, 3), name="A")
pairs = list(itertools.product(range(2), range(2)))
B = te.compute(
    (2, 2), lambda i, j: functools.reduce(lambda a, b: a + b, [A[i + p, j + q] for p, q in pairs]) / len(pairs), name="B"
)
s = te.create_schedule(B.op)
tvm.lower(s, [A, B], name="average")
