import tvm
from tvm import te

i = 4
A = te.placeholder((i, 8), name="A")
B = te.compute((i, 8), lambda i, j: A[i, j] + 1.0, name="B")
s = te.create_schedule(B.op)
i, j = s[B].op.axis
jo, ji = s[B].split(j, factor=4)
C = te.compute((4, 8), lambda j, i: A[j, i] * 2.0, name="C")
te_s = te.create_schedule(C.op)
j, i = te_s[C].op.axis
te_s[C].reorder(i, j)
tvm.lower(s, [A, B], name="first")
tvm.lower(te_s, [A, C], name="second")
