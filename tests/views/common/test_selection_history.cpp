// SPDX-License-Identifier: GPL-3.0-or-later
// Selections: back and forward, and what becomes of them in another snapshot or another model.
#include <QTest>

#include "common/selection_history.h"
#include "graphs.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

Selection node(int32_t id) {
  return Selection::of_node(NodeId(id));
}

// Two snapshots of the same nodes; the pass between them dropped the node "sum".
model::Model two_snapshots() {
  model::Model model;
  model::Snapshot source, after;
  source.graph = test::two_blocks();
  after.graph = source.graph;
  for (const char* name : {"block1/conv", "block1/bias"})
    after.from_previous[source.graph->find(name)] = NodeId(source.graph->find(name).index() + 1);
  model.snapshots = {source, after};
  return model;
}

}  // namespace

class TestSelectionHistory : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void back_and_forward() {
    SelectionHistory history;
    for (const int32_t id : {1, 2, 3}) history.select(node(id));
    history.goBack();
    history.goBack();
    QVERIFY(history.current() == node(1) && history.canGoBack());
    history.goBack();  // to where one was before the first jump
    QVERIFY(history.current().empty() && !history.canGoBack());
    history.goForward();
    QVERIFY(history.current() == node(1));
    history.goForward();
    QVERIFY(history.current() == node(2) && history.canGoForward());
  }

  void another_selection_ends_the_way_forward() {
    SelectionHistory history;
    history.select(node(1));
    history.select(node(2));
    history.goBack();
    history.select(node(3));
    QVERIFY(!history.canGoForward());
    history.goBack();
    QVERIFY(history.current() == node(1));
  }

  void replaced_selections_are_not_remembered() {
    SelectionHistory history;
    history.select(node(1));
    history.replace(node(7));
    QVERIFY(history.current() == node(7));
    history.goBack();
    QVERIFY(history.current().empty() && !history.canGoBack());
  }

  void transferred_selections_that_become_empty_are_dropped() {
    SelectionHistory history;
    for (const int32_t id : {1, 2, 3}) history.select(node(id));
    history.transfer([](const Selection& s) { return s == node(2) ? Selection() : node(s.node.value + 10); });
    QVERIFY(history.current() == node(13));
    history.goBack();
    QVERIFY(history.current() == node(11));
    history.goBack();
    QVERIFY(history.current().empty() && !history.canGoBack());
  }

  void nodes_are_followed_through_the_passes() {
    const model::Model model = two_snapshots();
    const NodeId conv = model.snapshots[0].graph->find("block1/conv");
    const NodeId after = node_in_snapshot(model, conv, 0, 1);
    QCOMPARE(after.index(), conv.index() + 1);
    QVERIFY(node_in_snapshot(model, after, 1, 0) == conv);
    QVERIFY(!node_in_snapshot(model, model.snapshots[0].graph->find("sum"), 0, 1).valid());
  }

  void a_selection_without_its_node_is_empty() {
    const model::Model model = two_snapshots();
    const graph::Graph& graph = *model.snapshots[0].graph;
    const Selection kept = Selection::of_edge(graph.find("block1/conv"), graph.find("block1/bias"));
    QVERIFY(selection_in_snapshot(model, kept, 0, 1).kind == Selection::Kind::Edge);
    QVERIFY(selection_in_snapshot(model, Selection::of_edge(kept.node, graph.find("sum")), 0, 1).empty());
    QVERIFY(selection_in_snapshot(model, Selection::of_group(GroupId(0)), 0, 1).empty());
    QVERIFY(selection_in_snapshot(model, Selection::of_scope("block1"), 0, 1) == Selection::of_scope("block1"));
  }

  void in_another_model_names_count() {
    const auto from = test::two_blocks();
    auto to = std::make_shared<graph::Graph>();
    test::add(*to, "input", "x", {});
    test::add(*to, "input", "block1/conv", {});
    const Selection conv = selection_by_names(Selection::of_node(from->find("block1/conv")), *from, *to);
    QVERIFY(conv == Selection::of_node(to->find("block1/conv")));
    QVERIFY(selection_by_names(Selection::of_node(from->find("sum")), *from, *to).empty());
  }
};

NW_TEST(TestSelectionHistory);
#include "test_selection_history.moc"
