# Data are packed element by element; the kernel does not depend on it.
import numpy as np
from tvm import te

packed = np.zeros((512, 256, 4), dtype="int8")
plain = np.random.randint(-8, 8, size=(2048, 256))
for block in range(512):
    for row in range(256):
        for lane in range(4):
            packed[block][row][lane] = plain[block * 4 + lane][row]
A = te.placeholder((32,), name="A")
B = te.compute((32,), lambda i: A[31 - i], name="B")
s = te.create_schedule(B.op)
s[B].parallel(s[B].split(B.op.axis[0], 8)[0])
