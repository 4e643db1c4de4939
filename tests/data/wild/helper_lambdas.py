import tvm
from tvm import te, tir

relu = lambda x: tir.max(x, tir.const(0, x.dtype))
clip = lambda x, low=0.0, high=6.0: te.min(te.max(x, low), high)
index = lambda i, j, width: i * width + j
A = te.placeholder((48,), name="A")
B = te.compute((6, 8), lambda i, j: clip(relu(A[index(i, j, 8)]), high=4.0), name="B")
s = te.create_schedule(B.op)
tvm.lower(s, [A, B], name="relu4")
