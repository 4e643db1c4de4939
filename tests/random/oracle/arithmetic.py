# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays of one of TVM's data types, with a bound on how far a right kernel may be from each element.

Integers wrap. Every operation on floats is rounded to its data type; a kernel may contract a product and a sum, keep
excess precision and add up in any order, so each float carries an absolute error bound. The bound is infinite where
the outcome is not determined: a comparison of two numbers that may be equal, a conversion that has no defined result.
"""
import math

import numpy as np

np.seterr(all="ignore")

INTS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FLOATS = ("float16", "bfloat16", "float32", "float64")
EPS = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}
TINY = {"float16": 2.0**-24, "bfloat16": 2.0**-133, "float32": 2.0**-149, "float64": 5e-324}
GREATEST = {"float16": 65504.0, "bfloat16": 3.3895313892515355e38, "float32": float(np.finfo(np.float32).max),
            "float64": float(np.finfo(np.float64).max)}


def is_float(dtype):
    return dtype in FLOATS


def is_int(dtype):
    return dtype in INTS


def bits(dtype):
    return 1 if dtype == "bool" else int(dtype.lstrip("bufloatin"))


def storage(dtype):
    """The numpy type that holds values of a data type; bfloat16 is held as float32."""
    return np.dtype("float32" if dtype == "bfloat16" else dtype)


def limits(dtype):
    if dtype == "bool":
        return 0, 1
    info = np.iinfo(dtype)
    return int(info.min), int(info.max)


def to_bfloat(x):
    """float32 values rounded to the nearest bfloat16, ties to even."""
    raw = np.ascontiguousarray(x, np.float32).view(np.uint32)
    rounded = ((raw + np.uint32(0x7FFF) + ((raw >> np.uint32(16)) & np.uint32(1))) & np.uint32(0xFFFF0000)).view(np.float32)
    return np.where(np.isnan(x), np.float32(np.nan), rounded)


def round_to(dtype, x):
    if dtype == "bfloat16":
        return to_bfloat(np.asarray(x, np.float32))
    return np.asarray(x).astype(storage(dtype))


def to_bytes(dtype, a):
    """As a kernel has it in memory."""
    a = np.ascontiguousarray(a)
    if dtype == "bfloat16":
        return (np.asarray(a, np.float32).view(np.uint32) >> np.uint32(16)).astype(np.uint16).tobytes()
    return a.tobytes()


def from_bytes(dtype, raw):
    if dtype == "bfloat16":
        return (np.frombuffer(raw, np.uint16).astype(np.uint32) << np.uint32(16)).view(np.float32)
    return np.frombuffer(raw, np.uint8 if dtype == "bool" else storage(dtype))


class Value:
    """An array and the bounds of its elements' errors (None: all exact)."""

    __slots__ = ("dtype", "a", "e")

    def __init__(self, dtype, a, e=None):
        self.dtype = dtype
        self.a = np.asarray(a)
        if e is not None:
            e = np.where(np.isnan(e), np.inf, e)
            if not np.any(e):
                e = None
        self.e = e

    def error(self):
        return np.zeros_like(self.a, np.float64) if self.e is None else self.e


def constant(dtype, value):
    if is_float(dtype):
        return Value(dtype, round_to(dtype, np.float64(value)))
    if dtype == "bool":
        return Value(dtype, np.bool_(value))
    return Value(dtype, np.array(value & (2**bits(dtype) - 1), np.uint64).astype(storage(dtype)))


def unknown_where_either(a, b):
    """The bounds of a result that is right only if both operands are."""
    if a.e is None and b.e is None:
        return None
    return np.where((a.error() + b.error()) > 0, np.inf, 0.0)


def high(v):
    """Precise enough that one operation shows whether it was rounded."""
    return v.a.astype(np.longdouble if v.dtype == "float64" else np.float64)


def float_result(dtype, exact, error, operands_finite, contracts):
    r = round_to(dtype, exact)
    rounded = r.astype(np.longdouble) != exact
    e = error + np.where(rounded & np.isfinite(r), np.abs(r.astype(np.float64)) * EPS[dtype] + TINY[dtype], 0.0)
    overflow = ~np.isfinite(r) & operands_finite
    limit = GREATEST[dtype]
    uncertain = overflow | (np.abs(r.astype(np.float64)) + e > limit) & np.isfinite(r)
    if not contracts:  # far enough from the border, every way of computing it overflows
        uncertain &= ~(np.abs(exact) > 2 * limit)
    e = np.where(~np.isfinite(r) & ~operands_finite & np.isfinite(error), 0.0, e)
    return Value(dtype, r, np.where(uncertain, np.inf, e))


def float_binary(op, a, b):
    x, y, ea, eb = high(a), high(b), a.error(), b.error()
    finite = np.isfinite(x) & np.isfinite(y)
    ax, ay = np.abs(x).astype(np.float64), np.abs(y).astype(np.float64)
    if op in ("add", "sub"):
        return float_result(a.dtype, x + y if op == "add" else x - y, ea + eb, finite, False)
    if op == "mul":
        error = np.where(eb > 0, ax * eb, 0) + np.where(ea > 0, ay * ea, 0) + np.where((ea > 0) & (eb > 0), ea * eb, 0)
        return float_result(a.dtype, x * y, error, finite, True)
    if op == "div":
        error = np.where((ea > 0) | (eb > 0), np.where(ay > eb, (ea + ax / ay * eb) / (ay - eb), np.inf), 0.0)
        return float_result(a.dtype, x / y, error, finite & (y != 0), False)
    if op in ("min", "max"):
        r = np.minimum(a.a, b.a) if op == "min" else np.maximum(a.a, b.a)
        return Value(a.dtype, r, np.where(np.isnan(r), np.inf, np.maximum(ea, eb)))
    raise NotImplementedError(op)


def truncated_quotient(x, y):
    q = np.floor_divide(x, y)
    remainder = x - q * y
    return np.where((remainder != 0) & ((x < 0) != (y < 0)), q + np.ones_like(q), q)


def int_binary(op, a, b):
    x, y = np.broadcast_arrays(a.a, b.a)
    x, y = np.atleast_1d(x), np.atleast_1d(y)  # scalars of numpy do not wrap in silence
    e = unknown_where_either(a, b)
    if op in ("floordiv", "floormod", "truncdiv", "truncmod"):
        undefined = y == 0
        if a.dtype.startswith("int"):
            undefined = undefined | ((y == -1) & (x == limits(a.dtype)[0]))
        if np.any(undefined):
            e = np.where(undefined.reshape(np.broadcast_shapes(a.a.shape, b.a.shape)), np.inf, 0.0 if e is None else e)
        y = np.where(undefined, np.ones_like(y), y)
    if op in ("shl", "shr"):
        undefined = (y < 0) | (y >= bits(a.dtype))
        if np.any(undefined):
            e = np.where(undefined.reshape(np.broadcast_shapes(a.a.shape, b.a.shape)), np.inf, 0.0 if e is None else e)
        y = np.where(undefined, np.zeros_like(y), y)
    table = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "min": np.minimum, "max": np.maximum,
             "floordiv": np.floor_divide, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
             "shl": np.left_shift, "shr": np.right_shift, "truncdiv": truncated_quotient,
             "floormod": lambda p, q: p - np.floor_divide(p, q) * q,
             "truncmod": lambda p, q: p - truncated_quotient(p, q) * q}
    r = table[op](x, y).reshape(np.broadcast_shapes(a.a.shape, b.a.shape))
    return Value(a.dtype, r.astype(storage(a.dtype), copy=False), e)


COMPARE = {"lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal, "eq": np.equal,
           "ne": np.not_equal}


def compare(op, a, b):
    r = COMPARE[op](a.a, b.a)
    if a.e is None and b.e is None:
        return Value("bool", r)
    slack = a.error() + b.error()
    close = ~(np.abs(a.a.astype(np.float64) - b.a.astype(np.float64)) > slack)
    return Value("bool", r, np.where((slack > 0) & close, np.inf, 0.0))


def binary(op, a, b):
    if op in COMPARE:
        return compare(op, a, b)
    if a.dtype == "bool":
        table = {"and": np.logical_and, "or": np.logical_or, "max": np.logical_or, "min": np.logical_and,
                 "xor": np.logical_xor}
        return Value("bool", table[op](a.a, b.a), unknown_where_either(a, b))
    return float_binary(op, a, b) if is_float(a.dtype) else int_binary(op, a, b)


def select(c, a, b):
    e = None
    if c.e is not None or a.e is not None or b.e is not None:
        e = np.where(c.error() > 0, np.inf, np.where(c.a, a.error(), b.error()))
    return Value(a.dtype, np.where(c.a, a.a, b.a), e)


def cast(dtype, v):
    if dtype == v.dtype:
        return v
    if is_float(v.dtype):
        if dtype == "bool":
            return Value(dtype, v.a != 0, np.where((v.error() > 0) & (np.abs(v.a.astype(np.float64)) <= v.error()), np.inf, 0.0))
        return float_to_float(dtype, v) if is_float(dtype) else float_to_int(dtype, v)
    unsure = None if v.e is None else np.where(v.e > 0, np.inf, 0.0)
    if dtype == "bool":
        return Value(dtype, v.a != 0, unsure)
    if not is_float(dtype):
        return Value(dtype, v.a.astype(storage(dtype)), unsure)
    r = round_to(dtype, v.a.astype(np.longdouble) if dtype == "float64" else v.a.astype(np.float64) if bits(v.dtype) <= 32
                 else v.a.astype(np.float32))
    if bits(dtype) == 16:  # by way of float32 it is rounded twice
        twice = np.abs(r.astype(np.float64)) * EPS[dtype] * (r.astype(np.longdouble) != v.a.astype(np.longdouble))
        unsure = twice if unsure is None else unsure + twice
    return Value(dtype, r, np.where(np.isfinite(r), 0.0 if unsure is None else unsure, np.inf))


def float_to_float(dtype, v):
    r = round_to(dtype, v.a)
    e = v.error()
    if EPS[dtype] > EPS[v.dtype]:
        twice = v.dtype == "float64" and bits(dtype) == 16
        inexact = r.astype(np.float64) != v.a
        e = e + np.where(inexact & ((e > 0) | twice), np.abs(r.astype(np.float64)) * EPS[dtype] + TINY[dtype], 0.0)
    e = np.where(np.isfinite(v.a) & ~np.isfinite(r) & ((v.error() > 0) | True), np.inf, e)
    return Value(dtype, r, e)


def float_to_int(dtype, v):
    low, top = limits(dtype)
    x, e = v.a.astype(np.float64), v.error()
    t = np.trunc(x)
    wild = ~np.isfinite(x) | (t < low) | (t > top) | (t >= 2.0**bits(dtype)) | ((dtype == "int64") & (t >= 2.0**63))
    unsure = (e > 0) & (np.trunc(x - e) != np.trunc(x + e))
    safe = np.where(wild, 0.0, t)
    return Value(dtype, safe.astype(storage(dtype)), np.where(wild | unsure, np.inf, 0.0))


def popcount(v):
    raw = np.ascontiguousarray(v.a)
    ones = np.unpackbits(raw.view(np.uint8).reshape(raw.shape + (raw.dtype.itemsize,)), axis=-1).sum(axis=-1)
    return Value(v.dtype, ones.astype(storage(v.dtype)), v.e)


def half_away(x):
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


STEPS = {"floor": np.floor, "ceil": np.ceil, "trunc": np.trunc, "round": half_away, "nearbyint": np.rint}
_erf = np.vectorize(math.erf, otypes=[np.float64])
SMOOTH = {"exp": np.exp, "log": np.log, "sqrt": np.sqrt, "tanh": np.tanh, "sin": np.sin, "cos": np.cos, "exp2": np.exp2,
          "log2": np.log2, "log1p": np.log1p, "atan": np.arctan, "rsqrt": lambda x: 1 / np.sqrt(x),
          "sigmoid": lambda x: 1 / (1 + np.exp(-x)), "erf": _erf}


def unary(name, v):
    if not is_float(v.dtype):
        if name == "abs":
            return Value(v.dtype, np.abs(np.atleast_1d(v.a)).reshape(v.a.shape), v.e)
        if name == "popcount":
            return popcount(v)
        if name == "invert":
            return Value(v.dtype, np.logical_not(v.a) if v.dtype == "bool" else np.invert(v.a), v.e)
        if name in STEPS:
            return v
        raise NotImplementedError(name)
    if name == "abs":
        return Value(v.dtype, np.abs(v.a), v.e)
    if name in STEPS:
        f, e = STEPS[name], v.error()
        r = f(v.a.astype(np.float64))
        x = v.a.astype(np.float64)
        return Value(v.dtype, round_to(v.dtype, r), np.where((e > 0) & (f(x - e) != f(x + e)), np.inf, 0.0))
    f, x, e = SMOOTH[name], v.a.astype(np.float64), v.error()
    y = f(x)
    r = round_to(v.dtype, y)
    drift = np.where(e > 0, np.maximum(np.abs(f(x + e) - y), np.abs(f(x - e) - y)), 0.0)
    error = drift + 8 * EPS[v.dtype] * np.abs(y) + 8 * TINY[v.dtype]
    border = ~np.isfinite(r) & np.isfinite(y) | (np.abs(y) * (1 + 16 * EPS[v.dtype]) > GREATEST[v.dtype]) & np.isfinite(r)
    error = np.where(border, np.inf, np.where(np.isfinite(r), error, np.where(e > 0, np.inf, 0.0)))
    tiny = (np.abs(y) < 2.0**-120) & (v.dtype in ("float32", "bfloat16"))  # results that are not normal numbers
    return Value(v.dtype, r, np.where(tiny, error + 2.0**-120, error))
