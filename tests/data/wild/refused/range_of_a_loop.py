# error: 9:9: 'te.reduce_axis' here would depend on the kernel's loops
import tvm
from tvm import te

X = te.placeholder((10,), name="X")


def prefix(n):
    k = te.reduce_axis((0, n))
    return te.sum(X[k], axis=k)


Y = te.compute(X.shape, prefix, name="Y")
s = te.create_schedule(Y.op)
