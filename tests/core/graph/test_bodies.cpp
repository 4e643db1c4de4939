// SPDX-License-Identifier: GPL-3.0-or-later
// Which nodes belong to which body.
#include <QTest>

#include "graph/bodies.h"
#include "import/relay.h"
#include "registry.h"

using namespace nw;

class TestBodies : public QObject {
  Q_OBJECT

  static std::string text(const graph::Graph& g) {
    std::string all;
    const auto names = [&](const std::vector<NodeId>& ids) {
      for (const NodeId id : ids) all += " " + (g.node(id).op.empty() ? "if" : g.node(id).op);
    };
    for (const graph::Body& body : graph::bodies(g)) {
      all += body.name + ":";
      names(body.nodes);
      all += " ->";
      names(body.outputs);
      all += "; ";
    }
    return all;
  }

 private Q_SLOTS:
  // What both branches of the outer If read is in neither; what only an inner branch reads is in that one.
  void branches() {
    const auto g = import::read_relay(R"(fn (%c: bool, %d: bool, %x: Tensor[(2), float32]) {
  %0 = exp(%x);
  %1 = tanh(%x);
  if (%c) {
    %2 = sqrt(%0);
    if (%d) { negative(%2) } else { abs(%1) }
  } else {
    log(%0)
  }
}
)");
    QVERIFY(g.ok());
    QCOMPARE(text(*g), std::string("then_branch: sqrt negative -> negative; else_branch: tanh abs -> abs; "
                                   "then_branch: if -> if; else_branch: log -> log; "));
  }
};

NW_TEST(TestBodies);
#include "test_bodies.moc"
