import tvm
from tvm import te

transpose, size = True, 6
shape = (size, size * 2) if not transpose else (size * 2, size)
A = te.placeholder(shape, name="A")
B = te.compute(
    (size, size * 2), (lambda i, j: A[j, i]) if transpose else (lambda i, j: A[i, j]), name="B" if size < 10 else "Big"
)
s = te.create_schedule(B.op)
factor = 4 if size * 2 % 4 == 0 else 3
s[B].unroll(s[B].split(B.op.axis[1], factor=factor)[1])
tvm.lower(s, [A, B])
