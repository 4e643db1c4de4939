import math
import tvm
from tvm import te, tir
import numpy as np

scale = 1.0 / math.sqrt(64)
bits = math.ceil(math.log2(100))
count = int(np.prod((2, 3, 4)))
A = te.placeholder((count,), name="A")
B = te.compute((count,), lambda i: te.tanh(A[i] * scale) * np.float32(math.pi) + bits, name="B")
s = te.create_schedule(B.op)
tvm.lower(s, [A, B])
