// SPDX-License-Identifier: GPL-3.0-or-later
// Operators element by element. Expected numbers are numpy's, but where a comment says otherwise.
#include <QTest>
#include <limits>

#include "one_call.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;

class TestReferenceElementwise : public QObject {
  Q_OBJECT

  static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  static constexpr double kInf = std::numeric_limits<double>::infinity();

 private Q_SLOTS:
  void unary_functions_of_floats() {
    QCOMPARE(call("exp", {floats({3}, {0, 1, -kInf})}), QStringLiteral("float32 (3): 1 2.71828 0"));
    QCOMPARE(call("log", {floats({4}, {1, 0, -1, kInf})}), QStringLiteral("float32 (4): 0 -inf nan inf"));
    QCOMPARE(call("rsqrt", {floats({2}, {4, 0})}), QStringLiteral("float32 (2): 0.5 inf"));
    QCOMPARE(call("sigmoid", {floats({3}, {0, -200, 200})}), QStringLiteral("float32 (3): 0.5 0 1"));
    QCOMPARE(call("erf", {floats({2}, {0.5, -kInf})}), QStringLiteral("float32 (2): 0.5205 -1"));
    QCOMPARE(call("exp", {floats({1}, {89})}), QStringLiteral("float32 (1): inf"));  // beyond float32
    QCOMPARE(call("exp", {tensor(DType::Float(64), {1}, {89})}), QStringLiteral("float64 (1): 4.4896128191743455e+38"));
    QVERIFY(call("exp", {ints({1}, {1})}).contains(QStringLiteral("it takes floats [NW4084]")));
  }

  // ONNX's Round: halves go to the even neighbour.
  void rounding_of_halves() {
    const NDArray x = floats({6}, {0.5, 1.5, 2.5, -0.5, -1.5, -2.4});
    QCOMPARE(call("round", {x}), QStringLiteral("float32 (6): 0 2 2 -0 -2 -2"));
    QCOMPARE(call("floor", {x}), QStringLiteral("float32 (6): 0 1 2 -1 -2 -3"));
    QCOMPARE(call("ceil", {x}), QStringLiteral("float32 (6): 1 2 3 -0 -1 -2"));
    QCOMPARE(call("trunc", {x}), QStringLiteral("float32 (6): 0 1 2 -0 -1 -2"));
    QCOMPARE(call("round", {ints({2}, {3, -4})}), QStringLiteral("int64 (2): 3 -4"));
  }

  void integers_wrap_in_their_own_width() {
    const auto bytes = [](const std::vector<double>& v) {
      return tensor(DType::Int(8), {static_cast<int64_t>(v.size())}, v);
    };
    QCOMPARE(call("add", {bytes({127, -128}), bytes({1, -1})}), QStringLiteral("int8 (2): -128 127"));
    QCOMPARE(call("multiply", {bytes({100}), bytes({3})}), QStringLiteral("int8 (1): 44"));
    QCOMPARE(call("negative", {bytes({-128})}), QStringLiteral("int8 (1): -128"));
    QCOMPARE(call("abs", {bytes({-128, -5})}), QStringLiteral("int8 (2): -128 5"));
    const NDArray zero = tensor(DType::UInt(8), {1}, {0}), one = tensor(DType::UInt(8), {1}, {1});
    QCOMPARE(call("subtract", {zero, one}), QStringLiteral("uint8 (1): 255"));
    NDArray large(DType::UInt(64), {1});
    large.set_int(0, -1);  // 2^64 - 1
    QCOMPARE(call("divide", {large, tensor(DType::UInt(64), {1}, {2})}),
             QStringLiteral("uint64 (1): 9223372036854775807"));
    QCOMPARE(call("greater", {large, tensor(DType::UInt(64), {1}, {2})}), QStringLiteral("bool (1): 1"));
  }

  void division_of_integers() {
    const NDArray a = ints({4}, {7, -7, 7, -7}), b = ints({4}, {2, 2, -2, -2});
    QCOMPARE(call("divide", {a, b}), QStringLiteral("int64 (4): 3 -3 -3 3"));
    QCOMPARE(call("floor_divide", {a, b}), QStringLiteral("int64 (4): 3 -4 -4 3"));
    QCOMPARE(call("trunc_mod", {a, b}), QStringLiteral("int64 (4): 1 -1 1 -1"));
    QCOMPARE(call("floor_mod", {a, b}), QStringLiteral("int64 (4): 1 1 -1 -1"));
    QCOMPARE(call("divide", {tensor(DType::Int(32), {1}, {-2147483648.0}), tensor(DType::Int(32), {1}, {-1})}),
             QStringLiteral("int32 (1): -2147483648"));
    QCOMPARE(call("divide", {a, ints({4}, {1, 1, 0, 1})}),
             QStringLiteral("divide 'call' divides the integer 7 by zero, in element 2 of its result [NW4083]"));
  }

  void division_of_floats() {
    const NDArray a = floats({4}, {7, -7, 1, 0}), b = floats({4}, {2, 2, 0, 0});
    QCOMPARE(call("divide", {a, b}), QStringLiteral("float32 (4): 3.5 -3.5 inf nan"));
    QCOMPARE(call("floor_mod", {a, b}), QStringLiteral("float32 (4): 1 1 nan nan"));
    QCOMPARE(call("trunc_mod", {a, b}), QStringLiteral("float32 (4): 1 -1 nan nan"));
  }

  void power() {
    QCOMPARE(call("power", {ints({4}, {2, -3, 0, 2}), ints({4}, {10, 3, 0, 64})}),
             QStringLiteral("int64 (4): 1024 -27 1 0"));
    QCOMPARE(call("power", {floats({3}, {2, 4, -1}), floats({3}, {-1, 0.5, 0.5})}),
             QStringLiteral("float32 (3): 0.5 2 nan"));
  }

  void nan_stays_nan() {
    const NDArray x = floats({3}, {kNan, -1, 2});
    QCOMPARE(call("maximum", {x, floats({3}, {0, kNan, 0})}), QStringLiteral("float32 (3): nan nan 2"));
    QCOMPARE(call("minimum", {x, floats({3}, {0, kNan, 0})}), QStringLiteral("float32 (3): nan nan 0"));
    QCOMPARE(call("nn.relu", {x}), QStringLiteral("float32 (3): nan 0 2"));
    QCOMPARE(call("clip", {x}, {{"a_min", number(0)}, {"a_max", number(1)}}), QStringLiteral("float32 (3): nan 0 1"));
    QCOMPARE(call("sign", {x}), QStringLiteral("float32 (3): nan -1 1"));
    QCOMPARE(call("isnan", {x}), QStringLiteral("bool (3): 1 0 0"));
    QCOMPARE(call("equal", {x, x}), QStringLiteral("bool (3): 0 1 1"));
    QCOMPARE(call("isinf", {floats({3}, {kInf, -kInf, 1})}), QStringLiteral("bool (3): 1 1 0"));
  }

  void bounds_that_an_integer_type_does_not_hold() {
    const NDArray x = tensor(DType::Int(8), {3}, {-100, 3, 100});
    QCOMPARE(call("clip", {x}, {{"a_min", number(0)}, {"a_max", number(1e30)}}), QStringLiteral("int8 (3): 0 3 100"));
    QCOMPARE(call("clip", {x}, {{"a_min", number(-kInf)}, {"a_max", number(7)}}), QStringLiteral("int8 (3): -100 3 7"));
  }

  void shapes_broadcast_by_rank() {
    QCOMPARE(call("add", {floats({2, 1}, {0, 10}), floats({2}, {1, 2})}), QStringLiteral("float32 (2, 2): 1 2 11 12"));
    QCOMPARE(call("add", {floats({2, 1, 2}, {1, 2, 3, 4}), floats({3, 1}, {10, 20, 30})}),
             QStringLiteral("float32 (2, 3, 2): 11 12 21 22 31 32 13 14 23 24 33 34"));
    QCOMPARE(call("add", {floats({0, 2}, {}), floats({1, 2}, {1, 2})}), QStringLiteral("float32 (0, 2):"));
    QCOMPARE(call("where", {tensor(DType::Bool(), {2, 1}, {1, 0}), floats({2}, {1, 2}), floats({}, {9})}),
             QStringLiteral("float32 (2, 2): 1 2 9 9"));
  }

  void logic_and_bits() {
    const NDArray a = tensor(DType::Bool(), {4}, {0, 0, 1, 1}), b = tensor(DType::Bool(), {4}, {0, 1, 0, 1});
    QCOMPARE(call("logical_and", {a, b}), QStringLiteral("bool (4): 0 0 0 1"));
    QCOMPARE(call("logical_xor", {a, b}), QStringLiteral("bool (4): 0 1 1 0"));
    QCOMPARE(call("logical_not", {a}), QStringLiteral("bool (4): 1 1 0 0"));
    const NDArray x = tensor(DType::UInt(8), {3}, {0x81, 3, 255}), by = tensor(DType::UInt(8), {3}, {1, 8, 4});
    QCOMPARE(call("left_shift", {x, by}), QStringLiteral("uint8 (3): 2 0 240"));
    QCOMPARE(call("right_shift", {x, by}), QStringLiteral("uint8 (3): 64 0 15"));
    QCOMPARE(call("bitwise_xor", {x, by}), QStringLiteral("uint8 (3): 128 11 251"));
    QCOMPARE(call("bitwise_not", {x}), QStringLiteral("uint8 (3): 126 252 0"));
    QCOMPARE(call("right_shift", {ints({1}, {-8}), ints({1}, {1})}), QStringLiteral("int64 (1): -4"));
  }

  void casts() {
    const NDArray x = floats({4}, {1.9, -1.9, kNan, 300});
    QCOMPARE(call("cast", {x}, {{"dtype", text("int32")}}), QStringLiteral("int32 (4): 1 -1 0 300"));
    QCOMPARE(call("cast", {x}, {{"dtype", text("uint8")}}), QStringLiteral("uint8 (4): 1 255 0 44"));
    QCOMPARE(call("cast", {x}, {{"dtype", text("bool")}}), QStringLiteral("bool (4): 1 1 1 1"));
    QCOMPARE(call("cast", {floats({2}, {1.00390625, 65520})}, {{"dtype", text("float16")}}),
             QStringLiteral("float16 (2): 1.00391 inf"));
    QCOMPARE(call("reinterpret", {floats({1}, {1})}, {{"dtype", text("int32")}}),
             QStringLiteral("int32 (1): 1065353216"));
  }

  void half_precision_is_rounded_once() {
    const DType half = DType::Float(16);
    QCOMPARE(call("add", {tensor(half, {2}, {2048, 65504}), tensor(half, {2}, {1, 16})}),
             QStringLiteral("float16 (2): 2048 inf"));
    QCOMPARE(call("add", {tensor(DType::BFloat16(), {1}, {256}), tensor(DType::BFloat16(), {1}, {1})}),
             QStringLiteral("bfloat16 (1): 256"));
  }

  void vectors_along_an_axis() {
    const NDArray x = floats({1, 2, 2}, {-1, 2, -3, 4});
    QCOMPARE(call("nn.bias_add", {x, floats({2}, {10, 20})}), QStringLiteral("float32 (1, 2, 2): 9 12 17 24"));
    QCOMPARE(call("nn.prelu", {x, floats({2}, {0.5, 2})}), QStringLiteral("float32 (1, 2, 2): -0.5 2 -6 4"));
    QCOMPARE(call("nn.leaky_relu", {x}, {{"alpha", number(0.5)}}), QStringLiteral("float32 (1, 2, 2): -0.5 2 -1.5 4"));
  }
};

NW_TEST(TestReferenceElementwise);
#include "test_elementwise.moc"
