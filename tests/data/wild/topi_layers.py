import tvm
from tvm import te, topi

data = te.placeholder((1, 3, 8, 8), name="data")
kernel = te.placeholder((4, 3, 3, 3), name="kernel")
with tvm.target.Target("llvm"):
    conv = topi.nn.conv2d_nchw(data, kernel, stride=1, padding=1, dilation=1)
    act = topi.nn.relu(conv)
    flat = topi.nn.flatten(act)
    weight = te.placeholder((10, 256), name="weight")
    out = topi.nn.softmax(topi.nn.dense(flat, weight))
s = te.create_schedule(out.op)
s[act].compute_inline()
tvm.lower(s, [data, kernel, weight, out], name="net")
