// SPDX-License-Identifier: GPL-3.0-or-later
// Large graphs without names get scopes from their structure.
#include <QTest>

#include "models/scope_tree.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

// Layers of eight calls: a chain of seven beside a shortcut, joined by an add. All read one weight.
graph::Graph decoder(int layers) {
  graph::Graph graph;
  const auto add = [&](const char* op, std::vector<NodeId> inputs) {
    graph::Node node;
    node.kind = inputs.empty() ? graph::NodeKind::Input : graph::NodeKind::Call;
    node.op = op;
    node.inputs = std::move(inputs);
    return graph.add(std::move(node));
  };
  NodeId last = add("", {});
  const NodeId weight = add("", {});
  graph.inputs = {last, weight};
  for (int layer = 0; layer < layers; ++layer) {
    NodeId chain = last;
    for (int i = 0; i < 7; ++i) chain = add("multiply", {chain, weight});
    last = add("add", {last, chain});
  }
  graph.outputs = {last};
  return graph;
}

}  // namespace

class TestStructure : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_small_graph_is_left_flat() { QCOMPARE(ScopeTree::build(decoder(20)).scopes.size(), size_t{1}); }

  void layers_of_a_large_graph_are_scopes() {
    const graph::Graph graph = decoder(300);
    const ScopeTree tree = ScopeTree::build(graph);
    QCOMPARE(tree.scopes.size(), size_t{301});
    QCOMPARE(tree.scopes[0].scopes.size(), size_t{300});
    QCOMPARE(tree.scopes[0].node_count, 2402);
    QCOMPARE(tree.scopes[1].nodes.size(), size_t{8});
    QCOMPARE(QString::fromStdString(tree.scopes[1].path), QStringLiteral("%9"));
    for (const NodeId input : graph.inputs) QCOMPARE(tree.scope_of[input.index()], 0);
    QCOMPARE(tree.scope_of[9], tree.scope_of[2]);
  }
};

NW_TEST(TestStructure);
#include "test_structure.moc"
