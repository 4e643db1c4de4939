// SPDX-License-Identifier: GPL-3.0-or-later
// A model run on inputs from files: several calls, sizes from their shapes, outputs compared and saved.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "data/tensor_file.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"

using nlohmann::json;
using namespace nw;

class TestModelData : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string path(const std::string& name) const { return folder_.path().toStdString() + "/" + name; }
  std::pair<int, json> run(const std::string& model, const QStringList& arguments) const {
    QProcess process;
    process.setWorkingDirectory(folder_.path());
    process.start(
        QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
        QStringList{QStringLiteral("run"), QString::fromStdString(model), QStringLiteral("--repeat"),
                    QStringLiteral("1"), QStringLiteral("--threads"), QStringLiteral("1"), QStringLiteral("--json")} +
            arguments);
    if (!process.waitForFinished(120000)) return {-1, {}};
    return {process.exitCode(), json::parse(process.readAllStandardOutput().toStdString(), nullptr, false)};
  }
  static QStringList words(const char* text) { return QString::fromLatin1(text).split(QLatin1Char(' ')); }
  static NDArray floats(const std::vector<int64_t>& shape, double first) {
    NDArray array(DType::Float(32), shape);
    for (int64_t i = 0; i < array.size(); ++i) array.set(i, first + static_cast<double>(i));
    return array;
  }
  void write(const std::string& folder, const std::string& stem, const NDArray& array) const {
    QDir(folder_.path()).mkpath(QString::fromStdString(folder));
    QVERIFY(data::write_tensor_file(path(folder), stem, "t", array).empty());
  }
  void save(const std::string& name, const test::OnnxBuilder& model) const {
    QFile file(QString::fromStdString(path(name)));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(model.model.SerializeAsString()));
  }

  json trace_events(const std::string& file) const {
    QFile read(QString::fromStdString(path(file)));
    if (!read.open(QIODevice::ReadOnly)) return {};
    return json::parse(read.readAll().toStdString(), nullptr, false)["traceEvents"];
  }

 private Q_SLOTS:
  // A batch of no rows by a weight that is packed before.
  void a_product_of_no_rows() {
    test::OnnxBuilder model;
    model.input("x", {"n", int64_t{4}}).output("y");
    model.floats("w", {4, 3});
    model.node("MatMul", {"x", "w"}, {"y"}, "product");
    save("rows.onnx", model);
    const auto [exit, reply] = run("rows.onnx", words("--dim n=0 --verify"));
    QVERIFY2(exit == 0, reply.dump().c_str());
    QVERIFY(reply["runs"][0]["outputs"][0]["shape"] == json({0, 3}));
  }

  // A group reads a tuple as one value where only the run tells a size, and its fields where all are known.
  void a_tuple_beside_a_size_that_only_the_run_tells() {
    test::OnnxBuilder model;
    model.input("x", {int64_t{3}}).input("a", {int64_t{2}, int64_t{2}}).input("b", {int64_t{2}, int64_t{3}});
    model.output("y").output("z");
    model.node("NonZero", {"x"}, {"y"}, "nonzero");
    test::OnnxBuilder::set(model.node("Concat", {"a", "b"}, {"z"}, "joined"), "axis", int64_t{1});
    save("tuple.onnx", model);
    const auto [exit, reply] = run("tuple.onnx", words("--opt-level 0 --verify"));
    QVERIFY2(exit == 0, reply.dump().c_str());
    QVERIFY(reply["runs"][0]["outputs"][1]["shape"] == json({2, 5}));
  }

  // Sizes in which its entries differ are not known of the list.
  void a_list_of_unlike_tensors() {
    test::OnnxBuilder model;
    model.input("x", {int64_t{3}, int64_t{2}}).output("parts");
    model.ints("sizes", {1, 2});
    model.node("SplitToSequence", {"x", "sizes"}, {"parts"}, "split");
    save("list.onnx", model);
    const auto [exit, reply] = run("list.onnx", {});
    QVERIFY2(exit == 0, reply.dump().c_str());
    const json& list = reply["runs"][0]["outputs"][0];
    QVERIFY2(list["of"] == json({{"shape", {"?", 2}}, {"dtype", "float32"}}), list.dump().c_str());
    QVERIFY2(list["entries"][1]["shape"] == json({2, 2}), list.dump().c_str());
  }

  void a_constant_that_a_text_leaves_out() {
    QFile file(QString::fromStdString(path("open.relay")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(1, 8), float32]) {\n"
        "  subtract(%x, meta[relay.Constant][0])\n}\n");
    file.close();
    const auto [exit, reply] = run("open.relay", {});
    QVERIFY2(exit == 1 && !reply["diagnostics"].empty(), reply.dump().c_str());
  }

  // y = 2x + k, with k an initializer that is listed as an input too.
  void initTestCase() {
    test::OnnxBuilder model;
    model.input("x", {"n", 2}).input("k", {1}).output("y");
    model.floats("k", {1}, 0.5F);
    model.floats("two", {1}, 2);
    model.node("Mul", {"x", "two"}, {"m"}, "mul");
    model.node("Add", {"m", "k"}, {"y"}, "add");
    save("m.onnx", model);
    write("a", "input_0", floats({1, 2}, 1));
    write("a", "output_0", [] {
      NDArray y(DType::Float(32), {1, 2});
      y.set(0, 2.5);
      y.set(1, 4.5);
      return y;
    }());
    write("b", "input_0", floats({3, 2}, 10));
    write("b", "input_1", floats({1}, 7));
  }

  void calls_of_several_sizes_in_one_session() {
    const auto [exit, out] = run("m.onnx", words("--data a --data b --data a --save out"));
    QVERIFY2(exit == 0, out.dump(1).c_str());
    QCOMPARE(out["runs"].size(), size_t{3});
    QVERIFY(out["runs"][0]["dims"] == json({{"n", 1}}));
    QVERIFY(out["runs"][0]["outputs"][0]["first"] == json({2.5, 4.5}));
    QVERIFY(out["runs"][1]["dims"] == json({{"n", 3}}));
    QVERIFY(out["runs"][1]["outputs"][0]["first"] == json({27, 29, 31, 33, 35, 37}));  // with k = 7
    QVERIFY(out["runs"][2]["outputs"][0]["first"] == json({2.5, 4.5}));
    QVERIFY(out["runs"][2]["compiled"] == json(0));
    QVERIFY(out["runs"][1]["data"] == json("b"));  // as it was given
    QVERIFY(out["outputs"] == out["runs"][0]["outputs"]);
    const auto saved = data::read_tensor_file(path("out/1/output_0.npy"));
    QVERIFY(saved.ok());
    QCOMPARE(saved->shape(), (std::vector<int64_t>{3, 2}));
    QCOMPARE(saved->at(5), 37.0);
  }

  void outputs_are_held_against_files() {
    const auto [exit, out] = run("m.onnx", words("--data a --expect"));
    QVERIFY2(exit == 0, out.dump(1).c_str());
    QVERIFY(out["expected"]["ok"].get<bool>());
    write("wrong", "input_0", floats({1, 2}, 1));
    write("wrong", "output_0", floats({1, 2}, 2.5));
    const auto [fails, other] = run("m.onnx", words("--data wrong --expect"));
    QCOMPARE(fails, 1);
    QVERIFY(!other["runs"][0]["expected"]["ok"].get<bool>());
    QCOMPARE(other["diagnostics"][0]["message"].get<std::string>(),
             "output 'y' is not what '" + path("wrong/output_0.npy") + "' holds: element 1 is 4.5, expected 3.5");
  }

  void a_call_that_fails_writes_no_file() {
    const auto [exit, out] = run("m.onnx", words("--data a --dim n=2 --save none"));
    QCOMPARE(exit, 1);
    QCOMPARE(out["diagnostics"][0]["code"].get<std::string>(), std::string("NW4144"));
    QVERIFY(!QDir(QString::fromStdString(path("none"))).exists());
  }

  void second_run_compiles_nothing() {
    qunsetenv("NESTWRIGHT_CACHE");
    qputenv("XDG_CACHE_HOME", QByteArray::fromStdString(path("cache")));
    const auto [exit, first] = run("m.onnx", words("--data a"));
    const auto [exit_again, again] = run("m.onnx", words("--data a --verify"));
    const auto [exit_without, without] = run("m.onnx", words("--data a --no-cache"));
    qunsetenv("XDG_CACHE_HOME");
    qputenv("NESTWRIGHT_CACHE", "off");
    QCOMPARE(exit, 0);
    QCOMPARE(exit_again, 0);
    QCOMPARE(exit_without, 0);
    const auto& run = first["runs"][0];
    QVERIFY(run["compiled"].get<int>() > 0 && run["from_cache"] == json(0));
    QVERIFY(again["runs"][0]["compiled"] == json(0) && again["runs"][0]["from_cache"] == run["compiled"]);
    QVERIFY(again["runs"][0]["verify"]["ok"].get<bool>());
    QVERIFY(again["outputs"] == first["outputs"]);
    QVERIFY(without["runs"][0]["compiled"] == run["compiled"] && without["runs"][0]["from_cache"] == json(0));
  }

  // A process a call, an event a kernel with what `kernels` says of it, memory as a counter.
  void a_profile_holds_every_call() {
    const auto [exit, out] = run("m.onnx", words("--data a --data b --profile trace.json"));
    QVERIFY2(exit == 0, out.dump(1).c_str());
    QVERIFY(!out["runs"][0].contains("trace"));
    std::map<std::string, int> phases;
    std::set<int> processes;
    for (const json& event : trace_events("trace.json")) {
      ++phases[event["ph"].get<std::string>()];
      processes.insert(event["pid"].get<int>());
      if (event["ph"] != "X") continue;
      if (event["pid"] == 0) {  // `kernels` is of the first call; the second overrides a constant
        QVERIFY(event["args"]["task"] == out["kernels"][0]["task"]);
        QVERIFY(event["args"]["nodes"] == out["kernels"][0]["nodes"]);
      }
      QVERIFY(event["dur"].get<double>() > 0 && event["args"]["kind"] == "kernel");
      const char* rows = event["pid"] == 0 ? "float32(1, 2)" : "float32(3, 2)";
      QCOMPARE(event["args"]["sizes"][0].get<std::string>(), std::string(rows));
    }
    QCOMPARE(phases["X"], 2);
    QVERIFY(phases["C"] >= 2);
    QCOMPARE(processes, (std::set<int>{0, 1}));
  }

  // Three turns of a loop, each adds one: its calls lie within the loop's event.
  void a_loop_encloses_its_turns() {
    test::OnnxBuilder b;
    b.input("x", {2}).output("y");
    b.ints("times", {3}, true);
    onnx::NodeProto* loop = b.node("Loop", {"times", "", "x"}, {"y"}, "loop");
    auto* attribute = loop->add_attribute();
    attribute->set_name("body");
    attribute->set_type(onnx::AttributeProto::GRAPH);
    test::OnnxBuilder body;
    body.input("i", {}, onnx::TensorProto::INT64).input("go", {}, onnx::TensorProto::BOOL).input("v", {2});
    body.output("again").output("w");
    body.floats("one", {2}, 1);
    body.node("Identity", {"go"}, {"again"});
    body.node("Add", {"v", "one"}, {"w"}, "step");
    *attribute->mutable_g() = body.model.graph();
    save("loop.onnx", b);
    write("loop", "input_0", floats({2}, 1));
    const auto [exit, out] = run("loop.onnx", words("--data loop --profile loop.json"));
    QVERIFY2(exit == 0, out.dump(1).c_str());
    QVERIFY2(out["outputs"][0]["first"] == json({4, 5}), out.dump(1).c_str());
    double begin = -1, end = -1;
    int turns = 0;
    const json events = trace_events("loop.json");
    for (const json& event : events)
      if (event["ph"] == "X" && event["args"]["kind"] == "control")
        begin = event["ts"], end = begin + event["dur"].get<double>();
    for (const json& event : events) {
      if (event["ph"] != "X" || event["args"]["kind"] == "control") continue;
      QVERIFY(event["ts"].get<double>() >= begin);
      QVERIFY(event["ts"].get<double>() + event["dur"].get<double>() <= end);
      ++turns;
    }
    QVERIFY2(turns >= 3, events.dump(1).c_str());
  }

  void a_profile_that_cannot_be_written() {
    const auto [exit, out] = run("m.onnx", words("--data a --profile none/there/trace.json"));
    QCOMPARE(exit, 1);
    QCOMPARE(out["diagnostics"][0]["code"].get<std::string>(), std::string("NW4001"));
  }

  void wrong_usage() {
    const auto [exit, out] = run("m.onnx", words("--expect"));
    QCOMPARE(exit, 2);
    QCOMPARE(out["diagnostics"][0]["message"].get<std::string>(),
             std::string("--expect compares with the outputs in the folders of --data, and none is given"));
    QCOMPARE(run("m.onnx", words("--input x")).first, 2);
    const auto [exit_several, several] = run("m.onnx", words("--profile t.json --target cpu,other"));
    QCOMPARE(exit_several, 2);
    QCOMPARE(several["diagnostics"][0]["message"].get<std::string>(),
             std::string("--profile writes the run on one target, and --target names several"));
    QCOMPARE(run("k.py", words("--input x=a.npy")).first, 2);
  }

  void more_memory_than_is_allowed() {
    const auto [exit, out] = run("m.onnx", words("--data b --memory 40"));
    QCOMPARE(exit, 1);
    QCOMPARE(out["diagnostics"][0]["code"].get<std::string>(), std::string("NW4112"));
  }

  // What the reference operators say of a kernel whose process died.
  void a_division_by_zero_names_node_and_value() {
    test::OnnxBuilder b;
    b.input("x", {3}, onnx::TensorProto::INT64).input("d", {3}, onnx::TensorProto::INT64).output("y");
    b.node("Div", {"x", "d"}, {"y"}, "ratio");
    save("div.onnx", b);
    NDArray x(DType::Int(64), {3}), d(DType::Int(64), {3});
    for (int64_t i = 0; i < 3; ++i) {
      x.set_int(i, 7 + i);
      d.set_int(i, i - 1);
    }
    write("div", "input_0", x);
    write("div", "input_1", d);
    const auto [exit, out] = run("div.onnx", words("--data div"));
    QCOMPARE(exit, 1);
    QCOMPARE(out["diagnostics"][0]["code"].get<std::string>(), std::string("NW4083"));
    QCOMPARE(out["diagnostics"][0]["message"].get<std::string>(),
             std::string("divide 'ratio' divides the integer 8 by zero, in element 1 of its result"));
  }

  void inputs_without_a_file_are_named() {
    test::OnnxBuilder b;
    b.input("x", {2}).input("z", {2}).output("y");
    b.node("Add", {"x", "z"}, {"y"});
    save("add.onnx", b);
    write("add", "input_0", floats({2}, 1));
    const auto [exit, out] = run("add.onnx", words("--data add"));
    QCOMPARE(exit, 0);
    QCOMPARE(out["diagnostics"].size(), size_t{1});
    QCOMPARE(out["diagnostics"][0]["code"].get<std::string>(), std::string("NW4148"));
    QCOMPARE(out["diagnostics"][0]["message"].get<std::string>(),
             std::string("no file is given for the input 'z', filled by rule"));
  }

  // As ONNX Runtime has it: any argument that is NaN makes the maximum NaN; exp of a large number is not computed.
  void edge_values() {
    test::OnnxBuilder b(15);
    b.input("x", {3}).input("z", {3}).output("most").output("soft");
    b.node("Max", {"x", "z"}, {"most"});
    b.node("Softplus", {"x"}, {"soft"});
    save("edge.onnx", b);
    NDArray x(DType::Float(32), {3}), z = floats({3}, 1);
    x.set(0, NAN);
    x.set(1, 100);
    x.set(2, -100);
    z.set(1, NAN);
    write("edge", "input_0", x);
    write("edge", "input_1", z);
    const auto [exit, out] = run("edge.onnx", words("--data edge --verify"));
    QVERIFY2(exit == 0, out.dump(1).c_str());
    QVERIFY(out["outputs"][0]["first"] == json({"nan", "nan", 3}));
    QVERIFY(out["outputs"][1]["first"] == json({"nan", 100, 0}));
  }

  // A tensor of strings has no place in a device's memory.
  void floats_cast_to_strings() {
    test::OnnxBuilder b(15);
    b.input("x", {2}).output("text");
    test::OnnxBuilder::set(b.node("Cast", {"x"}, {"text"}), "to", int64_t{onnx::TensorProto::STRING});
    save("cast.onnx", b);
    write("cast", "input_0", floats({2}, 0.5));
    const auto [exit, out] = run("cast.onnx", words("--data cast"));
    QVERIFY2(exit == 0, out.dump(1).c_str());
    QVERIFY2(out["outputs"][0]["texts"] == json({"0.5", "1.5"}), out.dump(1).c_str());
  }

  void memory_is_said_in_numbers() {
    const auto [exit, out] = run("m.onnx", words("--data b --memory 40"));
    QCOMPARE(exit, 1);
    const auto message = out["diagnostics"][0]["message"].get<std::string>();
    QVERIFY2(message.ends_with(" bytes together, which is more than is left"), message.c_str());
    QVERIFY(out["diagnostics"][0]["because"][0].get<std::string>().ends_with("of 40 bytes are in use"));
  }
};

NW_TEST(TestModelData);
#include "test_model_data.moc"
