import tvm
from tvm import te


def test_scan_group():
    m = te.size_var("m")
    n = te.size_var("n")
    x = te.compute((m, n), lambda i, j: tvm.tir.const(1, "float32"), name="x")
    s_state = te.placeholder((m, n))
    s_init = te.compute((1, n), lambda _, i: x[0, i])

    s_update1 = te.compute((m, n), lambda t, i: s_state[t - 1, i] + x[t, i])
    s_update2 = te.compute((m, n), lambda t, i: s_update1[t, i] + 1)
    s_update3 = te.compute((m, n), lambda t, i: s_update2[t, i] + 1)
    res = tvm.te.scan(s_init, s_update3, s_state, inputs=x)

    s = te.create_schedule(res.op)
    assert s[s_update1].group is not None
    xo, xi = s[s_update1].split(s_update1.op.axis[1], factor=4)
    s = s.normalize()
    bounds = tvm.te.schedule.InferBound(s)


test_scan_group()
