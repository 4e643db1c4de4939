// SPDX-License-Identifier: GPL-3.0-or-later
// What a run computes without a kernel, what prevents it, and where symbols come from.
#include <QTest>

#include "model/runnable.h"
#include "op/symbol_sources.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"

using namespace nw;

class TestRunnable : public QObject {
  Q_OBJECT

  static graph::Graph nonzero() {
    test::OnnxBuilder b;
    b.input("x", {"n", 4}).output("y");
    b.node("NonZero", {"x"}, {"y"}, "places");
    return *b.read().value;
  }

 private Q_SLOTS:
  void computed_by_the_reference_operator() {
    const auto list = model::without_kernel(nonzero());
    QCOMPARE(list.size(), size_t{1});
    QCOMPARE(list[0].op, std::string("argwhere"));
    QCOMPARE(list[0].why,
             std::string("it has no computation in tensor expressions: its reference operator computes it"));
    QVERIFY(model::run_obstacles(nonzero()).empty());
  }

  void a_group_names_its_first_call_without_a_kernel() {
    const graph::Graph graph = nonzero();
    fusion::Group group;
    for (const graph::Node& node : graph.nodes())
      if (node.op == "argwhere") group.nodes = {node.id};
    QCOMPARE(model::why_no_kernel(graph, group).english(),
             std::string("'argwhere' has no kernel: it has no computation in tensor expressions"));
    group.nodes.clear();
    QCOMPARE(model::why_no_kernel(graph, group).english(), std::string());
  }

  void control_flow_has_no_kernel() {
    graph::Graph graph;
    graph::Node branch;
    branch.kind = graph::NodeKind::If;
    const std::string why = model::why_no_kernel(graph, branch).english();
    QVERIFY2(why.starts_with("'if' has no kernel: "), why.c_str());
  }

  void strings_have_no_kernels() {
    test::OnnxBuilder b;
    b.input("x", {4}, onnx::TensorProto::STRING).output("y");
    b.ints("shape", {2, 2});
    b.node("Reshape", {"x", "shape"}, {"y"});
    const graph::Graph g = *b.read().value;
    QCOMPARE(model::without_kernel(g).at(0).why,
             std::string("no kernel computes with strings: its reference operator computes it"));
    QVERIFY(model::run_obstacles(g).empty());
  }

  void nothing_computes_it() {
    test::OnnxBuilder b;
    b.input("x", {4}).input("z", {4}, onnx::TensorProto::COMPLEX64).output("y");
    b.node("Mystery", {"x"}, {"y"}, "who");
    const graph::Graph g = *b.read().value;
    QVERIFY(model::without_kernel(g).empty());
    QCOMPARE(model::run_obstacles(g),
             (std::vector<std::string>{"no file holds a value for the input 'z' (?)",
                                       "nothing computes Mystery 'who': the operator is not known here"}));
  }

  void symbols_and_the_most_they_can_be() {
    const graph::Graph g = nonzero();
    const auto sources = op::symbol_sources(g);
    QCOMPARE(sources.size(), size_t{2});
    QCOMPARE(sources[0].symbol, std::string("n"));
    QCOMPARE(g.node(sources[0].node).name, std::string("x"));
    QCOMPARE(sources[0].axis, size_t{0});
    QVERIFY(!sources[0].at_most);
    QCOMPARE(graph::to_string(*sources[1].at_most), std::string("n*4"));
  }
};

NW_TEST(TestRunnable);
#include "test_runnable.moc"
