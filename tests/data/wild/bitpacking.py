import tvm
from tvm import te

bits = 4
A = te.placeholder((8, 8), dtype="uint8", name="A")


def pack(i, j):
    packed = tvm.tir.const(0, "uint8")
    for k in range(8 // bits):
        element = A[i, j * (8 // bits) + k] & tvm.tir.const((1 << bits) - 1, "uint8")
        packed = packed | (element << tvm.tir.const(k * bits, "uint8"))
    return packed


B = te.compute((8, 8 * bits // 8), pack, name="B")
s = te.create_schedule(B.op)
tvm.lower(s, [A, B], name="pack%d" % bits)
