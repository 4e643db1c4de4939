import tvm
from tvm import te, tir
A = te.placeholder((10,), name="A", dtype="int64")
S = te.compute((10,), lambda i: tir.abs(A[i].astype("uint64").astype("int64")), name="S")
s = te.create_schedule(S.op)
tvm.lower(s, [A, S], name="main")
