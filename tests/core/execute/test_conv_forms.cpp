// SPDX-License-Identifier: GPL-3.0-or-later
// Forms that a convolution takes where its weight is packed before the kernel runs: the numbers are those of the
// definition, on images of any size.
#include <QTest>

#include "base/local_cpu.h"
#include "execute/network.h"
#include "import/relay.h"
#include "local_device.h"
#include "registry.h"

using namespace nw;

class TestConvForms : public QObject {
  Q_OBJECT

  static graph::Node& node_called(graph::Graph& graph, const std::string& name) {
    for (size_t i = 0; i < graph.size(); ++i)
      if (graph::Node& node = graph.node(NodeId(static_cast<int32_t>(i))); node.name == name) return node;
    return graph.node(NodeId(0));
  }

  // Numbers of a simple sequence, from -1 to 1: constants without data are not packed before the kernel runs.
  static NDArray weight_of(const std::vector<int64_t>& shape, DType type) {
    NDArray weight(type, shape);
    for (int64_t i = 0; i < weight.size(); ++i) weight.set(i, static_cast<double>(i * 37 % 101) / 50 - 1);
    return weight;
  }

  // `attributes`: of the convolution.
  static std::shared_ptr<const model::Model> network(const std::string& data, const std::vector<int64_t>& weight,
                                                     const std::string& attributes,
                                                     const std::string& type = "float32") {
    const std::string w = std::to_string(weight[0]) + ", " + std::to_string(weight[1]) + ", " +
                          std::to_string(weight[2]) + ", " + std::to_string(weight[3]);
    auto graph = import::read_relay("fn (%x: Tensor[" + data + ", " + type + "], %w: Tensor[(" + w + "), " + type +
                                    "], %b: Tensor[(" + std::to_string(weight[0]) + ", 1, 1), " + type +
                                    "]) {\n  %0 = nn.conv2d(%x, %w" + attributes +
                                    ");\n  %1 = add(%0, %b);\n  nn.relu(%1)\n}\n");
    if (!graph.ok()) return nullptr;
    graph::Node& constant = node_called(*graph, "%w");
    constant.kind = graph::NodeKind::Constant;
    constant.data = weight_of(weight, constant.type.dtype);
    return model::build_model(std::move(*graph), {}, "net.relay");
  }

  static void is_right(const std::shared_ptr<const model::Model>& model) {
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    options.inputs = {true, 5};
    options.threads = 2;
    const auto report = execute::run_network(model, {}, options, test::local_device());
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    QVERIFY2(report->comparison->ok, report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    QVERIFY(report->comparison->checked > 0);
  }

 private Q_SLOTS:
  void winograd_data() {
    QTest::addColumn<QString>("data");
    QTest::addColumn<int>("outputs");
    QTest::addColumn<int>("inputs");
    QTest::addColumn<QString>("padding");
    QTest::addColumn<QString>("type");
    const auto row = [](const char* name, const char* data, int outputs, int inputs, const char* padding,
                        const char* type = "float32") {
      QTest::newRow(name) << data << outputs << inputs << padding << type;
    };
    row("rows are divided into tiles", "(1, 16, 28, 28)", 32, 16, "1, 1, 1, 1");
    row("an odd image", "(1, 16, 7, 9)", 32, 16, "1, 1, 1, 1");
    row("without a border", "(1, 32, 19, 13)", 16, 32, "0, 0, 0, 0");
    row("a border on one side", "(1, 16, 10, 10)", 64, 16, "2, 0, 0, 1");
    row("rows that no number of tiles divides", "(1, 16, 23, 74)", 16, 16, "1, 1, 1, 1");
    row("a single pixel without a border", "(1, 32, 3, 3)", 64, 32, "0, 0, 0, 0");
    row("a single tile without a border", "(1, 32, 4, 4)", 64, 32, "0, 0, 0, 0");
    row("a single tile", "(1, 64, 2, 2)", 64, 64, "1, 1, 1, 1");
    row("a row of tiles", "(1, 32, 4, 30)", 32, 32, "0, 1, 0, 1");
    row("several images", "(3, 16, 14, 14)", 32, 16, "1, 1, 1, 1");
    row("more weights than the cache holds", "(1, 160, 14, 14)", 320, 160, "1, 1, 1, 1");
    row("float16, with sums in float32", "(1, 16, 14, 14)", 32, 16, "1, 1, 1, 1", "float16");
  }
  void winograd() {
    QFETCH(QString, data);
    QFETCH(int, outputs);
    QFETCH(int, inputs);
    QFETCH(QString, padding);
    QFETCH(QString, type);
    const auto model = network(data.toStdString(), {outputs, inputs, 3, 3}, ", padding=[" + padding.toStdString() + "]",
                               type.toStdString());
    QVERIFY(model);
    // Vectors of SSE, AVX2 and AVX-512; this machine has one of them.
    for (const auto& [bytes, registers] : {std::pair(16, 16), std::pair(32, 16), std::pair(64, 32)}) {
      TargetFacts facts = local_cpu_facts();
      facts.compute.vector_bytes = bytes, facts.compute.vector_registers = registers;
      const auto kernel = model::network_kernel(model->optimized(), model::fuse(*model), GroupId(0), facts);
      QVERIFY(kernel.ok());
      QVERIFY2(kernel->script.find("conv2d_products = te.compute") != std::string::npos, kernel->script.c_str());
      QVERIFY2(kernel->script.find(".compute_at(") != std::string::npos, "the rule for its schedule does not apply");
    }
    is_right(model);
  }

  void products_of_matrices_data() {
    QTest::addColumn<QString>("data");
    QTest::addColumn<int>("outputs");
    QTest::addColumn<int>("inputs");
    QTest::addColumn<QString>("attributes");
    const auto row = [](const char* name, const char* data, int outputs, int inputs, const char* attributes = "") {
      QTest::newRow(name) << data << outputs << inputs << attributes;
    };
    row("whole tiles", "(1, 256, 28, 28)", 256, 256);
    row("tiles with a tail", "(1, 256, 30, 15)", 256, 256);
    row("chunks of several rows", "(1, 512, 24, 7)", 128, 512);
    row("strides", "(1, 256, 56, 56)", 128, 256, ", strides=[2, 2]");
    row("strides that differ, several images", "(3, 256, 29, 57)", 128, 256, ", strides=[1, 2]");
  }
  void products_of_matrices() {
    QFETCH(QString, data);
    QFETCH(int, outputs);
    QFETCH(int, inputs);
    QFETCH(QString, attributes);
    const auto model = network(data.toStdString(), {outputs, inputs, 1, 1}, attributes.toStdString());
    QVERIFY(model);
    TargetFacts facts = local_cpu_facts();
    facts.compute.vector_bytes = 64, facts.compute.vector_registers = 32;
    const auto kernel = model::network_kernel(model->optimized(), model::fuse(*model), GroupId(0), facts);
    QVERIFY(kernel.ok());
    QVERIFY2(kernel->script.find("conv2d_data = te.compute") != std::string::npos, kernel->script.c_str());
    QVERIFY2(kernel->script.find("s[conv2d_block].compute_at(") != std::string::npos,
             "the rule for its schedule does not apply");
    is_right(model);
  }

  // Transforming a weight takes longer than multiplying by it once.
  void a_weight_that_is_an_input_is_not_transformed() {
    auto graph = import::read_relay(
        "fn (%x: Tensor[(1, 16, 28, 28), float32], %w: Tensor[(32, 16, 3, 3), float32]) {\n"
        "  nn.conv2d(%x, %w, padding=[1, 1, 1, 1])\n}\n");
    const auto model = model::build_model(std::move(*graph), {}, "net.relay");
    const auto kernel = model::network_kernel(model->optimized(), model::fuse(*model), GroupId(0), local_cpu_facts());
    QVERIFY(kernel.ok());
    QVERIFY(kernel->script.find("conv2d_products") == std::string::npos);
  }
};

NW_TEST(TestConvForms);
#include "test_conv_forms.moc"
