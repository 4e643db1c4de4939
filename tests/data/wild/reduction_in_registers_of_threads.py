# Threads share a reduction inside of a stage that reads it: each has the whole result.
import tvm
from tvm import te

rows, columns, threads = 10, 65, 16
A = te.placeholder((rows, columns), name="A")
k = te.reduce_axis((0, columns))
B = te.compute((rows,), lambda i: te.sum(A[i, k], axis=k), name="B")
C = te.compute((rows,), lambda i: B[i] + 2, name="C")
s = te.create_schedule(C.op)
bx, ty = s[C].split(s[C].op.axis[0], factor=threads)
_, part = s[B].split(k, factor=threads)
partial = s.rfactor(B, part)
s[B].compute_at(s[C], ty)
s[C].bind(bx, te.thread_axis("blockIdx.x"))
s[C].bind(ty, te.thread_axis("threadIdx.y"))
thread = te.thread_axis("threadIdx.x")
s[B].bind(s[B].op.reduce_axis[0], thread)
s[partial].compute_at(s[B], s[B].op.reduce_axis[0])
for stage in (B, C):
    s[stage].set_store_predicate(thread.var.equal(0))
tvm.build(s, [A, C], "cuda")
