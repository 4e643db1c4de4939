# SPDX-License-Identifier: GPL-3.0-or-later
"""Random scalar expressions as script text: every operation is defined for all inputs, every read stays inside."""
from oracle import arithmetic as ar

ALL = ar.INTS + ar.FLOATS


class Tensor:
    def __init__(self, name, shape, dtype, low=None, high=None):
        self.name, self.shape, self.dtype = name, list(shape), dtype
        self.low, self.high = low, high  # of an index tensor's elements


class Axis:
    def __init__(self, name, extent, low=0):
        self.name, self.extent, self.low = name, extent, low


class Expressions:
    """Draws expressions over some axes and tensors."""

    def __init__(self, dice, axes, tensors, index_tensors=()):
        self.dice, self.axes, self.tensors, self.index_tensors = dice, axes, list(tensors), list(index_tensors)

    # ── indices

    def index(self, extent, prefer=None):
        """Something between 0 and extent - 1."""
        d, fits = self.dice, [a for a in self.axes if a.low == 0 and a.extent <= extent]
        if prefer is not None and prefer.low == 0 and prefer.extent <= extent and d.random() < 0.65:
            return prefer.name
        kind = d.random()
        if fits and kind < 0.35:
            a = d.choice(fits)
            room = extent - a.extent
            return a.name if room == 0 or d.random() < 0.4 else f"{a.name} + {d.randint(1, room)}"
        if fits and kind < 0.45:
            a = d.choice(fits)
            return f"{a.extent - 1 + d.randint(0, extent - a.extent)} - {a.name}"
        if not self.axes:
            return str(d.randrange(extent))
        a, b = d.choice(self.axes), d.choice(self.axes)
        top = a.low + a.extent - 1
        if kind < 0.6:
            return f"tir.min(tir.max({a.name} + {d.randint(-3, 3)}, 0), {extent - 1})"
        if kind < 0.7:
            return f"({a.name} * {d.randint(1, 3)} + {d.randint(0, 4)}) % {extent}"
        if kind < 0.75:
            return f"({a.name} + {b.name}) % {extent}"
        if kind < 0.85 and top >= extent:
            return f"{a.name} // {top // extent + 1}"
        if kind < 0.9 and a.low + a.extent - 1 + b.low + b.extent - 1 < extent:
            return f"{a.name} + {b.name}"
        if kind < 0.95 and self.index_tensors:
            fitting = [t for t in self.index_tensors if t.high <= extent]
            if fitting:
                t = d.choice(fitting)
                inner = Expressions(d, self.axes, [])
                return f"{t.name}[{', '.join(inner.index(n) for n in t.shape)}]"
        return f"{a.name} % {extent}"

    def read(self, tensor):
        axes = self.axes
        at = []
        for k, n in enumerate(tensor.shape):
            prefer = axes[k] if k < len(axes) and self.dice.random() < 0.8 else self.dice.choice(axes) if axes else None
            at.append(self.index(n, prefer))
        return f"{tensor.name}[{', '.join(at)}]" if at else f"{tensor.name}()"

    # ── values

    def const(self, dtype):
        d = self.dice
        if dtype == "bool":
            return f'tir.const({d.choice([0, 1])}, "bool")'
        if ar.is_float(dtype):
            return f'tir.const({d.choice([0.0, 1.0, -1.0, 0.5, 2.0, -0.25, 3.0, 1.5])}, "{dtype}")'
        low, top = ar.limits(dtype)
        wide = [low, top, low + 1, top // 2 + 1] if d.random() < 0.3 else []
        value = d.choice([0, 1, 2, 3, 5, 7, 16, 100] + ([-1, -3, -7] if low < 0 else []) + wide)
        return f'tir.const({value}, "{dtype}")'

    def leaf(self, dtype):
        d = self.dice
        own = [t for t in self.tensors if t.dtype == dtype]
        if own and d.random() < 0.85:
            return self.read(d.choice(own))
        others = [t for t in self.tensors if t.dtype != dtype]
        if others and d.random() < 0.75:
            t = d.choice(others)
            return self.cast(self.read(t), t.dtype, dtype)
        if self.axes and dtype != "bool" and d.random() < 0.3:
            return f'({d.choice(self.axes).name}).astype("{dtype}")'
        return self.read(d.choice(own)) if own and d.random() < 0.5 else self.const(dtype)

    def cast(self, text, source, target):
        """A conversion that has a result for every value."""
        if ar.is_float(source) and ar.is_int(target):
            low, top = ar.limits(target)
            low, top = max(low, -100), min(top, 100)
            text = f'tir.min(tir.max({text}, tir.const({float(low)}, "{source}")), tir.const({float(top)}, "{source}"))'
        return f'({text}).astype("{target}")'

    def condition(self, depth):
        d, kind = self.dice, self.dice.random()
        op = d.choice(["<", "<=", ">", ">=", "==", "!="])
        if kind < 0.35 and self.axes:
            a = d.choice(self.axes)
            return f"{a.name} {op} {d.randint(a.low, a.low + a.extent)}"
        if kind < 0.45 and len(self.axes) > 1:
            a, b = d.sample(self.axes, 2)
            return f"{a.name} {op} {b.name}"
        if kind < 0.6 and depth > 0:
            both = ", ".join(self.condition(depth - 1) for _ in range(2))
            return f"tir.{d.choice(['all', 'any'])}({both})"
        if kind < 0.65 and depth > 0:
            return f"tir.Not({self.condition(depth - 1)})"
        dtype = d.choice([t.dtype for t in self.tensors] or ["int32"])
        if dtype == "bool":
            return self.leaf("bool")
        return f"({self.value(dtype, depth - 1)} {op} {self.value(dtype, depth - 1)})"

    def value(self, dtype, depth):
        d = self.dice
        if depth <= 0 or d.random() < 0.12:
            return self.leaf(dtype)
        if dtype == "bool":
            return self.condition(depth - 1)
        kind = d.random()
        if kind < 0.1:
            f = d.choice(["tir.if_then_else", "tir.Select"])
            return f"{f}({self.condition(depth - 1)}, {self.value(dtype, depth - 1)}, {self.value(dtype, depth - 1)})"
        if kind < 0.2:
            source = d.choice([t for t in ALL + ("bool",) if t != dtype])
            return self.cast(self.value(source, depth - 1), source, dtype)
        if kind < 0.35:
            f = d.choice(["tir.max", "tir.min"])
            return f"{f}({self.value(dtype, depth - 1)}, {self.value(dtype, depth - 1)})"
        return self.float_value(dtype, depth) if ar.is_float(dtype) else self.int_value(dtype, depth)

    def float_value(self, dtype, depth):
        d, kind = self.dice, self.dice.random()
        a = self.value(dtype, depth - 1)
        if kind < 0.6:
            return f"({a} {d.choice('+-*')} {self.value(dtype, depth - 1)})"
        if kind < 0.66:
            return f'({a} / {self.const_divisor(dtype)})'
        if kind < 0.72:
            return f"(-{a})" if a[0].isalpha() else f'({a} * tir.const(-1.0, "{dtype}"))'
        if kind < 0.8:
            return f"tir.{d.choice(['floor', 'ceil', 'trunc', 'round', 'nearbyint', 'abs'])}({a})"
        if kind < 0.86:
            return f'tir.sqrt(tir.abs({a}))'
        if kind < 0.9:
            return f'tir.log(tir.abs({a}) + tir.const(1.0, "{dtype}"))'
        if kind < 0.93:
            return f'tir.exp(tir.min(tir.max({a}, tir.const(-4.0, "{dtype}")), tir.const(4.0, "{dtype}")))'
        return f"tir.{d.choice(['tanh', 'sigmoid', 'erf'])}({a})"

    def const_divisor(self, dtype):
        return f'tir.const({self.dice.choice([2.0, 4.0, -0.5, 3.0])}, "{dtype}")'

    def int_value(self, dtype, depth):
        d, kind = self.dice, self.dice.random()
        a, b = self.value(dtype, depth - 1), self.value(dtype, depth - 1)
        signed = dtype.startswith("int")
        if kind < 0.5:
            return f"({a} {d.choice('+-*')} {b})"
        if kind < 0.64:
            return f"({a} {d.choice('&|^')} {b})"
        if kind < 0.74:
            n = d.randrange(ar.bits(dtype))
            by = f'tir.const({n}, "{dtype}")' if d.random() < 0.7 else f'({b} & tir.const({ar.bits(dtype) - 1}, "{dtype}"))'
            return f"({a} {d.choice(['<<', '>>'])} {by})"
        if kind < 0.9:
            n = d.choice([2, 3, 4, 5, 7, 16, 100] + ([-2, -3, -7] if signed else []))
            by = f'tir.const({n}, "{dtype}")' if d.random() < 0.7 else f'tir.max({b}, tir.const(1, "{dtype}"))'
            if d.random() < 0.4:
                return f"({a} {d.choice(['//', '%'])} {by})"
            return f"tir.{d.choice(['floordiv', 'floormod', 'truncdiv', 'truncmod'])}({a}, {by})"
        if kind < 0.93:
            return f"tir.popcount({a})"
        if kind < 0.96:
            return f"tir.abs({a})" if signed else f"(~{a})" if a[0].isalpha() or a[0] == "(" else a
        return f"(-{a})" if signed and (a[0].isalpha() or a[0] == "(") else f"({a} + {b})"
