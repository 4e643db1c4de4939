# Matrix product of 1024 by 1024, its right side packed in panels of 32, tiles of 16 by 32 in a cached block.
# computation
import tvm
from tvm import te

A = te.placeholder((1024, 1024), name="A")
B = te.placeholder((1024, 1024), name="B")
Packed = te.compute((32, 1024, 32), lambda panel, k, lane: B[k, panel * 32 + lane], name="Packed")
k = te.reduce_axis((0, 1024), name="k")
C = te.compute((1024, 1024), lambda i, j: te.sum(A[i, k] * Packed[tvm.tir.floordiv(j, 32), k, tvm.tir.floormod(j, 32)], axis=k), name="C")

# schedule
s = te.create_schedule(C.op)
CC = s.cache_write(C, "global")
io, jo, ii, ji = s[C].tile(C.op.axis[0], C.op.axis[1], x_factor=16, y_factor=32)
s[CC].compute_at(s[C], jo)
ci, cj = s[CC].op.axis
ko, ki = s[CC].split(s[CC].op.reduce_axis[0], factor=4)
s[CC].reorder(ko, ci, ki, cj)
s[CC].unroll(ki)
s[CC].vectorize(cj)
s[C].vectorize(ji)
s[C].parallel(io)
panel, row, lane = s[Packed].op.axis
s[Packed].vectorize(lane)
s[Packed].parallel(panel)

# kernel
tvm.lower(s, [A, B, C], name="matmul_packed")
