"""The computation alone, as TensorIR begins with it."""
import tvm
from tvm import te


def matmul(n, m, k):
    A = te.placeholder((n, k), name="A")
    B = te.placeholder((k, m), name="B")
    r = te.reduce_axis((0, k), name="r")
    C = te.compute((n, m), lambda i, j: te.sum(A[i, r] * B[r, j], axis=r), name="C")
    return te.create_prim_func([A, B, C])


func = matmul(32, 24, 16)
mod = tvm.IRModule({"main": func})
print(mod.script())
