import pytest
import tvm
from tvm import te


def test_duplicate_axes():
    A = te.placeholder((20,), name="A")
    T = te.compute((20,), lambda i: A[i], name="T")
    s = te.create_schedule(T.op)
    xo, xi = s[T].split(T.op.axis[0], factor=10)
    s[T].reorder(xi, xo)
    try:
        s[T].reorder(xo, xi, xo)
        assert False
    except tvm.error.TVMError:
        pass
    with pytest.raises(tvm.error.TVMError):
        s[T].split(T.op.axis[0], factor=0)
    tvm.lower(s, [A, T])
