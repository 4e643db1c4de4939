// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions that passes change, or that are computed in filled blocks: the numbers are those of the file's
// operators.
#include <QTest>

#include "execute/network.h"
#include "local_device.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"

using namespace nw;
using test::OnnxBuilder;

class TestWindows : public QObject {
  Q_OBJECT

  using Ints = std::vector<int64_t>;

  // Weights that differ, so that none can stand in the place of another.
  static void weights(OnnxBuilder& b, const char* name, const Ints& shape) {
    onnx::TensorProto* tensor = b.floats(name, shape);
    std::vector<float> data(static_cast<size_t>(element_count(shape)));
    for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<float>(i * 37 % 101) / 50 - 1;
    tensor->set_raw_data(data.data(), data.size() * sizeof(float));
  }
  static std::string error_of(const Diagnostics& diagnostics) {
    return diagnostics.empty() ? "" : format(diagnostics[0]);
  }
  static std::shared_ptr<const model::Model> model_of(const OnnxBuilder& b, bool bind_dims = true) {
    Result<graph::Graph> graph = b.read();
    if (!graph.value) return nullptr;
    model::OpenOptions open;
    open.bind_dims = bind_dims;
    return model::build_model(std::move(*graph), {}, "net.onnx", open);
  }
  static Result<execute::NetworkResult> verify(const std::shared_ptr<const model::Model>& model,
                                               const std::map<std::string, int64_t>& sizes = {}) {
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    options.inputs = {true, 5};
    execute::NetworkSession session(test::local_device(), options);
    return session.call({model, {}, {}, sizes});
  }
  static const graph::Node* find(const graph::Graph& graph, const std::string& op) {
    for (const NodeId id : graph.post_order())
      if (graph.node(id).op == op) return &graph.node(id);
    return nullptr;
  }

 private Q_SLOTS:
  void positions_beyond_a_small_image_are_left_out_data() {
    QTest::addColumn<QList<int>>("image");     // H, W
    QTest::addColumn<QList<int>>("dilation");  // and stride
    QTest::addColumn<QList<int>>("padding");
    QTest::addColumn<QList<int>>("left");  // positions
    const auto row = [](const char* name, QList<int> image, QList<int> dilation, QList<int> padding, QList<int> left) {
      QTest::newRow(name) << image << dilation << padding << left;
    };
    row("all but one", {5, 7}, {8, 8, 1}, {8, 8, 8, 8}, {1, 1});
    row("of rows alone", {5, 7}, {6, 6, 1}, {6, 6, 6, 6}, {1, 3});
    row("none", {5, 7}, {4, 6, 1}, {4, 6, 4, 6}, {3, 3});
    row("with strides", {5, 7}, {6, 7, 2}, {6, 7, 6, 7}, {1, 1});
    row("a border on one side", {6, 6}, {5, 5, 1}, {10, 10, 0, 0}, {2, 2});
  }
  void positions_beyond_a_small_image_are_left_out() {
    QFETCH(QList<int>, image);
    QFETCH(QList<int>, dilation);
    QFETCH(QList<int>, padding);
    QFETCH(QList<int>, left);
    OnnxBuilder b;
    b.input("x", {2, 8, image[0], image[1]}).output("y");
    weights(b, "w", {16, 8, 3, 3});
    onnx::NodeProto* conv = b.node("Conv", {"x", "w"}, {"y"}, "conv");
    OnnxBuilder::set(conv, "dilations", Ints{dilation[0], dilation[1]});
    OnnxBuilder::set(conv, "strides", Ints{dilation[2], dilation[2]});
    OnnxBuilder::set(conv, "pads", Ints{padding[0], padding[1], padding[2], padding[3]});
    const auto model = model_of(b);
    const graph::Node* node = find(model->optimized(), "nn.conv2d");
    QVERIFY(node);
    const graph::Shape& weight = model->optimized().node(node->inputs[1]).type.shape;
    QCOMPARE(weight[2].constant().value_or(0), int64_t{left[0]});
    QCOMPARE(weight[3].constant().value_or(0), int64_t{left[1]});
    const auto result = verify(model);
    QVERIFY2(result.ok(), error_of(result.diagnostics).c_str());
    QVERIFY(result->report.comparison->ok);
  }

  void transposed_convolutions_to_few_channels_are_dense_data() {
    QTest::addColumn<int>("channels");
    QTest::addColumn<QList<int>>("window");  // kernel, stride, padding, output padding
    QTest::addColumn<bool>("dense");
    QTest::newRow("a generator's last layer") << 3 << QList<int>{4, 2, 1, 0} << true;
    QTest::newRow("one channel") << 1 << QList<int>{4, 2, 1, 0} << true;
    QTest::newRow("a window of the stride") << 2 << QList<int>{2, 2, 0, 0} << true;
    QTest::newRow("a window that the stride does not divide") << 3 << QList<int>{3, 2, 1, 1} << true;
    QTest::newRow("a stride of 3") << 5 << QList<int>{5, 3, 2, 1} << true;
    QTest::newRow("a window below the stride") << 2 << QList<int>{2, 3, 0, 0} << true;
    QTest::newRow("many channels") << 16 << QList<int>{4, 2, 1, 0} << false;
    QTest::newRow("no stride") << 3 << QList<int>{3, 1, 1, 0} << false;
  }
  void transposed_convolutions_to_few_channels_are_dense() {
    QFETCH(int, channels);
    QFETCH(QList<int>, window);
    QFETCH(bool, dense);
    OnnxBuilder b;
    b.input("x", {2, 12, 6, 5}).output("y");
    weights(b, "w", {12, channels, window[0], window[0]});
    weights(b, "bias", {channels});
    onnx::NodeProto* conv = b.node("ConvTranspose", {"x", "w", "bias"}, {"z"}, "conv");
    OnnxBuilder::set(conv, "strides", Ints{window[1], window[1]});
    OnnxBuilder::set(conv, "pads", Ints(4, window[2]));
    OnnxBuilder::set(conv, "output_padding", Ints(2, window[3]));
    b.node("Tanh", {"z"}, {"y"});
    const auto model = model_of(b);
    QCOMPARE(find(model->optimized(), "nn.conv2d_transpose") == nullptr, dense);
    const auto result = verify(model);
    QVERIFY2(result.ok(), error_of(result.diagnostics).c_str());
    QVERIFY(result->report.comparison->ok);
  }

  // Of sizes that only the run tells; 4 more channels than a vector has, and one less.
  void blocks_of_channels_are_filled_up() {
    for (const int64_t channels : {31, 47, 20, 3}) {
      OnnxBuilder b;
      b.input("x", {1, 8, "h", "w"}).output("y");
      weights(b, "weight", {channels, 8, 3, 3});
      weights(b, "bias", {channels});
      onnx::NodeProto* conv = b.node("Conv", {"x", "weight", "bias"}, {"z"}, "conv");
      OnnxBuilder::set(conv, "pads", Ints(4, 1));
      b.node("Relu", {"z"}, {"y"});
      const auto result = verify(model_of(b, false), {{"h", 9}, {"w", 11}});
      QVERIFY2(result.ok(), error_of(result.diagnostics).c_str());
      QVERIFY(result->report.comparison->ok);
    }
  }
};

NW_TEST(TestWindows);
#include "test_windows.moc"
