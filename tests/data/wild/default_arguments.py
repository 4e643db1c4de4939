import tvm
from tvm import te


def matmul(m=8, n=8, k=8, *, dtype="float32", name="mm", **schedule):
    """Multiplies two matrices."""
    A = te.placeholder((m, k), dtype=dtype, name="A")
    B = te.placeholder((k, n), dtype=dtype, name="B")
    r = te.reduce_axis((0, k), name="r")
    C = te.compute((m, n), lambda i, j: te.sum(A[i, r] * B[r, j], axis=r), name="C")
    s = te.create_schedule(C.op)
    if schedule.get("parallel", False):
        s[C].parallel(C.op.axis[0])
    return s, (A, B, C), name


s, tensors, name = matmul(n=16, parallel=True)
tvm.lower(s, tensors, name=name)
