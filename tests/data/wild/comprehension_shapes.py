import tvm
from tvm import te

shape = (3, 4, 5)
inputs = [te.placeholder(shape, name="in%d" % i) for i in range(3)]
out = te.compute(shape, lambda *i: sum(t(*i) for t in inputs), name="out")
s = te.create_schedule(out.op)
extents = [int(e) for e in out.shape if e > 3]
assert extents == [4, 5]
fused = s[out].fuse(*[a for a in s[out].op.axis])
s[out].parallel(fused)
tvm.lower(s, inputs + [out], name="add%d" % len(inputs))
