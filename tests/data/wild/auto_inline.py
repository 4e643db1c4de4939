import tvm
from tvm import te

A = te.placeholder((8,), name="A")
B = te.compute((8,), lambda i: A[i] + 1.0, name="B")
C = te.compute((8,), lambda i: B[i] * 2.0, name="C")
s = te.create_schedule(C.op)
tvm.te.schedule.AutoInlineInjective(s)
s = s.normalize()
bounds = tvm.te.schedule.InferBound(s)
stmt = tvm.te.schedule.ScheduleOps(s, bounds)
func = tvm.te.schedule.SchedulePostProcToPrimFunc([A, C], stmt, None)
