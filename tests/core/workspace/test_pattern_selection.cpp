// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern of selections as the window shows it: a name that is free, how often it is taken, what it could ask for.
#include <QTest>

#include "import/relay.h"
#include "registry.h"
#include "workspace/pattern_selection.h"

using namespace nw;
using namespace nw::workspace;

namespace {

// Three convolutions with a relu each, the last with other strides.
graph::Graph three_layers() {
  return *import::read_relay(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(1, 8, 16, 16), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  %1 = nn.relu(%0);
  %2 = nn.conv2d(%1, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  %3 = nn.relu(%2);
  %4 = nn.conv2d(%3, %w, strides=[2, 2], padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  nn.relu(%4)
}
)")
              .value;
}

std::vector<NodeId> named(const graph::Graph& graph, const std::vector<std::string>& names) {
  std::vector<NodeId> nodes;
  for (const std::string& name : names) nodes.push_back(graph.find(name));
  return nodes;
}

const OfferedAttribute* offered(const PatternOfSelections& made, const std::string& name) {
  for (const OfferedAttribute& each : made.attributes)
    if (each.name == name) return &each;
  return nullptr;
}

}  // namespace

class TestPatternSelection : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void one_selection_says_where_else_it_is_taken() {
    const graph::Graph graph = three_layers();
    const PatternOfSelections made = pattern_of_selections(graph, {}, {named(graph, {"%0", "%1"})}, "my.layer");
    QCOMPARE(made.text, std::string("my.layer: is_op(\"nn.relu\")(is_op(\"nn.conv2d\")(wildcard(), wildcard()))\n"));
    QCOMPARE(made.places, size_t{3});
    QCOMPARE(made.matches, std::vector<bool>{true});
    QCOMPARE(offered(made, "strides")->here, std::string("[1, 1]"));
    QCOMPARE(offered(made, "strides")->in_model, std::string("[1, 1] ×2, [2, 2] ×1"));
    QVERIFY(offered(made, "strides")->by_default && !offered(made, "padding")->by_default);
  }

  void an_attribute_that_is_asked_for_is_in_it() {
    const graph::Graph graph = three_layers();
    const auto nodes = named(graph, {"%0", "%1"});
    const PatternOfSelections made =
        pattern_of_selections(graph, {}, {nodes}, "my.layer", {{graph.find("%0"), "strides"}});
    QVERIFY2(made.text.find(".has_attr({\"strides\": [1, 1]})") != std::string::npos, made.text.c_str());
    QCOMPARE(made.places, size_t{2});
    QVERIFY(offered(made, "strides")->wanted);
  }

  void several_selections_are_covered_and_differ_in_what_cannot_be_asked_for() {
    const graph::Graph graph = three_layers();
    const PatternOfSelections made =
        pattern_of_selections(graph, {}, {named(graph, {"%0", "%1"}), named(graph, {"%4", "%5"})}, "my.layer",
                              {{graph.find("%0"), "strides"}});
    QCOMPARE(made.matches, (std::vector<bool>{true, true}));
    QCOMPARE(made.places, size_t{3});
    QCOMPARE(offered(made, "strides")->here, std::string("[1, 1] or [2, 2]"));
    QVERIFY(!offered(made, "strides")->can_be_wanted && !offered(made, "strides")->wanted);
  }

  void names_of_the_table_are_not_used_again() {
    const graph::Graph graph = three_layers();
    const std::string table = "x = wildcard()\nmy.layer: is_op(\"exp\")(x)\n";
    const PatternOfSelections made = pattern_of_selections(graph, table, {named(graph, {"%1"})}, "my.layer");
    QCOMPARE(made.name, std::string("my.layer_2"));
    QCOMPARE(made.text, std::string("my.layer_2: is_op(\"nn.relu\")(wildcard())\n"));
  }

  void what_has_no_one_result_is_said() {
    const graph::Graph graph = three_layers();
    const PatternOfSelections made = pattern_of_selections(graph, {}, {named(graph, {"%0", "%3"})}, "my.layer");
    QVERIFY(made.text.empty());
    QCOMPARE(made.diagnostics.front().code, std::string("NW3115"));
  }
};

NW_TEST(TestPatternSelection);
#include "test_pattern_selection.moc"
