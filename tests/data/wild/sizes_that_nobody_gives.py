# A function of a project, pasted without its call: its sizes are symbols.
def blocked_copy(rows, columns, dtype, block=4):
    A = te.placeholder((rows, columns), name="A", dtype=dtype)
    B = te.compute((rows, columns), lambda i, j: A[i, j], name="B")
    s = te.create_schedule(B.op)
    outer, inner = s[B].split(B.op.axis[1], block)
    s[B].reorder(outer, B.op.axis[0], inner)
    return s, [A, B]
