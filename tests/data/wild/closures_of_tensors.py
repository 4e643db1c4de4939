import tvm
from tvm import te


def shifted(T, by):
    def body(i):
        return tvm.tir.if_then_else(i + by < T.shape[0], T[i + by], 0.0)

    return te.compute(T.shape, body, name="shift_by_%d" % by)


X = te.placeholder((32,), name="X")
stages = [shifted(X, by) for by in (1, 2)]
Y = te.compute(X.shape, lambda i: stages[0][i] + stages[1][i], name="Y")
s = te.create_schedule(Y.op)
for stage in stages:
    s[stage].compute_inline()
tvm.lower(s, [X, Y])
