// SPDX-License-Identifier: GPL-3.0-or-later
// Reading scripts: what they mean, and what is said where they do not hold.
#include <QTest>

#include "fixes/read.h"
#include "registry.h"
#include "script/script.h"
#include "tir/print.h"

using namespace nw;

class TestRead : public QObject {
  Q_OBJECT

  static constexpr const char* kMatmul =
      "import tvm\n"
      "from tvm import te\n"
      "A = te.placeholder((64, 32), name=\"A\")\n"
      "B = te.placeholder((32, 48), name=\"B\")\n"
      "k = te.reduce_axis((0, 32), name=\"k\")\n"
      "C = te.compute((64, 48), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name=\"C\")\n"
      "s = te.create_schedule(C.op)\n";

  static QString all(const script::Program& p) {
    std::string text;
    for (const Diagnostic& d : p.diagnostics) text += format(d);
    return QString::fromStdString(text);
  }
  static QString read_all(const std::string& text) { return all(fixes::read(text)); }
  static void says(const QString& said, const char* expected) { QVERIFY2(said == expected, qPrintable("\n" + said)); }
  static QString body(const te::Tensor& t, size_t i = 0) {
    return QString::fromStdString(tir::to_string(te::op_cast<te::ComputeNode>(t->op)->body[i]));
  }

 private Q_SLOTS:
  // A line ends in "\\n", "\\r\\n" or "\\r", as for Python.
  void lines_end_in_any_way() {
    std::string text = std::string(kMatmul) + "tvm.lower(s, [A, B, C], name=\"mm\")\n";
    QCOMPARE(read_all(text), "");
    std::string mac = text, windows;
    for (char& c : mac) c = c == '\n' ? '\r' : c;
    for (const char c : text) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
    QCOMPARE(read_all(mac), "");
    QCOMPARE(read_all(windows), "");
    QCOMPARE(fixes::read(mac).statements.back().span.line, 8);
    mac.replace(mac.find("reduce_axis"), 11, "reduce_axes");  // fixes are of the same lines
    const script::Program wrong = fixes::read(mac);
    QVERIFY(!wrong.diagnostics.empty() && !wrong.diagnostics[0].fixes.empty());
    QCOMPARE(read_all(apply_fix(mac, wrong.diagnostics[0].fixes[0])), "");
  }

  void a_sum_of_ten_thousand_terms_is_read() {
    std::string sum = "A[i]";
    for (int i = 1; i < 10'000; ++i) sum += " + A[i]";
    const std::string text = "A = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: " + sum +
                             ", name=\"B\")\ns = te.create_schedule(B.op)\ntvm.lower(s, [A, B], name=\"main\")\n";
    const script::Program p = fixes::read(text);
    QCOMPARE(all(p), "");
    const tir::Expr body = te::op_cast<te::ComputeNode>(p.tensors[1]->op)->body[0];
    QCOMPARE(body->size, 29'999u);
    QCOMPARE(body->depth, 10'001);
  }

  void what_is_too_large_is_refused() {
    std::string sum = "x";
    for (int i = 1; i < 30'000; ++i) sum += "+x";
    says(read_all("x = te.var(\"x\")\ny = " + sum + "\n"),
         "line 2:5: error: this expression is nested too deeply [NW2004]\n");
    says(read_all("x = te.var(\"x\")\ny = " + std::string(200, '(') + "x" + std::string(200, ')') + "\n"),
         "line 2:125: error: this expression is nested too deeply [NW2004]\n");
    std::string doubled = "x = te.var(\"x\")\n";
    for (int i = 0; i < 60; ++i) doubled += "x = x + x\n";
    says(read_all(doubled),
         "line 17:5: error: written out, this expression has 131071 nodes, and at most 100000 are handled [NW2004]\n");
    // The dimension of a tensor is an expression like any other.
    std::string shaped = "x = te.var(\"x\")\n";
    for (int i = 0; i < 60; ++i) shaped += "A = te.placeholder((x + x,), name=\"A\")\nx = A.shape[0]\n";
    QVERIFY(read_all(shaped).contains(QStringLiteral("at most 100000 are handled [NW2004]")));
    std::string long_text = "import tvm\n";
    while (long_text.size() < (9 << 20)) long_text += "# nothing but comments, line after line, until it is too much\n";
    QVERIFY(read_all(long_text).contains(QStringLiteral("the script is too large; what follows is not read [NW2004]")));
  }

  void a_whole_script() {
    const script::Program p = fixes::read(std::string(kMatmul) +
                                          "yo, xo, yi, xi = s[C].tile(C.op.axis[0], C.op.axis[1], 16, 16)\n"
                                          "s[C].vectorize(xi)\n"
                                          "tvm.lower(s, [A, B, C], name=\"mm\")\n");
    QCOMPARE(all(p), "");
    QCOMPARE(p.kernel_name, "mm");
    QCOMPARE(p.args.size(), size_t{3});
    QCOMPARE(p.tensors.size(), size_t{3});
    QCOMPARE(body(p.tensors[2]), "sum(A[y, k]*B[k, x], axis=[k])");
    QCOMPARE(p.statements.size(), size_t{10});
    QVERIFY(p.statements[7].primitive == schedule::Primitive::Tile);
    QVERIFY(p.statements[7].applied);
    QCOMPARE(p.axis_names.size(), size_t{5});
    QCOMPARE(p.stage_names.size(), size_t{3});
    const schedule::Stage& c = p.schedule->stage(p.stage_names.at("C"));
    QCOMPARE(c.find_axis(p.axis_names.at("yo"))->script_name, "yo");
  }

  void types_follow_tvm() {
    const script::Program p = fixes::read(
        "from tvm import te, tir\n"
        "D = te.placeholder((4, 4), name='D', dtype='uint8')\n"
        "F = te.placeholder((4, 4), name='F')\n"
        "a = te.compute((4, 4), lambda *i: D[i] + 1, name='a')\n"
        "b = te.compute((4, 4), lambda i, j: tir.popcount(D[i, j] & D[j, i]).astype('int16'), name='b')\n"
        "c = te.compute((4, 4), lambda i, j: tir.max(F[i, j] * 2, 0.5) - i // 2, name='c')\n"
        "d = te.compute((4, 4), lambda i, j: tir.if_then_else(tir.all(i >= 1, j < 3), F[i - 1, j], 0.0), name='d')\n"
        "e = te.compute((4, 4), lambda i, j: te.exp(F[i, j]) / te.sqrt(F[j, i]), name='e')\n");
    QCOMPARE(p.tensors.size(), size_t{7});
    QCOMPARE(body(p.tensors[2]), "int32(D[i0, i1]) + 1");
    QCOMPARE(to_string(p.tensors[3]->dtype), "int16");
    QCOMPARE(body(p.tensors[4]), "max(F[i, j]*2.0, 0.5) - float32(floordiv(i, 2))");
    QCOMPARE(body(p.tensors[5]), "if_then_else(i >= 1 && j < 3, F[i - 1, j], 0.0)");
    QCOMPARE(body(p.tensors[6]), "exp(F[i, j]) / sqrt(F[j, i])");
  }

  void a_tuple_reduction() {
    const script::Program p = fixes::read(
        "arg = te.comm_reducer(lambda x, y: (tir.Select(x[1] >= y[1], x[0], y[0]), tir.Select(x[1] >= y[1], x[1], "
        "y[1])),\n"
        "                      lambda t0, t1: (tir.const(-1, t0), te.min_value(t1)), name='arg')\n"
        "I = te.placeholder((6, 32), name='I', dtype='int32')\n"
        "V = te.placeholder((6, 32), name='V')\n"
        "k = te.reduce_axis((0, 32), name='k')\n"
        "T0, T1 = te.compute((6,), lambda i: arg((I[i, k], V[i, k]), axis=k), name='T')\n");
    QCOMPARE(p.tensors.size(), size_t{4});
    QCOMPARE(body(p.tensors[3], 1), "arg((I[i, k], V[i, k]), axis=[k])[1]");
    QCOMPARE(to_string(p.tensors[2]->dtype), "int32");
  }

  void the_text_goes_on_after_an_error() {
    const QString said = read_all(
        "A = te.placeholder((4,), name='A'\n"
        "B = te.placeholder((4,), name='B')\n"
        "C = te.compute((4,), lambda i: B[i] +, name='C')\n"
        "for i in range(3):\n"
        "  x = i\n"
        "D = te.compute((4,), lambda i: C[i], name='D')\n"
        "E = te.compute((4,), lambda i: B[i] + Q[i], name='E')\n");
    says(said,
         "line 1:19: error: this '(' is never closed [NW2003]\n"
         "  fix: close it: )\n"
         "    1~ A = te.placeholder((4,), name='A')\n"
         "line 3:38: error: ',' stands here, where an expression was expected [NW2001]\n"
         "  fix: leave '+' out\n"
         "    3~ C = te.compute((4,), lambda i: B[i], name='C')\n"
         "line 4:1: error: 'for' is not part of the script language; write out the steps, one a line [NW2002]\n"
         "  fix: write the steps out\n"
         "    4~ x = 0\nx = 1\nx = 2\n"
         "    5- \n"
         "line 7:39: error: the name 'Q' is not defined [NW2010]\n");
  }

  void too_few_indices_come_with_the_rest() {
    const QString said = read_all(
        "A = te.placeholder((4, 5), name=\"A\")\n"
        "C = te.compute((4, 5), lambda i, j: A[i] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n");
    says(said,
         "line 2:37: error: A has 2 dimensions but is read with 1 index [NW2014]\n"
         "  fix: read A[i, j]\n"
         "    2~ C = te.compute((4, 5), lambda i, j: A[i, j] * 2.0, name=\"C\")\n");
  }

  void a_refused_step_poisons_what_it_binds() {
    const QString said = read_all(std::string(kMatmul) +
                                  "yo, yi = s[C].split(C.op.axis[0], factr=4)\n"
                                  "s[C].reorder(yi, yo)\n"
                                  "tvm.lower(s, [A, B, C])\n");
    says(said,
         "line 8:10: error: split: it has no argument 'factr'; did you mean 'factor'? [NW2012]\n"
         "  legal: split(parent, factor=…, nparts=…, disable_predication=…)\n"
         "  fix: write factor=\n"
         "    8~ yo, yi = s[C].split(C.op.axis[0], factor=4)\n");
  }

  void computations_are_checked() {
    const QString said = read_all(
        "A = te.placeholder((4, 5), name=\"A\")\n"
        "k = te.reduce_axis((0, 5), name=\"k\")\n"
        "B = te.compute((4,), lambda i: A[i, k], name=\"B\")\n"
        "C = te.compute((4,), lambda i: te.sum(A[i, k], axis=k) + 1.0, name=\"C\")\n"
        "D = te.compute((4,), lambda i: te.sum(A[i, k], axis=D), name=\"D\")\n"
        "E = te.compute((4,), lambda i, j: A[i, j], name=\"E\")\n"
        "F = te.compute((4,), lambda i: A[i / 2, 0], name=\"F\")\n"
        "G = te.placeholder((4,), dtype=\"flaot32\", name=\"G\")\n");
    says(
        said,
        "line 3:32: error: the reduce axis k is used outside a reduction over it [NW2023]\n"
        "  fix: sum over k\n"
        "    3~ B = te.compute((4,), lambda i: te.sum(A[i, k], axis=k), name=\"B\")\n"
        "line 4:32: error: a reduction may only stand at the top of a computation [NW2021]\n"
        "  legal: compute the reduction as a tensor of its own, then read that tensor\n"
        "  fix: compute the reduction as a tensor of its own\n"
        "    4~ C_red = te.compute((4,), lambda i: te.sum(A[i, k], axis=k), name=\"C_red\")\n"
        "C = te.compute((4,), lambda i: C_red[i] + 1.0, name=\"C\")\n"
        "line 5:53: error: the name 'D' is not defined [NW2010]\n"
        "line 6:22: error: the lambda takes 2 parameters but the shape has 1 dimension [NW2020]\n"
        "  fix: give it the shape of A\n"
        "    6~ E = te.compute(A.shape, lambda i, j: A[i, j], name=\"E\")\n"
        "line 7:34: error: '/' between integers is ambiguous: TVM has several integer divisions [NW2016]\n"
        "  legal: a // b (rounds down), tir.truncdiv(a, b) (rounds toward zero), a.astype(\"float32\") / b\n"
        "  fix: divide rounding down\n"
        "    7~ F = te.compute((4,), lambda i: A[i // 2, 0], name=\"F\")\n"
        "line 8:32: error: 'flaot32' is not a data type [NW2015]\n"
        "  legal: float32, float16, float64, bfloat16, int8, int16, int32, int64, uint8, uint16, uint32, uint64, bool\n"
        "  fix: write \"float32\"\n"
        "    8~ G = te.placeholder((4,), dtype=\"float32\", name=\"G\")\n");
  }

  void sizes_can_be_given() {
    const std::string text = "n = te.var('n')\nA = te.placeholder((n, n // 2), name='A')\n";
    QCOMPARE(QString::fromStdString(tir::to_string(fixes::read(text).tensors[0]->shape[1])), "floordiv(n, 2)");
    script::ReadOptions options;
    options.sizes["n"] = 10;
    QCOMPARE(QString::fromStdString(tir::to_string(fixes::read(text, options).tensors[0]->shape[1])), "5");
  }

  void bad_input_ends() {
    QVERIFY(!fixes::read(std::string(100000, '(')).diagnostics.empty());
    QVERIFY(!fixes::read("x = " + std::string(100000, '-') + "1").diagnostics.empty());
    std::string doubling = "x = te.var('x')\n";
    for (int i = 0; i < 60; ++i) doubling += "x = x + x\n";
    QVERIFY(!fixes::read(doubling).diagnostics.empty());
    QVERIFY(!fixes::read("f = lambda x: f(f(x))\ny = f(1)\n").diagnostics.empty());
    QVERIFY(!fixes::read("x = 9999999999999999999\ny = 2 ** 100\nz = 1 << 80\nw = 1 // 0\n").diagnostics.empty());
    QVERIFY(!fixes::read(std::string("\0\xff\x01 = [", 6)).diagnostics.empty());
  }
};

NW_TEST(TestRead);
#include "test_read.moc"
