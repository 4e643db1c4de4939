// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that are functions of others: the standard's and the file's own.
#include <QTest>

#include "onnx_builder.h"
#include "registry.h"

using namespace nw;
using test::OnnxBuilder;

class TestOnnxFunction : public QObject {
  Q_OBJECT

  static QString listing(const OnnxBuilder& b) {
    const Result<graph::Graph> g = b.read();
    QString text;
    for (const Diagnostic& d : g.diagnostics) text += QString::fromStdString(format(d));
    return text + (g.value ? QString::fromStdString(OnnxBuilder::listing(*g)) : QStringLiteral("no graph"));
  }

  // y = f(x), f(a) = OP(a) with the attribute of the call.
  static onnx::FunctionProto* own_function(OnnxBuilder& b, const char* name, const char* op) {
    onnx::FunctionProto* f = b.model.add_functions();
    f->set_name(name);
    f->set_domain("mine");
    f->add_input("a");
    f->add_output("r");
    auto* opset = f->add_opset_import();
    opset->set_domain("");
    opset->set_version(13);
    onnx::NodeProto* node = f->add_node();
    node->set_op_type(op);
    node->add_input("a");
    node->add_output("r");
    return f;
  }

 private Q_SLOTS:
  // Its nodes form a scope of the node's name.
  void the_standards_body() {
    OnnxBuilder b(17);
    b.input("logits", {"N", int64_t{5}}).input("labels", {"N"}, onnx::TensorProto::INT64).output("loss");
    onnx::NodeProto* node = b.node("SoftmaxCrossEntropyLoss", {"logits", "labels"}, {"loss"}, "entropy");
    auto* reduction = node->add_attribute();
    reduction->set_name("reduction");
    reduction->set_type(onnx::AttributeProto::STRING);
    reduction->set_s("none");
    const Result<graph::Graph> g = b.read();
    QVERIFY2(g.diagnostics.empty(), listing(b).toUtf8().constData());
    const graph::Node& loss = g->node(g->outputs[0]);
    QCOMPARE(graph::to_string(loss.type), std::string("Tensor[(N,), float32]"));
    QCOMPARE(loss.origin.scope.front(), std::string("entropy"));
    for (const graph::Node& n : g->nodes())
      if (n.kind == graph::NodeKind::Call) QVERIFY2(n.name.starts_with("entropy/"), n.name.c_str());
  }

  void the_files_own() {
    OnnxBuilder b;
    b.input("x", {int64_t{4}}).output("y");
    onnx::NodeProto* inner = own_function(b, "Slope", "LeakyRelu")->mutable_node(0);
    auto* alpha = inner->add_attribute();
    alpha->set_name("alpha");
    alpha->set_type(onnx::AttributeProto::FLOAT);
    alpha->set_ref_attr_name("slope");
    onnx::NodeProto* call = b.node("Slope", {"x"}, {"y"}, "call");
    call->set_domain("mine");
    auto* slope = call->add_attribute();
    slope->set_name("slope");
    slope->set_type(onnx::AttributeProto::FLOAT);
    slope->set_f(0.25F);
    QCOMPARE(listing(b), QStringLiteral("nn.leaky_relu call/r Tensor[(4,), float32]\n"));
    const Result<graph::Graph> g = b.read();
    QCOMPARE(graph::float_attr(g->node(g->outputs[0]).attrs, "alpha", 0), 0.25);
  }

  // Names of the graph mean nothing in a function.
  void a_body_sees_its_inputs_only() {
    OnnxBuilder b;
    b.input("x", {int64_t{4}}).output("y");
    own_function(b, "Lost", "Relu")->mutable_node(0)->set_input(0, "x");
    b.node("Lost", {"x"}, {"y"}, "call")->set_domain("mine");
    QCOMPARE(listing(b),
             QStringLiteral("node call/r: error: 'call/r' reads 'x', which nothing in the file computes [NW1015]\n"
                            "nn.relu call/r ?\n"));
  }

  void a_function_of_itself_stays_opaque_in_the_end() {
    OnnxBuilder b;
    b.input("x", {int64_t{4}}).output("y");
    onnx::FunctionProto* f = own_function(b, "Again", "Again");
    f->mutable_node(0)->set_domain("mine");
    b.node("Again", {"x"}, {"y"}, "call")->set_domain("mine");
    QVERIFY(listing(b).startsWith(QStringLiteral("node call/r/r/r/")));
    QVERIFY(listing(b).contains(QStringLiteral("'mine.Again' stays opaque: the operator is not known here [NW1018]")));
  }

  // Attributes of other kinds than the standard's, inputs that are missing: no body, or one that says what is wrong.
  void broken_calls() {
    for (const char* op : {"SoftmaxCrossEntropyLoss", "NegativeLogLikelihoodLoss", "SequenceMap", "Bernoulli",
                           "HannWindow", "MeanVarianceNormalization"}) {
      OnnxBuilder b(17);
      b.input("x", {int64_t{4}}).output("y");
      onnx::NodeProto* node = b.node(op, {"x"}, {"y"}, "call");
      OnnxBuilder::set(node, "reduction", int64_t{7});
      OnnxBuilder::set(node, "axes", int64_t{7});
      const Result<graph::Graph> g = b.read();
      QVERIFY2(g.value, op);
      OnnxBuilder none(17);
      none.output("y");
      none.node(op, {}, {"y"}, "call");
      QVERIFY2(none.read().value, op);
    }
  }
};

NW_TEST(TestOnnxFunction);
#include "test_onnx_function.moc"
