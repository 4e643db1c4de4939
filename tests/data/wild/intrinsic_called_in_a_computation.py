# A computation of vectors by an intrinsic; the kernel has what the intrinsic stands for.
import tvm
from tvm import te


def intrin_axpy(n):
    x = te.placeholder((n,), name="x")
    y = te.placeholder((n,), name="y")
    z = te.compute((n,), lambda i: x[i] * 3.0 + y[i], name="z")

    def body(ins, outs):
        ib = tvm.tir.ir_builder.create()
        ib.emit(tvm.tir.call_extern("int32", "axpy", outs[0].access_ptr("w"), ins[0].access_ptr("r"), ins[1].access_ptr("r")))
        return ib.get()

    return te.decl_tensor_intrin(z.op, body, default_buffer_params={"offset_factor": 1})


axpy = intrin_axpy(8)
A = te.placeholder((5, 8), name="A")
B = te.placeholder((5, 16), name="B")
C = te.compute((5, 8), lambda i: axpy(A[i, 0:8], B[i, 8:16]), name="C")
s = te.create_schedule(C.op)
s[C].reorder(C.op.axis[1], C.op.axis[0])
tvm.lower(s, [A, B, C])
