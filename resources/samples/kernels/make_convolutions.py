#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the scripts of ResNet-50's distinct convolutions, each with bias and ReLU: conv*.py beside this file.

They differ only in numbers. Channels are blocked by 16 in data and kernel, as oneDNN has them on such machines (the first
layer's three channels stay as they are). A tile of `pixels` of a row by `blocks` of 16 channels is summed in registers.
`order` says what is outside: "rows", with all channels of a row inside, where the data is larger than the kernel; "channels"
where it is the other way round; a number: channels, and then this many blocks of input channels at a time, whose part of
the kernel stays in the first-level cache while all rows pass.
"""
import pathlib

# channels in, size in, channels out, window, stride, pixels, blocks, order
CONVOLUTIONS = [
    (3, 224, 64, 7, 2, 14, 2, "rows"),
    (64, 56, 64, 1, 1, 14, 2, "rows"),
    (64, 56, 64, 3, 1, 14, 2, "channels"),
    (64, 56, 256, 1, 1, 14, 2, "rows"),
    (256, 56, 64, 1, 1, 14, 2, "rows"),
    (256, 56, 128, 1, 1, 14, 2, "rows"),
    (128, 56, 128, 3, 2, 14, 2, "channels"),
    (128, 28, 512, 1, 1, 14, 2, "rows"),
    (256, 56, 512, 1, 2, 14, 2, "rows"),
    (512, 28, 128, 1, 1, 14, 2, "rows"),
    (128, 28, 128, 3, 1, 14, 2, "channels"),
    (512, 28, 256, 1, 1, 14, 2, "rows"),
    (256, 28, 256, 3, 2, 14, 2, "channels"),
    (256, 14, 1024, 1, 1, 14, 2, "channels"),
    (512, 28, 1024, 1, 2, 14, 2, "channels"),
    (1024, 14, 256, 1, 1, 14, 2, "channels"),
    (256, 14, 256, 3, 1, 14, 2, "channels"),
    (1024, 14, 512, 1, 1, 14, 2, "channels"),
    (512, 14, 512, 3, 2, 7, 4, 1),
    (512, 7, 2048, 1, 1, 7, 4, 8),
    (1024, 14, 2048, 1, 2, 7, 4, 8),
    (2048, 7, 512, 1, 1, 7, 4, 8),
    (512, 7, 512, 3, 1, 7, 4, 1),
]


def name_of(c_in, size, c_out, window, stride):
    return f"conv{window}x{window}_{c_in}_{c_out}_{size}" + (f"_s{stride}" if stride > 1 else "")


def script(c_in, size, c_out, window, stride, pixels, blocks, order):
    pad = window // 2
    out = (size + 2 * pad - window) // stride + 1
    lanes = 16
    blocked = c_in % lanes == 0
    ci, co = c_in // lanes if blocked else c_in, c_out // lanes
    step = "" if stride == 1 else f" * {stride}"
    lines = [
        f"# Convolution {window}x{window}" + (f" with stride {stride}" if stride > 1 else "")
        + f", {c_in} channels of {size} by {size} to {c_out}, with bias and ReLU, as in ResNet-50. "
        + ("Channels are blocked by 16 in data and kernel;" if blocked else "Output channels are blocked by 16;"),
        f"# a tile of {pixels} pixels by {blocks * lanes} channels is summed in {pixels * blocks} vector registers."
        " Written by make_convolutions.py.",
        "# computation",
        "import tvm",
        "from tvm import te, tir",
        "",
    ]
    i = ", i" if blocked else ""
    tail = ", 16" if blocked else ""
    lines.append(f'X = te.placeholder(({ci}, {size}, {size}{tail}), name="X")')
    lines.append(f'W = te.placeholder(({co}, {ci}, {window}, {window}{tail}, 16), name="W")')
    lines.append(f'Bias = te.placeholder(({co}, 16), name="Bias")')
    data = "X"
    if pad:
        data = "Pad"
        end = size + pad
        lines.append(
            f"Pad = te.compute(({ci}, {size + 2 * pad}, {size + 2 * pad}{tail}), lambda c, y, x{i}: tir.if_then_else("
            f"tir.all(y >= {pad}, y < {end}, x >= {pad}, x < {end}), X[c, y - {pad}, x - {pad}{i}], 0.0), name=\"Pad\")")
    reduce = ["rc"] + (["ry", "rx"] if window > 1 else []) + (["ri"] if blocked else [])
    lines.append(f'rc = te.reduce_axis((0, {ci}), name="rc")')
    if window > 1:
        lines.append(f'ry = te.reduce_axis((0, {window}), name="ry")')
        lines.append(f'rx = te.reduce_axis((0, {window}), name="rx")')
    if blocked:
        lines.append('ri = te.reduce_axis((0, 16), name="ri")')
    ry, rx = ("ry", "rx") if window > 1 else ("0", "0")
    at_y, at_x = (f"y{step} + ry", f"x{step} + rx") if window > 1 else (f"y{step}", f"x{step}")
    ri = ", ri" if blocked else ""
    lines.append(
        f"Conv = te.compute(({co}, {out}, {out}, 16), lambda c, y, x, i: te.sum({data}[rc, {at_y}, {at_x}{ri}] * "
        f"W[c, rc, {ry}, {rx}{ri}, i], axis=[{', '.join(reduce)}]), name=\"Conv\")")
    lines.append(
        f"Y = te.compute(({co}, {out}, {out}, 16), lambda c, y, x, i: tir.max(Conv[c, y, x, i] + Bias[c, i], 0.0), "
        'name="Y")')
    lines += ["", "# schedule", "s = te.create_schedule(Y.op)", "c, y, x, i = s[Y].op.axis"]
    whole_row = pixels == out
    if not whole_row:
        lines.append(f"xo, xi = s[Y].split(x, factor={pixels})")
    lines.append(f"co, ci = s[Y].split(c, factor={blocks})")
    by_parts = isinstance(order, int)
    outer = {"rows": "y, co", "channels": "co, y"}.get(order, "co")
    inner = ("y, " if by_parts else "") + ("" if whole_row else "xo, ") + "ci, " + ("x, " if whole_row else "xi, ") + "i"
    lines.append(f"s[Y].reorder({outer}, {inner})")
    lines.append("s[Y].vectorize(i)")
    shared = outer
    if not by_parts:
        shared = "f"
        lines.append(f"f = s[Y].fuse({outer})")
    lines.append(f"s[Y].parallel({shared})")
    lines.append(f"s[Conv].compute_at(s[Y], {shared if whole_row else 'xo'})")
    lines.append("tc, ty, tx, ti = s[Conv].op.axis")
    if by_parts and order > 1:
        lines.append(f"ro, rp = s[Conv].split(rc, factor={order})")
        sums = ["ro", "ty", "rp", *reduce[1:]]
    elif by_parts:
        sums = ["rc", "ty", *reduce[1:]]
    else:
        sums = ["ty", *reduce]
    lines.append(f"s[Conv].reorder({', '.join(sums)}, tx, tc, ti)")
    lines.append("s[Conv].unroll(tc)")
    lines.append("s[Conv].unroll(tx)")
    lines.append("s[Conv].vectorize(ti)")
    if pad:
        if blocked:
            lines += ["pc, py, px, pi = s[Pad].op.axis", "s[Pad].vectorize(pi)"]
        else:
            lines += ["pc, py, px = s[Pad].op.axis"]
        lines += ["pf = s[Pad].fuse(pc, py)", "s[Pad].parallel(pf)"]
    lines += ["", "# kernel", f'tvm.lower(s, [X, W, Bias, Y], name="{name_of(c_in, size, c_out, window, stride)}")']
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    folder = pathlib.Path(__file__).resolve().parent
    for shape in CONVOLUTIONS:
        (folder / f"{name_of(*shape[:5])}.py").write_text(script(*shape))
