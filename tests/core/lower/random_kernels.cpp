// SPDX-License-Identifier: GPL-3.0-or-later
#include "random_kernels.h"

#include <fmt/format.h>

#include <functional>

namespace nw::test {

namespace {

// Collects the lines of one computation.
struct Writer {
  Computation c;
  Dice& d;

  int64_t n(int64_t low = 3, int64_t high = 14) { return d.number(low, high); }
  std::string input(const std::string& name, std::vector<int64_t> shape, const char* dtype = "float32") {
    c.lines.push_back(fmt::format("{} = te.placeholder(({},), name=\"{}\", dtype=\"{}\")", name, fmt::join(shape, ", "),
                                  name, dtype));
    c.inputs.push_back(name);
    return name;
  }
  void input_of(const std::string& name, const std::string& shape) {
    c.lines.push_back(fmt::format("{0} = te.placeholder(({1},), name=\"{0}\")", name, shape));
    c.inputs.push_back(name);
  }
  void compute_over(const std::string& name, const std::string& shape, const std::string& body, int dims) {
    c.lines.push_back(fmt::format("{0} = te.compute(({1},), {2}, name=\"{0}\")", name, shape, body));
    c.stages.push_back(name);
    c.dims[name] = dims;
    c.reduces[name] = 0;
  }
  // `unit`, of four elements of a and b, done by `body`.
  void intrinsic(const std::string& unit, const std::string& body, const char* out, const char* dtype = "float32",
                 const char* out_dtype = "float32") {
    for (const char* name : {"a", "b"})
      c.lines.push_back(fmt::format("{0} = te.placeholder((4,), name=\"{0}\", dtype=\"{1}\")", name, dtype));
    c.lines.push_back(unit);
    for (const char* name : {"a", "b"})
      c.lines.push_back(
          fmt::format("b{0} = tir.decl_buffer((4,), \"{1}\", name=\"b{0}\", offset_factor=1)", name, dtype));
    c.lines.push_back(fmt::format("bc = tir.decl_buffer({}, \"{}\", name=\"bc\", offset_factor=1)", out, out_dtype));
    c.lines.push_back(fmt::format("unit = te.decl_tensor_intrin(c.op, {}, binds={{a: ba, b: bb, c: bc}})", body));
  }
  void axis(const std::string& name, int64_t extent) {
    c.lines.push_back(fmt::format("{} = te.reduce_axis((0, {}), name=\"{}\")", name, extent, name));
  }
  void compute(const std::string& name, std::vector<int64_t> shape, const std::string& body, int reduces = 0) {
    c.lines.push_back(fmt::format("{} = te.compute(({},), {}, name=\"{}\")", name, fmt::join(shape, ", "), body, name));
    c.stages.push_back(name);
    c.dims[name] = static_cast<int>(shape.size());
    c.reduces[name] = reduces;
  }
};

using Make = std::function<void(Writer&)>;

void matmul(Writer& w, bool transposed) {
  const int64_t m = w.n(), n = w.n(), k = w.n();
  w.input("A", transposed ? std::vector<int64_t>{k, m} : std::vector<int64_t>{m, k});
  w.input("B", {k, n});
  w.axis("k", k);
  w.compute("C", {m, n}, fmt::format("lambda i, j: te.sum({} * B[k, j], axis=k)", transposed ? "A[k, i]" : "A[i, k]"),
            1);
}

// Products by fours, as an instruction would take them.
void tensor_product(Writer& w, const std::vector<int64_t>& shape) {
  w.intrinsic("c = te.compute((4,), lambda i: a[i] * b[i], name=\"c\")",
              "lambda ins, outs: outs[0].vstore(0, ins[0].vload(0, \"float32x4\") * ins[1].vload(0, \"float32x4\"))",
              "(4,)");
  w.input("A", shape);
  w.input("B", shape);
  const char* at = shape.size() == 1 ? "i" : "i, j";
  w.compute("C", shape, fmt::format("lambda {0}: A[{0}] * B[{0}]", at));
  if (w.d.chance(50)) w.compute("D", shape, fmt::format("lambda {0}: C[{0}] + A[{0}]", at));
  w.c.intrinsic = fmt::format("s[C].op.axis[{}]", shape.size() - 1);
}

// The same of sums of products.
void tensor_dot(Writer& w, bool small) {
  const char* dtype = small ? "int8" : "float32";
  const std::string wide = small ? ".astype(\"int32\")" : "";
  std::string products;
  for (int k = 0; k < 4; ++k)
    products +=
        fmt::format("{0}ins[0].vload({1}, \"{2}\"){3} * ins[1].vload({1}, \"{2}\"){3}", k ? " + " : "", k, dtype, wide);
  const std::string zero = small ? "tir.const(0, \"int32\")" : "tir.const(0.0, \"float32\")";
  w.c.lines.emplace_back("ka = te.reduce_axis((0, 4), name=\"ka\")");
  w.intrinsic(fmt::format("c = te.compute((1,), lambda i: te.sum(a[ka]{0} * b[ka]{0}, axis=ka), name=\"c\")", wide),
              fmt::format("lambda ins, outs: (outs[0].vstore(0, {0}), outs[0].vstore(0, {1}), outs[0].vstore(0, "
                          "outs[0].vload(0, \"{2}\") + {0}))",
                          products, zero, small ? "int32" : "float32"),
              "(1,)", dtype, small ? "int32" : "float32");
  const int64_t m = w.n(2, 6), n = w.n(2, 6), k = 4 * w.n(1, 5);
  w.input("A", {m, k}, dtype);
  w.input("B", {n, k}, dtype);
  w.axis("k", k);
  w.compute("C", {m, n}, fmt::format("lambda i, j: te.sum(A[i, k]{0} * B[j, k]{0}, axis=k)", wide), 1);
  if (w.d.chance(30)) w.compute("D", {m, n}, "lambda i, j: C[i, j] + C[i, j]");
  w.c.intrinsic = "s[C].op.reduce_axis[0]";
}

void softmax(Writer& w) {
  const int64_t m = w.n(2, 6), n = w.n();
  w.input("A", {m, n});
  w.axis("k", n);
  w.compute("mx", {m}, "lambda i: te.max(A[i, k], axis=k)", 1);
  w.compute("ex", {m, n}, "lambda i, j: te.exp(A[i, j] - mx[i])");
  w.axis("k2", n);
  w.compute("sm", {m}, "lambda i: te.sum(ex[i, k2], axis=k2)", 1);
  w.compute("O", {m, n}, "lambda i, j: ex[i, j] / sm[i]");
}

void conv2d(Writer& w) {
  const int64_t ci = w.n(1, 3), co = w.n(1, 4), h = w.n(4, 9), k = w.n(2, 3), s = w.n(1, 2);
  const int64_t o = (h + 2 - k) / s + 1;
  w.input("X", {ci, h, h});
  w.input("F", {co, ci, k, k});
  w.compute("P", {ci, h + 2, h + 2},
            fmt::format(
                "lambda c, y, x: tir.if_then_else(tir.all(y >= 1, y < {0}, x >= 1, x < {0}), X[c, y - 1, x - 1], 0.0)",
                h + 1));
  w.axis("rc", ci);
  w.axis("ry", k);
  w.axis("rx", k);
  w.compute(
      "Y", {co, o, o},
      fmt::format("lambda f, y, x: te.sum(P[rc, y * {0} + ry, x * {0} + rx] * F[f, rc, ry, rx], axis=[rc, ry, rx])", s),
      3);
  if (w.d.chance(50)) w.compute("R", {co, o, o}, "lambda f, y, x: tir.max(Y[f, y, x], 0.0)");
}

const std::vector<std::pair<std::string, Make>>& kinds() {
  static const std::vector<std::pair<std::string, Make>> table = {
      {"elementwise",
       [](Writer& w) {
         const int64_t n = w.n(5, 60);
         w.input("A", {n});
         w.compute("B", {n}, "lambda i: A[i] * 2.0");
         w.compute("C", {n}, "lambda i: B[i] + 1.0");
         w.compute("D", {n}, "lambda i: C[i] * C[i]");
       }},
      {"broadcast",
       [](Writer& w) {
         const int64_t m = w.n(), n = w.n();
         w.input("A", {m, n});
         w.input("b", {n});
         w.compute("B", {m, n}, "lambda i, j: A[i, j] + b[j]");
         w.compute("C", {m, n}, "lambda i, j: tir.max(B[i, j], 0.0)");
       }},
      {"matmul", [](Writer& w) { matmul(w, false); }},
      {"matmul_transposed", [](Writer& w) { matmul(w, true); }},
      {"matmul_relu",
       [](Writer& w) {
         matmul(w, false);
         w.c.lines.emplace_back("D = te.compute(C.shape, lambda i, j: tir.max(C[i, j], 0.0), name=\"D\")");
         w.c.stages.emplace_back("D");
         w.c.dims["D"] = 2;
         w.c.reduces["D"] = 0;
       }},
      {"batch_matmul",
       [](Writer& w) {
         const int64_t b = w.n(2, 3), m = w.n(3, 7), n = w.n(3, 7), k = w.n(3, 7);
         w.input("A", {b, m, k});
         w.input("B", {b, n, k});
         w.axis("k", k);
         w.compute("C", {b, m, n}, "lambda b, i, j: te.sum(A[b, i, k] * B[b, j, k], axis=k)", 1);
       }},
      {"conv1d",
       [](Writer& w) {
         const int64_t n = w.n(8, 40), k = w.n(2, 5);
         w.input("A", {n});
         w.input("F", {k});
         w.axis("r", k);
         w.compute("C", {n - k + 1}, "lambda i: te.sum(A[i + r] * F[r], axis=r)", 1);
       }},
      {"conv2d", conv2d},
      {"depthwise",
       [](Writer& w) {
         const int64_t c = w.n(2, 4), h = w.n(5, 9);
         w.input("X", {c, h, h});
         w.input("F", {c, 3, 3});
         w.axis("ry", 3);
         w.axis("rx", 3);
         w.compute("Y", {c, h - 2, h - 2}, "lambda c, y, x: te.sum(X[c, y + ry, x + rx] * F[c, ry, rx], axis=[ry, rx])",
                   2);
       }},
      {"softmax", softmax},
      {"layer_norm",
       [](Writer& w) {
         const int64_t m = w.n(2, 6), n = w.n();
         w.input("A", {m, n});
         w.axis("k", n);
         w.compute("su", {m}, "lambda i: te.sum(A[i, k], axis=k)", 1);
         w.axis("k2", n);
         w.compute("sq", {m}, "lambda i: te.sum(A[i, k2] * A[i, k2], axis=k2)", 1);
         w.compute("O", {m, n},
                   fmt::format("lambda i, j: (A[i, j] - su[i] * {0}) * tir.rsqrt(sq[i] * {0} + 1.0)",
                               1.0 / static_cast<double>(n)));
       }},
      {"max_pool",
       [](Writer& w) {
         const int64_t c = w.n(1, 3), h = w.n(3, 7);
         w.input("X", {c, h * 2, h * 2});
         w.axis("ry", 2);
         w.axis("rx", 2);
         w.compute("Y", {c, h, h}, "lambda c, y, x: te.max(X[c, y * 2 + ry, x * 2 + rx], axis=[ry, rx])", 2);
       }},
      {"blur",
       [](Writer& w) {
         const int64_t h = w.n(5, 14), v = w.n(5, 14);
         w.input("I", {h + 2, v + 2});
         w.compute("bx", {h + 2, v}, "lambda y, x: I[y, x] + I[y, x + 1] + I[y, x + 2]");
         w.compute("by", {h, v}, "lambda y, x: bx[y, x] + bx[y + 1, x] + bx[y + 2, x]");
       }},
      {"stencil_chain",
       [](Writer& w) {
         const int64_t n = w.n(8, 30);
         w.input("A", {n + 4});
         w.compute("B", {n + 2}, "lambda i: A[i] + A[i + 1] * 2.0 + A[i + 2]");
         w.compute("C", {n}, "lambda i: B[i] - B[i + 2]");
         w.compute("D", {n}, "lambda i: C[i] * 0.5 + A[i + 2]");
       }},
      {"argmax",
       [](Writer& w) {
         const int64_t m = w.n(2, 7), n = w.n();
         w.c.lines.emplace_back(
             "best = te.comm_reducer(lambda x, y: (tir.Select(x[1] >= y[1], x[0], y[0]), tir.Select(x[1] >= y[1], "
             "x[1], y[1])), lambda t0, t1: (tir.const(-1, t0), te.min_value(t1)), name=\"best\")");
         w.input("I", {m, n}, "int32");
         w.input("V", {m, n});
         w.axis("k", n);
         w.c.lines.push_back(
             fmt::format("T, T1 = te.compute(({},), lambda i: best((I[i, k], V[i, k]), axis=k), name=\"T\")", m));
         w.c.stages.emplace_back("T");
         w.c.dims["T"] = 1;
         w.c.reduces["T"] = 1;
       }},
      {"transpose_add",
       [](Writer& w) {
         const int64_t m = w.n(), n = w.n();
         w.input("A", {m, n});
         w.compute("B", {n, m}, "lambda i, j: A[j, i] * 2.0");
         w.compute("C", {n, m}, "lambda i, j: B[i, j] + A[j, i]");
       }},
      {"gather",
       [](Writer& w) {
         const int64_t n = w.n(6, 20), m = w.n(6, 30);
         w.input("A", {n});
         w.compute("B", {n}, "lambda i: A[i] + 1.0");
         w.compute("C", {m}, fmt::format("lambda i: B[(i * 3 + 1) % {}]", n));
       }},
      {"sum_two_axes",
       [](Writer& w) {
         const int64_t a = w.n(2, 6), m = w.n(3, 7), n = w.n(3, 7);
         w.input("A", {m, a, n});
         w.axis("k", m);
         w.axis("l", n);
         w.compute("S", {a}, "lambda i: te.sum(A[k, i, l], axis=[k, l])", 2);
         w.compute("O", {a}, "lambda i: S[i] * 0.25");
       }},
      {"sum_where",
       [](Writer& w) {
         const int64_t m = w.n(), n = w.n();
         w.input("A", {m, n});
         w.axis("k", n);
         w.compute("S", {m}, "lambda i: te.sum(A[i, k], axis=k, where=k <= i)", 1);
       }},
      {"concatenate",
       [](Writer& w) {
         const int64_t m = w.n(2, 6), a = w.n(2, 8), b = w.n(2, 8);
         w.input("A", {m, a});
         w.input("B", {m, b});
         w.compute("C", {m, a + b}, fmt::format("lambda i, j: tir.if_then_else(j < {0}, A[i, j], B[i, j - {0}])", a));
         w.compute("D", {m, a + b}, "lambda i, j: C[i, j] * 3.0");
       }},
      {"upsample",
       [](Writer& w) {
         const int64_t h = w.n(3, 7), v = w.n(3, 7);
         w.input("A", {h, v});
         w.compute("B", {h, v}, "lambda y, x: A[y, x] * 0.5");
         w.compute("U", {h * 2, v * 3}, "lambda y, x: B[y // 2, x // 3]");
       }},
      {"popcount",
       [](Writer& w) {
         const int64_t m = w.n(2, 8), n = w.n(2, 8), k = w.n(2, 6);
         w.input("A", {m, k}, "uint8");
         w.input("B", {n, k}, "uint8");
         w.axis("k", k);
         w.compute("C", {m, n}, "lambda i, j: te.sum(tir.popcount(A[i, k] & B[j, k]).astype(\"int32\"), axis=k)", 1);
       }},
      {"int8_matmul",
       [](Writer& w) {
         const int64_t m = w.n(3, 8), n = w.n(3, 8), k = w.n(3, 10);
         w.input("A", {m, k}, "int8");
         w.input("B", {n, k}, "int8");
         w.axis("k", k);
         w.compute("C", {m, n}, "lambda i, j: te.sum(A[i, k].astype(\"int32\") * B[j, k].astype(\"int32\"), axis=k)",
                   1);
         w.compute("D", {m, n}, "lambda i, j: (C[i, j] >> 2).astype(\"int8\")");
       }},
      {"two_outputs",
       [](Writer& w) {
         const int64_t m = w.n(), n = w.n();
         w.input("A", {m, n});
         w.c.lines.push_back(fmt::format(
             "B, B1 = te.compute(({}, {}), lambda i, j: (A[i, j] + 2.0, A[i, j] * 3.0), name=\"B\")", m, n));
         w.c.stages.emplace_back("B");
         w.c.dims["B"] = 2;
         w.c.reduces["B"] = 0;
       }},
      {"space_to_depth",
       [](Writer& w) {
         const int64_t h = w.n(2, 6), v = w.n(2, 6);
         w.input("A", {h * 2, v * 2});
         w.compute("B", {h * 2, v * 2}, "lambda y, x: A[y, x] + 1.0");
         w.compute("S", {4, h, v}, "lambda c, y, x: B[y * 2 + c // 2, x * 2 + c % 2]");
       }},
      {"diamond",
       [](Writer& w) {
         const int64_t m = w.n(), n = w.n();
         w.input("A", {m, n});
         w.compute("B", {m, n}, "lambda i, j: A[i, j] * 2.0");
         w.compute("C", {m, n}, "lambda i, j: B[i, j] + 1.0");
         w.compute("D", {m, n}, "lambda i, j: B[i, j] - 1.0");
         w.compute("E", {m, n}, "lambda i, j: C[i, j] * D[i, j]");
       }},
      {"scan",
       [](Writer& w) {
         const int64_t m = w.n(3, 8), n = w.n(3, 12);
         w.input("X", {m, n});
         w.c.lines.push_back(fmt::format("state = te.placeholder(({}, {}), name=\"state\")", m, n));
         w.compute("first", {1, n}, "lambda t, i: X[0, i]");
         if (w.d.chance(50)) {
           w.compute("half", {m, n}, "lambda t, i: state[t - 1, i] * 0.5");
           w.compute("step", {m, n}, "lambda t, i: half[t, i] + X[t, i]");
         } else {
           w.compute("step", {m, n}, "lambda t, i: state[t - 1, i] + X[t, i]");
         }
         w.c.lines.emplace_back("S = te.scan(first, step, state, inputs=[X], name=\"S\")");
         w.c.stages.emplace_back("S");
         w.c.dims["S"] = 1;
         w.c.reduces["S"] = 0;
       }},
      {"symbolic_chain",
       [](Writer& w) {
         w.c.lines.emplace_back("n = te.var(\"n\")");
         w.c.sizes = {{{"n", 1}}, {{"n", w.n(2, 15)}}, {{"n", w.n(16, 40)}}};
         w.input_of("A", "n");
         w.compute_over("B", "n", "lambda i: A[i] * 2.0", 1);
         w.compute_over("C", "n", "lambda i: B[i] + tir.if_then_else(i > 0, B[tir.max(i - 1, 0)], 0.0)", 1);
       }},
      {"symbolic_rows",
       [](Writer& w) {
         w.c.lines.emplace_back("n = te.size_var(\"n\")");
         w.c.lines.emplace_back("m = te.var(\"m\")");
         w.c.sizes = {{{"n", w.n(1, 5)}, {"m", w.n(1, 9)}}, {{"n", w.n(6, 12)}, {"m", w.n(3, 20)}}};
         w.input_of("A", "n, m");
         w.input_of("b", "m");
         w.compute_over("B", "n, m", "lambda i, j: A[i, j] + b[j]", 2);
         w.compute_over("C", "n, m", "lambda i, j: tir.max(B[i, j], 0.0)", 2);
       }},
      {"symbolic_matmul",
       [](Writer& w) {
         const int64_t n = w.n(3, 10);
         w.c.lines.emplace_back("m = te.var(\"m\")");
         w.c.lines.emplace_back("l = te.var(\"l\")");
         w.c.sizes = {{{"m", w.n(1, 4)}, {"l", w.n(1, 5)}}, {{"m", w.n(5, 12)}, {"l", w.n(6, 14)}}};
         w.input_of("A", "m, l");
         w.input_of("B", fmt::format("l, {}", n));
         w.c.lines.emplace_back("k = te.reduce_axis((0, l), name=\"k\")");
         w.compute_over("C", fmt::format("m, {}", n), "lambda i, j: te.sum(A[i, k] * B[k, j], axis=k)", 2);
         w.c.reduces["C"] = 1;
       }},
      {"tensor_rows", [](Writer& w) { tensor_product(w, {w.n(2, 6), 4 * w.n(1, 5)}); }},
      {"tensor_line", [](Writer& w) { tensor_product(w, {4 * w.n(2, 9)}); }},
      {"tensor_dot", [](Writer& w) { tensor_dot(w, false); }},
      {"tensor_dot_int8", [](Writer& w) { tensor_dot(w, true); }},
      {"row_reverse",
       [](Writer& w) {
         const int64_t n = w.n(5, 30);
         w.input("A", {n});
         w.compute("B", {n}, "lambda i: A[i] * 0.5");
         w.compute("C", {n}, fmt::format("lambda i: B[{} - i]", n - 1));
       }},
  };
  return table;
}

}  // namespace

std::vector<std::string> computation_kinds() {
  std::vector<std::string> names;
  for (const auto& [name, make] : kinds()) names.push_back(name);
  return names;
}

Computation random_computation(const std::string& kind, Dice& dice) {
  Writer w{{}, dice};
  w.c.kind = kind;
  w.c.lines = {"import tvm", "from tvm import te, tir"};
  for (const auto& [name, make] : kinds())
    if (name == kind) make(w);
  std::vector<std::string> args = w.c.inputs;
  args.push_back(w.c.stages.back());
  if (kind == "argmax" || kind == "two_outputs") args.push_back(w.c.stages.back() + "1");
  w.c.args = fmt::format("{}", fmt::join(args, ", "));
  return w.c;
}

}  // namespace nw::test
