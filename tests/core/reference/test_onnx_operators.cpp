// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's own operators on tensors. Expected numbers are those of ONNX's documentation, of numpy, or worked out by hand.
#include <QTest>

#include "one_call.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;

class TestOnnxOperators : public QObject {
  Q_OBJECT

  static graph::Attr names(std::initializer_list<const char*> values) {
    graph::AttrList all;
    for (const char* value : values) all.push_back(text(value));
    return graph::Attr{std::move(all)};
  }

 private Q_SLOTS:
  void slices_whose_axes_are_data() {
    const NDArray x = ints({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
    QCOMPARE(call("onnx.Slice", {x, ints({2}, {1, 0}), ints({2}, {2, 3}), ints({2}, {0, 1}), ints({2}, {1, 2})}),
             QStringLiteral("int64 (1, 2): 5 7"));
    QCOMPARE(call("onnx.Slice", {x, ints({1}, {-1}), ints({1}, {-1000}), ints({1}, {-1}), ints({1}, {-2})}),
             QStringLiteral("int64 (2, 2): 4 2 8 6"));
    QCOMPARE(call("onnx.Slice", {x, ints({2}, {0, 1}), ints({2}, {-1, 1000})}), QStringLiteral("int64 (1, 3): 2 3 4"));
  }

  void parts_whose_sizes_are_data() {
    const graph::Attrs two{{"axis", integer(0)}, {"num_outputs", integer(2)}};
    QCOMPARE(call("onnx.Split", {ints({3}, {1, 2, 3}), ints({2}, {1, 2})}, two),
             QStringLiteral("[int64 (1): 1 | int64 (2): 2 3]"));
    QCOMPARE(call("onnx.Split", {ints({0}, {}), ints({2}, {0, 0})}, two), QStringLiteral("[int64 (0): | int64 (0):]"));
    QVERIFY(call("onnx.Split", {ints({3}, {1, 2, 3}), ints({2}, {1, 1})}, two)
                .contains(QStringLiteral("its parts have 2 elements of 3")));
  }

  void reductions_whose_axes_are_data() {
    const NDArray x = floats({2, 3}, {1, 2, 3, 4, 5, 6});
    QCOMPARE(call("onnx.ReduceSum", {x, ints({1}, {0})}, {{"keepdims", integer(0)}}),
             QStringLiteral("float32 (3): 5 7 9"));
    QCOMPARE(call("onnx.ReduceMean", {x, ints({1}, {-1})}), QStringLiteral("float32 (2, 1): 2 5"));
    QCOMPARE(call("onnx.ReduceMax", {x, ints({0}, {})}), QStringLiteral("float32 (1, 1): 6"));
    QCOMPARE(call("onnx.ReduceMin", {x, ints({0}, {})}, {{"noop_with_empty_axes", integer(1)}}),
             QStringLiteral("float32 (2, 3): 1 2 3 4 5 6"));
    QCOMPARE(call("onnx.ReduceProd", {ints({0}, {}), ints({1}, {0})}), QStringLiteral("int64 (1): 1"));
    QCOMPARE(call("onnx.ReduceMax", {floats({0}, {}), ints({1}, {0})}), QStringLiteral("float32 (1): -inf"));
    QCOMPARE(call("onnx.ReduceMin", {floats({0}, {}), ints({1}, {0})}), QStringLiteral("float32 (1): inf"));
    QCOMPARE(call("onnx.CumProd", {x, ints({}, {1})}, {{"exclusive", integer(1)}}),
             QStringLiteral("float32 (2, 3): 1 1 2 1 4 20"));
    QCOMPARE(call("onnx.CumSum", {x, ints({}, {1})}, {{"exclusive", integer(1)}, {"reverse", integer(1)}}),
             QStringLiteral("float32 (2, 3): 5 3 0 11 6 0"));
  }

  void what_the_data_choose() {
    const NDArray x = floats({3, 2}, {1, 2, 3, 4, 5, 6});
    const auto chosen = [](const std::vector<double>& v) {
      return tensor(DType::Bool(), {static_cast<int64_t>(v.size())}, v);
    };
    QCOMPARE(call("onnx.Compress", {x, chosen({0, 1, 1})}, {{"axis", integer(0)}}),
             QStringLiteral("float32 (2, 2): 3 4 5 6"));
    QCOMPARE(call("onnx.Compress", {x, chosen({0, 1})}, {{"axis", integer(-1)}}),
             QStringLiteral("float32 (3, 1): 2 4 6"));
    QCOMPARE(call("onnx.Compress", {x, chosen({0, 1, 0, 0, 1})}), QStringLiteral("float32 (2): 2 5"));
  }

  void unique_elements_and_slices() {
    const NDArray x = floats({6}, {2, 1, 1, 3, 4, 3});
    QCOMPARE(
        call("onnx.Unique", {x}, {{"sorted", integer(0)}}),
        QStringLiteral("[float32 (4): 2 1 3 4 | int64 (4): 0 1 3 4 | int64 (6): 0 1 1 2 3 2 | int64 (4): 1 2 2 1]"));
    QCOMPARE(
        call("onnx.Unique", {x}),
        QStringLiteral("[float32 (4): 1 2 3 4 | int64 (4): 1 0 3 4 | int64 (6): 1 0 0 2 3 2 | int64 (4): 2 1 2 1]"));
    QCOMPARE(call("onnx.Unique", {floats({3, 2}, {1, 0, 1, 0, 0, 5})}, {{"axis", integer(0)}}),
             QStringLiteral("[float32 (2, 2): 0 5 1 0 | int64 (2): 2 0 | int64 (3): 1 1 0 | int64 (2): 1 2]"));
    QCOMPARE(call("onnx.Unique", {floats({0}, {})}),
             QStringLiteral("[float32 (0): | int64 (0): | int64 (0): | int64 (0):]"));
  }

  void matrices() {
    QCOMPARE(call("onnx.EyeLike", {ints({2, 3}, {9, 9, 9, 9, 9, 9})}, {{"k", integer(1)}}),
             QStringLiteral("int64 (2, 3): 0 1 0 0 0 1"));
    QCOMPARE(call("onnx.EyeLike", {ints({2, 2}, {9, 9, 9, 9})}, {{"dtype", text("float32")}, {"k", integer(-9)}}),
             QStringLiteral("float32 (2, 2): 0 0 0 0"));
    QCOMPARE(call("onnx.Det", {floats({2, 2, 2}, {0, 1, 2, 3, 1, 2, 2, 4})}), QStringLiteral("float32 (2): -2 0"));
  }

  // ONNX's example with argmax, and its inverse.
  void places_of_maxima() {
    const NDArray x = floats({1, 1, 3, 3}, {1, 2, 3, 4, 9, 6, 7, 8, 5});
    const graph::Attrs pool{{"pool_size", list({2, 2})}, {"strides", list({1, 1})}};
    QCOMPARE(call("onnx.MaxPool", {x}, pool),
             QStringLiteral("[float32 (1, 1, 2, 2): 9 9 9 9 | int64 (1, 1, 2, 2): 4 4 4 4]"));
    const graph::Attrs padded{{"pool_size", list({3, 1})}, {"strides", list({2, 2})}, {"padding", list({1, 0, 1, 0})}};
    QCOMPARE(call("onnx.MaxPool", {x}, padded),
             QStringLiteral("[float32 (1, 1, 2, 2): 4 6 7 6 | int64 (1, 1, 2, 2): 3 5 6 5]"));
    const graph::Attrs unpool{{"kernel_shape", list({2, 2})}, {"strides", list({2, 2})}};
    QCOMPARE(call("onnx.MaxUnpool", {floats({1, 1, 1, 2}, {5, 6}), ints({1, 1, 1, 2}, {1, 6})}, unpool),
             QStringLiteral("float32 (1, 1, 2, 4): 0 5 0 0 0 0 6 0"));
    QVERIFY(call("onnx.MaxUnpool", {floats({1, 1, 1, 1}, {5}), ints({1, 1, 1, 1}, {4})}, unpool)
                .contains(QStringLiteral("[NW4081]")));
  }

  void places_of_a_grid() {
    const NDArray same = floats({1, 2, 3}, {1, 0, 0, 0, 1, 0});
    QCOMPARE(call("onnx.AffineGrid", {same, ints({4}, {1, 1, 2, 2})}),
             QStringLiteral("float32 (1, 2, 2, 2): -0.5 -0.5 0.5 -0.5 -0.5 0.5 0.5 0.5"));
    QCOMPARE(call("onnx.AffineGrid", {same, ints({4}, {1, 1, 1, 2})}, {{"align_corners", integer(1)}}),
             QStringLiteral("float32 (1, 1, 2, 2): -1 0 1 0"));
    QVERIFY(call("onnx.AffineGrid", {same, ints({4}, {2, 1, 2, 2})}).contains(QStringLiteral("[NW4082]")));
  }

  void blocks_that_overlap_are_added() {
    const NDArray ones = floats({1, 4, 4}, std::vector<double>(16, 1));
    QCOMPARE(call("onnx.Col2Im", {ones, ints({2}, {3, 3}), ints({2}, {2, 2})}),
             QStringLiteral("float32 (1, 1, 3, 3): 1 2 1 2 4 2 1 2 1"));
    QVERIFY(call("onnx.Col2Im", {ones, ints({2}, {4, 3}), ints({2}, {2, 2})})
                .contains(QStringLiteral("the columns do not fill the image")));
  }

  void transforms() {
    QCOMPARE(call("onnx.DFT", {floats({1, 4, 1}, {1, 0, 0, 0})}, {{"axis", integer(1)}}),
             QStringLiteral("float32 (1, 4, 2): 1 0 1 0 1 0 1 0"));
    QCOMPARE(call("onnx.DFT", {floats({1, 2, 2}, {1, 1, 3, 1})}, {{"axis", integer(1)}, {"inverse", integer(1)}}),
             QStringLiteral("float32 (1, 2, 2): 2 1 -1 0"));
    QCOMPARE(
        call("onnx.DFT", {floats({1, 2, 1}, {1, 3}), ints({}, {4})}, {{"axis", integer(1)}, {"onesided", integer(1)}}),
        QStringLiteral("float32 (1, 3, 2): 4 0 1 -3 -2 0"));
    QCOMPARE(call("onnx.DFT", {floats({1, 4, 1}, {1, 0, 0, 0}), ints({}, {4}), ints({}, {-2})}),
             QStringLiteral("float32 (1, 4, 2): 1 0 1 0 1 0 1 0"));
    QCOMPARE(call("onnx.DFT", {floats({1, 3, 2}, {4, 0, 1, -3, -2, 0})},
                  {{"axis", integer(1)}, {"onesided", integer(1)}, {"inverse", integer(1)}}),
             QStringLiteral("float32 (1, 4, 1): 1 3 0 0"));
    QCOMPARE(call("onnx.STFT", {floats({1, 4, 1}, {1, 2, 3, 4}), ints({}, {2}), floats({2}, {1, 1})}),
             QStringLiteral("float32 (1, 2, 2, 2): 3 0 -1 0 7 0 -1 0"));
  }

  // One unit: h = tanh(x + h), twice; the second batch stops after one step.
  void a_plain_recurrent_layer() {
    const NDArray x = floats({2, 2, 1}, {1, 1, 1, 1}), w = floats({1, 1, 1}, {1}), r = floats({1, 1, 1}, {1});
    QCOMPARE(call("onnx.RNN", {x, w, r}, {{"hidden_size", integer(1)}}),
             QStringLiteral("[float32 (2, 1, 2, 1): 0.761594 0.761594 0.942681 0.942681 | "
                            "float32 (1, 2, 1): 0.942681 0.942681]"));
    QCOMPARE(call("onnx.RNN", {x, w, r, Values{}, tensor(DType::Int(32), {2}, {2, 1})}),
             QStringLiteral("[float32 (2, 1, 2, 1): 0.761594 0.761594 0.942681 0 | "
                            "float32 (1, 2, 1): 0.942681 0.761594]"));
    QCOMPARE(call("onnx.RNN", {x, w, r},
                  {{"activations", names({"Affine"})},
                   {"activation_alpha", graph::Attr{graph::AttrList{number(2)}}},
                   {"activation_beta", graph::Attr{graph::AttrList{number(1)}}}}),
             QStringLiteral("[float32 (2, 1, 2, 1): 3 3 9 9 | float32 (1, 2, 1): 9 9]"));
  }

  // The gates of one unit with all weights 1: i = o = f = σ(x + h), c = f·c + i·tanh(x + h), h = o·tanh(c).
  void a_long_short_term_memory() {
    const NDArray x = floats({1, 1, 1}, {1}), w = floats({1, 4, 1}, {1, 1, 1, 1}), r = floats({1, 4, 1}, {1, 1, 1, 1});
    QCOMPARE(
        call("onnx.LSTM", {x, w, r}),
        QStringLiteral("[float32 (1, 1, 1, 1): 0.369606 | float32 (1, 1, 1): 0.369606 | float32 (1, 1, 1): 0.55677]"));
    // From h = 1 and c = 1.
    QCOMPARE(
        call("onnx.LSTM", {x, w, r, Values{}, Values{}, floats({1, 1, 1}, {1}), floats({1, 1, 1}, {1})}),
        QStringLiteral("[float32 (1, 1, 1, 1): 0.827108 | float32 (1, 1, 1): 0.827108 | float32 (1, 1, 1): 1.72991]"));
    QVERIFY(call("onnx.LSTM", {x, w, floats({1, 3, 1}, {1, 1, 1})}).contains(QStringLiteral("the weights should be")));
  }

  void a_gated_recurrent_unit_both_ways() {
    const NDArray x = floats({2, 1, 1}, {1, 0}), w = floats({2, 3, 1}, {1, 1, 1, 1, 1, 1}),
                  r = floats({2, 3, 1}, {0, 0, 0, 0, 0, 0});
    // z = σ(x), h = (1 − z)·tanh(x) + z·h
    QCOMPARE(
        call("onnx.GRU", {x, w, r}, {{"direction", text("bidirectional")}}),
        QStringLiteral("[float32 (2, 2, 1, 1): 0.204824 0.204824 0.102412 0 | float32 (2, 1, 1): 0.102412 0.204824]"));
  }

  void random_numbers_are_the_same_in_every_run() {
    const graph::Attrs attrs{{"shape", list({3})}, {"seed", number(1)}};
    QCOMPARE(call("onnx.RandomUniform", {}, attrs), call("onnx.RandomUniform", {}, attrs));
    QVERIFY(call("onnx.RandomUniform", {}, attrs) !=
            call("onnx.RandomUniform", {}, {{"shape", list({3})}, {"seed", number(2)}}));
    QVERIFY(call("onnx.RandomNormalLike", {floats({2, 0}, {})}).startsWith(QStringLiteral("float32 (2, 0)")));
    QCOMPARE(call("onnx.Multinomial", {floats({1, 2}, {-1000, 0})}, {{"sample_size", integer(3)}}),
             QStringLiteral("int32 (1, 3): 1 1 1"));
  }

  void mel_filters() {
    QCOMPARE(
        call("onnx.MelWeightMatrix", {ints({}, {2}), ints({}, {8}), ints({}, {8}), floats({}, {0}), floats({}, {4})}),
        QStringLiteral("float32 (5, 2): 0 0 1 0 0 1 0 0 0 0"));
  }
};

NW_TEST(TestOnnxOperators);
#include "test_onnx_operators.moc"
