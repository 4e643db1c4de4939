// SPDX-License-Identifier: GPL-3.0-or-later
// Regions for accelerators, and rules: what TVM's own functions add to an operator.
#include <QTest>
#include <random>

#include "import/relay.h"
#include "op/registry.h"
#include "pattern/composites.h"
#include "pattern/offload.h"
#include "pattern/rewrite.h"
#include "pattern/to_graph.h"
#include "registry.h"

using namespace nw;
using namespace nw::pattern;

class TestOffload : public QObject {
  Q_OBJECT

  static graph::Graph read(const std::string& body) {
    return *import::read_relay(
        "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(4, 8, 16), float32], "
        "%y: Tensor[(4, 8, 16), float32]) {\n" +
        body + "}\n");
  }

  // "my: exp, nn.relu (1 in, 2 constants, 1 out)", a line a region.
  static QString regions(const std::string& body, const std::string& text, const OffloadOptions& options) {
    const graph::Graph graph = read(body);
    Program program = read_program(graph);
    const Result<Table> table = read_table(text);
    merge_composites(program, *table, op::Registry::standard().traits());
    QStringList lines;
    for (const Region& region : offload(program, *table, options).regions) {
      QStringList ops;
      for (const std::string& op : region.ops) ops << QString::fromStdString(op);
      lines << QStringLiteral("%1: %2 (%3 in, %4 constants, %5 out)")
                   .arg(QString::fromStdString(region.compiler), ops.join(QStringLiteral(", ")))
                   .arg(region.arguments.size())
                   .arg(region.constants.size())
                   .arg(region.results.size());
    }
    return lines.join(QLatin1Char('\n'));
  }

  static QString rewritten(const std::string& body, const std::string& text) {
    const graph::Graph graph = read(body);
    Program program = read_program(graph);
    RewriteOptions once;
    once.once = true;
    const Rewritten done = rewrite(program, *read_table(text), op::Registry::standard().traits(), once);
    QStringList lines;
    for (const std::string& line : listing(program.pool, program.main)) lines << QString::fromStdString(line);
    for (const Diagnostic& d : done.diagnostics) lines << QString::fromStdString(d.message);
    return lines.join(QLatin1Char('\n'));
  }

  static std::string random_value(std::mt19937& random, const std::vector<std::string>& known, int depth) {
    const auto any = [&](size_t count) { return random() % count; };
    if (depth == 0 || any(4) == 0) return known[any(known.size())];
    static constexpr const char* kOne[] = {"exp", "tanh", "nn.relu", "sigmoid"};
    if (any(2) == 0) return std::string(kOne[any(4)]) + "(" + random_value(random, known, depth - 1) + ")";
    const std::string left = random_value(random, known, depth - 1);
    return std::string(any(2) ? "add(" : "multiply(") + left + ", " + random_value(random, known, depth - 1) + ")";
  }

  // Lines of values, `let`s and branches, which may have such lines too.
  static std::string random_block(std::mt19937& random, std::vector<std::string> known, int depth, int& number) {
    std::string text;
    for (size_t left = random() % 5; left > 0; --left) {
      const std::string name = std::to_string(number++);
      const bool let = random() % 2;
      const std::string head = let ? "let %v" + name + " = " : "%" + name + " = ";
      if (depth > 0 && random() % 3 == 0) {
        const std::string yes = random_block(random, known, depth - 1, number);
        text += head + "if (%c) {\n" + yes + "} else {\n" + random_block(random, known, depth - 1, number) + "};\n";
      } else {
        text += head + random_value(random, known, 2) + ";\n";
      }
      known.push_back((let ? "%v" : "%") + name);
    }
    const std::vector<std::string> last(known.end() - std::min<std::ptrdiff_t>(3, std::ssize(known)), known.end());
    return text + random_value(random, last, 2) + "\n";
  }

  static std::string random_program(std::mt19937& random) {
    int number = 0;
    return "#[version = \"0.0.5\"]\ndef @main(%c: bool, %x: Tensor[(1, 8), float32], %y: Tensor[(1, 8), float32]) {\n" +
           random_block(random, {"%x", "%y"}, 2, number) + "}\n";
  }

 private Q_SLOTS:
  void a_tuple_of_constants_goes_into_the_region() {
    QCOMPARE(regions("  %0 = (1f, 2f);\n  %1 = stack(%0, axis=0);\n  exp(%1)\n",
                     "supports(\"my\", [\"stack\", \"exp\"])", {{"my"}}),
             QStringLiteral("my: stack, exp (0 in, 2 constants, 1 out)"));
  }
  void a_tuple_at_the_end_is_moved_out() {
    QCOMPARE(
        regions("  %0 = exp(%x);\n  %1 = tanh(%x);\n  (%0, %1)\n", "supports(\"my\", [\"tanh\", \"exp\"])", {{"my"}}),
        QStringLiteral("my: exp (1 in, 0 constants, 1 out)\nmy: tanh (1 in, 0 constants, 1 out)"));
  }

  // TVM merges exp and add, and its region then needs the `if`, which needs the region. Here they stay apart, and the
  // way round is told.
  void a_way_round_through_an_if_keeps_regions_apart_data() {
    QTest::addColumn<QString>("branch");
    QTest::newRow("as it is") << "%0";
    QTest::newRow("tanh of it") << "tanh(%0)";
  }
  void a_way_round_through_an_if_keeps_regions_apart() {
    QFETCH(QString, branch);
    const graph::Graph graph = *import::read_relay(
        "#[version = \"0.0.5\"]\ndef @main(%c: bool, %x: Tensor[(4, 4), float32]) {\n  %0 = exp(%x);\n"
        "  %1 = if (%c) { %x } else { " +
        branch.toStdString() + " };\n  %2 = add(%0, %1);\n  nn.relu(%2)\n}\n");
    Program program = read_program(graph);
    const Offloaded cut = offload(program, *read_table("supports(\"m\", [\"exp\", \"add\", \"nn.relu\"])"), {{"m"}});
    QCOMPARE(cut.regions.size(), size_t{2});
    QCOMPARE(cut.regions[0].ops, (std::vector<std::string>{"exp"}));
    QCOMPARE(cut.regions[1].ops, (std::vector<std::string>{"add", "nn.relu"}));
    QCOMPARE(cut.cuts.size(), size_t{1});
    QCOMPARE(graph.node(cut.cuts[0].from).op, std::string("exp"));
    QCOMPARE(graph.node(cut.cuts[0].to).op, std::string("add"));
    const std::vector<NodeId>& way = cut.cuts[0].path;
    QCOMPARE(way.size(), branch == QLatin1String("%0") ? size_t{2} : size_t{3});
    QCOMPARE(graph.node(way[0]).op, std::string("exp"));
    QVERIFY(graph.node(way.back()).kind == graph::NodeKind::If);
  }
  // exp and add are one region once %1's own restrictions are known: %1, %2 and %4 in one would need it and feed it.
  void a_way_round_that_a_merger_made_keeps_regions_apart() {
    QCOMPARE(regions("  %0 = exp(%x);\n  %1 = sigmoid(%0);\n  %2 = sigmoid(%y);\n  %3 = add(%0, %2);\n"
                     "  %4 = multiply(%1, %2);\n  (%1, %3, %4)\n",
                     "supports(\"a\", [\"exp\", \"add\"])\nsupports(\"b\", [\"sigmoid\", \"multiply\"])", {{"a", "b"}}),
             QStringLiteral("b: sigmoid (1 in, 0 constants, 1 out)\na: exp, add (2 in, 0 constants, 2 out)\n"
                            "b: sigmoid, multiply (2 in, 0 constants, 2 out)"));
  }

  // Every variable is known where it is read, and each region's function gets what it needs: TVM leaves variables
  // without a value here.
  void a_let_within_a_branch_keeps_its_variables() {
    const graph::Graph graph = *import::read_relay(
        "#[version = \"0.0.5\"]\ndef @main(%c: bool, %x: Tensor[(4, 4), float32]) {\n  %0 = nn.relu(%x);\n"
        "  if (%c) {\n    let %a = exp(%0);\n    let %b = tanh(%a);\n    multiply(%b, %0)\n  } else {\n"
        "    %1 = exp(%0);\n    nn.relu(%1)\n  }\n}\n");
    Program program = read_program(graph);
    const Offloaded cut = offload(
        program, *read_table("supports(\"a\", [\"exp\", \"nn.relu\", \"multiply\"])\nsupports(\"b\", [\"tanh\"])"),
        {{"a", "b"}});
    QCOMPARE(cut.regions.size(), size_t{3});
    const std::string text = import::write_relay(to_graph(program));
    QVERIFY2(text.find("free_var") == std::string::npos, text.c_str());
    QVERIFY2(import::read_relay(text).ok(), text.c_str());
    QVERIFY2(text.find("= @b_1(%a)") != std::string::npos || text.find("= @b_2(%a)") != std::string::npos,
             text.c_str());
  }

  void lets_and_branches_at_random_keep_their_variables() {
    std::mt19937 random(20);
    for (int i = 0; i < 300; ++i) {
      const std::string text = random_program(random);
      const auto graph = import::read_relay(text);
      QVERIFY2(graph.ok(), text.c_str());
      Program program = read_program(*graph);
      offload(program,
              *read_table("supports(\"a\", [\"exp\", \"nn.relu\", \"multiply\"])\n"
                          "supports(\"b\", [\"tanh\", \"add\"])"),
              {{"a", "b"}});
      const std::string written = import::write_relay(to_graph(program));
      QVERIFY2(written.find("free_var") == std::string::npos, (text + written).c_str());
      QVERIFY2(import::read_relay(written).ok(), (text + written).c_str());
    }
  }

  // Other functions of the module stay, and keep their names.
  void functions_of_the_module_stay() {
    const auto graph = import::read_relay(
        "#[version = \"0.0.5\"]\ndef @my_0(%a: Tensor[(4, 8), float32]) -> Tensor[(4, 8), float32] {\n  add(%a, "
        "%a)\n}\n"
        "def @main(%x: Tensor[(4, 8), float32]) {\n  %0 = exp(%x);\n  %1 = @my_0(%0);\n  nn.relu(%1)\n}\n");
    QVERIFY(graph.ok());
    Program program = read_program(*graph);
    const Result<Table> table = read_table("supports(\"my\", [\"exp\", \"nn.relu\"])");
    QCOMPARE(offload(program, *table, {{"my"}}).regions.size(), size_t{2});
    QCOMPARE(calls_of_main(program), (std::vector<std::string>{"@my", "@my_0", "@my"}));
    const graph::Graph made = to_graph(program);
    QCOMPARE(made.functions.size(), size_t{3});
    QVERIFY(made.functions.contains("my_0"));
  }

  void the_first_target_takes_it() {
    const char* const table = "supports(\"my\", [\"exp\"])\nsupports(\"your\", [\"exp\", \"tanh\"])";
    QCOMPARE(regions("  %0 = exp(%x);\n  tanh(%0)\n", table, {{"my", "your"}}),
             QStringLiteral("my: exp (1 in, 0 constants, 1 out)\nyour: tanh (1 in, 0 constants, 1 out)"));
    QCOMPARE(regions("  %0 = exp(%x);\n  tanh(%0)\n", table, {{"your", "my"}}),
             QStringLiteral("your: exp, tanh (1 in, 0 constants, 1 out)"));
  }

  // relay.nn.batch_matmul transposes its second matrix, relay.nn.pad makes a constant, relay.nn.dropout takes a field.
  void replacements_are_made_as_python_makes_them() {
    QCOMPARE(
        rewritten(
            "  %0 = nn.batch_matmul(%x, %y, transpose_b=True);\n  nn.relu(%0)\n",
            "a = wildcard()\nb = wildcard()\n"
            "r: is_op(\"nn.relu\")(is_op(\"nn.batch_matmul\")(a, b)) => relay.nn.batch_matmul(relay.nn.relu(a), b)"),
        QStringLiteral("%x\nnn.relu(0)\n%y\nnn.batch_matmul(1, 2)"));
    QCOMPARE(rewritten("  exp(%x)\n",
                       "a = wildcard()\nr: is_op(\"exp\")(a) => relay.nn.pad(a, pad_width=[[0, 0], [0, 0], [0, 0]])"),
             QStringLiteral("%x\nconst int32 [] 0\nnn.pad(0, 1)"));
    QCOMPARE(rewritten("  exp(%x)\n", "a = wildcard()\nr: is_op(\"exp\")(a) => relay.nn.dropout(a, rate=0.2)"),
             QStringLiteral("%x\nnn.dropout(0)\nfield 0(1)"));
  }

  // A parameter of the model that is on the way is inside, whoever else lists it.
  void the_models_own_list_of_parameters_is_no_use_of_one() {
    const graph::Graph graph = read("  %0 = exp(%x);\n  %1 = add(%0, %y);\n  nn.relu(%1)\n");
    Program program = read_program(graph);
    const Composites found = merge_composites(
        program,
        *read_table("p: dominates(is_op(\"exp\")(wildcard()), is_op(\"add\")(wildcard(), wildcard()) | is_var(\"y\"), "
                    "is_op(\"nn.relu\")(wildcard()))"),
        op::Registry::standard().traits());
    QCOMPARE(found.list.size(), size_t{1});
    QCOMPARE(found.list[0].made_of, std::string("exp_add_nn.relu_"));
  }
};

NW_TEST(TestOffload);
#include "test_offload.moc"
