# SPDX-License-Identifier: GPL-3.0-or-later
"""A stand-in for the parts of TVM that TE scripts use. Computations are kept as expressions; schedules do nothing."""
import sys
import types

import numpy as np

from . import arithmetic as ar
from .expr import (Axis, Call, Choice, Const, Expr, Grid, Load, Reducer, make_binary, make_cast, reduce_axes, to_expr)


class Anything:
    """Whatever a schedule hands out: takes every call, unpacks into as many names as the step makes."""

    def __init__(self, count=0):
        self.count = count

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        makes = {"split": 2, "tile": 4}
        if name == "transform_layout":
            return lambda f: Anything(len(f(*[Anything() for _ in range(f.__code__.co_argcount)])))
        return lambda *a, **k: Anything(makes.get(name, 0))

    def __getitem__(self, i):
        return Anything()

    def __iter__(self):
        return iter([Anything() for _ in range(self.count)])

    def __mod__(self, o): return Anything()
    def __floordiv__(self, o): return Anything()
    def __mul__(self, o): return Anything()
    def __add__(self, o): return Anything()
    def __sub__(self, o): return Anything()
    def __rsub__(self, o): return Anything()

    @property
    def op(self):
        return Anything.Op()

    class Op:
        axis = reduce_axis = property(lambda self: Anything())

        def __getattr__(self, name):
            return Anything()


class Schedule:
    def __getitem__(self, stage):
        return Anything()

    def cache_read(self, tensor, scope, readers):
        return Anything()

    def cache_write(self, tensor, scope):
        return Anything(len(tensor)) if isinstance(tensor, (list, tuple)) else Anything()

    def rfactor(self, tensor, axis, factor_axis=0):
        outputs = getattr(getattr(tensor, "operation", None), "outputs", [tensor])
        return Anything(len(outputs)) if len(outputs) > 1 else Anything()

    def create_group(self, outputs, inputs, include_inputs=False):
        return Anything()


class Tensor:
    def __init__(self, operation, index, dtype):
        self.operation, self.index, self.dtype = operation, index, dtype

    @property
    def op(self):
        return self.operation

    @property
    def shape(self):
        return self.operation.shape

    @property
    def name(self):
        return self.operation.name

    @property
    def ndim(self):
        return len(self.shape)

    def __getitem__(self, indices):
        return Load(self, list(indices) if isinstance(indices, tuple) else [indices])

    def __call__(self, *indices):
        return Load(self, list(indices))

    def value(self):
        return self.operation.values()[self.index]


class Placeholder:
    def __init__(self, world, shape, dtype, name):
        self.world, self.shape, self.dtype, self.name = world, shape, dtype, name
        self.outputs = [Tensor(self, 0, dtype)]
        self.axis, self.reduce_axis, self.current = [], [], None

    def output(self, i):
        return self.outputs[i]

    def values(self):
        if self.current is None:
            self.current = [self.world.input(self)]
        return self.current


class Compute:
    def __init__(self, world, shape, body, axes, name):
        self.world, self.shape, self.body, self.axis, self.name = world, shape, body, axes, name
        self.outputs = [Tensor(self, i, e.dtype) for i, e in enumerate(body)]
        self.reduce_axis = []
        for e in body:
            reduce_axes(e, self.reduce_axis, set())
        self.current = None
        world.computes.append(self)

    def output(self, i):
        return self.outputs[i]

    def rows(self, rows=None, checks=True):
        grid = Grid(self.axis + self.reduce_axis, rows, checks)
        shape = grid.shape()[:len(self.axis)]
        made = []
        for e in self.body:
            v = grid.value(e, np.True_)
            if v.a.ndim > len(self.axis):
                v = ar.Value(v.dtype, v.a.reshape(v.a.shape[:len(self.axis)]),
                             None if v.e is None else np.broadcast_to(v.e, v.a.shape).reshape(v.a.shape[:len(self.axis)]))
            made.append(ar.Value(v.dtype, np.broadcast_to(v.a, shape).copy(),
                                 None if v.e is None else np.broadcast_to(v.e, shape).copy()))
        return made

    def values(self):
        if self.current is None:
            self.current = self.rows(checks=not self.world.in_scan)
        return self.current


class Scan:
    """state[t] for t below init's length is init; above it, update reads what came before."""

    def __init__(self, world, init, update, state, name):
        self.world, self.init, self.update, self.state, self.name = world, init, update, state, name
        self.shape, self.outputs = state.shape, [Tensor(self, 0, state.dtype)]
        self.axis = self.reduce_axis = []
        self.current = None

    def output(self, i):
        return self.outputs[i]

    def values(self):
        if self.current is not None:
            return self.current
        first = self.init.value()
        a, e = np.zeros(self.shape, ar.storage(self.state.dtype)), np.zeros(self.shape)
        begin = first.a.shape[0]
        a[:begin], e[:begin] = first.a, first.error()
        kept = [c.current for c in self.world.computes]
        self.world.in_scan = True
        for t in range(begin, self.shape[0]):
            for c, was in zip(self.world.computes, kept):
                c.current = was
            self.state.operation.current = [ar.Value(self.state.dtype, a.copy(), e.copy())]
            row = self.update.operation.rows([t], False)[self.update.index]
            a[t], e[t] = row.a[0], row.error()[0]
        self.world.in_scan = False
        for c, was in zip(self.world.computes, kept):
            c.current = was
        self.current = [ar.Value(self.state.dtype, a, e)]
        return self.current


def as_shape(shape):
    return tuple(int(n) for n in (shape if isinstance(shape, (tuple, list)) else (shape,)))


class World:
    """One run of a script: its symbolic sizes, its inputs, and the arguments of its kernel."""

    def __init__(self, sizes, make_input):
        self.sizes, self.make_input = sizes, make_input
        self.inputs, self.computes, self.args, self.in_scan = {}, [], None, False

    def input(self, placeholder):
        if placeholder.name not in self.inputs:
            self.inputs[placeholder.name] = self.make_input(placeholder.name, placeholder.shape, placeholder.dtype)
        return ar.Value(placeholder.dtype, self.inputs[placeholder.name])

    def compute(self, shape, f, name="compute", tag="", attrs=None):
        shape = as_shape(shape)
        axes = [Axis(0, n, f"i{d}") for d, n in enumerate(shape)]
        body = f(*axes)
        several = isinstance(body, (tuple, list))
        op = Compute(self, shape, [to_expr(e) for e in (body if several else [body])], axes, name)
        return tuple(op.outputs) if several else op.outputs[0]

    def lower(self, schedule, args, name="main"):
        self.args = list(args)

    def modules(self):
        te, tir, topi, tvm = (types.ModuleType(n) for n in ("te", "tir", "topi", "tvm"))
        te.placeholder = lambda shape, dtype="float32", name="placeholder": Placeholder(self, as_shape(shape), dtype, name).outputs[0]
        te.compute = self.compute
        te.scan = lambda init, update, state, inputs=None, name="scan": Scan(self, init, update, state, name).outputs[0]
        te.reduce_axis = lambda dom, name="rv": Axis(dom[0], dom[1] - dom[0], name, True)
        te.var = te.size_var = lambda name="var", dtype="int32": self.sizes[name]
        te.create_schedule = lambda ops: Schedule()
        te.thread_axis = te.decl_tensor_intrin = lambda *a, **k: Anything()
        tir.decl_buffer = lambda *a, **k: Anything()
        te.comm_reducer = lambda f, identity, name="reduce": Reducer(f, identity, name)
        te.tag_scope = None
        greatest = lambda t: Const(t, ar.GREATEST[t] if ar.is_float(t) else ar.limits(t)[1])
        least = lambda t: Const(t, -ar.GREATEST[t] if ar.is_float(t) else ar.limits(t)[0])
        te.sum = Reducer(lambda x, y: x + y, lambda t: Const(t, 0), "sum", "add")
        te.max = Reducer(lambda x, y: make_binary("max", x, y), least, "max", "max")
        te.min = Reducer(lambda x, y: make_binary("min", x, y), greatest, "min", "min")
        for m in (te, tir):
            m.max, m.min, m.sum = te.max, te.min, te.sum
            m.max_value, m.min_value = greatest, least
            m.const = lambda v, dtype="int32": Const(dtype, v)
            m.if_then_else = lambda c, a, b: Choice(c, a, b, True)
            m.Select = lambda c, a, b: Choice(c, a, b, False)
            m.Cast = make_cast
            m.likely = lambda c: c
            for name in list(ar.STEPS) + list(ar.SMOOTH) + ["abs", "popcount"]:
                setattr(m, name, lambda x, name=name: Call(name, to_expr(x)))
            for name in ("floordiv", "floormod", "truncdiv", "truncmod"):
                setattr(m, name, lambda a, b, name=name: make_binary(name, a, b))
            m.indexdiv, m.indexmod = m.floordiv, m.floormod
            m.all = lambda *c: self.join("and", c)
            m.any = lambda *c: self.join("or", c)
            m.Not = lambda c: Call("invert", to_expr(c))
        tvm.te, tvm.tir, tvm.topi, tvm.lower = te, tir, topi, self.lower
        return {"tvm": tvm, "tvm.te": te, "tvm.tir": tir, "tvm.topi": topi}

    @staticmethod
    def join(op, conditions):
        total = to_expr(conditions[0])
        for c in conditions[1:]:
            total = make_binary(op, total, c)
        return total


def run(script, sizes, make_input):
    """Executes a script. The world has its arguments, each with .value(); inputs are made by make_input(name, shape, dtype)."""
    world = World(sizes, make_input)
    modules = world.modules()
    before = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        exec(compile(script, "script", "exec"), {})  # noqa: S102: written by the generator beside this
    finally:
        for name, was in before.items():
            if was is None:
                del sys.modules[name]
            else:
                sys.modules[name] = was
    return world
