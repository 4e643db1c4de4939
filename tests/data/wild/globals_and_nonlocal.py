import tvm
from tvm import te

counter = 0


def fresh(prefix):
    global counter
    counter += 1
    return "%s_%d" % (prefix, counter)


def pipeline():
    made = 0

    def stage(T):
        nonlocal made
        made += 1
        return te.compute(T.shape, lambda i: T[i] + made, name=fresh("stage"))

    A = te.placeholder((6,), name="A")
    B = stage(stage(A))
    s = te.create_schedule(B.op)
    tvm.lower(s, [A, B], name=fresh("pipeline"))


pipeline()
