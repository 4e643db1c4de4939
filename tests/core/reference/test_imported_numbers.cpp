// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX operators at the limits of their definitions: the numbers that ONNX Runtime has.
#include <QTest>

#include <limits>

#include "import/onnx.h"
#include "one_call.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"

using namespace nw;
using namespace nw::test;

namespace {

void set_float(onnx::NodeProto* node, const char* key, float value) {
  auto* a = node->add_attribute();
  a->set_name(key);
  a->set_type(onnx::AttributeProto::FLOAT);
  a->set_f(value);
}
void set_text(onnx::NodeProto* node, const char* key, const char* value) {
  auto* a = node->add_attribute();
  a->set_name(key);
  a->set_type(onnx::AttributeProto::STRING);
  a->set_s(value);
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

}  // namespace

class TestImportedNumbers : public QObject {
  Q_OBJECT

  using Inputs = std::map<std::string, Value>;
  static QString outputs_of(const OnnxBuilder& builder, const Inputs& inputs = {}) {
    const Result<graph::Graph> graph = builder.read();
    if (!graph.value) return failure(graph.diagnostics.at(0));
    std::map<NodeId, Value> given;
    for (const auto& [name, value] : inputs) given.emplace(graph->find(name), value);
    const Result<Values> result = reference::evaluate(*graph, given);
    if (!result.ok()) return failure(result.diagnostics.at(0));
    std::string text;
    for (const Value& value : *result) text += (text.empty() ? "" : "; ") + text_of(value);
    return QString::fromStdString(text);
  }
  // One node of one input, x.
  static OnnxBuilder one(const char* op, const std::vector<OnnxBuilder::DimSpec>& shape, int64_t opset = 18,
                         int type = onnx::TensorProto::FLOAT) {
    OnnxBuilder b(opset);
    b.input("x", shape, type).output("y");
    b.node(op, {"x"}, {"y"});
    return b;
  }
  static onnx::NodeProto* only(OnnxBuilder& b) { return b.model.mutable_graph()->mutable_node(0); }

 private Q_SLOTS:
  // With ceil_mode there is one window more for what is left, but none that begins after the data.
  void a_window_beyond_the_data_is_dropped_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<int>("kernel");
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("end");
    QTest::addColumn<QString>("result");
    QTest::newRow("at the end of the data") << "AveragePool" << 1 << 2 << 0 << "float32 (1, 1, 2): 1 3";
    QTest::newRow("of the greatest") << "MaxPool" << 1 << 2 << 0 << "float32 (1, 1, 2): 1 3";
    QTest::newRow("in the padding at the end") << "MaxPool" << 2 << 4 << 1 << "float32 (1, 1, 1): 2";
    QTest::newRow("part of it has data") << "MaxPool" << 2 << 3 << 0 << "float32 (1, 1, 2): 2 4";
  }
  void a_window_beyond_the_data_is_dropped() {
    QFETCH(QString, op);
    QFETCH(int, kernel);
    QFETCH(int, stride);
    QFETCH(int, end);
    QFETCH(QString, result);
    OnnxBuilder b = one(op.toLatin1(), {1, 1, 4});
    OnnxBuilder::set(only(b), "ceil_mode", int64_t{1});
    OnnxBuilder::set(only(b), "kernel_shape", std::vector<int64_t>{kernel});
    OnnxBuilder::set(only(b), "strides", std::vector<int64_t>{stride});
    OnnxBuilder::set(only(b), "pads", std::vector<int64_t>{0, end});
    const Inputs x{{"x", floats({1, 1, 4}, {1, 2, 3, 4})}};
    QCOMPARE(outputs_of(b, x), result);
    if (op != "MaxPool") return;
    only(b)->add_output("places");
    QVERIFY(outputs_of(b, x).startsWith(result));
  }

  // The fifth of eight places from seven elements is at 4 / (8/7), of which float32 has 3.4999998.
  void a_half_is_one_after_its_own_rounding_too() {
    OnnxBuilder b(17);
    b.input("x", {1, 1, 7}).output("y");
    b.ints("sizes", {1, 1, 8});
    onnx::NodeProto* resize = b.node("Resize", {"x", "", "", "sizes"}, {"y"});
    set_text(resize, "coordinate_transformation_mode", "asymmetric");
    set_text(resize, "nearest_mode", "round_prefer_ceil");
    const Inputs x{{"x", floats({1, 1, 7}, {0, 1, 2, 3, 4, 5, 6})}};
    QCOMPARE(outputs_of(b, x), QStringLiteral("float32 (1, 1, 8): 0 1 2 3 4 4 5 6"));
    resize->mutable_attribute(1)->set_s("round_prefer_floor");
    QCOMPARE(outputs_of(b, x), QStringLiteral("float32 (1, 1, 8): 0 1 2 3 3 4 5 6"));
  }

  void batch_and_channels_are_resized_too() {
    OnnxBuilder b(17);
    b.input("x", {1, 2, 2}).output("y");
    b.ints("sizes", {2, 4, 2});
    b.node("Resize", {"x", "", "", "sizes"}, {"y"});
    const Inputs x{{"x", floats({1, 2, 2}, {1, 2, 3, 4})}};
    QCOMPARE(outputs_of(b, x), QStringLiteral("float32 (2, 4, 2): 1 2 1 2 3 4 3 4 1 2 1 2 3 4 3 4"));
  }

  void axes_that_are_resized_as_a_run_says_data() {
    QTest::addColumn<bool>("by_scales");
    QTest::newRow("sizes") << false;
    QTest::newRow("scales") << true;
  }
  void axes_that_are_resized_as_a_run_says() {
    QFETCH(bool, by_scales);
    OnnxBuilder b(17);
    b.input("x", {1, 2, 1}).input("to", {3}, by_scales ? onnx::TensorProto::FLOAT : onnx::TensorProto::INT64);
    b.output("y");
    b.node("Resize", by_scales ? std::vector<std::string>{"x", "", "to"} : std::vector<std::string>{"x", "", "", "to"},
           {"y"});
    const NDArray x = floats({1, 2, 1}, {1, 2});
    const auto resized = [&](const std::vector<double>& scales, const std::vector<double>& sizes) {
      return outputs_of(b, {{"x", x}, {"to", by_scales ? floats({3}, scales) : ints({3}, sizes)}});
    };
    QCOMPARE(resized({1, 2, 1}, {1, 4, 1}), QStringLiteral("float32 (1, 4, 1): 1 1 2 2"));
    QCOMPARE(resized({1, 1, 3}, {1, 2, 3}), QStringLiteral("float32 (1, 2, 3): 1 1 1 2 2 2"));
  }

  // Tensors that are no images.
  void a_matrix_is_resized() {
    OnnxBuilder b(17);
    b.input("x", {2, 2}).output("y");
    b.ints("sizes", {2, 4});
    b.node("Resize", {"x", "", "", "sizes"}, {"y"});
    QCOMPARE(outputs_of(b, {{"x", floats({2, 2}, {1, 2, 3, 4})}}), QStringLiteral("float32 (2, 4): 1 1 2 2 3 3 4 4"));
  }

  void an_axis_of_nothing_is_left() {
    OnnxBuilder b(18);
    b.input("x", {1, 1, 1, 3}).output("y");
    b.floats("scales", {4}, 0.5F);
    b.node("Resize", {"x", "", "scales"}, {"y"});
    QCOMPARE(outputs_of(b, {{"x", floats({1, 1, 1, 3}, {1, 2, 3})}}), QStringLiteral("float32 (0, 0, 0, 1):"));
  }

  // Rows and columns of the left operand are one axis while it is multiplied, and two again afterwards.
  void a_product_of_a_stack_of_nothing() {
    OnnxBuilder b(18);
    b.input("x", {"n", "m", int64_t{2}}).output("y");
    b.floats("w", {2, 3});
    b.node("MatMul", {"x", "w"}, {"y"});
    QCOMPARE(outputs_of(b, {{"x", floats({7, 0, 2}, {})}}), QStringLiteral("float32 (7, 0, 3):"));
    QCOMPARE(outputs_of(b, {{"x", floats({1, 2, 2}, {1, 2, 3, 4})}}),
             QStringLiteral("float32 (1, 2, 3): 1.5 1.5 1.5 3.5 3.5 3.5"));
  }

  // What shape arithmetic cannot hold wraps, as it does in any other tensor.
  void integers_of_constants_wrap_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<qlonglong>("a");
    QTest::addColumn<qlonglong>("b");
    QTest::addColumn<QString>("result");
    QTest::newRow("sum") << "Add" << qlonglong{kMost} << 7LL << "int64 (1): -9223372036854775802";
    QTest::newRow("difference") << "Sub" << qlonglong{-kMost} << 7LL << "int64 (1): 9223372036854775802";
    QTest::newRow("product") << "Mul" << (1LL << 62) << 4LL << "int64 (1): 0";
  }
  void integers_of_constants_wrap() {
    QFETCH(QString, op);
    QFETCH(qlonglong, a);
    QFETCH(qlonglong, b);
    QFETCH(QString, result);
    OnnxBuilder model;
    model.ints("a", {a});
    model.ints("b", {b});
    model.output("y");
    model.node(op.toLatin1(), {"a", "b"}, {"y"});
    QCOMPARE(outputs_of(model), result);
  }
  void narrow_integers_of_constants_wrap() {
    OnnxBuilder b;
    b.ints("most", {2147483647});
    b.output("y");
    OnnxBuilder::set(b.node("Cast", {"most"}, {"a"}), "to", int64_t{onnx::TensorProto::INT32});
    b.node("Add", {"a", "a"}, {"y"});
    QCOMPARE(outputs_of(b), QStringLiteral("int32 (1): -2"));
  }
  // 2⁶⁴ − 1 is greater than 1.
  void unsigned_integers_of_constants() {
    OnnxBuilder b;
    b.ints("minus", {-1});
    b.ints("one", {1});
    b.output("y");
    OnnxBuilder::set(b.node("Cast", {"minus"}, {"most"}), "to", int64_t{onnx::TensorProto::UINT64});
    OnnxBuilder::set(b.node("Cast", {"one"}, {"least"}), "to", int64_t{onnx::TensorProto::UINT64});
    b.node("Max", {"most", "least"}, {"y"});
    QCOMPARE(outputs_of(b), QStringLiteral("uint64 (1): 18446744073709551615"));
  }
  void a_product_of_all_constants_wraps() {
    OnnxBuilder b;
    b.ints("a", {int64_t{1} << 62, 2, 3});
    b.output("y");
    OnnxBuilder::set(b.node("ReduceProd", {"a"}, {"y"}), "keepdims", int64_t{0});
    QCOMPARE(outputs_of(b), QStringLiteral("int64 (): -9223372036854775808"));
  }

  void shrinking_keeps_infinities() {
    OnnxBuilder b = one("Shrink", {5});
    set_float(only(b), "bias", 0.5F);
    set_float(only(b), "lambd", 0.375F);
    QCOMPARE(outputs_of(b, {{"x", floats({5}, {-kInfinity, kInfinity, std::nan(""), -2, 0.25})}}),
             QStringLiteral("float32 (5): -inf inf 0 -1.5 0"));
  }
  // The bias of integers is a fraction all the same.
  void shrinking_integers() {
    OnnxBuilder b = one("Shrink", {3}, 18, onnx::TensorProto::UINT8);
    set_float(only(b), "bias", 0.36F);
    set_float(only(b), "lambd", 0.44F);
    QCOMPARE(outputs_of(b, {{"x", tensor(DType::UInt(8), {3}, {3, 173, 0})}}), QStringLiteral("uint8 (3): 2 172 0"));
  }
  void below_the_threshold_all_is_zero() {
    OnnxBuilder b = one("ThresholdedRelu", {4});
    QCOMPARE(outputs_of(b, {{"x", floats({4}, {-kInfinity, kInfinity, 1, 1.5})}}),
             QStringLiteral("float32 (4): 0 inf 0 1.5"));
  }

  // Without axes that do not mean all of them, each element is reduced by itself.
  void reductions_over_no_axes_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<QString>("result");
    QTest::newRow("squares") << "ReduceSumSquare" << "float32 (2): 4 9";
    QTest::newRow("absolutes") << "ReduceL1" << "float32 (2): 2 3";
    QTest::newRow("lengths") << "ReduceL2" << "float32 (2): 2 3";
    QTest::newRow("logarithms") << "ReduceLogSum" << "float32 (2): nan 1.09861";
    QTest::newRow("logarithms of exponentials") << "ReduceLogSumExp" << "float32 (2): -2 3";
    QTest::newRow("sums") << "ReduceSum" << "float32 (2): -2 3";
    QTest::newRow("maxima") << "ReduceMax" << "float32 (2): -2 3";
  }
  void reductions_over_no_axes() {
    QFETCH(QString, op);
    QFETCH(QString, result);
    OnnxBuilder b = one(op.toLatin1(), {2});
    OnnxBuilder::set(only(b), "noop_with_empty_axes", int64_t{1});
    QCOMPARE(outputs_of(b, {{"x", floats({2}, {-2, 3})}}), result);
  }

  void reductions_of_integers_through_floats_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<QString>("result");
    QTest::newRow("lengths") << "ReduceL2" << "int32 (1): 5";
    QTest::newRow("logarithms") << "ReduceLogSum" << "int32 (1): 1";
    QTest::newRow("logarithms of exponentials") << "ReduceLogSumExp" << "int32 (1): 4";
  }
  void reductions_of_integers_through_floats() {
    QFETCH(QString, op);
    QFETCH(QString, result);
    const OnnxBuilder b = one(op.toLatin1(), {2}, 18, onnx::TensorProto::INT32);
    QCOMPARE(outputs_of(b, {{"x", tensor(DType::Int(32), {2}, {3, 4})}}), result);
  }

  void nan_goes_through_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<QString>("result");
    QTest::newRow("Relu") << "Relu" << "float32 (3): nan 1 0";
    QTest::newRow("Max") << "Max" << "float32 (3): nan 1 0";
    QTest::newRow("Min") << "Min" << "float32 (3): nan 0 -1";
    QTest::newRow("Clip") << "Clip" << "float32 (3): nan 1 0";
  }
  void nan_goes_through() {
    QFETCH(QString, op);
    QFETCH(QString, result);
    OnnxBuilder b = one(op.toLatin1(), {3});
    b.floats("zero", {}, 0);
    if (op != "Relu") only(b)->add_input("zero");
    QCOMPARE(outputs_of(b, {{"x", floats({3}, {std::nan(""), 1, -1})}}), result);
  }

  // Equal parts of an axis, as long as the run says.
  void parts_of_an_axis_that_a_run_cuts() {
    OnnxBuilder b(18);
    b.input("x", {5}).input("end", {1}, onnx::TensorProto::INT64).output("a").output("b").output("c");
    b.ints("from", {0});
    b.node("Slice", {"x", "from", "end"}, {"cut"});
    OnnxBuilder::set(b.node("Split", {"cut"}, {"a", "b", "c"}), "num_outputs", int64_t{3});
    const auto parts = [&](double end) {
      return outputs_of(b, {{"x", floats({5}, {1, 2, 3, 4, 5})}, {"end", ints({1}, {end})}});
    };
    QCOMPARE(parts(5), QStringLiteral("float32 (2): 1 2; float32 (2): 3 4; float32 (1): 5"));
    QCOMPARE(parts(3), QStringLiteral("float32 (1): 1; float32 (1): 2; float32 (1): 3"));
    QCOMPARE(parts(1), QStringLiteral("float32 (1): 1; float32 (0):; float32 (0):"));
  }
  void parts_of_an_axis_of_any_size() {
    OnnxBuilder b(18);
    b.input("x", {"n"}).output("a").output("b").output("c");
    OnnxBuilder::set(b.node("Split", {"x"}, {"a", "b", "c"}), "num_outputs", int64_t{3});
    QCOMPARE(outputs_of(b, {{"x", floats({5}, {1, 2, 3, 4, 5})}}),
             QStringLiteral("float32 (2): 1 2; float32 (2): 3 4; float32 (1): 5"));
    QCOMPARE(outputs_of(b, {{"x", floats({1}, {1})}}), QStringLiteral("float32 (1): 1; float32 (0):; float32 (0):"));
  }

  // Both bounds count from the end, the second lies before the first: nothing, however long the axis is.
  void a_slice_that_ends_before_it_begins() {
    OnnxBuilder b(18);
    b.input("x", {"n"}).output("y");
    b.ints("from", {-2});
    b.ints("to", {-4});
    b.node("Slice", {"x", "from", "to"}, {"y"});
    QCOMPARE(outputs_of(b, {{"x", floats({5}, {1, 2, 3, 4, 5})}}), QStringLiteral("float32 (0):"));
    b.model.mutable_graph()->clear_initializer();
    b.ints("from", {1});
    b.ints("to", {-1});
    QCOMPARE(outputs_of(b, {{"x", floats({4}, {1, 2, 3, 4})}}), QStringLiteral("float32 (2): 2 3"));
    QCOMPARE(outputs_of(b, {{"x", floats({1}, {1})}}), QStringLiteral("float32 (0):"));
  }

  // Of sizes that a run tells, 0 beside 1 is 0.
  void nothing_beside_one_element_is_nothing() {
    OnnxBuilder b(18);
    b.input("x", {"n"}).input("y", {"m"}).output("z");
    b.node("Add", {"x", "y"}, {"z"});
    const auto sum = [&](int64_t n, int64_t m) {
      return outputs_of(b, {{"x", floats({n}, std::vector<double>(static_cast<size_t>(n), 1))},
                            {"y", floats({m}, std::vector<double>(static_cast<size_t>(m), 2))}});
    };
    QCOMPARE(sum(0, 1), QStringLiteral("float32 (0):"));
    QCOMPARE(sum(1, 0), QStringLiteral("float32 (0):"));
    QCOMPARE(sum(0, 0), QStringLiteral("float32 (0):"));
    QCOMPARE(sum(2, 1), QStringLiteral("float32 (2): 3 3"));
    QCOMPARE(sum(2, 2), QStringLiteral("float32 (2): 3 3"));
  }
};

NW_TEST(TestImportedNumbers);
#include "test_imported_numbers.moc"
