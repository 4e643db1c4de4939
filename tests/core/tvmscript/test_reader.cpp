// SPDX-License-Identifier: GPL-3.0-or-later
// TVMScript in, nest and blocks out.
#include <QTest>

#include "programs.h"
#include "registry.h"
#include "texts.h"
#include "tir/print.h"
#include "tvmscript/describe.h"
#include "tvmscript/kernel.h"

using namespace nw;
using test::block;
using test::function;

namespace {

std::string errors_of(const tvmscript::Opened& opened) {
  std::string all;
  for (const Diagnostic& d : opened.diagnostics)
    if (d.severity != Severity::Note) all += format(d);
  return all;
}

// The nest, or what is wrong.
std::string read_nest(const std::string& text, const std::map<std::string, int64_t>& sizes = {}) {
  const tvmscript::Opened opened = tvmscript::open(text, {}, sizes);
  if (const std::string wrong = errors_of(opened); !wrong.empty()) return wrong;
  return opened.kernel && opened.kernel->nest.body ? tir::print(opened.kernel->nest.body).text() : "nothing";
}

// What the one store of a block becomes, without its loops.
std::string stored(const std::string& line) {
  const std::string nest = read_nest(block(line));
  const size_t at = nest.find("C[");
  return at == std::string::npos ? nest : nest.substr(at, nest.find('\n', at) - at);
}

}  // namespace

class TestTvmScriptReader : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void both_dialects_give_the_same_nest() {
    const std::string expected =
        "parallel i_0 in 0..3:\n"
        "  for i_1.init in 0..4:\n"
        "    vectorized j.init in 0..8:\n"
        "      if i_0*4 + i_1.init < 10:\n"
        "        C[i_0*4 + i_1.init, j.init] = 0.0\n"
        "  for k in 0..6:\n"
        "    for i_1 in 0..4:\n"
        "      vectorized j in 0..8:\n"
        "        if i_0*4 + i_1 < 10:\n"
        "          C[i_0*4 + i_1, j] = C[i_0*4 + i_1, j] + A[i_0*4 + i_1, k]*B[k, j]\n";
    QCOMPARE(read_nest(test::kProduct), expected);
    QCOMPARE(read_nest(test::kProductOf011), expected);
  }

  void blocks_keep_axes_regions_and_condition() {
    const tvmscript::Opened opened = tvmscript::open(test::kProduct);
    QVERIFY(opened.kernel && opened.kernel->function.blocks.size() == 1);
    const tvmscript::Block& b = opened.kernel->function.blocks.front();
    QCOMPARE(b.name, "C");
    QCOMPARE(b.span.line, 10);
    QCOMPARE(b.loops.size(), size_t{4});
    QCOMPARE(b.iters.size(), size_t{3});
    QCOMPARE(tir::to_string(b.iters[0].binding), "i_0*4 + i_1");
    QVERIFY(b.iters[2].iter->type == tir::IterType::CommReduce);
    QCOMPARE(tir::to_string(b.predicate), "i_0*4 + i_1 < 10");
    QCOMPARE(b.reads.size(), size_t{2});
    QCOMPARE(b.writes.size(), size_t{1});
    QVERIFY(b.init != nullptr);
    QCOMPARE(
        tvmscript::sentence_of(b).english(),
        "Block C writes C: for each vi = i_0*4 + i_1 (10) and vj = j (8), over vk = k (6), where i_0*4 + i_1 < 10.");
  }

  void lines_lead_back_to_the_text() {
    const tvmscript::Opened opened = tvmscript::open(test::kProduct);
    QVERIFY(opened.kernel.has_value());
    std::vector<int> lines;
    for (const tir::PrintedLine& line : tir::print(opened.kernel->nest.body).lines) lines.push_back(line.from.line);
    QVERIFY((lines == std::vector<int>{7, 8, 9, 10, 17, 8, 8, 9, 10, 18}));
  }

  void expressions_are_those_of_tensorir_data() {
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("read");
    const std::pair<const char*, const char*> all[] = {
        {"A[vi, vj] * T.float32(2)", "A[i, j]*2.0"},
        {"T.max(A[vi, vj], T.float32(0.0)) - -A[vi, vj]", "max(A[i, j], 0.0) - A[i, j]*-1.0"},
        {"T.exp(A[vi, vj], dtype=\"float32\")", "exp(A[i, j])"},
        {"T.if_then_else(1 <= vi and vj < 5, A[vi, vj], T.float32(0))", "if_then_else(1 <= i && j < 5, A[i, j], 0.0)"},
        {"T.Select(vi < vj, A[vi, vj], T.float32(1))", "select(i < j, A[i, j], 1.0)"},
        {"T.Cast(\"float32\", vi // 2 + vj % 3)", "float32(floordiv(i, 2) + floormod(j, 3))"},
        {"T.cast(T.truncdiv(vi, 2), \"float32\")", "float32(truncdiv(i, 2))"},
        {"(vi + vj).astype(\"float32\")", "float32(i + j)"},
        {"T.call_pure_extern(\"float32\", \"expf\", A[vi, vj])", "expf(A[i, j])"},
        {"T.pow(A[vi, vj], T.float32(2))", "pow(A[i, j], 2.0)"},
        {"T.float32(\"inf\")", "inf"},
        {"T.min_value(\"float32\")", "-3.4028235e+38"},
        {"T.Cast(\"float32\", T.shift_left(vi, 1) & 3 | vj)", "float32(i << 1 & 3 | j)"},
        {"A[vi, vj] if vi > 2 else T.float32(1)", "if_then_else(i > 2, A[i, j], 1.0)"},
        {"T.Cast(\"float32\", not (vi == vj or vi != 3))", "float32(!(i == j || i != 3))"},
    };
    for (const auto& [written, read] : all)
      QTest::newRow(written) << QString::fromLatin1(written) << QString::fromLatin1(read);
  }
  void expressions_are_those_of_tensorir() {
    QFETCH(QString, written);
    QFETCH(QString, read);
    QCOMPARE(stored("C[vi, vj] = " + written.toStdString()), "C[i, j] = " + read.toStdString());
  }

  void statements_are_those_of_tensorir() {
    QCOMPARE(stored("x = A[vi, vj]\n        C[vi, vj] = x * x"), "C[i, j] = x*x");
    QCOMPARE(
        read_nest(function(
            "for i in T.serial(1, 7):\n    for j in T.unroll(6):\n        if i < 4:\n            C[i, j] = A[i, j]\n"
            "        else:\n            C[i, j] = T.float32(0)")),
        "for i in 1..7:\n"
        "  unrolled j in 0..6:\n"
        "    if i < 4:\n"
        "      C[i, j] = A[i, j]\n"
        "    else:\n"
        "      C[i, j] = 0.0\n");
    QCOMPARE(read_nest(function("for i in range(8):\n    C[i, 0:6] = A[i, 0:6]")),
             "for i in 0..8:\n  C[i, ramp(0, 1, 6)] = A[i, ramp(0, 1, 6)]\n");
    QCOMPARE(read_nest(function("for i in T.thread_binding(8, thread=\"blockIdx.x\"):\n    for j in T.serial(6, "
                                "annotations={\"pragma_unroll_explicit\": 1, \"other\": 2}):\n"
                                "        C[i, j] = A[i, j]")),
             "thread i (blockIdx.x) in 0..8:\n"
             "  for j in 0..6:  # unroll_explicit = 1\n"
             "    C[i, j] = A[i, j]\n");
    QCOMPARE(read_nest(function(
                 "for i, j in T.grid(8, 6):\n    with T.block(\"C\"):\n        vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                 "        part = T.match_buffer(A[vi, 0:6], (6,))\n        C[vi, vj] = part[vj] + part[0]")),
             "for i in 0..8:\n  for j in 0..6:\n    C[i, j] = A[i, j] + A[i, 0]\n");
  }

  void sizes_are_symbols_or_numbers() {
    const std::string text =
        "@T.prim_func\n"
        "def main(A: T.Buffer((\"n\", 4), \"float32\"), C: T.Buffer((n, 4), \"float32\")):\n"
        "    n = T.int32()\n"
        "    for i, j in T.grid(n, 4):\n"
        "        with T.sblock(\"C\"):\n"
        "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
        "            C[vi, vj] = A[vi, vj]\n";
    const tvmscript::Opened opened = tvmscript::open(text);
    QCOMPARE(errors_of(opened), "");
    QCOMPARE(opened.kernel->nest.size_vars.size(), size_t{1});
    QCOMPARE(read_nest(text), "for i in 0..n:\n  for j in 0..4:\n    C[i, j] = A[i, j]\n");
    QCOMPARE(read_nest(text, {{"n", 5}}), "for i in 0..5:\n  for j in 0..4:\n    C[i, j] = A[i, j]\n");
  }

  void one_of_several_functions_is_chosen_by_name() {
    const std::string two = function("for i, j in T.grid(8, 6):\n    C[i, j] = A[i, j]") +
                            "\n\n@T.prim_func\ndef other(C: T.Buffer((3,), \"float32\")):\n    for i in range(3):\n    "
                            "    C[i] = T.float32(1)\n";
    const tvmscript::Opened first = tvmscript::open(two), other = tvmscript::open(two, "other");
    QVERIFY((first.names == std::vector<std::string>{"main", "other"}));
    QCOMPARE(first.kernel->function.name, "main");
    QCOMPARE(other.kernel->function.name, "other");
    const std::string only = tvmscript::only(two, "other");
    QCOMPARE(std::count(only.begin(), only.end(), '\n'), std::count(two.begin(), two.end(), '\n'));
    QCOMPARE(tvmscript::open(only).kernel->function.name, "other");
    QCOMPARE(format(tvmscript::open(two, "third").diagnostics.front()),
             "line 1:1: error: the file has no function 'third' [NW2075]\n  legal: main, other\n");
  }

  void other_python_is_none() {
    QVERIFY(tvmscript::is_tvmscript(test::kProduct));
    QVERIFY(!tvmscript::is_tvmscript("# prim_func\nx = 'prim_func'\n"));
    QVERIFY(!tvmscript::is_tvmscript("@T.prim_func\ndef f(): pass\ns = te.create_schedule(C.op)\n"));
    QVERIFY(!tvmscript::is_tvmscript(""));
  }
};

NW_TEST(TestTvmScriptReader);
#include "test_reader.moc"
