import tvm
from tvm import te


def tile_and_vectorize(s, T, factors):
    """Tiles the last two axes of T."""
    *outer, y, x = s[T].op.axis
    yo, yi = s[T].split(y, factors[0])
    xo, xi = s[T].split(x, factors[1])
    s[T].reorder(*outer, yo, xo, yi, xi)
    s[T].vectorize(xi)
    return s[T].fuse(*outer, yo)


A = te.placeholder((2, 8, 16), name="A")
B = te.compute(A.shape, lambda b, y, x: A[b, y, x] * A[b, y, x], name="B")
s = te.create_schedule(B.op)
s[B].parallel(tile_and_vectorize(s, B, (4, 8)))
tvm.lower(s, [A, B])
