import tvm
from tvm import te

sizes = sorted({12, 4, 8}, reverse=True)
names = list(map(lambda n: "T%d" % n, sizes))
longest = max(names, key=len)
assert any(n > 8 for n in sizes) and all(n > 0 for n in sizes)
T = [te.placeholder((n,), name=name) for n, name in zip(sizes, names)]
out = te.compute((min(sizes),), lambda i: T[0][i] + T[1][i] + T[2][i], name=longest.lower())
s = te.create_schedule(out.op)
tvm.lower(s, T + [out])
