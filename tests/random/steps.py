# SPDX-License-Identifier: GPL-3.0-or-later
"""Random schedule steps. They are drawn from the loops that the accepted steps have left, but not all are legal: the
product refuses those, and they are dropped."""
import copy


class Loop:
    def __init__(self, name, reduce):
        self.name, self.reduce = name, reduce


class State:
    def __init__(self, computation):
        self.order = [s.name for s in computation.stages]  # variables of stages, producers first
        self.loops = {}
        self.names = 0
        for s in computation.stages:
            self.loops[s.name] = axes_of(s.name, s.data, s.reduce)


def axes_of(stage, data, reduce):
    return ([Loop(f"s[{stage}].op.axis[{i}]", False) for i in range(data)] +
            [Loop(f"s[{stage}].op.reduce_axis[{i}]", True) for i in range(reduce)])


class Steps:
    def __init__(self, computation, dice):
        self.c, self.dice = computation, dice
        self.now = State(computation)
        self.by_name = {s.name: s for s in computation.stages}
        self.table = [(self.split, 14), (self.tile, 4), (self.fuse, 4), (self.reorder, 4), (self.compute_at, 24),
                      (self.cache_read, 4), (self.cache_write, 5), (self.vectorize, 6), (self.unroll, 3),
                      (self.compute_inline, 5), (self.rfactor, 6), (self.double_buffer, 2), (self.storage_align, 3),
                      (self.parallel, 4), (self.bind, 3), (self.create_group, 2), (self.prefetch, 2),
                      (self.rolling_buffer, 4), (self.transform_layout, 4), (self.set_scope, 2), (self.compute_root, 2),
                      (self.pragma, 2)]

    def next(self):
        """(primitive, lines, state if they are accepted); None if there is nothing to draw from."""
        self.after = copy.deepcopy(self.now)
        if self.c.intrinsic and self.dice.random() < 0.3:
            return self.named("tensorize", self.tensorize())
        f = self.dice.choices([t[0] for t in self.table], [t[1] for t in self.table])[0]
        return self.named(f.__name__, f(self.dice.choice(self.after.order)))

    def named(self, primitive, lines):
        return (primitive, lines, self.after) if lines else None

    def accept(self, state):
        self.now = state

    def fresh(self, base):
        self.after.names += 1
        return f"{base}{self.after.names}"

    def loop(self, stage):
        loops = self.after.loops[stage]
        return self.dice.choice(loops) if loops else None

    def inner(self):
        """Mostly not the last stage."""
        order = self.after.order
        return self.dice.choice(order[:-1]) if len(order) > 1 and self.dice.random() < 0.9 else order[-1]

    def split(self, stage):
        loop = self.loop(stage)
        if not loop:
            return None
        loops, outer, inner = self.after.loops[stage], self.fresh("o"), self.fresh("i")
        at = loops.index(loop)
        loops[at:at + 1] = [Loop(outer, loop.reduce), Loop(inner, loop.reduce)]
        how = "factor" if self.dice.random() < 0.75 else "nparts"
        return [f"{outer}, {inner} = s[{stage}].split({loop.name}, {how}={self.dice.randint(1, 9)})"]

    def tile(self, stage):
        loops = self.after.loops[stage]
        pairs = [i for i in range(len(loops) - 1) if not loops[i].reduce and not loops[i + 1].reduce]
        if not pairs:
            return None
        i = self.dice.choice(pairs)
        names = [self.fresh("t") for _ in range(4)]
        y, x = loops[i].name, loops[i + 1].name
        loops[i:i + 2] = [Loop(n, False) for n in names]
        return [f"{', '.join(names)} = s[{stage}].tile({y}, {x}, {self.dice.randint(2, 6)}, {self.dice.randint(2, 6)})"]

    def fuse(self, stage):
        loops = self.after.loops[stage]
        pairs = [i for i in range(len(loops) - 1) if loops[i].reduce == loops[i + 1].reduce]
        if not pairs:
            return None
        i, name = self.dice.choice(pairs), self.fresh("f")
        text = f"{name} = s[{stage}].fuse({loops[i].name}, {loops[i + 1].name})"
        loops[i:i + 2] = [Loop(name, loops[i].reduce)]
        return [text]

    def reorder(self, stage):
        loops = self.after.loops[stage]
        if len(loops) < 2:
            return None
        chosen = self.dice.sample(loops, self.dice.randint(2, len(loops)))
        places = sorted(loops.index(l) for l in chosen)
        for place, loop in zip(places, chosen):
            loops[place] = loop
        return [f"s[{stage}].reorder({', '.join(l.name for l in chosen)})"]

    def compute_at(self, stage):
        order = self.after.order
        if len(order) < 2:
            return None
        at = self.dice.randrange(len(order) - 1)
        into = order[at + 1] if self.dice.random() < 0.5 else self.dice.choice(order[at + 1:])
        loop = self.loop(into)
        return [f"s[{order[at]}].compute_at(s[{into}], {loop.name})"] if loop else None

    def mark(self, stage, primitive):
        loops = self.after.loops[stage]
        if not loops:
            return None
        loop = loops[-1] if primitive == "vectorize" and self.dice.random() < 0.7 else loops[0] if primitive == "parallel" and \
            self.dice.random() < 0.7 else self.dice.choice(loops)
        return [f"s[{stage}].{primitive}({loop.name})"]

    def vectorize(self, stage):
        return self.mark(stage, "vectorize")

    def unroll(self, stage):
        return self.mark(stage, "unroll")

    def parallel(self, stage):
        return self.mark(stage, "parallel")

    def pragma(self, stage):
        loop = self.loop(stage)
        what = self.dice.choice(['"auto_unroll_max_step", 16', '"unroll_explicit", True', '"parallel_launch_point"'])
        return [f"s[{stage}].pragma({loop.name}, {what})"] if loop else None

    def compute_inline(self, stage):
        plain = [s.name for s in self.c.stages if s.reduce == 0 and s.name not in self.c.outputs and
                 len(self.after.loops[s.name]) == s.data]
        return [f"s[{self.dice.choice(plain) if plain and self.dice.random() < 0.9 else stage}].compute_inline()"]

    def compute_root(self, stage):
        return [f"s[{stage}].compute_root()"]

    def rfactor(self, stage):
        reductions = [s.name for s in self.c.stages if s.reduce]
        if not reductions:
            return None
        stage = self.dice.choice(reductions)
        loops = [l for l in self.after.loops[stage] if l.reduce]
        if not loops:
            return None
        s, name, loop = self.by_name[stage], self.fresh("F"), self.dice.choice(loops)
        names = [name] + [f"{name}b"] * (len(s.variables) - 1)
        after = self.after
        after.order.insert(after.order.index(stage), name)
        after.loops[name] = axes_of(name, s.data + 1, len(loops) - 1)
        after.loops[stage] = axes_of(stage, s.data, 1)
        place = f", {self.dice.randint(0, s.data)}" if self.dice.random() < 0.3 else ""
        return [f"{', '.join(names)} = s.rfactor({s.variables[0]}, {loop.name}{place})"]

    def double_buffer(self, stage):
        return [f"s[{self.inner()}].double_buffer()"]

    def rolling_buffer(self, stage):
        return [f"s[{self.inner()}].rolling_buffer()"]

    def set_scope(self, stage):
        return [f's[{self.inner()}].set_scope("{self.dice.choice(["local", "shared", "global"])}")']

    def storage_align(self, stage):
        s = self.by_name.get(stage)
        if not s or not s.data:
            return None
        axis = self.dice.randrange(s.data)
        return [f"s[{stage}].storage_align(s[{stage}].op.axis[{axis}], {self.dice.choice([4, 8, 16])}, {self.dice.randint(0, 4)})"]

    def bind(self, stage):
        loop = self.loop(stage)
        # Loops of a GPU's threads have no code for CPUs: they are only lowered.
        thread = "vthread" if self.dice.random() < 0.85 else self.dice.choice(["blockIdx.x", "blockIdx.y", "threadIdx.x"])
        return [f's[{stage}].bind({loop.name}, te.thread_axis("{thread}"))'] if loop else None

    def tensors(self):
        return self.c.inputs + [v for s in self.c.stages for v in s.variables] + list(self.c.states)

    def cache_read(self, stage):
        readers = self.dice.sample(self.after.order, self.dice.choice([1, 1, min(2, len(self.after.order))]))
        tensor, name = self.dice.choice(self.tensors()), self.fresh("R")
        if tensor in self.c.states and self.dice.random() < 0.8:
            readers = [self.c.states[tensor]]
        scope = self.dice.choice(["local", "global", "shared"])
        after = self.after
        after.order.insert(min(after.order.index(r) for r in readers), name)
        line = next((l for l in self.c.lines if l.startswith(f"{tensor} = te.placeholder((")), None)
        data = line.split("((")[1].split(")")[0].count(",") if line else next(
            (s.data for s in self.c.stages if tensor in s.variables), 1)
        after.loops[name] = axes_of(name, data, 0)
        lines = [f'{name} = s.cache_read({tensor}, "{scope}", [{", ".join(readers)}])']
        loop = self.loop(readers[0])
        if tensor in self.c.states and loop and self.dice.random() < 0.8:  # a copy of a state stands where it is read
            lines.append(f"s[{name}].compute_at(s[{readers[0]}], {loop.name})")
        return lines

    def cache_write(self, stage):
        s = self.by_name.get(stage)
        if not s:
            return None
        name, scope, after = self.fresh("W"), self.dice.choice(["local", "global", "shared"]), self.after
        after.order.insert(after.order.index(stage), name)
        after.loops[name] = axes_of(name, s.data, s.reduce)
        after.loops[stage] = axes_of(stage, s.data, 0)
        if len(s.variables) > 1:
            return [f'{name}, {name}b = s.cache_write([{", ".join(s.variables)}], "{scope}")']
        return [f'{name} = s.cache_write({stage}, "{scope}")']

    def create_group(self, stage):
        order = self.after.order
        if len(order) < 2:
            return None
        out, of, name = self.inner(), self.dice.choice(self.tensors()), self.fresh("g")
        lines = [f"{name} = s.create_group(outputs={out}, inputs={of}, include_inputs={self.dice.choice(['True', 'False'])})"]
        loop = self.loop(order[-1])
        if loop and self.dice.random() < 0.6:
            lines.append(f"{name}.compute_at(s[{order[-1]}], {loop.name})")
        return lines

    def prefetch(self, stage):
        loop = self.loop(stage)
        return [f"s[{stage}].prefetch({self.dice.choice(self.tensors())}, {loop.name}, {self.dice.randint(1, 2)})"] if loop else None

    def transform_layout(self, stage):
        stage = self.inner()
        loops = self.after.loops[stage]
        if not 0 < len(loops) <= 3:
            return None
        params = [f"p{i}" for i in range(len(loops))]
        made = list(params)
        self.dice.shuffle(made)
        if self.dice.random() < 0.6:
            f, last = self.dice.randint(2, 4), made.pop()
            made += [f"{last} // {f}", f"{last} % {f}"]
        names = [self.fresh("l") for _ in made]
        self.after.loops[stage] = [Loop(n, False) for n in names]
        return [f"{', '.join(names)}{',' if len(names) == 1 else ''} = s[{stage}].transform_layout(lambda {', '.join(params)}: [{', '.join(made)}])"]

    def tensorize(self):
        stage, axis, reduce = self.c.intrinsic
        loops = self.after.loops[stage]
        at = next((i for i, l in enumerate(loops) if l.name == axis), None)
        if at is None:
            return None
        outer, inner = self.fresh("o"), self.fresh("i")
        loops[at:at + 1] = [Loop(outer, reduce), Loop(inner, reduce)]
        return [f"{outer}, {inner} = s[{stage}].split({axis}, factor={self.c.lanes})", f"s[{stage}].tensorize({inner}, unit)"]
