// SPDX-License-Identifier: GPL-3.0-or-later
// Completion and the find language in the window's strings.
#include <QTest>

#include "graphs.h"
#include "models/inspector.h"
#include "models/query.h"
#include "models/script_help.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestTextAdapters : public QObject {
  Q_OBJECT

  static QStringList links(const InspectorPage& page) {
    QStringList all;
    for (const InspectorSection& section : page.sections)
      for (const InspectorRow& row : section.rows)
        if (!row.link.isEmpty()) all << row.link;
    return all;
  }

 private Q_SLOTS:
  void a_wrong_query_is_placed_by_letters_not_by_bytes() {
    const ParsedQuery wrong = parse_query(QStringLiteral("größe size:3"));
    QCOMPARE(wrong.error_column, 6);
    QVERIFY(wrong.error.startsWith(QStringLiteral("'size:' is not a key")));
    QVERIFY(parse_query(QStringLiteral("relu")).error.isEmpty());
  }

  void a_kernel_is_offered_where_there_is_one() {
    const auto graph = test::two_blocks();
    const auto fusion = test::fused(*graph);
    const NodeId conv = graph->find("block1/conv");
    const QString kernel = QStringLiteral("kernel:0");
    QVERIFY(links(describe_node(*graph, fusion.get(), Readers(*graph), conv)).contains(kernel));
    QVERIFY(links(describe_group(*graph, *fusion, GroupId(0))).contains(kernel));
    graph->node(conv).op = "argwhere";
    QVERIFY(!links(describe_node(*graph, fusion.get(), Readers(*graph), conv)).contains(kernel));
    const InspectorPage page = describe_group(*graph, *fusion, GroupId(0));
    QVERIFY(!links(page).contains(kernel));
    QVERIFY(std::ranges::any_of(page.sections.front().rows, [](const InspectorRow& row) {
      return row.value.startsWith(QStringLiteral("'argwhere' has no kernel"));
    }));
  }

  void control_flow_says_why_it_has_no_kernel() {
    const auto graph = test::two_blocks();
    const auto fusion = test::fused(*graph);
    const NodeId conv = graph->find("block1/conv");
    graph->node(conv).kind = graph::NodeKind::If;
    fusion->group_of.erase(conv);
    const InspectorPage page = describe_node(*graph, fusion.get(), Readers(*graph), conv);
    QVERIFY(std::ranges::any_of(page.sections, [](const InspectorSection& section) {
      return std::ranges::any_of(section.rows, [](const InspectorRow& row) {
        return row.value.startsWith(QStringLiteral("'if' has no kernel: "));
      });
    }));
  }

  // The number of operators that a row shows is that of the nodes that its link finds.
  void counts_of_operators_are_what_their_links_find() {
    const auto graph = test::two_blocks();
    const ScopeTree tree = ScopeTree::build(*graph);
    const int32_t block = tree.find("block1");
    QVERIFY(block > 0);
    int followed = 0;
    for (const InspectorPage& page : {describe_graph(*graph, nullptr), describe_scope(*graph, nullptr, tree, block)})
      for (const InspectorSection& section : page.sections)
        for (const InspectorRow& row : section.rows) {
          if (!row.link.startsWith(QStringLiteral("find:"))) continue;
          ++followed;
          const ParsedQuery query = parse_query(row.link.mid(5));
          QVERIFY2(query.error.isEmpty(), qPrintable(query.error));
          const auto found = query.query.run(*graph, find::searched_nodes(*graph), nullptr);
          QCOMPARE(QString::number(found.size()), row.value);
        }
    QCOMPARE(followed, 4 + 3);
  }

  void the_page_of_an_edge_leads_to_the_deciding_step() {
    const auto graph = test::two_blocks();
    const auto fusion = test::fused(*graph);
    const NodeId from = graph->find("block1/relu"), to = graph->find("block2/conv");
    QVERIFY(links(describe_edge(*graph, fusion.get(), from, to, nullptr))
                .contains(QStringLiteral("decision:%1:%2").arg(from.value).arg(to.value)));
  }

  void a_call_tip_is_signature_and_summary() {
    QCOMPARE(scriptCallTip(QStringLiteral("s[P].compute_at(s[C], ")),
             QStringLiteral(
                 "s[P].compute_at(s[C], scope)\nComputes P where C needs it, once for each run of that loop of C"));
    QCOMPARE(scriptCallTip(QStringLiteral("y, x = ")), QString());
    QCOMPARE(wordBefore(QStringLiteral("s[größe")), QStringLiteral("größe"));
  }
};

NW_TEST(TestTextAdapters);
#include "test_text_adapters.moc"
