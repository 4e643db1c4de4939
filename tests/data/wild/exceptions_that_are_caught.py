"""What fails is tried another way."""
import tvm
from tvm import te


class NotDivisible(ValueError):
    def __init__(self, size):
        self.size = size


def factor_of(size, wanted):
    for f in wanted:
        if size % f == 0:
            return f
    raise NotDivisible(size)


def tile(s, C, axis, wanted):
    try:
        factor = factor_of(C.shape[0], wanted)
    except NotDivisible as e:
        factor = e.size
    else:
        factor *= 2
    finally:
        applied.append(factor)
    return s[C].split(axis, factor=factor)


applied = []
A = te.placeholder((48,), name="A")
B = te.compute((48,), lambda i: A[i] + 1.0, name="B")
s = te.create_schedule(B.op)
outer, inner = tile(s, B, B.op.axis[0], [7, 8, 5])
try:
    s[B].vectorize(B.op.reduce_axis[0])
except IndexError:
    s[B].vectorize(inner)
s[B].parallel(outer)
name = {0: "none"}.get(len(applied), "x".join(str(f) for f in applied))
tvm.lower(s, [A, B], name="tiled_" + name)
