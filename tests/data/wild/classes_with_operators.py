"""A configuration as objects: properties, class methods, operators, inheritance."""
import functools
from dataclasses import dataclass

import tvm
from tvm import te


@dataclass
class Tile:
    outer: int
    inner: int = 4

    @property
    def area(self):
        return self.outer * self.inner


class Shape:
    def __init__(self, *dims):
        self.dims = list(dims)

    @classmethod
    def square(cls, n):
        return cls(n, n)

    @staticmethod
    def rounded(n, to):
        return -(-n // to) * to

    def __getitem__(self, i):
        return self.dims[i]

    def __len__(self):
        return len(self.dims)

    def __eq__(self, other):
        return self.dims == other.dims

    def __add__(self, other):
        return type(self)(*[a + b for a, b in zip(self.dims, other.dims)])


class Padded(Shape):
    def __init__(self, *dims):
        super().__init__(*[Shape.rounded(d, 8) for d in dims])


shape = Padded(12, 27) + Shape.square(8)
assert shape == Shape(24, 40)
A = te.placeholder((shape[0], shape[1]), name="A")
B = te.compute(tuple(shape[i] for i in range(len(shape))), lambda i, j: A[i, j] * 2.0, name="B")
s = te.create_schedule(B.op)
tile = Tile(4)
split = functools.partial(s[B].split, factor=tile.inner) if tile.area > 8 else None
jo, ji = s[B].split(B.op.axis[1], factor=tile.inner)
s[B].vectorize(ji)
tvm.lower(s, [A, B], name="padded")
