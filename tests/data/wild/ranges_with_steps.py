import tvm
from tvm import te

A = te.placeholder((30,), name="A")
taps = [A]
for k in range(8, 0, -3):
    src = taps[-1]
    taps.append(te.compute((src.shape[0] - k,), lambda i, k=k: src[i] + src[i + k], name="tap%d" % k))
s = te.create_schedule(taps[-1].op)
for t in reversed(taps[1:-1]):
    s[t].compute_root()
tvm.lower(s, [taps[0], taps[-1]])
