# A test that starts threads: what each does is done once.
import random
import threading

import numpy as np
from tvm import te

results = []


def worker(n, scale):
    A = te.placeholder((n,), name="A")
    variants = [lambda: te.compute((n,), lambda i: A[i] * scale), lambda: te.compute((n,), lambda i: A[i] + scale)]
    B = random.choice(variants)()
    s = te.create_schedule(B.op)
    s[B].vectorize(s[B].split(B.op.axis[0], 4)[1])
    results.append(s)


threads = [threading.Thread(target=worker, args=(24, 2.0)) for _ in range(np.random.randint(1, 4))]
for t in threads:
    t.start()
for t in threads:
    t.join()
