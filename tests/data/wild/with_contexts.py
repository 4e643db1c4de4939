import tvm
from tvm import te

A = te.placeholder((32,), name="A")
with tvm.target.Target("llvm -mcpu=core-avx2"):
    with te.tag_scope(tag="elemwise"):
        B = te.compute((32,), lambda i: A[i] - 1.0, name="B")
    s = te.create_schedule(B.op)
with tvm.transform.PassContext(opt_level=3, config={"tir.disable_vectorize": True}):
    lib = tvm.build(s, [A, B], "llvm")
