import tvm
from tvm import te, tir

# A convolution over bits, unpacked into its output's layout, and an addition that fusion put behind it.
data = te.placeholder((10, 10, 4), name="data", dtype="uint8")
kernel = te.placeholder((3, 3, 4, 8), name="kernel", dtype="uint8")
bias = te.placeholder((8,), name="bias", dtype="int16")
data_vec = te.compute((4, 2, 4, 6, 4), lambda h, w, vh, vw, c: data[h * 2 + vh, w * 4 + vw, c], name="data_vec")
kernel_vec = te.compute((2, 3, 3, 4, 4), lambda co, dh, dw, vc, c: kernel[dh, dw, c, co * 4 + vc], name="kernel_vec")
dh = te.reduce_axis((0, 3), name="dh")
dw = te.reduce_axis((0, 3), name="dw")
ci = te.reduce_axis((0, 4), name="ci")
conv = te.compute((4, 2, 2, 2, 4, 4), lambda h, w, co, vh, vw, vc: te.sum(tir.popcount(kernel_vec[co, dh, dw, vc, ci] & data_vec[h, w, vh + dh, vw + dw, ci]).astype("int16"), axis=[dh, dw, ci]), name="conv")
unpack = te.compute((8, 8, 8), lambda h, w, c: conv[h // 2, w // 4, c // 4, h % 2, w % 4, c % 4], name="unpack")
out = te.compute((8, 8, 8), lambda h, w, c: unpack[h, w, c] + bias[c], name="out")

# The schedule was written for the convolution alone: its last stage was the output then.
s = te.create_schedule(out.op)
h, w, c = s[unpack].op.axis
co, vc = s[unpack].split(c, 4)
oh, vh = s[unpack].split(h, 2)
ow, vw = s[unpack].split(w, 4)
s[unpack].reorder(oh, ow, co, vh, vw, vc)
s[unpack].vectorize(vc)
s[unpack].compute_inline()
s[data_vec].parallel(data_vec.op.axis[0])
tvm.lower(s, [data, kernel, bias, out], name="main")
