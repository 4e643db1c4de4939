// SPDX-License-Identifier: GPL-3.0-or-later
// Quantized operators by kernels: products of bytes by the processor's instruction where it has one. Every result is
// compared with the reference operators, integers exactly.
#include <QTest>

#include "base/local_cpu.h"
#include "execute/network.h"
#include "import/relay.h"
#include "local_device.h"
#include "registry.h"

using namespace nw;

class TestQuantized : public QObject {
  Q_OBJECT

  // All values of the type, the extreme ones first.
  static NDArray numbers(DType type, const std::vector<int64_t>& shape) {
    NDArray array(type, shape);
    const int64_t low = type.is_uint() ? 0 : -128;
    for (int64_t i = 0; i < array.size(); ++i)
      if (type.is_float())
        array.set(i, static_cast<double>((i * 53 + 17) % 401 - 200) / 16);
      else
        array.set_int(i, low + (i < 8 ? 255 * (i % 2) : (i * 89 + i / 7) % 256));
    return array;
  }

  // A network of one function; %w is a constant.
  static std::shared_ptr<const model::Model> network(const std::string& text) {
    auto graph = import::read_relay(text);
    if (!graph.ok()) return nullptr;
    for (size_t i = 0; i < graph->size(); ++i) {
      graph::Node& node = graph->node(NodeId(static_cast<int32_t>(i)));
      if (node.kind != graph::NodeKind::Input || node.name != "%w") continue;
      const auto shape = graph::constant_shape(node.type.shape);
      node.kind = graph::NodeKind::Constant;
      node.data = numbers(node.type.dtype, *shape);
    }
    std::erase_if(graph->inputs, [&](NodeId id) { return graph->node(id).kind == graph::NodeKind::Constant; });
    return model::build_model(std::move(*graph), {}, "net.relay");
  }

  // Empty: all of it ran by kernels, whose results are those of the reference operators.
  static QString run(const std::string& text) {
    const auto model = network(text);
    if (!model) return QStringLiteral("it cannot be read");
    for (const Diagnostic& d : model->diagnostics) return QString::fromStdString(format(d));
    execute::NetworkValues::Inputs inputs;
    for (const NodeId id : model->optimized().inputs) {
      const graph::Node& node = model->optimized().node(id);
      inputs[node.name] = numbers(node.type.dtype, *graph::constant_shape(node.type.shape));
    }
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    options.threads = 2;
    execute::NetworkSession session(test::local_device(), options);
    const auto result = session.call({model, {}, inputs, {}});
    for (const Diagnostic& d : result.diagnostics) return QString::fromStdString(format(d));
    if (!result.value || !result->report.comparison->ok) return QStringLiteral("it differs");
    return result->report.comparison->not_compared == 0 ? QString() : QStringLiteral("not all of it ran by kernels");
  }

 private Q_SLOTS:
  void convolutions_data() {
    QTest::addColumn<QString>("data");
    QTest::addColumn<QString>("weight");
    QTest::addColumn<QString>("arguments");
    const auto row = [](const char* name, const char* data, const char* weight, const char* arguments) {
      QTest::newRow(name) << data << weight << arguments;
    };
    row("uint8 by int8", "(1, 16, 12, 10), uint8", "(8, 16, 3, 3), int8", "3, 0, 1f, 1f, padding=[1, 1, 1, 1]");
    row("without zero points", "(1, 16, 8, 8), uint8", "(16, 16, 1, 1), int8", "0, 0, 1f, 1f");
    row("int8 by int8", "(1, 16, 9, 7), int8", "(8, 16, 3, 3), int8", "-5, 0, 1f, 1f, padding=[1, 1, 1, 1]");
    row("uint8 by uint8", "(1, 8, 9, 7), uint8", "(12, 8, 3, 3), uint8", "200, 131, 1f, 1f, padding=[1, 1, 1, 1]");
    row("int8 by uint8", "(1, 8, 9, 7), int8", "(12, 8, 3, 3), uint8", "-128, 255, 1f, 1f, padding=[0, 1, 2, 0]");
    row("channels that are no multiple of four", "(2, 3, 15, 15), uint8", "(7, 3, 5, 5), int8",
        "128, 0, 1f, 1f, padding=[2, 2, 2, 2]");
    row("strides", "(1, 6, 15, 13), uint8", "(8, 6, 3, 3), int8",
        "128, 0, 1f, 1f, strides=[2, 2], padding=[1, 1, 1, 1]");
    row("the stem of a ResNet", "(1, 3, 32, 32), int8", "(16, 3, 7, 7), int8",
        "-14, 0, 1f, 1f, strides=[2, 2], padding=[3, 3, 3, 3]");
    row("dilation", "(1, 4, 16, 16), uint8", "(8, 4, 3, 3), int8",
        "9, 0, 1f, 1f, dilation=[2, 2], padding=[2, 2, 2, 2]");
    row("strides and dilation", "(1, 4, 16, 16), uint8", "(8, 4, 3, 3), int8",
        "9, 0, 1f, 1f, strides=[2, 2], dilation=[2, 2], padding=[2, 2, 2, 2]");
    row("groups", "(1, 12, 10, 10), uint8", "(8, 6, 3, 3), uint8", "9, 3, 1f, 1f, groups=2, padding=[1, 1, 1, 1]");
    row("depthwise", "(1, 8, 12, 12), uint8", "(8, 1, 3, 3), int8", "77, 0, 1f, 1f, groups=8, padding=[1, 1, 1, 1]");
    row("depthwise with strides", "(1, 8, 13, 12), int8", "(16, 1, 3, 3), uint8",
        "-7, 128, 1f, 1f, groups=8, strides=[2, 2], padding=[1, 1, 1, 1]");
    row("a single pixel", "(1, 64, 1, 1), uint8", "(32, 64, 1, 1), int8", "12, 0, 1f, 1f");
    row("few outputs of a single pixel", "(1, 5, 1, 1), uint8", "(3, 5, 1, 1), int8", "12, 0, 1f, 1f");
    row("channels last", "(1, 8, 8, 6), uint8", "(3, 3, 6, 8), int8",
        "12, 0, 1f, 1f, padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\"");
    row("no images", "(0, 8, 8, 8), uint8", "(4, 8, 3, 3), int8", "12, 0, 1f, 1f");
  }
  void convolutions() {
    QFETCH(QString, data);
    QFETCH(QString, weight);
    QFETCH(QString, arguments);
    const QString text = QStringLiteral(
                             "fn (%x: Tensor[%1], %w: Tensor[%2]) {\n  qnn.conv2d(%x, %w, %3, "
                             "out_dtype=\"int32\")\n}\n")
                             .arg(data, weight, arguments);
    QCOMPARE(run(text.toStdString()), QString());
  }

  // The zero points come at run time; the weight is no constant.
  void operands_that_only_a_run_tells() {
    QCOMPARE(run("fn (%x: Tensor[(1, 8, 9, 9), uint8], %v: Tensor[(12, 8, 3, 3), uint8], %a: Tensor[(), int32], "
                 "%b: Tensor[(12), int32]) {\n"
                 "  qnn.conv2d(%x, %v, %a, %b, 1f, 1f, padding=[1, 1, 1, 1], out_dtype=\"int32\")\n}\n"),
             QString());
    QCOMPARE(run("fn (%x: Tensor[(7, 30), uint8], %v: Tensor[(20, 30), uint8], %a: Tensor[(), int32], "
                 "%b: Tensor[(20), int32]) {\n"
                 "  qnn.dense(%x, %v, %a, %b, 1f, 1f, out_dtype=\"int32\")\n}\n"),
             QString());
  }

  void products_data() {
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* text) { QTest::newRow(name) << text; };
    row("dense",
        "fn (%x: Tensor[(9, 32), uint8], %w: Tensor[(70, 32), int8]) { qnn.dense(%x, %w, 3, 0, 1f, 1f, "
        "out_dtype=\"int32\") }");
    row("one row",
        "fn (%x: Tensor[(1, 33), uint8], %w: Tensor[(130, 33), int8]) { qnn.dense(%x, %w, 3, 0, 1f, 1f, "
        "out_dtype=\"int32\") }");
    row("int8 by uint8",
        "fn (%x: Tensor[(5, 7), int8], %w: Tensor[(3, 7), uint8]) { qnn.dense(%x, %w, -3, 9, 1f, 1f, "
        "out_dtype=\"int32\") }");
    row("nothing to add up",
        "fn (%x: Tensor[(5, 0), int8], %w: Tensor[(3, 0), uint8]) { qnn.dense(%x, %w, -3, 9, 1f, "
        "1f, out_dtype=\"int32\") }");
    row("batches",
        "fn (%x: Tensor[(3, 6, 10), uint8], %v: Tensor[(3, 10, 9), uint8]) { qnn.batch_matmul(%x, %v, 128, "
        "120, 1f, 1f, transpose_b=False, out_dtype=\"int32\") }");
    row("batches by one matrix",
        "fn (%x: Tensor[(3, 6, 10), int8], %w: Tensor[(1, 9, 10), int8]) { "
        "qnn.batch_matmul(%x, %w, 5, 2, 1f, 1f, out_dtype=\"int32\") }");
    row("a transposed batch",
        "fn (%x: Tensor[(3, 10, 6), int8], %w: Tensor[(3, 9, 10), int8]) { "
        "qnn.batch_matmul(%x, %w, 5, 2, 1f, 1f, transpose_a=True, out_dtype=\"int32\") }");
  }
  void products() {
    QFETCH(QString, text);
    QCOMPARE(run(text.toStdString()), QString());
  }

  void scaled_data() {
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* text) { QTest::newRow(name) << text; };
    row("quantize, half-way numbers and saturated ones",
        "fn (%x: Tensor[(7, 61), float32]) { qnn.quantize(%x, 0.03125f, 7, out_dtype=\"int8\") }");
    row("quantize along an axis",
        "fn (%x: Tensor[(3, 2, 5), float32], %s: Tensor[(2), float32]) { %0 = abs(%s);\n"
        "qnn.quantize(%x, %0, 7, out_dtype=\"uint8\", axis=1) }");
    row("quantize to 16 bits", "fn (%x: Tensor[(50), float32]) { qnn.quantize(%x, 0.0001f, 7, out_dtype=\"uint16\") }");
    row("quantize float16", "fn (%x: Tensor[(50), float16]) { qnn.quantize(%x, 0.3f, 7, out_dtype=\"uint8\") }");
    row("dequantize", "fn (%x: Tensor[(3, 100), uint8]) { qnn.dequantize(%x, 0.3f, 7) }");
    row("dequantize along an axis",
        "fn (%x: Tensor[(3, 4, 5), int8], %s: Tensor[(4), float32], %z: Tensor[(4), int32]) "
        "{ qnn.dequantize(%x, %s, %z, axis=1) }");
    row("requantize upward",
        "fn (%x: Tensor[(300), int32]) { qnn.requantize(%x, 0.5f, 3, 1f, -2, out_dtype=\"int8\") }");
    row("requantize to even",
        "fn (%x: Tensor[(300), int32]) { qnn.requantize(%x, 0.5f, 3, 1f, -2, out_dtype=\"int8\", "
        "rounding=\"TOEVEN\") }");
    row("add",
        "fn (%x: Tensor[(3, 90), uint8], %y: Tensor[(90), uint8]) { qnn.add(%x, %y, 0.5f, 3, 0.25f, 9, 0.7f, 1) }");
    row("multiply",
        "fn (%x: Tensor[(3, 90), int8], %y: Tensor[(3, 1), int8]) { qnn.mul(%x, %y, 0.5f, 3, 0.25f, 9, 0.7f, "
        "1) }");
    row("subtract",
        "fn (%x: Tensor[(3, 90), int8], %y: Tensor[(3, 1), int8]) { qnn.subtract(%x, %y, 0.5f, 3, 0.25f, 9, "
        "0.7f, 1) }");
  }
  void scaled() {
    QFETCH(QString, text);
    QCOMPARE(run(text.toStdString()), QString());
  }

  // A quantized layer as files have it is one kernel on integers.
  void a_layer_between_dequantize_and_quantize() {
    const std::string text =
        "fn (%x: Tensor[(1, 16, 10, 10), uint8], %w: Tensor[(32, 16, 3, 3), int8], %b: Tensor[(32), float32], "
        "%y: Tensor[(1, 32, 10, 10), uint8]) {\n"
        "  %0 = qnn.dequantize(%x, 0.02f, 9);\n  %1 = qnn.dequantize(%w, 0.01f, 0, axis=0);\n"
        "  %2 = nn.conv2d(%0, %1, padding=[1, 1, 1, 1]);\n  %3 = nn.bias_add(%2, %b);\n"
        "  %4 = qnn.dequantize(%y, 0.5f, 100);\n  %5 = add(%3, %4);\n  %6 = nn.relu(%5);\n"
        "  qnn.quantize(%6, 0.37f, 11, out_dtype=\"uint8\")\n}\n";
    const auto model = network(text);
    QVERIFY(model);
    const fusion::Fusion fusion = model::fuse(*model);
    QCOMPARE(fusion.groups.size(), size_t{1});
    QCOMPARE(run(text), QString());
  }
};

NW_TEST(TestQuantized);
#include "test_quantized.moc"
