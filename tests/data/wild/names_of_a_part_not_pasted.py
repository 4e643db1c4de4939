# One test of a file: its imports and helpers were not pasted.
@tvm.testing.requires_llvm
def test_sum(target="llvm"):
    shape = get_const_tuple((6, 7))
    A = te.placeholder(shape, name="A")
    k = te.reduce_axis((0, 7), name="k")
    B = te.compute((6,), lambda i: te.sum(A[i, k], axis=k), name="B")
    s = te.create_schedule(B.op)
    mod = schedule_to_module(s, [A, B])
    passes.run_all(mod, verbose=VERBOSE)
    data = helper_data(shape)
    check_output(build_for(mod, target), data, [np.sum(data, axis=1)])
