// SPDX-License-Identifier: GPL-3.0-or-later
// Pattern tables as text, in the words of TVM's Python.
#include <QTest>

#include "pattern/table.h"
#include "registry.h"

using namespace nw;
using namespace nw::pattern;

class TestPatternTable : public QObject {
  Q_OBJECT

  static QString shown(const std::string& text) {
    const Result<Table> read = read_table(text);
    QString out;
    for (const Listed& each : read->listed)
      out += QString::fromStdString(each.name + ": " + to_string(each.pattern) + "\n");
    for (const Diagnostic& d : read.diagnostics)
      out += QStringLiteral("%1:%2 %3 %4\n")
                 .arg(d.where.front().span.line)
                 .arg(d.where.front().span.column)
                 .arg(QString::fromStdString(d.code), QString::fromStdString(d.message));
    return out;
  }

 private Q_SLOTS:
  void names_can_be_used_in_later_lines() {
    QCOMPARE(shown("# what oneDNN takes\n"
                   "conv = is_op(\"nn.conv2d\")(wildcard(), is_constant())\n"
                   "dnnl.conv2d_relu: is_op('nn.relu')(conv)\n"),
             QStringLiteral("dnnl.conv2d_relu: is_op(\"nn.relu\")(is_op(\"nn.conv2d\")(wildcard(), is_constant()))\n"));
  }

  void python_binds_alternatives_last() {
    QCOMPARE(shown("a: wildcard() * is_constant() + is_var('x') | is_tuple(None)"),
             QStringLiteral("a: is_op(\"add\")(is_op(\"multiply\")(wildcard(), is_constant()), is_var(\"x\")) | "
                            "is_tuple(None)\n"));
  }

  void methods_functions_and_classes() {
    QCOMPARE(shown("a: is_op('nn.conv2d')(None).optional(lambda x: is_op('nn.relu')(x))"),
             QStringLiteral("a: is_op(\"nn.conv2d\")(None) | is_op(\"nn.relu\")(is_op(\"nn.conv2d\")(None))\n"));
    QCOMPARE(shown("a: has_attr({'strides': (2, 2), 'groups': 1}, wildcard()(None))"),
             QStringLiteral("a: wildcard()(None).has_attr({\"groups\": 1, \"strides\": [2, 2]})\n"));
    QCOMPARE(shown("a: TupleGetItemPattern(wildcard(), 1).has_type(TensorType((1, 8), 'float32'))"),
             QStringLiteral("a: is_tuple_get_item(wildcard(), 1).has_type(TensorType((1, 8), \"float32\"))\n"));
    QCOMPARE(shown("a: is_expr(const(2.0)).dominates(is_var())"),
             QStringLiteral("a: dominates(is_var(), wildcard(), is_expr(const(2, \"float32\")))\n"));
  }

  void a_statement_goes_on_inside_brackets() {
    QCOMPARE(shown("a: is_op('nn.relu')(  # of what\n    wildcard()\n)\nb: is_constant()"),
             QStringLiteral("a: is_op(\"nn.relu\")(wildcard())\nb: is_constant()\n"));
  }

  void a_wrong_line_is_left_out_and_told() {
    QCOMPARE(shown("a: is_op(nn.relu)\nb: wildcard()\nc: nobody\nd: wildcard() wildcard()\nrelu\n"),
             QStringLiteral(
                 "b: wildcard()\n"
                 "1:10 NW3101 the pattern cannot be read: a text in quotes is wanted here\n"
                 "3:4 NW3101 the pattern cannot be read: `nobody` is neither a pattern nor a name of an earlier line\n"
                 "4:15 NW3101 the pattern cannot be read: nothing is wanted behind the pattern\n"
                 "5:5 NW3101 the pattern cannot be read: a line is `name: pattern`, or `name = pattern` for use in "
                 "later lines\n"));
  }

  void an_unclosed_bracket_spoils_its_line_alone() {
    QCOMPARE(shown("a: is_op(\"nn.relu\")(wildcard()\nb: wildcard()\n"),
             QStringLiteral("b: wildcard()\n1:31 NW3101 the pattern cannot be read: `)` is wanted here\n"));
  }

  void lines_that_use_an_unreadable_name_are_silent() {
    QCOMPARE(shown("conv = is_op(\"nn.konv2d\")(None)\na: is_op(\"nn.relu\")(conv)\n"),
             QStringLiteral("1:14 NW3102 there is no operator `nn.konv2d`\n"));
  }

  void a_name_is_listed_once() {
    QCOMPARE(shown("a: wildcard()\na: is_constant()\n"),
             QStringLiteral("a: wildcard()\n2:1 NW3103 `a` is listed twice; line 1 has the name already\n"));
  }

  void what_is_indented_under_a_wrong_line_is_part_of_it() {
    QCOMPARE(
        shown("def conv(x):\n    y = is_op('exp')(x)\n    return y\na: wildcard()\n"),
        QStringLiteral("a: wildcard()\n1:5 NW3101 the pattern cannot be read: a line is `name: pattern`, or `name = "
                       "pattern` for use in later lines\n"));
  }

  void a_replacement_is_made_of_the_patterns_parts() {
    QCOMPARE(
        shown("x = wildcard()\ny = wildcard()\na: is_op('exp')(x) => relay.add(x, y)\n"),
        QStringLiteral("3:36 NW3112 the pattern cannot be read: `y` is no part of the rule's pattern, so it stands for "
                       "nothing\n"));
  }

  void an_operator_alone_is_warned_of() {
    QCOMPARE(
        shown("a: is_op('nn.relu')(is_op('exp'))"),
        QStringLiteral("a: is_op(\"nn.relu\")(is_op(\"exp\"))\n"
                       "1:21 NW3104 `is_op(\"exp\")` is the operator exp, not a call of it, and matches no value\n"));
  }

  void mistakes_people_make_data() {
    QTest::addColumn<QString>("line");
    for (const char* line :
         {"a: wildcard().has_dtype(\"flaot32\")", "a: is_tuple_get_item(wildcard(), \"0\")",
          "a: dominates(wildcard(), wildcard())", "def f(x):", "a: wildcard().has_shape((n, 3))",
          "a: wildcard(), lambda e: open('x')", "a: wildcard() => relay.nn.relu(y)", "a: wildcard(", "a: \"text",
          "supports(\"my\", [\"nn.rellu\"])", "a: is_op('x'", "a: wildcard().has_attr({'x': })", "=", ":", ")",
          "a:", "a: wildcard() => relay.clip(1, 2)", "a: 99999999999999999999"}) {
      QTest::newRow(line) << QString::fromLatin1(line);
    }
  }
  void mistakes_people_make() {
    QFETCH(QString, line);
    const Result<Table> read = read_table(line.toStdString() + "\nb: wildcard()\n");
    QCOMPARE(read.diagnostics.size(), size_t{1});
    QCOMPARE(read.diagnostics[0].where.front().span.line, 1);
    QCOMPARE(read->listed.size(), size_t{1});
  }

  void bad_input_is_bounded() {
    QCOMPARE(read_table("a: " + std::string(100'000, '(')).diagnostics.size(), size_t{1});
    std::string calls = "a: ";
    for (int i = 0; i < 5000; ++i) calls += "is_op('exp')(";
    QCOMPARE(read_table(calls).diagnostics.size(), size_t{1});
    std::string lines;
    for (int i = 0; i < 10'000; ++i) lines += "x" + std::to_string(i) + ": is_op('nothing')(\n";
    QVERIFY(read_table(lines).diagnostics.size() <= 200);
    std::string chain = "p0 = wildcard()\n";
    for (int i = 1; i < 10'000; ++i)
      chain += "p" + std::to_string(i) + " = is_op('exp')(p" + std::to_string(i - 1) + ")\n";
    QCOMPARE(read_table(chain).diagnostics.size(), size_t{1});
    std::string wide = "a: wildcard()";
    for (int i = 0; i < 64; ++i) wide += " | is_op('exp')(None)";
    QVERIFY(read_table(wide).diagnostics.empty());
  }
};

NW_TEST(TestPatternTable);
#include "test_table.moc"
