import pytest
import tvm
import tvm.testing
from tvm import te


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("m,n", [(8, 16), (32, 64)])
def test_scale(m, n, dtype):
    A = te.placeholder((m, n), name="A", dtype=dtype)
    B = te.compute((m, n), lambda i, j: A[i, j] + tvm.tir.const(1, dtype), name="B")
    s = te.create_schedule(B.op)
    tvm.build(s, [A, B], "llvm", name="scale")


in_dim = tvm.testing.parameter(16, 32)
threads, vector = tvm.testing.parameters((4, 2), (8, 4))


def test_with_parameters(target, dev, in_dim):
    A = te.placeholder((in_dim,), name="A")
    B = te.compute((in_dim,), lambda i: A[i] * 2, name="B")
    s = te.create_schedule(B.op)
    f = tvm.build(s, [A, B], target)
    a = tvm.nd.empty((in_dim,), "float32", dev)
    f(a, a)


if __name__ == "__main__":
    tvm.testing.main()
