// SPDX-License-Identifier: GPL-3.0-or-later
// Elementwise kernels over every type, scalar and vector, against the same arithmetic in C++.
#include <cmath>
#include <limits>

#include "registry.h"
#include "run_nest.h"

using namespace nw;
using namespace nw::test;

class TestArithmetic : public QObject {
  Q_OBJECT

  static constexpr int64_t kCount = 64;

  // out[i] = f(a[i], b[i]), as a scalar loop and as one of vectors of 16.
  static void each(DType in, DType out, const std::function<Expr(Expr, Expr)>& f,
                   const std::function<void(int64_t, NDArray&, NDArray&)>& fill,
                   const std::function<void(int64_t, const NDArray&, const NDArray&, const NDArray&)>& check) {
    for (const int lanes : {1, 16}) {
      Buffer a = buffer("a", in, {kCount}), b = buffer("b", in, {kCount}), c = buffer("c", out, {kCount});
      Var i = tir::make_var("i");
      Expr where = lanes == 1 ? Expr(i) : tir::ramp(Expr(i) * tir::int_imm(lanes), tir::int_imm(1), lanes);
      Stmt body = loop(i, kCount / lanes, tir::make_store(c, f(at(a, {where}), at(b, {where})), {where}));
      NDArray x(in, {kCount}), y(in, {kCount}), z(out, {kCount});
      for (int64_t k = 0; k < kCount; ++k) fill(k, x, y);
      run(nest({a, b}, {c}, body), {&x, &y, &z});
      for (int64_t k = 0; k < kCount; ++k) check(k, x, y, z);
    }
  }

 private Q_SLOTS:
  void floats_add_and_multiply() {
    for (const DType t : {DType::Float(32), DType::Float(64), DType::Float(16), DType::BFloat16()})
      each(
          t, t, [](Expr a, Expr b) { return a * b + a; },
          [](int64_t k, NDArray& x, NDArray& y) {
            x.set(k, 0.25 * static_cast<double>(k) - 4);
            y.set(k, static_cast<double>(k % 7) - 3);
          },
          [&](int64_t k, const NDArray& x, const NDArray& y, const NDArray& z) {
            NDArray expected(t, {1});  // every step is rounded to the type
            expected.set(0, x.at(k) * y.at(k));
            expected.set(0, expected.at(0) + x.at(k));
            QCOMPARE(z.at(k), expected.at(0));
          });
  }

  // The least integer by -1 wraps: a processor would stop at it.
  void the_least_integer_is_divided_by_minus_one() {
    const auto quotient = [](int64_t a, int64_t b) {
      return b == -1 ? static_cast<int64_t>(0 - static_cast<uint64_t>(a)) : a / b;
    };
    const auto remainder = [](int64_t a, int64_t b) { return b == -1 ? 0 : a % b; };
    const auto down = [&](int64_t a, int64_t b) { return remainder(a, b) != 0 && (remainder(a, b) < 0) != (b < 0); };
    for (const DType type : {DType::Int(8), DType::Int(32), DType::Int(64)}) {
      const int64_t least = type.bits == 64 ? INT64_MIN : -(int64_t{1} << (type.bits - 1));
      const auto fill = [&](int64_t k, NDArray& x, NDArray& y) {
        const int64_t dividends[] = {least, least + 1, -7, 7, 0}, divisors[] = {-1, -2, 2, 1};
        x.set_int(k, dividends[k % 5]);
        y.set_int(k, divisors[k / 5 % 4]);
      };
      const auto check = [&](const std::function<Expr(Expr, Expr)>& f,
                             const std::function<int64_t(int64_t, int64_t)>& g) {
        each(type, type, f, fill, [&](int64_t k, const NDArray& x, const NDArray& y, const NDArray& z) {
          NDArray expected(type, {1});
          expected.set_int(0, g(x.int_at(k), y.int_at(k)));
          QCOMPARE(z.int_at(k), expected.int_at(0));
        });
      };
      check([](Expr a, Expr b) { return tir::truncdiv(a, b); }, quotient);
      check([](Expr a, Expr b) { return tir::truncmod(a, b); }, remainder);
      check([](Expr a, Expr b) { return tir::floordiv(a, b); },
            [&](int64_t a, int64_t b) { return quotient(a, b) - (down(a, b) ? 1 : 0); });
      check([](Expr a, Expr b) { return tir::floormod(a, b); },
            [&](int64_t a, int64_t b) { return remainder(a, b) + (down(a, b) ? b : 0); });
      const auto minus_one = [](const Expr& a) {
        const Expr one = tir::int_imm(-1, a->dtype.with_lanes(1));
        return a->dtype.lanes > 1 ? tir::broadcast(one, a->dtype.lanes) : one;
      };
      check([&](Expr a, Expr) { return tir::truncdiv(a, minus_one(a)); },
            [&](int64_t a, int64_t) { return quotient(a, -1); });
      check([&](Expr a, Expr) { return tir::floormod(a, minus_one(a)); }, [](int64_t, int64_t) { return int64_t{0}; });
    }
  }

  void narrow_floats_round_to_nearest_even() {
    for (const DType t : {DType::Float(16), DType::BFloat16()})
      each(
          DType::Float(32), t, [t](Expr a, Expr) { return tir::cast(t.with_lanes(a->dtype.lanes), a); },
          [](int64_t k, NDArray& x, NDArray& y) {
            const double special[] = {0.0,
                                      -0.0,
                                      1.0,
                                      65504,
                                      65519,
                                      65520,
                                      1e30,
                                      -1e30,
                                      6e-8,
                                      2.9e-8,
                                      3e-8,
                                      1e-40,
                                      6.1e-5,
                                      0.1,
                                      1.00048828125,
                                      1.0009765625,
                                      3.3e38,
                                      std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<double>::quiet_NaN(),
                                      0.33325195,
                                      5.96e-8,
                                      1.00390625,
                                      1.01171875};
            x.set(k, k < 23 ? special[k] : std::ldexp(1.0 + static_cast<double>(k) / 97, static_cast<int>(k) - 60));
            y.set(k, 0);
          },
          [&](int64_t k, const NDArray& x, const NDArray&, const NDArray& z) {
            const uint16_t expected = t.is_bfloat() ? float_to_bfloat(x.as<float>()[static_cast<size_t>(k)])
                                                    : float_to_half(x.as<float>()[static_cast<size_t>(k)]);
            if (!std::isnan(x.at(k)))
              QCOMPARE(z.as<uint16_t>()[static_cast<size_t>(k)], expected);
            else
              QVERIFY(std::isnan(z.at(k)));
          });
  }

  void integers_of_all_widths_wrap() {
    for (const DType t :
         {DType::Int(8), DType::Int(16), DType::Int(32), DType::Int(64), DType::UInt(8), DType::UInt(16),
          DType::UInt(32), DType::UInt(64), DType::Int(4), DType::UInt(4), DType::Int(24)}) {
      const auto wrap = [t](int64_t v) {
        if (t.bits == 64) return v;
        const auto mask = (uint64_t{1} << t.bits) - 1;
        const auto low = static_cast<uint64_t>(v) & mask;
        return t.is_int() && (low >> (t.bits - 1)) ? static_cast<int64_t>(low | ~mask) : static_cast<int64_t>(low);
      };
      if (t.bits == 24 || t.bits < 8) {
        each(
            t, DType::Int(64), [](Expr a, Expr b) { return tir::cast(DType::Int(64, a->dtype.lanes), a * b - b); },
            [&](int64_t k, NDArray& x, NDArray& y) {
              x.set_int(k, wrap(k * 37 - 500));
              y.set_int(k, wrap(k - 20));
            },
            [&](int64_t k, const NDArray& x, const NDArray& y, const NDArray& z) {
              QCOMPARE(z.int_at(k), wrap(wrap(x.int_at(k) * y.int_at(k)) - y.int_at(k)));
            });
        continue;
      }
      each(
          t, t, [](Expr a, Expr b) { return a * b - b; },
          [&](int64_t k, NDArray& x, NDArray& y) {
            x.set_int(k, wrap(k * 37 - 500));
            y.set_int(k, wrap(k - 20));
          },
          [&](int64_t k, const NDArray& x, const NDArray& y, const NDArray& z) {
            const auto ux = static_cast<uint64_t>(x.int_at(k)), uy = static_cast<uint64_t>(y.int_at(k));
            QCOMPARE(z.int_at(k), wrap(static_cast<int64_t>(ux * uy - uy)));
          });
    }
  }

  void divisions_round_as_named() {
    struct Case {
      ExprKind kind;
      int64_t (*value)(int64_t, int64_t);
    };
    const auto floor_div = [](int64_t a, int64_t b) {
      return a / b - ((a % b != 0 && (a % b < 0) != (b < 0)) ? 1 : 0);
    };
    const Case cases[] = {{ExprKind::Div, [](int64_t a, int64_t b) { return a / b; }},
                          {ExprKind::Mod, [](int64_t a, int64_t b) { return a % b; }},
                          {ExprKind::FloorDiv, floor_div},
                          {ExprKind::FloorMod, [](int64_t a, int64_t b) { return ((a % b) + b) % b; }}};
    for (const Case& c : cases)
      each(
          DType::Int(32), DType::Int(32), [&](Expr a, Expr b) { return tir::binary(c.kind, a, b); },
          [](int64_t k, NDArray& x, NDArray& y) {
            x.set_int(k, k * 5 - 150);
            y.set_int(k, k % 2 ? k + 1 : -(k + 1));
          },
          [&](int64_t k, const NDArray& x, const NDArray& y, const NDArray& z) {
            QCOMPARE(z.int_at(k), c.value(x.int_at(k), y.int_at(k)));
          });
  }

  void bools_compare_and_select() {
    each(
        DType::Float(32), DType::Bool(),
        [](Expr a, Expr b) {
          return tir::logical_or(tir::lt(a, b), tir::eq(a, tir::cast(a->dtype, tir::float_imm(2))));
        },
        [](int64_t k, NDArray& x, NDArray& y) {
          x.set(k, static_cast<double>(k));
          y.set(k, 63 - static_cast<double>(k));
        },
        [](int64_t k, const NDArray&, const NDArray&, const NDArray& z) {
          QCOMPARE(z.int_at(k), k < 32 || k == 2 ? 1 : 0);
        });
    each(
        DType::Bool(), DType::Float(32),
        [](Expr a, Expr b) {
          return tir::select(tir::logical_and(a, tir::logical_not(b)),
                             tir::broadcast(tir::float_imm(1), a->dtype.lanes),
                             tir::cast(DType::Float(32, a->dtype.lanes), b));
        },
        [](int64_t k, NDArray& x, NDArray& y) {
          x.set_int(k, k & 1);
          y.set_int(k, (k >> 1) & 1);
        },
        [](int64_t k, const NDArray&, const NDArray&, const NDArray& z) {
          QCOMPARE(z.at(k), (k & 1) && !(k & 2) ? 1.0 : static_cast<double>((k >> 1) & 1));
        });
  }

  void math_functions_are_within_two_units() {
    struct Case {
      const char* name;
      double (*value)(double);
      double low, high;
    };
    const Case cases[] = {{"exp", std::exp, -100, 88.5},
                          {"log", std::log, 1e-30, 50},
                          {"tanh", std::tanh, -12, 12},
                          {"erf", std::erf, -5, 5},
                          {"sqrt", std::sqrt, 0, 100},
                          {"rsqrt", [](double x) { return 1 / std::sqrt(x); }, 0.01, 100},
                          {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }, -80, 80},
                          {"floor", std::floor, -9, 9},
                          {"ceil", std::ceil, -9, 9},
                          {"round", std::round, -9, 9},
                          {"fabs", std::fabs, -9, 9}};
    for (const DType t : {DType::Float(32), DType::Float(64)})
      for (const Case& c : cases)
        for (int part = 0; part < 8; ++part)
          each(
              t, t, [&](Expr a, Expr) { return tir::call(a->dtype, c.name, {a}); },
              [&](int64_t k, NDArray& x, NDArray& y) {
                x.set(k, c.low + (c.high - c.low) * static_cast<double>(k * 8 + part) / 511);
                y.set(k, 0);
              },
              [&](int64_t k, const NDArray& x, const NDArray&, const NDArray& z) {
                const double expected = c.value(x.at(k));
                const double eps = t.bits == 32 ? 0x1p-23 : 0x1p-52;
                const double tiny = t.bits == 32 ? 0x1p-149 : 0x1p-1074;
                const double error = std::abs(z.at(k) - expected);
                QVERIFY2(error <= 2 * eps * std::abs(expected) + tiny, qPrintable(QStringLiteral("%1(%2) = %3, not %4")
                                                                                      .arg(QLatin1String(c.name))
                                                                                      .arg(x.at(k))
                                                                                      .arg(z.at(k), 0, 'g', 12)
                                                                                      .arg(expected, 0, 'g', 12)));
              });
  }

  void special_values_of_math_functions() {
    constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    struct Case {
      const char* name;
      double x, value;
    };
    const Case cases[] = {{"exp", inf, inf}, {"exp", -inf, 0},  {"exp", nan, nan},    {"exp", 90, inf},
                          {"exp", -110, 0},  {"log", 0, -inf},  {"log", -1, nan},     {"log", inf, inf},
                          {"log", nan, nan}, {"tanh", inf, 1},  {"tanh", -inf, -1},   {"tanh", nan, nan},
                          {"erf", inf, 1},   {"erf", -inf, -1}, {"sigmoid", -inf, 0}, {"sigmoid", inf, 1},
                          {"erf", nan, nan}};
    for (const Case& c : cases)
      each(
          DType::Float(32), DType::Float(32), [&](Expr a, Expr) { return tir::call(a->dtype, c.name, {a}); },
          [&](int64_t k, NDArray& x, NDArray& y) {
            x.set(k, c.x);
            y.set(k, 0);
          },
          [&](int64_t k, const NDArray&, const NDArray&, const NDArray& z) {
            QVERIFY2(std::isnan(c.value) ? std::isnan(z.at(k)) : z.at(k) == c.value,
                     qPrintable(QStringLiteral("%1(%2) = %3").arg(QLatin1String(c.name)).arg(c.x).arg(z.at(k))));
          });
  }

  void bits() {
    struct Case {
      const char* name;
      int64_t (*value)(int64_t, int64_t);
    };
    const Case cases[] = {{"bitwise_and", [](int64_t a, int64_t b) { return a & b; }},
                          {"bitwise_or", [](int64_t a, int64_t b) { return a | b; }},
                          {"bitwise_xor", [](int64_t a, int64_t b) { return a ^ b; }},
                          {"shift_left", [](int64_t a, int64_t b) { return a << b; }},
                          {"shift_right", [](int64_t a, int64_t b) { return a >> b; }}};
    for (const Case& c : cases)
      each(
          DType::Int(32), DType::Int(32), [&](Expr a, Expr b) { return tir::call(a->dtype, c.name, {a, b}); },
          [](int64_t k, NDArray& x, NDArray& y) {
            x.set_int(k, k * 1001 - 30000);
            y.set_int(k, k % 11);
          },
          [&](int64_t k, const NDArray& x, const NDArray& y, const NDArray& z) {
            QCOMPARE(z.int_at(k), c.value(x.int_at(k), y.int_at(k)));
          });
    each(
        DType::UInt(8), DType::UInt(8), [](Expr a, Expr) { return tir::call(a->dtype, "popcount", {a}); },
        [](int64_t k, NDArray& x, NDArray& y) {
          x.set_int(k, k * 3);
          y.set_int(k, 0);
        },
        [](int64_t k, const NDArray& x, const NDArray&, const NDArray& z) {
          QCOMPARE(z.int_at(k),
                   static_cast<int64_t>(__builtin_popcountll(static_cast<unsigned long long>(x.int_at(k)))));
        });
  }
};

NW_TEST(TestArithmetic);
#include "test_arithmetic.moc"
