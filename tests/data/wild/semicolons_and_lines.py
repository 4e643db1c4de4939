import tvm; from tvm import te

a, b = 3, 5; n = a * b
A = te.placeholder((n,),
                   name="A")
B = te.compute(
    (n,),
    lambda i:
        A[i]
        + 1.0,  # one more
    name="B")
s = te.create_schedule(B.op); \
x = B.op.axis[0]
if True: s[B].vectorize(x)
tvm.lower(s, [A, B])
