// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "graph/compact.h"
#include "graph/graph.h"
#include "registry.h"

using namespace nw;
using graph::Node;
using graph::NodeKind;

class TestGraph : public QObject {
  Q_OBJECT

  static NodeId add(graph::Graph& g, const std::string& name, std::vector<NodeId> inputs,
                    NodeKind kind = NodeKind::Call) {
    Node n;
    n.kind = kind;
    n.op = "add";
    n.name = name;
    n.inputs = std::move(inputs);
    return g.add(std::move(n));
  }
  static QString order(const graph::Graph& g) {
    QStringList names;
    for (const NodeId id : g.post_order()) names << QString::fromStdString(g.node(id).name);
    return names.join(' ');
  }

 private Q_SLOTS:
  void arguments_come_first_from_the_left_and_once() {
    graph::Graph g;
    const NodeId x = add(g, "x", {}, NodeKind::Input);
    const NodeId a = add(g, "a", {x});
    const NodeId b = add(g, "b", {a});
    const NodeId c = add(g, "c", {x, a});
    g.outputs = {add(g, "d", {c, b, c})};
    add(g, "dead", {x});
    QCOMPARE(order(g), "x a c b d");
    QCOMPARE(g.users()[a.index()].size(), size_t{2});
    QCOMPARE(g.users()[c.index()].size(), size_t{2});  // d reads it twice
  }

  void functions_lets_and_ifs_are_entered() {
    graph::Graph g;
    const NodeId p = add(g, "p", {}, NodeKind::Input);
    const NodeId body = add(g, "body", {p});
    const NodeId f = add(g, "f", {body}, NodeKind::Function);
    g.node(f).params = {p};
    const NodeId v = add(g, "v", {}, NodeKind::Input);
    const NodeId value = add(g, "value", {});
    const NodeId let = add(g, "let", {value, add(g, "use", {v})}, NodeKind::Let);
    g.node(let).bound = v;
    g.outputs = {add(g, "if", {f, let, value}, NodeKind::If)};
    QCOMPARE(order(g), "p body f v value use let if");
  }

  void a_chain_of_a_million_nodes_needs_no_stack() {
    graph::Graph g;
    NodeId last = add(g, "x", {}, NodeKind::Input);
    for (int i = 0; i < 1000000; ++i) {
      Node n;
      n.inputs = {last};
      last = g.add(std::move(n));
    }
    g.outputs = {last};
    QCOMPARE(g.post_order().size(), size_t{1000001});
  }

  void names_are_unique_and_found() {
    graph::Graph g;
    const NodeId a = add(g, "conv", {});
    const NodeId b = add(g, "conv", {});
    const NodeId c = add(g, "", {});
    QCOMPARE(QString::fromStdString(g.node(b).name), "conv/1");
    QCOMPARE(QString::fromStdString(g.node(c).name), "%2");
    QVERIFY(g.find("conv") == a && g.find("conv/1") == b && !g.find("nothing"));
    g.rename(b, "%2");
    QCOMPARE(QString::fromStdString(g.node(b).name), "%2/1");
  }

  void each_of_many_renamed_nodes_is_found_by_its_last_name_only() {
    graph::Graph g;
    for (int i = 0; i < 2000; ++i) add(g, "old" + std::to_string(i), {});
    for (int i = 0; i < 2000; i += 3) g.rename(NodeId(i), "new" + std::to_string(i));
    for (int i = 0; i < 2000; i += 6) g.rename(NodeId(i), "old" + std::to_string(i));
    for (int i = 0; i < 2000; ++i) {
      const bool renamed = i % 3 == 0 && i % 6 != 0;
      QVERIFY(g.find("old" + std::to_string(i)) == (renamed ? NodeId() : NodeId(i)));
      QVERIFY(g.find("new" + std::to_string(i)) == (renamed ? NodeId(i) : NodeId()));
    }
    const graph::Graph copy = g;
    QVERIFY(copy.find("new3") == NodeId(3) && copy.find("old0") == NodeId(0));
  }

  void dead_nodes_go_and_the_rest_keeps_names() {
    graph::Graph g;
    const NodeId x = add(g, "x", {}, NodeKind::Input);
    add(g, "dead", {x});
    g.outputs = {add(g, "y", {x})};
    const graph::Compacted live = graph::without_dead_nodes(g);
    QCOMPARE(order(live.graph), "x y");
    QVERIFY(!live.map[1] && live.map[2] == live.graph.find("y"));
  }

  void attributes_read_with_defaults_and_print() {
    graph::Attrs attrs{{"n", graph::Attr{int64_t{3}}},
                       {"list", graph::ints({1, 2})},
                       {"flag", graph::Attr{true}},
                       {"eps", graph::Attr{1e-5}},
                       {"name", graph::Attr{std::string("NCHW")}}};
    QCOMPARE(graph::int_attr(attrs, "n", 0), int64_t{3});
    QCOMPARE(graph::int_attr(attrs, "flag", 0), int64_t{1});
    QCOMPARE(graph::int_attr(attrs, "name", 7), int64_t{7});
    QCOMPARE(graph::float_attr(attrs, "n", 0), 3.0);
    QCOMPARE(graph::ints_attr(attrs, "n", {}), std::vector<int64_t>{3});
    QCOMPARE(graph::ints_attr(attrs, "list", {}), (std::vector<int64_t>{1, 2}));
    QString text;
    for (const auto& [key, attr] : attrs) text += QString::fromStdString(key + "=" + graph::to_string(attr) + " ");
    QCOMPARE(text, "eps=1e-05 flag=True list=[1, 2] n=3 name=\"NCHW\" ");
  }

  void symbols_get_names_that_read_as_names() {
    QCOMPARE(QString::fromStdString(graph::symbol_name("/transform/Cast_7.value0")), "transform_Cast_7_value0");
    QCOMPARE(QString::fromStdString(graph::symbol_name("0")), "d0");
  }
};

NW_TEST(TestGraph);
#include "test_graph.moc"
