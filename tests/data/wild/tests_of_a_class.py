# Tests in a class take their arguments from parameters and fixtures.
import pytest
import tvm
import tvm.testing
from tvm import te


class TestScaled:
    size, factor = tvm.testing.parameters((30, 5), (64, 8))
    dtype = tvm.testing.parameter("float32", "int8")

    @tvm.testing.fixture
    def computation(self, size, dtype):
        A = te.placeholder((size,), name="A", dtype=dtype)
        return A, te.compute((size,), lambda i: A[i] * tvm.tir.const(2, dtype), name="B")

    def test_split(self, computation, factor, target, dev):
        A, B = computation
        s = te.create_schedule(B.op)
        s[B].split(B.op.axis[0], factor)
        if "gpu" in tvm.target.Target(target).keys:
            s[B].bind(s[B].leaf_iter_vars[0], te.thread_axis("blockIdx.x"))
        tvm.build(s, [A, B], target)

    @pytest.mark.parametrize("parts", [3, 6])
    def test_parts(self, computation, parts):
        A, B = computation
        s = te.create_schedule(B.op)
        s[B].split(B.op.axis[0], nparts=parts)
        tvm.lower(s, [A, B])
