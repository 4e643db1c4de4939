// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns as text, in the words of TVM's Python.
#include <QTest>

#include "pattern/read.h"
#include "registry.h"

using namespace nw;
using namespace nw::pattern;

class TestReadPatterns : public QObject {
  Q_OBJECT

  static QString shown(const char* text) {
    const auto read = read_patterns(text);
    QString out;
    for (const NamedPattern& each : *read)
      out += QString::fromStdString(each.name + ": " + to_string(each.pattern) + "\n");
    for (const Diagnostic& d : read.diagnostics)
      out += QStringLiteral("%1:%2 %3\n")
                 .arg(d.where.front().span.line)
                 .arg(d.where.front().span.column)
                 .arg(QString::fromStdString(d.message));
    return out;
  }

 private Q_SLOTS:
  void names_can_be_used_in_later_lines() {
    QCOMPARE(shown("# what oneDNN takes\n"
                   "conv = is_op(\"nn.conv2d\")(wildcard(), is_constant())\n"
                   "dnnl.conv2d_relu: is_op('nn.relu')(conv)\n"),
             QStringLiteral("dnnl.conv2d_relu: nn.relu(nn.conv2d(*, a constant))\n"));
  }
  void operators_and_methods() {
    QCOMPARE(shown("a: is_op('nn.conv2d').optional(lambda x: is_op('nn.relu')(x))"),
             QStringLiteral("a: nn.conv2d(…) or nn.relu(nn.conv2d(…))\n"));
    QCOMPARE(shown("a: wildcard() * is_constant() + is_var('x')"),
             QStringLiteral("a: add(multiply(*, a constant), the variable x)\n"));
    QCOMPARE(shown("a: is_op('nn.conv2d').has_attr({'data_layout': 'NHWC', 'strides': [2, 2]})"),
             QStringLiteral("a: nn.conv2d(…) with data_layout=\"NHWC\", strides=[2, 2]\n"));
    QCOMPARE(shown("a: is_tuple_get_item(is_tuple([wildcard(), is_constant()]), 1)"),
             QStringLiteral("a: (*, a constant).1\n"));
  }
  void a_wrong_line_is_left_out_and_told() {
    QCOMPARE(
        shown("a: is_op(nn.relu)\nb: wildcard()\nc: nobody\nd: wildcard() wildcard()\nrelu\n"),
        QStringLiteral("b: *\n"
                       "1:10 the pattern cannot be read: a text in quotes is wanted here\n"
                       "3:4 the pattern cannot be read: `nobody` is neither a pattern nor a name of an earlier line\n"
                       "4:15 the pattern cannot be read: nothing is wanted after the pattern\n"
                       "5:5 the pattern cannot be read: a line is `name: pattern`, or `name = pattern` for use in "
                       "later lines\n"));
  }
  void brackets_without_end_are_refused() {
    const std::string deep = "a: " + std::string(100000, '(');
    QCOMPARE(read_patterns(deep).diagnostics.size(), size_t{1});
  }
};

NW_TEST(TestReadPatterns);
#include "test_read.moc"
