# error: 4:10: the result of '<<' does not fit 64 bits
import tvm
from tvm import te
value = (1 << 63) + 5
A = te.compute((4,), lambda i: tvm.tir.const(value, "uint64"), name="A")
s = te.create_schedule(A.op)
