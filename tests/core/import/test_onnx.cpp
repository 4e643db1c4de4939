// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include "onnx_builder.h"
#include "registry.h"

using namespace nw;
using test::OnnxBuilder;

class TestOnnx : public QObject {
  Q_OBJECT

  static QString listing(const OnnxBuilder& b) {
    const Result<graph::Graph> g = b.read();
    QString text;
    for (const Diagnostic& d : g.diagnostics) text += QString::fromStdString(format(d));
    return text + (g.value ? QString::fromStdString(OnnxBuilder::listing(*g)) : QStringLiteral("no graph"));
  }

 private Q_SLOTS:
  void a_convolution_keeps_its_name_scope_and_words() {
    OnnxBuilder b;
    b.input("x", {"N", int64_t{3}, int64_t{8}, int64_t{8}}).output("y");
    b.floats("w", {4, 3, 3, 3});
    b.floats("b", {4});
    OnnxBuilder::set(b.node("Conv", {"x", "w", "b"}, {"c"}, "/layer1/conv/Conv"), "pads",
                     std::vector<int64_t>{1, 1, 1, 1});
    b.node("Relu", {"c"}, {"y"}, "/layer1/Relu");
    QCOMPARE(listing(b),
             "nn.conv2d /layer1/conv/Conv Tensor[(N, 4, 8, 8), float32]\n"
             "nn.bias_add /layer1/conv/Conv/1 Tensor[(N, 4, 8, 8), float32]\n"
             "nn.relu /layer1/Relu Tensor[(N, 4, 8, 8), float32]\n");
    const Result<graph::Graph> g = b.read();
    const graph::Node& conv = g->node(g->find("/layer1/conv/Conv"));
    QCOMPARE(conv.origin.op, std::string("Conv"));
    QCOMPARE(conv.origin.scope, (std::vector<std::string>{"layer1", "conv"}));
    QCOMPARE(g->output_names, std::vector<std::string>{"y"});
    QCOMPARE(g->opsets[0].version, int64_t{13});
  }

  // x: (batch, length, 256) → heads: as PyTorch writes it, with Shape, Gather, Unsqueeze, Concat.
  void shape_arithmetic_is_followed_with_symbols() {
    OnnxBuilder b;
    b.input("x", {"batch", "length", int64_t{256}}).output("y");
    b.ints("zero", {0}, true);
    b.ints("one", {1}, true);
    b.ints("axes", {0});
    b.ints("heads", {4, 64});
    b.ints("four", {4}, true);
    b.node("Shape", {"x"}, {"s"});
    b.node("Gather", {"s", "zero"}, {"n"});
    b.node("Gather", {"s", "one"}, {"l"});
    b.node("Mul", {"n", "four"}, {"n4"});
    b.node("Div", {"n4", "four"}, {"n1"});
    b.node("Unsqueeze", {"n1", "axes"}, {"nv"});
    b.node("Unsqueeze", {"l", "axes"}, {"lv"});
    OnnxBuilder::set(b.node("Concat", {"nv", "lv", "heads"}, {"target"}), "axis", int64_t{0});
    b.node("Reshape", {"x", "target"}, {"y"});
    QCOMPARE(listing(b), "reshape y Tensor[(batch, length, 4, 64), float32]\n");
  }

  void pads_go_through_a_matrix_as_pytorch_writes_them() {
    OnnxBuilder b(11);
    b.input("x", {int64_t{1}, "H"}).output("y");
    b.ints("pads", {0, 0, 0, 2});
    b.ints("two", {-1, 2});
    b.ints("flat", {-1});
    b.ints("start", {-1});
    b.ints("end", {INT64_MIN});
    b.ints("axis", {0});
    b.node("Reshape", {"pads", "two"}, {"m"});
    b.node("Slice", {"m", "start", "end", "axis", "start"}, {"r"});
    b.node("Transpose", {"r"}, {"t"});
    b.node("Reshape", {"t", "flat"}, {"p"});
    b.node("Pad", {"x", "p"}, {"y"});
    // [[0,0],[0,2]] reversed is [[0,2],[0,0]], turned [[0,0],[2,0]]: two after the first axis.
    QCOMPARE(listing(b), "nn.pad y Tensor[(3, H), float32]\n");
  }

  void axes_are_attributes_or_inputs_by_opset() {
    for (const int64_t opset : {11, 13}) {
      OnnxBuilder b(opset);
      b.input("x", {int64_t{1}, int64_t{3}}).output("y");
      b.ints("axes", {0});
      onnx::NodeProto* n =
          b.node("Squeeze", opset < 13 ? std::vector<std::string>{"x"} : std::vector<std::string>{"x", "axes"}, {"y"});
      if (opset < 13) OnnxBuilder::set(n, "axes", std::vector<int64_t>{0});
      QCOMPARE(listing(b), "squeeze y Tensor[(3,), float32]\n");
    }
  }

  void products_of_stacks_are_batch_matmuls() {
    OnnxBuilder b;
    b.input("a", {"N", int64_t{12}, int64_t{5}, int64_t{64}})
        .input("b", {"N", int64_t{12}, int64_t{64}, int64_t{7}})
        .output("y");
    b.node("MatMul", {"a", "b"}, {"y"});
    QCOMPARE(listing(b),
             "reshape y/2 Tensor[(N*12, 5, 64), float32]\n"
             "reshape y/1 Tensor[(N*12, 64, 7), float32]\n"
             "nn.batch_matmul y Tensor[(N*12, 5, 7), float32]\n"
             "reshape y/3 Tensor[(N, 12, 5, 7), float32]\n");
  }

  // Exporters leave training on for functions that PyTorch was not told to evaluate, with a ratio of 0.
  void dropout_in_training_drops_nothing_with_ratio_0_or_without_a_seed() {
    const auto listed = [](float ratio, bool seed) {
      OnnxBuilder b;
      b.input("x", {2, 3}).output("y");
      b.floats("ratio", {}, ratio);
      onnx::TensorProto* training = b.model.mutable_graph()->add_initializer();
      training->set_name("training");
      training->set_data_type(onnx::TensorProto::BOOL);
      training->set_raw_data("\1", 1);
      onnx::NodeProto* drop = b.node("Dropout", {"x", "ratio", "training"}, {"y"}, "drop");
      if (seed) {
        onnx::AttributeProto* attribute = drop->add_attribute();
        attribute->set_name("seed");
        attribute->set_type(onnx::AttributeProto::INT);
        attribute->set_i(7);
      }
      return listing(b);
    };
    QVERIFY2(!listed(0, true).contains(QLatin1String("onnx.Dropout")), qPrintable(listed(0, true)));
    QVERIFY2(listed(0.5F, true).contains(QLatin1String("onnx.Dropout")), qPrintable(listed(0.5F, true)));
    const QString inference = listed(0.5F, false);
    QVERIFY2(!inference.contains(QLatin1String("onnx.Dropout")), qPrintable(inference));
    QVERIFY2(inference.startsWith(QLatin1String(
                 "node drop: warning: 'drop', Dropout in training, is computed as in inference: it drops nothing "
                 "[NW1023]\n  because it has no seed, so no numbers are the right ones; ONNX Runtime and TVM drop "
                 "nothing, either\n")),
             qPrintable(inference));
  }

  void unknown_operators_stay_opaque_and_are_counted() {
    OnnxBuilder b;
    b.input("x", {int64_t{4}}).output("z");
    b.node("Swirl", {"x"}, {"a"}, "first");
    b.node("Swirl", {"a"}, {"y"}, "second")->set_domain("vendor");
    b.node("Relu", {"y"}, {"z"});
    QCOMPARE(listing(b),
             "node first: warning: 'Swirl' stays opaque: the operator is not known here [NW1018]\n"
             "node second: warning: 'vendor.Swirl' stays opaque: the operator is not known here [NW1018]\n"
             "Swirl first ?\nvendor.Swirl second ?\nnn.relu z ?\n");
  }

  void tensors_are_not_copied() {
    OnnxBuilder b;
    b.output("w");
    b.floats("w", {1000}, 0.25F);
    const std::string bytes = b.model.SerializeAsString();
    const auto owner = std::make_shared<const std::string>(bytes);
    const Result<graph::Graph> g = import::read_onnx(std::as_bytes(std::span(owner->data(), owner->size())), owner);
    const NDArray& data = g->node(g->outputs[0]).data;
    const auto* first = reinterpret_cast<const std::byte*>(owner->data());
    QVERIFY(data.bytes() > first && data.bytes() < first + owner->size());
    QCOMPARE(data.at(999), 0.25);
  }

  void data_in_another_file_stays_in_the_folder() {
    QTemporaryDir folder;
    QFile file(folder.filePath("w.bin"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const float values[4] = {9, 9, 1, 2};
    file.write(reinterpret_cast<const char*>(values), sizeof values);
    file.close();
    const auto read = [&](const char* location, const char* offset) {
      OnnxBuilder b;
      b.output("w");
      onnx::TensorProto* t = b.floats("w", {2});
      t->clear_raw_data();
      t->set_data_location(onnx::TensorProto::EXTERNAL);
      const auto add = [&](const char* key, const char* value) {
        auto* entry = t->add_external_data();
        entry->set_key(key);
        entry->set_value(value);
      };
      add("location", location);
      add("offset", offset);
      return b.read(folder.path().toStdString());
    };
    const Result<graph::Graph> good = read("w.bin", "8");
    QVERIFY(good.ok());
    QCOMPARE(good->node(good->outputs[0]).data.at(1), 2.0);
    const auto problem = [&](const char* location, const char* offset) {
      return QString::fromStdString(read(location, offset).diagnostics.at(0).message);
    };
    QCOMPARE(problem("../w.bin", "0"),
             "the data of 'w' in another file cannot be used: '../w.bin' does not name a file in the model's folder");
    QCOMPARE(
        problem("/etc/passwd", "0"),
        "the data of 'w' in another file cannot be used: '/etc/passwd' does not name a file in the model's folder");
    QCOMPARE(problem("w.bin", "12"),
             "the data of 'w' in another file cannot be used: 'w.bin' has 16 bytes, but 8 from byte 12 on are needed");
  }
};

NW_TEST(TestOnnx);
#include "test_onnx.moc"
