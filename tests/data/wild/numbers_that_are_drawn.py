"""Sizes of a test that draws them."""
import random
import numpy as np
import tvm
from tvm import te


def test_scale(lanes=random.choice([4, 8])):
    n = np.random.randint(8, 32) * lanes
    scale = float(np.random.uniform(1, 3))
    A = te.placeholder((n,), name="A")
    B = te.compute((n,), lambda i: A[i] * scale, name="B")
    s = te.create_schedule(B.op)
    outer, inner = s[B].split(B.op.axis[0], factor=lanes)
    s[B].vectorize(inner)
    tvm.lower(s, [A, B], name="scale")
