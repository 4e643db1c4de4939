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

  void a_mark_of_utf8_at_the_beginning_is_no_letter() {
    QCOMPARE(shown("\xEF\xBB\xBF"
                   "a: wildcard()\n"),
             QStringLiteral("a: wildcard()\n"));
  }

  void a_wrong_line_is_left_out_and_told() {
    QCOMPARE(shown("a: is_op(nn.relu)\nb: wildcard()\nc: nobody\nd: wildcard() wildcard()\nrelu\n"),
             QStringLiteral(
                 "b: wildcard()\n"
                 "1:10 NW3101 the line cannot be read: a text in quotes is wanted here\n"
                 "3:4 NW3101 the line cannot be read: `nobody` is neither a pattern nor a name of an earlier line\n"
                 "4:15 NW3101 the line cannot be read: nothing is wanted behind the pattern\n"
                 "5:5 NW3101 the line cannot be read: a line is `name: pattern`, or `name = pattern` for use in "
                 "later lines\n"));
  }

  void an_unclosed_bracket_spoils_its_line_alone() {
    QCOMPARE(shown("a: is_op(\"nn.relu\")(wildcard()\nb: wildcard()\n"),
             QStringLiteral("b: wildcard()\n1:31 NW3101 the line cannot be read: `)` is wanted here\n"));
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
    QCOMPARE(shown("def conv(x):\n    y = is_op('exp')(x)\n    return y\na: wildcard()\n"),
             QStringLiteral("a: wildcard()\n1:5 NW3101 the line cannot be read: a line is `name: pattern`, or `name = "
                            "pattern` for use in later lines\n"));
  }

  void a_replacement_is_made_of_the_patterns_parts() {
    QCOMPARE(shown("x = wildcard()\ny = wildcard()\na: is_op('exp')(x) => relay.add(x, y)\n"),
             QStringLiteral("3:36 NW3112 `y` is no part of the rule's pattern, so it stands for "
                            "nothing\n"));
  }

  void an_operator_alone_is_warned_of() {
    QCOMPARE(
        shown("a: is_op('nn.relu')(is_op('exp'))"),
        QStringLiteral("a: is_op(\"nn.relu\")(is_op(\"exp\"))\n"
                       "1:21 NW3104 `is_op(\"exp\")` is the operator exp, not a call of it, and matches no value\n"));
  }

  // The first fix of the first mistake, as the line is then.
  void likely_words_are_offered_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("mended");
    QTest::newRow("a word") << "a: is_opp(\"exp\")(None)"
                            << "the line cannot be read: `is_opp` is neither a pattern nor a name of an earlier line"
                            << "a: is_op(\"exp\")(None)";
    QTest::newRow("a name") << "a: is_op(\"exp\")(imput)"
                            << "the line cannot be read: `imput` is neither a pattern nor a name of an earlier line"
                            << "a: is_op(\"exp\")(input)";
    QTest::newRow("a method")
        << "a: input.has_atr({})"
        << "the line cannot be read: `has_atr` is none of has_attr, has_dtype, has_shape, has_type"
        << "a: input.has_attr({})";
    QTest::newRow("an operator") << "a: is_op('nn.rellu')(None)" << "there is no operator `nn.rellu`"
                                 << "a: is_op(\"nn.relu\")(None)";
    QTest::newRow("an operator of a replacement")
        << "a: is_op(\"exp\")(input) => relay.nn.rellu(input)" << "there is no operator `nn.rellu`"
        << "a: is_op(\"exp\")(input) => relay.nn.relu(input)";
    QTest::newRow("an attribute of a replacement")
        << "a: is_op(\"exp\")(input) => relay.sum(input, axs=1)" << "`sum` has no attribute `axs`"
        << "a: is_op(\"exp\")(input) => relay.sum(input, axis=1)";
    QTest::newRow("too many tensors") << "a: is_op(\"exp\")(input) => relay.nn.relu(input, input)"
                                      << "`nn.relu` takes 1 argument, and 2 are given" << "";
    QTest::newRow("too few tensors") << "a: is_op(\"exp\")(input) => relay.nn.dense(input)"
                                     << "`nn.dense` takes 2 arguments, and 1 is given" << "";
    QTest::newRow("an attribute where there is none") << "a: is_op(\"exp\")(input) => relay.tanh(input, axis=1)"
                                                      << "`tanh` has no attribute `axis`" << "";
    QTest::newRow("a later name")
        << "a: is_op(\"exp\")(later)"
        << "the line cannot be read: `later` is named in line 3, and names are for later lines"
        << "";
    QTest::newRow("parts") << "a: dominates(input)"
                           << "the line cannot be read: `dominates` has 3 parts: parent, path and child; 1 is given"
                           << "";
  }
  void likely_words_are_offered() {
    QFETCH(QString, line);
    QFETCH(QString, message);
    QFETCH(QString, mended);
    const std::string text = "input = wildcard()\n" + line.toStdString() + "\nlater = wildcard()\n";
    const Result<Table> read = read_table(text);
    QCOMPARE(read.diagnostics.size(), size_t{1});
    const Diagnostic& d = read.diagnostics[0];
    QCOMPARE(QString::fromStdString(d.message), message);
    QCOMPARE(d.fixes.empty(), mended.isEmpty());
    if (d.fixes.empty()) return;
    const std::string after = apply_fix(text, d.fixes[0]);
    QCOMPARE(QString::fromStdString(after).section(QLatin1Char('\n'), 1, 1), mended);
    QVERIFY(read_table(after).diagnostics.empty());
  }

  void modules_of_python_are_no_part_of_an_operators_name() {
    const Result<Table> read = read_table(
        "x = wildcard()\na: is_op(\"exp\")(x) => relay.op.nn.relu(x)\n"
        "b: is_op(\"exp\")(x) => relay.qnn.op.add(x, x, x, x, x, x, x, x)\n");
    QCOMPARE(read.diagnostics.size(), size_t{0});
    QCOMPARE(read->listed[0].replacement->name, std::string("nn.relu"));
    QCOMPARE(read->listed[1].replacement->name, std::string("qnn.add"));
  }

  // A statement read again by itself is as in its table: it knows the names before it, and only these.
  void a_line_is_read_again_alone() {
    const Result<Table> table = read_table(
        "p = is_op(\"exp\")(None)\nq: is_op(\"nn.relu\")(p)\np = is_op(\"tanh\")(None)\nlater = wildcard()\n");
    QVERIFY(table.diagnostics.empty());
    const std::optional<Listed> again = read_line_again(*table, 0, "q: is_op(\"sqrt\")(p)\n");
    QVERIFY(again.has_value());
    QCOMPARE(to_string(again->pattern), std::string("is_op(\"sqrt\")(is_op(\"exp\")(None))"));
    QVERIFY(!read_line_again(*table, 0, "q: is_op(\"sqrt\")(later)").has_value());
    QVERIFY(!read_line_again(*table, 0, "r: is_op(\"sqrt\")(p)").has_value());
    QVERIFY(!read_line_again(*table, 0, "q: is_op(\"sqrt\")(p) p").has_value());
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
