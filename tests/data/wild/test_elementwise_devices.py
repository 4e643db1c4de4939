import tvm
import tvm.testing
from tvm import te
import numpy as np


@tvm.testing.requires_gpu
def test_exp():
    n = tvm.runtime.convert(1024)
    A = te.placeholder((n,), name="A")
    B = te.compute(A.shape, lambda *i: te.exp(A(*i)), name="B")
    s = te.create_schedule(B.op)
    num_thread = 8
    bx, tx = s[B].split(B.op.axis[0], factor=num_thread)
    s[B].bind(bx, te.thread_axis("blockIdx.x"))
    s[B].bind(tx, te.thread_axis("threadIdx.x"))

    def check_device(device, host="stackvm"):
        if not tvm.testing.device_enabled(host):
            return
        dev = tvm.device(device, 0)
        if not tvm.testing.device_enabled(device):
            print("skip because %s is not enabled.." % device)
            return
        fexp = tvm.build(s, [A, B], device, host, name="myexp")
        n = 1024
        a = tvm.nd.array(np.random.uniform(size=n).astype(A.dtype), dev)
        b = tvm.nd.array(np.zeros(n, dtype=B.dtype), dev)
        fexp(a, b)
        tvm.testing.assert_allclose(b.numpy(), np.exp(a.numpy()), rtol=1e-5)

    check_device("opencl -device=intel_graphics")
    check_device("cuda", "llvm")
    check_device("vulkan")


def test_fmod():
    def run(dtype):
        n = te.size_var("n")
        A = te.placeholder((n,), name="A", dtype=dtype)
        B = te.placeholder((n,), name="B", dtype=dtype)
        C = te.compute(A.shape, lambda *i: te.fmod(A(*i), B(*i)), name="C")
        s = te.create_schedule(C.op)
        num_thread = 8

        def check_device(device):
            target = tvm.target.Target(device)
            if "cpu" not in target.keys:
                bx, tx = s[C].split(C.op.axis[0], factor=num_thread)
            fmod = tvm.build(s, [A, B, C], device, name="myfmod")

        check_device("llvm")

    run("float32")


if __name__ == "__main__":
    test_exp()
    test_fmod()
