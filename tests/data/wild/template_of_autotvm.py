# A template with knobs and splits; the task says for which sizes.
from tvm import autotvm, te


@autotvm.template("wild/product")
def product(n, m, dtype):
    A = te.placeholder((n, m), name="A", dtype=dtype)
    B = te.placeholder((m, n), name="B", dtype=dtype)
    k = te.reduce_axis((0, m), name="k")
    C = te.compute((n, n), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    s = te.create_schedule(C.op)
    cfg = autotvm.get_config()
    y, x = s[C].op.axis
    cfg.define_split("tile_y", y, num_outputs=3)
    cfg.define_knob("step", [4, 8])
    cfg.define_annotate("unroll", [x], policy="try_unroll")
    yo, ym, yi = cfg["tile_y"].apply(s, C, y)
    ko, ki = s[C].split(s[C].op.reduce_axis[0], cfg["step"].val)
    if cfg["step"].val < 8:
        s[C].reorder(yo, ym, ko, yi, x, ki)
    cfg["unroll"].apply(s, C, [x])
    return s, [A, B, C]


task = autotvm.task.create("wild/product", args=(12, 20, "float32"), target="llvm")
tuner = autotvm.tuner.RandomTuner(task)
tuner.tune(n_trial=4)
