// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's recurrent layers as kernels: directions, lengths, layouts, what is optional. Each is compared with its
// reference operator, which shares no code with it.
#include <QTest>

#include "execute/network.h"
#include "import/onnx.h"
#include "local_device.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"
#include "tests/core/reference/one_call.h"

using namespace nw;
using namespace nw::test;

class TestRecurrent : public QObject {
  Q_OBJECT

  using Inputs = execute::NetworkValues::Inputs;

  // Some numbers between -0.5 and 0.5, of all places.
  static NDArray numbers(std::vector<int64_t> shape, int seed) {
    NDArray made(DType::Float(32), std::move(shape));
    for (int64_t i = 0; i < made.size(); ++i) made.set(i, static_cast<double>((i * 37 + seed * 11) % 101) / 101 - 0.5);
    return made;
  }
  static void constant(OnnxBuilder& b, const char* name, const std::vector<int64_t>& shape, int seed) {
    const NDArray data = numbers(shape, seed);
    onnx::TensorProto* t = b.floats(name, shape);
    std::vector<float> values;
    for (int64_t i = 0; i < data.size(); ++i) values.push_back(static_cast<float>(data.at(i)));
    t->set_raw_data(values.data(), values.size() * sizeof(float));
  }
  static void set_text(onnx::NodeProto* node, const char* key, const std::string& value) {
    auto* a = node->add_attribute();
    a->set_name(key);
    a->set_type(onnx::AttributeProto::STRING);
    a->set_s(value);
  }
  static void set_float(onnx::NodeProto* node, const char* key, float value) {
    auto* a = node->add_attribute();
    a->set_name(key);
    a->set_type(onnx::AttributeProto::FLOAT);
    a->set_f(value);
  }

  struct Case {
    std::string op = "LSTM", direction = "forward";
    int64_t time = 5, batch = 3, inputs = 7, hidden = 20;
    bool bias = true, lengths = false, first_state = false, peepholes = false;
    std::map<std::string, int64_t> attrs = {};
    std::vector<std::string> activations = {};
    float clip = 0;
    bool open = false;  // only the call says time and batch
    int64_t gates() const { return op == "LSTM" ? 4 : op == "GRU" ? 3 : 1; }
    int64_t directions() const { return direction == "bidirectional" ? 2 : 1; }
    bool batch_first() const { return attrs.contains("layout") && attrs.at("layout") == 1; }
  };

  static OnnxBuilder model_of(const Case& c) {
    OnnxBuilder b(14);
    const int64_t d = c.directions(), rows = c.gates() * c.hidden;
    OnnxBuilder::DimSpec time = c.time, batch = c.batch;
    if (c.open) time = "time", batch = "batch";
    const bool first = c.batch_first();
    b.input("x", {first ? batch : time, first ? time : batch, c.inputs});
    constant(b, "w", {d, rows, c.inputs}, 1);
    constant(b, "r", {d, rows, c.hidden}, 2);
    constant(b, "b", {d, 2 * rows}, 3);
    constant(b, "p", {d, 3 * c.hidden}, 4);
    if (c.lengths) b.input("lengths", {batch}, onnx::TensorProto::INT32);
    std::vector<std::string> inputs{"x", "w", "r", c.bias ? "b" : "", c.lengths ? "lengths" : ""};
    for (const char* state : {"h", "c"}) {
      if (!c.first_state || (c.op != "LSTM" && *state == 'c')) continue;
      b.input(state, {first ? batch : OnnxBuilder::DimSpec(d), first ? OnnxBuilder::DimSpec(d) : batch, c.hidden});
      inputs.push_back(state);
    }
    if (c.peepholes) {
      inputs.resize(7);
      inputs.push_back("p");
    }
    std::vector<std::string> outputs{"y", "y_h"};
    if (c.op == "LSTM") outputs.push_back("y_c");
    for (const std::string& output : outputs) b.output(output.c_str());
    onnx::NodeProto* node = b.node(c.op.c_str(), inputs, outputs);
    OnnxBuilder::set(node, "hidden_size", c.hidden);
    set_text(node, "direction", c.direction);
    for (const auto& [key, value] : c.attrs) OnnxBuilder::set(node, key.c_str(), value);
    if (c.clip > 0) set_float(node, "clip", c.clip);
    if (!c.activations.empty()) {
      auto* a = node->add_attribute();
      a->set_name("activations");
      a->set_type(onnx::AttributeProto::STRINGS);
      for (const std::string& name : c.activations) a->add_strings(name);
    }
    return b;
  }

  static Inputs inputs_of(const Case& c) {
    const bool first = c.batch_first();
    Inputs inputs{
        {"x", numbers(first ? std::vector{c.batch, c.time, c.inputs} : std::vector{c.time, c.batch, c.inputs}, 5)}};
    const std::vector<int64_t> state =
        first ? std::vector{c.batch, c.directions(), c.hidden} : std::vector{c.directions(), c.batch, c.hidden};
    if (c.first_state) inputs["h"] = numbers(state, 6);
    if (c.first_state && c.op == "LSTM") inputs["c"] = numbers(state, 7);
    if (c.lengths) {
      std::vector<double> lengths;
      for (int64_t i = 0; i < c.batch; ++i) lengths.push_back(static_cast<double>(c.time - i));
      inputs["lengths"] = tensor(DType::Int(32), {c.batch}, lengths);
    }
    return inputs;
  }

  // What ran in place of a kernel, and what was found wrong.
  static QString problems_of(const Case& c) {
    Result<graph::Graph> graph = model_of(c).read();
    if (!graph.value) return failure(graph.diagnostics.at(0));
    model::OpenOptions open;
    open.bind_dims = false;
    const auto model = model::build_model(std::move(*graph), {}, "net.onnx", open);
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    execute::NetworkSession session(test::local_device(), options);
    std::map<std::string, int64_t> sizes;
    if (c.open) sizes = {{"time", c.time}, {"batch", c.batch}};
    const auto result = session.call({model, {}, inputs_of(c), sizes});
    QString text;
    for (const Diagnostic& d : result.diagnostics) text += failure(d) + "\n";
    if (!result.value) return text;
    for (const auto& kernel : result->report.kernels)
      if (kernel.kind != "kernel") text += QString::fromStdString(kernel.kind) + "\n";
    if (!result->report.comparison || !result->report.comparison->ok) text += "differs\n";
    return text;
  }

 private Q_SLOTS:
  void a_layer_as_a_kernel_data() {
    QTest::addColumn<Case>("layer");
    QTest::newRow("LSTM") << Case{};
    QTest::newRow("LSTM of one sequence") << Case{.batch = 1, .hidden = 64};
    QTest::newRow("LSTM backward") << Case{.direction = "reverse"};
    QTest::newRow("LSTM in both directions") << Case{.direction = "bidirectional", .first_state = true};
    QTest::newRow("LSTM of other lengths") << Case{.direction = "bidirectional", .lengths = true, .first_state = true};
    QTest::newRow("LSTM without biases") << Case{.bias = false};
    QTest::newRow("LSTM with peepholes") << Case{.peepholes = true, .clip = 0.4F};
    QTest::newRow("LSTM with coupled gates") << Case{.lengths = true, .attrs = {{"input_forget", 1}}};
    QTest::newRow("LSTM, batch first") << Case{
        .direction = "bidirectional", .lengths = true, .first_state = true, .attrs = {{"layout", 1}}};
    QTest::newRow("LSTM of sizes that the run tells")
        << Case{.direction = "bidirectional", .lengths = true, .open = true};
    QTest::newRow("GRU") << Case{.op = "GRU", .first_state = true};
    QTest::newRow("GRU, reset behind the product")
        << Case{.op = "GRU", .direction = "bidirectional", .attrs = {{"linear_before_reset", 1}}};
    QTest::newRow("GRU of other lengths") << Case{.op = "GRU", .direction = "reverse", .lengths = true};
    QTest::newRow("GRU of sizes that the run tells")
        << Case{.op = "GRU", .attrs = {{"linear_before_reset", 1}}, .open = true};
    QTest::newRow("RNN") << Case{.op = "RNN", .direction = "bidirectional", .first_state = true};
    QTest::newRow("RNN with Relu") << Case{.op = "RNN", .activations = {"Relu"}};
  }
  void a_layer_as_a_kernel() {
    QFETCH(Case, layer);
    QCOMPARE(problems_of(layer), QString());
  }

  // Other activations have no kernel: the reference operator computes the layer.
  void an_activation_without_a_kernel() {
    const QString problems = problems_of({.op = "RNN", .activations = {"Softsign"}});
    QVERIFY2(!problems.contains("differs") && !problems.isEmpty(), qPrintable(problems));
  }
};

NW_TEST(TestRecurrent);
#include "test_recurrent.moc"
