// SPDX-License-Identifier: GPL-3.0-or-later
// Large tables, large models and patterns with many ways end, and soon. The times here are far above what is measured
// (tests/bench/bench_patterns.cpp), so that a busy machine does not fail them.
#include <QElapsedTimer>
#include <QTest>

#include "base/sanitized.h"
#include "import/relay.h"
#include "op/registry.h"
#include "pattern/composites.h"
#include "pattern/rewrite.h"
#include "pattern/table_fixes.h"
#include "registry.h"

using namespace nw;
using namespace nw::pattern;

class TestPatternLimits : public QObject {
  Q_OBJECT

  static graph::Graph read(const std::string& body) {
    return *import::read_relay(
        "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(1, 8, 4, 4), float32], "
        "%w: Tensor[(8, 8, 3, 3), float32]) {\n" +
        body + "}\n");
  }

  // A convolution, then so many diamonds, then a relu.
  static std::string ladder(int diamonds) {
    std::string text = "  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);\n";
    for (int i = 0; i < diamonds; ++i) {
      const int n = 3 * i;
      text += "  %" + std::to_string(n + 1) + " = exp(%" + std::to_string(n) + ");\n  %" + std::to_string(n + 2) +
              " = tanh(%" + std::to_string(n) + ");\n  %" + std::to_string(n + 3) + " = add(%" + std::to_string(n + 1) +
              ", %" + std::to_string(n + 2) + ");\n";
    }
    return text + "  nn.relu(%" + std::to_string(3 * diamonds) + ")\n";
  }

  static constexpr const char* kLadderTable =
      "elem = wildcard().has_attr({\"TOpPattern\": 0})(wildcard())\n"
      "wide = wildcard().has_attr({\"TOpPattern\": 1})(wildcard(), wildcard())\n"
      "my.ladder: dominates(is_op(\"nn.conv2d\")(wildcard(), wildcard()), elem | wide, "
      "is_op(\"nn.relu\")(wildcard()))\n";

  static Composites taken(const graph::Graph& graph, const std::string& table, bool near_misses = true) {
    Program program = read_program(graph);
    MergeOptions options;
    options.near_misses = near_misses;
    return merge_composites(program, *read_table(table), op::Registry::standard().traits(), options);
  }

 private Q_SLOTS:
  void ladders_of_diamonds_data() {
    QTest::addColumn<int>("diamonds");
    for (const int n : {1, 14, 40, 200}) QTest::newRow(std::to_string(n).c_str()) << n;
  }
  void ladders_of_diamonds() {
    QFETCH(int, diamonds);
    const graph::Graph graph = read(ladder(diamonds));
    QElapsedTimer timer;
    timer.start();
    const Composites found = taken(graph, kLadderTable);
    QCOMPARE(found.list.size(), size_t{1});
    QVERIFY(found.diagnostics.empty());
    QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
  }

  void many_lines_over_many_nodes() {
    std::string body, table;
    for (int i = 0; i < 2500; ++i)
      body += "  %" + std::to_string(2 * i) + " = exp(" + (i ? "%" + std::to_string(2 * i - 1) : "%x") + ");\n  %" +
              std::to_string(2 * i + 1) + " = tanh(%" + std::to_string(2 * i) + ");\n";
    body += "  nn.relu(%4999)\n";
    for (int i = 0; i < 150; ++i)
      table +=
          "my.l" + std::to_string(i) + ": is_op(\"tanh\")(is_op(\"" + (i % 2 ? "sqrt" : "log") + "\")(wildcard()))\n";
    const graph::Graph graph = read(body);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(taken(graph, table, false).list.size(), size_t{0});
    QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    timer.restart();
    const Composites found = taken(graph, table);
    QCOMPARE(found.near_misses.size() + found.left_out, size_t{2500 * 150});
    QVERIFY2(timer.elapsed() < 20000, qPrintable(QString::number(timer.elapsed())));
  }

  // Reading the whole table again for each fix that is tried made it quadratic.
  void many_lines_with_fixes() {
    const graph::Graph graph = read("  %0 = exp(%x);\n  %1 = tanh(%0);\n  nn.relu(%1)\n");
    std::string text;
    for (int i = 0; i < 10'000; ++i)
      text += "my.l" + std::to_string(i) + ": is_op(\"nn.relu\")(is_op(\"" + (i % 2 ? "sqrt" : "log") +
              "\")(wildcard()))\n";
    QElapsedTimer timer;
    timer.start();
    const Result<Table> table = read_table(text);
    Program program = read_program(graph);
    Composites found = merge_composites(program, *table, op::Registry::standard().traits());
    QCOMPARE(found.near_misses.size(), size_t{10'000});
    const size_t untried =
        add_fixes(graph, {}, text, op::Registry::standard().traits(), program, *table, found.near_misses);
    QCOMPARE(found.near_misses[0].fix->title, std::string("match tanh instead of log"));
    const auto fixed =
        std::ranges::count_if(found.near_misses, [](const NearMiss& miss) { return miss.fix.has_value(); });
    QCOMPARE(untried, size_t{5'000});  // it is not silent about the rest
    QCOMPARE(static_cast<size_t>(fixed), size_t{5'000});
    QVERIFY2(timer.elapsed() < (kSanitized ? 120'000 : 10'000), qPrintable(QString::number(timer.elapsed())));
  }

  // What cannot be a root is known by its operator: a line that takes nothing costs little, however large the model.
  void thousands_of_lines_over_thousands_of_nodes() {
    std::string model, text;
    for (int i = 0; i < 5'000; ++i)
      model += "  %" + std::to_string(i) + " = " + (i % 2 ? "tanh" : "exp") + "(" +
               (i ? "%" + std::to_string(i - 1) : "%x") + ");\n";
    for (int i = 0; i < 4'000; ++i)
      text += "my.l" + std::to_string(i) +
              ": (is_op(\"nn.relu\") | is_op(\"add\"))(None) | dominates(wildcard(), "
              "wildcard(), is_op(\"sqrt\")(None)).has_dtype(\"float32\")\n";
    const graph::Graph graph = read(model + "  negative(%4999)\n");
    QElapsedTimer timer;
    timer.start();
    QVERIFY(taken(graph, text).list.empty());
    QVERIFY2(timer.elapsed() < (kSanitized ? 120'000 : 10'000), qPrintable(QString::number(timer.elapsed())));
  }

  // Written out, the pattern would have 2^60 calls; its fixes look at each once.
  void a_pattern_that_uses_itself_twice_60_times_gets_its_fixes() {
    const graph::Graph graph = read("  add(exp(%x), %x)\n");
    std::string text = "a0 = wildcard()\n";
    for (int i = 1; i <= 60; ++i) {
      const std::string one = "a" + std::to_string(i - 1);
      text += "a" + std::to_string(i) + " = is_op(\"add\")(" + one + ", " + one + ")\n";
    }
    text += "p: a60\n";
    const Result<Table> table = read_table(text);
    Program program = read_program(graph);
    Composites found = merge_composites(program, *table, op::Registry::standard().traits());
    QCOMPARE(found.near_misses.size(), size_t{1});
    add_fixes(graph, {}, text, op::Registry::standard().traits(), program, *table, found.near_misses);
    // An operator of the arguments would be thrown away by "match exp with any arguments".
    for (const NearMiss& miss : found.near_misses)
      QVERIFY(!miss.fix || miss.fix->title.find("any arguments") == std::string::npos);
  }

  void alternatives_over_alternatives() {
    std::string inner = "is_op(\"sqrt\")(wildcard())", outer = "is_op(\"sqrt\")(inner)";
    for (int i = 1; i < 64; ++i) {
      inner += " | is_op(\"log\")(is_op(\"sqrt\")(wildcard()))";
      outer += " | is_op(\"nn.relu\")(inner)";
    }
    const graph::Graph graph = read("  %0 = exp(%x);\n  nn.relu(%0)\n");
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(taken(graph, "inner = " + inner + "\np: " + outer).list.size(), size_t{0});
    QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
  }

  void a_pattern_of_nested_calls_ends() {
    std::string table = "p0 = wildcard()\n";
    for (int i = 1; i < 900; ++i)
      table += "p" + std::to_string(i) + " = is_op(\"exp\")(p" + std::to_string(i - 1) + ")\n";
    table += "p: p899\n";
    std::string body = "  %0 = exp(%x);\n";
    for (int i = 1; i < 1000; ++i) body += "  %" + std::to_string(i) + " = exp(%" + std::to_string(i - 1) + ");\n";
    QCOMPARE(taken(read(body + "  nn.relu(%999)\n"), table).list.size(), size_t{1});
  }

  void unknown_extents_are_not_known() {
    const auto graph = import::read_relay(
        "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(?, 8), float32]) {\n  %0 = exp(%x);\n  nn.relu(%0)\n}\n");
    const Composites found =
        taken(*graph,
              "p: is_op(\"nn.relu\")(is_op(\"exp\")(wildcard()).has_shape((4, 8)))\n"
              "q: is_op(\"nn.relu\")(is_op(\"exp\")(wildcard())), lambda e: int(e.checked_type.shape[0]) == 4\n");
    QCOMPARE(found.list.size(), size_t{0});
    QCOMPARE(found.near_misses.size(), size_t{2});
    QCOMPARE(std::string(to_string(found.near_misses[0].kind)), std::string("shape"));
    QCOMPARE(found.near_misses[0].found, std::string("(?, 8)"));
    QCOMPARE(found.near_misses[0].text, std::string("whether the shape of %0 is (4, 8) is not known: it is (?, 8)"));
    QCOMPARE(std::string(to_string(found.near_misses[1].kind)), std::string("check"));
    QCOMPARE(found.near_misses[1].text,
             std::string("the check int(e.checked_type.shape[0]) == 4 has no answer: the extent is not known"));
  }

  void a_check_that_divides_by_zero_is_told_once() {
    const graph::Graph graph = read("  %0 = exp(%x);\n  %1 = exp(%0);\n  exp(%1)\n");
    const Composites found = taken(graph, "p: is_op(\"exp\")(wildcard()), lambda e: 1 // (len(e.args) - 1) == 1\n");
    QCOMPARE(found.list.size(), size_t{0});
    QCOMPARE(found.diagnostics.size(), size_t{1});
    QCOMPARE(found.diagnostics[0].code, std::string("NW3105"));
  }

  void a_check_divides_the_smallest_integer() {
    const graph::Graph graph = read("  exp(%x)\n");
    const std::string least = "(0 - 9223372036854775807 - 1)", table = "p: is_op(\"exp\")(wildcard()), lambda e: ";
    QCOMPARE(taken(graph, table + least + " % 3 == 1\n").list.size(), size_t{1});
    QCOMPARE(taken(graph, table + least + " // 3 == 0 - 3074457345618258603\n").list.size(), size_t{1});
    QCOMPARE(taken(graph, table + least + " // (0 - 1) == 0\n").list.size(), size_t{0});
  }

  void a_replacement_of_another_type_is_refused() {
    const graph::Graph graph = read("  %0 = exp(%x);\n  nn.relu(%0)\n");
    Program program = read_program(graph);
    const Rewritten done = rewrite(program, *read_table("a = wildcard()\nr: is_op(\"exp\")(a) => relay.sum(a)\n"),
                                   op::Registry::standard().traits());
    QVERIFY(done.steps.empty());
    QCOMPARE(done.diagnostics.size(), size_t{1});
    QCOMPARE(done.diagnostics[0].message,
             std::string("the rule r is not applied at %0: Tensor[(1, 8, 4, 4), float32] would become float32"));
  }

  void a_replacement_that_its_operator_does_not_take_is_refused_data() {
    QTest::addColumn<QString>("replacement");
    QTest::addColumn<QString>("message");
    QTest::newRow("types") << "relay.nn.dense(a, a)"
                           << "the rule r is not applied at %0: in its replacement, argument 2 of 'nn.dense' must";
    QTest::newRow("attribute") << "relay.reshape(a, newshape=(3, 5))"
                               << "the rule r is not applied at %0: in its replacement, 'reshape'";
    QTest::newRow("field") << "relay.split(a, indices_or_sections=2, axis=1)[2]"
                           << "the rule r is not applied at %0: in its replacement, there is no field 2 of ";
  }
  void a_replacement_that_its_operator_does_not_take_is_refused() {
    QFETCH(QString, replacement);
    QFETCH(QString, message);
    const graph::Graph graph = read("  %0 = exp(%x);\n  nn.relu(%0)\n");
    Program program = read_program(graph);
    const Rewritten done =
        rewrite(program, *read_table("a = wildcard()\nr: is_op(\"exp\")(a) => " + replacement.toStdString() + "\n"),
                op::Registry::standard().traits());
    QVERIFY(done.steps.empty());
    QCOMPARE(done.diagnostics.size(), size_t{1});
    QCOMPARE(done.diagnostics[0].code, std::string("NW3117"));
    QVERIFY2(QString::fromStdString(done.diagnostics[0].message).startsWith(message),
             done.diagnostics[0].message.c_str());
  }

  // As TVM does, and with a word on what cannot be compared.
  void a_replacement_of_a_type_that_is_not_known_is_applied() {
    const auto graph = import::read_relay(
        "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(?, 8), float32]) {\n  %0 = exp(%x);\n  nn.relu(%0)\n}\n");
    Program program = read_program(*graph);
    const Rewritten done =
        rewrite(program,
                *read_table("a = wildcard()\nr: is_op(\"exp\")(a) => relay.reshape(relay.tanh(a), newshape=(4, -1))\n"),
                op::Registry::standard().traits());
    QCOMPARE(done.steps.size(), size_t{1});
    QCOMPARE(done.diagnostics.size(), size_t{1});
    QVERIFY2(QString::fromStdString(done.diagnostics[0].message)
                 .startsWith(QStringLiteral("whether the rule r keeps the type at %0 is not known: Tensor[(")),
             done.diagnostics[0].message.c_str());
  }

  // The patterns that regrouping makes are not the table's: a reason names the table's own.
  void a_regrouped_product_that_fails_has_a_reason() {
    const graph::Graph graph = read(
        "  %0 = divide(1f, %x);\n  %1 = multiply(%0, 2f);\n  %2 = divide(%0, %1);\n  %3 = multiply(%2, %2);\n"
        "  nn.relu(%3)\n");
    const std::string table =
        "a: is_op(\"multiply\")(is_op(\"divide\")(is_op(\"exp\")(None), wildcard()), wildcard())\n"
        "b: is_op(\"divide\")(is_op(\"multiply\")(is_op(\"exp\")(None), wildcard()), wildcard())\n";
    Program program = read_program(graph);
    const Result<Table> read = read_table(table);
    Composites found = merge_composites(program, *read, op::Registry::standard().traits());
    add_fixes(graph, {}, table, op::Registry::standard().traits(), program, *read, found.near_misses);
    QVERIFY(found.list.empty());
    QVERIFY(found.near_misses.size() >= 4);
    for (const NearMiss& miss : found.near_misses) QVERIFY(!miss.text.empty());
    const auto regrouped = std::ranges::find_if(
        found.near_misses, [](const NearMiss& miss) { return miss.name == "a" && miss.root_name == "%2"; });
    QVERIFY(regrouped != found.near_misses.end());
    QCOMPARE(regrouped->text, std::string("%0 is divide, wanted is multiply"));
  }

  void opaque_operators_and_constants_without_data() {
    const auto graph = import::read_relay(
        "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nobody.knows(%x);\n"
        "  %1 = add(%0, meta[relay.Constant][0]);\n  nn.relu(%1)\n}\n");
    QVERIFY(graph.value.has_value());
    const Composites found = taken(*graph,
                                   "p: is_op(\"nn.relu\")(is_op(\"add\")(wildcard(), is_expr(const(1.0))))\n"
                                   "q: is_op(\"nn.relu\")(is_op(\"add\")(wildcard(), is_constant()))\n");
    QCOMPARE(found.list.size(), size_t{1});
    QCOMPARE(found.list[0].name, std::string("q"));
  }
};

NW_TEST(TestPatternLimits);
#include "test_limits.moc"
