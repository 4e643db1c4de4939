import tvm
from tvm import te

configs = {
    "small": {"m": 8, "n": 8, "tile": (2, 4)},
    "large": {"m": 16, "n": 32, "tile": (4, 8)},
}


def build(m, n, tile, name="k"):
    A = te.placeholder((m, n), name="A")
    B = te.compute((m, n), lambda i, j: A[i, j] * 2.0, name="B")
    s = te.create_schedule(B.op)
    xo, yo, xi, yi = s[B].tile(*B.op.axis, *tile)
    s[B].vectorize(yi)
    return tvm.lower(s, [A, B], name=name)


modules = {key: build(name=key, **config) for key, config in configs.items()}
for key, mod in modules.items():
    print(key, mod)
