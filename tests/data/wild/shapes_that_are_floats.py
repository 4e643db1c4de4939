"""te.compute takes N / 4 for a size, as the tutorial on matrix products has it."""
import tvm
from tvm import te

N, bn = 64, 16
B = te.placeholder((N, N), name="B")
packed = te.compute((N / bn, N, bn), lambda x, k, i: B[k, x * bn + i], name="packed")
s = te.create_schedule(packed.op)
xo, k, xi = s[packed].op.axis
s[packed].vectorize(xi)
s[packed].parallel(xo)
tvm.lower(s, [B, packed], name="pack")
