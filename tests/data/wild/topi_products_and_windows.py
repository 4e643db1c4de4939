"""Products of batches, outer products, binary products and normalization over a window, with their casts."""
import numpy as np
import tvm
from tvm import te, topi


def run(name, make, *shapes, dtype="float32"):
    inputs = [te.placeholder(shape, name="a%d" % i, dtype=dtype) for i, shape in enumerate(shapes)]
    out = make(*inputs)
    s = te.create_schedule(out.op)
    func = tvm.build(s, inputs + [out], "llvm", name=name)
    values = [tvm.nd.array(np.random.uniform(size=shape).astype(dtype)) for shape in shapes]
    func(*values, tvm.nd.array(np.zeros([int(d) for d in out.shape], dtype=out.dtype)))


def test_batches():
    run("batches", topi.nn.batch_matmul, (3, 4, 8), (3, 6, 8))
    run("one_for_all", topi.nn.batch_matmul, (1, 4, 8), (3, 6, 8))
    run("bytes", lambda a, b: topi.cuda.batch_matmul_int8(a, b, None, "int32"), (2, 4, 8), (2, 6, 8), dtype="int8")


def test_outer():
    run("outer", lambda a, b: topi.tensordot(a, b, 0), (3,), (4,))


def test_binary_dense():
    run("pack", topi.nn.binarize_pack, (4, 64))
    run("binary", topi.nn.binary_dense, (4, 2), (5, 2), dtype="uint32")


def test_lrn():
    run("lrn", lambda a: topi.nn.lrn(a, 3, 1, 1.0, 0.5, 1.0), (1, 3, 5, 5))
    run("lrn_last", lambda a: topi.nn.lrn(a, 3, 3, 1.0, 0.75, 2.0), (1, 3, 5, 5))


def test_casts_of_elements():
    half = tvm.tir.const(0.5, dtype="float32")
    A = te.placeholder((8,), name="A")
    B = te.placeholder((8,), name="B", dtype="int32")
    C = te.compute((8,), lambda i: A[i] * half + topi.cast(B[i], A.dtype), name="C")
    s = te.create_schedule(C.op)
    s[C].pragma(C.op.axis[0], "import_llvm", tvm.contrib.clang.create_llvm("int f() { return 0; }"))
    tvm.build(s, [A, B, C], "llvm")
    assert half.value == 0.5


if __name__ == "__main__":
    test_batches()
