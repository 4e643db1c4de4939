# Infinite values, and none at all, as constants.
import tvm
from tvm import te

for dtype in ("float32", "float64"):
    for value in (float("inf"), -float("inf"), float("nan")):
        limit = tvm.tir.const(value, dtype=dtype)
        A = te.placeholder((8,), name="A", dtype=dtype)
        B = te.compute((8,), lambda i: te.if_then_else(i < 3, A[i], limit), name="B")
        s = te.create_schedule(B.op)
        tvm.lower(s, [A, B])
