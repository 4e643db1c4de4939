#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the scripts of MobileNet V2's kinds of depthwise convolutions, with bias and ReLU: depthwise*.py beside this file.

They differ only in numbers. Channels are blocked by 16; `pixels` of a row are summed in registers. Large images are read
where they are: only the loops at the border ask whether a pixel is inside, the others are cut off from them. For small ones,
which are mostly border, the padded rows that `rows` rows of the result read are made where they are used (`copied`).
"""
import pathlib

# channels, size, stride, pixels, rows, copied
CONVOLUTIONS = [
    (32, 112, 1, 14, 28, False),
    (96, 112, 2, 7, 2, False),
    (144, 56, 1, 14, 2, False),
    (384, 14, 1, 7, 2, True),
    (960, 7, 1, 7, 2, True),
]


def name_of(channels, size, stride):
    return f"depthwise3x3_{channels}_{size}" + (f"_s{stride}" if stride > 1 else "")


def script(channels, size, stride, pixels, rows, copied):
    blocks, out = channels // 16, (size - 1) // stride + 1
    step = "" if stride == 1 else f" * {stride}"
    whole_row = pixels == out
    lines = [
        "# Depthwise convolution 3x3" + (f" with stride {stride}" if stride > 1 else "")
        + f" of {channels} channels of {size} by {size}, with bias and ReLU. Channels are blocked by 16;",
        (f"# the padded rows that {rows} rows of the result read are made where they are used," if copied else
         "# the padding is inlined, so that only the border's loops ask for it,")
        + f" and {pixels} pixels are summed in registers. Written by make_depthwise.py.",
        "# computation",
        "import tvm",
        "from tvm import te, tir",
        "",
        f'X = te.placeholder(({blocks}, {size}, {size}, 16), name="X")',
        f'W = te.placeholder(({blocks}, 3, 3, 16), name="W")',
        f'Bias = te.placeholder(({blocks}, 16), name="Bias")',
        f"Pad = te.compute(({blocks}, {size + 2}, {size + 2}, 16), lambda c, y, x, i: tir.if_then_else(tir.all(y >= 1, "
        f'y < {size + 1}, x >= 1, x < {size + 1}), X[c, y - 1, x - 1, i], 0.0), name="Pad")',
        'ry = te.reduce_axis((0, 3), name="ry")',
        'rx = te.reduce_axis((0, 3), name="rx")',
        f"Conv = te.compute(({blocks}, {out}, {out}, 16), lambda c, y, x, i: te.sum(Pad[c, y{step} + ry, x{step} + rx, i] * "
        'W[c, ry, rx, i], axis=[ry, rx]), name="Conv")',
        f"Y = te.compute(({blocks}, {out}, {out}, 16), lambda c, y, x, i: tir.max(Conv[c, y, x, i] + Bias[c, i], 0.0), "
        'name="Y")',
        "",
        "# schedule",
        "s = te.create_schedule(Y.op)",
        "c, y, x, i = s[Y].op.axis",
        f"yo, yi = s[Y].split(y, factor={rows})",
    ]
    if not whole_row:
        lines.append(f"xo, xi = s[Y].split(x, factor={pixels})")
    lines += [
        "s[Y].vectorize(i)",
        "f = s[Y].fuse(c, yo)",
        "s[Y].parallel(f)",
    ]
    lines += ["s[Pad].compute_at(s[Y], f)", "s[Pad].vectorize(s[Pad].op.axis[3])"] if copied else ["s[Pad].compute_inline()"]
    lines += [
        f"s[Conv].compute_at(s[Y], {'yi' if whole_row else 'xo'})",
        "tc, ty, tx, ti = s[Conv].op.axis",
        "s[Conv].reorder(ty, ry, rx, tx, ti)",
        "s[Conv].unroll(ry)",
        "s[Conv].unroll(rx)",
        "s[Conv].unroll(tx)",
        "s[Conv].vectorize(ti)",
        "",
        "# kernel",
        f'tvm.lower(s, [X, W, Bias, Y], name="{name_of(channels, size, stride)}")',
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    folder = pathlib.Path(__file__).resolve().parent
    for shape in CONVOLUTIONS:
        (folder / f"{name_of(*shape[:3])}.py").write_text(script(*shape))
