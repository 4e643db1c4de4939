# error: 8:8: a condition on the expression A[i] > 0.0 is not known when the file is read
from tvm import te

A = te.placeholder((16,), name="A")


def relu(i):
    if A[i] > 0.0:
        return A[i]
    return 0.0


B = te.compute((16,), relu, name="B")
s = te.create_schedule(B.op)
