// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnostics of texts that are no script at all, of numbers out of range, and of what TVM does silently.
#include "registry.h"
#include "said_of_script.h"

using namespace nw;
using nw::test::says;

class TestWords : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void other_encodings_are_named_once() {
    const std::string script =
        "A = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: A[i], name=\"B\")\n";
    std::string wide, marked = "\xff\xfe";
    for (const char c : script) wide += std::string(1, c) + std::string(1, '\0');
    marked += wide;
    says(marked, "line 1:1: error: this text is in UTF-16, and a script is read as UTF-8; convert it [NW2001]\n");
    says(wide, "line 1:2: error: this text looks like UTF-16, and a script is read as UTF-8; convert it [NW2001]\n");
    says("# caf\xe9\n" + script,
         "line 1:6: error: the byte 0xe9 is not UTF-8, as which a script is read; convert the text [NW2001]\n");
    says(script + std::string(3, '\0'), "line 3:1: error: a NUL byte stands here, so this is no text [NW2001]\n");
    says("\xef\xbb\xbf" + script + "s = te.create_schedule(B.op)\ntvm.lower(s, [A, B], name=\"main\")  # é\n", "");
  }
  void large_integers() {
    const auto words = [](const std::string& text) {
      std::string said;
      for (const Diagnostic& d : fixes::read(text).diagnostics) said += d.message + "\n";
      return said;
    };
    const std::string said = words("n = 9223372036854775808\nm = 0xffffffffffffffff\n");
    const std::string all =
        "the integer 9223372036854775808 does not fit in int64, which ends at 9223372036854775807\n"
        "the integer 0xffffffffffffffff does not fit in int64, which ends at 9223372036854775807\n";
    QVERIFY2(said.starts_with(all), said.c_str());
    for (const Diagnostic& d : fixes::read("n = " + std::string(100'000, '7') + "\n").diagnostics)
      QVERIFY2(format(d).size() < 1000, format(d).substr(0, 2000).c_str());
  }
  // Of what Python 3.11 says of each: its value, or that it refuses.
  void constants_are_those_of_python_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("printed");  // as a constant of type float64; else the error
    const auto row = [](const char* text, const char* printed) {
      QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(printed);
    };
    row("0**-1", "0 cannot be raised to a negative power");
    row("0.0**-1", "0 cannot be raised to a negative power");
    row("2.0**1024", "this number is too large");
    row("(-8)**0.5", "this power of a negative number is complex");
    row("2.0**-1", "0.5");
    row("(-2.0)**3", "-8.0");
    row("017", "an integer such as 017 cannot begin with 0 in Python 3");
    row("09", "an integer such as 09 cannot begin with 0 in Python 3");
    row("0_7", "an integer such as 0_7 cannot begin with 0 in Python 3");
    row("00 + 0.5", "0.5");
    row("012.5", "12.5");
    row("1__0", "'1__0' is not a number");
    row("1_", "'1_' is not a number");
    row("1._5", "'1._5' is not a number");
    row("0xg", "'0xg' is not a number");
    row("0b2", "'0b2' is not a number");
    row("0x_f + 0.5", "15.5");
    row("10 // 1e-3", "9999.0");
    row("10.5 % 1e400", "10.5");
    row("-7.5 % 2", "0.5");
    row("5 % -0.5 + 1", "1.0");
    row("0.1", "0.1");
    row("1e308", "1e+308");
    row("-1 >> 70", "-1.0");
    row("1 >> -1", "a number cannot be shifted by a negative amount");
    row("1 << 64", "this number is too large");
    row("abs(True)", "1.0");
    row("max(3)", "one number alone has nothing to compare with");
    row("9007199254740993 == 9007199254740992.0", "0.0");
  }
  void constants_are_those_of_python() {
    QFETCH(QString, text);
    QFETCH(QString, printed);
    const script::Program program =
        fixes::read("x = " + text.toStdString() +
                    "\nA = te.placeholder((8,), name=\"A\", dtype=\"float64\")\n"
                    "B = te.compute((8,), lambda i: A[i] * tir.const(x, \"float64\"), name=\"B\")\n"
                    "s = te.create_schedule(B.op)\ntvm.lower(s, [A, B], name=\"k\")\n");
    if (has_errors(program.diagnostics)) {
      const QString said = QString::fromStdString(program.diagnostics.front().message);
      QVERIFY2(said.contains(printed), qPrintable(said));
      return;
    }
    const auto* body = te::op_cast<te::ComputeNode>(program.args.back()->op);
    const auto* product = tir::node_cast<tir::BinaryNode>(body->body[0]);
    QVERIFY(product);
    const auto* number = tir::node_cast<tir::FloatImmNode>(product->b);
    QVERIFY(number);
    QCOMPARE(QString::fromStdString(nlohmann::json(number->value).dump()), printed);
  }
  void slices() {
    const auto said = [](const char* slice) {
      std::string all;
      for (const Diagnostic& d : fixes::read("x = [1, 2, 3]" + std::string(slice) + "\n").diagnostics) {
        if (d.code != "NW2043") all += format(d);
      }
      return QString::fromStdString(all);
    };
    QCOMPARE(said("[::0]"), QStringLiteral("line 1:17: error: the step of a slice cannot be 0 [NW2017]\n"));
    says(
        "A = te.placeholder(([8, 4][None::-1][0], 2), name=\"A\")\n"
        "B = te.compute((4, 2), lambda i, j: A[i, j], name=\"B\")\n"
        "s = te.create_schedule(B.op)\ntvm.lower(s, [A, B], name=\"main\")\n",
        "");
  }
  void a_truth_value_is_an_integer() {
    says(
        "A = te.placeholder((abs(True) + 7,), name=\"A\")\nB = te.compute((8,), lambda i: A[i], name=\"B\")\n"
        "s = te.create_schedule(B.op)\ntvm.lower(s, [A, B], name=\"main\")\n",
        "");
  }
  void shifts_that_go_too_far() {
    const auto said = [](const std::string& type, const std::string& shift) {
      std::string all;
      for (const Diagnostic& d :
           fixes::read("A = te.placeholder((8,), name=\"A\", dtype=\"" + type + "\")\nB = te.compute((8,), lambda i: " +
                       shift + ", name=\"B\")\ns = te.create_schedule(B.op)\ntvm.lower(s, [A, B], name=\"k\")\n")
               .diagnostics)
        if (d.severity == Severity::Error) all += format(d);
      return QString::fromStdString(all);
    };
    QCOMPARE(said("int32", "A[i] << 32"),
             QStringLiteral("line 2:40: error: int32 is shifted by 32 bits, which is undefined [NW2017]\n"
                            "  legal: an amount from 0 to 31\n"));
    QCOMPARE(said("int8", "A[i] >> (0 - 1)"),
             QStringLiteral("line 2:41: error: int8 is shifted by -1 bits, which is undefined [NW2017]\n"
                            "  legal: an amount from 0 to 7\n"));
    QCOMPARE(said("int32", "A[i] << 31"), QString());
    QCOMPARE(said("int32", "A[i] << A[7 - i]"), QString());  // the data decide
  }
  void long_names_are_cut() {
    for (const Diagnostic& d : fixes::read("n = " + std::string(100'000, 'q') + " + 1\n").diagnostics)
      QVERIFY2(format(d).size() < 1000, format(d).substr(0, 2000).c_str());
  }
  void a_reduce_axis_of_two_stages() {
    says(
        "A = te.placeholder((8, 6), name=\"A\")\n"
        "k = te.reduce_axis((0, 6), name=\"k\")\n"
        "B = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name=\"B\")\n"
        "C = te.compute((8,), lambda i: te.max(A[i, k] - B[i], axis=k), name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C], name=\"main\")\n",
        "line 4:32: warning: B and C reduce over one axis, k [NW2750]\n"
        "  because steps that name k mean the loop of B in one place and that of C in another\n"
        "  legal: a te.reduce_axis for each of them\n"
        "  fix: reduce over an axis of its own\n"
        "    4~ k_2 = te.reduce_axis((0, 6), name=\"k\")\n"
        "C = te.compute((8,), lambda i: te.max(A[i, k_2] - B[i], axis=k_2), name=\"C\")\n");
  }
  void numbers_with_and_without_a_sign() {
    const std::string inputs =
        "A = te.placeholder((8,), name=\"A\", dtype=\"int8\")\n"
        "B = te.placeholder((8,), name=\"B\", dtype=\"uint8\")\n";
    const std::string end =
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, B, C], name=\"main\")\n";
    const script::Program p =
        fixes::read(inputs + "C = te.compute((8,), lambda i: A[i] + B[i] * A[i], name=\"C\")\n" + end);
    QCOMPARE(p.diagnostics.size(), size_t{1});
    QCOMPARE(p.diagnostics[0].code, std::string("NW2751"));
    QCOMPARE(p.diagnostics[0].message,
             std::string("uint8 and int8 are joined as uint8, which has no negative numbers"));
    QVERIFY(!p.diagnostics[0].fixes.empty());
    says(inputs + "C = te.compute((8,), lambda i: A[i].astype(\"int16\") + B[i], name=\"C\")\n" + end, "");
  }
};

NW_TEST(TestWords);
#include "test_words.moc"
