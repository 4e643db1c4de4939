// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of operators that choose, sample or pool elements, each beside its reference operator on ONNX nodes that a
// file may hold.
#include <QTest>

#include <cmath>
#include <limits>

#include "execute/network.h"
#include "import/onnx.h"
#include "local_device.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"
#include "tests/core/reference/one_call.h"

using namespace nw;
using namespace nw::test;

class TestChosenElements : public QObject {
  Q_OBJECT

  using Inputs = execute::NetworkValues::Inputs;

  static NDArray numbers(std::vector<int64_t> shape) {
    NDArray made(DType::Float(32), std::move(shape));
    for (int64_t i = 0; i < made.size(); ++i) made.set(i, static_cast<double>(i * 37 % 101) / 50 - 1);
    return made;
  }
  static onnx::AttributeProto* attribute(onnx::NodeProto* node, const char* key,
                                         onnx::AttributeProto::AttributeType t) {
    auto* a = node->add_attribute();
    a->set_name(key);
    a->set_type(t);
    return a;
  }
  static void set_text(onnx::NodeProto* node, const char* key, const char* value) {
    attribute(node, key, onnx::AttributeProto::STRING)->set_s(value);
  }

  // What no kernel computed, and what differs from the reference operators.
  static QString problems_of(const OnnxBuilder& builder, const Inputs& inputs,
                             const std::map<std::string, int64_t>& sizes = {}) {
    Result<graph::Graph> graph = builder.read();
    if (!graph.value) return failure(graph.diagnostics.at(0));
    model::OpenOptions open;
    open.bind_dims = false;
    const auto model = model::build_model(std::move(*graph), {}, "net.onnx", open);
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    execute::NetworkSession session(test::local_device(), options);
    const auto result = session.call({model, {}, inputs, sizes});
    QString text;
    for (const Diagnostic& d : result.diagnostics) text += failure(d) + "\n";
    if (!result.value) return text;
    for (const auto& kernel : result->report.kernels)
      if (kernel.kind != "kernel") text += QString::fromStdString(kernel.task + ": " + kernel.kind) + "\n";
    if (!result->report.comparison || !result->report.comparison->ok) text += "differs\n";
    return text;
  }

 private Q_SLOTS:
  void pools_of_one_and_three_axes_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<int>("axes");
    QTest::addColumn<int>("counts_padding");
    for (const char* op : {"MaxPool", "AveragePool"})
      for (const int axes : {1, 2, 3})
        for (const int counts : {0, 1})
          if (std::string_view(op) == "AveragePool" || counts == 0)
            QTest::addRow("%s of %d, %d", op, axes, counts) << op << axes << counts;
  }
  void pools_of_one_and_three_axes() {
    QFETCH(QString, op);
    QFETCH(int, axes);
    QFETCH(int, counts_padding);
    std::vector<int64_t> shape{1, 2};
    std::vector<OnnxBuilder::DimSpec> dims{1, 2};
    for (int i = 0; i < axes; ++i) shape.push_back(7 + i), dims.push_back(7 + i);
    OnnxBuilder b(19);
    b.input("x", dims).output("y");
    onnx::NodeProto* pool = b.node(op.toLatin1(), {"x"}, {"y"});
    const auto n = static_cast<size_t>(axes);
    OnnxBuilder::set(pool, "kernel_shape", std::vector<int64_t>(n, 3));
    OnnxBuilder::set(pool, "strides", std::vector<int64_t>(n, 2));
    OnnxBuilder::set(pool, "pads", std::vector<int64_t>(2 * n, 1));
    OnnxBuilder::set(pool, "ceil_mode", int64_t{1});
    if (op == "AveragePool") OnnxBuilder::set(pool, "count_include_pad", int64_t{counts_padding});
    QCOMPARE(problems_of(b, {{"x", numbers(shape)}}), QString());
  }

  void images_are_resized_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("transformation");
    for (const char* mode : {"nearest", "linear", "cubic"})
      for (const char* transformation : {"half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"})
        QTest::addRow("%s %s", mode, transformation) << mode << transformation;
  }
  void images_are_resized() {
    QFETCH(QString, mode);
    QFETCH(QString, transformation);
    const std::vector<std::vector<int64_t>> sizes{{1, 2, 10, 12}, {1, 2, 3, 17}};
    for (const std::vector<int64_t>& size : sizes) {
      OnnxBuilder b(13);
      b.input("x", {1, 2, 5, 6}).output("y");
      b.ints("size", size);
      onnx::NodeProto* node = b.node("Resize", {"x", "", "", "size"}, {"y"});
      set_text(node, "mode", mode.toLatin1());
      set_text(node, "coordinate_transformation_mode", transformation.toLatin1());
      QCOMPARE(problems_of(b, {{"x", numbers({1, 2, 5, 6})}}), QString());
    }
  }
  void images_of_sizes_that_the_call_tells() {
    OnnxBuilder b(13);
    b.input("x", {1, 2, "h", "w"}).output("y");
    b.floats("scales", {4}, 1);
    const float scales[] = {1, 1, 2, 2};
    b.model.mutable_graph()->mutable_initializer(0)->set_raw_data(scales, sizeof scales);
    set_text(b.node("Resize", {"x", "", "scales"}, {"y"}), "mode", "linear");
    QCOMPARE(problems_of(b, {{"x", numbers({1, 2, 5, 6})}}, {{"h", 5}, {"w", 6}}), QString());
  }

  void a_grid_is_sampled_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("padding");
    for (const char* mode : {"bilinear", "nearest"})
      for (const char* padding : {"zeros", "border"}) QTest::addRow("%s %s", mode, padding) << mode << padding;
  }
  void a_grid_is_sampled() {
    QFETCH(QString, mode);
    QFETCH(QString, padding);
    NDArray grid = numbers({2, 3, 4, 2});
    for (int64_t i = 0; i < grid.size(); ++i) grid.set(i, grid.at(i) * 1.3);
    for (const int64_t corners : {0, 1}) {
      OnnxBuilder b(16);
      b.input("x", {2, 3, 5, 6}).input("grid", {2, 3, 4, 2}).output("y");
      onnx::NodeProto* node = b.node("GridSample", {"x", "grid"}, {"y"});
      set_text(node, "mode", mode.toLatin1());
      set_text(node, "padding_mode", padding.toLatin1());
      OnnxBuilder::set(node, "align_corners", corners);
      QCOMPARE(problems_of(b, {{"x", numbers({2, 3, 5, 6})}, {"grid", grid}}), QString());
    }
  }

  void blocks_of_pixels() {
    for (const char* mode : {"DCR", "CRD"}) {
      OnnxBuilder b(13);
      b.input("x", {1, 12, 3, 4}).output("y").output("z");
      onnx::NodeProto* node = b.node("DepthToSpace", {"x"}, {"y"});
      set_text(node, "mode", mode);
      OnnxBuilder::set(node, "blocksize", int64_t{2});
      OnnxBuilder::set(b.node("SpaceToDepth", {"y"}, {"z"}), "blocksize", int64_t{2});
      QCOMPARE(problems_of(b, {{"x", numbers({1, 12, 3, 4})}}), QString());
    }
  }

  // Equal elements, and those that are no numbers, keep the order that ONNX has.
  void places_of_the_greatest_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<int>("axis");
    QTest::addColumn<int>("last");
    for (const char* op : {"ArgMax", "ArgMin"})
      for (const int axis : {0, 1, -1})
        for (const int last : {0, 1}) QTest::addRow("%s %d %d", op, axis, last) << op << axis << last;
  }
  void places_of_the_greatest() {
    QFETCH(QString, op);
    QFETCH(int, axis);
    QFETCH(int, last);
    NDArray x = numbers({4, 5, 21});
    for (int64_t i = 0; i < x.size(); ++i) x.set(i, std::floor(x.at(i) * 2));
    x.set(3, std::numeric_limits<double>::quiet_NaN());
    x.set(7, std::numeric_limits<double>::quiet_NaN());
    OnnxBuilder b(13);
    b.input("x", {4, 5, 21}).output("y");
    onnx::NodeProto* node = b.node(op.toLatin1(), {"x"}, {"y"});
    OnnxBuilder::set(node, "axis", int64_t{axis});
    OnnxBuilder::set(node, "select_last_index", int64_t{last});
    OnnxBuilder::set(node, "keepdims", int64_t{last});
    QCOMPARE(problems_of(b, {{"x", x}}), QString());
  }

  void the_first_of_sorted_lines() {
    NDArray x = numbers({3, 40, 4});
    for (int64_t i = 0; i < x.size(); ++i) x.set(i, std::floor(x.at(i) * 4));
    x.set(5, std::numeric_limits<double>::quiet_NaN());
    for (const int64_t axis : {1, 2})
      for (const int64_t largest : {0, 1}) {
        OnnxBuilder b(11);
        b.input("x", {3, 40, 4}).output("values").output("places");
        b.ints("k", {3});
        onnx::NodeProto* node = b.node("TopK", {"x", "k"}, {"values", "places"});
        OnnxBuilder::set(node, "axis", axis);
        OnnxBuilder::set(node, "largest", largest);
        QCOMPARE(problems_of(b, {{"x", x}}), QString());
      }
  }

  void running_sums_data() {
    QTest::addColumn<int>("axis");
    QTest::addColumn<int>("exclusive");
    for (const int axis : {0, 1, 2})
      for (const int exclusive : {0, 1}) QTest::addRow("%d %d", axis, exclusive) << axis << exclusive;
  }
  void running_sums() {
    QFETCH(int, axis);
    QFETCH(int, exclusive);
    OnnxBuilder b(14);
    b.input("x", {3, "n", 20}).output("y");
    b.ints("axis", {axis}, true);
    OnnxBuilder::set(b.node("CumSum", {"x", "axis"}, {"y"}), "exclusive", int64_t{exclusive});
    QCOMPARE(problems_of(b, {{"x", numbers({3, 6, 20})}}, {{"n", 6}}), QString());
  }

  void triangles() {
    for (const int64_t upper : {0, 1}) {
      OnnxBuilder b(14);
      b.input("x", {2, "n", 5}).output("y");
      b.ints("k", {1}, true);
      OnnxBuilder::set(b.node("Trilu", {"x", "k"}, {"y"}), "upper", upper);
      QCOMPARE(problems_of(b, {{"x", numbers({2, 4, 5})}}, {{"n", 4}}), QString());
    }
  }

  // Two updates of one place: the last one counts, or both.
  void updates_at_places_of_data() {
    for (const char* reduction : {"none", "add"})
      for (const int64_t axis : {0, 1}) {
        OnnxBuilder b(16);
        b.input("x", {6, 20}).input("i", {3, 17}, onnx::TensorProto::INT64).input("u", {3, 17}).output("y");
        onnx::NodeProto* node = b.node("ScatterElements", {"x", "i", "u"}, {"y"});
        OnnxBuilder::set(node, "axis", axis);
        if (std::string_view(reduction) != "none") set_text(node, "reduction", reduction);
        std::vector<double> places;
        for (int i = 0; i < 51; ++i) places.push_back(i * 5 % 6 - (i % 3 == 0 ? 6 : 0));
        QCOMPARE(problems_of(b, {{"x", numbers({6, 20})}, {"i", ints({3, 17}, places)}, {"u", numbers({3, 17})}}),
                 QString());
      }
  }

  void one_or_the_other() {
    OnnxBuilder b(13);
    b.input("x", {4}, onnx::TensorProto::BOOL).input("z", {4}, onnx::TensorProto::BOOL).output("y");
    b.node("Xor", {"x", "z"}, {"y"});
    const auto truth = [](const std::vector<double>& values) { return tensor(DType::Bool(), {4}, values); };
    QCOMPARE(problems_of(b, {{"x", truth({0, 0, 1, 1})}, {"z", truth({0, 1, 0, 1})}}), QString());
  }

  // As products of matrices: no einsum is left.
  void einsum_as_products_data() {
    QTest::addColumn<QString>("equation");
    QTest::addColumn<QList<QList<int>>>("shapes");
    using Shapes = QList<QList<int>>;
    QTest::newRow("a weight of heads") << "btd,dhk->bhtk" << Shapes{{2, 5, 8}, {8, 3, 4}};
    QTest::newRow("scores") << "bhik,bhjk->bhij" << Shapes{{2, 3, 5, 4}, {2, 3, 6, 4}};
    QTest::newRow("three") << "bhij,bhjk,hkd->bid" << Shapes{{2, 3, 5, 6}, {2, 3, 6, 4}, {3, 4, 7}};
    QTest::newRow("one is turned") << "ijh->hij" << Shapes{{3, 4, 5}};
    QTest::newRow("one is summed") << "ij->j" << Shapes{{3, 4}};
    QTest::newRow("outer") << "i,j->ji" << Shapes{{3}, {4}};
    QTest::newRow("an axis that one has alone") << "ij,k->i" << Shapes{{3, 4}, {5}};
    QTest::newRow("ellipsis") << "...ij,...jk->...ik" << Shapes{{2, 3, 4}, {2, 4, 5}};
    QTest::newRow("implied") << "ba,cb" << Shapes{{3, 4}, {5, 3}};
  }
  void einsum_as_products() {
    QFETCH(QString, equation);
    QFETCH(QList<QList<int>>, shapes);
    OnnxBuilder b(13);
    b.output("y");
    Inputs inputs;
    std::vector<std::string> names;
    for (const QList<int>& shape : shapes) {
      names.push_back("x" + std::to_string(names.size()));
      b.input(names.back().c_str(), {shape.begin(), shape.end()});
      inputs[names.back()] = numbers({shape.begin(), shape.end()});
    }
    set_text(b.node("Einsum", names, {"y"}), "equation", equation.toLatin1());
    const Result<graph::Graph> graph = b.read();
    QVERIFY2(!QString::fromStdString(OnnxBuilder::listing(*graph)).contains("einsum"),
             OnnxBuilder::listing(*graph).c_str());
    QCOMPARE(problems_of(b, inputs), QString());
  }
  // The product of an einsum, beside its sum by hand.
  void einsum_by_hand() {
    OnnxBuilder b(13);
    b.input("x", {2, 2}).input("z", {2, 2}).output("y");
    set_text(b.node("Einsum", {"x", "z"}, {"y"}), "equation", "ij,kj->ki");
    const Result<graph::Graph> graph = b.read();
    const Result<Values> result = reference::evaluate(
        *graph, {{graph->find("x"), floats({2, 2}, {1, 2, 3, 4})}, {graph->find("z"), floats({2, 2}, {5, 6, 7, 8})}});
    QCOMPARE(QString::fromStdString(text_of(result->at(0))), QStringLiteral("float32 (2, 2): 17 39 23 53"));
  }
};

NW_TEST(TestChosenElements);
#include "test_chosen_elements.moc"
