// SPDX-License-Identifier: GPL-3.0-or-later
// Two programs side by side: what is the same, changed, removed, added.
#include <QTest>

#include "graph/compare.h"
#include "import/relay.h"
#include "registry.h"

namespace {

using nw::graph::Comparison;
using nw::graph::Graph;

Graph read(const std::string& body) {
  nw::Result<Graph> graph = nw::import::read_relay(
      "fn (%x: Tensor[(1, 8), float32], %w: Tensor[(8, 8), float32], %v: Tensor[(8, 8), float32]) {\n" + body + "\n}");
  return graph.value ? std::move(*graph.value) : Graph();
}

std::string diff(const Graph& a, const Graph& b) {
  const Comparison c = nw::graph::compare(a, b);
  std::string text = summary(c).english() + "\n";
  for (const nw::NodeId id : c.removed) text += "- " + a.node(id).op + " " + a.node(id).name + "\n";
  for (const nw::NodeId id : c.added) text += "+ " + b.node(id).op + " " + b.node(id).name + "\n";
  for (const nw::graph::NodeChange& change : c.changed) {
    text += "~ " + a.node(change.before).name + " " + b.node(change.after).name;
    for (const std::string& what : change.what) text += "; " + what;
    text += "\n";
  }
  return text;
}

std::string diff(const std::string& a, const std::string& b) {
  return diff(read(a), read(b));
}

const std::string kNet = "%0 = nn.dense(%x, %w);\n%1 = nn.relu(%0);\n%2 = nn.dense(%1, %v);\nnn.relu(%2)";

}  // namespace

class TestCompare : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void equal() { QCOMPARE(diff(kNet, kNet), std::string("The graphs are equal: 7 nodes.\n")); }

  void numbers_do_not_matter() {
    QCOMPARE(diff(kNet, "%3 = nn.dense(%x, %w);\n%7 = nn.relu(%3);\n%8 = nn.dense(%7, %v);\nnn.relu(%8)"),
             std::string("The graphs are equal: 7 nodes.\n"));
  }

  void an_attribute() {
    QCOMPARE(diff("%0 = nn.softmax(%x, axis=1);\nexp(%0)", "%0 = nn.softmax(%x, axis=0);\nexp(%0)"),
             std::string("4 nodes are the same, 1 changed, 0 removed, 0 added.\n~ %0 %0; axis: 1 → 0\n"));
  }

  void one_more_in_the_middle() {
    QCOMPARE(
        diff(kNet, "%0 = nn.dense(%x, %w);\n%1 = nn.relu(%0);\n%2 = exp(%1);\n%3 = nn.dense(%2, %v);\nnn.relu(%3)"),
        std::string("6 nodes are the same, 1 changed, 0 removed, 1 added.\n+ exp %2\n"
                    "~ %2 %3; argument 1: %1 → %2\n"));
  }

  void one_less() {
    QCOMPARE(diff(kNet, "%0 = nn.dense(%x, %w);\n%1 = nn.dense(%0, %v);\nnn.relu(%1)"),
             std::string("5 nodes are the same, 1 changed, 1 removed, 0 added.\n- nn.relu %1\n"
                         "~ %2 %1; argument 1: %1 → %0\n"));
  }

  void another_operator_in_its_place() {
    QCOMPARE(diff(kNet, "%0 = nn.dense(%x, %w);\n%1 = tanh(%0);\n%2 = nn.dense(%1, %v);\nnn.relu(%2)"),
             std::string("6 nodes are the same, 1 changed, 0 removed, 0 added.\n~ %1 %1; operator: nn.relu → tanh\n"));
  }

  void another_type() {
    QCOMPARE(diff(read("exp(%x)"), *nw::import::read_relay("fn (%x: Tensor[(2, 8), float32]) { exp(%x) }").value),
             std::string("0 nodes are the same, 2 changed, 2 removed, 0 added.\n-  %w\n-  %v\n"
                         "~ %x %x; type: Tensor[(1, 8), float32] → Tensor[(2, 8), float32]\n"
                         "~ %0 %0; type: Tensor[(1, 8), float32] → Tensor[(2, 8), float32]\n"));
  }

  void repeated_blocks_keep_their_order() {
    std::string ten = "%0 = nn.relu(%x);\n", nine = ten;
    for (int i = 1; i < 10; ++i) {
      const std::string line = "%" + std::to_string(i) + " = nn.relu(%" + std::to_string(i - 1) + ");\n";
      ten += line;
      if (i < 9) nine += line;
    }
    QCOMPARE(diff(nine + "exp(%8)", ten + "exp(%9)"),
             std::string("12 nodes are the same, 1 changed, 0 removed, 1 added.\n+ nn.relu %9\n"
                         "~ %9 %10; argument 1: %8 → %9\n"));
  }

  // As the window counts them, which shows no constants.
  void constants_are_counted_apart() {
    QCOMPARE(diff("add(%x, 1.0f)", "add(%x, 1.0f)"), std::string("The graphs are equal: 4 nodes and 1 constant.\n"));
    QCOMPARE(diff("add(%x, 1.0f)", "exp(add(%x, 1.0f))"),
             std::string("4 nodes are the same, 0 changed, 0 removed, 1 added; 1 constant is the same, 0 changed, "
                         "0 removed, 0 added.\n+ exp %2\n"));
  }

  void every_node_has_at_most_one_partner() {
    const Graph a = read(kNet);
    const Graph b = read("%0 = nn.dense(%x, %w);\n%1 = nn.dense(%0, %w);\n%2 = add(%1, %0);\nnn.relu(%2)");
    const Comparison c = nw::graph::compare(a, b);
    for (size_t i = 0; i < c.match.size(); ++i) {
      if (c.match[i].valid()) QCOMPARE(c.back[c.match[i].index()], nw::NodeId(i));
    }
  }
};

NW_TEST(TestCompare);
#include "test_compare.moc"
#include "texts.h"
