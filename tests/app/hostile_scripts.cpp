// SPDX-License-Identifier: GPL-3.0-or-later
#include "hostile_scripts.h"

#include <fmt/format.h>

#include <functional>
#include <random>

namespace nw::test {

namespace {

using Make = std::string (*)(int n);

constexpr const char* kHead = "import tvm\nfrom tvm import te, tir, topi\n";

std::string repeated(const std::string& text, int n) {
  std::string all;
  all.reserve(text.size() * static_cast<size_t>(n));
  for (int i = 0; i < n; ++i) all += text;
  return all;
}

// B over A with a body, and steps.
std::string kernel(const std::string& body, const std::string& steps = {}, const std::string& dtype = "float32",
                   const std::string& before = {}) {
  return fmt::format(
      "{}{}A = te.placeholder((64, 64), name=\"A\", dtype=\"{}\")\n"
      "B = te.compute((64, 64), lambda i, j: {}, name=\"B\")\n"
      "s = te.create_schedule(B.op)\ni, j = s[B].op.axis\n{}tvm.lower(s, [A, B], name=\"main\")\n",
      kHead, before, dtype, body, steps);
}

// A chain of stages X1 … Xn over A; `body` reads {0}.
std::string chain(int n, const std::string& body, const std::function<std::string(int)>& step,
                  const char* shape = "(8,)") {
  std::string text = fmt::format("{}X0 = te.placeholder({}, name=\"X0\")\n", kHead, shape);
  for (int k = 1; k <= n; ++k)
    text += fmt::format("X{} = te.compute({}, lambda i: {}, name=\"X{}\")\n", k, shape,
                        fmt::format(fmt::runtime(body), fmt::format("X{}", k - 1)), k);
  text += fmt::format("s = te.create_schedule(X{}.op)\n", n);
  for (int k = 1; k < n; ++k) text += step(k);
  return text + fmt::format("tvm.lower(s, [X0, X{}], name=\"main\")\n", n);
}
std::string inlined(int k) {
  return fmt::format("s[X{}].compute_inline()\n", k);
}
std::string nothing(int) {
  return {};
}

// ── Long and deep expressions ──────────────────────────────────────────────────────────────────────────────────────
std::string long_sum(int n) {
  return kernel("A[i, j]" + repeated(" + A[i, j]", n));
}
std::string long_sum_of_integers(int n) {
  std::string body = "A[i, j]";
  for (int k = 1; k < n; ++k) body += fmt::format(" + A[i, (j + {}) % 64]", k % 61);
  return kernel(body, {}, "int32");
}
std::string parentheses(int n) {
  return kernel(repeated("(", n) + "A[i, j]" + repeated(")", n));
}
std::string brackets(int n) {
  return fmt::format("{}x = {}{}\n", kHead, repeated("[", n), repeated("]", n));
}
std::string open_brackets(int n) {
  return fmt::format("{}x = {}\n", kHead, repeated("([{", n));
}
std::string signs(int n) {
  return kernel(repeated("-", n) + "A[i, j]");
}
std::string nots(int n) {
  return fmt::format("{}x = {}True\n", kHead, repeated("not ", n));
}
std::string conditionals(int n) {
  return fmt::format("{}x = {}1\n", kHead, repeated("1 if True else ", n));
}
std::string lambdas(int n) {
  return kernel("(" + repeated("lambda x: ", n) + "1)");
}
std::string attributes(int n) {
  return kernel("A" + repeated(".op", n));
}
std::string calls(int n) {
  return kernel("A[i, j]" + repeated("(1)", n));
}
std::string indices_in_indices(int n) {
  return kernel(repeated("A[", n) + "i, j" + repeated(" % 64, j]", n), {}, "int32");
}
std::string selects(int n) {
  std::string body = "A[i, j]";
  for (int k = 0; k < n; ++k) body = fmt::format("tir.if_then_else(A[i, j] > {}.0, {}, {}.5)", k % 7, body, k);
  return kernel(body);
}
std::string index_selects(int n) {
  std::string body = "i";
  for (int k = 0; k < n; ++k) body = fmt::format("tir.Select({} > {}, {} % 13, i + {})", body, k % 7, "j", k);
  return kernel(fmt::format("A[({}) % 64, j]", body));
}
std::string nested_functions(int n) {
  return kernel(repeated("tir.exp(", n) + "A[i, j]" + repeated(")", n));
}
std::string powers(int n) {
  return fmt::format("{}x = 2{}\n", kHead, repeated(" ** 9", n));
}
std::string shifts(int n) {
  return fmt::format("{}x = 1{}\ny = 1 >> -1\nz = -1 << 63\n", kHead, repeated(" << 40", n));
}
std::string products(int n) {
  return fmt::format("{}x = 9223372036854775807{}\n", kHead, repeated(" * 9223372036854775807", n));
}
std::string doubled_values(int n) {
  return fmt::format("{}x = te.var(\"x\")\n{}{}", kHead, repeated("x = x * x + x\n", n), kernel("A[i, j]"));
}
std::string doubled_dimensions(int n) {
  return fmt::format("{}x = te.var(\"x\")\n{}", kHead,
                     repeated("A = te.placeholder((x + x,), name=\"A\")\nx = A.shape[0]\n", n));
}
std::string doubled_lists(int n) {
  return fmt::format("{}x = [1, 2]\n{}", kHead, repeated("x = x + x\n", n));
}
std::string doubled_tuples(int n) {
  return fmt::format("{}x = (1, 2)\n{}y = [*x, *x]\nA = te.placeholder(x, name=\"A\")\n", kHead,
                     repeated("x = (x, x)\n", n));
}
std::string spread_lists(int n) {
  return fmt::format("{}x = [1, 2]\n{}", kHead, repeated("x = [*x, *x]\n", n));
}
std::string doubled_strings(int n) {
  return fmt::format("{}x = \"ab\"\n{}A = te.placeholder((4,), name=x)\n", kHead, repeated("x = x + x\n", n));
}
std::string multiplied_list(int n) {
  return fmt::format("{}x = [1] * {}\ny = \"a\" * {}\n", kHead, repeated("9", n), repeated("9", n));
}

// ── Inlining ───────────────────────────────────────────────────────────────────────────────────────────────────────
std::string doubled_by_inlining(int n) {
  return chain(n, "{0}[i] + {0}[i] * 0.5", inlined);
}
std::string stencils_inlined(int n) {
  return chain(n, "tir.if_then_else(i > 0, {0}[i - 1], 0.0) + {0}[i] + tir.if_then_else(i < 7, {0}[i + 1], 0.0)",
               inlined);
}
std::string long_chain(int n) {
  return chain(n, "{0}[i] + 1.0", nothing);
}
std::string long_chain_inlined(int n) {
  return chain(n, "{0}[i] + 1.0", inlined);
}
std::string long_chain_attached(int n) {
  return chain(n, "{0}[i] + 1.0", [n](int k) {
    return k + 1 == n || n > 0 ? fmt::format("s[X{}].compute_at(s[X{}], X{}.op.axis[0])\n", k, k + 1, k + 1) : "";
  });
}
std::string gather_chain(int n) {
  return chain(n, "{0}[(i * 3 + {0}[i].astype(\"int32\")) % 8]", inlined);
}

// ── Schedules ──────────────────────────────────────────────────────────────────────────────────────────────────────
std::string nested_splits(int n) {
  std::string steps = "x = j\n";
  for (int k = 0; k < n; ++k) steps += "xo, x = s[B].split(x, factor=2)\n";
  return kernel("A[i, j]", steps);
}
std::string outer_splits(int n) {
  std::string steps = "x = j\n";
  for (int k = 0; k < n; ++k) steps += "x, xi = s[B].split(x, factor=3)\n";
  return kernel("A[i, j]", steps);
}
std::string split_and_fuse(int n) {
  return kernel("A[i, j]",
                "f = s[B].fuse(i, j)\n" + repeated("a, b = s[B].split(f, factor=7)\nf = s[B].fuse(a, b)\n", n));
}
std::string unrolled(int n) {
  std::string text = fmt::format(
      "{}A = te.placeholder((64, 64), name=\"A\")\nB = te.compute((64, 64), lambda i, j: A[i, "
      "j] + 1.0, name=\"B\")\ns = te.create_schedule(B.op)\ni, j = s[B].op.axis\n",
      kHead);
  std::string steps = "x = j\n";
  for (int k = 0; k < n; ++k) steps += "xo, x = s[B].split(x, factor=2)\ns[B].unroll(xo)\n";
  return text + steps + "s[B].unroll(x)\ns[B].unroll(i)\ntvm.lower(s, [A, B], name=\"main\")\n";
}
std::string unrolled_stages(int n) {
  std::string text = fmt::format("{}X0 = te.placeholder((1024,), name=\"X0\")\n", kHead);
  for (int k = 1; k <= n; ++k)
    text += fmt::format("X{} = te.compute((1024,), lambda i: X{}[i] + 1.0, name=\"X{}\")\n", k, k - 1, k);
  text += fmt::format("s = te.create_schedule(X{}.op)\n", n);
  for (int k = 1; k <= n; ++k) text += fmt::format("s[X{}].unroll(X{}.op.axis[0])\n", k, k);
  return text + fmt::format("tvm.lower(s, [X0, X{}], name=\"main\")\n", n);
}
std::string huge_unroll(int n) {
  return fmt::format(
      "{0}A = te.placeholder(({1}, 1000, 1000), name=\"A\")\nB = te.compute(({1}, 1000, 1000), lambda *i: A[i] + 1.0, "
      "name=\"B\")\ns = te.create_schedule(B.op)\ns[B].unroll(B.op.axis[0])\ns[B].unroll(B.op.axis[1])\n"
      "s[B].unroll(B.op.axis[2])\ns[B].pragma(B.op.axis[0], \"auto_unroll_max_step\", 1000000000)\n"
      "tvm.lower(s, [A, B], name=\"main\")\n",
      kHead, n);
}
std::string huge_vector(int n) {
  return fmt::format(
      "{0}A = te.placeholder(({1},), name=\"A\")\nB = te.compute(({1},), lambda i: A[i] + 1.0, name=\"B\")\n"
      "s = te.create_schedule(B.op)\ns[B].vectorize(B.op.axis[0])\ntvm.lower(s, [A, B], name=\"main\")\n",
      kHead, n);
}
std::string many_axes(int n) {
  return fmt::format(
      "{0}A = te.placeholder(({1}), name=\"A\")\nB = te.compute(({1}), lambda *i: A[i] + 1.0, name=\"B\")\n"
      "s = te.create_schedule(B.op)\ntvm.lower(s, [A, B], name=\"main\")\n",
      kHead, repeated("2, ", n));
}
std::string many_axes_fused(int n) {
  return fmt::format(
      "{0}A = te.placeholder(({1}), name=\"A\")\nB = te.compute(({1}), lambda *i: A[i] + 1.0, name=\"B\")\n"
      "s = te.create_schedule(B.op)\nf = s[B].fuse(*s[B].op.axis)\no, i = s[B].split(f, factor=5)\n"
      "tvm.lower(s, [A, B], name=\"main\")\n",
      kHead, repeated("2, ", n));
}
std::string many_assignments(int n) {
  std::string text = kHead;
  for (int k = 0; k < n; ++k) text += fmt::format("x{} = {}\n", k, k);
  return text + kernel("A[i, j]");
}
std::string many_names(int n) {
  std::string names;
  for (int k = 0; k < n; ++k) names += fmt::format("x{}, ", k);
  return fmt::format("{}{} = 1\n", kHead, names);
}
std::string many_steps(int n) {
  return kernel("A[i, j]", repeated("s[B].reorder(j, i)\ns[B].reorder(i, j)\n", n));
}
std::string many_errors(int n) {
  return kernel("A[i, j]", repeated("s[B].split(nothing, factor=0)\ns[C].bogus(i)\n???\n", n));
}
std::string layouts(int n) {
  return kernel(
      "C[i, j]", repeated("s[C].transform_layout(lambda a, b: [b % 64 + a - a, (a + b) % 64])\n", n), "float32",
      "Z = te.placeholder((64, 64), name=\"Z\")\nC = te.compute((64, 64), lambda i, j: Z[i, j], name=\"C\")\n");
}
std::string layouts_deeper(int n) {
  std::string steps;
  for (int k = 0; k < n; ++k) steps += "s[B].transform_layout(lambda *a: [*a[1:], a[0] // 2, a[0] % 2])\n";
  return kernel("A[i, j]", steps);
}
std::string cache_reads(int n) {
  std::string steps = "x = A\n";
  for (int k = 0; k < n; ++k) steps += "x = s.cache_read(x, \"local\", [B])\n";
  return kernel("A[i, j]", steps);
}
std::string cache_writes(int n) {
  std::string steps = "x = B\n";
  for (int k = 0; k < n; ++k) steps += "x = s.cache_write(x, \"local\")\n";
  return kernel("A[i, j]", steps);
}
std::string rfactors(int n) {
  std::string steps;
  for (int k = 0; k < n; ++k) steps += "ko, ki = s[B].split(s[B].op.reduce_axis[0], factor=2)\nF = s.rfactor(B, ki)\n";
  return fmt::format(
      "{}A = te.placeholder((64, 4096), name=\"A\")\nk = te.reduce_axis((0, 4096), name=\"k\")\nB = te.compute((64,), "
      "lambda i: te.sum(A[i, k], axis=k), name=\"B\")\ns = te.create_schedule(B.op)\n{}tvm.lower(s, [A, B], "
      "name=\"main\")\n",
      kHead, steps);
}
std::string virtual_threads(int n) {
  std::string steps = "x = j\n";
  for (int k = 0; k < n; ++k)
    steps += fmt::format(
        "x, t{0} = s[B].split(x, factor=2)\ns[B].bind(t{0}, te.thread_axis(\"vthread\", name=\"v{0}\"))\n", k);
  return kernel("A[i, j]", steps);
}
std::string tails(int n) {
  std::string steps = "x = j\ny = i\n";
  for (int k = 0; k < n; ++k) steps += "x, xi = s[B].split(x, factor=3)\ny, yi = s[B].split(y, nparts=5)\n";
  return kernel("A[i, j]", steps);
}
std::string many_reads(int n) {
  std::string body = "A[i, j]";
  for (int k = 0; k < n; ++k) body += fmt::format(" + A[(i * {} + j) % 64, (j * {} + i) // 70 % 64]", k + 1, k + 2);
  return kernel(body, "o, x = s[B].split(j, factor=7)\n");
}
std::string symbolic(int n) {
  std::string product = "n";
  for (int k = 0; k < n; ++k) product += fmt::format(" * m{}", k % 8);
  std::string vars = "n = te.var(\"n\")\n";
  for (int k = 0; k < 8; ++k) vars += fmt::format("m{0} = te.var(\"m{0}\")\n", k);
  return fmt::format(
      "{0}{1}A = te.placeholder(({2},), name=\"A\")\nB = te.compute(({2},), lambda i: A[i] + 1.0, name=\"B\")\n"
      "s = te.create_schedule(B.op)\no, i = s[B].split(B.op.axis[0], factor=16)\ntvm.lower(s, [A, B], name=\"main\")\n",
      kHead, vars, product);
}

// ── Sizes ──────────────────────────────────────────────────────────────────────────────────────────────────────────
std::string huge_tensors(int n) {
  const std::string size = std::to_string((int64_t{1} << n) - 1);
  return fmt::format(
      "{0}A = te.placeholder(({1}, {1}), name=\"A\")\nT = te.compute(({1}, {1}), lambda i, j: A[i, j] * 2.0, "
      "name=\"T\")\nB = te.compute(({1}, {1}), lambda i, j: T[j, i], name=\"B\")\ns = te.create_schedule(B.op)\n"
      "o, i = s[B].split(B.op.axis[1], factor=1000000007)\ns[B].parallel(o)\ntvm.lower(s, [A, B], name=\"main\")\n",
      kHead, size);
}
std::string aligned(int n) {
  return fmt::format(
      "{}A = te.placeholder((64, 64), name=\"A\")\nT = te.compute((64, 64), lambda i, j: A[i, j], name=\"T\")\n"
      "B = te.compute((64, 64), lambda i, j: T[j, i], name=\"B\")\ns = te.create_schedule(B.op)\n"
      "s[T].storage_align(T.op.axis[0], 1{}, {})\ntvm.lower(s, [A, B], name=\"main\")\n",
      kHead, repeated("0", n), n);
}
std::string long_reduction(int n) {
  return fmt::format(
      "{}A = te.placeholder((8,), name=\"A\", dtype=\"int8\")\nk = te.reduce_axis((0, 1{}), name=\"k\")\nB = "
      "te.compute((8,), lambda i: te.sum(A[i], axis=k), name=\"B\")\ns = te.create_schedule(B.op)\n"
      "s[B].unroll(k)\ntvm.lower(s, [A, B], name=\"main\")\n",
      kHead, repeated("0", n));
}
std::string many_arguments(int n) {
  std::string text = kHead, args, sum = "0.0";
  for (int k = 0; k < n; ++k) {
    text += fmt::format("A{0} = te.placeholder((8,), name=\"A{0}\")\n", k);
    args += fmt::format("A{}, ", k);
    sum += fmt::format(" + A{}[i]", k);
  }
  return text + fmt::format(
                    "B = te.compute((8,), lambda i: {}, name=\"B\")\ns = te.create_schedule(B.op)\ntvm.lower(s, [{}B], "
                    "name=\"main\")\n",
                    sum, args);
}
std::string tuple_reduction(int n) {
  std::string lhs, ids, sources;
  for (int k = 0; k < n; ++k) {
    lhs += fmt::format("{}x[{}] + y[{}]", k ? ", " : "", k, k);
    ids += fmt::format("{}tir.const(0, t{})", k ? ", " : "", k);
    sources += fmt::format("{}A[i, k] * {}.0", k ? ", " : "", k);
  }
  return fmt::format(
      "{}A = te.placeholder((8, 8), name=\"A\")\nk = te.reduce_axis((0, 8), name=\"k\")\nr = te.comm_reducer(lambda x, "
      "y: ({}), lambda *t: ({}), name=\"r\")\nB = te.compute((8,), lambda i: r(({}), axis=k), name=\"B\")\n",
      kHead, lhs, ids, sources);
}

// ── Texts ──────────────────────────────────────────────────────────────────────────────────────────────────────────
std::string long_number(int n) {
  return fmt::format("{}x = {}\ny = 1.{}\nz = 0x{}\n", kHead, repeated("9", n), repeated("9", n), repeated("f", n));
}
std::string long_name(int n) {
  const std::string name = repeated("n", n);
  return fmt::format(
      "{}{} = te.placeholder((4,), name=\"{}\")\ny = {}x + 1\nte.compute((4, 4), lambda i: {}[i, i, i])\n", kHead, name,
      name, name, name);
}
std::string long_string(int n) {
  return fmt::format("{}x = \"{}\"\ny = x + 1\ns[x]\nA = te.placeholder((4,), dtype=\"{}\")\n", kHead, repeated("s", n),
                     repeated("t", n));
}
std::string unclosed_string(int n) {
  return fmt::format("{}x = \"{}\n", kHead, repeated("\\", n));
}
std::string one_long_line(int n) {
  return fmt::format("{}x = 1{}\n", kHead, repeated("; x = 1", n));
}
std::string comments(int n) {
  return fmt::format("# nestwright: {}\n{}", repeated("{\"a\":", n), repeated("# nothing\n", n)) + kernel("A[i, j]");
}
std::string blank_lines(int n) {
  return repeated("\n", n) + kernel("A[i, j]");
}
std::string continued_line(int n) {
  return fmt::format("{}x = 1 {}+ 1\n", kHead, repeated("\\\n", n));
}
std::string blocks(int n) {
  std::string text = kHead;
  for (int k = 0; k < n; ++k) text += repeated(" ", k % 100) + fmt::format("for x{} in range(10):\n", k);
  return text;
}
std::string bytes(int n) {
  std::mt19937 random(static_cast<unsigned>(n));
  std::string text;
  for (int k = 0; k < n; ++k) text += static_cast<char>(random() & 0xff);
  return text;
}
std::string shuffled_words(int n) {
  static constexpr const char* kWords[] = {
      "te", ".", "compute", "(",  ")",  "[",   "]",   "lambda", ":", "i",  ",",    "A",   "=", "s", "*",  "-",    "<<",
      "//", "1", "2.0",     "\"", "\n", "tir", "sum", "axis",   "%", "if", "else", "not", "{", "}", "==", "split"};
  std::mt19937 random(static_cast<unsigned>(n));
  std::string text = kHead;
  for (int k = 0; k < n; ++k) text += std::string(kWords[random() % std::size(kWords)]) + " ";
  return text;
}

struct Row {
  const char* name;
  Make make;
  std::vector<int> sizes;
};

}  // namespace

std::vector<HostileScript> hostile_scripts() {
  const Row rows[] = {
      {"long_sum", long_sum, {1'000, 10'000, 50'000}},
      {"long_sum_of_integers", long_sum_of_integers, {1'000, 8'000}},
      {"parentheses", parentheses, {60, 1'000, 100'000}},
      {"brackets", brackets, {60, 1'000, 100'000}},
      {"open_brackets", open_brackets, {60, 100'000}},
      {"signs", signs, {60, 1'000, 100'000}},
      {"nots", nots, {60, 1'000, 100'000}},
      {"conditionals", conditionals, {60, 1'000, 100'000}},
      {"lambdas", lambdas, {60, 1'000, 100'000}},
      {"attributes", attributes, {60, 20'000, 100'000}},
      {"calls", calls, {60, 20'000, 100'000}},
      {"indices_in_indices", indices_in_indices, {10, 50, 100}},
      {"selects", selects, {20, 50, 110}},
      {"index_selects", index_selects, {10, 30, 60}},
      {"nested_functions", nested_functions, {50, 110}},
      {"powers", powers, {3, 30, 100}},
      {"shifts", shifts, {1, 2, 1'000}},
      {"products", products, {1, 1'000}},
      {"doubled_values", doubled_values, {10, 60, 1'000}},
      {"doubled_dimensions", doubled_dimensions, {10, 60}},
      {"doubled_lists", doubled_lists, {10, 30, 60}},
      {"doubled_tuples", doubled_tuples, {10, 60, 1'000}},
      {"spread_lists", spread_lists, {10, 30, 60}},
      {"doubled_strings", doubled_strings, {10, 30, 60}},
      {"multiplied_list", multiplied_list, {3, 9, 18, 40}},
      {"doubled_by_inlining", doubled_by_inlining, {10, 22, 60, 1'000}},
      {"stencils_inlined", stencils_inlined, {5, 12, 40}},
      {"long_chain", long_chain, {100, 1'000, 5'000}},
      {"long_chain_inlined", long_chain_inlined, {100, 1'500}},
      {"long_chain_attached", long_chain_attached, {30, 300, 1'500}},
      {"gather_chain", gather_chain, {3, 10, 30}},
      {"nested_splits", nested_splits, {20, 200, 1'000}},
      {"outer_splits", outer_splits, {20, 200, 1'000}},
      {"split_and_fuse", split_and_fuse, {3, 30, 300}},
      {"unrolled", unrolled, {3, 6, 60}},
      {"unrolled_stages", unrolled_stages, {10, 100, 1'000}},
      {"huge_unroll", huge_unroll, {10, 1'000, 1'000'000}},
      {"huge_vector", huge_vector, {64, 65'536, 2'000'000'000}},
      {"many_axes", many_axes, {50, 500, 2'000}},
      {"many_axes_fused", many_axes_fused, {20, 200, 2'000}},
      {"many_assignments", many_assignments, {1'000, 30'000, 100'000}},
      {"many_names", many_names, {1'000, 100'000, 1'000'000}},
      {"many_steps", many_steps, {100, 10'000}},
      {"many_errors", many_errors, {10, 1'000, 20'000}},
      {"layouts", layouts, {3, 20, 100}},
      {"layouts_deeper", layouts_deeper, {3, 20, 100}},
      {"cache_reads", cache_reads, {10, 100, 1'000}},
      {"cache_writes", cache_writes, {10, 100, 1'000}},
      {"rfactors", rfactors, {2, 8, 12}},
      {"virtual_threads", virtual_threads, {3, 12, 24}},
      {"tails", tails, {2, 4, 30}},
      {"many_reads", many_reads, {10, 200, 2'000}},
      {"symbolic", symbolic, {3, 30, 1'000}},
      {"huge_tensors", huge_tensors, {16, 31, 40, 62}},
      {"aligned", aligned, {3, 9, 12, 18, 25}},
      {"long_reduction", long_reduction, {3, 9, 18, 25}},
      {"many_arguments", many_arguments, {100, 1'500}},
      {"tuple_reduction", tuple_reduction, {3, 100, 1'000}},
      {"long_number", long_number, {20, 400, 1'000'000}},
      {"long_name", long_name, {100, 10'000, 1'000'000}},
      {"long_string", long_string, {100, 10'000, 1'000'000}},
      {"unclosed_string", unclosed_string, {1, 1'000'000}},
      {"one_long_line", one_long_line, {10, 100'000}},
      {"comments", comments, {10, 300'000}},
      {"blank_lines", blank_lines, {10, 5'000'000}},
      {"continued_line", continued_line, {10, 1'000'000}},
      {"blocks", blocks, {10, 20'000}},
      {"bytes", bytes, {10, 1'000, 100'000, 4'000'000}},
      {"shuffled_words", shuffled_words, {10, 100, 1'000, 10'000, 200'000}},
  };
  std::vector<HostileScript> all;
  for (const Row& row : rows)
    for (const int n : row.sizes) all.push_back({fmt::format("{} {}", row.name, n), row.make(n)});
  return all;
}

}  // namespace nw::test
