import tvm
from tvm import te

A = te.placeholder((), name="A")
T = te.compute((), lambda: A() + 1.0, name="T")
s = te.create_schedule(T.op)
fused = s[T].fuse()
assert tuple(s[T].leaf_iter_vars) == (fused,)
tvm.lower(s, [A, T])
