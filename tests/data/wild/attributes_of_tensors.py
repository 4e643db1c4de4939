import tvm
from tvm import te

A = te.placeholder((4, 6), dtype="float64", name="A")
h, w = A.shape
B = te.compute((w, h), lambda i, j: A[j, i].astype("float32"), name=A.op.name + "_t")
C = te.compute(B.shape, lambda i, j: B[i, j] + tvm.tir.const(1, B.dtype), name="C")
assert B.op.input_tensors[0] == A
s = te.create_schedule(C.op)
producer = C.op.input_tensors[0]
s[producer].compute_at(s[C], s[C].op.axis[0])
tvm.lower(s, [A, C])
