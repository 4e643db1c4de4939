// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes that a run tells: what is known of them, and how they are written.
#include <QTest>

#include "onnx_builder.h"
#include "registry.h"

using namespace nw;
using test::OnnxBuilder;

class TestOnnxSizes : public QObject {
  Q_OBJECT

  static QString listing(const OnnxBuilder& b) {
    const Result<graph::Graph> g = b.read();
    QString text;
    for (const Diagnostic& d : g.diagnostics) text += QString::fromStdString(format(d));
    return text + (g.value ? QString::fromStdString(OnnxBuilder::listing(*g)) : QStringLiteral("no graph"));
  }
  static QString output_type(const OnnxBuilder& b) {
    const Result<graph::Graph> g = b.read();
    if (!g.diagnostics.empty()) return QString::fromStdString(format(g.diagnostics.front()));
    return QString::fromStdString(graph::to_string(g->node(g->outputs[0]).type));
  }

 private Q_SLOTS:
  // An image of 30 by 40 is brought to a shorter side of 48 by a factor that floats compute; of an image of any size
  // the result has sizes of its own.
  void a_factor_of_known_sizes_is_a_number() {
    const auto resized = [](const OnnxBuilder::DimSpec& height) {
      OnnxBuilder b;
      b.input("x", {1, 3, height, 40}).output("y");
      b.ints("first", {2});
      b.ints("last", {4});
      b.ints("all", {1, 3});
      b.floats("side", {1}, 48);
      b.node("Shape", {"x"}, {"s"});
      b.node("Slice", {"s", "first", "last"}, {"hw"});
      OnnxBuilder::set(b.node("Cast", {"hw"}, {"f"}), "to", int64_t{onnx::TensorProto::FLOAT});
      b.node("ReduceMin", {"f"}, {"least"});
      b.node("Div", {"side", "least"}, {"factor"});
      b.node("Mul", {"f", "factor"}, {"scaled"});
      b.node("Floor", {"scaled"}, {"whole"});
      OnnxBuilder::set(b.node("Cast", {"whole"}, {"size"}, "size"), "to", int64_t{onnx::TensorProto::INT64});
      OnnxBuilder::set(b.node("Concat", {"all", "size"}, {"to"}), "axis", int64_t{0});
      b.node("Resize", {"x", "", "", "to"}, {"y"});
      return output_type(b);
    };
    QCOMPARE(resized(int64_t{30}), QStringLiteral("Tensor[(1, 3, 48, 64), float32]"));
    QVERIFY2(resized("h").contains(QStringLiteral("size_value")), qPrintable(resized("h")));
  }

  // Range(0, length) has the length `length`, and so has what is added to it.
  void a_range_is_as_long_as_its_limit() {
    OnnxBuilder b;
    b.input("x", {"batch", "length"}).output("y");
    b.ints("zero", {0}, true);
    b.ints("one", {1}, true);
    b.node("Shape", {"x"}, {"s"});
    b.node("Gather", {"s", "one"}, {"n"});
    b.node("Range", {"zero", "n", "one"}, {"r"});
    OnnxBuilder::set(b.node("Cast", {"r"}, {"f"}), "to", int64_t{onnx::TensorProto::FLOAT});
    b.node("Add", {"x", "f"}, {"y"});
    QCOMPARE(output_type(b), QStringLiteral("Tensor[(batch, length), float32]"));
  }

  // A count is never negative, so nothing is clamped at 0.
  void the_first_of_so_many() {
    OnnxBuilder b;
    b.input("x", {"n"}).output("y");
    b.ints("from", {0});
    b.ints("to", {20});
    b.node("NonZero", {"x"}, {"places"}, "nonzero");
    b.node("Squeeze", {"places", "from"}, {"row"});
    b.node("Slice", {"row", "from", "to"}, {"y"});
    QCOMPARE(output_type(b), QStringLiteral("Tensor[(min(20, nonzero_count),), int64]"));
  }

  // The count is known once the node that brings it has run: what depends on it reads its shape.
  void a_shape_of_a_count() {
    OnnxBuilder b;
    b.input("x", {"n"}).output("y");
    b.ints("one", {1});
    b.node("NonZero", {"x"}, {"places"}, "nonzero");
    b.node("Shape", {"places"}, {"s"});
    b.node("Gather", {"s", "one"}, {"count"});
    b.node("ConstantOfShape", {"count"}, {"y"});
    QCOMPARE(listing(b), QStringLiteral("argwhere nonzero/1 Tensor[(nonzero_count, 1), int32]\n"
                                        "transpose nonzero Tensor[(1, nonzero_count), int32]\n"
                                        "cast nonzero/2 Tensor[(1, nonzero_count), int64]\n"
                                        "shape_of s Tensor[(2,), int64]\n"
                                        "take count Tensor[(1,), int64]\n"
                                        "dyn.full y Tensor[(nonzero_count,), float32]\n"));
  }

  // Sizes of what the graph is given are written into attributes.
  void a_shape_of_an_input() {
    OnnxBuilder b;
    b.input("x", {"n", int64_t{3}}).output("y");
    b.node("Shape", {"x"}, {"s"});
    b.node("ConstantOfShape", {"s"}, {"y"});
    QCOMPARE(listing(b), QStringLiteral("full y Tensor[(n, 3), float32]\n"));
  }

  void ranges_and_axes_that_are_inputs() {
    OnnxBuilder b;
    b.input("x", {int64_t{20}, int64_t{10}, int64_t{5}}).input("from", {int64_t{1}}, onnx::TensorProto::INT64);
    b.input("to", {int64_t{1}}, onnx::TensorProto::INT64).output("y");
    b.ints("axes", {1});
    b.node("Slice", {"x", "from", "to", "axes"}, {"y"}, "part");
    QCOMPARE(listing(b), QStringLiteral("dyn.strided_slice part Tensor[(20, part_d1, 5), float32]\n"));

    OnnxBuilder c;
    c.input("x", {int64_t{20}, int64_t{10}}).input("axes", {int64_t{1}}, onnx::TensorProto::INT64).output("y");
    OnnxBuilder::set(c.node("ReduceSum", {"x", "axes"}, {"y"}, "sum"), "keepdims", int64_t{0});
    QCOMPARE(listing(c), QStringLiteral("onnx.ReduceSum sum Tensor[(sum_d0,), float32]\n"));

    OnnxBuilder d;
    d.input("x", {int64_t{3}}).input("axes", {int64_t{2}}, onnx::TensorProto::INT64).output("y");
    d.node("Unsqueeze", {"x", "axes"}, {"y"}, "wide");
    QCOMPARE(listing(d), QStringLiteral("dyn.expand_dims wide Tensor[(wide_d0, wide_d1, wide_d2), float32]\n"));
  }

  // What a run has to compute is an argument; what is known of the result stays known.
  void an_image_of_computed_sizes() {
    OnnxBuilder b;
    b.input("x", {int64_t{1}, int64_t{3}, "h", "w"}).input("sizes", {int64_t{4}}, onnx::TensorProto::INT64);
    b.output("y");
    b.node("Resize", {"x", "", "", "sizes"}, {"y"}, "larger");
    // Batch and channels may be resized too.
    QCOMPARE(listing(b),
             QStringLiteral("onnx.Resize larger Tensor[(larger_d0, larger_d1, larger_d2, larger_d3), float32]\n"));

    // Scales of a fraction that float32 may round either way: only height and width are not known.
    OnnxBuilder thirds;
    thirds.input("x", {int64_t{1}, int64_t{3}, "h", "w"}).output("y");
    thirds.floats("scales", {4}, 1)->set_raw_data(std::vector<float>{1, 1, 0.3F, 0.7F}.data(), 16);
    thirds.node("Resize", {"x", "", "scales"}, {"y"}, "smaller");
    QCOMPARE(listing(thirds),
             QStringLiteral("dyn.image.resize2d smaller Tensor[(1, 3, smaller_H, smaller_W), float32]\n"));

    OnnxBuilder c;
    c.input("x", {int64_t{1}, int64_t{3}, "h", "w"}).output("y");
    c.floats("halves", {4}, 1)->set_raw_data(std::vector<float>{1, 1, 0.5F, 2}.data(), 16);
    c.node("Resize", {"x", "", "halves"}, {"y"}, "smaller");
    QCOMPARE(listing(c), QStringLiteral("image.resize2d smaller Tensor[(1, 3, floordiv(h, 2), w*2), float32]\n"));
  }

  // Nodes are renamed when a file has been read; attributes have the symbol already.
  void a_symbol_stays_when_types_are_inferred_again() {
    OnnxBuilder b;
    b.input("x", {"n"}).output("y");
    b.node("NonZero", {"x"}, {"y"}, "nonzero");
    Result<graph::Graph> g = b.read();
    QVERIFY(op::infer_types(*g).empty());
    QCOMPARE(graph::to_string(g->node(g->outputs[0]).type), std::string("Tensor[(1, nonzero_count), int64]"));
  }

  void parts_of_computed_sizes() {
    OnnxBuilder b;
    b.input("x", {"n", int64_t{8}}).input("sizes", {int64_t{2}}, onnx::TensorProto::INT64).output("y").output("z");
    OnnxBuilder::set(b.node("Split", {"x", "sizes"}, {"y", "z"}, "parts"), "axis", int64_t{1});
    QCOMPARE(
        listing(b),
        QStringLiteral("onnx.Split parts (Tensor[(n, parts_size0), float32], Tensor[(n, parts_size1), float32])\n"));
  }
};

NW_TEST(TestOnnxSizes);
#include "test_onnx_sizes.moc"
