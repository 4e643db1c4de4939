import tvm
from tvm import te

use_bias = True
layout = "NHWC"
A = te.placeholder((4, 8), name="A")
args = [A]
if use_bias:
    b = te.placeholder((8,), name="b")
    args += [b]
    C = te.compute((4, 8), lambda i, j: A[i, j] + b[j], name="C")
else:
    C = te.compute((4, 8), lambda i, j: A[i, j], name="C")
if layout == "NCHW":
    raise ValueError("unsupported layout " + layout)
elif layout in ("NHWC", "NWC"):
    s = te.create_schedule(C.op)
else:
    s = None
if len(C.shape) == 2 and C.shape[1] % 4 == 0:
    s[C].vectorize(s[C].split(C.op.axis[1], 4)[1])
args.append(C)
tvm.lower(s, args, name="bias")
