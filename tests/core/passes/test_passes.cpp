// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "graph/dim.h"
#include "op/registry.h"
#include "passes/default_passes.h"
#include "passes/dims.h"
#include "registry.h"

using namespace nw;
using graph::Attr;
using graph::Dim;
using graph::Graph;
using graph::Node;
using graph::NodeKind;
using graph::Type;

class TestPasses : public QObject {
  Q_OBJECT

  static NodeId input(Graph& g, const char* name, graph::Shape shape) {
    Node n;
    n.kind = NodeKind::Input;
    n.name = name;
    n.type = Type::tensor(DType::Float(32), std::move(shape));
    const NodeId id = g.add(std::move(n));
    g.inputs.push_back(id);
    return id;
  }
  static NodeId constant(Graph& g, const char* name, const std::vector<double>& values) {
    Node n;
    n.kind = NodeKind::Constant;
    n.name = name;
    n.data = NDArray(DType::Float(32), {static_cast<int64_t>(values.size())});
    for (size_t i = 0; i < values.size(); ++i) n.data.set(static_cast<int64_t>(i), values[i]);
    return g.add(std::move(n));
  }
  static NodeId call(Graph& g, const char* op, const char* name, std::vector<NodeId> inputs, graph::Attrs attrs = {}) {
    Node n;
    n.op = op;
    n.name = name;
    n.inputs = std::move(inputs);
    n.attrs = std::move(attrs);
    n.origin.name = name;
    n.origin.scope = {"layer1"};
    return g.add(std::move(n));
  }
  static NodeId field(Graph& g, NodeId tuple, int64_t index) {
    Node n;
    n.kind = NodeKind::TupleGet;
    n.name = "field";
    n.inputs = {tuple};
    n.attrs["index"] = Attr{index};
    n.origin.scope = {"layer1"};
    return g.add(std::move(n));
  }
  static QString listing(const Graph& g) {
    QString text;
    for (const NodeId id : g.post_order()) {
      const Node& n = g.node(id);
      if (n.kind == NodeKind::Call)
        text += QString::fromStdString(n.op + " " + n.name + " " + graph::to_string(n.type) + "\n");
    }
    return text;
  }

  static Graph batch_norm() {
    Graph g;
    const NodeId x = input(g, "x", {Dim(1), Dim(2), Dim(4), Dim(4)});
    const NodeId norm = call(g, "nn.batch_norm", "bn",
                             {x, constant(g, "gamma", {2, 3}), constant(g, "beta", {0.5, -1}),
                              constant(g, "mean", {1, -2}), constant(g, "var", {4, 9})},
                             {{"axis", Attr{int64_t{1}}}, {"epsilon", Attr{0.0}}});
    g.outputs = {field(g, norm, 0)};
    op::infer_types(g);
    return g;
  }

 private Q_SLOTS:
  void a_batch_norm_is_one_multiplication_and_one_addition() {
    const passes::PassResult simplified = passes::simplify_inference(batch_norm());
    const passes::PassResult folded = passes::fold_constants(*simplified.graph);
    QCOMPARE(listing(*folded.graph),
             "multiply bn/9 Tensor[(1, 2, 4, 4), float32]\nadd bn/11 Tensor[(1, 2, 4, 4), float32]\n");
    const Graph& g = *folded.graph;
    const Node& add = g.node(g.outputs[0]);
    const Node& multiply = g.node(add.inputs[0]);
    const NDArray& scale = g.node(multiply.inputs[1]).data;
    const NDArray& shift = g.node(add.inputs[1]).data;
    // gamma/√var = 1, 1; beta − mean·scale = −0.5, 1
    QCOMPARE(scale.shape(), (std::vector<int64_t>{2, 1, 1}));
    QCOMPARE(scale.at(0), 1.0);
    QCOMPARE(scale.at(1), 1.0);
    QCOMPARE(shift.at(0), -0.5);
    QCOMPARE(shift.at(1), 1.0);
    QCOMPARE(add.origin.scope, std::vector<std::string>{"layer1"});
    QCOMPARE(add.origin.made_by, std::string("simplify_inference"));
  }

  void dropout_goes() {
    Graph g;
    const NodeId x = input(g, "x", {Dim(4)});
    g.outputs = {call(g, "nn.relu", "relu", {field(g, call(g, "nn.dropout", "drop", {x}), 0)})};
    op::infer_types(g);
    const passes::PassResult result = passes::simplify_inference(g);
    QCOMPARE(listing(*result.graph), "nn.relu relu Tensor[(4,), float32]\n");
    QVERIFY(result.from_previous.at(g.find("field")) == result.graph->find("x"));
    QVERIFY(!result.graph->find("drop"));
  }

  void a_layer_norm_is_arithmetic_of_mean_and_variance() {
    Graph g;
    const NodeId x = input(g, "x", {Dim(g.symbol("N")), Dim(8)});
    const std::vector<double> ones(8, 1.0);
    g.outputs = {call(g, "nn.layer_norm", "ln", {x, constant(g, "g", ones), constant(g, "b", ones)},
                      {{"axis", Attr{int64_t{-1}}}})};
    op::infer_types(g);
    QCOMPARE(
        listing(*passes::simplify_inference(g).graph),
        "mean ln/1 Tensor[(N, 1), float32]\nsubtract ln/3 Tensor[(N, 8), float32]\nvariance ln/2 Tensor[(N, 1), "
        "float32]\n"
        "add ln/5 Tensor[(N, 1), float32]\nsqrt ln/6 Tensor[(N, 1), float32]\ndivide ln/7 Tensor[(N, 8), float32]\n"
        "multiply ln/8 Tensor[(N, 8), float32]\nadd ln/9 Tensor[(N, 8), float32]\n");
  }

  void constants_fold_and_reshapes_share_their_data() {
    Graph g;
    const NodeId c = constant(g, "c", {1, 2, 3, 4});
    const NodeId square = call(g, "reshape", "square", {c}, {{"newshape", graph::ints({2, 2})}});
    g.outputs = {square, call(g, "transpose", "turned", {square}), call(g, "exp", "exp", {c})};
    op::infer_types(g);
    const Graph folded = *passes::fold_constants(g).graph;
    QCOMPARE(listing(folded), "");
    const NDArray& turned = folded.node(folded.outputs[1]).data;
    QCOMPARE(turned.at(1), 3.0);
    QVERIFY(folded.node(folded.outputs[0]).data.bytes() == g.node(c).data.bytes());
    QVERIFY(std::abs(folded.node(folded.outputs[2]).data.at(1) - std::exp(2.0)) < 1e-5);
  }

  void a_bias_is_an_addition_of_matching_rank() {
    Graph g;
    const NodeId x = input(g, "x", {Dim(1), Dim(2), Dim(4), Dim(4)});
    g.outputs = {call(g, "nn.bias_add", "bias", {x, constant(g, "b", {1, 2})}, {{"axis", Attr{int64_t{1}}}})};
    op::infer_types(g);
    const Graph result = *passes::canonical_bias(g).graph;
    QCOMPARE(listing(result), "add bias/1 Tensor[(1, 2, 4, 4), float32]\n");
    QCOMPARE(result.node(result.node(result.outputs[0]).inputs[1]).data.shape(), (std::vector<int64_t>{2, 1, 1}));
  }

  void dimensions_get_values_everywhere() {
    Graph g;
    const Dim n(g.symbol("N"));
    const NodeId x = input(g, "x", {n, Dim(8)});
    g.outputs = {call(g, "reshape", "r", {x}, {{"newshape", graph::dims({n * Dim(2), Dim(4)})}})};
    op::infer_types(g);
    QVERIFY(passes::bind_dims(g, {{"N", 3}}).empty());
    QCOMPARE(listing(g), "reshape r Tensor[(6, 4), float32]\n");
    const Diagnostics wrong = passes::bind_dims(g, {{"M", 3}});
    QCOMPARE(QString::fromStdString(wrong.at(0).message), "the model has no dynamic dimension 'M'");
  }

  void a_dimension_that_only_an_output_is_declared_with_is_none_of_the_graph() {
    Graph g;
    g.symbol("declared");
    g.outputs = {input(g, "x", {Dim(g.symbol("N")), Dim(8)})};
    const Diagnostics wrong = passes::bind_dims(g, {{"declared", 3}});
    QCOMPARE(wrong.size(), 1U);
    QCOMPARE(QString::fromStdString(wrong[0].message), "the model has no dynamic dimension 'declared'");
    QCOMPARE(wrong[0].legal, std::vector<std::string>{"N"});
  }
};

NW_TEST(TestPasses);
#include "test_passes.moc"
