# What a scan reads of its inputs is at the step before: the first step is never computed.
import tvm
from tvm import te

steps, n = 9, 6
X = te.placeholder((steps - 1, n), name="X")
state = te.placeholder((steps, n))
first = te.compute((1, n), lambda *i: 0.0, name="first")
seen = te.compute((steps, n), lambda t, i: X[t - 1, i] * 0.5, name="seen")
update = te.compute((steps, n), lambda t, i: state[t - 1, i] + seen[t, i], name="update")
total = te.scan(first, update, state, inputs=[X], name="total")
s = te.create_schedule(total.op)
tvm.lower(s, [X, total])
