import tvm
from tvm import te, tir

A = te.placeholder((1024, 1024), name="A")
B = te.placeholder((1024, 1024), name="B")
packed = te.compute((64, 1024, 16), lambda x, y, z: B[y, x * 16 + z], name="packed")
k = te.reduce_axis((0, 1024), name="k")
C = te.compute((1024, 1024), lambda m, n: te.sum(A[m, k] * packed[n // 16, k, n % 16], axis=k), name="C")
s = te.create_schedule(C.op)
CC = s.cache_write(C, "global")
mo, no, mi, ni = s[C].tile(C.op.axis[0], C.op.axis[1], 32, 32)
s[CC].compute_at(s[C], no)
mc, nc = s[CC].op.axis
ko, ki = s[CC].split(s[CC].op.reduce_axis[0], factor=4)
s[CC].reorder(ko, mc, ki, nc)
s[CC].vectorize(nc)
s[CC].unroll(ki)
x, y, z = s[packed].op.axis
s[packed].vectorize(z)
s[packed].parallel(x)
s[C].parallel(mo)
s[C].vectorize(ni)
tvm.lower(s, [A, B, C], name="main")
