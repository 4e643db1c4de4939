// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of Python: the same as there, or an error; never another number.
#include <QTest>

#include "flatten/flatten.h"
#include "registry.h"

using namespace nw;

namespace {

// The name that a placeholder gets from this expression, or the first error.
std::string value_of(const std::string& expression) {
  const flatten::Flattened f =
      flatten::flatten("from tvm import te\nA = te.placeholder((4,), name='<' + " + expression +
                       " + '>')\nB = te.compute((4,), lambda i: A[i], name='B')\n"
                       "s = te.create_schedule(B.op)\n");
  for (const Diagnostic& d : f.diagnostics)
    if (d.severity == Severity::Error) return d.message;
  const std::string script = f.kernels.empty() ? "" : f.kernels[0].script;
  const size_t begin = script.find('<'), end = script.find('>', begin);
  return begin < end && end != script.npos ? script.substr(begin + 1, end - begin - 1) : script;
}

}  // namespace

class TestFlattenNumbers : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void numbers_are_those_of_python_data() {
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("value");
    const std::pair<const char*, const char*> rows[] = {
        {"str(int('10', 2))", "2"},
        {"str(int('0xff', 16))", "255"},
        {"str(int('0b11', base=0))", "3"},
        {"str(int(' -1_000 '))", "-1000"},
        {"str(int('9007199254740993'))", "9007199254740993"},
        {"str(int('-9223372036854775808'))", "-9223372036854775808"},
        {"str(int('9223372036854775808'))", "the string \"9223372036854775808\" is not an integer of 64 bits"},
        {"str(int('3.7'))", "the string \"3.7\" is not an integer of 64 bits"},
        {"str(int('1__0'))", "the string \"1__0\" is not an integer of 64 bits"},
        {"str(int('--1'))", "the string \"--1\" is not an integer of 64 bits"},
        {"str(int('nan'))", "the string \"nan\" is not an integer of 64 bits"},
        {"str(int('10', 1))", "the base of int is 0 or from 2 to 36, and this is the integer 1"},
        {"str(int(10, 2))", "int takes a base with a text, and this is the integer 10"},
        {"str(int(-3.7))", "-3"},
        {"str(int(1e300))", "this number is too large"},
        {"str(int(float('nan')))", "this number is too large"},
        {"str(float(' +1.5 '))", "1.5"},
        {"str(round(9007199254740993))", "9007199254740993"},
        {"str(round(1234567, -2))", "1234600"},
        {"str(round(2.5))", "2"},
        {"str(round(2.675, 2))", "2.67"},
        {"str(round(1.5, -9223372036854775807 - 1))", "0.0"},
        {"str(abs(-9223372036854775807 - 1))", "the integer -9223372036854775808 has no absolute value"},
        {"str((-9223372036854775807 - 1) << 0)", "-9223372036854775808"},
        {"str((-9223372036854775807 - 1) << 1)", "the result of '<<' does not fit 64 bits"},
        {"str(-1 << 63)", "-9223372036854775808"},
        {"str(1 << 63)", "the result of '<<' does not fit 64 bits"},
        {"str(1 << 64)", "the result of '<<' does not fit 64 bits"},
        {"str(3 << 61)", "6917529027641081856"},
        {"str(len(range(-9223372036854775807 - 1, 9223372036854775807)))", "9223372036854775807"},
        {"str(len(range(9223372036854775807, -9223372036854775807 - 1, -4611686018427387904)))", "4"},
        {"'%d' % -2.9", "-2"},
        {"'%d' % 1e300", "'%d' of the number 1e+300 does not fit 64 bits"},
        {"'{:+,}'.format(123456)", "+123,456"},
        {"'{:+.1f}'.format(1.25)", "+1.2"},
        {"'{:+.1f}'.format(-1.25)", "-1.2"},
    };
    for (const auto& [expression, value] : rows)
      QTest::newRow(expression) << QString::fromLatin1(expression) << QString::fromLatin1(value);
  }
  void numbers_are_those_of_python() {
    QFETCH(QString, expression);
    QFETCH(QString, value);
    QCOMPARE(QString::fromStdString(value_of(expression.toStdString())), value);
  }
};

NW_TEST(TestFlattenNumbers);
#include "test_numbers.moc"
