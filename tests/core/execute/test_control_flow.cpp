// SPDX-License-Identifier: GPL-3.0-or-later
// Loops and branches that only the run decides: values stay on the device between turns, and what goes wrong in a turn
// is named.
#include <QElapsedTimer>
#include <QTest>

#include "execute/network.h"
#include "local_device.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"

using namespace nw;
using test::OnnxBuilder;

class TestControlFlow : public QObject {
  Q_OBJECT

  static constexpr int64_t kSize = 32;  // squared: more than is computed on this side

  // y, row: the body's `w` of the last turn, and `row` of all turns; the body reads i, go and v.
  static OnnxBuilder loop(const OnnxBuilder& body, int64_t turns, const std::vector<OnnxBuilder::DimSpec>& shape) {
    OnnxBuilder b;
    b.input("x", shape).output("y").output("rows");
    b.ints("turns", {turns}, true);
    onnx::NodeProto* node = b.node("Loop", {"turns", "", "x"}, {"y", "rows"}, "loop");
    auto* attribute = node->add_attribute();
    attribute->set_name("body");
    attribute->set_type(onnx::AttributeProto::GRAPH);
    *attribute->mutable_g() = body.model.graph();
    return b;
  }
  static OnnxBuilder body(const std::vector<OnnxBuilder::DimSpec>& shape) {
    OnnxBuilder b;
    b.input("i", {}, onnx::TensorProto::INT64).input("go", {}, onnx::TensorProto::BOOL).input("v", shape);
    b.output("again").output("w").output("row");
    return b;
  }
  static Result<execute::NetworkResult> run(const OnnxBuilder& b, execute::NetworkValues::Inputs inputs,
                                            measure::RunRequest options, runtime::Device& device) {
    Result<graph::Graph> graph = b.read();
    if (!graph.value) return graph.diagnostics;
    execute::NetworkSession session(device, std::move(options));
    return session.call({model::build_model(std::move(*graph), {}, "net.onnx"), {}, std::move(inputs)});
  }
  static measure::RunRequest verified() {
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 3;
    options.inputs = {true, 5};
    return options;
  }
  static QString text_of(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& d : diagnostics) all += format(d);
    return QString::fromStdString(all);
  }
  static NDArray numbers(const std::vector<int64_t>& shape, float value) {
    NDArray made(DType::Float(32), shape);
    for (int64_t i = 0; i < made.size(); ++i) made.set(i, static_cast<double>(value));
    return made;
  }

 private Q_SLOTS:
  // A turn doubles and adds a product, which takes kernels; the sum of all is the row of a turn.
  void values_of_turns_stay_on_the_device() {
    OnnxBuilder turn = body({kSize, kSize});
    turn.floats("half", {kSize, kSize}, 0.5F / static_cast<float>(kSize));
    turn.node("MatMul", {"v", "half"}, {"p"});
    turn.node("Tanh", {"p"}, {"t"});
    turn.node("Add", {"v", "t"}, {"w"});
    turn.node("ReduceSum", {"w"}, {"row"});
    turn.node("Identity", {"go"}, {"again"});
    const auto result = run(loop(turn, 7, {kSize, kSize}), {}, verified(), test::local_device());
    QVERIFY2(result.ok(), qPrintable(text_of(result.diagnostics)));
    QVERIFY(result->report.comparison->ok);
    QCOMPARE(result->outputs.at(1).tensor()->shape(), (std::vector<int64_t>{7, 1, 1}));
    bool in_turns = false;
    for (const auto& kernel : result->report.kernels) in_turns |= kernel.kind == "kernel" && kernel.calls == 7;
    QVERIFY(in_turns);
    const auto& memory = result->report.memory.planned;
    constexpr int64_t kBytes = kSize * kSize * 4;
    QVERIFY(memory.has_value());
    QVERIFY2(memory->live >= 2 * kBytes && memory->live < 6 * kBytes, std::to_string(memory->live).c_str());
    QVERIFY2(memory->arena >= memory->live / 2 && memory->arena < 8 * kBytes, std::to_string(memory->arena).c_str());
    QVERIFY2(memory->unshared >= 7 * kBytes, std::to_string(memory->unshared).c_str());
  }

  void each_kernel_that_is_compiled_advances_the_count() {
    OnnxBuilder turn = body({kSize, kSize});
    turn.floats("half", {kSize, kSize}, 0.5F / static_cast<float>(kSize));
    turn.node("MatMul", {"v", "half"}, {"p"});
    turn.node("MatMul", {"p", "half"}, {"w"});
    turn.node("ReduceSum", {"w"}, {"row"});
    turn.node("Identity", {"go"}, {"again"});
    Result<graph::Graph> graph = loop(turn, 3, {kSize, kSize}).read();
    QVERIFY(graph.ok());
    execute::NetworkSession session(test::local_device(), verified());
    int compiled = 0;
    bool within = true, runs = false;
    session.listen([&](const std::string& doing, int done, int of) {
      if (doing == "compiling") compiled = done;
      within = within && done < of;
      runs = runs || doing == "running";
    });
    const auto result = session.call({model::build_model(std::move(*graph), {}, "net.onnx"), {}, {}});
    QVERIFY2(result.ok(), qPrintable(text_of(result.diagnostics)));
    QVERIFY(compiled > 0);
    QVERIFY(within);
    QVERIFY(runs);
  }

  // Until the sum is over 100, whatever the count of turns allows.
  void a_condition_from_the_device_ends_the_loop() {
    OnnxBuilder turn = body({kSize, kSize});
    turn.floats("one", {kSize, kSize}, 1);
    turn.floats("most", {}, 3.5F * static_cast<float>(kSize * kSize));
    turn.node("Add", {"v", "one"}, {"w"});
    OnnxBuilder::set(turn.node("ReduceSum", {"w"}, {"row"}), "keepdims", int64_t{0});
    turn.node("Less", {"row", "most"}, {"again"});
    const auto result =
        run(loop(turn, 1000, {kSize, kSize}), {{"x", numbers({kSize, kSize}, 0)}}, verified(), test::local_device());
    QVERIFY2(result.ok(), qPrintable(text_of(result.diagnostics)));
    QVERIFY(result->report.comparison->ok);
    QCOMPARE(result->outputs.at(1).tensor()->shape(), (std::vector<int64_t>{4}));
    QCOMPARE(result->outputs.at(0).tensor()->at(5), 4.0);
  }

  void an_index_outside_in_a_turn_names_the_node() {
    OnnxBuilder turn = body({kSize, kSize});
    turn.ints("step", {20}, true);
    turn.node("Mul", {"i", "step"}, {"at"});
    turn.node("Gather", {"v", "at"}, {"row"}, "pick");
    turn.node("Relu", {"v"}, {"w"});
    turn.node("Identity", {"go"}, {"again"});
    measure::RunRequest options;
    options.repeat = 1;
    const auto result = run(loop(turn, 5, {kSize, kSize}), {}, options, test::local_device());
    QVERIFY(!result.ok());
    const QString text = text_of(result.diagnostics);
    QVERIFY2(text.contains(QStringLiteral("pick")) && text.contains(QStringLiteral("40")), qPrintable(text));
  }

  void a_loop_that_never_ends_is_stopped() {
    OnnxBuilder turn = body({kSize, kSize});
    turn.floats("one", {kSize, kSize}, 1);
    turn.node("Add", {"v", "one"}, {"w"});
    OnnxBuilder::set(turn.node("ReduceMax", {"w"}, {"row"}), "keepdims", int64_t{0});
    turn.floats("zero", {}, 0);
    turn.node("GreaterOrEqual", {"row", "zero"}, {"again"});
    runtime::Device device(target::local_connection(NW_BIN_DIR));
    using Clock = target::Session::Clock;
    device.set_limits(Clock::now() + std::chrono::seconds(3), {}, 3);
    QElapsedTimer clock;
    clock.start();
    measure::RunRequest options;
    options.repeat = 1;
    const auto result =
        run(loop(turn, INT64_MAX, {kSize, kSize}), {{"x", numbers({kSize, kSize}, 0)}}, options, device);
    QVERIFY(!result.ok());
    QVERIFY2(clock.elapsed() < 8'000, qPrintable(QString::number(clock.elapsed())));
    const QString text = text_of(result.diagnostics);
    QVERIFY2(text.contains(QStringLiteral("'loop' is in turn")) || text.contains(QStringLiteral("NW4122")),
             qPrintable(text));
    // The device serves the next network.
    device.set_limits(Clock::time_point::max(), {});
    OnnxBuilder again;
    again.input("x", {4}).output("y");
    again.node("Relu", {"x"}, {"y"});
    QVERIFY(run(again, {}, options, device).ok());
  }

  // Each turn adds a row, so its sizes are new; no kernel of a constant size is compiled for more than two of them.
  void sizes_that_are_new_in_every_turn_take_few_kernels() {
    OnnxBuilder turn = body({"rows", kSize});
    turn.floats("row_of_ones", {1, kSize}, 1);
    turn.node("Concat", {"v", "row_of_ones"}, {"w"});
    OnnxBuilder::set(turn.model.mutable_graph()->mutable_node(0), "axis", int64_t{0});
    OnnxBuilder::set(turn.node("CumSum", {"w", "axis"}, {"sums"}), "exclusive", int64_t{0});
    turn.ints("axis", {0}, true);
    OnnxBuilder::set(turn.node("ReduceSum", {"sums"}, {"row"}), "keepdims", int64_t{0});
    turn.node("Identity", {"go"}, {"again"});
    measure::RunRequest options = verified();
    options.repeat = 1;
    constexpr int kTurns = 12;
    const auto result = run(loop(turn, kTurns, {2, kSize}), {}, options, test::local_device());
    QVERIFY2(result.ok(), qPrintable(text_of(result.diagnostics)));
    QVERIFY(result->report.comparison->ok);
    QCOMPARE(result->outputs.at(0).tensor()->shape(), (std::vector<int64_t>{2 + kTurns, kSize}));
    QVERIFY2(result->report.compiled + result->report.from_cache < kTurns,
             std::to_string(result->report.compiled).c_str());
  }

  // Of both branches, each by kernels; the condition comes from the device.
  void a_branch_by_the_sum_of_a_kernel() {
    OnnxBuilder b;
    b.input("x", {kSize, kSize}).output("y");
    b.floats("zero", {}, 0);
    b.node("Tanh", {"x"}, {"t"});
    OnnxBuilder::set(b.node("ReduceSum", {"t"}, {"s"}), "keepdims", int64_t{0});
    b.node("Greater", {"s", "zero"}, {"c"});
    onnx::NodeProto* node = b.node("If", {"c"}, {"y"}, "if");
    for (const char* name : {"then_branch", "else_branch"}) {
      OnnxBuilder branch;
      branch.output("z");
      branch.node(name[0] == 't' ? "Exp" : "Abs", {"t"}, {"z"});
      auto* attribute = node->add_attribute();
      attribute->set_name(name);
      attribute->set_type(onnx::AttributeProto::GRAPH);
      *attribute->mutable_g() = branch.model.graph();
    }
    for (const float value : {-0.5F, 0.5F}) {
      const auto result = run(b, {{"x", numbers({kSize, kSize}, value)}}, verified(), test::local_device());
      QVERIFY2(result.ok(), qPrintable(text_of(result.diagnostics)));
      QVERIFY(result->report.comparison->ok);
      const double t = std::tanh(static_cast<double>(value)), y = result->outputs.at(0).tensor()->at(3);
      QVERIFY(std::abs(y - (value < 0 ? std::abs(t) : std::exp(t))) < 1e-5);
    }
  }
};

NW_TEST(TestControlFlow);
#include "test_control_flow.moc"
