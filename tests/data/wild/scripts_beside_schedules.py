# TensorIR and Python classes of passes stand beside a schedule.
import tvm
from tvm import te
from tvm.script import tir as T


@T.prim_func
def expected(a: T.handle, b: T.handle) -> None:
    A = T.match_buffer(a, (16,), "float32")
    B = T.match_buffer(b, (16,), "float32")
    for i in T.serial(16):
        B[i] = A[i] + T.float32(1)


class Count(tvm.testing.CompareBeforeAfter):
    transform = tvm.tir.transform.Simplify()

    def before(A: T.Buffer[(16,), "float32"]):
        A[0] = 1.0


def test_lowering():
    A = te.placeholder((16,), name="A")
    B = te.compute((16,), lambda i: A[i] + 1.0, name="B")
    s = te.create_schedule(B.op)
    mod = tvm.lower(s, [A, B])
    tvm.ir.assert_structural_equal(mod["main"], expected)
    with pytest.raises(ValueError):
        s[B].split(B.op.axis[0], 0)
