import tvm
from tvm import te

A = te.placeholder((8, 12, 16), name="A")
B = te.compute(A.shape, lambda i, j, k: A[i, j, k] + 1.0, name="B")
s = te.create_schedule(B.op)
outers, inners = [], []
for axis, factor in zip(s[B].op.axis, [2, 4, 8]):
    o, i = s[B].split(axis, factor=factor)
    outers.append(o)
    inners.append(i)
s[B].reorder(*outers, *inners)
s[B].parallel(s[B].fuse(*outers[:2]))
s[B].vectorize(inners[-1])
tvm.lower(s, [A, B])
