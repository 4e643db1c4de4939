// SPDX-License-Identifier: GPL-3.0-or-later
// Who reads a node, as the scope tree of a graph keeps it.
#include <QTest>

#include "graphs.h"
#include "models/scope_tree.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestReaders : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_tree_knows_who_reads_a_node() {
    const auto graph = test::two_blocks();
    const ScopeTree tree = ScopeTree::build(*graph);
    const auto readers_of = [&](const char* name) {
      QStringList names;
      for (const NodeId reader : tree.readers.of(graph->find(name)))
        names << QString::fromStdString(graph->node(reader).name);
      return names.join(QStringLiteral(", "));
    };
    QCOMPARE(readers_of("x"), QStringLiteral("block1/conv, sum"));
    QCOMPARE(readers_of("w"), QStringLiteral("block1/conv, block2/conv"));  // a constant, which is not shown
    QCOMPARE(readers_of("sum"), QString());
  }

  void one_that_reads_a_node_twice_is_listed_once() {
    graph::Graph graph;
    const NodeId x = test::add(graph, "input", "x", {});
    const NodeId square = test::add(graph, "multiply", "square", {x, x});
    QCOMPARE(Readers(graph).of(x).size(), size_t{1});
    QCOMPARE(Readers(graph).of(x).front(), square);
  }
};

NW_TEST(TestReaders);
#include "test_readers.moc"
