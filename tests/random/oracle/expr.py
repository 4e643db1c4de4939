# SPDX-License-Identifier: GPL-3.0-or-later
"""Expressions as TVM builds them from Python operators, and their values over a grid of index variables."""
import numpy as np

from . import arithmetic as ar


class OutOfRange(Exception):
    """A read outside of its tensor, at an element that counts: the script is at fault."""


def common_type(a, b):
    """The data type that TVM's BinaryOpMatchTypes gives two operands."""
    if a == b:
        return a
    if ar.is_float(a) and ar.is_float(b):
        return a if ar.bits(a) >= ar.bits(b) else b
    if ar.is_float(a) or ar.is_float(b):
        return a if ar.is_float(a) else b
    if a == "bool" or b == "bool":
        return b if a == "bool" else a
    if a.startswith("u") == b.startswith("u"):
        return a if ar.bits(a) >= ar.bits(b) else b
    raise TypeError(f"the oracle does not mix {a} and {b}")


def to_expr(x):
    if isinstance(x, Expr):
        return x
    if isinstance(x, (bool, np.bool_)):
        return Const("bool", bool(x))
    if isinstance(x, int):
        return Const("int32" if -2**31 <= x < 2**31 else "int64", x)
    if isinstance(x, float):
        return Const("float32", x)
    raise TypeError(f"{x!r} is no expression")


def make_binary(op, a, b):
    a, b = to_expr(a), to_expr(b)
    t = common_type(a.dtype, b.dtype)
    return Binary(op, make_cast(t, a), make_cast(t, b))


def make_cast(dtype, a):
    a = to_expr(a)
    return a if a.dtype == dtype else Cast(dtype, a)


class Expr:
    dtype = None

    def astype(self, dtype):
        return make_cast(dtype, self)

    def __add__(self, o): return make_binary("add", self, o)
    def __radd__(self, o): return make_binary("add", o, self)
    def __sub__(self, o): return make_binary("sub", self, o)
    def __rsub__(self, o): return make_binary("sub", o, self)
    def __mul__(self, o): return make_binary("mul", self, o)
    def __rmul__(self, o): return make_binary("mul", o, self)
    def __truediv__(self, o): return make_binary("div", self, o)
    def __floordiv__(self, o): return make_binary("floordiv", self, o)
    def __mod__(self, o): return make_binary("floormod", self, o)
    def __and__(self, o): return make_binary("and", self, o)
    def __or__(self, o): return make_binary("or", self, o)
    def __xor__(self, o): return make_binary("xor", self, o)
    def __lshift__(self, o): return make_binary("shl", self, o)
    def __rshift__(self, o): return make_binary("shr", self, o)
    def __lt__(self, o): return make_binary("lt", self, o)
    def __le__(self, o): return make_binary("le", self, o)
    def __gt__(self, o): return make_binary("gt", self, o)
    def __ge__(self, o): return make_binary("ge", self, o)
    def __eq__(self, o): return make_binary("eq", self, o)
    def __ne__(self, o): return make_binary("ne", self, o)
    def __neg__(self): return make_binary("mul", self, Const(self.dtype, -1))
    def __invert__(self): return Call("invert", self)
    __hash__ = object.__hash__

    def __bool__(self):
        raise TypeError("an expression has no truth value while a script is read")


class Const(Expr):
    def __init__(self, dtype, value):
        self.dtype, self.value = dtype, ar.constant(dtype, value)

    def eval(self, grid, mask):
        return self.value


class Literal(Expr):
    """A value that is already known."""

    def __init__(self, value):
        self.dtype, self.value = value.dtype, value

    def eval(self, grid, mask):
        return self.value


class Axis(Expr):
    dtype = "int32"

    def __init__(self, low, extent, name, reduces=False):
        self.low, self.extent, self.name, self.reduces = int(low), int(extent), name, reduces

    @property
    def var(self):
        return self.astype("int32")

    def astype(self, dtype):  # a value, no axis any more
        return Cast(dtype, self)

    def eval(self, grid, mask):
        return grid.axis(self)


class Binary(Expr):
    def __init__(self, op, a, b):
        self.op, self.a, self.b = op, a, b
        self.dtype = "bool" if op in ar.COMPARE else a.dtype

    def eval(self, grid, mask):
        return ar.binary(self.op, grid.value(self.a, mask), grid.value(self.b, mask))


class Cast(Expr):
    def __init__(self, dtype, a):
        self.dtype, self.a = dtype, a

    def eval(self, grid, mask):
        return ar.cast(self.dtype, grid.value(self.a, mask))


class Call(Expr):
    def __init__(self, name, a):
        self.name, self.a, self.dtype = name, a, a.dtype

    def eval(self, grid, mask):
        return ar.unary(self.name, grid.value(self.a, mask))


class Choice(Expr):
    """if_then_else, and Select, which differ only in what may be read."""

    def __init__(self, c, a, b, lazy):
        self.c, a, b, self.lazy = to_expr(c), to_expr(a), to_expr(b), lazy
        self.dtype = common_type(a.dtype, b.dtype)
        self.a, self.b = make_cast(self.dtype, a), make_cast(self.dtype, b)

    def eval(self, grid, mask):
        c = grid.value(self.c, mask)
        if self.lazy:
            a, b = grid.value(self.a, mask & c.a), grid.value(self.b, mask & ~c.a)
        else:
            a, b = grid.value(self.a, mask), grid.value(self.b, mask)
        return ar.select(c, a, b)


class Load(Expr):
    def __init__(self, tensor, indices):
        self.tensor, self.indices, self.dtype = tensor, [to_expr(i) for i in indices], tensor.dtype
        if len(indices) != len(tensor.shape):
            raise TypeError(f"{tensor.name} has {len(tensor.shape)} dimensions, not {len(indices)}")

    def eval(self, grid, mask):
        data = self.tensor.value()
        where, unsure = [], None
        for i, n in zip(self.indices, data.a.shape):
            v = grid.value(i, mask)
            at = v.a.astype(np.int64)
            if grid.checks and np.any(mask & ((at < 0) | (at >= n))):
                raise OutOfRange(f"{self.tensor.name} is read outside of its {n} elements")
            where.append(np.clip(at, 0, n - 1))
            if v.e is not None:
                unsure = v.e if unsure is None else unsure + v.e
        where = tuple(where)
        e = None if data.e is None else data.e[where]
        if unsure is not None:
            e = unsure if e is None else e + unsure
        return ar.Value(self.dtype, data.a[where], e)


class Reducer:
    def __init__(self, combine, identity, name, op=None):
        self.combine, self.identity, self.name, self.op = combine, identity, name, op

    def __call__(self, expr, axis=None, where=None, init=None):
        if not isinstance(axis, (list, tuple)) and not (isinstance(axis, Axis) and axis.reduces):
            return self.combine(to_expr(expr), to_expr(axis)) if self.op is None else make_binary(self.op, expr, axis)
        axes = list(axis) if isinstance(axis, (list, tuple)) else [axis]
        sources = [to_expr(e) for e in expr] if isinstance(expr, (list, tuple)) else [to_expr(expr)]
        if init is not None:
            init = [make_cast(s.dtype, i) for s, i in zip(sources, init if isinstance(init, (list, tuple)) else [init])]
        reduction = Reduction(self, sources, axes, to_expr(True if where is None else where), init,
                              isinstance(expr, (list, tuple)))
        outputs = [Reduced(reduction, i) for i in range(len(sources))]
        return outputs[0] if len(outputs) == 1 else tuple(outputs)


class Reduction:
    def __init__(self, reducer, sources, axes, where, init, is_tuple):
        self.reducer, self.sources, self.axes, self.where, self.init = reducer, sources, axes, where, init
        self.is_tuple = is_tuple

    def combined(self, a, b):
        """One step: what the reducer makes of two tuples of values."""
        x, y = [Literal(v) for v in a], [Literal(v) for v in b]
        made = self.reducer.combine(x, y) if self.is_tuple else self.reducer.combine(x[0], y[0])
        made = list(made) if isinstance(made, (list, tuple)) else [made]
        grid = Grid([])
        return [grid.value(make_cast(s.dtype, to_expr(m)), np.True_) for s, m in zip(self.sources, made)]

    def identities(self):
        types = [s.dtype for s in self.sources]
        made = self.reducer.identity(*types)
        made = list(made) if isinstance(made, (list, tuple)) else [made]
        return [make_cast(t, to_expr(m)) for t, m in zip(types, made)]

    def eval(self, grid, mask):
        where = grid.value(self.where, mask)
        inside = mask & where.a
        dims = [grid.dim(a) for a in self.axes]
        shape = list(np.broadcast_shapes(grid.shape_of(self.axes), *[np.shape(grid.value(s, inside).a) for s in self.sources],
                                         np.shape(where.a)))
        start = [grid.value(i, mask) for i in (self.init or self.identities())]
        if not shape:
            raise NotImplementedError("a reduction without axes")

        def last(a):  # reduced dimensions flattened into one behind the others, in the axes' order
            a = np.broadcast_to(a, shape)
            rest = [d for d in range(len(shape)) if d not in dims]
            a = np.transpose(a, rest + dims)
            return a.reshape([1 if d in dims else shape[d] for d in range(len(shape))] + [-1])

        sources = [grid.value(s, inside) for s in self.sources]
        sources = [ar.Value(s.dtype, last(s.a), None if s.e is None else last(s.e)) for s in sources]
        counts = last(where.a)
        unsure = None if where.e is None else last(where.e).sum(axis=-1)
        if self.reducer.op and len(sources) == 1:
            totals = [fast(self.reducer.op, sources[0], counts, start[0], self.identities()[0].value)]
        else:
            totals = self.fold(sources, counts, start)
        if unsure is not None:
            totals = [ar.Value(t.dtype, t.a, t.error() + np.where(unsure > 0, np.inf, 0.0)) for t in totals]
        return totals

    def fold(self, sources, counts, start):
        totals = start
        for k in range(counts.shape[-1]):
            term = [ar.Value(s.dtype, s.a[..., k], None if s.e is None else s.e[..., k]) for s in sources]
            made = self.combined(totals, term)
            used = ar.Value("bool", counts[..., k])
            totals = [ar.select(used, m, t) for m, t in zip(made, totals)]
        # In another order, the roundings add up otherwise.
        return [ar.Value(t.dtype, t.a, None if t.e is None else 4 * t.e) for t in totals]


def fast(op, source, counts, start, identity):
    """A reduction by one of numpy's own: sum, product, minimum, maximum."""
    t, n = source.dtype, source.a.shape[-1]
    if not ar.is_float(t):
        table = {"add": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum}
        terms = np.where(counts, source.a, identity.a.astype(source.a.dtype))
        reduced = table[op].reduce(terms, axis=-1, dtype=terms.dtype)
        e = None if source.e is None else np.where(np.where(counts, source.e, 0).sum(axis=-1) > 0, np.inf, 0.0)
        return ar.binary(op, start, ar.Value(t, reduced, e))
    errors = np.where(counts, source.error(), 0.0)
    if op in ("min", "max"):
        terms = np.where(counts, source.a, identity.a.astype(source.a.dtype))
        reduced = (np.min if op == "min" else np.max)(terms, axis=-1)
        return ar.binary(op, start, ar.Value(t, reduced, np.where(np.isnan(reduced), np.inf, errors.max(axis=-1, initial=0.0))))
    terms = np.where(counts, source.a.astype(np.longdouble), 0 if op == "add" else 1)
    first = start.a.astype(np.longdouble)
    if op == "add":
        exact = terms.sum(axis=-1) + first
        size = np.abs(terms).sum(axis=-1) + np.abs(first)
        error = errors.sum(axis=-1)
    else:
        exact = terms.prod(axis=-1) * first
        size = (np.abs(terms) + errors).prod(axis=-1) * np.abs(first)
        error = size - np.abs(exact)
        size = np.maximum(size, 0)
    error = (error + (n + 2) * ar.EPS[t] * size).astype(np.float64) + (n + 2) * ar.TINY[t]
    # A partial result may overflow where the whole does not.
    error = np.where(~np.isfinite(error) | (size.astype(np.float64) * 2 > ar.GREATEST[t]), np.inf, error)
    if op == "mul":  # also where partial products vanish or overflow
        logs = np.abs(np.log2(np.maximum(np.abs(terms), 1e-300).astype(np.float64))).sum(axis=-1)
        error = np.where(logs > {"float16": 12, "bfloat16": 110, "float32": 110, "float64": 900}[t],
                         np.where(np.any(terms == 0, axis=-1) & (logs < 0), error, np.inf), error)
        error = np.where(np.any((terms == 0) & (errors == 0), axis=-1) & (np.abs(terms).max(axis=-1) < 100), 0.0, error)
    return ar.Value(t, ar.round_to(t, exact), error)


class Reduced(Expr):
    def __init__(self, reduction, index):
        self.reduction, self.index, self.dtype = reduction, index, reduction.sources[index].dtype

    def eval(self, grid, mask):
        return grid.reduction(self.reduction, mask)[self.index]


class Grid:
    """All elements of a stage at once: each axis is a dimension of numpy arrays, reduce axes behind the others."""

    def __init__(self, axes, rows=None, checks=True):
        self.axes, self.checks = axes, checks
        self.rows = rows  # of the first axis, if not all
        self.known, self.kept = {}, []

    def dim(self, axis):
        for d, a in enumerate(self.axes):
            if a is axis:
                return d
        raise KeyError(axis.name)

    def range(self, axis):
        if self.rows is not None and axis is self.axes[0]:
            return np.asarray(self.rows, np.int32)
        return np.arange(axis.low, axis.low + axis.extent, dtype=np.int32)

    def axis(self, axis):
        shape = [1] * len(self.axes)
        shape[self.dim(axis)] = -1
        return ar.Value("int32", self.range(axis).reshape(shape))

    def shape(self):
        return tuple(len(self.range(a)) for a in self.axes)

    def shape_of(self, axes):
        shape = [1] * len(self.axes)
        for a in axes:
            shape[self.dim(a)] = len(self.range(a))
        return tuple(shape)

    def value(self, e, mask):
        key = (id(e), id(mask))
        if key not in self.known:
            self.kept.append((e, mask))  # ids stay theirs
            self.known[key] = e.eval(self, mask)
        return self.known[key]

    def reduction(self, r, mask):
        key = (id(r), id(mask))
        if key not in self.known:
            self.kept.append((r, mask))
            self.known[key] = r.eval(self, mask)
        return self.known[key]


def reduce_axes(e, found, seen):
    """The reduce axes under an expression, in order."""
    if id(e) in seen:
        return
    seen.add(id(e))
    if isinstance(e, Axis) and e.reduces and not any(a is e for a in found):
        found.append(e)
    if isinstance(e, Reduced):
        for a in e.reduction.axes + e.reduction.sources + [e.reduction.where] + list(e.reduction.init or []):
            reduce_axes(a, found, seen)
    if isinstance(e, Load):
        for i in e.indices:
            reduce_axes(i, found, seen)
    for part in ("a", "b", "c"):
        if isinstance(getattr(e, part, None), Expr):
            reduce_axes(getattr(e, part), found, seen)
