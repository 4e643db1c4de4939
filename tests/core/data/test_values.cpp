// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of tensors, values that may be absent, and strings: in files, as inputs and beside those expected.
#include <QTemporaryDir>
#include <QTest>

#include "data/call.h"
#include "data/expected.h"
#include "data/random_outputs.h"
#include "data/value_file.h"
#include "registry.h"

using namespace nw;
using graph::Type;
using reference::Value;
using reference::Values;

class TestValues : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string folder() const { return folder_.path().toStdString(); }
  std::string path(const std::string& name) const { return folder() + "/" + name; }
  static NDArray floats(const std::vector<double>& values) {
    NDArray array(DType::Float(32), {static_cast<int64_t>(values.size())});
    for (size_t i = 0; i < values.size(); ++i) array.set(static_cast<int64_t>(i), values[i]);
    return array;
  }
  static Type vectors(int64_t size) { return Type::tensor(DType::Float(32), {graph::Dim(size)}); }
  static Type any_floats() {
    Type type = Type::tensor(DType::Float(32), {});
    type.rank_known = false;
    return type;
  }
  static graph::Graph with_input(Type type) {
    graph::Graph g;
    graph::Node node;
    node.kind = graph::NodeKind::Input;
    node.name = "x";
    node.type = std::move(type);
    g.inputs = {g.add(std::move(node))};
    return g;
  }
  std::string refusal(const Type& type, const std::string& file) {
    const auto call = data::read_call(with_input(type), {{{"x", path(file)}}, ""}, {});
    return call.diagnostics.empty() ? "" : call.diagnostics[0].code + " " + call.diagnostics[0].message;
  }

 private Q_SLOTS:
  void initTestCase() {
    const Value list = Values{floats({1, 2}), floats({3})};
    QVERIFY(data::write_value_file(folder(), "list", "x", list, Type::sequence(any_floats())).empty());
    QVERIFY(data::write_value_file(folder(), "lists", "x", Values{list}, Type::sequence({})).empty());
    QVERIFY(data::write_value_file(folder(), "none", "x", Value(), Type::optional(any_floats())).empty());
    QVERIFY(data::write_value_file(folder(), "some", "x", floats({4}), Type::optional(any_floats())).empty());
    QVERIFY(data::write_value_file(folder(), "tensor", "x", floats({5, 6}), any_floats()).empty());
    QVERIFY(data::write_value_file(folder(), "words", "x", NDArray::of_texts({2}, {"a", "\xff"}),
                                   Type::tensor(DType::String(), {2}))
                .empty());
  }

  void what_is_written_reads_the_same() {
    const auto list = data::read_value_file(path("list.pb"), Type::sequence(any_floats()));
    QVERIFY(list.ok());
    QCOMPARE(reference::describe(*list), std::string("(Tensor[(2,), float32], Tensor[(1,), float32])"));
    const auto lists = data::read_value_file(path("lists.pb"), Type::sequence(Type::sequence(any_floats())));
    QCOMPARE(reference::describe(*lists), std::string("((Tensor[(2,), float32], Tensor[(1,), float32]))"));
    QVERIFY(data::read_value_file(path("none.pb"), Type::optional(any_floats()))->is_nothing());
    QCOMPARE(data::read_value_file(path("some.pb"), Type::optional(any_floats()))->tensor()->at(0), 4.0);
    // A list that may be absent.
    const auto inner = data::read_value_file(path("lists.pb"), Type::optional(Type::sequence(any_floats())));
    QCOMPARE(reference::describe(*inner), std::string("(Tensor[(2,), float32], Tensor[(1,), float32])"));
    QCOMPARE(data::read_value_file(path("tensor.npy"), any_floats())->tensor()->at(1), 6.0);
    const auto words = data::read_value_file(path("words.pb"), Type::tensor(DType::String(), {2}));
    QCOMPARE(words->tensor()->text_at(1), std::string("\xff"));
  }

  void inputs_that_do_not_fit() {
    QVERIFY(refusal(Type::sequence(any_floats()), "list.pb").empty());
    QVERIFY(refusal(Type::optional(vectors(3)), "none.pb").empty());
    QVERIFY(refusal(Type::optional(vectors(1)), "some.pb").empty());
    QCOMPARE(refusal(Type::sequence(vectors(2)), "list.pb"),
             "NW4143 '" + path("list.pb") +
                 "' does not fit the input 'x': dimension 0 is 2 in the model (2,) and 1 in the file (1)");
    QCOMPARE(
        refusal(Type::sequence(Type::tensor(DType::String(), {2})), "list.pb"),
        "NW4143 '" + path("list.pb") + "' does not fit the input 'x': the model wants string, the file holds float32");
    QCOMPARE(refusal(Type::sequence(any_floats()), "lists.pb"),
             "NW4143 '" + path("lists.pb") +
                 "' does not fit the input 'x': the model wants Tensor[?, float32], the file holds a sequence of 2, "
                 "the first float32(2)");
    QCOMPARE(refusal(Type::sequence(any_floats()), "tensor.npy"),
             "NW4141 '" + path("tensor.npy") +
                 "' cannot be read as a tensor: a sequence is kept in a .pb, as ONNX's SequenceProto");
    QCOMPARE(
        refusal(Type::optional(any_floats()), "list.pb"),
        "NW4141 '" + path("list.pb") +
            "' cannot be read as a tensor: it is no sequence of tensors and no optional value as ONNX writes them");
    QCOMPARE(refusal(Type::tensor(DType::String(), {3}), "words.pb"),
             "NW4143 '" + path("words.pb") +
                 "' does not fit the input 'x': dimension 0 is 3 in the model (3,) and 2 in the file (2)");
  }

  void outputs_beside_those_expected() {
    const auto expect = [&](const Value& expected, const Value& output, const Type& type) {
      if (!data::write_value_file(folder(), "output_0", "y", expected, type).empty()) return std::string("not written");
      const auto report = data::compare_with_files({{"y", output, type}}, folder());
      QFile::remove(folder_.path() + "/output_0.pb");
      QFile::remove(folder_.path() + "/output_0.npy");
      return report->outputs.empty() ? report.diagnostics.at(0).message : report->outputs[0].text;
    };
    const Value list = Values{floats({1}), floats({2, 3})};
    const Type lists = Type::sequence(any_floats());
    QCOMPARE(expect(list, list, lists), std::string());
    QCOMPARE(expect(Values{}, Values{}, lists), std::string());
    QCOMPARE(expect(list, Values{floats({1})}, lists),
             std::string("it is a sequence of 1, the first float32(1), the file holds a sequence of 2, the first "
                         "float32(1)"));
    QCOMPARE(expect(list, Values{floats({1}), floats({2, 7})}, lists),
             std::string("entry 1: element 1 is 7, expected 3"));
    QCOMPARE(expect(Value(), Value(), Type::optional(any_floats())), std::string());
    QCOMPARE(expect(floats({1}), Value(), Type::optional(any_floats())),
             std::string("it is nothing, the file holds float32(1)"));
    const Type words = Type::tensor(DType::String(), {2});
    QCOMPARE(expect(NDArray::of_texts({2}, {"a", "b"}), NDArray::of_texts({2}, {"a", "b"}), words), std::string());
    QCOMPARE(expect(NDArray::of_texts({2}, {"a", "b"}), NDArray::of_texts({2}, {"x", "a"}), words),
             std::string("element 0 is \"x\", expected \"a\" (2 of 2 differ)"));
  }

  // What differs and is random is said to be.
  void random_numbers_are_not_expected() {
    graph::Graph g = with_input(vectors(2));
    graph::Node node;
    node.op = "onnx.RandomUniformLike";
    node.name = "draw";
    node.inputs = g.inputs;
    g.outputs = {g.add(std::move(node)), g.inputs[0]};
    g.output_names = {"y", "z"};
    measure::ExpectedReport report;
    report.outputs = {{"y", false, 1, "element 0 is 0, expected 1"}, {"z", false, 1, "element 0 is 0, expected 1"}};
    const Diagnostics warnings = data::random_differences(g, report);
    QCOMPARE(warnings.size(), size_t{1});
    QCOMPARE(warnings[0].code, std::string("NW4147"));
    QCOMPARE(warnings[0].severity, Severity::Warning);
    QCOMPARE(warnings[0].message, std::string("output 'y' depends on random numbers: it cannot be expected to agree "
                                              "with a file that another implementation wrote"));
    QCOMPARE(warnings[0].because.at(0),
             std::string("'draw' (onnx.RandomUniformLike) draws them, and ONNX leaves the generator to the "
                         "implementation, also where a seed is given"));
  }
};

NW_TEST(TestValues);
#include "test_values.moc"
