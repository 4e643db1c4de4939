// SPDX-License-Identifier: GPL-3.0-or-later
// Float operators between dequantize and quantize become integer ones, with the scale behind them.
#include <QTest>

#include "graph/dim.h"
#include "op/registry.h"
#include "passes/default_passes.h"
#include "registry.h"

using namespace nw;
using graph::Attr;
using graph::Dim;
using graph::Graph;
using graph::Node;
using graph::NodeKind;
using graph::Type;

class TestFakeQuantization : public QObject {
  Q_OBJECT

  static NodeId add(Graph& g, Node node) { return g.add(std::move(node)); }
  static NodeId input(Graph& g, const char* name, graph::Shape shape, DType dtype = DType::UInt(8)) {
    Node n;
    n.kind = NodeKind::Input;
    n.name = name;
    n.type = Type::tensor(dtype, std::move(shape));
    const NodeId id = add(g, std::move(n));
    g.inputs.push_back(id);
    return id;
  }
  static NodeId constant(Graph& g, const char* name, DType dtype, std::vector<int64_t> shape, double value) {
    Node n;
    n.kind = NodeKind::Constant;
    n.name = name;
    n.data = NDArray(dtype, std::move(shape));
    for (int64_t i = 0; i < n.data.size(); ++i) n.data.set(i, value);
    n.type = Type::tensor(dtype, graph::Shape(n.data.shape().begin(), n.data.shape().end()));
    return add(g, std::move(n));
  }
  static NodeId scale(Graph& g, double value) { return constant(g, "scale", DType::Float(32), {}, value); }
  static NodeId zero(Graph& g, double value) { return constant(g, "zero", DType::Int(32), {}, value); }
  static NodeId call(Graph& g, const char* op, const char* name, std::vector<NodeId> inputs, graph::Attrs attrs = {}) {
    Node n;
    n.op = op;
    n.name = name;
    n.inputs = std::move(inputs);
    n.attrs = std::move(attrs);
    return add(g, std::move(n));
  }
  static NodeId real(Graph& g, const char* name, NodeId bytes, double by = 0.5, int64_t axis = -1) {
    return call(g, "qnn.dequantize", name, {bytes, scale(g, by), zero(g, 3)}, {{"axis", Attr{axis}}});
  }

  // The calls of the rewritten graph; nothing where the pass changed nothing.
  static QString rewritten(Graph g) {
    const Diagnostics wrong = op::infer_types(g);
    if (!wrong.empty()) return QString::fromStdString(wrong[0].message);
    const passes::PassResult result = passes::fake_quantization_to_integer(g);
    if (!result.graph) return {};
    QString text;
    for (const NodeId id : result.graph->post_order()) {
      const Node& n = result.graph->node(id);
      if (n.kind == NodeKind::Call)
        text += QString::fromStdString(n.op + " " + n.name + " " + graph::to_string(n.type) + "\n");
    }
    return text;
  }

 private Q_SLOTS:
  void a_convolution() {
    Graph g;
    const NodeId x = input(g, "x", {Dim(1), Dim(4), Dim(8), Dim(8)});
    const NodeId w = constant(g, "w", DType::Int(8), {6, 4, 3, 3}, 1);
    const NodeId weight_scales = constant(g, "weight scales", DType::Float(32), {6}, 0.1);
    const NodeId weight =
        call(g, "qnn.dequantize", "weight", {w, weight_scales, zero(g, 0)}, {{"axis", Attr{int64_t{0}}}});
    g.outputs = {call(g, "nn.relu", "relu", {call(g, "nn.conv2d", "conv", {real(g, "data", x), weight})})};
    QCOMPARE(rewritten(std::move(g)),
             "qnn.conv2d conv/2 Tensor[(1, 6, 6, 6), int32]\nmultiply conv/3 Tensor[(6,), float32]\n"
             "qnn.dequantize conv/5 Tensor[(1, 6, 6, 6), float32]\nnn.relu relu Tensor[(1, 6, 6, 6), float32]\n");
  }

  // Scales along the input channels are no factor of the sums.
  void scales_of_input_channels_stay() {
    Graph g;
    const NodeId x = input(g, "x", {Dim(1), Dim(6), Dim(8), Dim(8)});
    const NodeId w = constant(g, "w", DType::Int(8), {6, 6, 3, 3}, 1);
    const NodeId weight_scales = constant(g, "weight scales", DType::Float(32), {6}, 0.1);
    const NodeId weight =
        call(g, "qnn.dequantize", "weight", {w, weight_scales, zero(g, 0)}, {{"axis", Attr{int64_t{1}}}});
    g.outputs = {call(g, "nn.conv2d", "conv", {real(g, "data", x), weight})};
    QCOMPARE(rewritten(std::move(g)), QString());
  }

  void matrix_products() {
    Graph g;
    const NodeId x = input(g, "x", {Dim(5), Dim(8)}), y = input(g, "y", {Dim(2), Dim(5), Dim(8)}, DType::Int(8));
    const NodeId rows = constant(g, "rows", DType::Int(8), {3, 8}, 1),
                 columns = constant(g, "columns", DType::Int(8), {8, 3}, 1);
    const graph::Attrs plain = {{"transpose_a", Attr{false}}, {"transpose_b", Attr{false}}};
    const NodeId data = real(g, "data", x), batch = real(g, "batch", y);
    g.outputs = {call(g, "nn.dense", "dense", {data, real(g, "r", rows)}),
                 call(g, "nn.matmul", "matmul", {data, real(g, "c", columns)}, plain),
                 call(g, "nn.batch_matmul", "both", {batch, batch}, {{"transpose_b", Attr{true}}})};
    QCOMPARE(rewritten(std::move(g)),
             "qnn.dense dense/2 Tensor[(5, 3), int32]\nmultiply dense/3 float32\n"
             "qnn.dequantize dense/5 Tensor[(5, 3), float32]\n"
             "transpose matmul/1 Tensor[(3, 8), int8]\nqnn.dense matmul/3 Tensor[(5, 3), int32]\n"
             "multiply matmul/4 float32\nqnn.dequantize matmul/6 Tensor[(5, 3), float32]\n"
             "qnn.batch_matmul both/2 Tensor[(2, 5, 5), int32]\nmultiply both/3 float32\n"
             "qnn.dequantize both/5 Tensor[(2, 5, 5), float32]\n");
  }

  void what_moves_elements_moves_bytes() {
    Graph g;
    const NodeId x = input(g, "x", {Dim(1), Dim(4), Dim(8), Dim(8)});
    const graph::Attrs pool = {{"pool_size", graph::ints({2, 2})}, {"strides", graph::ints({2, 2})}};
    const NodeId pooled = call(g, "nn.max_pool2d", "pool", {real(g, "data", x)}, pool);
    const NodeId flat = call(g, "nn.batch_flatten", "flat", {pooled});
    g.outputs = {call(g, "qnn.quantize", "again", {flat, scale(g, 0.5), zero(g, 3)},
                      {{"out_dtype", Attr{std::string("uint8")}}})};
    QCOMPARE(rewritten(std::move(g)),
             "nn.max_pool2d pool/1 Tensor[(1, 4, 4, 4), uint8]\nnn.batch_flatten flat/1 Tensor[(1, 64), uint8]\n");
  }

  void another_scale_is_another_number() {
    Graph g;
    const NodeId x = input(g, "x", {Dim(4)});
    g.outputs = {call(g, "qnn.quantize", "again", {real(g, "data", x), scale(g, 0.25), zero(g, 3)},
                      {{"out_dtype", Attr{std::string("uint8")}}})};
    QCOMPARE(rewritten(std::move(g)), QString());
  }

  // Sums of int32 are no bytes: what follows them stays in their kernel.
  void sums_are_left_where_they_are() {
    Graph g;
    const NodeId x = input(g, "x", {Dim(4), Dim(2)}, DType::Int(32));
    g.outputs = {call(g, "reshape", "reshape", {real(g, "data", x)}, {{"newshape", graph::ints({8})}})};
    QCOMPARE(rewritten(std::move(g)), QString());
  }
};

NW_TEST(TestFakeQuantization);
#include "test_fake_quantization.moc"
