// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule that simplifies an expression of data, as compiled code: for each type, on values where integers wrap and
// floats are NaN, infinite or zero with a sign, whole, with a tail and with vectors.
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "registry.h"
#include "run_nest.h"
#include "script/script.h"

using namespace nw;
using namespace nw::test;

namespace {

// Wrapping arithmetic of T.
template <class T>
struct Of {
  using U = std::conditional_t<std::is_floating_point_v<T>, T,
                               std::make_unsigned_t<std::conditional_t<std::is_floating_point_v<T>, int, T>>>;
  static T add(T a, T b) { return static_cast<T>(static_cast<U>(a) + static_cast<U>(b)); }
  static T sub(T a, T b) { return static_cast<T>(static_cast<U>(a) - static_cast<U>(b)); }
  static T mul(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return a * b;
    else
      return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  }
  static T max(T a, T b) { return a > b ? a : b; }
  static T min(T a, T b) { return a < b ? a : b; }
  static T floordiv(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return std::floor(a / b);
    else
      return static_cast<T>(a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0));
  }
  static T floormod(T a, T b) { return sub(a, mul(floordiv(a, b), b)); }
};

template <class T>
struct Rule {
  const char* text;  // of x, y and constants kN
  std::function<T(T, T)> value;
};

template <class T>
std::vector<Rule<T>> rules() {
  using O = Of<T>;
  const auto k = [](int v) { return static_cast<T>(v); };
  std::vector<Rule<T>> all = {
      {"x + k0", [=](T x, T) { return O::add(x, k(0)); }},
      {"k0 + x", [=](T x, T) { return O::add(k(0), x); }},
      {"x - k0", [=](T x, T) { return O::sub(x, k(0)); }},
      {"x * k1", [=](T x, T) { return O::mul(x, k(1)); }},
      {"x * k0", [=](T x, T) { return O::mul(x, k(0)); }},
      {"x - x", [=](T x, T) { return O::sub(x, x); }},
      {"(x + k3) - (y + k3)", [=](T x, T y) { return O::sub(O::add(x, k(3)), O::add(y, k(3))); }},
      {"tir.max(x, x)", [](T x, T) { return O::max(x, x); }},
      {"tir.max(x + k3, y)", [=](T x, T y) { return O::max(O::add(x, k(3)), y); }},
      {"tir.min(y, x + k3)", [=](T x, T y) { return O::min(y, O::add(x, k(3))); }},
      {"tir.min(x + k3, x + k5)", [=](T x, T) { return O::min(O::add(x, k(3)), O::add(x, k(5))); }},
      {"tir.max(x - y, k1 - y)", [=](T x, T y) { return O::max(O::sub(x, y), O::sub(k(1), y)); }},
      {"tir.min(tir.max(x + k1, y) + k1, y + k1)",
       [=](T x, T y) { return O::min(O::add(O::max(O::add(x, k(1)), y), k(1)), O::add(y, k(1))); }},
      {"tir.max(x * k2, y * k2)", [=](T x, T y) { return O::max(O::mul(x, k(2)), O::mul(y, k(2))); }},
      {"tir.Select(x + k3 < y + k1, x, y)", [=](T x, T y) { return O::add(x, k(3)) < O::add(y, k(1)) ? x : y; }},
      {"tir.Select(x - y < k0, x, y)", [=](T x, T y) { return O::sub(x, y) < k(0) ? x : y; }},
      {"tir.Select(x - y <= k0, x, y)", [=](T x, T y) { return O::sub(x, y) <= k(0) ? x : y; }},
      {"tir.Select(x + k5 > x, x, y)", [=](T x, T y) { return O::add(x, k(5)) > x ? x : y; }},
      {"tir.Select(x == x, x, y)", [=](T x, T y) { return x == x ? x : y; }},
      {"tir.Select(x * k2 >= y * k2, x, y)", [=](T x, T y) { return O::mul(x, k(2)) >= O::mul(y, k(2)) ? x : y; }},
      {"tir.if_then_else(x > k3, tir.Select(x + k1 > k4, x, y), y)",
       [=](T x, T y) { return x > k(3) ? (O::add(x, k(1)) > k(4) ? x : y) : y; }},
  };
  if constexpr (!std::is_floating_point_v<T>) {
    const std::vector<Rule<T>> integers = {
        {"tir.floordiv(x, k1)", [](T x, T) { return x; }},
        {"tir.floormod(x, k1)", [](T, T) { return T{0}; }},
        {"tir.floordiv(x * k4, k4)", [=](T x, T) { return O::floordiv(O::mul(x, k(4)), k(4)); }},
        {"tir.floormod(x * k6, k3)", [=](T x, T) { return O::floormod(O::mul(x, k(6)), k(3)); }},
        {"tir.floordiv(x, k4) * k4 + tir.floormod(x, k4)",
         [=](T x, T) { return O::add(O::mul(O::floordiv(x, k(4)), k(4)), O::floormod(x, k(4))); }},
        {"tir.truncdiv(x * k4, k2)", [=](T x, T) { return static_cast<T>(O::mul(x, k(4)) / k(2)); }},
        {"tir.truncmod(x + k3, k5)", [=](T x, T) { return static_cast<T>(O::add(x, k(3)) % k(5)); }},
        {"tir.floordiv(tir.floordiv(x, k3), k5)", [=](T x, T) { return O::floordiv(O::floordiv(x, k(3)), k(5)); }},
        {"tir.Select(tir.floordiv(x, k4) < k3, x, y)", [=](T x, T y) { return O::floordiv(x, k(4)) < k(3) ? x : y; }},
    };
    all.insert(all.end(), integers.begin(), integers.end());
  }
  return all;
}

template <class T>
std::vector<T> values() {
  using L = std::numeric_limits<T>;
  std::vector<T> v = {T{0},
                      T{1},
                      T{2},
                      T{3},
                      T{5},
                      T{7},
                      T{100},
                      L::max(),
                      static_cast<T>(L::max() - 1),
                      L::lowest(),
                      static_cast<T>(L::lowest() + 1),
                      static_cast<T>(L::max() / 2),
                      static_cast<T>(L::max() / 4 + 1)};
  if constexpr (std::is_signed_v<T>)
    for (const int n : {-1, -2, -3, -7, -100}) v.push_back(static_cast<T>(n));
  if constexpr (std::is_floating_point_v<T>)
    for (const T n : {T(-0.0), L::infinity(), -L::infinity(), L::quiet_NaN(), L::min(), L::epsilon()}) v.push_back(n);
  return v;
}

constexpr int kPlaces = 61;  // a tail for every split below

std::string script_of(const std::vector<std::string>& bodies, const std::string& dtype, const std::string& schedule) {
  std::string text;
  for (const char* name : {"A", "B"})
    text += fmt::format("{0} = te.placeholder(({1},), name=\"{0}\", dtype=\"{2}\")\n", name, kPlaces, dtype);
  std::string roots, args;
  for (size_t i = 0; i < bodies.size(); ++i) {
    text += fmt::format("C{0} = te.compute(({1},), lambda i: {2}, name=\"C{0}\")\n", i, kPlaces, bodies[i]);
    roots += fmt::format("C{}.op, ", i);
    args += fmt::format(", C{}", i);
  }
  text += "s = te.create_schedule([" + roots + "])\n";
  for (size_t i = 0; i < bodies.size(); ++i) text += fmt::format(fmt::runtime(schedule), fmt::arg("n", i));
  return text + "tvm.lower(s, [A, B" + args + "], name=\"main\")\n";
}

// x, y and kN written as the script has them.
std::string body_of(const std::string& rule, const std::string& dtype) {
  std::string text;
  for (size_t i = 0; i < rule.size(); ++i) {
    const bool word = (i == 0 || !std::isalnum(static_cast<unsigned char>(rule[i - 1]))) &&
                      (i + 1 == rule.size() || !std::isalpha(static_cast<unsigned char>(rule[i + 1])));
    if (word && rule[i] == 'x')
      text += "A[i]";
    else if (word && rule[i] == 'y')
      text += "B[i]";
    else if (word && rule[i] == 'k')
      text += fmt::format("tir.const({}, \"{}\")", rule[++i], dtype);
    else
      text += rule[i];
  }
  return text;
}

template <class T>
bool same(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0;
  else
    return a == b;
}

}  // namespace

class RulesByTypeTest : public QObject {
  Q_OBJECT

  template <class T>
  static void hold(const char* name) {
    const std::vector<Rule<T>> table = rules<T>();
    const std::vector<T> set = values<T>();
    std::vector<std::string> bodies;
    for (const Rule<T>& r : table) bodies.push_back(body_of(r.text, name));
    const DType dtype = *parse_dtype(name);
    for (const char* schedule : {"", "o{n}, q{n} = s[C{n}].split(C{n}.op.axis[0], factor=7)\n",
                                 "o{n}, q{n} = s[C{n}].split(C{n}.op.axis[0], factor=8)\ns[C{n}].vectorize(q{n})\n"}) {
      const script::Program program = script::read(script_of(bodies, name, schedule));
      QVERIFY2(program.ok(), texts(program.diagnostics).c_str());
      const auto loops = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
      const auto nest = lower::lower_code(*loops);
      QVERIFY(nest.ok());
      const Result<test::LoadedKernel> kernel = test::load(*nest);
      QVERIFY2(kernel.ok(), texts(kernel.diagnostics).c_str());
      for (size_t shift = 0; shift < set.size(); ++shift) {  // every value of x meets every value of y
        std::vector<NDArray> arrays(table.size() + 2);
        for (NDArray& a : arrays) a = NDArray(dtype, {kPlaces});
        for (size_t i = 0; i < kPlaces; ++i) {
          arrays[0].as_mutable<T>()[i] = set[i % set.size()];
          arrays[1].as_mutable<T>()[i] = set[(i + shift) % set.size()];
        }
        std::vector<void*> pointers;
        for (NDArray& a : arrays) pointers.push_back(a.mutable_bytes());
        QCOMPARE(kernel->entry()(pointers.data(), nullptr, nullptr), 0);
        for (size_t r = 0; r < table.size(); ++r)
          for (size_t i = 0; i < kPlaces; ++i) {
            const T x = arrays[0].as<T>()[i], y = arrays[1].as<T>()[i];
            const T got = arrays[r + 2].as<T>()[i], want = table[r].value(x, y);
            QVERIFY2(same(got, want), fmt::format("{} of {} with x = {}, y = {} is {}, not {}; {}", table[r].text, name,
                                                  +x, +y, +got, +want, schedule)
                                          .c_str());
          }
      }
    }
  }

 private Q_SLOTS:
  void int8() { hold<int8_t>("int8"); }
  void int16() { hold<int16_t>("int16"); }
  void int32() { hold<int32_t>("int32"); }
  void int64() { hold<int64_t>("int64"); }
  void uint8() { hold<uint8_t>("uint8"); }
  void uint16() { hold<uint16_t>("uint16"); }
  void uint32() { hold<uint32_t>("uint32"); }
  void uint64() { hold<uint64_t>("uint64"); }
  void float32() { hold<float>("float32"); }
  void float64() { hold<double>("float64"); }
};

NW_TEST(RulesByTypeTest);
#include "test_rules_by_type.moc"
