import tvm
from tvm import te, topi

n, m = te.var("n"), te.var("m")
A = te.placeholder((n, m), name="A")
B = topi.exp(A)
C = topi.add(B, tvm.tir.const(1, "float32"))
D = topi.maximum(C, 0.5)
s = te.create_schedule(D.op)
s[B].compute_inline()
tvm.lower(s, [A, D])
