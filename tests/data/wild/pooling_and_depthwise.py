# Operators of topi that take windows, and helpers of its tests.
import tvm
import tvm.testing
from tvm import te, topi
import tvm.topi.testing
from tvm.topi.nn.pooling import pool2d

choices = {
    "generic": (topi.nn.depthwise_conv2d_nchw, topi.generic.schedule_depthwise_conv2d_nchw),
    "gpu": (topi.cuda.depthwise_conv2d_nchw, topi.cuda.schedule_depthwise_conv2d_nchw),
}


def verify_pool(kind, count_include_pad):
    data = te.placeholder((1, 3, 9, 9), name="data")
    out = pool2d(
        data, kernel=[3, 3], stride=[2, 2], dilation=[1, 1], padding=[1, 1, 1, 1], pool_type=kind,
        count_include_pad=count_include_pad,
    )
    out = topi.nn.relu(out)

    def check(target, dev):
        with tvm.target.Target(target):
            s = tvm.topi.testing.get_injective_schedule(target)(out)
        tvm.build(s, [data, out], target, name="pool_" + kind)

    for target, dev in tvm.testing.enabled_targets():
        check(target, dev)


def test_pools():
    verify_pool("max", False)
    verify_pool("avg", True)


def test_depthwise():
    data = te.placeholder((1, 4, 8, 8), name="data")
    weight = te.placeholder((4, 1, 3, 3), name="weight")
    compute, schedule = tvm.topi.testing.dispatch("llvm", choices)
    out = topi.elemwise_sum([compute(data, weight, 1, 1, 1), data])
    s = schedule([out])
    tvm.build(s, [data, weight, out], "llvm", name="depthwise")
