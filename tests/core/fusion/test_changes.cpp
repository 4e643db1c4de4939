// SPDX-License-Identifier: GPL-3.0-or-later
// The one change that each reason names: it fuses the edge; and where none is named, no single one does.
#include <QTest>

#include "fusion/change.h"
#include "programs.h"
#include "registry.h"

using namespace nw::test;
using nw::NodeId;
using nw::fusion::Change;
using nw::fusion::DepthChange;
using nw::fusion::EdgeChange;
using nw::fusion::EdgeChoice;
using nw::fusion::FenceChange;
using nw::fusion::Fusion;
using nw::fusion::LevelChange;
using nw::fusion::Options;
using nw::fusion::PatternChange;
using nw::graph::Graph;
using nw::graph::OpPattern;

namespace {

std::string squeezenet() {
  return read_data("parity/relay/net_squeezenet_testing.relay");
}

// Lines of a program that numbers them itself.
class Program {
 public:
  std::string add(const std::string& call) {
    text_ += "  %" + std::to_string(next_) + " = " + call + ";\n";
    return "%" + std::to_string(next_++);
  }
  std::string text() const { return text_; }

 private:
  std::string text_;
  int next_ = 0;
};

std::string norm(Program& p, const std::string& x) {
  const std::string centred = p.add("subtract(" + x + ", " + p.add("mean(" + x + ", axis=[-1], keepdims=True)") + ")");
  const std::string variance =
      p.add("mean(" + p.add("multiply(" + centred + ", " + centred + ")") + ", axis=[-1], keepdims=True)");
  const std::string deviation = p.add("sqrt(" + p.add("add(" + variance + ", 1e-05f)") + ")");
  return p.add("multiply(" + p.add("divide(" + centred + ", " + deviation + ")") + ", %g)");
}

std::string dense(Program& p, const std::string& x) {
  const std::string flat = p.add("reshape(" + x + ", newshape=[16, 64])");
  return p.add("add(" + p.add("reshape(" + p.add("nn.dense(" + flat + ", %w, units=64)") + ", newshape=[1, 16, 64])") +
               ", %b)");
}

std::string transformer(int layers) {
  Program p;
  std::string x = "%x";
  for (int i = 0; i < layers; ++i) {
    const std::string h = norm(p, x);
    const std::string q = dense(p, h), k = dense(p, h), v = p.add("transpose(" + dense(p, h) + ", axes=[0, 2, 1])");
    const std::string scores = p.add("multiply(" + p.add("nn.batch_matmul(" + q + ", " + k + ")") + ", 0.125f)");
    const std::string soft = p.add("nn.softmax(" + p.add("add(" + scores + ", %mask)") + ", axis=-1)");
    x = p.add("add(" + x + ", " + dense(p, p.add("nn.batch_matmul(" + soft + ", " + v + ")")) + ")");
    const std::string u = dense(p, norm(p, x));
    x = p.add("add(" + x + ", " + dense(p, p.add("multiply(" + u + ", " + p.add("sigmoid(" + u + ")") + ")")) + ")");
  }
  return "fn (%x: Tensor[(1, 16, 64), float32], %g: Tensor[(64), float32], %b: Tensor[(64), float32], "
         "%w: Tensor[(64, 64), float32], %mask: Tensor[(1, 16, 16), float32]) {\n" +
         p.text() + "  nn.relu(" + x + ")\n}";
}

// Blocks as in DenseNet and Inception: parallel branches, tuples, projections, and values that are used far on.
std::string branches() {
  Program p;
  std::string x = "%x";
  for (int i = 0; i < 2; ++i) {
    const std::string parts = p.add("split(" + x + ", indices_or_sections=2, axis=1)");
    const std::string conv =
        p.add("nn.relu(" + p.add("nn.conv2d(" + parts + ".0, %w, channels=4, kernel_size=[1, 1])") + ")");
    const std::string pool =
        p.add("nn.max_pool2d(" + parts + ".1, pool_size=[3, 3], strides=[1, 1], padding=[1, 1, 1, 1])");
    const std::string sorted = p.add("argsort(" + pool + ", axis=1, dtype=\"float32\")");
    const std::string joined =
        p.add("concatenate((" + conv + ", " + p.add("add(" + pool + ", " + sorted + ")") + "), axis=1)");
    x = p.add("add(" + joined + ", " + p.add("sum(" + x + ", axis=[1], keepdims=True)") + ")");
  }
  return "fn (%x: Tensor[(1, 8, 16, 16), float32], %w: Tensor[(4, 4, 1, 1), float32]) {\n" + p.text() + "  (" + x +
         ", exp(" + x + "))\n}";
}

const std::string kChain = "fn (%x: Tensor[(8), float32]) {\n%0 = exp(%x);\n%1 = tanh(%0);\nsqrt(%1)\n}";

Fusion fused(const Graph& graph, const Options& options = {}) {
  return nw::fusion::fuse(graph, relay_ops(), options);
}

bool together(const Fusion& fusion, NodeId a, NodeId b) {
  const auto x = fusion.group_of.find(a);
  const auto y = fusion.group_of.find(b);
  return x != fusion.group_of.end() && y != fusion.group_of.end() && x->second == y->second;
}

// Every change of fusion that brings nodes together, or apart, in this graph.
std::vector<Change> every_single_change(const Graph& graph, const Fusion& fusion) {
  constexpr OpPattern kKinds[] = {OpPattern::Elemwise, OpPattern::Broadcast, OpPattern::Injective,
                                  OpPattern::CommReduce, OpPattern::OutElemwiseFusable};
  std::vector<Change> all{DepthChange{1000000}};
  std::set<std::string> ops;
  for (const auto& [node, pattern] : fusion.pattern) {
    if (graph.node(node).kind != nw::graph::NodeKind::Call) continue;
    ops.insert(graph.node(node).op);
    for (const OpPattern kind : kKinds) all.push_back(PatternChange{graph.node(node).name, kind});
    all.push_back(FenceChange{graph.node(node).name});
  }
  for (const std::string& op : ops) {
    for (const OpPattern kind : kKinds) all.push_back(PatternChange{op, kind});
  }
  for (const auto& [a, to_a] : fusion.pattern) {
    for (const auto& [b, to_b] : fusion.pattern) {
      if (a != b) all.push_back(EdgeChange{graph.node(a).name, graph.node(b).name, EdgeChoice::Join});
      if (a < b) all.push_back(EdgeChange{graph.node(a).name, graph.node(b).name, EdgeChoice::Cut});
    }
  }
  return all;
}

}  // namespace

class TestChanges : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void the_change_fuses_the_edge_data() {
    QTest::addColumn<QString>("program");
    QTest::newRow("squeezenet") << QString::fromStdString(squeezenet());
    QTest::newRow("transformer") << QString::fromStdString(transformer(3));
    QTest::newRow("branches") << QString::fromStdString(branches());
  }

  void the_change_fuses_the_edge() {
    QFETCH(QString, program);
    const Graph graph = read(program.toStdString());
    Fusion fusion = fused(graph);
    nw::fusion::name_changes(graph, relay_ops(), {}, fusion);
    int tried = 0;
    for (const nw::fusion::Edge& edge : fusion.edges) {
      if (edge.fused) continue;
      QVERIFY2(edge.reason.change.has_value() == edge.reason.no_change.empty(), edge.reason.text.english().c_str());
      if (!edge.reason.change) continue;
      const std::string change = title(*edge.reason.change).english();
      const auto options = nw::fusion::with_change(graph, {}, *edge.reason.change);
      QVERIFY2(options, change.c_str());
      QVERIFY2(together(fused(graph, *options), edge.from, edge.to), (edge.reason.text.english() + change).c_str());
      ++tried;
    }
    QVERIFY(tried > 10);
  }

  void where_none_is_named_none_would_data() {
    QTest::addColumn<QString>("program");
    QTest::newRow("branches") << QString::fromStdString(branches());
    QTest::newRow("several results") << QStringLiteral(
        "fn (%x: Tensor[(4, 8), float32], %w: Tensor[(8, 8), float32]) {\n%0 = exp(%x);\n%1 = nn.dense(%0, %w);\n"
        "%2 = add(%1, %0);\n%3 = sum(%1, axis=[1], keepdims=True);\n%4 = subtract(%2, %3);\n%5 = tanh(%0);\n"
        "(%4, %5, argsort(%2))\n}");
  }

  void where_none_is_named_none_would() {
    QFETCH(QString, program);
    const Graph graph = read(program.toStdString());
    Fusion fusion = fused(graph);
    nw::fusion::name_changes(graph, relay_ops(), {}, fusion);
    std::vector<const nw::fusion::Edge*> hopeless;
    for (const nw::fusion::Edge& edge : fusion.edges) {
      if (!edge.reason.no_change.empty()) hopeless.push_back(&edge);
    }
    QVERIFY(!hopeless.empty());
    for (const Change& change : every_single_change(graph, fusion)) {
      const auto options = nw::fusion::with_change(graph, {}, change);
      QVERIFY2(options, title(change).english().c_str());
      const Fusion after = fused(graph, *options);
      for (const nw::fusion::Edge* edge : hopeless) {
        QVERIFY2(!together(after, edge->from, edge->to),
                 (title(change).english() + " fuses: " + edge->reason.text.english()).c_str());
      }
    }
  }

  // What each kind of change makes of the options.
  void each_kind_changes_its_option() {
    const Graph graph = read(kChain);
    const NodeId exp = graph.find("%0"), tanh = graph.find("%1");
    const auto with = [&](const Change& change, const Options& options = {}) {
      return nw::fusion::with_change(graph, options, change).value();
    };
    QCOMPARE(with(PatternChange{"%0", OpPattern::Opaque}).node_patterns.at(exp), OpPattern::Opaque);
    QCOMPARE(with(PatternChange{"tanh", OpPattern::Opaque}).op_patterns.at("tanh"), OpPattern::Opaque);
    const Options fenced = with(FenceChange{"%0"});
    QCOMPARE(fenced.fences, std::set{exp});
    const Options joined = with(EdgeChange{"%0", "%1", EdgeChoice::Join});
    QCOMPARE(joined.joins, (std::vector{std::pair(exp, tanh)}));
    const Options cut = with(EdgeChange{"%0", "%1", EdgeChoice::Cut});
    QCOMPARE(cut.cuts, (std::vector{std::pair(exp, tanh)}));
    QCOMPARE(with(DepthChange{3}).max_depth, 3);
    QCOMPARE(with(LevelChange{0}).opt_level, 0);
  }

  void each_kind_can_be_taken_back() {
    const Graph graph = read(kChain);
    const EdgeChange rules{"%0", "%1", EdgeChoice::Rules};
    const std::vector<std::pair<Change, Change>> pairs{
        {PatternChange{"%0", OpPattern::Opaque}, PatternChange{"%0", {}}},
        {PatternChange{"tanh", OpPattern::Opaque}, PatternChange{"tanh", {}}},
        {FenceChange{"%0"}, FenceChange{"%0", false}},
        {EdgeChange{"%0", "%1", EdgeChoice::Join}, rules},
        {EdgeChange{"%0", "%1", EdgeChoice::Cut}, rules},
        {DepthChange{1}, DepthChange{256}},
        {LevelChange{0}, LevelChange{2}},
    };
    for (const auto& [change, back] : pairs) {
      const Options changed = nw::fusion::with_change(graph, {}, change).value();
      const Options usual = nw::fusion::with_change(graph, changed, back).value();
      QVERIFY2(usual == Options(), title(back).english().c_str());
      QVERIFY2(changed != usual, title(change).english().c_str());
    }
  }

  void a_cut_of_an_edge_that_is_joined_too_is_dropped_first() {
    const Graph graph = read(kChain);
    const std::pair edge(graph.find("%0"), graph.find("%1"));
    Options both;
    both.joins = both.cuts = {edge};
    const Options joined = nw::fusion::with_change(graph, both, EdgeChange{"%0", "%1", EdgeChoice::Rules}).value();
    QVERIFY(joined.cuts.empty());
    QCOMPARE(joined.joins, (std::vector{edge}));
  }

  void a_name_that_the_graph_does_not_have_changes_nothing() {
    const Graph graph = read(kChain);
    for (const Change& change : std::vector<Change>{
             PatternChange{"%9", OpPattern::Opaque}, PatternChange{"softmax", OpPattern::Opaque}, FenceChange{"%9"},
             EdgeChange{"%0", "%9", EdgeChoice::Join}, EdgeChange{"%9", "%0", EdgeChoice::Cut}}) {
      QVERIFY2(!nw::fusion::with_change(graph, {}, change), title(change).english().c_str());
    }
  }

  void titles() {
    QCOMPARE(title(PatternChange{"%7", OpPattern::CommReduce}).english(), std::string("%7 as comm_reduce"));
    QCOMPARE(title(PatternChange{"nn.relu", {}}).english(), std::string("nn.relu with its own pattern"));
    QCOMPARE(title(FenceChange{"%3"}).english(), std::string("fence after %3"));
    QCOMPARE(title(FenceChange{"%3", false}).english(), std::string("no fence after %3"));
    QCOMPARE(title(EdgeChange{"%0", "%2", EdgeChoice::Join}).english(), std::string("fuse %0 → %2"));
    QCOMPARE(title(EdgeChange{"%0", "%2", EdgeChoice::Cut}).english(), std::string("cut %0 → %2"));
    QCOMPARE(title(EdgeChange{"%0", "%2", EdgeChoice::Rules}).english(), std::string("leave to the rules %0 → %2"));
    QCOMPARE(title(DepthChange{3}).english(), std::string("at most 3 operators in a group"));
    QCOMPARE(title(LevelChange{0}).english(), std::string("fusion at opt level 0"));
  }
};

NW_TEST(TestChanges);
#include "test_changes.moc"
