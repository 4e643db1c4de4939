// SPDX-License-Identifier: GPL-3.0-or-later
// Python as people write it, and the straight-line script that it becomes.
#include <QTest>

#include "flatten/flatten.h"
#include "registry.h"

using namespace nw;

namespace {

// The script's lines but for its imports, headings and tvm.lower; or what was reported.
std::string flat(const std::string& text) {
  const flatten::Flattened f = flatten::flatten("import tvm\nfrom tvm import te, tir, topi\n" + text);
  std::string said;
  for (const Diagnostic& d : f.diagnostics)
    if (d.severity == Severity::Error) said += format(d);
  if (!said.empty() || f.kernels.empty()) return said.empty() ? "no kernel" : said;
  std::string lines;
  const std::string& script = f.kernels[0].script;
  for (size_t at = 0; at < script.size();) {
    const size_t end = script.find('\n', at);
    const std::string line = script.substr(at, end - at);
    if (!line.empty() && !line.starts_with("import") && !line.starts_with("from") && !line.starts_with("#") &&
        !line.starts_with("tvm"))
      lines += line + "\n";
    at = end + 1;
  }
  return lines;
}

const std::string kPlaceholder = "A = te.placeholder((8, 12), name=\"A\")\n";
const std::string kSchedule = "s = te.create_schedule(B.op)\n";

// The body of B's te.compute over A.
std::string body(const std::string& text) {
  const std::string lines = flat(kPlaceholder + text + kSchedule);
  const std::string before = "B = te.compute((8, 12), lambda i, j: ";
  const size_t at = lines.find(before);
  if (at == std::string::npos) return lines;
  return lines.substr(at + before.size(), lines.find(", name=", at) - at - before.size());
}

std::string compute(const std::string& expression) {
  return body("B = te.compute((8, 12), lambda i, j: " + expression + ", name=\"B\")\n");
}

std::string steps(const std::string& text) {
  const std::string lines =
      flat(kPlaceholder + "B = te.compute((8, 12), lambda i, j: A[i, j], name=\"B\")\n" + kSchedule + text);
  const size_t at = lines.find(kSchedule);
  return at == std::string::npos ? lines : lines.substr(at + kSchedule.size());
}

std::string errors_of(const std::string& text) {
  std::string all;
  for (const Diagnostic& d : flatten::flatten(text).diagnostics)
    if (d.severity == Severity::Error) all += format(d);
  return all;
}

}  // namespace

class TestFlatten : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void functions_become_the_expressions_that_they_return() {
    QCOMPARE(body("def twice(x):\n"
                  "    y = x + 1.0\n"
                  "    return y * 2.0\n"
                  "B = te.compute((8, 12), lambda i, j: twice(A[i, j]), name='B')\n"),
             "(A[i, j] + 1.0) * 2.0");
    QCOMPARE(body("def element(i, j):\n"
                  "    return A[i, j]\n"
                  "B = te.compute((8, 12), element, name='B')\n"),
             "A[i, j]");
    QCOMPARE(body("def scaled(x, by=3.0, *, plus=0):\n"
                  "    return x * by + plus\n"
                  "B = te.compute((8, 12), lambda i, j: scaled(A[i, j], plus=2), name='B')\n"),
             "A[i, j] * 3.0 + 2");
  }

  void brackets_stand_where_the_grammar_needs_them() {
    QCOMPARE(compute("(A[i, j] - 1.0) - (A[i, j] - 2.0)"), "A[i, j] - 1.0 - (A[i, j] - 2.0)");
    QCOMPARE(compute("-(A[i, j] + 1.0) * 2.0"), "-(A[i, j] + 1.0) * 2.0");
    QCOMPARE(compute("A[(i + 1) % 8, j // (2 + 2)]"), "A[(i + 1) % 8, j // 4]");
    QCOMPARE(compute("tir.Select((i < 4) & (j > 2), A[i, j], -1.0)"), "tir.Select((i < 4) & (j > 2), A[i, j], -1.0)");
  }

  void values_that_are_known_are_written_as_numbers() {
    QCOMPARE(compute("A[i, j] * (2 ** 5 - len('abc')) + sum([1, 2])"), "A[i, j] * 29 + 3");
    QCOMPARE(body("n, (m, *rest) = 2, [3, 4, 5]\n"
                  "B = te.compute((8, 12), lambda i, j: A[i, j] + n * m + rest[-1], name='B')\n"),
             "A[i, j] + 6 + 5");
    QCOMPARE(
        body("config = {'scale': 4, **{'bias': 1}}\n"
             "B = te.compute((8, 12), lambda i, j: A[i, j] * config['scale'] + config.get('none', 7), name='B')\n"),
        "A[i, j] * 4 + 7");
  }

  void loops_repeat_their_steps() {
    QCOMPARE(steps("for axis, factor in zip(s[B].op.axis, (2, 4)):\n"
                   "    outer, inner = s[B].split(axis, factor)\n"
                   "    if factor > 2:\n"
                   "        s[B].vectorize(inner)\n"),
             "axis = s[B].op.axis[0]\n"
             "outer, inner = s[B].split(axis, 2)\n"
             "axis_1 = s[B].op.axis[1]\n"
             "outer_1, inner_1 = s[B].split(axis_1, 4)\n"
             "s[B].vectorize(inner_1)\n");
    QCOMPARE(steps("i, j = s[B].op.axis\n"
                   "s[B].reorder(*reversed([i, j]))\n"),
             "i, j = s[B].op.axis\n"
             "s[B].reorder(j, i)\n");
  }

  void what_is_deleted_is_gone_and_sets_hold_nothing_twice() {
    const auto number = [](const std::string& text, const std::string& expression) {
      return body(text + "n = " + expression + "\nB = te.compute((8, 12), lambda i, j: A[i, j] * n, name=\"B\")\n");
    };
    QCOMPARE(number("d = {1: 2, 3: 4, 5: 6}\ndel d[1]\n", "sum(d.values()) + len(d)"), "A[i, j] * 12");
    QCOMPARE(number("d = {1: 2, 3: 4, 5: 6}\nx = d.pop(3)\n", "100 * x + 10 * d[5] + len(d)"), "A[i, j] * 462");
    QCOMPARE(number("m = [1, 2, 3, 4]\ndel m[1], m[-1]\n", "10 * len(m) + m[1]"), "A[i, j] * 23");
    QCOMPARE(number("s = {8, 8, 16}\ns.add(8)\ns.add(4)\n", "len(s)"), "A[i, j] * 3");
    QCOMPARE(number("s = {q % 3 for q in range(10)}\n", "len(s)"), "A[i, j] * 3");
  }

  void a_product_of_topi_takes_a_bias() {
    const std::string text = flat(
        "A = te.placeholder((8, 16), name=\"A\")\nW = te.placeholder((32, 16), name=\"W\")\n"
        "b = te.placeholder((32,), name=\"b\")\nB = topi.nn.dense(A, W, bias=b)\ns = te.create_schedule(B.op)\n");
    QVERIFY2(text.find(" + b[") != std::string::npos, text.c_str());
  }

  void closures_keep_their_tensors() {
    const std::string lines = flat(
        "X = te.placeholder((4,), name='X')\n"
        "for step in range(2):\n"
        "    X = te.compute((4,), lambda i: X[i] + step, name='X%d' % step)\n"
        "s = te.create_schedule(X.op)\n");
    QCOMPARE(lines,
             "X = te.placeholder((4,), name=\"X\")\n"
             "X_1 = te.compute((4,), lambda i: X[i] + 0, name=\"X0\")\n"
             "X_2 = te.compute((4,), lambda i: X_1[i] + 1, name=\"X1\")\n"
             "s = te.create_schedule(X_2.op)\n");
  }

  void axes_of_any_number_of_parameters_are_named_as_by_tvm() {
    QCOMPARE(flat(kPlaceholder + "B = te.compute(A.shape, lambda *idx: A(*idx) + len(idx), name='B')\n" + kSchedule),
             "A = te.placeholder((8, 12), name=\"A\")\n"
             "B = te.compute((8, 12), lambda i0, i1: A[i0, i1] + 2, name=\"B\")\n"
             "s = te.create_schedule(B.op)\n");
  }

  void a_parameter_does_not_hide_a_variable_that_the_body_reads() {
    QCOMPARE(flat("i = te.var('i')\n"
                  "n = i\n"
                  "A = te.placeholder((i,), name='A')\n"
                  "B = te.compute((i,), lambda i: A[n - 1 - i], name='B')\n"
                  "s = te.create_schedule(B.op)\n"),
             "i = te.var(\"i\")\n"
             "A = te.placeholder((i,), name=\"A\")\n"
             "B = te.compute((i,), lambda i_: A[i - 1 - i_], name=\"B\")\n"
             "s = te.create_schedule(B.op)\n");
  }

  void names_are_those_of_variables_and_unique() {
    QCOMPARE(flat("def layer(x):\n"
                  "    w = te.placeholder((4,), name='w')\n"
                  "    return te.compute((4,), lambda i: x[i] * w[i], name='y')\n"
                  "y = layer(layer(te.placeholder((4,), name='x')))\n"
                  "s = te.create_schedule(y.op)\n"),
             "x = te.placeholder((4,), name=\"x\")\n"
             "w = te.placeholder((4,), name=\"w\")\n"
             "y = te.compute((4,), lambda i: x[i] * w[i], name=\"y\")\n"
             "w_1 = te.placeholder((4,), name=\"w\")\n"
             "y_1 = te.compute((4,), lambda i: y[i] * w_1[i], name=\"y\")\n"
             "s = te.create_schedule(y_1.op)\n");
  }

  void every_schedule_is_a_kernel_of_the_lines_that_it_needs() {
    const flatten::Flattened f = flatten::flatten(
        "from tvm import te\n"
        "import tvm\n"
        "def test_copy():\n"
        "    A = te.placeholder((4,), name='A')\n"
        "    B = te.compute((4,), lambda i: A[i], name='B')\n"
        "    s = te.create_schedule(B.op)\n"
        "def test_add(n=8):\n"
        "    A = te.placeholder((n,), name='A')\n"
        "    C = te.compute((n,), lambda i: A[i] + 1.0, name='C')\n"
        "    s = te.create_schedule(C.op)\n"
        "    tvm.build(s, [A, C], 'llvm', name='add')\n");
    QCOMPARE(f.kernels.size(), size_t{2});
    QCOMPARE(f.kernels[0].name, "test_copy");
    QCOMPARE(f.kernels[1].name, "add");
    QCOMPARE(f.kernels[1].script,
             "import tvm\n"
             "from tvm import te, tir, topi\n"
             "\n"
             "# computation\n"
             "A = te.placeholder((8,), name=\"A\")\n"
             "C = te.compute((8,), lambda i: A[i] + 1.0, name=\"C\")\n"
             "\n"
             "# schedule\n"
             "s = te.create_schedule(C.op)\n"
             "\n"
             "# kernel\n"
             "tvm.lower(s, [A, C], name=\"add\")\n");
    QVERIFY(f.find("add") && !f.find("sub"));
    QVERIFY((f.kernels[1].lines == std::vector<std::pair<int, int>>{{8, 5}, {9, 6}, {10, 9}, {11, 12}}));
  }

  void a_function_that_is_asked_for_is_the_only_one() {
    const std::string text =
        "from tvm import te\n"
        "def one(n=4):\n"
        "    A = te.placeholder((n,), name='A')\n"
        "    B = te.compute((n,), lambda i: A[i], name='B')\n"
        "    return te.create_schedule(B.op)\n"
        "def two():\n"
        "    return one(8)\n";
    const flatten::Flattened f = flatten::flatten(text, {.function = "one"});
    QCOMPARE(f.kernels.size(), size_t{1});
    QVERIFY(f.kernels[0].script.find("(4,)") != std::string::npos);
    QVERIFY(flatten::flatten(text, {.function = "three"}).kernels.empty());
    // What the file does as a program, with the faults of other functions, is not asked for.
    const flatten::Flattened alone =
        flatten::flatten(text + "if __name__ == '__main__':\n    two()\n    one('n', 1)\n", {.function = "one"});
    QCOMPARE(alone.kernels.size(), size_t{1});
    QVERIFY(!has_errors(alone.diagnostics));
  }

  void constants_and_elements_have_what_tvm_gives_them() {
    QCOMPARE(
        flat(kPlaceholder +
             "half = tir.const(0.5, 'float16')\n"
             "four = tir.const(4, 'int32')\n"
             "B = te.compute((four.value, 12), lambda i, j: topi.cast(A[i, j], 'int32') + half.value, name='B')\n" +
             kSchedule),
        "A = te.placeholder((8, 12), name=\"A\")\n"
        "B = te.compute((4, 12), lambda i, j: A[i, j].astype(\"int32\") + 0.5, name=\"B\")\n"
        "s = te.create_schedule(B.op)\n");
  }

  void products_may_repeat_their_lists() {
    QCOMPARE(body("import itertools\n"
                  "all = list(itertools.product([0, 1], repeat=3))\n"
                  "B = te.compute((8, 12), lambda i, j: A[i, j] + len(all) + all[6][0], name=\"B\")\n"),
             "A[i, j] + 8 + 1");
  }

  void a_pragma_of_outside_code_is_left_out() {
    const flatten::Flattened f = flatten::flatten(
        "import tvm\n"
        "from tvm import te\n"
        "A = te.placeholder((4,), name='A')\n"
        "B = te.compute((4,), lambda i: A[i], name='B')\n"
        "s = te.create_schedule(B.op)\n"
        "s[B].pragma(B.op.axis[0], 'import_llvm', tvm.contrib.clang.create_llvm('int f();'))\n");
    QCOMPARE(f.kernels.size(), size_t{1});
    QVERIFY(!has_errors(f.diagnostics));
    QCOMPARE(f.left_out.back().line, 6);
    QCOMPARE(f.left_out.back().why, "a pragma whose value only a run knows");
  }

  void what_only_a_run_knows_is_left_out_and_listed() {
    const flatten::Flattened f = flatten::flatten(
        "\"\"\"A kernel.\"\"\"\n"
        "import tvm\n"
        "from tvm import te\n"
        "import numpy as np\n"
        "A = te.placeholder((4,), name='A')\n"
        "B = te.compute((4,), lambda i: A[i], name='B')\n"
        "s = te.create_schedule(B.op)\n"
        "f = tvm.build(s, [A, B], 'llvm')\n"
        "a = tvm.nd.array(np.zeros(4))\n"
        "f(a, a)\n"
        "assert a.shape == (4,)\n"
        "print(a)\n");
    std::vector<std::pair<int, std::string>> left;
    for (const flatten::LeftOut& l : f.left_out) left.emplace_back(l.line, l.why);
    const std::vector<std::pair<int, std::string>> wanted = {{1, "a docstring"}, {2, "an import"},  {3, "an import"},
                                                             {4, "an import"},   {8, "tvm.build"},  {9, "tvm.nd.array"},
                                                             {10, "tvm.build"},  {11, "an assert"}, {12, "print"}};
    QVERIFY(left == wanted);
    QCOMPARE(f.diagnostics.size(), size_t{1});
    QCOMPARE(f.diagnostics[0].message, "9 lines were left out: docstrings, imports, builds, runs, asserts, prints");
  }

  void a_refusal_names_the_line_and_what_would_be_accepted() {
    QCOMPARE(errors_of("from tvm import te\n"
                       "A = te.placeholder((4,), name='A')\n"
                       "B = te.extern((4,), [A], lambda ins, outs: None, name='B')\n"
                       "s = te.create_schedule(B.op)\n"),
             "line 3:5: error: 'B' is computed by code that is not part of the file, so it has no loops to schedule "
             "[NW2060]\n"
             "  legal: te.compute with the computation itself\n");
    QCOMPARE(errors_of("from tvm import te\n"
                       "A = te.placeholder((4,), name='A')\n"
                       "C = te.compute((4,), lambda i: A[i] if i > 2 else 0.0, name='C')\n"),
             "line 3:40: error: a condition on the expression i > 2 is not known when the file is read [NW2060]\n"
             "  legal: tir.if_then_else(condition, a, b), tir.Select(condition, a, b), tir.all(…) and tir.any(…)\n");
  }

  void what_outside_code_computes_is_an_input() {
    QCOMPARE(flat(kPlaceholder +
                  "X = te.extern((8, 12), [A], lambda ins, outs: tir.call_packed('f', ins[0], outs[0]), name='X')\n"
                  "B = te.compute((8, 12), lambda i, j: X[i, j] + 1.0, name='B')\n" +
                  kSchedule),
             "X = te.placeholder((8, 12), dtype=\"float32\", name=\"X\")\n"
             "B = te.compute((8, 12), lambda i, j: X[i, j] + 1.0, name=\"B\")\n" +
                 kSchedule);
  }

  void arguments_that_nobody_gives_are_sizes() {
    const flatten::Flattened f = flatten::flatten(
        "from tvm import te\n"
        "def kernel(n, dtype):\n"
        "    A = te.placeholder((n,), name='A', dtype=dtype)\n"
        "    B = te.compute((n,), lambda i: A[i], name='B')\n"
        "    return te.create_schedule(B.op)\n");
    QCOMPARE(f.kernels.size(), size_t{1});
    QVERIFY(f.kernels[0].script.find("n = te.var(\"n\")\n") != std::string::npos);
    QCOMPARE(f.diagnostics[1].message,
             "'kernel' is not called, so its arguments are chosen: n = te.var(\"n\"), dtype = \"float32\"");
  }

  void an_intrinsic_in_a_computation_stands_for_its_own() {
    QCOMPARE(flat("def gemv(m, n):\n"
                  "    w = te.placeholder((m, n), name='w')\n"
                  "    x = te.placeholder((n,), name='x')\n"
                  "    k = te.reduce_axis((0, n), name='k')\n"
                  "    z = te.compute((m,), lambda i: te.sum(w[i, k] * x[k], axis=k), name='z')\n"
                  "    def body(ins, outs):\n"
                  "        return tir.call_packed('gemv', ins[0], ins[1], outs[0])\n"
                  "    return te.decl_tensor_intrin(z.op, body)\n"
                  "W = te.placeholder((4, 8, 16), name='W')\n"
                  "X = te.placeholder((4, 16), name='X')\n"
                  "r = te.reduce_axis((0, 4), name='r')\n"
                  "f = gemv(8, 16)\n"
                  "C = te.compute((2, 8), lambda i: f(W[r, 0:8, 0:16], X[r, 0:16], reduce_axis=r), name='C')\n"
                  "s = te.create_schedule(C.op)\n"),
             "W = te.placeholder((4, 8, 16), name=\"W\")\n"
             "X = te.placeholder((4, 16), name=\"X\")\n"
             "r = te.reduce_axis((0, 4), name=\"r\")\n"
             "k = te.reduce_axis((0, 16), name=\"k\")\n"
             "C = te.compute((2, 8), lambda i, ax1: te.sum(W[r, ax1, k] * X[r, k], axis=[r, k]), name=\"C\")\n"
             "s = te.create_schedule(C.op)\n");
  }

  void straight_line_scripts_are_left_as_they_are() {
    const std::string script =
        "import tvm\n"
        "from tvm import te, tir\n"
        "n = 8\n"
        "A = te.placeholder((n,), name=\"A\")\n"
        "B = te.compute((n,), lambda i: A[i] * 2.0, name=\"B\")\n"
        "s = te.create_schedule(B.op)\n"
        "tvm.lower(s, [A, B], name=\"main\")\n";
    const flatten::Opened opened = flatten::open(script);
    QVERIFY(opened.ok && !opened.flattened && opened.script == script && opened.diagnostics.empty());
    // One with a mistake too: it is reported by those who can fix it.
    QVERIFY(flatten::is_straight_line(script + "s[B].split(\n"));
    QVERIFY(!flatten::is_straight_line(script + "print(s)\n"));
    QVERIFY(!flatten::is_straight_line(script + "for i in range(2):\n    pass\n"));
    QVERIFY(!flatten::is_straight_line("s = te.create_schedule(B.op)\n"));
  }

  void every_command_takes_a_notebook() {
    const std::string cells =
        "{\"cells\": [{\"cell_type\": \"code\", \"execution_count\": null, \"source\": \"import tvm\\nfrom tvm import "
        "te\\n"
        "A = te.placeholder((8,), name='A')\\nB = te.compute((8,), lambda i: A[i] + 1.0, name='B')\\n"
        "s = te.create_schedule(B.op)\\ntvm.lower(s, [A, B], name='main')\"}]}";
    const flatten::Opened opened = flatten::open(cells, {});
    QVERIFY(opened.ok && opened.flattened);
    QVERIFY(opened.script.find("B = te.compute") != std::string::npos);
  }

  void code_cells_of_a_notebook_are_read() {
    const flatten::Flattened f = flatten::flatten(
        "{\"cells\": [{\"cell_type\": \"markdown\", \"source\": [\"# A title\"]},"
        "{\"cell_type\": \"code\", \"source\": [\"%matplotlib inline\\n\", \"from tvm import te\\n\", \"n = 4\"]},"
        "{\"cell_type\": \"code\", \"source\": \"A = te.placeholder((n,), name='A')\\nB = te.compute((n,), lambda i: "
        "A[i])\"},"
        "{\"cell_type\": \"code\", \"source\": [\"s = te.create_schedule(B.op)\"]}], \"nbformat\": 4}");
    QCOMPARE(f.kernels.size(), size_t{1});
  }

  void intrinsics_emit_calls() {
    const std::string lines = flat(
        "x = te.placeholder((4,), name='x')\n"
        "y = te.compute((4,), lambda i: x[i] + 1.0, name='y')\n"
        "def body(ins, outs):\n"
        "    ib = tvm.tir.ir_builder.create()\n"
        "    (xx,) = ins\n"
        "    ib.emit(tvm.tir.call_extern('int32', 'add_one', outs[0].access_ptr('w'), xx.access_ptr('r')))\n"
        "    return ib.get()\n"
        "intrin = te.decl_tensor_intrin(y.op, body, name='add_one')\n"
        "A = te.placeholder((8,), name='A')\n"
        "B = te.compute((8,), lambda i: A[i] + 1.0, name='B')\n"
        "s = te.create_schedule(B.op)\n"
        "s[B].tensorize(s[B].split(B.op.axis[0], 4)[1], intrin)\n");
    QVERIFY2(lines.find("intrin = te.decl_tensor_intrin(y.op, lambda ins, outs: tir.call_extern(\"int32\", "
                        "\"add_one\", outs[0].access_ptr(\"w\"), ins[0].access_ptr(\"r\")), name=\"add_one\")\n") !=
                 std::string::npos,
             lines.c_str());
  }
};

NW_TEST(TestFlatten);
#include "test_flatten.moc"
