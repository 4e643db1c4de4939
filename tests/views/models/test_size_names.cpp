// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "graph/dim.h"
#include "models/size_names.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

graph::Dim symbol(graph::Graph& graph, const char* name) {
  const tir::Var var = tir::make_var(name);
  graph.symbols.emplace(name, var);
  return graph::Dim(tir::Expr(var));
}

}  // namespace

class TestSizeNames : public QObject {
  Q_OBJECT

  graph::Graph graph_;
  std::vector<NodeId> order_;

  void input(const char* name, const graph::Shape& shape) {
    graph::Node node;
    node.kind = graph::NodeKind::Input;
    node.name = name;
    node.type = graph::Type::tensor(DType::Float(32), shape);
    order_.push_back(graph_.add(std::move(node)));
  }
  graph::Type type(size_t which) { return graph_.node(order_[which]).type; }

 private Q_SLOTS:
  void init() {
    graph_ = {};
    order_.clear();
  }

  void long_sizes_get_letters_and_short_ones_stay() {
    const graph::Dim count = symbol(graph_, "onnx_NonZero_count"), batch = symbol(graph_, "batch");
    input("boxes", {graph::min(graph::Dim(100), count), graph::Dim(4)});
    input("image", {batch, graph::Dim(3), count});
    const SizeNames names(graph_, order_);
    QCOMPARE(names.type(type(0)), QStringLiteral("n×4 float32"));
    QCOMPARE(names.shape(type(1)), QStringLiteral("batch×3×m"));
    QCOMPARE(names.all().size(), size_t{2});
    QCOMPARE(names.all()[1].expression, QStringLiteral("onnx_NonZero_count"));
    QCOMPARE(names.used_by(type(1)), std::vector<size_t>{1});
  }

  void a_letter_that_the_graph_has_is_not_given_again() {
    const graph::Dim n = symbol(graph_, "n"), length = symbol(graph_, "sequence_length");
    input("tokens", {n, length});
    QCOMPARE(SizeNames(graph_, order_).shape(type(0)), QStringLiteral("n×m"));
  }

  void labels_have_eighteen_characters_at_most() {
    input("small", {graph::Dim(1), graph::Dim(1000)});
    input("usual", {graph::Dim(1), graph::Dim(64), graph::Dim(112), graph::Dim(112)});
    input("large", {graph::Dim(16), graph::Dim(1024), graph::Dim(1024), graph::Dim(1024), graph::Dim(64)});
    const SizeNames names(graph_, order_);
    QCOMPARE(names.label(type(0)), QStringLiteral("1×1000 float32"));
    QCOMPARE(names.label(type(1)), QStringLiteral("1×64×112×112"));
    QCOMPARE(names.label(type(2)), QStringLiteral("16×1024×1…×1024×64"));
  }

  void a_tensor_without_elements_is_called_empty() {
    input("boxes", {symbol(graph_, "number_of_boxes"), graph::Dim(0)});
    input("rows", {graph::Dim(0), graph::Dim(4)});
    const SizeNames names(graph_, order_);
    QCOMPARE(names.shape(type(0)), QStringLiteral("n×0, empty"));
    QCOMPARE(names.type(type(0)), QStringLiteral("n×0 float32, empty"));
    QCOMPARE(names.label(type(0)), QStringLiteral("n×0 float32, empty"));
    QCOMPARE(names.shape(type(1)), QStringLiteral("0×4, empty"));
    QCOMPARE(SizeNames().label(type(1)), QStringLiteral("0×4 float32, empty"));
  }
};

NW_TEST(TestSizeNames);
#include "test_size_names.moc"
