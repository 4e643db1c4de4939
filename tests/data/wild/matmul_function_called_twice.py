import tvm
from tvm import te


def linear(x, out, name):
    (n, k) = x.shape
    W = te.placeholder((out, k), name="W_" + name)
    r = te.reduce_axis((0, k), name="r")
    y = te.compute((n, out), lambda i, j: te.sum(x[i, r] * W[j, r], axis=r), name=name)
    return y, W


x = te.placeholder((4, 8), name="x")
h, W1 = linear(x, 16, "hidden")
h = te.compute(h.shape, lambda *i: te.max(h(*i), 0.0), name="relu")
y, W2 = linear(h, 10, "logits")
s = te.create_schedule(y.op)
tvm.lower(s, [x, W1, W2, y], name="mlp")
