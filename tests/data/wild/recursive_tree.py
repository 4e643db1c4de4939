import tvm
from tvm import te


def tree(tensors):
    if len(tensors) == 1:
        return tensors[0]
    half = len(tensors) // 2
    left, right = tree(tensors[:half]), tree(tensors[half:])
    return te.compute(left.shape, lambda i: left[i] + right[i], name="node%d" % len(tensors))


leaves = [te.placeholder((8,), name="leaf%d" % i) for i in range(4)]
root = tree(leaves)
s = te.create_schedule(root.op)
tvm.lower(s, leaves + [root], name="tree")
