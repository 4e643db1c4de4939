import tvm
from tvm import te

n = 16
layers = 3
x = te.placeholder((n,), name="x")
y = x
for layer in range(layers):
    y = te.compute((n,), lambda i: y[i] * float(layer + 1), name=f"scale{layer}")
s = te.create_schedule(y.op)
tvm.lower(s, [x, y], name="chain")
