# te.extern gives two tensors, which a computation reads.
import tvm
from tvm import te

n = 20
A = te.placeholder((n,), name="A")
low, high = te.extern(
    [(n,), (n,)],
    [A],
    lambda ins, outs: tvm.tir.call_packed("parts_of", ins[0], outs[0], outs[1]),
    name="parts",
    dtype=["float32", "float32"],
)
middle = te.compute((n,), lambda i: (low[i] + high[i]) * 0.5, name="middle")
s = te.create_schedule(middle.op)
outer, inner = s[middle].split(middle.op.axis[0], factor=5)
tvm.lower(s, [A, middle])
