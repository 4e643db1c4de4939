# Matrix product of 8-bit integers, 512 by 512 by 512, with the processor's own instruction for it (AVX-512 VNNI): 16 sums
# of 4 products each, which tensorize puts in place of the two inner loops. A is unsigned, B signed and laid out so that the 4
# numbers that go together lie together, for 16 columns at a time. An 8 by 32 tile is summed in 16 vector registers.
# computation
import tvm
from tvm import te, tir

a = te.placeholder((4,), name="a", dtype="uint8")
b = te.placeholder((16, 4), name="b", dtype="int8")
q = te.reduce_axis((0, 4), name="q")
d = te.compute((16,), lambda i: te.sum(a[q].astype("int32") * b[i, q].astype("int32"), axis=q), name="d")
ba = tir.decl_buffer((4,), "uint8", name="ba", offset_factor=4, strides=[1])
bb = tir.decl_buffer((16, 4), "int8", name="bb", offset_factor=64, strides=[4, 1])
bd = tir.decl_buffer((16,), "int32", name="bd", offset_factor=16, strides=[1], scope="local")
dot = te.decl_tensor_intrin(d.op, lambda ins, outs: (outs[0].vstore([0], tir.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", tir.const(3, "uint32"), tir.const(0, "int32").astype("int32x16"), tir.call_intrin("int32", "tir.reinterpret", ins[0].vload([0], "uint8x4")).astype("int32x16"), tir.call_intrin("int32x16", "tir.reinterpret", ins[1].vload([0, 0], "int8x64")))), outs[0].vstore([0], tir.const(0, "int32").astype("int32x16")), outs[0].vstore([0], tir.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", tir.const(3, "uint32"), outs[0].vload([0], "int32x16"), tir.call_intrin("int32", "tir.reinterpret", ins[0].vload([0], "uint8x4")).astype("int32x16"), tir.call_intrin("int32x16", "tir.reinterpret", ins[1].vload([0, 0], "int8x64"))))), binds={a: ba, b: bb, d: bd})
A = te.placeholder((512, 128, 4), name="A", dtype="uint8")
B = te.placeholder((32, 128, 16, 4), name="B", dtype="int8")
k = te.reduce_axis((0, 128), name="k")
r = te.reduce_axis((0, 4), name="r")
C = te.compute((512, 32, 16), lambda y, o, i: te.sum(A[y, k, r].astype("int32") * B[o, k, i, r].astype("int32"), axis=[k, r]), name="C")

# schedule
s = te.create_schedule(C.op)
T = s.cache_write(C, "local")
y, o, i = s[C].op.axis
yo, yi = s[C].split(y, factor=8)
oo, oi = s[C].split(o, factor=2)
s[C].reorder(oo, yo, yi, oi, i)
s[C].vectorize(i)
f = s[C].fuse(oo, yo)
s[C].parallel(f)
s[T].compute_at(s[C], f)
ty, to, ti = s[T].op.axis
tk, tr = s[T].op.reduce_axis
s[T].reorder(tk, ty, to, ti, tr)
s[T].unroll(ty)
s[T].unroll(to)
s[T].tensorize(ti, dot)

# kernel
tvm.lower(s, [A, B, C], name="gemm_int8")
