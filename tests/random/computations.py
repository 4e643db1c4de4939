# SPDX-License-Identifier: GPL-3.0-or-later
"""Random computations as script text, with what schedule steps and inputs need to know of them."""
from expressions import ALL, Axis, Expressions, Tensor
from oracle import arithmetic as ar


class Stage:
    def __init__(self, name, data, reduce, variables=None, dtype="float32"):
        self.name, self.data, self.reduce, self.dtype = name, data, reduce, dtype  # numbers of axes
        self.variables = variables or [name]  # that hold its outputs


class Computation:
    def __init__(self, dice):
        self.dice = dice
        self.kind = ""
        self.lines, self.stages, self.inputs, self.outputs = [], [], [], []  # outputs: names of stages
        self.ranges, self.distinct, self.small = {}, set(), set()  # inputs: limits; all different; small integers
        self.ordered = set()  # inputs without NaN: the result would depend on the order of the reduction
        self.sizes, self.reducers, self.dtypes = {}, set(), set()
        self.intrinsic, self.lanes = None, 0  # a declared tensor intrinsic and the axis it fits
        self.declared = set()
        self.states = {}  # of a scan: the stage that reads each

    def n(self, low=2, high=11):
        return self.dice.randint(low, high)

    def row(self, low=2, high=11):
        """An extent of the last dimension: now and then long enough for the widest vectors."""
        return self.dice.randint(high + 1, 8 * high) if self.dice.random() < 0.15 else self.dice.randint(low, high)

    def shape_text(self, shape):
        return "(" + "".join(f"{n}, " for n in shape) + ")"

    def input(self, name, shape, dtype):
        self.lines.append(f'{name} = te.placeholder({self.shape_text(shape)}, name="{name}", dtype="{dtype}")')
        self.inputs.append(name)
        self.dtypes.add(dtype)
        return Tensor(name, shape, dtype)

    def axis(self, name, extent, low=0):
        self.lines.append(f'{name} = te.reduce_axis(({low}, {low + extent if isinstance(extent, int) else extent}), name="{name}")')
        return Axis(name, extent, low)

    def compute(self, name, shape, params, body, reduce=0, dtype="float32", variables=None):
        self.lines.append(f'{", ".join(variables or [name])} = te.compute({self.shape_text(shape)}, lambda'
                          f' {", ".join(params)}: {body}, name="{name}")')
        self.stages.append(Stage(name, len(shape), reduce, variables, dtype))
        self.dtypes.add(dtype)
        return Tensor((variables or [name])[0], shape, dtype)

    def reducer(self, dtype):
        """The name of a reducer that fits, declared if it needs that."""
        known = ["te.sum", "te.sum", "te.max", "te.min", "prod"]
        if ar.is_int(dtype):
            known += ["xor_all", "or_all", "and_all", "plus_max"]
        else:
            known += ["plus_max"]
        name = "te.max" if dtype == "bool" else self.dice.choice(known)
        bodies = {"xor_all": ("x ^ y", "0"), "or_all": ("x | y", "0"), "and_all": ("x & y", "-1"),
                  "plus_max": ("tir.max(x, y)", None), "prod": ("x * y", "1")}
        if name in bodies and name not in self.declared:
            body, identity = bodies[name]
            if name == "and_all" and dtype.startswith("u"):
                identity = None
            start = f"tir.const({identity}, t)" if identity else "te.min_value(t)"
            if name == "and_all" and identity is None:
                name, start = "and_all_u", "te.max_value(t)"
            if name not in self.declared:
                self.lines.append(f'{name} = te.comm_reducer(lambda x, y: {body}, lambda t: {start}, name="{name}")')
                self.declared.add(name)
        self.reducers.add(name)
        return name

    def where_and_init(self, e, dtype):
        text = ""
        if self.dice.random() < 0.25:
            text += f", where={e.condition(1)}"
            self.reducers.add("where=")
        if self.dice.random() < 0.15:
            text += f", init={e.const(dtype)}"
            self.reducers.add("init=")
        return text

    def finish(self, outputs):
        self.outputs = outputs
        args = self.inputs + [v for s in self.stages if s.name in outputs for v in s.variables]
        self.args = ", ".join(args)
        roots = [next(s.variables[0] for s in self.stages if s.name == o) + ".op" for o in outputs]
        self.head = ["import tvm", "from tvm import te, tir, topi"] + self.lines + [
            f"s = te.create_schedule({roots[0] if len(roots) == 1 else '[' + ', '.join(roots) + ']'})"]
        return self

    def script(self, steps=()):
        return "\n".join(self.head + list(steps) + [f'tvm.lower(s, [{self.args}], name="main")']) + "\n"


def any_dtype(d):
    """Indices are int32 and int64, and the narrow types are where vectorizers err: these come more often."""
    return d.choice(ALL + ("int32", "int32", "int64", "int8", "uint8", "float32"))


# ── whole programs of random expressions

def graph(c):
    d = c.dice
    pool = [any_dtype(d) for _ in range(d.randint(1, 2))]
    if d.random() < 0.1:
        pool.append("bool")
    pick = lambda: d.choice(pool) if d.random() < 0.8 else any_dtype(d)
    rank = d.choice([1, 2, 2, 2, 3])
    base = [c.n(1, 12) for _ in range(rank)]
    if rank < 3:
        base[-1] = c.row(1, 12)
    tensors, indices = [], []
    for k in range(d.randint(1, 3)):
        shape = base if d.random() < 0.6 else [c.n(1, 12) for _ in range(d.choice([0, 1, 2, 3]))]
        tensors.append(c.input(f"A{k}", shape, pick()))
    if d.random() < 0.15:
        t = c.input("IX", [base[0]], d.choice(["int32", "int32", "int64", "uint8", "int16"]))
        t.low, t.high = 0, d.randint(1, min([n for x in tensors for n in x.shape] or [1]))
        c.ranges["IX"] = (0, t.high - 1)
        indices.append(t)
    used = {}
    count = d.randint(1, 5)
    for k in range(count):
        made = graph_stage(c, k, base, tensors, indices, pick())
        text = c.lines[-1]
        used[c.stages[-1].name] = [s.name for s in c.stages[:-1] if any(f"{v}[" in text or f"{v}()" in text for v in s.variables)]
        tensors.extend(made)
    read = {r for names in used.values() for r in names}
    c.finish([s.name for s in c.stages if s.name not in read or s is c.stages[-1]] if d.random() < 0.8 else
             [s.name for s in c.stages if s.name not in read or d.random() < 0.4])


def graph_stage(c, k, base, tensors, indices, dtype):
    d, name = c.dice, f"S{k}"
    shape = list(base) if d.random() < 0.7 else [c.n(1, 12) for _ in range(d.choice([0, 1, 1, 2, 3]))]
    params = [f"i{n}" for n in range(len(shape))]
    axes = [Axis(p, n) for p, n in zip(params, shape)]
    recent = tensors[-3:] if d.random() < 0.7 else tensors
    kind = d.random()
    if kind < 0.4:
        reduced = [c.axis(f"k{k}_{r}", c.n(1, 7), d.choice([0, 0, 0, 1, 2])) for r in range(d.choice([1, 1, 2, 3]))]
        e = Expressions(d, axes + reduced, recent, indices)
        f = c.reducer(dtype)
        body = f"{f}({e.value(dtype, d.choice([0, 1, 2]))}, axis=[{', '.join(a.name for a in reduced)}]{c.where_and_init(e, dtype)})"
        return [c.compute(name, shape, params, body, len(reduced), dtype)]
    e = Expressions(d, axes, recent, indices)
    if kind < 0.48:
        other = d.choice([t.dtype for t in tensors])
        t = c.compute(name, shape, params, f"({e.value(dtype, 2)}, {e.value(other, 1)})", 0, dtype, [name, name + "b"])
        return [t, Tensor(name + "b", shape, other)]
    return [c.compute(name, shape, params, e.value(dtype, d.choice([1, 2, 3])), 0, dtype)]


# ── the shapes that kernels have

def convolution(c):
    """Small numbers, a padding stage, a sum into a wider type: what made the SLP vectorizer fail."""
    d = c.dice
    narrow = d.choice(["int8", "uint8", "int16", "uint16", "int8", "uint8", "int32", "float16", "bfloat16", "float32"])
    wide = narrow if ar.is_float(narrow) and d.random() < 0.5 else d.choice(
        ["float32"] if ar.is_float(narrow) else ["int32", "int32", "int64", "int16", "uint32"])
    ci, co, h, k, pad, step = c.n(1, 3), c.n(1, 4), c.n(3, 9), c.n(1, 3), c.n(0, 2), c.n(1, 2)
    h = max(h, k)
    out = (h + 2 * pad - k) // step + 1
    c.input("X", [ci, h, h], narrow)
    c.input("F", [co, ci, k, k], narrow)
    size = h + 2 * pad
    c.compute("P", [ci, size, size], ["c", "y", "x"],
              f"tir.if_then_else(tir.all(y >= {pad}, y < {h + pad}, x >= {pad}, x < {h + pad}), X[c, y - {pad}, x - {pad}],"
              f' tir.const({d.choice([0, 0, 1])}, "{narrow}"))', 0, narrow)
    c.axis("rc", ci), c.axis("ry", k), c.axis("rx", k)
    f = d.choice(["te.sum"] * 4 + [c.reducer(wide)])
    c.reducers.add(f)
    c.compute("Y", [co, out, out], ["f", "y", "x"],
              f'{f}(P[rc, y * {step} + ry, x * {step} + rx].astype("{wide}") * F[f, rc, ry, rx].astype("{wide}"), axis=[rc, ry, rx])',
              3, wide)
    if d.random() < 0.5:
        e = Expressions(d, [Axis("f", co), Axis("y", out), Axis("x", out)], [Tensor("Y", [co, out, out], wide)])
        c.compute("R", [co, out, out], ["f", "y", "x"], e.value(d.choice([wide, narrow]), 2), 0, wide)
    c.finish([c.stages[-1].name])


def matmul(c):
    d = c.dice
    narrow = any_dtype(d)
    wide = d.choice([narrow, "int32", "float32", "int64", "float64", any_dtype(d)])
    if ar.is_float(narrow) and ar.is_int(wide):
        wide = narrow
    m, n, k, turned = c.n(), c.row(), c.n(), d.random() < 0.4
    c.input("A", [k, m] if turned else [m, k], narrow)
    c.input("B", [k, n], narrow)
    c.axis("k", k)
    f = d.choice(["te.sum"] * 3 + [c.reducer(wide)])
    c.reducers.add(f)
    a = "A[k, i]" if turned else "A[i, k]"
    where = d.choice(["", "", "", ", where=k <= i", ', where=A[0, 0] > tir.const(0, "%s")' % narrow])
    if where:
        c.reducers.add("where=")
    c.compute("C", [m, n], ["i", "j"], f'{f}({a}.astype("{wide}") {d.choice("*+-")} B[k, j].astype("{wide}"), axis=k{where})', 1, wide)
    if d.random() < 0.5:
        e = Expressions(d, [Axis("i", m), Axis("j", n)], [Tensor("C", [m, n], wide)])
        c.compute("D", [m, n], ["i", "j"], e.value(d.choice([wide, narrow]), 2), 0, wide)
    c.finish([c.stages[-1].name])


def window(c):
    """A reduction of a stage with an offset and a constant: maxima of sums that wrap."""
    d, t = c.dice, any_dtype(c.dice)
    n, k, m = c.row(3, 14), c.n(1, 4), c.n(1, 5)
    c.input("A", [m, n + k], t)
    e = Expressions(d, [Axis("i", m), Axis("j", n + k)], [Tensor("A", [m, n + k], t)])
    source = "A"
    if d.random() < 0.6:
        c.compute("B", [m, n + k], ["i", "j"], e.value(t, 2), 0, t)
        source = "B"
    c.axis("k", k)
    f = c.reducer(t)
    inner = Expressions(d, [], [])
    c.compute("M", [m, n], ["i", "j"], f"{f}({source}[i, j + k] {d.choice('+-*')} {inner.const(t)}, axis=k{c.where_and_init(e, t).replace('i0', 'i')})"
              if d.random() < 0.5 else f"{f}({source}[i, j + k] {d.choice('+-*')} {inner.const(t)}, axis=k)", 1, t)
    if d.random() < 0.4:
        c.compute("R", [m, n], ["i", "j"], f"{d.choice(['tir.max', 'tir.min'])}(M[i, j], {inner.const(t)})", 0, t)
    c.finish([c.stages[-1].name])


def softmax(c):
    t, m, n = c.dice.choice(ar.FLOATS), c.n(1, 6), c.row()
    c.input("A", [m, n], t)
    c.axis("k", n)
    c.compute("mx", [m], ["i"], "te.max(A[i, k], axis=k)", 1, t)
    c.compute("ex", [m, n], ["i", "j"], "te.exp(A[i, j] - mx[i])", 0, t)
    c.axis("k2", n)
    c.compute("sm", [m], ["i"], "te.sum(ex[i, k2], axis=k2)", 1, t)
    c.compute("O", [m, n], ["i", "j"], "ex[i, j] / sm[i]", 0, t)
    c.reducers.update(["te.max", "te.sum"])
    c.finish(["O"])


def argmax(c):
    d = c.dice
    index, t, m, n = d.choice(["int32", "int64", "uint8"]), any_dtype(d), c.n(1, 7), c.row()
    ahead = d.choice([">", "<"])
    start = "te.min_value(t1)" if ahead == ">" else "te.max_value(t1)"
    wins = f"tir.any(x[1] {ahead} y[1], tir.all(x[1] == y[1], x[0] < y[0]))"
    c.lines.append(f"best = te.comm_reducer(lambda x, y: (tir.Select({wins}, x[0], y[0]), tir.Select({wins}, x[1], y[1])),"
                   f' lambda t0, t1: (te.max_value(t0), {start}), name="best")')
    c.input("V", [m, n], t)
    c.ordered.add("V")
    c.axis("k", n)
    where = d.choice(["", "", ", where=k <= i"])
    c.compute("T", [m], ["i"], f'best((k.astype("{index}"), V[i, k]), axis=k{where})', 1, index, ["T", "Tb"])
    c.reducers.add("argmax")
    c.dtypes.add(t)
    c.finish(["T"])


def pair(c):
    """Two reductions in one."""
    d, t, u, m, n = c.dice, any_dtype(c.dice), any_dtype(c.dice), c.n(1, 7), c.row()
    (f, fs), (g, gs) = (d.choice([("x[{0}] + y[{0}]", "tir.const(0, t{0})"), ("x[{0}] * y[{0}]", "tir.const(1, t{0})"),
                                  ("tir.max(x[{0}], y[{0}])", "te.min_value(t{0})"),
                                  ("tir.min(x[{0}], y[{0}])", "te.max_value(t{0})")]) for _ in range(2))
    c.lines.append(f"both = te.comm_reducer(lambda x, y: ({f.format(0)}, {g.format(1)}),"
                   f' lambda t0, t1: ({fs.format(0)}, {gs.format(1)}), name="both")')
    c.input("A", [m, n], t)
    c.input("B", [m, n], u)
    c.axis("k", n)
    e = Expressions(d, [Axis("i", m)], [Tensor("A", [m, n], t), Tensor("B", [m, n], u)])
    where = f", where={e.condition(1)}" if d.random() < 0.3 else ""
    c.compute("T", [m], ["i"], f"both((A[i, k], B[i, k]), axis=k{where})", 1, t, ["T", "Tb"])
    c.reducers.add("a tuple of two")
    c.dtypes.add(u)
    c.finish(["T"])


def scan(c):
    d, t = c.dice, any_dtype(c.dice)
    m, n = c.n(2, 7), c.n(1, 9)
    c.input("X", [m, n], t)
    c.lines.append(f'state = te.placeholder(({m}, {n}), name="state", dtype="{t}")')
    c.compute("first", [1, n], ["t", "i"], "X[0, i]", 0, t)
    if d.random() < 0.5:
        c.compute("half", [m, n], ["t", "i"], f'state[t - 1, i] {d.choice("+*")} tir.const(3, "{t}")', 0, t)
        c.compute("step", [m, n], ["t", "i"], "half[t, i] + X[t, i]", 0, t)
        c.states = {"state": "half"}
    else:
        c.states = {"state": "step"}
        c.compute("step", [m, n], ["t", "i"], f'{d.choice(["state[t - 1, i] + X[t, i]", "tir.max(state[t - 1, i], X[t, i])"])}', 0, t)
    c.lines.append('S = te.scan(first, step, state, inputs=[X], name="S")')
    c.stages.append(Stage("S", 0, 0, None, t))
    c.finish(["S"])


def symbolic(c):
    d, t = c.dice, any_dtype(c.dice)
    c.lines.append('n = te.var("n")')
    c.lines.append('m = te.size_var("m")')
    c.sizes = {"n": d.choice([1, c.n(2, 9), c.n(10, 40)]), "m": d.choice([1, c.n(2, 9), c.n(10, 20)])}
    c.input("A", ["n", "m"], t)
    c.input("b", ["m"], t)
    fixed = Expressions(d, [], [])
    if d.random() < 0.3:  # extents that are computed, and reads that are clamped to one
        c.compute("B", ["n + 2", "m * 2"], ["i", "j"],
                  f'tir.if_then_else(tir.all(i >= 1, i < n + 1), A[i - 1, j // 2], tir.const(1, "{t}"))', 0, t)
        c.compute("C", ["n", "m"], ["i", "j"], f"B[i + {d.randint(0, 2)}, j * 2] {d.choice('+-*')} B[i, tir.min(j + 1, m * 2 - 1)]", 0, t)
        c.finish(["C"])
        return
    if d.random() < 0.5:
        c.compute("B", ["n", "m"], ["i", "j"], f"A[i, j] {d.choice('+-*')} b[j]", 0, t)
        c.compute("C", ["n", "m"], ["i", "j"], f"{d.choice(['tir.max', 'tir.min'])}(B[i, j], {fixed.const(t)})", 0, t)
        c.finish(["C"])
        return
    c.lines.append('k = te.reduce_axis((0, m), name="k")')
    f = c.reducer(t)
    c.compute("B", ["n"], ["i"], f"{f}(A[i, k] {d.choice('+-*')} b[k], axis=k{d.choice(['', ', where=k <= i'])})", 1, t)
    c.compute("C", ["n", "m"], ["i", "j"], f"B[i] + A[i, j]", 0, t)
    c.finish(["C"])


def chain(c):
    """Stencils: each stage reads neighbours of the one before."""
    d, t, n, count = c.dice, any_dtype(c.dice), c.n(4, 30), c.n(2, 4)
    c.input("A", [n + 2 * count], t)
    before, fixed = "A", Expressions(d, [], [])
    for k in range(count):
        size = n + 2 * (count - 1 - k)
        op = lambda: d.choice("+-*")
        body = f"{before}[i] {op()} {before}[i + {d.randint(1, 2)}] {op()} {fixed.const(t)}"
        if d.random() < 0.3:
            body = f"tir.{d.choice(['max', 'min'])}({body}, {before}[i + 2])"
        c.compute(f"B{k}", [size], ["i"], body, 0, t)
        before = f"B{k}"
    c.finish([before])


def tensorized(c):
    """A product by fours, as an instruction would take it, or sums of four products."""
    d, lanes = c.dice, 4
    c.lanes = lanes
    dot = d.random() < 0.5
    t = d.choice(["float32", "int32", "float64", "int8", "uint8", "int16"])
    wide = "int32" if t in ("int8", "uint8", "int16") and dot else t
    grow = f'.astype("{wide}")' if wide != t else ""
    for name in ("a", "b"):
        c.lines.append(f'{name} = te.placeholder(({lanes},), name="{name}", dtype="{t}")')
    load = lambda x: f'ins[{x}].vload(0, "{t}x{lanes}")'
    if dot:
        c.lines.append(f'ka = te.reduce_axis((0, {lanes}), name="ka")')
        c.lines.append(f'u = te.compute((1,), lambda i: te.sum(a[ka]{grow} * b[ka]{grow}, axis=ka), name="u")')
        products = " + ".join(f'ins[0].vload({k}, "{t}"){grow} * ins[1].vload({k}, "{t}"){grow}' for k in range(lanes))
        zero = f'tir.const(0, "{wide}")'
        body = (f"lambda ins, outs: (outs[0].vstore(0, {products}), outs[0].vstore(0, {zero}), "
                f'outs[0].vstore(0, outs[0].vload(0, "{wide}") + {products}))')
    else:
        c.lines.append(f'u = te.compute(({lanes},), lambda i: a[i] * b[i], name="u")')
        body = f"lambda ins, outs: outs[0].vstore(0, {load(0)} * {load(1)})"
    for name in ("a", "b"):
        c.lines.append(f'b{name} = tir.decl_buffer(({lanes},), "{t}", name="b{name}", offset_factor=1)')
    c.lines.append(f'bu = tir.decl_buffer(({1 if dot else lanes},), "{wide}", name="bu", offset_factor=1)')
    c.lines.append(f"unit = te.decl_tensor_intrin(u.op, {body}, binds={{a: ba, b: bb, u: bu}})")
    m, n, k = c.n(1, 6), c.n(1, 6), lanes * c.n(1, 4)
    if dot:
        c.input("A", [m, k], t)
        c.input("B", [n, k], t)
        c.axis("k", k)
        c.compute("C", [m, n], ["i", "j"], f"te.sum(A[i, k]{grow} * B[j, k]{grow}, axis=k)", 1, wide)
        c.reducers.add("te.sum")
        c.intrinsic = ("C", "s[C].op.reduce_axis[0]", True)
    else:
        c.input("A", [m, k], t)
        c.input("B", [m, k], t)
        c.compute("C", [m, k], ["i", "j"], "A[i, j] * B[i, j]", 0, t)
        c.intrinsic = ("C", "s[C].op.axis[1]", False)
    if d.random() < 0.4:
        shape = [m, n] if dot else [m, k]
        c.compute("D", shape, ["i", "j"], "C[i, j] + C[i, j]", 0, wide)
    c.finish([c.stages[-1].name])


KINDS = {"graph": (graph, 10), "convolution": (convolution, 4), "matmul": (matmul, 3), "window": (window, 4), "softmax": (softmax, 1),
         "argmax": (argmax, 1), "pair": (pair, 1), "scan": (scan, 1), "symbolic": (symbolic, 2), "chain": (chain, 2), "tensorized": (tensorized, 1)}


def draw(dice, kind=None):
    if kind is None:
        names = list(KINDS)
        kind = dice.choices(names, [KINDS[k][1] for k in names])[0]
    c = Computation(dice)
    c.kind = kind
    KINDS[kind][0](c)
    return c
