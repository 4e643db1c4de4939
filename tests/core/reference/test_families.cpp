// SPDX-License-Identifier: GPL-3.0-or-later
// Families of operators on tensors so small that the expected numbers can be worked out by hand; where a library was
// asked, a comment names it.
#include <QTest>
#include <limits>

#include "one_call.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;

class TestReferenceFamilies : public QObject {
  Q_OBJECT

  static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  static constexpr double kInf = std::numeric_limits<double>::infinity();

  static NDArray counting(std::vector<int64_t> shape, double first = 0) {
    NDArray array(DType::Float(32), std::move(shape));
    for (int64_t i = 0; i < array.size(); ++i) array.set(i, first + static_cast<double>(i));
    return array;
  }
  static graph::Attr pairs(const std::vector<std::vector<int64_t>>& values) {
    graph::AttrList all;
    for (const auto& v : values) all.push_back(graph::ints(v));
    return graph::Attr{std::move(all)};
  }

 private Q_SLOTS:
  void reductions() {
    const NDArray x = floats({2, 3}, {1, 5, 3, 4, 2, 6});
    QCOMPARE(call("sum", {x}, {{"axis", list({1})}}), QStringLiteral("float32 (2): 9 12"));
    QCOMPARE(call("sum", {x}, {{"axis", list({0})}, {"keepdims", truth(true)}}),
             QStringLiteral("float32 (1, 3): 5 7 9"));
    QCOMPARE(call("mean", {x}), QStringLiteral("float32 (): 3.5"));
    QCOMPARE(call("prod", {x}, {{"axis", list({0})}, {"exclude", truth(true)}}), QStringLiteral("float32 (2): 15 48"));
    QCOMPARE(call("max", {floats({3}, {1, kNan, 2})}), QStringLiteral("float32 (): nan"));
    QCOMPARE(call("min", {ints({3}, {1, -4, 2})}), QStringLiteral("int64 (): -4"));
    QCOMPARE(call("argmax", {floats({4}, {1, 3, 3, 2})}, {{"axis", list({0})}}), QStringLiteral("int32 (): 1"));
    QCOMPARE(call("argmax", {floats({4}, {1, 3, 3, 2})}, {{"axis", list({0})}, {"select_last_index", truth(true)}}),
             QStringLiteral("int32 (): 2"));
    QCOMPARE(call("argmin", {x}, {{"axis", list({1})}}), QStringLiteral("int32 (2): 0 1"));
    QCOMPARE(call("all", {tensor(DType::Bool(), {2, 2}, {1, 0, 1, 1})}, {{"axis", list({1})}}),
             QStringLiteral("bool (2): 0 1"));
    QCOMPARE(call("variance", {x, floats({2, 1}, {3, 4})}, {{"axis", list({1})}}),
             QStringLiteral("float32 (2): 2.66667 2.66667"));
  }

  void reductions_of_nothing_give_the_identity() {
    const NDArray none = floats({2, 0}, {});
    QCOMPARE(call("sum", {none}, {{"axis", list({1})}}), QStringLiteral("float32 (2): 0 0"));
    QCOMPARE(call("prod", {none}, {{"axis", list({1})}}), QStringLiteral("float32 (2): 1 1"));
    QCOMPARE(call("max", {none}, {{"axis", list({1})}}), QStringLiteral("float32 (2): -inf -inf"));
    QCOMPARE(call("mean", {none}, {{"axis", list({1})}}), QStringLiteral("float32 (2): nan nan"));
  }

  // 2^24 + 1 is no float32: a sum that is rounded at each step loses all ones.
  void sums_are_rounded_once() {
    NDArray x(DType::Float(32), {17});
    x.set(0, 16777216);
    for (int64_t i = 1; i < 17; ++i) x.set(i, 1);
    QCOMPARE(call("sum", {x}), QStringLiteral("float32 (): 1.67772e+07"));
    QCOMPARE(call("subtract", {floats({}, {16777232}), floats({}, {16777216})}), QStringLiteral("float32 (): 16"));
    const Result<graph::Graph> none;
    NDArray bytes(DType::UInt(8), {3});
    for (int64_t i = 0; i < 3; ++i) bytes.set_int(i, 100);
    QCOMPARE(call("sum", {bytes}), QStringLiteral("uint8 (): 44"));
  }

  void shapes() {
    const NDArray x = counting({2, 3, 4});
    QVERIFY(call("reshape", {x}, {{"newshape", list({0, -1})}}).startsWith(QStringLiteral("float32 (2, 12): 0 1")));
    QVERIFY(call("reshape", {x}, {{"newshape", list({-3, -2})}}).startsWith(QStringLiteral("float32 (6, 4):")));
    QVERIFY(call("reshape", {x}, {{"newshape", list({2, 3, -4, 2, -1})}})
                .startsWith(QStringLiteral("float32 (2, 3, 2, 2):")));
    QCOMPARE(call("transpose", {counting({2, 3})}), QStringLiteral("float32 (3, 2): 0 3 1 4 2 5"));
    QCOMPARE(call("squeeze", {floats({1, 2, 1}, {1, 2})}, {{"axis", list({0})}}),
             QStringLiteral("float32 (2, 1): 1 2"));
    QCOMPARE(call("expand_dims", {floats({2}, {1, 2})}, {{"axis", integer(-1)}}),
             QStringLiteral("float32 (2, 1): 1 2"));
    QCOMPARE(call("tile", {floats({2}, {1, 2})}, {{"reps", list({2, 2})}}),
             QStringLiteral("float32 (2, 4): 1 2 1 2 1 2 1 2"));
    QCOMPARE(call("repeat", {floats({2}, {1, 2})}, {{"repeats", integer(2)}, {"axis", integer(0)}}),
             QStringLiteral("float32 (4): 1 1 2 2"));
    QCOMPARE(call("broadcast_to", {floats({2, 1}, {1, 2})}, {{"shape", list({2, 2})}}),
             QStringLiteral("float32 (2, 2): 1 1 2 2"));
    QCOMPARE(call("layout_transform", {counting({1, 4, 1, 2})},
                  {{"src_layout", text("NCHW")}, {"dst_layout", text("NCHW2c")}}),
             QStringLiteral("float32 (1, 2, 1, 2, 2): 0 2 1 3 4 6 5 7"));
    QCOMPARE(call("shape_of", {x}, {{"dtype", text("int64")}}), QStringLiteral("int64 (3): 2 3 4"));
    QCOMPARE(call("dyn.reshape", {x, ints({2}, {5, 5})}),
             QStringLiteral("the sizes of dyn.reshape 'call' do not fit: 24 elements cannot take the shape (5, 5) "
                            "[NW4082]; argument 1 is Tensor[(2, 3, 4), float32]; argument 2 is Tensor[(2,), int64]"));
  }

  void slices() {
    const NDArray x = counting({5});
    const auto slice = [&](std::vector<int64_t> begin, std::vector<int64_t> end, std::vector<int64_t> strides) {
      return call("strided_slice", {x}, {{"begin", list(begin)}, {"end", list(end)}, {"strides", list(strides)}});
    };
    QCOMPARE(slice({1}, {100}, {2}), QStringLiteral("float32 (2): 1 3"));
    QCOMPARE(slice({-1}, {-100}, {-2}), QStringLiteral("float32 (3): 4 2 0"));
    QCOMPARE(slice({3}, {1}, {1}), QStringLiteral("float32 (0):"));
    QCOMPARE(call("reverse", {x}, {{"axis", integer(0)}}), QStringLiteral("float32 (5): 4 3 2 1 0"));
    QCOMPARE(call("split", {counting({4})}, {{"indices_or_sections", integer(2)}}),
             QStringLiteral("[float32 (2): 0 1 | float32 (2): 2 3]"));
    QCOMPARE(call("split", {x}, {{"indices_or_sections", list({1, 1})}}),
             QStringLiteral("[float32 (1): 0 | float32 (0): | float32 (4): 1 2 3 4]"));
    QCOMPARE(call("trilu", {counting({2, 3}, 1), ints({}, {1})}, {{"upper", truth(true)}}),
             QStringLiteral("float32 (2, 3): 0 2 3 0 0 6"));
    QCOMPARE(call("reverse_sequence", {counting({2, 3}), ints({2}, {1, 3})},
                  {{"seq_axis", integer(1)}, {"batch_axis", integer(0)}}),
             QStringLiteral("float32 (2, 3): 0 1 2 5 4 3"));
    QCOMPARE(call("sequence_mask", {counting({2, 2}, 1), ints({2}, {1, 2})}, {{"mask_value", number(-1)}}),
             QStringLiteral("float32 (2, 2): 1 2 -1 4"));
  }

  void joins() {
    const NDArray a = counting({1, 2}), b = counting({1, 2}, 5);
    QCOMPARE(call("concatenate", tuple_of({a, b}), {{"axis", integer(1)}}), QStringLiteral("float32 (1, 4): 0 1 5 6"));
    QCOMPARE(call("stack", tuple_of({a, b}), {{"axis", integer(-1)}}), QStringLiteral("float32 (1, 2, 2): 0 5 1 6"));
    QCOMPARE(call("einsum", tuple_of({counting({2, 2}), counting({2, 2})}), {{"equation", text("ij,jk->ik")}}),
             QStringLiteral("float32 (2, 2): 2 3 6 11"));
    QCOMPARE(call("einsum", tuple_of({counting({2, 2})}), {{"equation", text("ii")}}), QStringLiteral("float32 (): 3"));
    QCOMPARE(call("meshgrid", tuple_of({counting({2}), counting({3})}), {{"indexing", text("ij")}}),
             QStringLiteral("[float32 (2, 3): 0 0 0 1 1 1 | float32 (2, 3): 0 1 2 0 1 2]"));
  }

  void gathers_and_scatters() {
    const NDArray x = counting({3, 2});
    QCOMPARE(call("take", {x, ints({2}, {2, -1})}, {{"axis", integer(0)}, {"mode", text("fast")}}),
             QStringLiteral("float32 (2, 2): 4 5 4 5"));
    QCOMPARE(call("take", {x, ints({2}, {7, -7})}, {{"axis", integer(0)}, {"mode", text("clip")}}),
             QStringLiteral("float32 (2, 2): 4 5 0 1"));
    QCOMPARE(call("take", {x, ints({1}, {3})}, {{"axis", integer(0)}, {"mode", text("fast")}}),
             QStringLiteral("take 'call' reads index 3 of axis 0, which has 3 elements [NW4081]"));
    QCOMPARE(call("gather", {x, ints({1, 2}, {2, 0})}, {{"axis", integer(0)}}), QStringLiteral("float32 (1, 2): 4 1"));
    QCOMPARE(call("gather_nd", {x, ints({2, 2}, {0, 2, 1, 0})}), QStringLiteral("float32 (2): 1 4"));
    QCOMPARE(call("scatter_add", {x, ints({1, 2}, {0, 0}), floats({1, 2}, {10, 20})}, {{"axis", integer(0)}}),
             QStringLiteral("float32 (3, 2): 10 21 2 3 4 5"));
    // Whole blocks behind the axis, a part of one, and places that change within one.
    const NDArray none = floats({2, 2, 2}, {0, 0, 0, 0, 0, 0, 0, 0});
    const auto along = [&](const std::vector<int64_t>& shape, const std::vector<double>& places,
                           const std::vector<double>& updates) {
      return call("scatter", {none, ints(shape, places), floats(shape, updates)}, {{"axis", integer(0)}});
    };
    QCOMPARE(along({1, 2, 2}, {1, 1, 1, 1}, {1, 2, 3, 4}), QStringLiteral("float32 (2, 2, 2): 0 0 0 0 1 2 3 4"));
    QCOMPARE(along({1, 2, 2}, {1, 0, 0, 1}, {1, 2, 3, 4}), QStringLiteral("float32 (2, 2, 2): 0 2 3 0 1 0 0 4"));
    QCOMPARE(along({2, 2, 1}, {1, 1, 0, 0}, {1, 2, 3, 4}), QStringLiteral("float32 (2, 2, 2): 3 0 4 0 1 0 2 0"));
    QCOMPARE(along({2, 1, 2}, {1, 1, 0, 0}, {1, 2, 3, 4}), QStringLiteral("float32 (2, 2, 2): 3 4 0 0 1 2 0 0"));
    QCOMPARE(call("scatter_nd", {x, ints({1, 1}, {1}), floats({1, 2}, {8, 9})}, {{"mode", text("update")}}),
             QStringLiteral("float32 (3, 2): 0 1 8 9 4 5"));
    QCOMPARE(call("argwhere", {floats({2, 2}, {0, 1, kNan, 0})}), QStringLiteral("int32 (2, 2): 0 1 1 0"));
    QCOMPARE(call("one_hot", {ints({2}, {-1, 5}), floats({}, {1}), floats({}, {0})},
                  {{"depth", integer(3)}, {"axis", integer(-1)}, {"dtype", text("float32")}}),
             QStringLiteral("float32 (2, 3): 0 0 1 0 0 0"));
  }

  void creation() {
    QCOMPARE(call("arange", {ints({}, {5}), ints({}, {0}), ints({}, {-2})}, {{"dtype", text("int64")}}, {0, 1, 2}),
             QStringLiteral("int64 (3): 5 3 1"));
    QCOMPARE(call("full", {floats({}, {2})}, {{"shape", list({2})}, {"dtype", text("float32")}}),
             QStringLiteral("float32 (2): 2 2"));
    QCOMPARE(call("zeros", {}, {{"shape", list({2})}, {"dtype", text("int8")}}), QStringLiteral("int8 (2): 0 0"));
  }

  void products() {
    const NDArray a = counting({2, 3}), b = counting({2, 3}, 1);
    QCOMPARE(call("nn.dense", {a, b}), QStringLiteral("float32 (2, 2): 8 17 26 62"));
    QCOMPARE(call("nn.matmul", {a, b}, {{"transpose_a", truth(true)}}),
             QStringLiteral("float32 (3, 3): 12 15 18 17 22 27 22 29 36"));
    QCOMPARE(call("nn.batch_matmul", {counting({1, 1, 2}), counting({2, 1, 2})}),
             QStringLiteral("float32 (2, 1, 1): 1 3"));
    const NDArray bytes = tensor(DType::Int(8), {1, 2}, {127, 127});
    QCOMPARE(call("nn.dense", {bytes, bytes}, {{"out_dtype", text("int32")}}), QStringLiteral("int32 (1, 1): 32258"));
  }

  // Worked out by hand: a kernel of ones adds up windows.
  void convolutions() {
    const NDArray x = counting({1, 1, 3, 3}), ones = floats({1, 1, 2, 2}, {1, 1, 1, 1});
    QCOMPARE(call("nn.conv2d", {x, ones}), QStringLiteral("float32 (1, 1, 2, 2): 8 12 20 24"));
    QCOMPARE(call("nn.conv2d", {x, ones}, {{"strides", list({2, 2})}, {"padding", list({1, 1})}}),
             QStringLiteral("float32 (1, 1, 2, 2): 0 3 9 24"));
    QCOMPARE(call("nn.conv2d", {x, ones}, {{"dilation", list({2, 2})}}), QStringLiteral("float32 (1, 1, 1, 1): 16"));
    QCOMPARE(call("nn.conv2d", {x, floats({1, 1, 2, 2}, {1, 2, 3, 4})}),  // taps are not turned around
             QStringLiteral("float32 (1, 1, 2, 2): 27 37 57 67"));
    QCOMPARE(call("nn.conv2d", {counting({1, 2, 1, 2}), floats({2, 1, 1, 1}, {10, 100})}, {{"groups", integer(2)}}),
             QStringLiteral("float32 (1, 2, 1, 2): 0 10 200 300"));
    QCOMPARE(call("nn.conv2d", {counting({1, 1, 2, 2}), floats({1, 1, 2, 1}, {10, 100})},
                  {{"data_layout", text("NHWC")}, {"kernel_layout", text("HWIO")}}),
             QStringLiteral("float32 (1, 1, 2, 1): 100 320"));
    QCOMPARE(call("nn.conv1d", {counting({1, 1, 3}), floats({1, 1, 2}, {1, -1})}),
             QStringLiteral("float32 (1, 1, 2): -1 -1"));
    QCOMPARE(call("nn.conv2d_transpose", {floats({1, 1, 1, 2}, {1, 2}), ones}, {{"strides", list({1, 2})}}),
             QStringLiteral("float32 (1, 1, 2, 4): 1 1 2 2 1 1 2 2"));
    QCOMPARE(call("nn.conv1d_transpose", {counting({1, 1, 2}, 1), floats({1, 1, 2}, {1, 10})},
                  {{"output_padding", list({1})}, {"strides", list({2})}, {"padding", list({1})}}),
             QStringLiteral("float32 (1, 1, 3): 10 2 20"));
  }

  void pools() {
    const NDArray x = counting({1, 1, 3, 3});
    const graph::Attrs two{{"pool_size", list({2, 2})}, {"strides", list({2, 2})}, {"padding", list({0, 0})}};
    graph::Attrs ceil = two, padded = two;
    ceil["ceil_mode"] = truth(true);
    QCOMPARE(call("nn.max_pool2d", {x}, two), QStringLiteral("float32 (1, 1, 1, 1): 4"));
    QCOMPARE(call("nn.max_pool2d", {x}, ceil), QStringLiteral("float32 (1, 1, 2, 2): 4 5 7 8"));
    QCOMPARE(call("nn.avg_pool2d", {x}, ceil), QStringLiteral("float32 (1, 1, 2, 2): 2 3.5 6.5 8"));
    padded["padding"] = list({1, 1});
    QCOMPARE(call("nn.avg_pool2d", {x}, padded), QStringLiteral("float32 (1, 1, 2, 2): 0 1.5 4.5 6"));
    padded["count_include_pad"] = truth(true);
    QCOMPARE(call("nn.avg_pool2d", {x}, padded), QStringLiteral("float32 (1, 1, 2, 2): 0 0.75 2.25 6"));
    QCOMPARE(call("nn.global_avg_pool2d", {x}), QStringLiteral("float32 (1, 1, 1, 1): 4"));
    QCOMPARE(call("nn.adaptive_avg_pool1d", {counting({1, 1, 5})}, {{"output_size", list({2})}}),
             QStringLiteral("float32 (1, 1, 2): 1 3"));
    QCOMPARE(call("nn.max_pool1d", {tensor(DType::Int(8), {1, 1, 2}, {-128, -5})},
                  {{"pool_size", list({2})}, {"padding", list({1})}}),
             QStringLiteral("int8 (1, 1, 3): -128 -5 -5"));
    QCOMPARE(call("nn.max_pool1d", {floats({1, 1, 2}, {kNan, 1})}, {{"pool_size", list({2})}}),
             QStringLiteral("float32 (1, 1, 1): nan"));
  }

  void normalizations() {
    const NDArray x = floats({1, 2, 2}, {1, 3, 10, 10});
    QCOMPARE(
        call("nn.batch_norm", {x, floats({2}, {1, 2}), floats({2}, {0, 1}), floats({2}, {1, 10}), floats({2}, {4, 1})},
             {{"epsilon", number(0)}}),
        QStringLiteral("[float32 (1, 2, 2): 0 1 1 1 | float32 (2): 1 10 | float32 (2): 4 1]"));
    QCOMPARE(call("nn.layer_norm", {x, floats({2}, {1, 1}), floats({2}, {0, 5})}, {{"epsilon", number(1)}}),
             QStringLiteral("float32 (1, 2, 2): -0.707107 5.70711 0 5"));
    QCOMPARE(call("nn.instance_norm", {x, floats({2}, {1, 1}), floats({2}, {0, 5})}, {{"epsilon", number(0)}}),
             QStringLiteral("float32 (1, 2, 2): -1 1 nan nan"));
    QCOMPARE(call("nn.softmax", {floats({3}, {0, 1000, 1000})}), QStringLiteral("float32 (3): 0 0.5 0.5"));
    QCOMPARE(call("nn.log_softmax", {floats({2}, {0, 0})}), QStringLiteral("float32 (2): -0.693147 -0.693147"));
    QCOMPARE(call("nn.lrn", {floats({1, 3, 1, 1}, {1, 2, 3})},
                  {{"size", integer(3)},
                   {"axis", integer(1)},
                   {"alpha", number(3)},
                   {"beta", number(1)},
                   {"bias", number(0)}}),
             QStringLiteral("float32 (1, 3, 1, 1): 0.2 0.142857 0.230769"));
    QCOMPARE(call("nn.l2_normalize", {floats({1, 2}, {3, 4})}, {{"eps", number(0)}, {"axis", list({1})}}),
             QStringLiteral("float32 (1, 2): 0.6 0.8"));
    QCOMPARE(call("nn.nll_loss", {floats({2, 2}, {-1, -2, -3, -4}), ints({2}, {0, 1}), floats({2}, {1, 3})}),
             QStringLiteral("float32 (): 3.25"));
  }

  void padding_and_blocks() {
    const NDArray x = counting({3}, 1);
    const auto padded = [&](const char* mode) {
      return call("nn.pad", {x, floats({}, {9})}, {{"pad_width", pairs({{2, 2}})}, {"pad_mode", text(mode)}});
    };
    QCOMPARE(padded("constant"), QStringLiteral("float32 (7): 9 9 1 2 3 9 9"));
    QCOMPARE(padded("edge"), QStringLiteral("float32 (7): 1 1 1 2 3 3 3"));
    QCOMPARE(padded("reflect"), QStringLiteral("float32 (7): 3 2 1 2 3 2 1"));
    QCOMPARE(call("nn.mirror_pad", {x}, {{"pad_width", pairs({{2, 2}})}, {"mode", text("SYMMETRIC")}}),
             QStringLiteral("float32 (7): 2 1 1 2 3 3 2"));
    QCOMPARE(call("nn.pad", {x, floats({}, {9})}, {{"pad_width", pairs({{-1, 0}})}}),
             QStringLiteral("float32 (2): 2 3"));
    QCOMPARE(call("nn.depth_to_space", {counting({1, 8, 1, 1})}, {{"block_size", integer(2)}, {"mode", text("DCR")}}),
             QStringLiteral("float32 (1, 2, 2, 2): 0 2 4 6 1 3 5 7"));
    QCOMPARE(call("nn.depth_to_space", {counting({1, 8, 1, 1})}, {{"block_size", integer(2)}, {"mode", text("CRD")}}),
             QStringLiteral("float32 (1, 2, 2, 2): 0 1 2 3 4 5 6 7"));
    QCOMPARE(call("nn.space_to_depth", {counting({1, 1, 2, 2})}, {{"block_size", integer(2)}}),
             QStringLiteral("float32 (1, 4, 1, 1): 0 1 2 3"));
    QCOMPARE(call("nn.dilate", {x}, {{"strides", list({2})}}), QStringLiteral("float32 (5): 1 0 2 0 3"));
  }

  void resizing() {
    const NDArray x = floats({1, 1, 2}, {0, 4});
    const auto resized = [&](const char* method, const char* mode, int64_t size, graph::Attrs more = {}) {
      more["size"] = list({size});
      more["method"] = text(method);
      more["coordinate_transformation_mode"] = text(mode);
      return call("image.resize1d", {x}, more);
    };
    QCOMPARE(resized("linear", "half_pixel", 4), QStringLiteral("float32 (1, 1, 4): 0 1 3 4"));
    QCOMPARE(resized("linear", "align_corners", 3), QStringLiteral("float32 (1, 1, 3): 0 2 4"));
    QCOMPARE(resized("nearest_neighbor", "asymmetric", 4), QStringLiteral("float32 (1, 1, 4): 0 0 4 4"));
    QCOMPARE(resized("nearest_neighbor", "half_pixel", 4, {{"rounding_method", text("round_prefer_ceil")}}),
             QStringLiteral("float32 (1, 1, 4): 0 0 4 4"));
    QCOMPARE(resized("linear", "half_pixel", 0), QStringLiteral("float32 (1, 1, 0):"));
    QCOMPARE(resized("linear", "half_pixel", -1),
             QStringLiteral("'image.resize1d': its result would have a dimension of -1 [NW1403]"));
    QCOMPARE(call("image.grid_sample", {counting({1, 1, 2, 2}), floats({1, 2, 1, 2}, {0, -1, 0, -1})},
                  {{"align_corners", truth(true)}, {"method", text("bilinear")}, {"padding_mode", text("zeros")}}),
             QStringLiteral("float32 (1, 1, 1, 2): 1.5 0"));
    QCOMPARE(call("vision.roi_align", {counting({1, 1, 2, 2}), floats({1, 5}, {0, 0, 0, 1, 1})},
                  {{"pooled_size", list({1, 1})}, {"spatial_scale", number(1)}, {"sample_ratio", integer(1)}}),
             QStringLiteral("float32 (1, 1, 1, 1): 1.5"));
  }

  void sorting() {
    const NDArray x = floats({4}, {2, 3, 1, 3});
    QCOMPARE(call("sort", {x}), QStringLiteral("float32 (4): 1 2 3 3"));
    QCOMPARE(call("argsort", {x}, {{"is_ascend", truth(false)}, {"dtype", text("int32")}}),
             QStringLiteral("int32 (4): 1 3 0 2"));
    QCOMPARE(call("topk", {x},
                  {{"k", integer(2)}, {"axis", integer(-1)}, {"is_ascend", truth(false)}, {"dtype", text("int64")}}),
             QStringLiteral("[float32 (2): 3 3 | int64 (2): 1 3]"));
    QCOMPARE(call("cumsum", {x}, {{"axis", integer(0)}, {"exclusive", truth(true)}}),
             QStringLiteral("float32 (4): 0 2 5 6"));
    QCOMPARE(call("searchsorted", {floats({3}, {1, 2, 2}), floats({2}, {2, 5})}, {{"right", truth(true)}}),
             QStringLiteral("int32 (2): 3 3"));
    QCOMPARE(call("unique", {ints({4}, {5, 1, 5, 2})}),
             QStringLiteral("[int64 (3): 1 2 5 | int32 (3): 1 3 0 | int32 (4): 2 0 2 1 | int32 (1): 3]"));
  }

  void quantized() {
    const NDArray scale = floats({}, {0.5}), zero = tensor(DType::Int(32), {}, {10});
    QCOMPARE(
        call("qnn.quantize", {floats({4}, {0.25, 0.75, 1000, -1000}), scale, zero}, {{"out_dtype", text("uint8")}}),
        QStringLiteral("uint8 (4): 10 12 255 0"));
    QCOMPARE(call("qnn.dequantize", {tensor(DType::UInt(8), {2}, {0, 12}), scale, zero}),
             QStringLiteral("float32 (2): -5 1"));
    QCOMPARE(call("qnn.requantize",
                  {tensor(DType::Int(32), {2}, {5, -5}), scale, tensor(DType::Int(32), {}, {0}), floats({}, {1}),
                   tensor(DType::Int(32), {}, {0})},
                  {{"out_dtype", text("int8")}, {"rounding", text("UPWARD")}}),
             QStringLiteral("int8 (2): 3 -2"));
    const NDArray q = tensor(DType::UInt(8), {1, 2}, {12, 9});
    QCOMPARE(call("qnn.dense", {q, q, zero, zero, scale, scale}), QStringLiteral("int32 (1, 1): 5"));
  }

  // As ONNX's own case with two overlapping boxes.
  void boxes() {
    const NDArray boxes = floats({1, 3, 4}, {0, 0, 1, 1, 0, 0.1, 1, 1.1, 0, 10, 1, 11});
    const NDArray most = ints({}, {3}), overlap = floats({}, {0.5}), least = floats({}, {0});
    QCOMPARE(call("vision.all_class_non_max_suppression",
                  {boxes, floats({1, 1, 3}, {0.9, 0.75, 0.95}), most, overlap, least}),
             QStringLiteral("[int64 (3, 3): 0 0 2 0 0 0 0 0 0 | int64 (1): 2]"));
  }
};

NW_TEST(TestReferenceFamilies);
#include "test_families.moc"
