// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that compute each element from the elements at the same indices: unary, binary with broadcasting, where,
// cast, clip.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "op/compute/tools.h"
#include "op/rules.h"

namespace nw::op {

namespace {

using Unary = std::function<Expr(const Expr&)>;
using Binary = std::function<Expr(const Expr&, const Expr&)>;

void unary(Registry& registry, std::string_view names, const Unary& f) {
  set_compute(registry, names, one([f](const ComputeContext& c) {
                return map(
                    c, [&](const std::vector<Var>& v) { return f(te::read(c.args[0], as_indices(v))); }, "elemwise");
              }));
}

// Only for the data types that `takes` accepts; TVM has no computation for others either.
ComputeRule only_for(bool (*takes)(DType), const char* what, std::function<Tensor(const ComputeContext&)> rule) {
  return [=](const ComputeContext& c) -> Result<std::vector<Tensor>> {
    if (c.args.empty() || !takes(c.args[0]->dtype)) return no_compute(c, fmt::format("it takes {} only", what));
    return std::vector{rule(c)};
  };
}
bool is_float(DType t) {
  return t.is_float();
}
bool is_integer(DType t) {
  return t.is_integer();
}
bool is_bool(DType t) {
  return t.is_bool();
}

void intrinsic(Registry& registry, const char* name, const char* function) {
  set_compute(registry, name, only_for(is_float, "floats", [function](const ComputeContext& c) {
                return map(
                    c,
                    [&](const std::vector<Var>& v) {
                      const Expr x = te::read(c.args[0], as_indices(v));
                      return tir::call(x->dtype, function, {x});
                    },
                    "elemwise");
              }));
}

// Integers are rounded already.
void rounding(Registry& registry, const char* name, const char* function) {
  unary(registry, name,
        [function](const Expr& x) { return x->dtype.is_float() ? tir::call(x->dtype, function, {x}) : x; });
}

std::function<Tensor(const ComputeContext&)> broadcasting(const Binary& f) {
  return [f](const ComputeContext& c) {
    const std::vector<Expr> shape = extents(c.out_type);
    return map(
        c,
        [&](const std::vector<Var>& v) {
          return f(read_broadcast(c.args[0], as_indices(v), shape), read_broadcast(c.args[1], as_indices(v), shape));
        },
        "broadcast");
  };
}

void binary(Registry& registry, std::string_view names, const Binary& f) {
  set_compute(registry, names, one(broadcasting(f)));
}

Expr zero(const Expr& like) {
  return tir::constant(like->dtype, 0);
}

// At inference: its input, and a mask of ones.
Result<std::vector<Tensor>> dropout(const ComputeContext& c) {
  const std::vector<Expr> shape = c.args[0]->shape;
  const Tensor kept = te::compute(
      shape, [&](const std::vector<Var>& v) { return te::read(c.args[0], as_indices(v)); }, c.name,
      axis_names(shape.size()), "elemwise");
  const Tensor mask = te::compute(
      shape, [&](const std::vector<Var>&) { return tir::constant(c.args[0]->dtype, 1); }, c.name + "_mask",
      axis_names(shape.size()), "elemwise");
  return std::vector<Tensor>{kept, mask};
}

void add_unary(Registry& registry) {
  for (const char* name : {"exp",  "log",  "sqrt", "rsqrt", "tanh", "sigmoid", "erf",   "sin",   "cos",  "tan",
                           "sinh", "cosh", "asin", "acos",  "atan", "asinh",   "acosh", "atanh", "log2", "log10"})
    intrinsic(registry, name, name);
  for (const char* name : {"floor", "ceil", "trunc"}) rounding(registry, name, name);
  rounding(registry, "round",
           "nearbyint");  // halves to the even neighbour, as ONNX has it; TIR's round goes away from 0
  for (const auto& [fast, exact] :
       {std::pair{"fast_exp", "exp"}, std::pair{"fast_tanh", "tanh"}, std::pair{"fast_erf", "erf"}})
    intrinsic(registry, fast, exact);
  unary(registry, "abs", [](const Expr& x) {
    if (x->dtype.is_float()) return tir::call(x->dtype, "fabs", {x});
    return x->dtype.is_uint() ? x : tir::select(tir::lt(x, zero(x)), zero(x) - x, x);
  });
  unary(registry, "negative", [](const Expr& x) { return -x; });
  // max(a, b) is b where either is NaN: with the data second, NaN passes through, as in ONNX, at no cost.
  unary(registry, "nn.relu", [](const Expr& x) { return tir::max(zero(x), x); });
  unary(registry, "copy annotation.stop_fusion", [](const Expr& x) { return x; });
  set_compute(registry, "nn.dropout", dropout);
  set_compute(registry, "logical_not", only_for(is_bool, "truth values", [](const ComputeContext& c) {
                return map(
                    c, [&](const std::vector<Var>& v) { return tir::logical_not(te::read(c.args[0], as_indices(v))); },
                    "elemwise");
              }));
  unary(registry, "sign", [](const Expr& x) {
    const Expr one_ = tir::constant(x->dtype, 1);
    return tir::select(tir::gt(x, zero(x)), one_, tir::select(tir::lt(x, zero(x)), zero(x) - one_, zero(x)));
  });
  const auto infinity = [](const Expr& x) { return tir::float_imm(std::numeric_limits<double>::infinity(), x->dtype); };
  const auto magnitude = [](const Expr& x) { return tir::call(x->dtype, "fabs", {x}); };
  const auto question = [&](const char* name, const Unary& test) {
    set_compute(registry, name, only_for(is_float, "floats", [test](const ComputeContext& c) {
                  return map(
                      c, [&](const std::vector<Var>& v) { return test(te::read(c.args[0], as_indices(v))); },
                      "elemwise");
                }));
  };
  question("isnan", [](const Expr& x) { return tir::ne(x, x); });
  question("isinf", [=](const Expr& x) { return tir::eq(magnitude(x), infinity(x)); });
  question("isfinite", [=](const Expr& x) { return tir::lt(magnitude(x), infinity(x)); });
  unary(registry, "zeros_like", [](const Expr& x) { return zero(x); });
  unary(registry, "ones_like", [](const Expr& x) { return tir::constant(x->dtype, 1); });
}

// Bounds outside an integer type have no effect: clip(x, 0, 255) of int8 bounds from below only.
Expr bound(DType t, double value) {
  if (t.is_integer() && !t.is_bool() && t.bits <= 32)
    value = std::clamp(value, static_cast<double>(min_int(t)), static_cast<double>(max_int(t)));
  return tir::constant(t, value);
}

void add_with_attributes(Registry& registry) {
  set_compute(registry, "nn.leaky_relu", one([](const ComputeContext& c) {
                const double alpha = graph::float_attr(c.node.attrs, "alpha", 0.05);
                return map(
                    c,
                    [&](const std::vector<Var>& v) {
                      const Expr x = te::read(c.args[0], as_indices(v));
                      return tir::select(tir::gt(x, zero(x)), x, x * tir::constant(x->dtype, alpha));
                    },
                    "elemwise");
              }));
  set_compute(registry, "clip", one([](const ComputeContext& c) {
                const double low = graph::float_attr(c.node.attrs, "a_min", 0),
                             high = graph::float_attr(c.node.attrs, "a_max", 0);
                return map(
                    c,
                    [&](const std::vector<Var>& v) {
                      const Expr x = te::read(c.args[0], as_indices(v));
                      return tir::max(bound(x->dtype, low), tir::min(bound(x->dtype, high), x));  // as in nn.relu
                    },
                    "elemwise");
              }));
  set_compute(
      registry, "cast", one([](const ComputeContext& c) {
        return map(
            c,
            [&](const std::vector<Var>& v) { return tir::cast(c.out_type.dtype, te::read(c.args[0], as_indices(v))); },
            "elemwise");
      }));
  set_compute(registry, "nn.bias_add", one([](const ComputeContext& c) {
                const auto rank = static_cast<int64_t>(c.out_type.shape.size());
                const int64_t axis = graph::int_attr(c.node.attrs, "axis", 1);
                const auto at = static_cast<size_t>(axis < 0 ? axis + rank : axis);
                return map(
                    c,
                    [&](const std::vector<Var>& v) {
                      return te::read(c.args[0], as_indices(v)) + te::read(c.args[1], {v[at]});
                    },
                    "broadcast");
              }));
  set_compute(registry, "nn.prelu", one([](const ComputeContext& c) {
                const auto at = axis_of(graph::int_attr(c.node.attrs, "axis", 1), c.args[0]->shape.size()).value_or(0);
                return map(
                    c,
                    [&](const std::vector<Var>& v) {
                      const Expr x = te::read(c.args[0], as_indices(v));
                      return tir::select(tir::gt(x, zero(x)), x, x * te::read(c.args[1], {v[at]}));
                    },
                    "broadcast");
              }));
  set_compute(registry, "where", one([](const ComputeContext& c) {
                const std::vector<Expr> shape = extents(c.out_type);
                return map(
                    c,
                    [&](const std::vector<Var>& v) {
                      const Expr condition = read_broadcast(c.args[0], as_indices(v), shape);
                      const Expr test = condition->dtype.is_bool() ? condition : tir::ne(condition, zero(condition));
                      return tir::select(test, read_broadcast(c.args[1], as_indices(v), shape),
                                         read_broadcast(c.args[2], as_indices(v), shape));
                    },
                    "broadcast");
              }));
}

void add_binary(Registry& registry) {
  binary(registry, "add", [](const Expr& a, const Expr& b) { return a + b; });
  binary(registry, "subtract", [](const Expr& a, const Expr& b) { return a - b; });
  binary(registry, "multiply", [](const Expr& a, const Expr& b) { return a * b; });
  binary(registry, "divide", [](const Expr& a, const Expr& b) { return tir::div(a, b); });
  binary(registry, "maximum", [](const Expr& a, const Expr& b) { return tir::max(a, b); });
  binary(registry, "minimum", [](const Expr& a, const Expr& b) { return tir::min(a, b); });
  binary(registry, "floor_divide", [](const Expr& a, const Expr& b) {
    return a->dtype.is_float() ? tir::call(a->dtype, "floor", {tir::div(a, b)}) : tir::floordiv(a, b);
  });
  binary(registry, "floor_mod", [](const Expr& a, const Expr& b) {
    return a->dtype.is_float() ? a - tir::call(a->dtype, "floor", {tir::div(a, b)}) * b : tir::floormod(a, b);
  });
  set_compute(registry, "power", only_for(is_float, "floats", broadcasting([](const Expr& a, const Expr& b) {
                                            return tir::call(a->dtype, "pow", {a, b});
                                          })));
  binary(registry, "equal", [](const Expr& a, const Expr& b) { return tir::eq(a, b); });
  binary(registry, "not_equal", [](const Expr& a, const Expr& b) { return tir::ne(a, b); });
  binary(registry, "less", [](const Expr& a, const Expr& b) { return tir::lt(a, b); });
  binary(registry, "less_equal", [](const Expr& a, const Expr& b) { return tir::le(a, b); });
  binary(registry, "greater", [](const Expr& a, const Expr& b) { return tir::gt(a, b); });
  binary(registry, "greater_equal", [](const Expr& a, const Expr& b) { return tir::ge(a, b); });
  set_compute(
      registry, "logical_xor",
      only_for(is_bool, "truth values", broadcasting([](const Expr& a, const Expr& b) { return tir::ne(a, b); })));
  set_compute(registry, "logical_and", only_for(is_bool, "truth values", broadcasting([](const Expr& a, const Expr& b) {
                                                  return tir::logical_and(a, b);
                                                })));
  set_compute(registry, "logical_or", only_for(is_bool, "truth values", broadcasting([](const Expr& a, const Expr& b) {
                                                 return tir::logical_or(a, b);
                                               })));
  for (const auto& [name, call] : {std::pair{"bitwise_and", "bitwise_and"}, std::pair{"bitwise_or", "bitwise_or"},
                                   std::pair{"bitwise_xor", "bitwise_xor"}, std::pair{"left_shift", "shift_left"},
                                   std::pair{"right_shift", "shift_right"}})
    set_compute(registry, name,
                only_for(is_integer, "integers", broadcasting([function = call](const Expr& a, const Expr& b) {
                           return tir::call(a->dtype, function, {a, b});
                         })));
}

}  // namespace

void add_elementwise_compute(Registry& registry) {
  add_unary(registry);
  add_with_attributes(registry);
  add_binary(registry);
}

}  // namespace nw::op
