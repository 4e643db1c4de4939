// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX models with sizes that a run tells: counts, branches, computed sizes of images, padding by auto_pad.
#include <QTest>

#include "import/onnx.h"
#include "one_call.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"

using namespace nw;
using namespace nw::test;

class TestRunSizes : public QObject {
  Q_OBJECT

  // Also after types have been inferred again, as where a dimension gets a value: nodes are renamed by then.
  static QString outputs_of(const OnnxBuilder& builder, const std::map<std::string, Value>& inputs) {
    Result<graph::Graph> graph = builder.read();
    if (!graph.ok()) return failure(graph.diagnostics.at(0));
    QString text;
    for (int time = 0; time < 2; ++time) {
      std::map<NodeId, Value> given;
      for (const auto& [name, value] : inputs) given.emplace(graph->find(name), value);
      const Result<Values> result = reference::evaluate(*graph, given);
      if (!result.ok()) return failure(result.diagnostics.at(0));
      const QString now = QString::fromStdString(text_of(result->at(0)));
      if (time == 1 && now != text) return text + " and then " + now;
      text = now;
      (void)op::infer_types(*graph);
    }
    return text;
  }
  static void set(onnx::NodeProto* node, const char* key, const char* text) {
    onnx::AttributeProto* a = node->add_attribute();
    a->set_name(key);
    a->set_type(onnx::AttributeProto::STRING);
    a->set_s(text);
  }
  static onnx::NodeProto* branch(onnx::NodeProto* node, const char* name, const char* op,
                                 const std::vector<std::string>& inputs, const char* output) {
    onnx::AttributeProto* attribute = node->add_attribute();
    attribute->set_name(name);
    attribute->set_type(onnx::AttributeProto::GRAPH);
    onnx::NodeProto* inner = attribute->mutable_g()->add_node();
    inner->set_op_type(op);
    for (const std::string& input : inputs) inner->add_input(input);
    inner->add_output(output);
    attribute->mutable_g()->add_output()->set_name(output);
    return inner;
  }

 private Q_SLOTS:
  // As detectors write min(3, how many are above the threshold).
  void a_count_of_the_greatest() {
    OnnxBuilder b(12);
    b.input("x", {"n"}).output("y");
    b.floats("zero", {}, 0);
    b.ints("three", {3});
    b.ints("one", {1});
    b.node("Greater", {"x", "zero"}, {"above"});
    b.node("NonZero", {"above"}, {"places"});
    OnnxBuilder::set(b.node("Transpose", {"places"}, {"rows"}), "perm", std::vector<int64_t>{1, 0});
    b.node("GatherND", {"x", "rows"}, {"v"});
    b.node("Shape", {"v"}, {"s"});
    OnnxBuilder::set(b.node("Concat", {"three", "s"}, {"both"}), "axis", int64_t{0});
    OnnxBuilder::set(b.node("ReduceMin", {"both"}, {"least"}), "keepdims", int64_t{0});
    b.node("Reshape", {"least", "one"}, {"k"});
    b.node("TopK", {"v", "k"}, {"y", "at"});
    QCOMPARE(outputs_of(b, {{"x", floats({7}, {1, -1, 2, 3, 4, -2, 0.5})}}), QStringLiteral("float32 (3): 4 3 2"));
    QCOMPARE(outputs_of(b, {{"x", floats({3}, {1, -1, 2})}}), QStringLiteral("float32 (2): 2 1"));
    QCOMPARE(outputs_of(b, {{"x", floats({2}, {-1, -2})}}), QStringLiteral("float32 (0):"));
  }

  // The branches have 2 and n elements; what is cut to at most 3 is as long as the branch that ran.
  void a_part_of_what_a_branch_gives() {
    OnnxBuilder b;
    b.input("x", {"n"}).input("c", {}, onnx::TensorProto::BOOL).output("y");
    b.floats("w", {2}, 5);
    b.ints("zero", {0});
    b.ints("three", {3});
    onnx::NodeProto* choice = b.node("If", {"c"}, {"z"}, "choice");
    branch(choice, "then_branch", "Identity", {"w"}, "short");
    branch(choice, "else_branch", "Identity", {"x"}, "long");
    b.node("Slice", {"z", "zero", "three"}, {"part"});
    b.node("Shape", {"part"}, {"count"});
    b.node("Relu", {"part"}, {"same"});
    b.node("Slice", {"same", "zero", "count"}, {"y"});
    const NDArray x = floats({4}, {1, 2, 3, 4});
    const auto chosen = [](double c) { return tensor(DType::Bool(), {}, {c}); };
    QCOMPARE(outputs_of(b, {{"x", x}, {"c", chosen(1)}}), QStringLiteral("float32 (2): 5 5"));
    QCOMPARE(outputs_of(b, {{"x", x}, {"c", chosen(0)}}), QStringLiteral("float32 (3): 1 2 3"));
  }

  // As detectors scale their image: size times a ratio that is rounded down.
  void an_image_of_computed_sizes() {
    OnnxBuilder b(12);
    b.input("x", {int64_t{1}, int64_t{1}, "h", "w"}).input("by", {int64_t{1}}).output("y");
    b.ints("two", {2});
    b.ints("four", {4});
    b.node("Shape", {"x"}, {"s"});
    b.node("Slice", {"s", "two", "four"}, {"hw"});
    OnnxBuilder::set(b.node("Cast", {"hw"}, {"f"}), "to", int64_t{onnx::TensorProto::FLOAT});
    b.node("Mul", {"f", "by"}, {"g"});
    b.node("Floor", {"g"}, {"whole"});
    OnnxBuilder::set(b.node("Cast", {"whole"}, {"places"}), "to", int64_t{onnx::TensorProto::INT64});
    b.ints("ones", {1, 1});
    OnnxBuilder::set(b.node("Concat", {"ones", "places"}, {"sizes"}), "axis", int64_t{0});
    b.node("Resize", {"x", "", "", "sizes"}, {"y"}, "larger");
    const Value x = floats({1, 1, 1, 2}, {1, 3});
    QCOMPARE(outputs_of(b, {{"x", x}, {"by", floats({1}, {2})}}),
             QStringLiteral("float32 (1, 1, 2, 4): 1 1 3 3 1 1 3 3"));
    QCOMPARE(outputs_of(b, {{"x", x}, {"by", floats({1}, {1.5})}}), QStringLiteral("float32 (1, 1, 1, 3): 1 1 3"));
  }

  // ONNX multiplies in float32, where 10 · 0.7f is 7.
  void a_size_by_a_scale() {
    for (const bool known : {true, false}) {
      OnnxBuilder b;
      b.input("x", {int64_t{1}, int64_t{1}, known ? OnnxBuilder::DimSpec(int64_t{10}) : OnnxBuilder::DimSpec("n")});
      b.output("y");
      onnx::TensorProto* scales = b.floats("scales", {3}, 1);
      const float values[3] = {1, 1, 0.7F};
      scales->set_raw_data(values, sizeof values);
      set(b.node("Resize", {"x", "", "scales"}, {"y"}), "coordinate_transformation_mode", "asymmetric");
      QCOMPARE(outputs_of(b, {{"x", floats({1, 1, 10}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})}}),
               QStringLiteral("float32 (1, 1, 7): 0 1 3 4 6 7 9"));
    }
  }

  // ceil(n / 2) windows of 3: two padded elements where n is odd, one after the last where n is even.
  void windows_that_auto_pad_places() {
    const auto model = [](const char* op) {
      OnnxBuilder b(11);
      b.input("x", {int64_t{1}, int64_t{1}, "n"}).output("y");
      b.floats("w", {1, 1, 3}, 1);
      const std::vector<std::string> inputs =
          std::string(op) == "Conv" ? std::vector<std::string>{"x", "w"} : std::vector<std::string>{"x"};
      onnx::NodeProto* node = b.node(op, inputs, {"y"});
      set(node, "auto_pad", "SAME_UPPER");
      OnnxBuilder::set(node, "strides", std::vector<int64_t>{2});
      OnnxBuilder::set(node, "kernel_shape", std::vector<int64_t>{3});
      return b;
    };
    const Value odd = floats({1, 1, 5}, {1, 2, 3, 4, 5}), even = floats({1, 1, 4}, {-1, -2, -3, -4});
    QCOMPARE(outputs_of(model("Conv"), {{"x", odd}}), QStringLiteral("float32 (1, 1, 3): 3 9 9"));
    QCOMPARE(outputs_of(model("Conv"), {{"x", even}}), QStringLiteral("float32 (1, 1, 2): -6 -7"));
    QCOMPARE(outputs_of(model("MaxPool"), {{"x", even}}), QStringLiteral("float32 (1, 1, 2): -1 -3"));
    QCOMPARE(outputs_of(model("AveragePool"), {{"x", odd}}), QStringLiteral("float32 (1, 1, 3): 1.5 3 4.5"));
    QCOMPARE(outputs_of(model("AveragePool"), {{"x", even}}), QStringLiteral("float32 (1, 1, 2): -2 -3.5"));
    QCOMPARE(outputs_of(model("LpPool"), {{"x", floats({1, 1, 4}, {3, 0, 4, 3})}}),
             QStringLiteral("float32 (1, 1, 2): 5 5"));
  }

  // ONNX's 0 asks for none, Relay's for all.
  void none_of_the_greatest() {
    const NDArray x = floats({3}, {1, 3, 2});
    QCOMPARE(call("onnx.TopK", {x, ints({1}, {0})}, {{"ret_type", graph::Attr{std::string("values")}}}),
             QStringLiteral("float32 (0):"));
    QCOMPARE(call("topk", {x}, {{"k", graph::Attr{int64_t{0}}}, {"ret_type", graph::Attr{std::string("values")}}}),
             QStringLiteral("float32 (3): 3 2 1"));
  }

  // A number that is still a symbol is no number: nothing is computed by a guess.
  void a_symbol_without_a_size_is_refused() {
    graph::Graph graph;
    QCOMPARE(call("topk", {floats({2}, {1, 2})}, {{"k", graph::Attr{graph::Dim(graph.symbol("count"))}}}),
             QStringLiteral("topk 'call' cannot be computed: its attribute 'k' holds count, which has no size yet "
                            "[NW4084]; argument 1 is Tensor[(2,), float32]"));
  }
};

NW_TEST(TestRunSizes);
#include "test_run_sizes.moc"
