// SPDX-License-Identifier: GPL-3.0-or-later
// Which files a call takes, and what does not fit.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "data/call.h"
#include "data/expected.h"
#include "data/tensor_file.h"
#include "import/relay.h"
#include "registry.h"

using namespace nw;

class TestCall : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string path(const std::string& name) const { return folder_.path().toStdString() + "/" + name; }
  // A file of float32 zeros of this shape.
  void zeros(const std::string& stem, const std::vector<int64_t>& shape, DType dtype = DType::Float(32)) {
    QVERIFY(data::write_tensor_file(folder_.path().toStdString(), stem, "t", NDArray(dtype, shape)).empty());
  }
  static graph::Graph source() {
    return *import::read_relay(
                "fn (%a: Tensor[(?, 4), float32], %b: Tensor[(?), float32], %c: int32) { (%a, %b, %c) }\n")
                .value;
  }
  static graph::Graph with_symbols() {
    graph::Graph g = source();
    const auto n = graph::Dim(g.symbol("n"));
    g.node(g.inputs[0]).type = graph::Type::tensor(DType::Float(32), {n, 4});
    g.node(g.inputs[1]).type = graph::Type::tensor(DType::Float(32), {n});
    return g;
  }
  std::string refusal(const data::CallFiles& files, const std::map<std::string, int64_t>& dims = {}) {
    const auto call = data::read_call(with_symbols(), files, dims);
    return call.diagnostics.size() == 1 ? call.diagnostics[0].code + " " + call.diagnostics[0].message : "";
  }

 private Q_SLOTS:
  void initTestCase() {
    zeros("two", {2, 4});
    zeros("three", {3});
    zeros("ints", {2, 4}, DType::Int(32));
    zeros("five", {2, 5});
    QVERIFY(QDir(folder_.path()).mkdir(QStringLiteral("d")));
    QVERIFY(QDir(folder_.path()).mkdir(QStringLiteral("e")));
    QVERIFY(data::write_tensor_file(path("d"), "input_0", "a", NDArray(DType::Float(32), {2, 4})).empty());
    QVERIFY(data::write_tensor_file(path("d"), "input_1", "b", NDArray(DType::Float(32), {2})).empty());
    QVERIFY(data::write_tensor_file(path("e"), "input_3", "x", NDArray(DType::Float(32), {2})).empty());
  }

  void symbols_take_their_values_from_the_shapes() {
    const auto call = data::read_call(with_symbols(), {{}, path("d")}, {});
    QVERIFY(call.ok());
    QCOMPARE(call->dims, (std::map<std::string, int64_t>{{"n", 2}}));
    QCOMPARE(call->inputs.size(), size_t{2});
    QVERIFY(call->inputs.contains("%a") && call->inputs.contains("%b"));
  }

  void a_file_by_name_stands_before_the_folder() {
    zeros("b2", {2});
    const auto call = data::read_call(with_symbols(), {{{"b", path("b2.npy")}}, path("d")}, {});
    QVERIFY(call.ok());
    QCOMPARE(call->inputs.size(), size_t{2});
  }

  void a_file_that_cannot_be_read_names_its_input() {
    const auto call = data::read_call(with_symbols(), {{{"a", path("none.npy")}}, ""}, {});
    QCOMPARE(call.diagnostics.size(), size_t{1});
    QCOMPARE(call.diagnostics[0].message, "cannot read '" + path("none.npy") + "': No such file or directory");
    QCOMPARE(call.diagnostics[0].because, std::vector<std::string>{"it is given for the input '%a'"});
    QCOMPARE(call.diagnostics[0].where.back().node, std::string("%a"));
  }

  void what_does_not_fit_names_both_sides() {
    QCOMPARE(refusal({{{"q", path("two.npy")}}, ""}), std::string("NW4142 the model has no input 'q'"));
    QCOMPARE(refusal({{{"a", path("three.npy")}}, ""}),
             "NW4143 '" + path("three.npy") +
                 "' does not fit the input '%a': the model wants 2 dimensions, (n, 4); the file holds 1, (3)");
    QCOMPARE(refusal({{{"a", path("five.npy")}}, ""}),
             "NW4143 '" + path("five.npy") +
                 "' does not fit the input '%a': dimension 1 is 4 in the model (n, 4) and 5 in the file (2, 5)");
    QCOMPARE(
        refusal({{{"a", path("ints.npy")}}, ""}),
        "NW4143 '" + path("ints.npy") + "' does not fit the input '%a': the model wants float32, the file holds int32");
    QCOMPARE(refusal({{{"a", path("two.npy")}, {"b", path("three.npy")}}, ""}),
             "NW4144 the dimension 'n' is 2 by dimension 0 of '" + path("two.npy") + "', and 3 by dimension 0 of '" +
                 path("three.npy") + "'");
    QCOMPARE(refusal({{{"a", path("two.npy")}}, ""}, {{"n", 7}}),
             "NW4144 the dimension 'n' is 7 by --dim n=7, and 2 by dimension 0 of '" + path("two.npy") + "'");
    QCOMPARE(refusal({{{"a", path("two.npy")}, {"a", path("two.npy")}}, ""}),
             "NW4143 '" + path("two.npy") + "' does not fit the input '%a': '" + path("two.npy") + "' is given too");
    QCOMPARE(refusal({{}, path("nothing")}),
             "NW4145 the data in '" + path("nothing") + "' cannot be used: it is no folder");
    QCOMPARE(refusal({{}, path("e")}),
             "NW4145 the data in '" + path("e") + "' cannot be used: it has input_3.npy, and the model has 3 inputs");
    QCOMPARE(refusal({{{"a", path("a.txt")}}, ""}),
             "NW4141 '" + path("a.txt") + "' cannot be read as a tensor: files of tensors end in .npy or .pb");
  }

  // ONNX's TensorProto, from its description: dims (field 1), data_type (2), float_data (4), name (8), raw_data (9).
  void tensors_of_onnx() {
    const auto read = [&](const std::string& bytes) {
      QFile file(QString::fromStdString(path("t.pb")));
      if (!file.open(QIODevice::WriteOnly)) return Result<NDArray>();
      file.write(bytes.data(), static_cast<qint64>(bytes.size()));
      file.close();
      return data::read_tensor_file(path("t.pb"));
    };
    const std::string raw("\x08\x02\x10\x01\x4a\x08\x00\x00\x80\x3f\x00\x00\x00\xc0", 14);
    const auto array = read(raw);
    QVERIFY(array.ok());
    QCOMPARE(array->shape(), (std::vector<int64_t>{2}));
    QCOMPARE(array->at(0), 1.0);
    QCOMPARE(array->at(1), -2.0);
    const auto fields =
        read(std::string("\x08\x01\x10\x01\x22\x04\x00\x00\x80\x3f\x62\x03"
                         "doc",
                         15));  // doc_string too
    QVERIFY2(fields.ok(), fields.diagnostics.empty() ? "" : fields.diagnostics[0].message.c_str());
    QCOMPARE(fields->at(0), 1.0);
    const auto bytes = read(std::string("\x08\x01\x10\x09\x4a\x01\x07", 7));  // a bool of 7
    QCOMPARE(bytes->int_at(0), int64_t{1});
    const auto text = [&](const std::string& b) { return read(b).diagnostics.at(0).message; };
    const std::string begins = "'" + path("t.pb") + "' cannot be read as a tensor: ";
    QCOMPARE(text("no protobuf"), begins + "it is no tensor as ONNX writes them");
    QCOMPARE(text(""), begins + "it is no tensor as ONNX writes them");
    QCOMPARE(text(std::string("\x08\x03\x10\x01\x4a\x04\x00\x00\x80\x3f", 10)),
             begins + "the tensor '' needs 12 bytes of data, but has 4");
  }

  void bfloat16_from_its_bits() {
    NDArray bits(DType::UInt(16), {1});
    bits.set_int(0, 0x3fc0);
    QCOMPARE(data::as_bfloat16_where_wanted(DType::BFloat16(), bits).at(0), 1.5);
    QCOMPARE(data::as_bfloat16_where_wanted(DType::UInt(16), bits).int_at(0), int64_t{0x3fc0});
  }

  void expected_outputs() {
    NDArray near(DType::Float(32), {2});
    near.set(0, 1.0);
    near.set(1, 100);
    QVERIFY(data::write_tensor_file(path("d"), "output_0", "y", near).empty());
    NDArray output(DType::Float(32), {2});
    output.set(0, 1.0005);
    output.set(1, 100.05);
    const auto same = data::compare_with_files({{"y", output, {}}}, path("d"));
    QVERIFY(same.ok() && same->ok);
    output.set(1, 101);
    const auto other = data::compare_with_files({{"y", output, {}}}, path("d"));
    QVERIFY(!other->ok);
    QCOMPARE(other.diagnostics.at(0).code, std::string("NW4146"));
    QCOMPARE(other.diagnostics[0].message,
             "output 'y' is not what '" + path("d/output_0.npy") + "' holds: element 1 is 101, expected 100");
    const auto shape = data::compare_with_files({{"y", NDArray(DType::Float(32), {1, 2}), {}}}, path("d"));
    QCOMPARE(shape->outputs.at(0).text, std::string("it is float32(1, 2), the file holds float32(2)"));
    const auto none = data::compare_with_files({{"y", output, {}}}, path("e"));
    QCOMPARE(none.diagnostics.at(0).code, std::string("NW4145"));
  }
};

NW_TEST(TestCall);
#include "test_call.moc"
