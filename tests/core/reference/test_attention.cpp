// SPDX-License-Identifier: GPL-3.0-or-later
// Attention and RotaryEmbedding of opset 23, as bodies of other operators: the numbers that ONNX Runtime 1.23 has.
#include <QTest>

#include "import/onnx.h"
#include "one_call.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"

using namespace nw;
using namespace nw::test;

class TestAttention : public QObject {
  Q_OBJECT

  using Inputs = std::map<std::string, Value>;
  static QString outputs_of(const OnnxBuilder& builder, const Inputs& inputs) {
    const Result<graph::Graph> graph = builder.read();
    if (!graph.value) return failure(graph.diagnostics.at(0));
    std::map<NodeId, Value> given;
    for (const auto& [name, value] : inputs) given.emplace(graph->find(name), value);
    const Result<Values> result = reference::evaluate(*graph, given);
    if (!result.ok()) return failure(result.diagnostics.at(0));
    std::string text;
    for (const Value& value : *result) text += (text.empty() ? "" : "; ") + text_of(value);
    return QString::fromStdString(text);
  }
  static void set_float(onnx::NodeProto* node, const char* key, float value) {
    auto* a = node->add_attribute();
    a->set_name(key);
    a->set_type(onnx::AttributeProto::FLOAT);
    a->set_f(value);
  }

  // One head of two queries, and of two keys and values.
  static OnnxBuilder one_head() {
    OnnxBuilder b(23);
    for (const char* name : {"q", "k", "v"}) b.input(name, {1, 1, 2, 2});
    b.output("y");
    return b;
  }
  static Inputs of_one_head() {
    return {{"q", floats({1, 1, 2, 2}, {1, 0, 0, 1})},
            {"k", floats({1, 1, 2, 2}, {1, 1, 0, 2})},
            {"v", floats({1, 1, 2, 2}, {1, 2, 3, 4})}};
  }
  // A table of two places for two pairs, and a node that turns by it.
  static OnnxBuilder rotation(const std::vector<OnnxBuilder::DimSpec>& data,
                              const std::vector<OnnxBuilder::DimSpec>& table, bool places) {
    OnnxBuilder b(23);
    b.input("x", data).input("c", table).input("s", table).output("y");
    std::vector<std::string> inputs{"x", "c", "s"};
    if (places) {
      b.input("p", {1, 1}, onnx::TensorProto::INT64);
      inputs.push_back("p");
    }
    b.node("RotaryEmbedding", inputs, {"y"});
    return b;
  }
  static onnx::NodeProto* only(OnnxBuilder& b) { return b.model.mutable_graph()->mutable_node(0); }

 private Q_SLOTS:
  void a_query_sees_earlier_keys_only() {
    OnnxBuilder b = one_head();
    OnnxBuilder::set(b.node("Attention", {"q", "k", "v"}, {"y"}), "is_causal", int64_t{1});
    QCOMPARE(outputs_of(b, of_one_head()), QStringLiteral("float32 (1, 1, 2, 2): 1 2 2.33952 3.33952"));
  }

  void keys_and_values_of_the_past_come_first() {
    OnnxBuilder b = one_head();
    b.input("pk", {1, 1, 1, 2}).input("pv", {1, 1, 1, 2}).output("keys").output("values");
    onnx::NodeProto* node = b.node("Attention", {"q", "k", "v", "", "pk", "pv"}, {"y", "keys", "values"});
    OnnxBuilder::set(node, "is_causal", int64_t{1});
    set_float(node, "scale", 1);
    Inputs inputs = of_one_head();
    inputs["pk"] = floats({1, 1, 1, 2}, {2, 0});
    inputs["pv"] = floats({1, 1, 1, 2}, {5, 6});
    QCOMPARE(outputs_of(b, inputs),
             QStringLiteral("float32 (1, 1, 2, 2): 3.92423 4.92423 2.6906 3.6906; "
                            "float32 (1, 1, 3, 2): 2 0 1 1 0 2; float32 (1, 1, 3, 2): 5 6 1 2 3 4"));
  }

  void a_query_that_sees_no_key_gives_nothing() {
    OnnxBuilder b = one_head();
    b.input("m", {2, 2}, onnx::TensorProto::BOOL);
    b.node("Attention", {"q", "k", "v", "m"}, {"y"});
    Inputs inputs = of_one_head();
    inputs["m"] = tensor(DType::Bool(), {2, 2}, {1, 0, 0, 0});
    QCOMPARE(outputs_of(b, inputs), QStringLiteral("float32 (1, 1, 2, 2): 1 2 0 0"));
  }

  void heads_of_queries_share_those_of_keys() {
    OnnxBuilder b(23);
    b.input("q", {1, 2, 4}).input("k", {1, 2, 2}).input("v", {1, 2, 2}).output("y");
    onnx::NodeProto* node = b.node("Attention", {"q", "k", "v"}, {"y"});
    OnnxBuilder::set(node, "q_num_heads", int64_t{2});
    OnnxBuilder::set(node, "kv_num_heads", int64_t{1});
    set_float(node, "softcap", 1);
    QCOMPARE(outputs_of(b, {{"q", floats({1, 2, 4}, {1, 0, 0, 1, 1, 1, 2, 0})},
                            {"k", floats({1, 2, 2}, {1, 1, 0, 2})},
                            {"v", floats({1, 2, 2}, {1, 2, 3, 4})}}),
             QStringLiteral("float32 (1, 2, 4): 1.70464 2.70464 2.13886 3.13886 2 3 1.58289 2.58289"));
  }

  void pairs_are_turned_data() {
    QTest::addColumn<bool>("interleaved");
    QTest::addColumn<QString>("result");
    QTest::newRow("halves") << false << "float32 (1, 1, 2, 4): -2.5 2 2.5 4 -3.5 -6.5 2.5 8";
    QTest::newRow("neighbours") << true << "float32 (1, 1, 2, 4): -1.5 2 3 4 -3 2.5 -6.25 9";
  }
  void pairs_are_turned() {
    QFETCH(bool, interleaved);
    QFETCH(QString, result);
    OnnxBuilder b = rotation({1, 1, 2, 4}, {1, 2, 2}, false);
    OnnxBuilder::set(only(b), "interleaved", int64_t{interleaved});
    QCOMPARE(outputs_of(b, {{"x", floats({1, 1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8})},
                            {"c", floats({1, 2, 2}, {0.5, 1, 0, 0.25})},
                            {"s", floats({1, 2, 2}, {1, 0, 0.5, 1})}}),
             result);
  }

  void places_choose_the_angles() {
    OnnxBuilder b = rotation({1, 1, 8}, {2, 2}, true);
    OnnxBuilder::set(only(b), "num_heads", int64_t{2});
    QCOMPARE(outputs_of(b, {{"x", floats({1, 1, 8}, {1, 2, 3, 4, 5, 6, 7, 8})},
                            {"c", floats({2, 2}, {0.5, 1, 0, 0.25})},
                            {"s", floats({2, 2}, {1, 0, 0.5, 1})},
                            {"p", ints({1, 1}, {1})}}),
             QStringLiteral("float32 (1, 1, 8): -1.5 -3.5 0.5 3 -3.5 -6.5 2.5 8"));
  }

  void the_rest_of_a_head_stays() {
    OnnxBuilder b = rotation({1, 1, 8}, {2, 1}, true);
    OnnxBuilder::set(only(b), "num_heads", int64_t{2});
    OnnxBuilder::set(only(b), "rotary_embedding_dim", int64_t{2});
    QCOMPARE(outputs_of(b, {{"x", floats({1, 1, 8}, {1, 2, 3, 4, 5, 6, 7, 8})},
                            {"c", floats({2, 1}, {0.5, 0})},
                            {"s", floats({2, 1}, {1, 0.5})},
                            {"p", ints({1, 1}, {1})}}),
             QStringLiteral("float32 (1, 1, 8): -1 0.5 3 4 -3 2.5 7 8"));
  }
};

NW_TEST(TestAttention);
#include "test_attention.moc"
