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

RandomSteps::RandomSteps(const Computation& c, Dice& dice) : c_(c), dice_(dice) {
  now_.stages = c.stages;
  for (const std::string& stage : c.stages) {
    for (int i = 0; i < c.dims.at(stage); ++i)
      now_.loops[stage].push_back({fmt::format("s[{}].op.axis[{}]", stage, i), false});
    for (int i = 0; i < c.reduces.at(stage); ++i)
      now_.loops[stage].push_back({fmt::format("s[{}].op.reduce_axis[{}]", stage, i), true});
  }
}

void RandomSteps::accepted() {
  now_ = after_;
}

StepTry RandomSteps::next() {
  after_ = now_;
  const std::string stage = dice_.any(now_.stages);
  switch (dice_.number(0, 32)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return split(stage);
    case 4:
      return tile(stage);
    case 5:
    case 6:
      return fuse(stage);
    case 7:
    case 8:
      return reorder(stage);
    case 9:
    case 10:
    case 11:
    case 12:
    case 28:
    case 29:
    case 30:
      return attach(stage);
    case 31:
      return cache_read();
    case 32:
      return cache_write(c_.stages.back());
    case 13:
      return mark(stage, "vectorize");
    case 14:
      return mark(stage, "unroll");
    case 15:
      return mark(stage, "parallel");
    case 16:
    case 22:
    case 23:
      return inline_one();
    case 17:
      return cache_read();
    case 18:
      return cache_write(stage);
    case 19:
    case 24:
    case 25:
      return rfactor(dice_.chance(70) ? reduction() : stage);
    case 26:
    case 27: {
      const auto last = static_cast<int64_t>(after_.stages.size()) - 2;
      const std::string& inner = after_.stages[static_cast<size_t>(dice_.number(0, std::max<int64_t>(last, 0)))];
      return {"double_buffer", {fmt::format("s[{}].double_buffer()", inner)}};
    }
    case 20:
      return storage_align(stage);
    default:
      return mark(stage, "pragma");
  }
}

// Mostly one that may be inlined: elementwise, not split, not the last.
StepTry RandomSteps::inline_one() {
  std::vector<std::string> fit;
  for (const std::string& stage : c_.stages)
    if (stage != c_.stages.back() && c_.reduces.at(stage) == 0 &&
        static_cast<int>(after_.loops[stage].size()) == c_.dims.at(stage))
      fit.push_back(stage);
  return {"compute_inline",
          {fmt::format("s[{}].compute_inline()",
                       fit.empty() || dice_.chance(10) ? dice_.any(after_.stages) : dice_.any(fit))}};
}

std::string RandomSteps::reduction() {
  for (const std::string& stage : c_.stages)
    if (c_.reduces.at(stage) > 0) return stage;
  return c_.stages.front();
}

StepTry RandomSteps::split(const std::string& stage) {
  auto& loops = after_.loops[stage];
  const auto at = static_cast<size_t>(dice_.number(0, static_cast<int64_t>(loops.size()) - 1));
  const Loop old = loops[at];
  const std::string outer = fresh("o"), inner = fresh("i");
  loops[at] = {inner, old.reduce};
  loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(at), Loop{outer, old.reduce});
  return {"split",
          {fmt::format("{}, {} = s[{}].split({}, {}={})", outer, inner, stage, old.name,
                       dice_.chance(75) ? "factor" : "nparts", dice_.number(1, 9))}};
}

StepTry RandomSteps::tile(const std::string& stage) {
  auto& loops = after_.loops[stage];
  for (size_t i = 0; i + 1 < loops.size(); ++i) {
    if (loops[i].reduce || loops[i + 1].reduce) continue;
    const std::string y = loops[i].name, x = loops[i + 1].name, yo = fresh("yo"), xo = fresh("xo"), yi = fresh("yi"),
                      xi = fresh("xi");
    loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(i), loops.begin() + static_cast<std::ptrdiff_t>(i) + 2);
    loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(i),
                 {Loop{yo, false}, Loop{xo, false}, Loop{yi, false}, Loop{xi, false}});
    return {"tile",
            {fmt::format("{}, {}, {}, {} = s[{}].tile({}, {}, {}, {})", yo, xo, yi, xi, stage, y, x, dice_.number(2, 6),
                         dice_.number(2, 6))}};
  }
  return split(stage);
}

StepTry RandomSteps::fuse(const std::string& stage) {
  auto& loops = after_.loops[stage];
  if (loops.size() < 2) return split(stage);
  const auto at = static_cast<size_t>(dice_.number(0, static_cast<int64_t>(loops.size()) - 2));
  const std::string fused = fresh("f");
  const std::string line = fmt::format("{} = s[{}].fuse({}, {})", fused, stage, loops[at].name, loops[at + 1].name);
  loops[at] = {fused, loops[at].reduce || loops[at + 1].reduce};
  loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  return {"fuse", {line}};
}

StepTry RandomSteps::reorder(const std::string& stage) {
  auto& loops = after_.loops[stage];
  if (loops.size() < 2) return split(stage);
  const auto a = static_cast<size_t>(dice_.number(0, static_cast<int64_t>(loops.size()) - 1));
  auto b = static_cast<size_t>(dice_.number(0, static_cast<int64_t>(loops.size()) - 2));
  if (b >= a) ++b;
  const std::string line =
      fmt::format("s[{}].reorder({}, {})", stage, loops[std::max(a, b)].name, loops[std::min(a, b)].name);
  std::swap(loops[a], loops[b]);
  return {"reorder", {line}};
}

StepTry RandomSteps::mark(const std::string& stage, const char* primitive) {
  auto& loops = after_.loops[stage];
  const bool vector = std::string(primitive) == "vectorize", outer = std::string(primitive) == "parallel";
  const size_t at = vector && dice_.chance(70) ? loops.size() - 1
                    : outer && dice_.chance(60)
                        ? 0
                        : static_cast<size_t>(dice_.number(0, static_cast<int64_t>(loops.size()) - 1));
  if (std::string(primitive) == "pragma")
    return {
        "pragma",
        {fmt::format("s[{}].pragma({}, \"auto_unroll_max_step\", {})", stage, loops[at].name, dice_.number(4, 32))}};
  return {primitive, {fmt::format("s[{}].{}({})", stage, primitive, loops[at].name)}};
}

StepTry RandomSteps::attach(const std::string& stage) {
  if (after_.stages.size() < 2) return split(stage);
  const auto from = static_cast<size_t>(dice_.number(0, static_cast<int64_t>(after_.stages.size()) - 2));
  const auto to = dice_.chance(70) ? from + 1
                                   : static_cast<size_t>(dice_.number(static_cast<int64_t>(from) + 1,
                                                                      static_cast<int64_t>(after_.stages.size()) - 1));
  const auto& loops = after_.loops[after_.stages[to]];
  return {"compute_at",
          {fmt::format("s[{}].compute_at(s[{}], {})", after_.stages[from], after_.stages[to], dice_.any(loops).name)}};
}

void RandomSteps::add_axes(const std::string& stage, int dims, int reduces, std::vector<std::string>&) {
  auto& loops = after_.loops[stage];
  loops.clear();
  for (int i = 0; i < dims; ++i) loops.push_back({fmt::format("s[{}].op.axis[{}]", stage, i), false});
  for (int i = 0; i < reduces; ++i) loops.push_back({fmt::format("s[{}].op.reduce_axis[{}]", stage, i), true});
}

StepTry RandomSteps::cache_read() {
  const bool of_input = dice_.chance(60) || c_.stages.size() < 2;
  const std::string tensor =
      of_input ? dice_.any(c_.inputs)
               : c_.stages[static_cast<size_t>(dice_.number(0, static_cast<int64_t>(c_.stages.size()) - 2))];
  const std::string reader = dice_.any(after_.stages), name = fresh("R");
  const auto at = std::find(after_.stages.begin(), after_.stages.end(), reader);
  StepTry t{"cache_read",
            {fmt::format("{} = s.cache_read({}, \"{}\", [{}])", name, tensor, dice_.chance(50) ? "local" : "global",
                         reader)}};
  after_.stages.insert(at, name);
  const std::string source = tensor;
  int dims = 0;  // as many axes as the tensor: two is right or the step that uses more is refused
  for (const std::string& line : c_.lines)
    if (line.starts_with(source + " = te.placeholder(("))
      dims =
          static_cast<int>(std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(line.find("),")), ','));
  if (!of_input) dims = c_.dims.at(source);
  add_axes(name, std::max(dims, 1), 0, t.lines);
  return t;
}

StepTry RandomSteps::cache_write(const std::string& stage) {
  if (std::find(c_.stages.begin(), c_.stages.end(), stage) == c_.stages.end()) return split(stage);
  const std::string name = fresh("W");
  const auto at = std::find(after_.stages.begin(), after_.stages.end(), stage);
  std::string line = fmt::format("{} = s.cache_write({}, \"{}\")", name, stage, dice_.chance(50) ? "local" : "global");
  if (c_.kind == "argmax" || c_.kind == "two_outputs")
    line = fmt::format("{}, {}b = s.cache_write([{}, {}1], \"local\")", name, name, stage, stage);
  StepTry t{"cache_write", {line}};
  after_.stages.insert(at, name);
  add_axes(name, c_.dims.at(stage), c_.reduces.at(stage), t.lines);
  add_axes(stage, c_.dims.at(stage), 0, t.lines);
  return t;
}

StepTry RandomSteps::rfactor(const std::string& stage) {
  std::vector<std::string> reduce;
  for (const Loop& l : after_.loops[stage])
    if (l.reduce) reduce.push_back(l.name);
  if (reduce.empty() || std::find(c_.stages.begin(), c_.stages.end(), stage) == c_.stages.end())
    return mark(stage, "unroll");
  const std::string name = fresh("F");
  const std::string bind = c_.kind == "argmax" ? fmt::format("{}, {}b", name, name) : name;
  const size_t loops = after_.loops[stage].size();
  StepTry t{"rfactor", {fmt::format("{} = s.rfactor({}, {})", bind, stage, dice_.any(reduce))}};
  const auto at = std::find(after_.stages.begin(), after_.stages.end(), stage);
  after_.stages.insert(at, name);
  add_axes(name, c_.dims.at(stage) + 1, static_cast<int>(reduce.size()) - 1, t.lines);
  add_axes(stage, c_.dims.at(stage), 1, t.lines);
  (void)loops;
  return t;
}

StepTry RandomSteps::storage_align(const std::string& stage) {
  return {"storage_align",
          {fmt::format("s[{}].storage_align(s[{}].op.axis[0], {}, {})", stage, stage, 8 * dice_.number(1, 2),
                       dice_.number(0, 4))}};
}

}  // namespace nw::test
