import tvm
from tvm import te
from tvm.topi.utils import get_const_tuple, get_const_int, traverse_inline

A = te.placeholder((5, 7), name="A")
rows, columns = get_const_tuple(A.shape)
B = te.compute((rows,), lambda i: A[i, get_const_int(columns) - 1], name="B")
s = te.create_schedule([B.op])
tvm.lower(s, [A, B])
