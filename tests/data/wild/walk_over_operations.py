# A schedule that walks from the output to its inputs and treats operations by their tags.
import tvm
from tvm import te, topi

A = te.placeholder((6, 10), name="A")
B = te.compute((6, 10), lambda i, j: A[i, j] + 1, name="B", tag=topi.tag.INJECTIVE)
C = te.compute((6, 10), lambda i, j: B[i, j] * 2, name="C", tag="elemwise")
s = te.create_schedule([C.op])
done = []


def walk(op):
    if topi.tag.is_injective(op.tag) and op not in s.outputs:
        s[op].compute_inline()
    for tensor in op.input_tensors:
        if isinstance(tensor.op, te.tensor.ComputeOp) and tensor.op not in done:
            walk(tensor.op)
    done.append(op)


walk(C.op)
with tvm.target.Target("llvm"):
    threads = tvm.target.Target.current(allow_none=False).max_num_threads
    outer, inner = s[C].split(s[C].fuse(*s[C].op.axis), factor=4 * threads)
if done[-1] == C.op and len(done) == 2:
    s[C].vectorize(inner)
