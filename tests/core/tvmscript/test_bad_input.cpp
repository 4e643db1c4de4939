// SPDX-License-Identifier: GPL-3.0-or-later
// What is not read is named at its place; what comes from a stranger ends.
#include <QElapsedTimer>
#include <QTest>

#include "programs.h"
#include "registry.h"
#include "texts.h"
#include "tvmscript/kernel.h"

using namespace nw;
using test::block;
using test::function;

namespace {

std::string diagnosed(const std::string& text) {
  const tvmscript::Opened opened = tvmscript::open(text);
  std::string all;
  for (const Diagnostic& d : opened.diagnostics) all += format(d);
  return all;
}

// Its first line.
std::string first(const std::string& text) {
  const std::string all = diagnosed(text);
  return all.substr(0, all.find('\n'));
}

std::string repeated(const std::string& text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

class TestTvmScriptBadInput : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void constructs_are_named_with_what_would_be_read() {
    QCOMPARE(diagnosed(block("C[vi, vj] = T.tvm_access_ptr(A[vi, vj])")),
             "line 6:25: error: T.tvm_access_ptr is not read [NW2070]\n  legal: T.max, T.min, T.exp and other "
             "functions of math.h, T.if_then_else, T.Select, T.Cast, T.floordiv, T.truncdiv, T.shift_left, "
             "T.bitwise_and, T.float32(0) and other types\n");
    QCOMPARE(diagnosed(function("B = T.allocate([8], \"float32\", \"global\")")),
             "line 3:9: error: T.allocate is not read [NW2070]\n  legal: T.match_buffer, T.alloc_buffer, "
             "T.sblock_alloc_buffer, T.axis.spatial, n = T.int32(), the text that sch.mod.script() prints, before it "
             "is lowered\n");
    QCOMPARE(diagnosed(function("for i in T.loop_partition(8):\n    C[i, 0] = A[i, 0]")),
             "line 3:14: error: a loop over 'T.loop_partition' is not read [NW2070]\n  legal: range(8), T.grid(8, 6), "
             "T.serial(8), T.parallel(8), "
             "T.vectorized(8), T.unroll(8), T.thread_binding(8, thread=\"threadIdx.x\")\n");
    QCOMPARE(first(function("with T.launch_thread(\"threadIdx.x\", 8):\n    C[0, 0] = A[0, 0]")),
             "line 3:10: error: 'with T.launch_thread' is not read [NW2070]");
    QCOMPARE(first(function("while True:\n    C[0, 0] = A[0, 0]")),
             "line 3:5: error: this statement is not part of TensorIR [NW2070]");
    QCOMPARE(first(function("T.assume(A[0, 0] > T.float32(0))")),
             "line 3:5: error: 'T.assume' is not read as a statement [NW2070]");
    QCOMPARE(first(block("C[vi, vj] = numpy.exp(A[vi, vj])")),
             "line 6:25: error: the call of 'numpy.exp' is not part of TensorIR [NW2070]");
    QCOMPARE(first(block("C[vi, vj] = T.call_extern(\"float32\", \"system\", A[vi, vj])")),
             "line 6:25: error: only functions of the C library's math.h are called, not 'system' [NW2070]");
    QCOMPARE(first("@T.prim_func\ndef main(A: T.Buffer((8,), \"float32\", strides=[2])):\n    pass\n"),
             "line 2:47: error: a buffer whose rows are not dense is not read [NW2070]");
  }

  void wrong_use_is_named() {
    const std::pair<const char*, const char*> lines[] = {
        {"C[vi] = A[vi, vj]", "line 6:13: error: 'C' has 2 dimensions, and 1 indices are given [NW2071]"},
        {"C[vi, vj] = A[vi, vj] + B[vi]", "line 6:37: error: 'B' is no buffer here [NW2072]"},
        {"C[vi, vj] = T.float32(vk)", "line 6:35: error: 'vk' is no name here [NW2072]"},
        {"C[vi, vj] = A", "line 6:25: error: 'A' is no number here [NW2072]"},
        {"C[vi, vj] = T.max(A[vi, vj])", "line 6:25: error: T.max takes 2 values, and 1 are given [NW2071]"},
        {"C[vi, vj] = T.exp(vi)", "line 6:25: error: T.exp takes floats, not int32 [NW2071]"},
        {"C[vi, vj] = A[A[vi, vj], vj]", "line 6:27: error: an index is float32, not an integer [NW2071]"},
        {"C[vi, vj] = A[vi // 0, vj]", "line 6:27: error: this divides by zero [NW2071]"},
        {"C[vi, vj] = A[vi, vj] / T.float32(vi / vj)",
         "line 6:47: error: '/' of integers has no meaning in TVMScript [NW2071]"},
        {"C[vi, vj] = \"text\" + A[vi, vj]", "line 6:25: error: text is no number [NW2071]"},
        {"C[vi, vj] = \"text\"", "line 6:25: error: text is no number [NW2071]"},
        {"C[vi, vj] = T.Cast(\"float99x\", A[vi, vj])", "line 6:32: error: this is no data type [NW2071]"},
        {"C[vi, vj] = T.float32(99999999999999999999999999)",
         "line 6:35: error: '99999999999999999999999999' does not fit 64 bits [NW2071]"},
        {"vx = T.axis.spatial(8)", "line 6:18: error: T.axis.spatial has a name, a length and a value [NW2071]"},
        {"vx, vy = T.axis.remap(\"S\", [i, j])",
         "line 6:22: error: T.axis.remap has one letter, one loop and one name an axis [NW2071]"},
        {"vx = T.axis.remap(\"Q\", [i])", "line 6:13: error: T.axis.remap has the letters S and R [NW2071]"},
        {"vx = T.axis.diagonal(8, i)", "line 6:18: error: T.axis.diagonal is not read [NW2070]"},
        {"T.where()", "line 6:13: error: T.where takes a condition [NW2071]"},
        {"T.reads(Q[vi])", "line 6:21: error: 'Q' is no buffer here [NW2072]"},
        {"C[vi, vj] = ", "line 6:25: error: the line ends here, where an expression was expected [NW2066]"},
    };
    for (const auto& [line, message] : lines) QCOMPARE(first(block(line)), std::string(message));
    QCOMPARE(first(function("T.where(True)\nfor i in range(8):\n    C[i, 0] = A[i, 0]")),
             "line 3:5: error: T.where outside of a block [NW2071]");
    QCOMPARE(first(function("for i, j in T.grid(8):\n    C[i, j] = A[i, j]")),
             "line 3:17: error: T.grid has 1 extents for 2 loop variables [NW2071]");
    QCOMPARE(first("@T.prim_func\ndef main(A):\n    pass\n"),
             "line 1:1: error: the parameter 'A' has no type [NW2071]");
  }

  void what_is_outside_has_an_iteration() {
    QCOMPARE(diagnosed(block("C[vi, vj] = A[vi + 1, vj]")),
             "line 6:1: error: 'A' is read at 8 in dimension 0, which has 8 elements [NW2073]\n"
             "  because at i = 7\n");
    QCOMPARE(diagnosed(block("C[vi, vj] = T.if_then_else(vi < 7, A[vi + 1, vj], T.float32(0))")), "");
    QCOMPARE(
        diagnosed(function("for i_0, i_1 in T.grid(3, 3):\n    with T.block(\"C\"):\n        vi = T.axis.spatial(8, "
                           "i_0 * 3 + i_1)\n        C[vi, 0] = A[vi, 0]")),
        "line 5:18: error: the axis 'vi' of block 'C' is 8, outside of its domain 0 to 7 [NW2073]\n"
        "  because at i_0 = 2, i_1 = 2\n");
    // Not known: what a buffer holds.
    QCOMPARE(diagnosed(block("C[vi, vj] = A[T.Cast(\"int32\", A[vi, vj]), vj]")), "");
  }

  void loops_at_the_limits_of_64_bits_are_refused() {
    const auto loop = [](const std::string& over) {
      return diagnosed(function("for i in range(" + over + "):\n    C[i, 0] = A[0, 0]"));
    };
    QCOMPARE(loop("9223372036854775800, 9223372036854775807"),
             "line 4:1: error: 'C' is written at 9223372036854775800 in dimension 0, which has 8 elements [NW2073]\n"
             "  because at i = 9223372036854775800\n");
    QCOMPARE(loop("9223372036854775807, 9223372036854775807 + 5"),
             "line 4:1: error: 'C' is written at 9223372036854775807 in dimension 0, which has 8 elements [NW2073]\n"
             "  because at i = 9223372036854775807\n");
    QCOMPARE(loop("0, -9223372036854775808"), "line 3:20: error: the length of this loop is negative [NW2071]\n");
    const std::string too_long = "line 3:20: error: the length of this loop does not fit 64 bits [NW2071]\n";
    QCOMPARE(loop("9223372036854775808"), too_long);
    QCOMPARE(loop("18446744073709551615"), too_long);
    QCOMPARE(loop("-9223372036854775807, 9223372036854775807"), too_long);
  }

  void an_axis_of_negative_length_is_outside_of_its_domain() {
    for (const std::string length : {"0", "-9223372036854775808"})
      QCOMPARE(diagnosed(function("for i in range(8):\n    with T.block(\"b\"):\n        v = T.axis.spatial(" + length +
                                  ", i)\n        C[0, 0] = A[0, 0]")),
               "line 5:" + std::string("17: error: the axis 'v' of block 'b' is 0, outside of its domain, which is "
                                       "empty [NW2073]\n  because at i = 0\n"));
  }

  void undeclared_buffers_are_warnings() {
    QCOMPARE(diagnosed(block("T.reads()\n        T.writes(C[vi, vj])\n        C[vi, vj] = A[vi, vj]")),
             "line 4:14: warning: block 'C' reads 'A', which its T.reads does not list [NW2074]\n");
  }

  void a_text_that_ends_anywhere_is_read() {
    for (const std::string& text : {test::kProduct, test::kProductOf011})
      for (size_t length = 0; length < text.size(); ++length) {
        const tvmscript::Opened opened = tvmscript::open(text.substr(0, length));
        for (const Diagnostic& d : opened.diagnostics) QVERIFY(!d.code.starts_with("NW9"));
      }
  }

  void a_text_with_a_byte_changed_is_read() {
    const char bytes[] = {'\0', '(', ')', ':', '\n', '\t', '"', '0', 'x', '\x80'};
    for (size_t at = 0; at < test::kProduct.size(); at += 3)
      for (const char byte : bytes) {
        std::string text = test::kProduct;
        text[at] = byte;
        for (const Diagnostic& d : tvmscript::open(text).diagnostics) QVERIFY(!d.code.starts_with("NW9"));
      }
  }

  void size_and_nesting_are_bounded() {
    QElapsedTimer timer;
    timer.start();
    QVERIFY(
        diagnosed(block("C[vi, vj] = " + repeated("(", 5'000) + "A[vi, vj]" + repeated(")", 5'000))).find("NW2064") !=
        std::string::npos);
    QVERIFY(diagnosed(block("C[vi, vj] = " + repeated("A[vi, vj] + ", 5'000) + "A[vi, vj]")).find("NW2064") !=
            std::string::npos);
    std::string loops;
    for (size_t i = 0; i < 300; ++i) loops += std::string(i, ' ') + "for i in range(2):\n";
    QVERIFY(diagnosed(function(loops)).find("NW20") != std::string::npos);
    QCOMPARE(diagnosed(function(repeated("C[0, 0] = A[0, 0]\n", 5'000))), "");
    QCOMPARE(diagnosed(function(
                 "for i in range(1000000000):\n    for j in range(1000000000):\n        with T.block(\"C\"):\n"
                 "            vi = T.axis.spatial(8, i % 8)\n            vj = T.axis.spatial(6, j % 6)\n          "
                 "  C[vi, vj] = A[vi, vj]")),
             "");
    QVERIFY2(timer.elapsed() < 20'000, std::to_string(timer.elapsed()).c_str());
  }
};

NW_TEST(TestTvmScriptBadInput);
#include "test_bad_input.moc"
