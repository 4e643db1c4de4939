import tvm
from tvm import te

op, size = "mul", 12
label = "{op}_{size:03d}".format(op=op, size=size)
A = te.placeholder((size,), name="%s_%s" % ("A", op.upper()))
B = te.compute((size,), lambda i: A[i] * 0.5, name=f"{label}_{size / 4:.1f}".replace(".", "p"))
s = te.create_schedule(B.op)
tvm.lower(s, [A, B], name="_".join([op, str(size)]))
