# error: 9:6: 'for_range' of an ir_builder is not part of the script language
import tvm
from tvm import te

n = 16
A = te.placeholder((n,), name="A")
ib = tvm.tir.ir_builder.create()
with_twice = []
with ib.for_range(0, n) as i:
    with_twice.append(i)
s = te.create_schedule(A.op)
