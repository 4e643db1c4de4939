// SPDX-License-Identifier: GPL-3.0-or-later
#include "flatten/topi_library.h"

#include <algorithm>

namespace nw::flatten {

namespace {

// Names of tensors are those that TVM gives. "nn.x" is called nn_x here.
constexpr std::string_view kLibrary = R"py(
def _axes(a, axis):
    n = len(a.shape)
    if axis is None:
        return list(range(n))
    given = [axis] if isinstance(axis, int) else list(axis)
    return sorted([x + n if x < 0 else x for x in given])

def _axis(a, axis):
    return axis + len(a.shape) if axis < 0 else axis

def _reduced(a, axes, keepdims):
    return tuple([1 if i in axes else a.shape[i] for i in range(len(a.shape)) if keepdims or i not in axes])

def _reduce_axes(a, axes):
    return [te.reduce_axis((0, a.shape[i]), name="k" + str(k)) for k, i in enumerate(axes)]

def _source(a, axes, over, keepdims, idx):
    at = []
    place = 0
    for i in range(len(a.shape)):
        if i in axes:
            at.append(over[axes.index(i)])
            if keepdims:
                place += 1
        else:
            at.append(idx[place])
            place += 1
    return at

def _reduce(a, axis, keepdims, reducer):
    axes = _axes(a, axis)
    over = _reduce_axes(a, axes)
    return te.compute(
        _reduced(a, axes, keepdims),
        lambda *idx: reducer(a(*_source(a, axes, over, keepdims, idx)), axis=over),
        name=a.op.name + "_red",
    )

def sum(data, axis=None, keepdims=False):
    return _reduce(data, axis, keepdims, te.sum)

def max(data, axis=None, keepdims=False):
    return _reduce(data, axis, keepdims, te.max)

def min(data, axis=None, keepdims=False):
    return _reduce(data, axis, keepdims, te.min)

def prod(data, axis=None, keepdims=False):
    product = te.comm_reducer(lambda x, y: x * y, lambda t: tir.const(1, t), name="prod")
    return _reduce(data, axis, keepdims, product)

def all(data, axis=None, keepdims=False):
    reducer = te.comm_reducer(lambda x, y: tir.all(x, y), lambda t: tir.const(True, t), name="all")
    return _reduce(data, axis, keepdims, reducer)

def any(data, axis=None, keepdims=False):
    reducer = te.comm_reducer(lambda x, y: tir.any(x, y), lambda t: tir.const(False, t), name="any")
    return _reduce(data, axis, keepdims, reducer)

def _position(a, axes, over):
    at = 0
    for i, r in zip(axes, over):
        at = r if isinstance(at, int) else at * a.shape[i] + r
    return at

def _arg(data, axis, keepdims, select_last_index, greater, worst, name):
    def combine(x, y):
        better = x[1] > y[1] if greater else x[1] < y[1]
        first = x[0] > y[0] if select_last_index else x[0] < y[0]
        keep = tir.any(better, tir.all(tir.EQ(x[1], y[1]), first))
        return tir.Select(keep, x[0], y[0]), tir.Select(better, x[1], y[1])
    axes = _axes(data, axis)
    over = _reduce_axes(data, axes)
    reducer = te.comm_reducer(combine, lambda t0, t1: (tir.const(-1, t0), worst(t1)), name=name)
    shape = _reduced(data, axes, keepdims)
    index, value = te.compute(
        shape,
        lambda *idx: reducer((_position(data, axes, over), data(*_source(data, axes, over, keepdims, idx))), axis=over),
        name=data.op.name + "_red_temp",
    )
    return te.compute(shape, lambda *idx: index(*idx), name=data.op.name + "_red")

def argmax(data, axis=None, keepdims=False, select_last_index=False):
    return _arg(data, axis, keepdims, select_last_index, True, te.min_value, "argmax")

def argmin(data, axis=None, keepdims=False, select_last_index=False):
    return _arg(data, axis, keepdims, select_last_index, False, te.max_value, "argmin")

def _bounded(index, size, mode):
    if mode == "fast":
        return index
    if mode == "wrap":
        return tir.truncmod(tir.truncmod(index, size) + size, size)
    return te.min(te.max(0, index), size - 1)

def _split_position(at, shape):
    out = []
    for size in reversed(list(shape)):
        out.append(at % size)
        at = at // size
    return list(reversed(out))

def take(a, indices, axis=None, batch_dims=0, mode="clip"):
    if batch_dims != 0:
        raise NotImplementedError("with batch_dims")
    n = len(indices.shape)
    if axis is None:
        size = 1
        for d in a.shape:
            size = size * d
        return te.compute(
            indices.shape,
            lambda *idx: a(*_split_position(_bounded(indices(*idx), size, mode), a.shape)),
            name="T_take",
        )
    axis = _axis(a, axis)
    shape = tuple(a.shape[:axis]) + tuple(indices.shape) + tuple(a.shape[axis + 1:])
    return te.compute(
        shape,
        lambda *idx: a(*idx[:axis], _bounded(indices(*idx[axis:axis + n]), a.shape[axis], mode), *idx[axis + n:]),
        name="T_take",
    )

def tile(a, reps):
    reps = [reps] if isinstance(reps, int) else list(reps)
    shape = list(a.shape)
    more = len(reps) - len(shape)
    sizes = [1] * more + shape
    reps = [1] * (-more) + reps
    return te.compute(
        tuple([x * y for x, y in zip(sizes, reps)]),
        lambda *idx: a(*[i % d for i, d in zip(idx[len(idx) - len(shape):], shape)]),
        name="T_tile",
    )

def repeat(a, repeats, axis):
    axis = _axis(a, axis)
    shape = [d * repeats if i == axis else d for i, d in enumerate(a.shape)]
    return te.compute(
        tuple(shape), lambda *idx: a(*[x // repeats if i == axis else x for i, x in enumerate(idx)]), name="T_repeat"
    )

def flip(a, axis=0):
    axis = _axis(a, axis)
    return te.compute(
        a.shape,
        lambda *idx: a(*[a.shape[i] - 1 - x if i == axis else x for i, x in enumerate(idx)]),
        name="T_reverse",
    )

def reverse_sequence(a, seq_lengths, seq_axis=1, batch_axis=0):
    seq_axis = _axis(a, seq_axis)
    batch_axis = _axis(a, batch_axis)
    def element(*idx):
        length = seq_lengths(idx[batch_axis])
        at = tir.if_then_else(
            tir.any(length <= 1, length <= idx[seq_axis]),
            idx[seq_axis],
            tir.if_then_else(length > a.shape[seq_axis], a.shape[seq_axis] - 1 - idx[seq_axis], length - 1 - idx[seq_axis]),
        )
        return a(*[at if i == seq_axis else x for i, x in enumerate(idx)])
    return te.compute(a.shape, element, name="T_reverse_sequence")

def full(shape, dtype, fill_value):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    return te.compute(shape, lambda *idx: tir.const(fill_value, dtype), name="T_full")

def full_like(x, fill_value):
    return te.compute(x.shape, lambda *idx: tir.const(fill_value, x.dtype), name="T_full_like")

def arange(start, stop=None, step=1, dtype="float32"):
    if stop is None:
        start, stop = 0, start
    count = -int(-(stop - start) // step)
    return te.compute((count,), lambda i: (tir.const(start, dtype) + tir.const(step, dtype) * i.astype(dtype)), name="T_arange")

def one_hot(indices, on_value, off_value, depth, axis, dtype):
    n = len(indices.shape)
    axis = n if axis == -1 else axis
    shape = tuple(indices.shape[:axis]) + (depth,) + tuple(indices.shape[axis:])
    def element(*idx):
        at = idx[:axis] + idx[axis + 1:]
        return tir.Select(tir.EQ(indices(*at), idx[axis]), tir.const(on_value, dtype), tir.const(off_value, dtype))
    return te.compute(shape, element, name="T_one_hot")

def tensordot(a, b, axes):
    if isinstance(axes, int):
        of_a = list(range(len(a.shape) - axes, len(a.shape)))
        of_b = list(range(axes))
    else:
        of_a = [axes[0]] if isinstance(axes[0], int) else list(axes[0])
        of_b = [axes[1]] if isinstance(axes[1], int) else list(axes[1])
    over = [te.reduce_axis((0, a.shape[i]), name="k" + str(k)) for k, i in enumerate(of_a)]
    left = [i for i in range(len(a.shape)) if i not in of_a]
    right = [i for i in range(len(b.shape)) if i not in of_b]
    def element(*idx):
        at_a = [over[of_a.index(i)] if i in of_a else idx[left.index(i)] for i in range(len(a.shape))]
        at_b = [over[of_b.index(i)] if i in of_b else idx[len(left) + right.index(i)] for i in range(len(b.shape))]
        product = a(*at_a) * b(*at_b)
        return te.sum(product, axis=over) if over else product
    return te.compute(tuple([a.shape[i] for i in left] + [b.shape[i] for i in right]), element, name="T_tensordot")

def einsum(subscripts, *operand):
    tensors = list(operand[0]) if isinstance(operand[0], (tuple, list)) else list(operand)
    text = subscripts.replace(" ", "")
    if "." in text:
        raise NotImplementedError("with '...'")
    inputs, arrow, output = text.partition("->")
    inputs = inputs.split(",")
    letters = sorted(set("".join(inputs)))
    if not arrow:
        output = "".join([x for x in letters if "".join(inputs).count(x) == 1])
    sizes = {}
    for labels, t in zip(inputs, tensors):
        for label, d in zip(labels, t.shape):
            sizes[label] = d
    summed = [x for x in letters if x not in output]
    over = {x: te.reduce_axis((0, sizes[x]), name=x) for x in summed}
    def element(*idx):
        at = {**over, **dict(zip(output, idx))}
        value = None
        for labels, t in zip(inputs, tensors):
            factor = t(*[at[x] for x in labels])
            value = factor if value is None else value * factor
        return te.sum(value, axis=list(over.values())) if summed else value
    return te.compute(tuple([sizes[x] for x in output]), element, name="T_einsum")

def gather(data, axis, indices):
    axis = _axis(data, axis)
    return te.compute(
        indices.shape,
        lambda *idx: data(*[indices(*idx) if i == axis else x for i, x in enumerate(idx)]),
        name="T_gather",
    )

def gather_nd(a, indices, batch_dims=0):
    if batch_dims != 0:
        raise NotImplementedError("with batch_dims")
    depth = indices.shape[0]
    n = len(indices.shape) - 1
    shape = tuple(indices.shape[1:]) + tuple(a.shape[depth:])
    return te.compute(
        shape, lambda *idx: a(*[indices(k, *idx[:n]) for k in range(depth)], *idx[n:]), name="T_gather_nd"
    )

def transpose(a, axes=None):
    n = len(a.shape)
    axes = list(reversed(range(n))) if axes is None else [x + n if x < 0 else x for x in axes]
    return te.compute(
        tuple([a.shape[i] for i in axes]), lambda *idx: a(*[idx[axes.index(i)] for i in range(n)]), name="T_transpose"
    )

def expand_dims(a, axis, num_newaxis=1):
    n = len(a.shape)
    axis = axis + n + 1 if axis < 0 else axis
    shape = tuple(a.shape[:axis]) + (1,) * num_newaxis + tuple(a.shape[axis:])
    return te.compute(shape, lambda *idx: a(*idx[:axis], *idx[axis + num_newaxis:]), name="T_expand_dims")

def expand_like(a, shape_like, axis):
    axes = _axes(shape_like, axis)
    return te.compute(
        shape_like.shape, lambda *idx: a(*[x for i, x in enumerate(idx) if i not in axes]), name="T_expand_like"
    )

def broadcast_to(data, shape):
    more = len(shape) - len(data.shape)
    return te.compute(
        tuple(shape),
        lambda *idx: data(*[0 if d == 1 else x for d, x in zip(data.shape, idx[more:])]),
        name="T_broadcast_to",
    )

def sequence_mask(data, valid_length, mask_value=0, axis=0):
    return te.compute(
        data.shape,
        lambda *idx: tir.if_then_else(
            idx[axis] >= valid_length(idx[1 - axis]), tir.const(mask_value, data.dtype), data(*idx)
        ),
        name="T_sequence_mask",
    )

def matmul(a, b, trans_a=False, trans_b=False):
    inner = a.shape[0] if trans_a else a.shape[1]
    k = te.reduce_axis((0, inner), name="k")
    def element(i, j):
        return te.sum((a[k, i] if trans_a else a[i, k]) * (b[j, k] if trans_b else b[k, j]), axis=k)
    shape = (a.shape[1] if trans_a else a.shape[0], b.shape[0] if trans_b else b.shape[1])
    return te.compute(shape, element, name="T_matmul")

def nn_dense(data, weight, bias=None, out_dtype=None):
    k = te.reduce_axis((0, data.shape[1]), name="k")
    dtype = data.dtype if out_dtype is None else out_dtype
    product = te.compute(
        (data.shape[0], weight.shape[0]),
        lambda i, j: te.sum(data[i, k].astype(dtype) * weight[j, k].astype(dtype), axis=k),
        name="T_matmul_NT",
    )
    if bias is None:
        return product
    return te.compute(product.shape, lambda i, j: product[i, j] + bias[j].astype(dtype), name="T_add")

def nn_batch_matmul(tensor_a, tensor_b, oshape=None, out_dtype=None, transpose_a=False, transpose_b=True):
    batch_a = tensor_a.shape[0]
    batch_b = tensor_b.shape[0]
    if isinstance(batch_a, int) and isinstance(batch_b, int) and batch_a != batch_b and batch_a != 1 and batch_b != 1:
        raise NotImplementedError("of batches of " + str(batch_a) + " and " + str(batch_b))
    one_a = isinstance(batch_a, int) and batch_a == 1
    one_b = isinstance(batch_b, int) and batch_b == 1
    k = te.reduce_axis((0, tensor_a.shape[1 if transpose_a else 2]), name="k")
    dtype = tensor_a.dtype if out_dtype is None else out_dtype
    def element(b, i, j):
        of_a = 0 if one_a and not one_b else b
        of_b = 0 if one_b and not one_a else b
        left = tensor_a[of_a, k, i] if transpose_a else tensor_a[of_a, i, k]
        right = tensor_b[of_b, j, k] if transpose_b else tensor_b[of_b, k, j]
        if dtype != tensor_a.dtype:
            left = left.astype(dtype)
        if dtype != tensor_b.dtype:
            right = right.astype(dtype)
        return te.sum(left * right, axis=k)
    shape = (batch_b if one_a else batch_a, tensor_a.shape[2 if transpose_a else 1], tensor_b.shape[1 if transpose_b else 2])
    name = "T_batch_matmul_" + ("T" if transpose_a else "N") + ("T" if transpose_b else "N")
    return te.compute(shape, element, name=name)

def nn_batch_matmul_int8(x, y, out_shape=None, out_dtype=None):
    return nn_batch_matmul(x, y, out_shape, "int32" if out_dtype is None else out_dtype)

def nn_lrn(data, size, axis=1, alpha=0.0001, beta=0.75, bias=2.0):
    padding = [size // 2 if i == axis else 0 for i in range(len(data.shape))]
    padded = nn_pad(data, padding, padding, 0.0, name="pad_data")
    over = te.reduce_axis((0, size), name="rxs")
    def window(*idx):
        at = [x + over if i == axis else x for i, x in enumerate(idx)]
        return te.sum(padded(*at) * padded(*at), axis=over)
    squares = te.compute(data.shape, window, name="tensor")
    scale = te.compute(
        data.shape,
        lambda *i: te.power(bias + alpha * squares(*i) / size, tir.const(beta, data.dtype)),
        name="tensor",
    )
    return te.compute(data.shape, lambda *i: data(*i) / scale(*i), name="T_divide")

def nn_binarize_pack(data, axis=None, name="PackedInput"):
    axis = len(data.shape) - 1 if axis is None else axis
    if isinstance(data.shape[axis], int) and data.shape[axis] % 32 != 0:
        raise NotImplementedError("of an axis that 32 does not divide")
    shape = tuple([d // 32 if i == axis else d for i, d in enumerate(data.shape)])
    def packed(*idx):
        word = None
        for j in range(32):
            at = [x * 32 + j if i == axis else x for i, x in enumerate(idx)]
            sign = (data(*at) >= 0).astype("uint32")
            word = sign if word is None else (word << 1) | sign
        return word
    return te.compute(shape, packed, name=name, tag="binarize_pack")

def nn_binary_dense(data, weight):
    k = te.reduce_axis((0, data.shape[1]), name="k")
    ones = te.compute(
        (data.shape[0], weight.shape[0]),
        lambda i, j: te.sum(tir.popcount(data[i, k] ^ weight[j, k]), axis=k),
        name="compute",
        tag="binary_dense",
    )
    return te.compute(ones.shape, lambda i, j: data.shape[1] * 32 - 2.0 * ones[i, j], name="compute", tag="elemwise")

def nn_relu(x):
    return te.compute(x.shape, lambda *i: te.max(x(*i), tir.const(0, x.dtype)), name="compute")

def nn_leaky_relu(x, alpha):
    def element(*i):
        return tir.Select(x(*i) > 0, x(*i), x(*i) * tir.const(alpha, x.dtype))
    return te.compute(x.shape, element, name="compute")

def nn_flatten(data):
    size = 1
    for d in data.shape[1:]:
        size = size * d
    return te.compute(
        (data.shape[0], size), lambda i, j: data(i, *_split_position(j, data.shape[1:])), name="compute"
    )

def nn_pad(data, pad_before, pad_after=None, pad_value=0.0, name="PadInput", attrs=None):
    after = pad_before if pad_after is None else pad_after
    def element(*idx):
        at = []
        inside = []
        for x, before, behind, d in zip(idx, pad_before, after, data.shape):
            if isinstance(before, int) and isinstance(behind, int) and before == 0 and behind == 0:
                at.append(x)
                continue
            at.append(x - before)
            inside.append(x >= before)
            inside.append(x < d + before)
        if not inside:
            return data(*at)
        return tir.if_then_else(tir.all(*inside), data(*at), tir.const(pad_value, data.dtype))
    return te.compute(tuple([d + x + y for d, x, y in zip(data.shape, pad_before, after)]), element, name=name)

def nn_dilate(data, strides, dilation_value=0.0, name="DilatedInput"):
    shape = tuple([(d - 1) * by + 1 for d, by in zip(data.shape, strides)])
    def element(*idx):
        inside = [tir.EQ(x % by, 0) for x, by in zip(idx, strides) if by != 1]
        at = [x if by == 1 else x // by for x, by in zip(idx, strides)]
        if not inside:
            return data(*at)
        return tir.if_then_else(tir.all(*inside), data(*at), tir.const(dilation_value, data.dtype))
    return te.compute(shape, element, name=name)

def nn_scale_shift_nchw(Input, Scale, Shift):
    return te.compute(Input.shape, lambda b, c, i, j: Input[b, c, i, j] * Scale[c] + Shift[c], name="ScaleShift")

def nn_scale_shift_nhwc(Input, Scale, Shift):
    return te.compute(Input.shape, lambda b, i, j, c: Input[b, i, j, c] * Scale[c] + Shift[c], name="ScaleShift")

def nn_scale_shift_nchwc(Input, Scale, Shift):
    return te.compute(
        Input.shape, lambda b, cc, i, j, c: Input[b, cc, i, j, c] * Scale[cc, c] + Shift[cc, c], name="ScaleShift"
    )

def _softmax(x, axis, exponential):
    axis = _axis(x, axis)
    n = len(x.shape)
    rest = tuple([d for i, d in enumerate(x.shape) if i != axis])
    k1 = te.reduce_axis((0, x.shape[axis]), name="k")
    k2 = te.reduce_axis((0, x.shape[axis]), name="k")
    def inner(idx, k):
        return list(idx[:axis]) + [k] + list(idx[axis:])
    def outer(idx):
        return [v for i, v in enumerate(idx) if i != axis]
    most = te.compute(rest, lambda *idx: te.max(x(*inner(idx, k1)), axis=k1), name="T_softmax_maxelem")
    grown = exponential(x, lambda idx: most(*outer(idx)))
    total = te.compute(rest, lambda *idx: te.sum(grown(*inner(idx, k2)), axis=k2), name="T_softmax_expsum")
    return te.compute(x.shape, lambda *idx: grown(*idx) / total(*outer(idx)), name="T_softmax_norm")

def nn_softmax(x, axis=-1):
    def exponential(t, most):
        return te.compute(t.shape, lambda *idx: te.exp(t(*idx) - most(idx)), name="T_softmax_exp")
    return _softmax(x, axis, exponential)

def nn_fast_softmax(x, axis=-1):
    def exponential(t, most):
        return topi.fast_exp(te.compute(t.shape, lambda *idx: t(*idx) - most(idx), name="T_softmax_delta"))
    return _softmax(x, axis, exponential)

def nn_upsampling(data, scale_h, scale_w, layout="NCHW", method="nearest_neighbor", align_corners=False, output_shape=None):
    if method != "nearest_neighbor" or output_shape is not None:
        raise NotImplementedError("by '" + method + "' or to a given shape")
    if int(scale_h) != scale_h or int(scale_w) != scale_w:
        raise NotImplementedError("by scales that are no integers")
    scale = {"H": int(scale_h), "W": int(scale_w)}
    by = [scale.get(letter, 1) for letter in layout]
    if len(by) != len(data.shape):
        raise NotImplementedError("in layout " + layout)
    shape = tuple([d * f for d, f in zip(data.shape, by)])
    return te.compute(shape, lambda *idx: data(*[x if f == 1 else x // f for x, f in zip(idx, by)]), name="resize")

def nn_depth_to_space(data, block_size, layout="NCHW", mode="DCR"):
    b = block_size
    def at(n, c, y, x, channels):
        part = (y % b) * b + x % b
        place = part * channels + c if mode == "DCR" else c * b * b + part
        return place
    if layout == "NCHW":
        n, c, h, w = data.shape
        return te.compute(
            (n, c // (b * b), h * b, w * b),
            lambda i, j, y, x: data[i, at(i, j, y, x, c // (b * b)), y // b, x // b],
            name="depth_to_space",
        )
    n, h, w, c = data.shape
    return te.compute(
        (n, h * b, w * b, c // (b * b)),
        lambda i, y, x, j: data[i, y // b, x // b, at(i, j, y, x, c // (b * b))],
        name="depth_to_space",
    )

def nn_space_to_depth(data, block_size, layout="NCHW"):
    b = block_size
    if layout == "NCHW":
        n, c, h, w = data.shape
        return te.compute(
            (n, c * b * b, h // b, w // b),
            lambda i, j, y, x: data[i, j % c, y * b + (j // c) // b, x * b + (j // c) % b],
            name="space_to_depth",
        )
    n, h, w, c = data.shape
    return te.compute(
        (n, h // b, w // b, c * b * b),
        lambda i, y, x, j: data[i, y * b + (j // c) // b, x * b + (j // c) % b, j % c],
        name="space_to_depth",
    )

def nn_conv2d_hwcn(Input, Filter, stride, padding, dilation, out_dtype=None):
    sh, sw = (stride, stride) if isinstance(stride, int) else stride
    dh, dw = (dilation, dilation) if isinstance(dilation, int) else dilation
    h, w, c, n = Input.shape
    kh, kw, c2, m = Filter.shape
    span_h, span_w = (kh - 1) * dh + 1, (kw - 1) * dw + 1
    if padding == "VALID":
        top, left, down, right = 0, 0, 0, 0
    elif padding == "SAME":
        all_h, all_w = span_h - 1, span_w - 1
        top, left = (all_h + 1) // 2, (all_w + 1) // 2
        down, right = all_h - top, all_w - left
    elif isinstance(padding, int):
        top, left, down, right = padding, padding, padding, padding
    elif len(padding) == 2:
        top, left, down, right = padding[0], padding[1], padding[0], padding[1]
    else:
        top, left, down, right = padding
    dtype = Input.dtype if out_dtype is None else out_dtype
    padded = nn_pad(Input, [top, left, 0, 0], [down, right, 0, 0])
    rc = te.reduce_axis((0, c), name="rc")
    ry = te.reduce_axis((0, kh), name="ry")
    rx = te.reduce_axis((0, kw), name="rx")
    return te.compute(
        ((h - span_h + top + down) // sh + 1, (w - span_w + left + right) // sw + 1, m, n),
        lambda y, x, f, i: te.sum(
            padded[y * sh + ry * dh, x * sw + rx * dw, rc, i].astype(dtype) * Filter[ry, rx, rc, f].astype(dtype),
            axis=[ry, rx, rc],
        ),
        name="Conv2dOutput",
    )

def _adaptive(data, sizes, pool_type, layout):
    spatial = [layout.index(x) for x in "DHW" if x in layout]
    if len(layout) != len(data.shape):
        raise NotImplementedError("in layout " + layout)
    sizes = [sizes] * len(spatial) if isinstance(sizes, int) else list(sizes)
    parts = [data.shape[i] // n for i, n in zip(spatial, sizes)]
    if [n * part for n, part in zip(sizes, parts)] != [data.shape[i] for i in spatial]:
        raise NotImplementedError("where the sizes do not divide those of the data: its windows differ")
    over = [te.reduce_axis((0, part), name="rv" + str(k)) for k, part in enumerate(parts)]
    shape = [sizes[spatial.index(i)] if i in spatial else d for i, d in enumerate(data.shape)]
    def source(idx):
        at = list(idx)
        for k, i in enumerate(spatial):
            at[i] = idx[i] * parts[k] + over[k]
        return at
    if pool_type == "max":
        return te.compute(tuple(shape), lambda *idx: te.max(data(*source(idx)), axis=over), name="adaptive_pool_max")
    total = te.compute(tuple(shape), lambda *idx: te.sum(data(*source(idx)), axis=over), name="adaptive_pool_sum")
    count = 1
    for part in parts:
        count *= part
    return te.compute(tuple(shape), lambda *idx: total(*idx) / tir.const(count, data.dtype), name="adaptive_pool_avg")

def nn_adaptive_pool(data, output_size, pool_type, layout="NCHW"):
    return _adaptive(data, output_size, pool_type, layout)

def nn_adaptive_pool1d(data, output_size, pool_type, layout="NCW"):
    return _adaptive(data, output_size, pool_type, layout)

def nn_adaptive_pool3d(data, output_size, pool_type, layout="NCDHW"):
    return _adaptive(data, output_size, pool_type, layout)

def nn_global_pool(data, pool_type, layout="NCHW"):
    return _adaptive(data, 1, pool_type, layout)

def _layout(text):
    parts = []
    number = ""
    for letter in text:
        if letter.isdigit():
            number += letter
        else:
            parts.append((letter, int(number) if number else 1))
            number = ""
    return parts

def layout_transform(array, src_layout, dst_layout, schedule_rule="None"):
    if src_layout == dst_layout:
        return array
    source, target = _layout(src_layout), _layout(dst_layout)
    inner = {}
    size = {}
    for (letter, factor), d in zip(source, array.shape):
        big = letter.upper()
        size[big] = size.get(big, 1) * d
        if letter.islower():
            inner["s" + big] = d
    for letter, factor in target:
        if letter.islower():
            inner["t" + letter.upper()] = factor
    shape = []
    for letter, factor in target:
        big = letter.upper()
        if big not in size:
            raise NotImplementedError("from " + src_layout + " to " + dst_layout)
        shape.append(inner["t" + big] if letter.islower() else size[big] // inner.get("t" + big, 1))
    def element(*idx):
        at = {}
        for (letter, factor), x in zip(target, idx):
            big = letter.upper()
            part = x if letter.islower() or "t" + big not in inner else x * inner["t" + big]
            at[big] = part if big not in at else at[big] + part
        where = []
        for letter, factor in source:
            big = letter.upper()
            split = inner.get("s" + big)
            where.append(at[big] if split is None else at[big] % split if letter.islower() else at[big] // split)
        return array(*where)
    return te.compute(tuple(shape), element, name="T_layout_trans")
)py";

// What TVM computes by loop nests of an ir_builder, or by code outside.
constexpr std::string_view kByBuilder[] = {"argsort",
                                           "argwhere",
                                           "cumprod",
                                           "cumsum",
                                           "nn.fifo_buffer",
                                           "scatter",
                                           "scatter_add",
                                           "scatter_elements",
                                           "scatter_nd",
                                           "searchsorted",
                                           "sort",
                                           "sparse_to_dense",
                                           "topk",
                                           "unique",
                                           "vision.get_valid_counts",
                                           "vision.non_max_suppression",
                                           "vision.rcnn.proposal",
                                           "vision.ssd.multibox_detection",
                                           "vision.ssd.multibox_transform_loc"};

}  // namespace

std::string_view topi_library() {
  return kLibrary;
}

bool is_topi_of_builder(std::string_view name) {
  return std::ranges::find(kByBuilder, name) != std::end(kByBuilder);
}

}  // namespace nw::flatten
