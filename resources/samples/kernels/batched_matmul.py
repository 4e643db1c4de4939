# Batched matrix product: the scores of attention in BERT, 12 heads of 128 by 64 times 64 by 128. An 8 by 32 tile of one
# product is summed in 16 vector registers; the second factor is read as it lies, its 32 KB stay in the first-level cache.
# computation
import tvm
from tvm import te

H = 12
M = 128
N = 128
K = 64
A = te.placeholder((H, M, K), name="A")
B = te.placeholder((H, K, N), name="B")
k = te.reduce_axis((0, K), name="k")
C = te.compute((H, M, N), lambda b, y, x: te.sum(A[b, y, k] * B[b, k, x], axis=k), name="C")

# schedule
s = te.create_schedule(C.op)
T = s.cache_write(C, "local")
b, y, x = s[C].op.axis
yo, xo, yi, xi = s[C].tile(y, x, 8, 32)
s[C].reorder(b, xo, yo, yi, xi)
s[C].vectorize(xi)
f = s[C].fuse(b, xo)
s[C].parallel(f)
s[T].compute_at(s[C], yo)
tb, ty, tx = s[T].op.axis
tk = s[T].op.reduce_axis[0]
s[T].reorder(tk, ty, tx)
s[T].unroll(ty)
s[T].vectorize(tx)

# kernel
tvm.lower(s, [A, B, C], name="batched_matmul")
