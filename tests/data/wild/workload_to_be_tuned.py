# A workload that a tuner would schedule, with the task that says for which sizes.
import tvm
from tvm import auto_scheduler, te


@auto_scheduler.register_workload
def scaled_sum(rows, columns, dtype):
    A = te.placeholder((rows, columns), name="A", dtype=dtype)
    k = te.reduce_axis((0, columns), name="k")
    total = te.compute((rows,), lambda i: te.sum(A[i, k], axis=k), name="total")
    out = te.compute((rows,), lambda i: total[i] * 0.25, name="out")
    return [A, out]


task = tvm.auto_scheduler.SearchTask(func=scaled_sum, args=(14, 33, "float32"), target=tvm.target.Target("llvm"))
print(task.compute_dag)
task.tune(auto_scheduler.TuningOptions(num_measure_trials=10))
sch, args = task.apply_best("records.json")
func = tvm.build(sch, args)
