# Helpers that cut a list of stages apart and give tensors as keyword arguments.
from tvm import te, topi

A = te.placeholder((4, 6), name="A")
B = te.placeholder((4, 6), name="B")
joined = topi.concatenate(a_tuple=[A, B], axis=1)
first, second = topi.split(joined, 2, axis=1)
both = topi.add(first, topi.negative(second))
chosen = topi.take(a=both, indices=te.placeholder((3,), name="at", dtype="int32"), axis=0, mode="clip")
s = te.create_schedule(chosen.op)
stages = [joined, both]
for stage in stages[:-1]:
    s[stage].compute_root()
