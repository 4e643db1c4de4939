// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are broken: a diagnostic with a place, and whatever can be shown.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "import/model_file.h"
#include "import/onnx_call.h"
#include "onnx_builder.h"
#include "registry.h"

using namespace nw;
using test::OnnxBuilder;

class TestOnnxBroken : public QObject {
  Q_OBJECT

  static QString problems(const Result<graph::Graph>& g) {
    QString text;
    for (const Diagnostic& d : g.diagnostics) text += QString::fromStdString(format(d));
    return text;
  }
  static OnnxBuilder small() {
    OnnxBuilder b;
    b.input("x", {int64_t{1}, int64_t{3}}).output("y");
    b.floats("w", {3, 4});
    b.node("MatMul", {"x", "w"}, {"m"}, "product");
    b.node("Relu", {"m"}, {"y"}, "relu");
    return b;
  }

  static Result<graph::Graph> read_text(const QString& path, const char* text) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0) return Diagnostics();
    file.close();
    return import::read_model(path.toStdString());
  }

 private Q_SLOTS:
  void text_and_nothing() {
    const Result<graph::Graph> text = OnnxBuilder::read_bytes("This is not a model at all.");
    QVERIFY(!text.value);
    QCOMPARE(text.diagnostics[0].code, std::string("NW1010"));
    QCOMPARE(text.diagnostics[0].where[0].byte_offset, 0LL);
    QCOMPARE(problems(OnnxBuilder::read_bytes("")), "byte 0: error: the file holds no graph [NW1011]\n");
  }

  void a_dot_file_is_told_from_a_broken_one() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("graph.dot"));
    for (const char* text : {"digraph g { a -> b; }", "// made by hand\n/* twice */ strict Graph{ a -- b }\n"}) {
      const Result<graph::Graph> g = read_text(path, text);
      QVERIFY(!g.value);
      QCOMPARE(problems(g),
               path +
                   QStringLiteral(": byte 0: error: this is a graph in the DOT language, which knows no operators "
                                  "and no types; `nestwright-cli layout ") +
                   path + QStringLiteral("` lays it out [NW1022]\n  legal: an ONNX file, Relay text\n"));
    }
    QCOMPARE(read_text(path, "graphs are not DOT").diagnostics.at(0).code, std::string("NW1010"));
    QCOMPARE(read_text(path, "/*").diagnostics.at(0).code, std::string("NW1010"));
  }

  void every_cut_of_a_file_is_told_apart() {
    const std::string whole = small().model.SerializeAsString();
    for (size_t length = 0; length < whole.size(); ++length) {
      const Result<graph::Graph> g = OnnxBuilder::read_bytes(whole.substr(0, length));
      QVERIFY2(!g.diagnostics.empty() || g.value, "silent");
    }
  }

  // Its nodes come first, so a download that was stopped shows most of the network.
  void a_cut_file_shows_the_nodes_that_are_whole() {
    OnnxBuilder b = small();
    b.model.mutable_graph()->mutable_node(0)->set_doc_string(std::string(200, 'a'));
    b.model.mutable_graph()->mutable_node(1)->set_doc_string(std::string(200, 'b'));
    const std::string whole = b.model.SerializeAsString();
    const size_t second = whole.find(std::string(200, 'b'));
    const Result<graph::Graph> g = OnnxBuilder::read_bytes(whole.substr(0, second));
    QVERIFY(g.value);
    QVERIFY(g->find(b.model.graph().node(0).name()) && !g->find(b.model.graph().node(1).name()));
    QCOMPARE(g->outputs.size(), size_t{1});
    QCOMPARE(g.diagnostics.size(), size_t{1});
    QCOMPARE(g.diagnostics[0].code, std::string("NW1010"));
    QVERIFY(has_errors(g.diagnostics));
  }

  void a_damaged_node_is_left_out() {
    OnnxBuilder b = small();
    b.model.mutable_graph()->mutable_node(0)->set_doc_string("@@@@");
    std::string bytes = b.model.SerializeAsString();
    bytes[bytes.find("@@@@") - 1] = '\x7f';  // longer than the node that it is in
    const Result<graph::Graph> g = OnnxBuilder::read_bytes(bytes);
    QVERIFY(g.value);
    QVERIFY(!g->find(b.model.graph().node(0).name()) && g->find(b.model.graph().node(1).name()));
    QCOMPARE(g.diagnostics.size(), size_t{1});
    QCOMPARE(g.diagnostics[0].code, std::string("NW1010"));
  }

  void two_gigabytes_claimed_in_a_small_file() {
    std::string bytes = "\x3a\xff\xff\xff\xff\x07";  // field 7 (graph), 2147483647 bytes
    bytes.resize(1024);
    QCOMPARE(QString::fromStdString(OnnxBuilder::read_bytes(bytes).diagnostics.at(0).message),
             "this is not a whole ONNX file: at byte 0, a field claims 2147483647 bytes, but 1018 are left");
  }

  void a_tensor_that_promises_more_than_it_has() {
    OnnxBuilder b = small();
    b.model.mutable_graph()->mutable_initializer(0)->set_dims(0, int64_t{1} << 40);
    QCOMPARE(problems(b.read()).section('\n', 0, 0),
             "node w: error: the tensor 'w' needs 17592186044416 bytes of data, but has 48 [NW1013]");
    b.model.mutable_graph()->mutable_initializer(0)->set_dims(0, -3);
    QCOMPARE(problems(b.read()).section('\n', 0, 0),
             "node w: error: the tensor 'w' has a negative dimension, or too many elements [NW1013]");
  }

  void a_value_that_nothing_computes() {
    OnnxBuilder b = small();
    b.model.mutable_graph()->mutable_node(1)->set_input(0, "missing");
    const Result<graph::Graph> g = b.read();
    QCOMPARE(problems(g), "node relu: error: 'relu' reads 'missing', which nothing in the file computes [NW1015]\n");
    QVERIFY(g.value && g->find("relu"));
  }

  // Each operator with fewer inputs than it needs, and with inputs of one type whatever it wants.
  void operators_without_their_inputs() {
    for (const auto& [op, converter] : import::onnx_converters())
      for (const int64_t opset : {9, 13, 18})
        for (size_t given = 0; given <= 2; ++given) {
          OnnxBuilder b(opset);
          b.input("a", {int64_t{1}, int64_t{4}, int64_t{8}, int64_t{8}}).input("b", {int64_t{4}}).output("y");
          std::vector<std::string> inputs = {"a", "b"};
          inputs.resize(given);
          b.node(op.c_str(), inputs, {"y"}, "node");
          QVERIFY2(b.read().value.has_value(), op.c_str());
        }
    OnnxBuilder pad;
    pad.input("x", {int64_t{2}, int64_t{3}}).output("y");
    pad.node("Pad", {"x"}, {"y"}, "pad");
    const Result<graph::Graph> g = pad.read();
    QCOMPARE(g->node(g->outputs[0]).why_opaque, std::string("its input 2 is missing"));
  }

  void a_cycle_is_named() {
    OnnxBuilder b;
    b.input("x", {int64_t{1}}).output("c");
    b.node("Add", {"x", "b"}, {"a"}, "first");
    b.node("Relu", {"a"}, {"b"}, "second");
    b.node("Relu", {"b"}, {"c"}, "third");
    QCOMPARE(problems(b.read()).section('\n', 0, 1),
             "node second: error: the nodes read each other in a cycle [NW1016]\n  because second → first");
  }

  void nodes_in_any_order_are_sorted() {
    OnnxBuilder b = small();
    b.model.mutable_graph()->mutable_node()->SwapElements(0, 1);
    const Result<graph::Graph> g = b.read();
    QVERIFY(g.ok());
    QCOMPARE(QString::fromStdString(graph::to_string(g->node(g->outputs[0]).type)), "Tensor[(1, 4), float32]");
  }

  void duplicates_and_dimensions() {
    OnnxBuilder b = small();
    b.node("Relu", {"x"}, {"m"}, "again");
    QCOMPARE(problems(b.read()), "node again: error: 'again' gives 'm' again; the first definition counts [NW1017]\n");
    OnnxBuilder huge;
    huge.input("x", {INT64_MAX, int64_t{-5}}).output("y");
    huge.node("Relu", {"x"}, {"y"});
    QCOMPARE(problems(huge.read()),
             "node x: error: 'x' has the dimension 9223372036854775807 [NW1019]\nnode x: error: 'x' has the dimension "
             "-5 [NW1019]\n");
  }

  void a_node_that_gives_nothing() {
    OnnxBuilder b = small();
    b.node("Mean", {"x"}, {}, "idle");
    QCOMPARE(problems(b.read()), "node idle: warning: 'Mean' stays opaque: it gives nothing [NW1018]\n");
  }

  void names_that_are_no_text() {
    OnnxBuilder b;
    b.input("x", {int64_t{1}}).output("y");
    b.node("Relu", {"x"}, {"y"}, "a\xff\xfe\n");
    const Result<graph::Graph> g = b.read();
    QCOMPARE(QString::fromStdString(g->node(g->outputs[0]).name),
             QString("a") + QChar(0xfffd) + QChar(0xfffd) + QChar(0xfffd));
  }

  void parts_of_a_split_are_the_whole() {
    const auto split = [](const std::vector<int64_t>& sizes) {
      OnnxBuilder b;
      b.input("x", {int64_t{6}, int64_t{4}}).output("a").output("b");
      b.ints("sizes", sizes);
      b.node("Split", {"x", "sizes"}, {"a", "b"}, "parts");
      return problems(b.read()).section('\n', 0, 0);
    };
    QCOMPARE(split({2, 4}), QString());
    QCOMPARE(split({2, 2}), "node parts: error: 'Split': its sizes add up to 4; axis 0 has 6 elements [NW1403]");
    QCOMPARE(split({8, -2}),
             "node parts: error: 'Split': its sizes hold a negative number; axis 0 has 6 elements [NW1403]");
    QCOMPARE(split({INT64_MAX, INT64_MAX}),
             "node parts: error: 'Split': its sizes add up to 9223372036854775807; axis 0 has 6 elements [NW1403]");
  }

  // ONNX: an index of -1 is the last element; one that no element has is an error.
  void indices_of_a_gather() {
    const auto gather = [](const std::vector<int64_t>& indices) {
      OnnxBuilder b;
      b.input("x", {int64_t{6}, int64_t{4}}).output("y");
      b.ints("i", indices);
      b.node("Gather", {"x", "i"}, {"y"}, "rows");
      return problems(b.read());
    };
    QCOMPARE(gather({0, -6, 5}), QString());
    QCOMPARE(gather({0, 6}),
             "node rows: error: element 1 of the indices of 'take' is 6, but axis 0 of its data has 6 elements "
             "[NW1406]\n  legal: -6 to 5\n");
  }

  // A slope of one element is shared by all channels, also in the operator's first version.
  void a_shared_slope_is_broadcast() {
    OnnxBuilder b(7);
    b.input("x", {int64_t{1}, int64_t{3}, int64_t{4}, int64_t{4}}).output("y");
    b.floats("slope", {1});
    b.node("PRelu", {"x", "slope"}, {"y"}, "prelu");
    const Result<graph::Graph> g = b.read();
    QCOMPARE(problems(g), QString());
    for (const graph::Node& node : g->nodes()) QVERIFY2(node.op != "nn.prelu", node.op.c_str());
  }

  void absurd_numbers_make_no_tensors() {
    OnnxBuilder b;
    b.input("x", {int64_t{4}}).output("y");
    b.ints("reps", {int64_t{1} << 62});
    b.node("Tile", {"x", "reps"}, {"y"}, "tile");
    QCOMPARE(problems(b.read()),
             "node tile: error: 'tile': its result would have a dimension of 9223372036854775807 [NW1403]\n");
  }

  void names_of_a_megabyte_are_cut() {
    OnnxBuilder b;
    const std::string name(1 << 20, 'n');
    b.input("x", {int64_t{1}}).output("y");
    b.node("Relu", {name}, {"y"}, name.c_str());
    const Result<graph::Graph> g = b.read();
    QVERIFY2(problems(g).size() < 4096, qPrintable(QString::number(problems(g).size())));
    QVERIFY(g->node(g->outputs[0]).name.size() < 1100);
  }

  void a_thousand_mutations_do_no_harm() {
    std::mt19937 random(1);
    const std::string whole = small().model.SerializeAsString();
    for (int i = 0; i < 1000; ++i) {
      std::string bytes = whole;
      for (int k = 0; k < 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
      (void)OnnxBuilder::read_bytes(bytes);
    }
  }
};

NW_TEST(TestOnnxBroken);
#include "test_onnx_broken.moc"
