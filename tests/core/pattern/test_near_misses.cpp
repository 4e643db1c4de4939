// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons held to a list of cases judged by hand (tests/data/patterns/near_misses.txt): the node, the kind, and that a
// fix, where one edit can cure it, makes the line take the place.
#include <QTest>
#include <algorithm>
#include <sstream>

#include "import/relay.h"
#include "op/registry.h"
#include "pattern/composites.h"
#include "pattern/table_fixes.h"
#include "registry.h"

using namespace nw;
using namespace nw::pattern;

class TestNearMisses : public QObject {
  Q_OBJECT

  struct Case {
    std::string name, root, node, kind, model, table;
    bool fix = false;
  };

  static std::vector<Case> read_cases() {
    std::vector<Case> cases;
    std::istringstream file(test::read_data("patterns/near_misses.txt"));
    std::string line, model;
    bool in_model = false;
    while (std::getline(file, line)) {
      if (line.starts_with("#")) continue;
      if (line.starts_with("@ ")) {
        model = "#[version = \"0.0.5\"]\n";
        in_model = true;
      } else if (line.starts_with("= ")) {
        in_model = false;
        const QStringList parts = QString::fromStdString(line.substr(2)).split(QStringLiteral(" | "));
        cases.push_back({parts[0].toStdString(), parts[1].toStdString(), parts[2].toStdString(), parts[3].toStdString(),
                         model, "", parts[4] == QLatin1String("yes")});
      } else if (in_model) {
        model += line + "\n";
      } else {
        cases.back().table += line + "\n";
      }
    }
    return cases;
  }

  static const graph::OpTraitsTable& traits() { return op::Registry::standard().traits(); }

  static Composites taken(const graph::Graph& graph, const std::string& table) {
    Program program = read_program(graph);
    return merge_composites(program, *read_table(table), traits());
  }

 private Q_SLOTS:
  void as_judged_by_hand_data() {
    QTest::addColumn<int>("number");
    const std::vector<Case> cases = read_cases();
    QVERIFY(cases.size() >= 60);
    for (size_t i = 0; i < cases.size(); ++i) QTest::newRow(cases[i].name.c_str()) << static_cast<int>(i);
  }
  void as_judged_by_hand() {
    QFETCH(int, number);
    const Case want = read_cases()[static_cast<size_t>(number)];
    const Result<graph::Graph> graph = import::read_relay(want.model);
    QVERIFY(graph.ok());
    const Result<Table> table = read_table(want.table);
    QVERIFY(!has_errors(table.diagnostics));
    Program program = read_program(*graph);
    Composites found = merge_composites(program, *table, traits());
    add_fixes(*graph, {}, want.table, traits(), program, *table, found.near_misses);
    const auto miss = std::ranges::find_if(found.near_misses, [&](const NearMiss& each) {
      return each.name == "p" && (want.root == "-" || each.root_name == want.root);
    });
    QVERIFY(miss != found.near_misses.end());
    QCOMPARE(std::string(to_string(miss->kind)), want.kind);
    if (want.node != "-") QCOMPARE(miss->node_name, want.node);
    QVERIFY(!miss->text.empty());
    QCOMPARE(miss->fix.has_value(), want.fix);
    if (!miss->fix) return;
    const Composites after = taken(*graph, apply_fix(want.table, *miss->fix));
    QVERIFY2(std::ranges::any_of(after.list,
                                 [&](const Composite& each) { return each.name == "p" && each.root == miss->root; }),
             miss->fix->title.c_str());
  }
};

NW_TEST(TestNearMisses);
#include "test_near_misses.moc"
