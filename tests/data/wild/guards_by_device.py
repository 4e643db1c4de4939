import tvm
from tvm import te
import numpy as np


def test_add_pipeline():
    nn = 64
    A = te.placeholder((nn,), name="A")
    C = te.compute(A.shape, lambda *i: A(*i) + 1.0, name="C")
    s = te.create_schedule(C.op)
    px, x = s[C].split(C.op.axis[0], nparts=8)
    s[C].bind(px, te.thread_axis("threadIdx.x"))
    fapi = tvm.lower(s, [A, C])

    def check_target(device, host):
        if not tvm.testing.device_enabled(device) or not tvm.testing.device_enabled(host):
            return
        dev = tvm.device(device, 0)
        mhost = tvm.build(s, [A, C], target=tvm.target.Target(device, host))
        a = tvm.nd.array(np.random.uniform(size=nn).astype(A.dtype), dev)
        if dev.exist:
            mhost["main"](a, a)

    check_target("llvm", host="llvm")
