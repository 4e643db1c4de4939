"""Layers over sizes that a run gives."""
import tvm
from tvm import te, topi


def layers(n, m):
    x = te.placeholder((n, m), name="x")
    w = te.placeholder((16, m), name="w")
    yield_of = {
        "dense": topi.nn.dense(x, w),
        "softmax": topi.nn.softmax(x),
        "relu": topi.nn.relu(x),
        "rows": topi.sum(x, axis=1),
        "turned": topi.transpose(x),
        "padded": topi.nn.pad(x, (1, 0), (0, 2)),
        "wide": topi.expand_dims(x, 1),
    }
    return x, w, yield_of


x, w, outs = layers(te.var("n"), te.var("m"))
for name, out in outs.items():
    s = te.create_schedule(out.op)
    args = [x, w, out] if name == "dense" else [x, out]
    tvm.lower(s, args, name=name)
