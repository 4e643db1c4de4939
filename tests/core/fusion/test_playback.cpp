// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithm step by step, and the groups at any moment of it.
#include <QTest>

#include "fusion/playback.h"
#include "programs.h"
#include "registry.h"

using namespace nw::test;

namespace {

std::string film(const std::string& program, const nw::fusion::Options& options = {}) {
  const nw::graph::Graph graph = read(program);
  std::string text;
  for (const nw::fusion::PlayEvent& event : nw::fusion::playback(graph, relay_ops(), options).events) {
    text += sentence(graph, event).english() + "\n";
  }
  return text;
}

// The groups of more than one node, after so many events.
std::string groups_after(const nw::graph::Graph& graph, const nw::fusion::Playback& play, size_t count) {
  std::map<nw::NodeId, std::string> groups;
  const std::vector<nw::NodeId> roots = play.groups_after(count);
  for (size_t i = 0; i < roots.size(); ++i) groups[roots[i]] += graph.node(nw::NodeId(i)).name + " ";
  std::string text;
  for (const auto& [root, names] : groups) {
    if (names.find(' ') + 1 < names.size()) text += "{" + names.substr(0, names.size() - 1) + "}";
  }
  return text;
}

const std::string kConcat =
    "fn (%x: Tensor[(1, 8), float32]) {\n%0 = exp(%x);\n%1 = tanh(%0);\n%2 = (%1, %x);\n%3 = concatenate(%2, axis=1);\n"
    "%4 = argsort(%3);\nnegative(%4)\n}";

}  // namespace

class TestPlayback : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void the_whole_film() {
    QCOMPARE(film(kConcat), std::string(R"(A root of the tree: `negative` (%5) is needed outside.
All uses of `argsort` (%4) meet in `negative` (%5); the greatest pattern on the way is elemwise.
All uses of `concatenate` (%3) meet in `argsort` (%4); the greatest pattern on the way is opaque.
All uses of `tuple` (%2) meet in `concatenate` (%3); the greatest pattern on the way is injective.
All uses of `tanh` (%1) meet in `tuple` (%2); the greatest pattern on the way is injective.
All uses of `exp` (%0) meet in `tanh` (%1); the greatest pattern on the way is elemwise.
`argsort` (%4) stays: opaque-producer.
`negative` (%5) stays: extern-use.
Phase 0 begins: elementwise, broadcast and out_elemwise_fusable operators.
Phase 0: `exp` (%0) goes into the group of `tanh` (%1).
Phase 1 begins: injective operators and tuples.
Phase 1: `tuple` (%2) goes into the group of `concatenate` (%3).
Phase 1: `concatenate` (%3) stays: injective-path because of `argsort` (%4).
Phase 2 begins: into tuples that were themselves fused into an injective operator.
Phase 2: `tanh` (%1) goes into the group of `tuple` (%2).
)"));
  }

  // For each edge, the sentence of the event that decided about it.
  void each_edge_has_a_deciding_event() {
    const nw::graph::Graph graph = read(kConcat);
    const nw::fusion::Playback play = nw::fusion::playback(graph, relay_ops());
    std::string text;
    for (const auto& [from, to] : {std::pair("exp", "tanh"), std::pair("tanh", "concatenate"),
                                   std::pair("concatenate", "argsort"), std::pair("argsort", "negative")}) {
      nw::NodeId a, b;
      for (const nw::graph::Node& node : graph.nodes()) {
        if (node.op == from) a = node.id;
        if (node.op == to) b = node.id;
      }
      const size_t count = nw::fusion::deciding_event(play, a, b);
      QVERIFY(count > 0);
      text += sentence(graph, play.events[count - 1]).english() + "\n";
    }
    QCOMPARE(text, std::string("Phase 0: `exp` (%0) goes into the group of `tanh` (%1).\n"
                               "Phase 2: `tanh` (%1) goes into the group of `tuple` (%2).\n"
                               "Phase 1: `concatenate` (%3) stays: injective-path because of `argsort` (%4).\n"
                               "`argsort` (%4) stays: opaque-producer.\n"));
    QCOMPARE(nw::fusion::deciding_event({}, nw::NodeId(0), nw::NodeId(1)), size_t{0});
  }

  void what_the_file_states_comes_first() {
    QCOMPARE(film("fn (%x: Tensor[(8), float32]) {\n%0 = fn (%p: Tensor[(8), float32], Primitive=1) {\n"
                  "  %1 = exp(%p);\n  tanh(%1)\n};\n%0(%x)\n}",
                  level(0)),
             std::string("A root of the tree: `tanh` (%2) is needed outside.\n"
                         "All uses of `exp` (%1) meet in `tanh` (%2); the greatest pattern on the way is elemwise.\n"
                         "As the file says: `exp` (%1) goes into the group of `tanh` (%2).\n"));
  }

  void any_moment() {
    const nw::graph::Graph graph = read(kConcat);
    const nw::fusion::Playback play = nw::fusion::playback(graph, relay_ops());
    QCOMPARE(groups_after(graph, play, 6), std::string());
    QCOMPARE(groups_after(graph, play, 10), std::string("{%0 %1}"));
    QCOMPARE(groups_after(graph, play, 13), std::string("{%0 %1}{%2 %3}"));
    QCOMPARE(groups_after(graph, play, 10), std::string("{%0 %1}"));
    QCOMPARE(groups_after(graph, play, 1000), std::string("{%0 %1 %2 %3}"));
  }

  void the_last_moment_is_the_result_data() {
    QTest::addColumn<QString>("program");
    for (const char* name : {"net_squeezenet_testing", "conv_diamond", "dense_split_gates", "inception_two_blocks"}) {
      QTest::newRow(name) << name;
    }
  }

  void the_last_moment_is_the_result() {
    QFETCH(QString, program);
    const nw::graph::Graph graph = read(read_data("parity/relay/" + program.toStdString() + ".relay"));
    const nw::fusion::Fusion fusion = nw::fusion::fuse(graph, relay_ops());
    const nw::fusion::Playback play = nw::fusion::playback(graph, relay_ops());
    const std::vector<nw::NodeId> roots = play.groups_after(play.events.size());
    for (const nw::fusion::Edge& edge : fusion.edges) {
      QCOMPARE(roots[edge.from.index()] == roots[edge.to.index()], edge.fused);
    }
  }
};

NW_TEST(TestPlayback);
#include "test_playback.moc"
