// SPDX-License-Identifier: GPL-3.0-or-later
// Branches and loops of ONNX files.
#include <QTest>

#include "onnx_builder.h"
#include "op/registry.h"
#include "registry.h"

using namespace nw;
using test::OnnxBuilder;

class TestOnnxControl : public QObject {
  Q_OBJECT

  static QString listing(const OnnxBuilder& b) {
    const Result<graph::Graph> g = b.read();
    QString text;
    for (const Diagnostic& d : g.diagnostics) text += QString::fromStdString(format(d));
    return text + (g.value ? QString::fromStdString(OnnxBuilder::listing(*g)) : QStringLiteral("no graph"));
  }

  static onnx::GraphProto* body(onnx::NodeProto* node, const char* name) {
    onnx::AttributeProto* attribute = node->add_attribute();
    attribute->set_name(name);
    attribute->set_type(onnx::AttributeProto::GRAPH);
    return attribute->mutable_g();
  }

  // One operator whose result is the branch's.
  static onnx::NodeProto* branch(onnx::NodeProto* node, const char* name, const char* op,
                                 const std::vector<std::string>& inputs, const char* output) {
    onnx::GraphProto* g = body(node, name);
    onnx::NodeProto* n = g->add_node();
    n->set_op_type(op);
    for (const std::string& input : inputs) n->add_input(input);
    n->add_output(output);
    g->add_output()->set_name(output);
    return n;
  }

 private Q_SLOTS:
  // As exporters write squeeze(x, 1) where they do not know the dimension: we do.
  void a_known_condition_leaves_its_branch() {
    OnnxBuilder b;
    b.input("x", {"N", int64_t{1}}).output("y");
    b.ints("one", {1}, true);
    b.ints("axis", {1});
    b.node("Shape", {"x"}, {"s"});
    b.node("Gather", {"s", "one"}, {"d"});
    b.node("Equal", {"d", "one"}, {"c"});
    onnx::NodeProto* choice = b.node("If", {"c"}, {"z"}, "choice");
    branch(choice, "then_branch", "Squeeze", {"x", "axis"}, "squeezed");
    branch(choice, "else_branch", "Identity", {"x"}, "same");
    b.node("Relu", {"z"}, {"y"});
    QCOMPARE(listing(b), "squeeze squeezed Tensor[(N,), float32]\nnn.relu y Tensor[(N,), float32]\n");
  }

  void an_unknown_one_keeps_both() {
    OnnxBuilder b;
    b.input("x", {"N", int64_t{4}}).input("c", {}, onnx::TensorProto::BOOL).output("y");
    b.floats("w", {3, 4});
    onnx::NodeProto* choice = b.node("If", {"c"}, {"z"}, "choice");
    branch(choice, "then_branch", "Relu", {"x"}, "r");
    branch(choice, "else_branch", "Concat", {"x", "w"}, "k");
    OnnxBuilder::set(choice->mutable_attribute(1)->mutable_g()->mutable_node(0), "axis", int64_t{0});
    b.node("Exp", {"z"}, {"y"});
    QCOMPARE(listing(b),
             "nn.relu choice/then_branch/r Tensor[(N, 4), float32]\n"
             "concatenate choice/else_branch/k Tensor[(N + 3, 4), float32]\n"
             "exp y Tensor[(z_0, 4), float32]\n");
    const Result<graph::Graph> g = b.read();
    const graph::Node& node = g->node(g->find("choice"));
    QCOMPARE(node.kind, graph::NodeKind::If);
    QCOMPARE(graph::to_string(node.type), std::string("Tensor[(z_0, 4), float32]"));
    QCOMPARE(g->node(node.inputs[2]).op, std::string("concatenate"));
    // Inferred again, as where a dimension gets a value: still neither branch's own length.
    graph::Graph again = *g;
    (void)op::infer_types(again);
    QCOMPARE(graph::to_string(again.node(again.find("choice")).type), std::string("Tensor[(z_0, 4), float32]"));
  }

  void several_results_and_branches_within_branches() {
    OnnxBuilder b;
    b.input("x", {int64_t{4}}).input("c", {}, onnx::TensorProto::BOOL).output("y").output("z");
    onnx::NodeProto* choice = b.node("If", {"c"}, {"y", "z"}, "choice");
    onnx::GraphProto* then = body(choice, "then_branch");
    for (const char* name : {"a", "b"}) {
      onnx::NodeProto* inner = then->add_node();
      inner->set_op_type("If");
      inner->set_name(std::string("inner_") + name);
      inner->add_input("c");
      inner->add_output(name);
      branch(inner, "then_branch", "Exp", {"x"}, "e");
      branch(inner, "else_branch", "Tanh", {"x"}, "e");  // the same name again, in another branch
      then->add_output()->set_name(name);
    }
    onnx::GraphProto* otherwise = body(choice, "else_branch");
    otherwise->add_output()->set_name("x");
    otherwise->add_output()->set_name("x");
    const Result<graph::Graph> g = b.read();
    QVERIFY2(g.diagnostics.empty(), listing(b).toUtf8().constData());
    QCOMPARE(g->outputs.size(), size_t(2));
    for (const NodeId id : g->outputs)
      QCOMPARE(graph::to_string(g->node(id).type), std::string("Tensor[(4,), float32]"));
    QCOMPARE(g->node(g->find("choice")).kind, graph::NodeKind::Tuple);
  }

  void broken_branches_stay_opaque() {
    OnnxBuilder b;
    b.input("x", {int64_t{4}}).input("c", {}, onnx::TensorProto::BOOL).output("y").output("z").output("v");
    b.node("If", {"c"}, {"y"}, "none");
    onnx::NodeProto* fewer = b.node("If", {"c"}, {"z"}, "fewer");
    branch(fewer, "then_branch", "Exp", {"x"}, "e");
    body(fewer, "else_branch");
    onnx::NodeProto* lost = b.node("If", {"c"}, {"v"}, "lost");
    branch(lost, "then_branch", "Exp", {"nowhere"}, "e");
    branch(lost, "else_branch", "Exp", {"x"}, "f");
    QCOMPARE(listing(b),
             "node lost/then_branch/e: error: 'lost/then_branch/e' reads 'nowhere', which nothing in the file computes "
             "[NW1015]\n"
             "node none: warning: 2 nodes 'If' stay opaque: the operator is not known here [NW1018]\n"
             "If none ?\nIf fewer ?\nexp lost/then_branch/e ?\nexp lost/else_branch/f Tensor[(4,), float32]\n");
  }

  // A body that adds 1 to what it carries and gives a row of it.
  static onnx::GraphProto* counting_loop(OnnxBuilder& b, const char* op, const std::vector<std::string>& inputs) {
    onnx::NodeProto* loop = b.node("Loop", inputs, {"y", "all"}, "loop");
    onnx::GraphProto* inside = body(loop, "body");
    for (const char* name : {"i", "go", "v"}) inside->add_input()->set_name(name);
    inside->add_output()->set_name("go");
    onnx::NodeProto* node = inside->add_node();
    node->set_op_type(op);
    node->add_input("v");
    node->add_input("x");
    node->add_output("w");
    if (std::string(op) == "Concat") OnnxBuilder::set(node, "axis", int64_t{0});
    inside->add_output()->set_name("w");
    inside->add_output()->set_name("w");
    return inside;
  }

  // The body sees x; nothing but the count ends it, so there are as many rows.
  void a_loop_is_a_call_with_its_body() {
    OnnxBuilder b;
    b.input("x", {"n", int64_t{8}}).output("y").output("all");
    b.ints("times", {3}, true);
    counting_loop(b, "Add", {"times", "", "x"});
    QCOMPARE(listing(b),
             "add loop/body/w Tensor[(n, 8), float32]\n"
             "onnx.Loop loop (Tensor[(n, 8), float32], Tensor[(3, n, 8), float32])\n");
    const Result<graph::Graph> g = b.read();
    const graph::Node& loop = g->node(g->find("loop"));
    const graph::Node& function = g->node(loop.inputs[0]);
    QCOMPARE(function.kind, graph::NodeKind::Function);
    QCOMPARE(function.name, std::string("loop/body"));
    QCOMPARE(g->node(function.params[2]).name, std::string("loop/body/v"));
  }

  // A sequence that grows: its length is the body's own symbol within, and the node's without.
  void carried_values_change_their_shape() {
    OnnxBuilder b;
    b.input("x", {int64_t{2}}).input("times", {}, onnx::TensorProto::INT64).output("y");
    counting_loop(b, "Concat", {"times", "", "x"})->mutable_output()->RemoveLast();
    b.model.mutable_graph()->mutable_node(0)->mutable_output()->RemoveLast();
    QCOMPARE(listing(b),
             "concatenate loop/body/w Tensor[(loop_body_v_0 + 2,), float32]\n"
             "onnx.Loop loop (Tensor[(y_0,), float32],)\n");
  }

  // Entries have what they have in common; an empty list takes nothing from that.
  void a_list_that_begins_empty() {
    OnnxBuilder b;
    b.input("x", {"n", int64_t{8}}).input("times", {}, onnx::TensorProto::INT64).output("y");
    b.ints("last", {-1}, true);
    b.node("SequenceEmpty", {}, {"none"}, "none");
    onnx::NodeProto* loop = b.node("Loop", {"times", "", "none"}, {"list"}, "loop");
    onnx::GraphProto* inside = body(loop, "body");
    for (const char* name : {"i", "go", "so_far"}) inside->add_input()->set_name(name);
    inside->add_output()->set_name("go");
    inside->add_output()->set_name("more");
    onnx::NodeProto* insert = inside->add_node();
    insert->set_op_type("SequenceInsert");
    insert->add_input("so_far");
    insert->add_input("x");
    insert->add_output("more");
    b.node("SequenceAt", {"list", "last"}, {"y"}, "entry");
    QCOMPARE(listing(b),
             "onnx.SequenceInsert loop/body/more sequence(Tensor[(n, 8), float32])\n"
             "onnx.SequenceEmpty none sequence(none)\n"
             "onnx.Loop loop (sequence(Tensor[(n, 8), float32]),)\n"
             "onnx.SequenceAt entry Tensor[(entry_d0, 8), float32]\n");
  }

  // Its size changes from turn to turn, its width does not.
  void a_list_of_parts() {
    OnnxBuilder b;
    b.input("x", {"n", int64_t{8}}).input("times", {}, onnx::TensorProto::INT64).output("y");
    b.ints("from", {0});
    b.node("SequenceEmpty", {}, {"none"}, "none");
    onnx::NodeProto* loop = b.node("Loop", {"times", "", "none"}, {"list"}, "loop");
    onnx::GraphProto* inside = body(loop, "body");
    for (const char* name : {"i", "go", "so_far"}) inside->add_input()->set_name(name);
    inside->add_output()->set_name("go");
    inside->add_output()->set_name("more");
    const auto node = [&](const char* op, const std::vector<std::string>& inputs, const char* output) {
      onnx::NodeProto* n = inside->add_node();
      n->set_op_type(op);
      for (const std::string& input : inputs) n->add_input(input);
      n->add_output(output);
      return n;
    };
    OnnxBuilder::set(node("Unsqueeze", {"i", "from"}, "end"), "unused", int64_t{0});
    node("Slice", {"x", "from", "end"}, "part");
    node("SequenceInsert", {"so_far", "part"}, "more");
    OnnxBuilder::set(b.node("ConcatFromSequence", {"list"}, {"y"}, "joined"), "axis", int64_t{0});
    const Result<graph::Graph> g = b.read();
    QVERIFY2(g.diagnostics.empty(), listing(b).toUtf8().constData());
    QCOMPARE(graph::to_string(g->node(g->outputs[0]).type), std::string("Tensor[(joined_length, 8), float32]"));
  }

  void broken_loops_stay_opaque() {
    OnnxBuilder b;
    b.input("x", {int64_t{4}}).output("y").output("all");
    counting_loop(b, "Add", {"", "", "x"})->mutable_input()->RemoveLast();
    QVERIFY(listing(b).contains("'Loop' stays opaque: the operator is not known here [NW1018]"));
    for (const char* op : {"Loop", "Scan", "SequenceMap", "If"}) {
      OnnxBuilder c;
      c.input("x", {int64_t{4}}).output("y");
      onnx::NodeProto* node = c.node(op, {"x"}, {"y"}, "node");
      QVERIFY2(c.read().value, op);
      body(node, "body")->add_output()->set_name("nowhere");
      OnnxBuilder::set(node, "num_scan_inputs", int64_t{1} << 40);
      QVERIFY2(c.read().value, op);
    }
  }

  void boxes_that_do_not_overlap() {
    OnnxBuilder b;
    b.input("boxes", {int64_t{1}, "N", int64_t{4}}).input("scores", {int64_t{1}, int64_t{1}, "N"}).output("y");
    b.ints("most", {20});
    b.floats("overlap", {1});
    b.ints("two", {2}, true);
    b.node("NonMaxSuppression", {"boxes", "scores", "most", "overlap"}, {"chosen"}, "nms");
    OnnxBuilder::set(b.node("Gather", {"chosen", "two"}, {"y"}), "axis", int64_t{1});
    const Result<graph::Graph> g = b.read();
    QVERIFY2(g.diagnostics.empty(), listing(b).toUtf8().constData());
    const graph::Type& type = g->node(g->outputs[0]).type;
    QCOMPARE(type.dtype, DType::Int(64));
    QCOMPARE(type.shape.size(), size_t(1));
    QVERIFY(type.is_dynamic());
  }

  // `depth` Ifs within one another, on one condition: how many of them are read.
  static int nested(int depth) {
    OnnxBuilder b;
    b.input("x", {4}).input("c", {}, onnx::TensorProto::BOOL).output("y");
    onnx::NodeProto* outer = b.node("If", {"c"}, {"y"}, "choice");
    for (int level = 1; level < depth; ++level) {
      branch(outer, "then_branch", "If", {"c"}, "y");
      branch(outer, "else_branch", "Exp", {"x"}, "e");
      outer = outer->mutable_attribute(0)->mutable_g()->mutable_node(0);
    }
    branch(outer, "then_branch", "Relu", {"x"}, "y");
    branch(outer, "else_branch", "Exp", {"x"}, "e");
    const auto graph = b.read();
    int count = 0;
    if (graph.value)
      for (const NodeId id : graph->post_order()) count += graph->node(id).kind == graph::NodeKind::If;
    return count;
  }
  void bodies_within_bodies() { QCOMPARE(nested(20), 20); }
};

NW_TEST(TestOnnxControl);
#include "test_onnx_control.moc"
