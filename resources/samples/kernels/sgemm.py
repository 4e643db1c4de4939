# Single-precision matrix product, 1024 by 1024 by 1024. Every 6 by 64 tile of C is summed in 24 vector registers (AVX-512
# has 32; four others hold the panel's row, one a broadcast of A). Two panels of 64 columns of B are packed at a time
# (512 KB): they stay in the second-level cache while all rows of A pass. A is read where it is: six rows fall into few
# lines of the first-level cache, so that they fit although their stride is a power of two, and a copy would cost a tenth.
# computation
import tvm
from tvm import te

M = 1024
N = 1024
K = 1024
A = te.placeholder((M, K), name="A")
B = te.placeholder((K, N), name="B")
P = te.compute((N // 64, K, 64), lambda o, r, i: B[r, o * 64 + i], name="P")
k = te.reduce_axis((0, K), name="k")
C = te.compute((M, N), lambda y, x: te.sum(A[y, k] * P[x // 64, k, x % 64], axis=k), name="C")

# schedule
s = te.create_schedule(C.op)
T = s.cache_write(C, "local")
y, x = s[C].op.axis
yo, xo, yi, xi = s[C].tile(y, x, 6, 64)
xb, xo = s[C].split(xo, factor=2)
s[C].reorder(xb, yo, xo, yi, xi)
s[C].vectorize(xi)
s[C].parallel(yo)
s[T].compute_at(s[C], xo)
ty, tx = s[T].op.axis
tk = s[T].op.reduce_axis[0]
s[T].reorder(tk, ty, tx)
s[T].unroll(ty)
s[T].vectorize(tx)
s[P].compute_at(s[C], xb)
s[P].vectorize(s[P].op.axis[2])

# kernel
tvm.lower(s, [A, B, C], name="sgemm")
