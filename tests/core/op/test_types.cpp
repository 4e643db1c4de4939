// SPDX-License-Identifier: GPL-3.0-or-later
// A call and its arguments' types, as text, and the type that the operator's rule gives.
#include <QTest>

#include "op/registry.h"
#include "registry.h"

using namespace nw;
using graph::Attr;
using graph::Attrs;
using graph::Dim;
using graph::Type;

namespace {

Attr pairs(const std::vector<std::vector<int64_t>>& values) {
  graph::AttrList list;
  for (const auto& v : values) list.push_back(graph::ints(v));
  return Attr{std::move(list)};
}
Attr text(const char* value) {
  return Attr{std::string(value)};
}
Attr number(int64_t value) {
  return Attr{value};
}

}  // namespace

class TestTypes : public QObject {
  Q_OBJECT

  graph::Graph graph_;
  Diagnostics diagnostics_;

  Type tensor(const std::vector<QVariant>& dims, DType dtype = DType::Float(32)) {
    graph::Shape shape;
    for (const QVariant& d : dims) {
      shape.push_back(d.typeId() == QMetaType::QString ? Dim(graph_.symbol(d.toString().toStdString()))
                                                       : Dim(d.toLongLong()));
    }
    return Type::tensor(dtype, std::move(shape));
  }

  QString type(const char* op, const std::vector<Type>& arguments, Attrs attrs = {}) {
    graph::Node call;
    call.op = op;
    call.name = "call";
    call.attrs = std::move(attrs);
    for (const Type& t : arguments) {
      graph::Node input;
      input.kind = graph::NodeKind::Input;
      input.type = t;
      call.inputs.push_back(graph_.add(std::move(input)));
    }
    const NodeId id = graph_.add(std::move(call));
    diagnostics_ = op::infer_node(graph_, id);
    if (!diagnostics_.empty()) return QString::fromStdString(diagnostics_.front().message);
    return QString::fromStdString(graph::to_string(graph_.node(id).type));
  }

 private Q_SLOTS:
  // A vector of as many elements as a wrong file says is no shape.
  void no_dimension_is_negative() {
    QCOMPARE(type("full", {tensor({})}, {{"shape", graph::ints({3, -62})}, {"dtype", text("int64")}}),
             QStringLiteral("'full': its result would have a dimension of -62"));
    QCOMPARE(type("dyn.reshape", {tensor({6}), tensor({-62}, DType::Int(64))}), QStringLiteral("?"));
    QCOMPARE(type("dyn.reshape", {tensor({6}), tensor({100}, DType::Int(64))}), QStringLiteral("?"));
  }

  void operators_seldom_met() {
    QCOMPARE(type("nn.contrib_conv2d_winograd_weight_transform", {tensor({64, 32, 3, 3})}, {{"tile_size", number(4)}}),
             QStringLiteral("Tensor[(6, 6, 64, 32), float32]"));
    QCOMPARE(type("nn.contrib_conv3d_winograd_weight_transform", {tensor({8, 4, 3, 3, 3})}, {{"tile_size", number(2)}}),
             QStringLiteral("Tensor[(4, 4, 4, 8, 4), float32]"));
    QCOMPARE(
        type("nn.contrib_conv2d_winograd_without_weight_transform", {tensor({1, 32, 14, 14}), tensor({6, 6, 64, 32})},
             {{"kernel_size", graph::ints({3, 3})}, {"padding", graph::ints({1, 1})}, {"channels", number(64)}}),
        QStringLiteral("Tensor[(1, 64, 14, 14), float32]"));
    QCOMPARE(type("nn.conv2d_backward_weight", {tensor({1, 64, 14, 14}), tensor({1, 32, 14, 14})},
                  {{"kernel_size", graph::ints({3, 3})}}),
             QStringLiteral("Tensor[(64, 32, 3, 3), float32]"));
    QCOMPARE(type("nn.correlation", {tensor({1, 3, 10, 12}), tensor({1, 3, 10, 12})},
                  {{"kernel_size", number(1)}, {"max_displacement", number(4)}, {"padding", graph::ints({4, 4})}}),
             QStringLiteral("Tensor[(1, 81, 10, 12), float32]"));
    QCOMPARE(type("sliding_window", {tensor({2, 3, 32, 36})},
                  {{"axis", number(1)}, {"window_shape", graph::ints({3, 4, 5})}, {"strides", graph::ints({1, 2, 3})}}),
             QStringLiteral("Tensor[(2, 1, 15, 11, 3, 4, 5), float32]"));
    QCOMPARE(type("nn.sparse_dense", {tensor({8, 64}), tensor({20, 16, 1}), tensor({20}), tensor({5})}),
             QStringLiteral("Tensor[(8, 64), float32]"));
    QCOMPARE(type("dft", {tensor({2, 8}), tensor({2, 8})}),
             QStringLiteral("(Tensor[(2, 8), float32], Tensor[(2, 8), float32])"));
    QCOMPARE(type("sliding_window", {tensor({2, 3})}, {{"window_shape", graph::ints({INT64_MIN})}}),
             QStringLiteral("attribute 'window_shape' of 'sliding_window' must hold one number for each axis from "
                            "`axis` on, as `strides`, but is [-9223372036854775808]"));
  }

  void init() { graph_ = {}; }

  void broadcasting_follows_numpy_with_symbols() {
    QCOMPARE(type("add", {tensor({1, 64, 56, 56}), tensor({64, 1, 1})}), "Tensor[(1, 64, 56, 56), float32]");
    QCOMPARE(type("add", {tensor({"N", 8}), tensor({1, 8})}), "Tensor[(N, 8), float32]");
    QCOMPARE(type("add", {tensor({"N", 8}), tensor({4, 8})}), "Tensor[(4, 8), float32]");
    QCOMPARE(type("less", {tensor({"N", 8}), tensor({"M", 8})}), "Tensor[(broadcast(N, M), 8), bool]");
    QCOMPARE(type("add", {tensor({4, 8}), tensor({4, 7})}),
             "'add': the shapes (4, 8) and (4, 7) cannot be broadcast to one");
    QCOMPARE(type("add", {tensor({4}), tensor({4}, DType::Int(32))}),
             "argument 2 of 'add' must have the data type of the first (float32), but is Tensor[(4,), int32]");
  }

  void convolutions_in_any_layout() {
    const Attrs same{{"padding", graph::ints({1, 1})}, {"channels", number(64)}, {"kernel_size", graph::ints({3, 3})}};
    QCOMPARE(type("nn.conv2d", {tensor({1, 32, 56, 56}), tensor({64, 32, 3, 3})}, same),
             "Tensor[(1, 64, 56, 56), float32]");
    QCOMPARE(type("nn.conv2d", {tensor({"N", 32, "H", 56}), tensor({64, 32, 3, 3})}, same),
             "Tensor[(N, 64, H, 56), float32]");
    QCOMPARE(type("nn.conv2d", {tensor({1, 56, 56, 32}), tensor({3, 3, 32, 64})},
                  {{"data_layout", text("NHWC")},
                   {"kernel_layout", text("HWIO")},
                   {"strides", graph::ints({2, 2})},
                   {"padding", graph::ints({0, 0, 1, 1})}}),
             "Tensor[(1, 28, 28, 64), float32]");
    QCOMPARE(type("nn.conv2d", {tensor({1, 32, 8, 8}), tensor({32, 1, 3, 3})}, {{"groups", number(32)}}),
             "Tensor[(1, 32, 6, 6), float32]");
    QCOMPARE(type("nn.contrib_conv2d_NCHWc", {tensor({1, 8, 56, 56, 4}), tensor({4, 8, 3, 3, 4, 16})},
                  {{"data_layout", text("NCHW4c")},
                   {"kernel_layout", text("OIHW4i16o")},
                   {"out_layout", text("NCHW16c")},
                   {"channels", number(64)}}),
             "Tensor[(1, 4, 54, 54, 16), float32]");
    QCOMPARE(type("nn.conv1d", {tensor({1, 4, 100}), tensor({8, 4, 5})}, {{"dilation", graph::ints({2})}}),
             "Tensor[(1, 8, 92), float32]");
    QCOMPARE(
        type("nn.conv2d_transpose", {tensor({1, 8, 7, 7}), tensor({8, 4, 2, 2})}, {{"strides", graph::ints({2, 2})}}),
        "Tensor[(1, 4, 14, 14), float32]");
    QCOMPARE(type("nn.conv2d", {tensor({1, 32, 8, 8}), tensor({64, 16, 3, 3})}),
             "'nn.conv2d': the data has 32 channels, the kernel takes 16 in 1 group");
  }

  void products() {
    QCOMPARE(type("nn.dense", {tensor({"N", 64}), tensor({10, 64})}), "Tensor[(N, 10), float32]");
    QCOMPARE(type("nn.matmul", {tensor({5, 64}), tensor({64, 10})}), "Tensor[(5, 10), float32]");
    QCOMPARE(type("nn.batch_matmul", {tensor({12, 5, 64}), tensor({12, 7, 64})}), "Tensor[(12, 5, 7), float32]");
    QCOMPARE(type("nn.dense", {tensor({1, 64}), tensor({10, 63})}),
             "'nn.dense': the reduced dimensions differ: 64 and 63");
  }

  void pools() {
    const Attrs window{{"pool_size", graph::ints({3, 3})}, {"strides", graph::ints({2, 2})}};
    Attrs ceil = window;
    ceil["ceil_mode"] = Attr{true};
    QCOMPARE(type("nn.max_pool2d", {tensor({1, 8, 112, 112})}, window), "Tensor[(1, 8, 55, 55), float32]");
    QCOMPARE(type("nn.max_pool2d", {tensor({1, 8, 112, 112})}, ceil), "Tensor[(1, 8, 56, 56), float32]");
    // TVM has a window for all that is left.
    Attrs apart{{"pool_size", graph::ints({1, 1})}, {"strides", graph::ints({2, 2})}, {"ceil_mode", Attr{true}}};
    QCOMPARE(type("nn.max_pool2d", {tensor({1, 8, 4, 5})}, apart), "Tensor[(1, 8, 3, 3), float32]");
    // ONNX has none that begins after the data; where each may, the size is the lesser of two.
    apart["windows_begin_in_data"] = Attr{true};
    ceil["windows_begin_in_data"] = Attr{true};
    QCOMPARE(type("nn.max_pool2d", {tensor({1, 8, 4, 5})}, apart), "Tensor[(1, 8, 2, 3), float32]");
    QCOMPARE(type("nn.max_pool2d", {tensor({1, 8, 4, "W"})}, ceil), "Tensor[(1, 8, 2, floordiv(W, 2)), float32]");
    QCOMPARE(type("nn.max_pool2d", {tensor({1, 8, 4, "W"})}, apart),
             "Tensor[(1, 8, 2, min(floordiv(W, 2) + 1, floordiv(W + 1, 2))), float32]");
    QCOMPARE(type("nn.global_avg_pool2d", {tensor({1, 7, 7, 8})}, {{"layout", text("NHWC")}}),
             "Tensor[(1, 1, 1, 8), float32]");
    QCOMPARE(type("nn.adaptive_avg_pool2d", {tensor({1, 8, "H", "W"})}, {{"output_size", graph::ints({6, 5})}}),
             "Tensor[(1, 8, 6, 5), float32]");
  }

  void reshapes_with_relays_codes() {
    const auto reshape = [&](std::vector<int64_t> codes) {
      return type("reshape", {tensor({2, 3, 4})}, {{"newshape", graph::ints(codes)}});
    };
    QCOMPARE(reshape({4, 0, 2}), "Tensor[(4, 3, 2), float32]");
    QCOMPARE(reshape({6, 1, -1}), "Tensor[(6, 1, 4), float32]");
    QCOMPARE(reshape({2, -2, 1}), "Tensor[(2, 3, 4, 1), float32]");
    QCOMPARE(reshape({-3, 4}), "Tensor[(6, 4), float32]");
    QCOMPARE(reshape({-4, 1, 2, -2}), "Tensor[(1, 2, 3, 4), float32]");
    QCOMPARE(reshape({2, -4, -1, 3, -2}), "Tensor[(2, 1, 3, 4), float32]");
    QCOMPARE(reshape({5, 5}), "'reshape': a tensor of shape (2, 3, 4) cannot take the shape (5, 5)");
    QCOMPARE(type("reshape", {tensor({"N", 12, 64})}, {{"newshape", graph::ints({-1, 64})}}),
             "Tensor[(N*12, 64), float32]");
  }

  void slices_and_joins() {
    const auto slice = [&](std::vector<int64_t> begin, std::vector<int64_t> end, std::vector<int64_t> strides) {
      return type("strided_slice", {tensor({10, 8})},
                  {{"begin", graph::ints(begin)}, {"end", graph::ints(end)}, {"strides", graph::ints(strides)}});
    };
    QCOMPARE(slice({1}, {100}, {2}), "Tensor[(5, 8), float32]");
    QCOMPARE(slice({-3, 0}, {10, -1}, {1, 1}), "Tensor[(3, 7), float32]");
    QCOMPARE(slice({9}, {-100}, {-1}), "Tensor[(10, 8), float32]");
    const Type pair = Type::tuple({tensor({1, 3, 8}), tensor({1, "C", 8})});
    QVERIFY(type("einsum", {Type::tuple({})}, {{"equation", text("->")}}).contains("must take a tensor"));
    QCOMPARE(type("concatenate", {pair}, {{"axis", number(1)}}), "Tensor[(1, C + 3, 8), float32]");
    QCOMPARE(type("stack", {Type::tuple({tensor({4}), tensor({4})})}, {{"axis", number(-1)}}),
             "Tensor[(4, 2), float32]");
    QCOMPARE(type("split", {tensor({1, 6})}, {{"indices_or_sections", number(3)}, {"axis", number(1)}}),
             "(Tensor[(1, 2), float32], Tensor[(1, 2), float32], Tensor[(1, 2), float32])");
    QCOMPARE(type("split", {tensor({1, 6})}, {{"indices_or_sections", graph::ints({1, 5})}, {"axis", number(1)}}),
             "(Tensor[(1, 1), float32], Tensor[(1, 4), float32], Tensor[(1, 1), float32])");
  }

  void the_rest_of_the_usual() {
    QCOMPARE(type("sum", {tensor({2, 3, 4})}, {{"axis", graph::ints({1})}, {"exclude", Attr{true}}}),
             "Tensor[(3,), float32]");
    QCOMPARE(type("argmax", {tensor({2, 3})}, {{"axis", graph::ints({-1})}, {"keepdims", Attr{true}}}),
             "Tensor[(2, 1), int32]");
    QCOMPARE(type("take", {tensor({100, 64}), tensor({"N", 7}, DType::Int(64))}, {{"axis", number(0)}}),
             "Tensor[(N, 7, 64), float32]");
    QCOMPARE(type("gather_nd", {tensor({3, 4, 5}), tensor({2, 9}, DType::Int(64))}), "Tensor[(9, 5), float32]");
    QCOMPARE(type("transpose", {tensor({2, 3, 4})}, {{"axes", graph::ints({0, 2, 1})}}), "Tensor[(2, 4, 3), float32]");
    QCOMPARE(type("squeeze", {tensor({1, 3, 1})}), "Tensor[(3,), float32]");
    QCOMPARE(type("nn.pad", {tensor({1, 8}), tensor({})}, {{"pad_width", pairs({{0, 0}, {1, 2}})}}),
             "Tensor[(1, 11), float32]");
    QCOMPARE(type("cast", {tensor({2})}, {{"dtype", text("int8")}}), "Tensor[(2,), int8]");
    QCOMPARE(type("image.resize2d", {tensor({1, 3, "H", "W"})}, {{"size", graph::ints({224, 224})}}),
             "Tensor[(1, 3, 224, 224), float32]");
    QCOMPARE(type("nn.upsampling", {tensor({1, 3, 5, "W"})}, {{"scale_h", Attr{2.0}}, {"scale_w", Attr{2.0}}}),
             "Tensor[(1, 3, 10, W*2), float32]");
    QCOMPARE(type("layout_transform", {tensor({1, 64, 7, 7})},
                  {{"src_layout", text("NCHW")}, {"dst_layout", text("NCHW16c")}}),
             "Tensor[(1, 4, 7, 7, 16), float32]");
    QCOMPARE(type("topk", {tensor({1, 100})}, {{"k", number(5)}}), "(Tensor[(1, 5), float32], Tensor[(1, 5), int32])");
    QCOMPARE(type("nn.batch_norm", {tensor({1, 8, 4, 4}), tensor({8}), tensor({8}), tensor({8}), tensor({8})}),
             "(Tensor[(1, 8, 4, 4), float32], Tensor[(8,), float32], Tensor[(8,), float32])");
    QCOMPARE(
        type("nn.bitserial_conv2d", {tensor({1, 64, 56, 56}, DType::Int(16)), tensor({64, 64, 3, 3}, DType::Int(16))},
             {{"channels", number(64)}, {"kernel_size", graph::ints({3, 3})}, {"padding", graph::ints({1, 1})}}),
        "Tensor[(1, 64, 56, 56), int16]");
    QCOMPARE(type("add", {tensor({1})}), "'add' takes 2 arguments, but has 1");
  }

  void sparse_matrices() {
    const DType ints = DType::Int(32);
    QCOMPARE(
        type("nn.sparse_conv2d", {tensor({1, 56, 56, 64}), tensor({30, 16, 1}), tensor({30}, ints), tensor({9}, ints)}),
        "Tensor[(1, 56, 56, 128), float32]");
    QCOMPARE(
        type("nn.sparse_conv2d", {tensor({1, 64, 56, 56}), tensor({30, 16}), tensor({30}, ints), tensor({9}, ints)},
             {{"layout", text("NCHW")}}),
        "Tensor[(1, 128, 56, 56), float32]");
    QCOMPARE(type("sparse_reshape", {tensor({7, 2}, ints), tensor({2}, ints), tensor({3}, ints)}),
             "(Tensor[(7, 3), int32], Tensor[(3,), int32])");
    QCOMPARE(type("sparse_fill_empty_rows", {tensor({7, 2}, ints), tensor({7}), tensor({2}, ints), tensor({})}),
             "(Tensor[(call_3_filled, 2), int64], Tensor[(call_3_filled,), int64], Tensor[(call_3_empty,), int64])");
    QCOMPARE(type("dyn.sparse_to_dense", {tensor({7, 2}, ints), tensor({2}, ints), tensor({7}), tensor({})}),
             "Tensor[(call_4_d0, call_4_d1), float32]");
  }

  void what_later_passes_put_in() {
    QCOMPARE(type("auto_scheduler_layout_transform", {tensor({1, 64, 64})}, {{"dst_layout", text("1n16H64w4c")}}),
             "Tensor[(1, 16, 64, 4), float32]");
    QCOMPARE(
        type("auto_scheduler_layout_transform", {tensor({64})}, {{"dst_layout", text("n16")}}),
        "attribute 'dst_layout' of 'auto_scheduler_layout_transform' must name each axis behind its size, as in 1N16H, "
        "but is \"n16\"");
    QCOMPARE(type("memory.alloc_storage", {tensor({}, DType::Int(64)), tensor({}, DType::Int(64))}), "Storage[]");
    QCOMPARE(type("memory.kill", {tensor({4})}), "()");
    QCOMPARE(
        type("vm.reshape_tensor", {tensor({4, 4}), tensor({1}, DType::Int(64))}, {{"newshape", graph::ints({16})}}),
        "Tensor[(16,), float32]");
    QCOMPARE(type("nn.contrib_conv2d_gemm_weight_transform", {tensor({3, 3, 10, 20})},
                  {{"tile_N", number(8)}, {"tile_K", number(16)}}),
             "Tensor[(3, 6, 8, 16), float32]");
    QCOMPARE(type("nn.contrib_conv2d_winograd_nnpack_weight_transform", {tensor({20, 10, 3, 3})}),
             "Tensor[(20, 10, 8, 8), float32]");
  }

  void signals_boxes_and_quantized_pools() {
    QCOMPARE(type("stft", {tensor({2, 400}), tensor({100})}, {{"n_fft", number(100)}, {"hop_length", number(25)}}),
             "Tensor[(2, 51, 13, 2), float32]");
    QCOMPARE(type("vision.proposal", {tensor({2, 24, 14, 14}), tensor({2, 48, 14, 14}), tensor({2, 3})},
                  {{"rpn_post_nms_top_n", number(100)}}),
             "Tensor[(200, 5), float32]");
    QCOMPARE(type("qnn.avg_pool2d",
                  {tensor({1, 8, 8, 8}, DType::Int(8)), tensor({}), tensor({}, DType::Int(32)), tensor({}),
                   tensor({}, DType::Int(32))},
                  {{"pool_size", graph::ints({2, 2})}, {"strides", graph::ints({2, 2})}}),
             "Tensor[(1, 8, 4, 4), int8]");
  }

  void a_million_wide_attribute_does_no_harm() {
    QVERIFY(type("nn.conv2d", {tensor({1, 1, 8, 8}), tensor({1, 1, 3, 3})},
                 {{"padding", graph::ints({INT64_MAX, INT64_MAX})}})
                .contains("padding"));
    QVERIFY(type("tile", {tensor({QVariant(qlonglong{INT64_MAX})})}, {{"reps", graph::ints({INT64_MAX})}})
                .contains("would have a dimension of 9223372036854775807"));
  }

  void unknown_operators_are_counted_once() {
    for (int i = 0; i < 3; ++i) {
      graph::Node n;
      n.op = "vendor.swirl";
      graph_.outputs.push_back(graph_.add(std::move(n)));
    }
    const Diagnostics found = op::infer_types(graph_);
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(
        QString::fromStdString(format(found[0])),
        "node %0: warning: the result type of 'vendor.swirl' is not known here; 3 calls of it stay untyped [NW1400]\n");
  }
};

NW_TEST(TestTypes);
#include "test_types.moc"
