// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX models whose numbers depend on how the importer reads them: shape arithmetic on constants, mixed types, bounds.
#include <QTest>

#include "import/onnx.h"
#include "one_call.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"

using namespace nw;
using namespace nw::test;

class TestImported : public QObject {
  Q_OBJECT

  static QString outputs_of(const OnnxBuilder& builder, const std::map<std::string, Value>& inputs = {}) {
    const Result<graph::Graph> graph = builder.read();
    if (!graph.value) return failure(graph.diagnostics.at(0));
    std::map<NodeId, Value> given;
    for (const auto& [name, value] : inputs) given.emplace(graph->find(name), value);
    const Result<Values> result = reference::evaluate(*graph, given);
    if (!result.ok()) return failure(result.diagnostics.at(0));
    return QString::fromStdString(text_of(result->at(0)));
  }

 private Q_SLOTS:
  // Shape arithmetic: (2, 1) and (2,) give (2, 2).
  void constants_broadcast_by_rank() {
    OnnxBuilder b;
    onnx::TensorProto* column = b.ints("column", {0, 10});
    column->add_dims(1);
    b.ints("row", {1, 2});
    b.node("Add", {"column", "row"}, {"sum"}, "sum");
    b.output("sum");
    QCOMPARE(outputs_of(b), QStringLiteral("int64 (2, 2): 1 2 11 12"));
  }

  void integers_divide_towards_zero() {
    OnnxBuilder b;
    b.ints("a", {-7, 7});
    b.ints("b", {2, -2});
    b.node("Div", {"a", "b"}, {"y"}, "y");
    b.output("y");
    QCOMPARE(outputs_of(b), QStringLiteral("int64 (2): -3 -3"));
  }

  void truth_is_zero_or_one() {
    OnnxBuilder b;
    b.ints("a", {5, 0});
    onnx::NodeProto* cast = b.node("Cast", {"a"}, {"y"}, "y");
    OnnxBuilder::set(cast, "to", int64_t{onnx::TensorProto::BOOL});
    b.output("y");
    QCOMPARE(outputs_of(b), QStringLiteral("bool (2): 1 0"));
  }

  // The result has the base's type, and what is in between holds both.
  void powers_of_mixed_types() {
    OnnxBuilder b;
    b.input("x", {2}, onnx::TensorProto::INT32);
    b.input("e", {2});
    b.node("Pow", {"x", "e"}, {"y"}, "y");
    b.output("y");
    QCOMPARE(outputs_of(b, {{"x", tensor(DType::Int(32), {2}, {9, 2})}, {"e", floats({2}, {0.5, -1})}}),
             QStringLiteral("int32 (2): 3 0"));
  }

  void a_bound_that_is_missing_bounds_nothing() {
    OnnxBuilder b;
    b.input("x", {3}, onnx::TensorProto::INT64);
    b.ints("most", {3}, true);
    b.node("Clip", {"x", "", "most"}, {"y"}, "y");
    b.output("y");
    QCOMPARE(outputs_of(b, {{"x", ints({3}, {-9e15, 3, 4})}}), QStringLiteral("int64 (3): -9000000000000000 3 3"));
  }
};

NW_TEST(TestImported);
#include "test_imported.moc"
