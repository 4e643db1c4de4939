"""Layouts as texts, axes as sets, options as dicts."""
import re
import tvm
from tvm import te

layout = "NCHW4c".upper()
channels, _, block = "C4".partition("C")
config = {"unroll": "0x10", "order": "y,x"}
config.setdefault("vectorize", True)
config.update(dict(parallel=True), order=config["order"].replace(",", " "))
n = int(config["unroll"], 16)
m = int(block) * len(layout.rstrip("C"))
A = te.placeholder((n, m), name="A")
B = te.compute((n, m), lambda y, x: A[y, x] * 3.0, name="B")
s = te.create_schedule(B.op)
axes = dict(zip("yx", B.op.axis))
wanted = set(config["order"].split()) & {"x", "y", "z"}
order = [name for name in sorted(axes, reverse=True) if name in wanted]
kept, order[:1] = order[0], []
outer, inner = s[B].split(axes[order[0]], factor=4)
if type(m) is int and not {"vectorize"} - set(config):
    s[B].vectorize(inner)
for number, (key, used) in enumerate(config.items(), start=1):
    match key, used:
        case "parallel", True:
            s[B].parallel(axes["y"])
        case "order" | "unroll", str():
            continue
tvm.lower(s, [A, B], name=f"k{number:02d}_{kept}_{hex(n)[2:].zfill(3)}")
