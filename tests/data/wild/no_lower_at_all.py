import tvm
from tvm import te


def schedule_only():
    A = te.placeholder((16, 16), name="A")
    B = te.compute((16, 16), lambda i, j: A[j, i], name="B")
    s = te.create_schedule(B.op)
    xo, yo, xi, yi = s[B].tile(B.op.axis[0], B.op.axis[1], x_factor=4, y_factor=4)
    s[B].unroll(yi)
    return s
