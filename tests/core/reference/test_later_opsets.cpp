// SPDX-License-Identifier: GPL-3.0-or-later
// What opsets after 17 added to ONNX's operators, and operators that came with them: the numbers that ONNX's own
// reference has.
#include <QTest>

#include <limits>

#include "import/onnx.h"
#include "one_call.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"

using namespace nw;
using namespace nw::test;

class TestLaterOpsets : public QObject {
  Q_OBJECT

  using Inputs = std::map<std::string, Value>;
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  static QString outputs_of(const OnnxBuilder& builder, const Inputs& inputs) {
    const Result<graph::Graph> graph = builder.read();
    if (!graph.value) return failure(graph.diagnostics.at(0));
    std::map<NodeId, Value> given;
    for (const auto& [name, value] : inputs) given.emplace(graph->find(name), value);
    const Result<Values> result = reference::evaluate(*graph, given);
    return result.ok() ? QString::fromStdString(text_of(result->at(0))) : failure(result.diagnostics.at(0));
  }
  static void set_text(onnx::NodeProto* node, const char* key, const char* value) {
    auto* a = node->add_attribute();
    a->set_name(key);
    a->set_type(onnx::AttributeProto::STRING);
    a->set_s(value);
  }
  static NDArray row(const std::vector<double>& values) {
    return floats({static_cast<int64_t>(values.size())}, values);
  }
  // y = op(x, z) of vectors.
  static OnnxBuilder of_two(const char* op, int64_t count, int64_t opset, int type = onnx::TensorProto::FLOAT) {
    OnnxBuilder b(opset);
    b.input("x", {count}, type).input("z", {count}, type).output("y");
    b.node(op, {"x", "z"}, {"y"});
    return b;
  }

 private Q_SLOTS:
  // As Python's %, also of infinite numbers.
  void remainders_of_floats() {
    QCOMPARE(outputs_of(of_two("Mod", 5, 13),
                        {{"x", row({-1, 5, -5.5, 3, 6})}, {"z", row({kInfinity, 3, 3, -kInfinity, -3})}}),
             QStringLiteral("float32 (5): inf 2 0.5 -inf 0"));
  }

  void shifts_beyond_all_bits_data() {
    QTest::addColumn<QString>("direction");
    QTest::addColumn<QString>("result");
    QTest::newRow("left") << "LEFT" << "int32 (4): 0 0 4 -32";
    QTest::newRow("right") << "RIGHT" << "int32 (4): -1 0 0 -2";
  }
  void shifts_beyond_all_bits() {
    QFETCH(QString, direction);
    QFETCH(QString, result);
    OnnxBuilder b = of_two("BitShift", 4, 18, onnx::TensorProto::INT32);
    set_text(b.model.mutable_graph()->mutable_node(0), "direction", direction.toLatin1());
    const auto whole = [](const std::vector<double>& values) { return tensor(DType::Int(32), {4}, values); };
    QCOMPARE(outputs_of(b, {{"x", whole({-8, 8, 1, -8})}, {"z", whole({40, -1, 2, 2})}}), result);
  }

  void lengths_of_zero_divide_nothing() {
    OnnxBuilder b(18);
    b.input("x", {2, 2}).output("y");
    b.node("LpNormalization", {"x"}, {"y"});
    QCOMPARE(outputs_of(b, {{"x", floats({2, 2}, {0, 0, 3, 4})}}), QStringLiteral("float32 (2, 2): 0 0 0.6 0.8"));
  }

  void roots_of_mean_squares() {
    OnnxBuilder b(23);
    b.input("x", {2, 2}).output("y");
    b.floats("scale", {2}, 2);
    b.node("RMSNormalization", {"x", "scale"}, {"y"});
    QCOMPARE(outputs_of(b, {{"x", floats({2, 2}, {1000, 1000, 0, 0})}}), QStringLiteral("float32 (2, 2): 2 2 0 0"));
  }

  void swish_of_a_slope() {
    OnnxBuilder b(24);
    b.input("x", {3}).output("y");
    auto* alpha = b.node("Swish", {"x"}, {"y"})->add_attribute();
    alpha->set_name("alpha");
    alpha->set_type(onnx::AttributeProto::FLOAT);
    alpha->set_f(2);
    QCOMPARE(outputs_of(b, {{"x", row({-100, 0, 100})}}), QStringLiteral("float32 (3): -0 0 100"));
  }

  void space_to_depth_by_channels() {
    OnnxBuilder b(18);
    b.input("x", {1, 2, 2, 2}).output("y");
    onnx::NodeProto* node = b.node("SpaceToDepth", {"x"}, {"y"});
    OnnxBuilder::set(node, "blocksize", int64_t{2});
    const Inputs x{{"x", floats({1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8})}};
    QCOMPARE(outputs_of(b, x), QStringLiteral("float32 (1, 8, 1, 1): 1 5 2 6 3 7 4 8"));
    set_text(node, "mode", "CRD");
    QCOMPARE(outputs_of(b, x), QStringLiteral("float32 (1, 8, 1, 1): 1 2 3 4 5 6 7 8"));
  }

  // The axes, and how much, as constants and as inputs.
  void padding_of_chosen_axes() {
    for (const bool computed : {false, true}) {
      OnnxBuilder b(19);
      b.input("x", {2, 2}).output("y");
      if (computed) {
        b.input("pads", {int64_t{2}}, onnx::TensorProto::INT64).input("axes", {int64_t{1}}, onnx::TensorProto::INT64);
      } else {
        b.ints("pads", {1, 2});
        b.ints("axes", {-1});
      }
      onnx::NodeProto* node = b.node("Pad", {"x", "pads", "", "axes"}, {"y"});
      Inputs inputs{{"x", floats({2, 2}, {1, 2, 3, 4})}};
      if (computed) inputs.insert({{"pads", ints({2}, {1, 2})}, {"axes", ints({1}, {-1})}});
      QCOMPARE(outputs_of(b, inputs), QStringLiteral("float32 (2, 5): 0 1 2 0 0 0 3 4 0 0"));
      set_text(node, "mode", "wrap");
      QCOMPARE(outputs_of(b, inputs), QStringLiteral("float32 (2, 5): 2 1 2 1 2 4 3 4 3 4"));
    }
  }

  void cut_or_padded_around_the_middle() {
    for (const bool computed : {false, true}) {
      OnnxBuilder b(18);
      b.input("x", {5, 2}).output("y");
      if (computed)
        b.input("size", {int64_t{2}}, onnx::TensorProto::INT64);
      else
        b.ints("size", {2, 5});
      b.node("CenterCropPad", {"x", "size"}, {"y"});
      Inputs inputs{{"x", floats({5, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})}};
      if (computed) inputs.insert({"size", ints({2}, {2, 5})});
      QCOMPARE(outputs_of(b, inputs), QStringLiteral("float32 (2, 5): 0 3 4 0 0 0 5 6 0 0"));
    }
  }

  void resizing_of_chosen_axes() {
    for (const bool computed : {false, true}) {
      OnnxBuilder b(18);
      b.input("x", {1, 1, 2, 2}).output("y");
      if (computed)
        b.input("sizes", {int64_t{2}}, onnx::TensorProto::INT64);
      else
        b.ints("sizes", {4, 2});
      OnnxBuilder::set(b.node("Resize", {"x", "", "", "sizes"}, {"y"}), "axes", std::vector<int64_t>{3, 2});
      Inputs inputs{{"x", floats({1, 1, 2, 2}, {1, 2, 3, 4})}};
      if (computed) inputs.insert({"sizes", ints({2}, {4, 2})});
      QCOMPARE(outputs_of(b, inputs), QStringLiteral("float32 (1, 1, 2, 4): 1 1 2 2 3 3 4 4"));
    }
  }

  void resizing_that_keeps_the_aspect_ratio_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("shape");
    QTest::newRow("not larger") << "not_larger" << "float32 (1, 1, 3, 6):";
    QTest::newRow("not smaller") << "not_smaller" << "float32 (1, 1, 7, 14):";
  }
  void resizing_that_keeps_the_aspect_ratio() {
    QFETCH(QString, policy);
    QFETCH(QString, shape);
    OnnxBuilder b(18);
    b.input("x", {1, 1, 2, 4}).output("y");
    b.ints("sizes", {7, 6});
    onnx::NodeProto* node = b.node("Resize", {"x", "", "", "sizes"}, {"y"});
    OnnxBuilder::set(node, "axes", std::vector<int64_t>{2, 3});
    set_text(node, "keep_aspect_ratio_policy", policy.toLatin1());
    const QString text = outputs_of(b, {{"x", floats({1, 1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8})}});
    QVERIFY2(text.startsWith(shape), qPrintable(text));
  }
};

NW_TEST(TestLaterOpsets);
#include "test_later_opsets.moc"
