import tvm
from tvm import te

# computation
X = te.placeholder((1, 28, 28, 512), name="X")
W = te.placeholder((512, 128), name="W")
rc = te.reduce_axis((0, 512), name="rc")
Y = te.compute((1, 28, 28, 128), lambda n, y, x, f: te.sum(X[n, y, x, rc] * W[rc, f], axis=rc), name="Y")

# schedule
s = te.create_schedule(Y.op)

# kernel
tvm.lower(s, [X, W, Y], name="conv1x1_nhwc_512_128_28")
