"""Functions of topi that choose, repeat and arrange elements, each a kernel."""
import tvm
from tvm import te, topi

A = te.placeholder((4, 6), name="A")
V = te.placeholder((2, 8, 3, 3), name="V")
made = [
    topi.argmax(A, axis=1),
    topi.argmin(A, keepdims=True),
    topi.tile(A, (2, 3)),
    topi.repeat(A, 3, 1),
    topi.flip(A, -1) + 1,
    topi.full((3, 5), "float32", 2.5),
    topi.full_like(A, 7),
    topi.tensordot(A, A, axes=((1,), (1,))),
    topi.einsum("ij,kj->ik", A, A),
    topi.nn.upsampling(V, 2, 2),
    topi.nn.space_to_depth(te.placeholder((1, 2, 4, 4), name="D"), 2),
    topi.nn.depth_to_space(V, 2),
    topi.layout_transform(V, "NCHW", "NCHW4c"),
    topi.nn.dilate(V, (1, 1, 2, 2)),
    topi.nn.global_pool(te.placeholder((1, 7, 7, 4), name="G"), "max", "NHWC"),
    topi.nn.fast_softmax(A),
    topi.greater(A, 0.5).astype("int8"),
    topi.mod(te.placeholder((2, 3), "int32", "M"), te.const(3, "int32")),
]
for number, out in enumerate(made):
    s = te.create_schedule(out.op)
    tvm.build(s, name="select%d" % number)
