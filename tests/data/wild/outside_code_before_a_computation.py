# A library computes a product; the bias is added here.
import tvm
from tvm import te
from tvm.contrib import cblas


def with_bias(rows=24, inner=10, columns=18, transposed=False):
    left = te.placeholder((inner, rows) if transposed else (rows, inner), name="left")
    right = te.placeholder((inner, columns), name="right")
    bias = te.placeholder((columns,), name="bias")
    product = cblas.matmul(left, right, transposed, False)
    out = te.compute(product.shape, lambda i, j: product[i, j] + bias[j], name="out")
    s = te.create_schedule(out.op)
    s[out].vectorize(s[out].split(out.op.axis[1], 6)[1])
    return tvm.build(s, [left, right, bias, out], "llvm")


with_bias()
with_bias(transposed=True)
