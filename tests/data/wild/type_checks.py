import tvm
from tvm import te


def as_shape(size):
    if isinstance(size, int):
        return (size,)
    if isinstance(size, (tuple, list)):
        return tuple(size)
    raise TypeError("not a shape: {}".format(size))


A = te.placeholder(as_shape(12), name="A")
B = te.compute(as_shape([12]), lambda i: A[i] + 1.0, name="B")
if isinstance(B, te.tensor.Tensor) and hasattr(tvm, "lower"):
    s = te.create_schedule(B.op)
tvm.lower(s, [A, B])
