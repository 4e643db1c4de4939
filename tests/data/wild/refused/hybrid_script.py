# error: 16:5: 'outer' is a hybrid script, which has no computation to schedule
from tvm import te


@te.hybrid.script
def outer(a, b):
    c = output_tensor((4, 5), a.dtype)
    for i in range(4):
        for j in range(5):
            c[i, j] = a[i] * b[j]
    return c


a = te.placeholder((4,), name="a")
b = te.placeholder((5,), name="b")
c = outer(a, b)
s = te.create_schedule(c.op)
