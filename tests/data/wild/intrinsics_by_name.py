import tvm
from tvm import te
from tvm.tir import exp, log, const, Select
from tvm.te import compute, placeholder, create_schedule as schedule_of

A = placeholder((9, 7), name="A")
soft = compute((9, 7), lambda i, j: log(const(1.0, "float32") + exp(A[i, j])), name="soft")
leak = compute((9, 7), lambda i, j: Select(soft[i, j] > 0.5, soft[i, j], soft[i, j] * 0.1), name="leak")
s = schedule_of(leak.op)
s[soft].compute_inline()
tvm.lower(s, [A, leak])
