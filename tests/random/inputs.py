# SPDX-License-Identifier: GPL-3.0-or-later
"""Random data for placeholders: small and exact, wide, the values where things wrap, and what is no number."""
import numpy as np

from oracle import arithmetic as ar

STYLES = ("small", "pattern", "extreme", "random", "special")


class Inputs:
    def __init__(self, seed, style, ranges, ordered=()):
        self.random, self.style, self.ranges = np.random.RandomState(seed % 2**32), style, ranges
        self.ordered = ordered  # names of those that get no NaN

    def make(self, name, shape, dtype):
        count = int(np.prod(shape, dtype=np.int64))
        if name in self.ranges:
            low, top = self.ranges[name]
            return self.random.randint(low, top + 1, count).astype(ar.storage(dtype)).reshape(shape)
        if dtype == "bool":
            return self.random.randint(0, 2, count).astype(bool).reshape(shape)
        make = self.floats if ar.is_float(dtype) else self.ints
        values = make(count, dtype)
        if name in self.ordered and ar.is_float(dtype):
            values = np.where(np.isnan(values), values.dtype.type(0), values)
        return values.reshape(shape)

    def ints(self, count, dtype):
        low, top = ar.limits(dtype)
        if self.style == "pattern":
            return ((7 * np.arange(count) + 3) % 13 - 6).astype(dtype)
        if self.style == "small":
            return self.random.randint(max(low, -8), 9, count).astype(dtype)
        anything = np.frombuffer(self.random.bytes(count * np.dtype(dtype).itemsize), dtype)
        if self.style == "random":
            return anything.copy()
        # "extreme", and "special", which is about floats
        ends = np.array([low, top, 0, 1, top - 1, low + 1] + ([-1] if low < 0 else [top // 2 + 1]), dtype)
        return np.where(self.random.rand(count) < 0.75, ends[self.random.randint(0, len(ends), count)], anything)

    def floats(self, count, dtype):
        if self.style == "pattern":
            x = 0.25 * ((7 * np.arange(count) + 3) % 13 - 6)
        elif self.style == "small":
            x = 0.25 * self.random.randint(-8, 9, count)
        elif self.style == "random":
            x = self.random.uniform(-1, 1, count)
        elif self.style == "special":
            x = np.where(self.random.rand(count) < 0.6, 0.25 * self.random.randint(-8, 9, count), self.random.choice(
                [np.nan, np.inf, -np.inf, 0.0, -0.0, ar.GREATEST[dtype], -ar.GREATEST[dtype], ar.TINY[dtype]], count))
        else:
            x = self.random.choice([0.0, -0.0, 1.0, -1.0, 0.5, 100.0, -1000.0, 1e-3, 255.0], count) * self.random.choice(
                [1.0, 1.0, 1.0 + 2.0**-7, 2.0], count)
        return ar.round_to(dtype, x)
