import tvm
from tvm import te, topi

x, y = 8, 4
a = te.placeholder((x, y, y), name="a")
b = te.placeholder((y, y), name="b")
c = a + b  # same as topi.broadcast_add
d = a * b
e = topi.elemwise_sum([c, d]) if False else c - d
f = e / 2.0
g = topi.sum(f, axis=1)
h = topi.tanh(topi.transpose(g, (1, 0)))
with tvm.target.Target("cuda"):
    sg = topi.cuda.schedule_reduce(h)
    print(tvm.lower(sg, [a, b], simple_mode=True))
