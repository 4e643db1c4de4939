# Single-precision matrix product, 1024 by 1024 by 1024. B is packed into panels of 32 columns, then every 14 by 32 tile
# of C is summed in 28 vector registers (AVX-512 has 32; the others hold the panel's row and a broadcast of A). The 14
# rows of A are copied with a stride that is not a power of two, or they would all fall into the same lines of the cache.
# Eight panels at a time (1 MB) stay in the second-level cache while all rows of A pass.
# computation
import tvm
from tvm import te

M = 1024
N = 1024
K = 1024
A = te.placeholder((M, K), name="A")
B = te.placeholder((K, N), name="B")
P = te.compute((N // 32, K, 32), lambda o, r, i: B[r, o * 32 + i], name="P")
k = te.reduce_axis((0, K), name="k")
C = te.compute((M, N), lambda y, x: te.sum(A[y, k] * P[x // 32, k, x % 32], axis=k), name="C")

# schedule
s = te.create_schedule(C.op)
T = s.cache_write(C, "local")
AA = s.cache_read(A, "global", [T])
y, x = s[C].op.axis
yo, xo, yi, xi = s[C].tile(y, x, 14, 32)
xb, xo = s[C].split(xo, factor=8)
s[C].reorder(xb, yo, xo, yi, xi)
s[C].vectorize(xi)
f = s[C].fuse(xb, yo)
s[C].parallel(f)
s[T].compute_at(s[C], xo)
ty, tx = s[T].op.axis
tk = s[T].op.reduce_axis[0]
s[T].reorder(tk, ty, tx)
s[T].unroll(ty)
s[T].vectorize(tx)
ay, ak = s[AA].op.axis
s[AA].compute_at(s[C], f)
ao, ai = s[AA].split(ak, factor=16)
s[AA].vectorize(ai)
s[AA].storage_align(ay, 1024, 16)
o, r, i = s[P].op.axis
s[P].vectorize(i)
s[P].parallel(o)

# kernel
tvm.lower(s, [A, B, C], name="sgemm")
