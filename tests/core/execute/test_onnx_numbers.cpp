// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX models run by kernels, at the limits of their operators and with sizes that a run tells; each verified.
#include <QTest>

#include <limits>

#include "execute/network.h"
#include "import/onnx.h"
#include "local_device.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"
#include "tests/core/reference/one_call.h"

using namespace nw;
using namespace nw::test;

class TestOnnxNumbers : public QObject {
  Q_OBJECT

  using Inputs = execute::NetworkValues::Inputs;

  // The outputs as text, and behind them what was found wrong.
  static QString run(const OnnxBuilder& builder, const Inputs& inputs = {},
                     const std::map<std::string, int64_t>& sizes = {}) {
    Result<graph::Graph> graph = builder.read();
    if (!graph.value) return failure(graph.diagnostics.at(0));
    model::OpenOptions open;
    open.bind_dims = false;
    const auto model = model::build_model(std::move(*graph), {}, "net.onnx", open);
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    execute::NetworkSession session(test::local_device(), options);
    const auto result = session.call({model, {}, inputs, sizes});
    QString text;
    if (result.value)
      for (const Value& value : result->outputs) text += QString::fromStdString(text_of(value)) + "\n";
    for (const Diagnostic& d : result.diagnostics) text += failure(d) + "\n";
    if (result.value && !result->report.comparison->ok) text += "differs\n";
    return text.trimmed();
  }

 private Q_SLOTS:
  void a_window_beyond_the_data_is_dropped() {
    for (const char* op : {"AveragePool", "MaxPool"}) {
      OnnxBuilder b(18);
      b.input("x", {1, 1, 4, 2}).output("y");
      onnx::NodeProto* pool = b.node(op, {"x"}, {"y"});
      OnnxBuilder::set(pool, "ceil_mode", int64_t{1});
      OnnxBuilder::set(pool, "kernel_shape", std::vector<int64_t>{1, 1});
      OnnxBuilder::set(pool, "strides", std::vector<int64_t>{2, 2});
      QCOMPARE(run(b, {{"x", floats({1, 1, 4, 2}, {1, 2, 3, 4, 5, 6, 7, 8})}}),
               QStringLiteral("float32 (1, 1, 2, 1): 1 5"));
    }
  }

  // The last windows reach beyond the padding: what lies there does not count, what is padded does. The numbers are
  // those of ONNX Runtime 1.23.
  void an_average_with_padding_of_what_is_left_data() {
    QTest::addColumn<bool>("counts_padding");
    QTest::addColumn<int>("dilation");
    QTest::addColumn<QString>("means");
    const QString shape = QStringLiteral("float32 (1, 1, 1, 4): ");
    QTest::newRow("with padding") << true << 1 << shape + "0.666667 1 1 0.5";
    QTest::newRow("without padding") << false << 1 << shape + "1 1 1 1";
    QTest::newRow("with padding, far apart") << true << 2 << shape + "0.666667 1 1 1";
    QTest::newRow("without padding, far apart") << false << 2 << shape + "1 1 1 1";
  }
  void an_average_with_padding_of_what_is_left() {
    QFETCH(bool, counts_padding);
    QFETCH(int, dilation);
    QFETCH(QString, means);
    const int64_t width = dilation == 1 ? 6 : 8;
    OnnxBuilder b(19);
    b.input("x", {1, 1, 1, width}).output("y");
    onnx::NodeProto* pool = b.node("AveragePool", {"x"}, {"y"});
    OnnxBuilder::set(pool, "ceil_mode", int64_t{1});
    OnnxBuilder::set(pool, "count_include_pad", int64_t{counts_padding});
    OnnxBuilder::set(pool, "dilations", std::vector<int64_t>{1, dilation});
    OnnxBuilder::set(pool, "kernel_shape", std::vector<int64_t>{1, 3});
    OnnxBuilder::set(pool, "pads", std::vector<int64_t>{0, 1, 0, 1});
    OnnxBuilder::set(pool, "strides", std::vector<int64_t>{1, 2});
    QCOMPARE(run(b, {{"x", floats({1, 1, 1, width}, std::vector<double>(static_cast<size_t>(width), 1))}}), means);
  }

  void what_is_where_infinity_is() {
    const double infinity = std::numeric_limits<double>::infinity();
    OnnxBuilder b(18);
    b.input("x", {4}).output("y").output("z");
    b.node("Shrink", {"x"}, {"y"});
    b.node("ThresholdedRelu", {"x"}, {"z"});
    QCOMPARE(run(b, {{"x", floats({4}, {-infinity, infinity, -2, 0.25})}}),
             QStringLiteral("float32 (4): -inf inf -2 0\nfloat32 (4): 0 inf 0 0"));
  }

  // The weight's depth is that of the product; whether the left operand has it, the run tells.
  void a_product_of_what_a_run_shapes_with_a_weight() {
    OnnxBuilder b(18);
    b.input("x", {2, 4}).input("shape", {2}, onnx::TensorProto::INT64).output("y");
    b.floats("w", {4, 3}, 0.5F);
    b.node("Reshape", {"x", "shape"}, {"a"});
    b.node("MatMul", {"a", "w"}, {"y"});
    const auto product = [&](double rows, double columns) {
      return run(b, {{"x", floats({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8})}, {"shape", ints({2}, {rows, columns})}});
    };
    QCOMPARE(product(2, 4), QStringLiteral("float32 (2, 3): 5 5 5 13 13 13"));
    const QString other = product(1, 8);
    QVERIFY2(other.contains("NW") && !other.contains("float32 (1, 3)"), qPrintable(other));
  }

  void a_product_of_a_stack_of_nothing() {
    OnnxBuilder b(18);
    b.input("x", {3, 2, 2}).input("n", {1}, onnx::TensorProto::INT64).output("y");
    b.input("m", {1}, onnx::TensorProto::INT64);
    b.floats("w", {2, 3});
    b.ints("from", {0});
    b.ints("one", {1});
    b.node("Slice", {"x", "from", "n"}, {"a"});
    b.node("Slice", {"a", "from", "m", "one"}, {"b"});
    b.node("MatMul", {"b", "w"}, {"y"});
    const auto shape = [&](double n, double m) {
      return run(b,
                 {{"x", floats({3, 2, 2}, std::vector<double>(12, 1))}, {"n", ints({1}, {n})}, {"m", ints({1}, {m})}});
    };
    QCOMPARE(shape(3, 0), QStringLiteral("float32 (3, 0, 3):"));
    QCOMPARE(shape(0, 2), QStringLiteral("float32 (0, 2, 3):"));
    QCOMPARE(shape(1, 2), QStringLiteral("float32 (1, 2, 3): 1 1 1 1 1 1"));
  }

  // The script's integers have 64 signed bits; this constant needs all 64.
  void an_unsigned_scalar_beyond_signed_ones() {
    OnnxBuilder b(18);
    b.input("x", {2}, onnx::TensorProto::UINT64).output("y");
    b.ints("most", {-1}, true)->set_data_type(onnx::TensorProto::UINT64);
    b.node("Add", {"x", "most"}, {"y"});
    QCOMPARE(run(b, {{"x", tensor(DType::UInt(64), {2}, {5, 0})}}),
             QStringLiteral("uint64 (2): 4 18446744073709551615"));
  }

  // A branch of an If that gives one node's result.
  static void add_branch(onnx::NodeProto* node, const char* key, const char* op, const char* output) {
    auto* attribute = node->add_attribute();
    attribute->set_name(key);
    attribute->set_type(onnx::AttributeProto::GRAPH);
    onnx::GraphProto* graph = attribute->mutable_g();
    graph->set_name(key);
    onnx::NodeProto* inner = graph->add_node();
    inner->set_op_type(op);
    inner->add_input("x");
    inner->add_output(output);
    if (std::string_view(op) == "ReduceMin") OnnxBuilder::set(inner, "keepdims", int64_t{0});
    graph->add_output()->set_name(output);
  }

  // The rank is that of the branch taken, whatever the first one has.
  void branches_of_other_ranks() {
    OnnxBuilder b(18);
    b.input("c", {}, onnx::TensorProto::BOOL).input("x", {"n"}).output("y");
    onnx::NodeProto* branch = b.node("If", {"c"}, {"o"});
    add_branch(branch, "then_branch", "ReduceMin", "p");
    add_branch(branch, "else_branch", "Identity", "q");
    OnnxBuilder::set(b.node("Concat", {"o", "x", "o"}, {"y"}), "axis", int64_t{0});
    const auto joined = [&](double c) {
      return run(b, {{"c", tensor(DType::Bool(), {}, {c})}, {"x", floats({2}, {1, 2})}}, {{"n", 2}});
    };
    QCOMPARE(joined(0), QStringLiteral("float32 (6): 1 2 1 2 1 2"));
    QVERIFY2(joined(1).contains("[NW"), qPrintable(joined(1)));  // there is no axis 0 to join along
  }

  // Computed beforehand by passes, in their own rounding.
  void sums_of_constants() {
    OnnxBuilder b(18);
    b.floats("a", {1, 1000}, 0.1F);
    b.floats("b", {1000, 2}, 0.3F);
    b.ints("axes", {1});
    b.output("y").output("z");
    b.node("MatMul", {"a", "b"}, {"y"});
    b.node("ReduceSum", {"a", "axes"}, {"z"});
    QCOMPARE(run(b), QStringLiteral("float32 (1, 2): 30 30\nfloat32 (1, 1): 100"));
  }

  // a·b = 1 + 2⁻¹¹ + 2⁻²⁴, which float32 rounds to 1 + 2⁻¹¹: of the sum nothing is left, or 2⁻²⁴ if the product is not
  // rounded.
  void a_product_that_a_sum_cancels() {
    OnnxBuilder b(18);
    b.input("a", {1}).input("b", {1}).input("c", {1}).output("y");
    b.node("Mul", {"a", "b"}, {"t"});
    b.node("Add", {"t", "c"}, {"y"});
    const NDArray factor = floats({1}, {1 + 0x1p-12});
    const QString sum = run(b, {{"a", factor}, {"b", factor}, {"c", floats({1}, {-1 - 0x1p-11})}});
    QVERIFY2(sum == "float32 (1): 0" || sum == "float32 (1): 5.96046e-08", qPrintable(sum));
  }

  // Two sizes that a run tells.
  void nothing_beside_one_element_is_nothing() {
    OnnxBuilder b(18);
    b.input("x", {3}).input("y", {2}).output("z");
    b.input("n", {1}, onnx::TensorProto::INT64).input("m", {1}, onnx::TensorProto::INT64);
    b.ints("from", {0});
    b.node("Slice", {"x", "from", "n"}, {"a"});
    b.node("Slice", {"y", "from", "m"}, {"b"});
    b.node("Add", {"a", "b"}, {"z"});
    const auto sum = [&](double n, double m) {
      return run(
          b,
          {{"x", floats({3}, {1, 2, 3})}, {"y", floats({2}, {10, 20})}, {"n", ints({1}, {n})}, {"m", ints({1}, {m})}});
    };
    QCOMPARE(sum(0, 1), QStringLiteral("float32 (0):"));
    QCOMPARE(sum(1, 0), QStringLiteral("float32 (0):"));
    QCOMPARE(sum(3, 1), QStringLiteral("float32 (3): 11 12 13"));
    QCOMPARE(sum(2, 2), QStringLiteral("float32 (2): 11 22"));
  }
};

NW_TEST(TestOnnxNumbers);
#include "test_onnx_numbers.moc"
