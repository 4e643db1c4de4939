# The bit-serial convolution of TVM's operator library for ARM processors (topi.arm_cpu.bitserial_conv2d_nhwc, unipolar,
# 2 bits of activations, 1 of weights), with its schedule and its NEON kernel, written out for 8 x 8 x 64 to 16 channels,
# window 3 x 3, padding 1, tiles of 2 x 2 x 8.
import tvm
from tvm import te, tir, topi

data = te.placeholder((1, 8, 8, 64), name="data", dtype="uint8")
kernel = te.placeholder((3, 3, 64, 16), name="kernel", dtype="uint8")

# bitpack
bit = lambda e, b: ((e & tir.const(1 << b, "int32")) >> b).astype("uint8")
pack = lambda x, b: (((((((tir.const(0, "uint8") | bit(x(0), b)) << 1 | bit(x(1), b)) << 1 | bit(x(2), b)) << 1 | bit(x(3), b)) << 1 | bit(x(4), b)) << 1 | bit(x(5), b)) << 1 | bit(x(6), b)) << 1 | bit(x(7), b)
data_q0, data_q1 = te.compute((1, 8, 8, 1, 8), lambda n, h, w, b, c: (pack(lambda k: data[n, h, w, c * 8 + k], 0), pack(lambda k: data[n, h, w, c * 8 + k], 1)), name="data_q", tag="bitpack")
data_q = te.compute((1, 8, 8, 2, 8), lambda n, h, w, b, c: tir.if_then_else(b < 1, data_q0[n, h, w, b, c], data_q1[n, h, w, b - 1, c]), name="data_q_concat", tag="injective")
kernel_q = te.compute((3, 3, 1, 8, 16), lambda h, w, b, c, o: pack(lambda k: kernel[h, w, c * 8 + k, o], 0), name="kernel_q", tag="bitpack")

# spatial pack
kernel_vec = te.compute((2, 3, 3, 1, 8, 8), lambda co, dh, dw, b, vc, ci: kernel_q[dh][dw][b][ci][co * 8 + vc], name="kernel_vec")
data_pad = te.compute((1, 10, 10, 2, 8), lambda n, h, w, b, c: tir.if_then_else(tir.all(h >= 1, h < 9, w >= 1, w < 9), data_q[n, h - 1, w - 1, b, c], tir.const(0, "uint8")), name="data_pad", tag="injective,pad")
data_vec = te.compute((1, 4, 4, 4, 4, 2, 8), lambda n, h, w, vh, vw, b, ci: data_pad[n][h * 2 + vh][w * 2 + vw][b][ci], name="data_vec")
ci = te.reduce_axis((0, 8), name="ci")
dh = te.reduce_axis((0, 3), name="dh")
dw = te.reduce_axis((0, 3), name="dw")
ib = te.reduce_axis((0, 2), name="ib")
kb = te.reduce_axis((0, 1), name="kb")
conv_vec = te.compute((1, 4, 4, 2, 2, 2, 8), lambda n, h, w, co, vh, vw, vc: te.sum((tir.popcount(kernel_vec[co, dh, dw, kb, vc, ci].astype("int16") & data_vec[n, h, w, vh * 1 + dh, vw * 1 + dw, ib, ci].astype("int16")) - tir.popcount(~kernel_vec[co, dh, dw, kb, vc, ci].astype("int16") & data_vec[n, h, w, vh * 1 + dh, vw * 1 + dw, ib, ci].astype("int16"))) << (kb + ib).astype("int16"), axis=[dh, dw, kb, ib, ci]), name="conv_vec", tag="unipolar")
conv = te.compute((1, 8, 8, 16), lambda n, h, w, co: conv_vec[n, tir.indexdiv(h, 2), tir.indexdiv(w, 2), tir.indexdiv(co, 8), tir.indexmod(h, 2), tir.indexmod(w, 2), tir.indexmod(co, 8)].astype("int16"), name="conv", tag="spatial_bitserial_conv_nhwc")
p2 = te.placeholder((), name="p2", dtype="int16")
T_add = te.compute((1, 8, 8, 16), lambda n, h, w, co: conv[n, h, w, co] + p2(), name="T_add", tag="broadcast")

# the NEON kernel
iw = te.placeholder((1, 8, 8), name="w", dtype="uint8")
ix = te.placeholder((2, 8), name="x", dtype="uint8")
ik = te.reduce_axis((0, 8), name="k")
bw = te.reduce_axis((0, 1), name="bw")
bx = te.reduce_axis((0, 2), name="bx")
iz = te.compute((8,), lambda i: te.sum((tir.popcount(iw[bw, i, ik].astype("int16") & ix[bx, ik].astype("int16")) - tir.popcount(~iw[bw, i, ik].astype("int16") & ix[bx, ik].astype("int16"))) << (bw + bx).astype("int16"), axis=[bw, bx, ik]), name="z")
Wb = tir.decl_buffer((1, 8, 8), "uint8", name="W", offset_factor=8, strides=[te.var("ldw"), te.var("ldw"), 1])
Xb = tir.decl_buffer((2, 8), "uint8", name="X", offset_factor=8, strides=[te.var("ldw"), 1])
Zb = tir.decl_buffer((8,), "int16", name="Z", offset_factor=1, strides=[1])
count = lambda ww, xx, b, i: tir.popcount(ww.vload([0, i, 0], "uint8x8") & xx.vload([b, 0], "uint8x8")) - tir.popcount(~ww.vload([0, i, 0], "uint8x8") & xx.vload([b, 0], "uint8x8"))
vpadd = lambda a, b: tir.call_llvm_pure_intrin("int8x8", "llvm.arm.neon.vpadd.v8i8", tir.const(2, "uint32"), a, b)
pairs = lambda ww, xx, b, i: vpadd(count(ww, xx, b, i), count(ww, xx, b, i + 1))
fours = lambda ww, xx, b, i: vpadd(pairs(ww, xx, b, i), pairs(ww, xx, b, i + 2))
counts = lambda ww, xx, b: tir.call_intrin("int8x16", "tir.vectorcombine", fours(ww, xx, b, 0), fours(ww, xx, b, 4))
add = lambda ww, xx, zz, b: zz.vstore(0, tir.call_llvm_pure_intrin("int16x8", "llvm.arm.neon.vpadals.v16i8.v8i16", tir.const(2, "uint32"), zz.vload(0, "int16x8"), counts(ww, xx, b) << tir.const(b, "uint8")))
both = lambda ww, xx, zz: tir.stmt_seq(add(ww, xx, zz, 0), add(ww, xx, zz, 1))
pc = te.decl_tensor_intrin(iz.op, lambda ins, outs: (both(ins[0], ins[1], outs[0]), outs[0].vstore(0, tir.const(0, "int16x8")), both(ins[0], ins[1], outs[0])), binds={iw: Wb, ix: Xb, iz: Zb}, default_buffer_params={"offset_factor": 1})

# schedule
s = te.create_schedule([T_add.op])
s[data_pad].compute_inline()
s[data_q].compute_inline()
_, ah, _, _, _, _, _ = s[data_vec].op.axis
oah, iah = s[data_vec].split(ah, factor=2)
s[data_vec].parallel(oah)
bco, _, _, _, _, _ = s[kernel_vec].op.axis
oco, ico = s[kernel_vec].split(bco, factor=2)
s[kernel_vec].parallel(oco)
cn, coh, cow, cco, vh, vw, vc = s[conv_vec].op.axis
kh, kw, kkb, kib, kci = s[conv_vec].op.reduce_axis
ci_o, ci_i = s[conv_vec].split(kci, factor=8)
s[conv_vec].reorder(cn, coh, cow, cco, vh, vw, kh, kw, ci_o, kkb, kib, vc, ci_i)
s[conv_vec].tensorize(kkb, pc)
n, h, w, co = s[T_add].op.axis
oc, ov = s[T_add].split(co, factor=8)
oh, ovh = s[T_add].split(h, factor=2)
ow, ovw = s[T_add].split(w, factor=2)
s[T_add].reorder(n, oh, ow, oc, ovh, ovw, ov)
s[T_add].vectorize(ov)
s[conv].compute_inline()
s[conv_vec].compute_at(s[T_add], oc)
s[T_add].parallel(oh)

# kernel
tvm.lower(s, [data, kernel, p2, T_add], name="bitserial_conv2d_nhwc")
