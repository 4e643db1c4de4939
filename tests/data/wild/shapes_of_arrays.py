# Placeholders take shapes and types of arrays.
import numpy as np
import tvm
from tvm import te

a = np.random.uniform(size=(6, 4)).astype("float32")
b = np.array([[1, 2, 3, 4]] * 6, dtype="int32")
c = np.zeros(a.reshape((24,)).shape, dtype=a.dtype)
A = te.placeholder(a.shape, name="A", dtype=str(a.dtype))
B = te.placeholder(b.shape, name="B", dtype=str(b.dtype))
w = (a * 2).T
C = te.compute(c.shape, lambda i: A[i // b.shape[1], i % b.shape[1]] + B[i // 4, i % 4].astype("float32"), name="C")
D = te.compute((w.shape[0], len(w.shape)), lambda i, j: C[i] * w.ndim + j, name="D")
s = te.create_schedule(D.op)
f = tvm.build(s, [A, B, D], "llvm")
f(tvm.nd.array(a), tvm.nd.array(b), tvm.nd.array(np.empty((4, 2), "float32")))
