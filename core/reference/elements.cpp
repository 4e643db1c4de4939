// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/elements.h"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>

namespace nw::reference {

namespace {

struct HalfBits {
  uint16_t bits;
};
struct BFloatBits {
  uint16_t bits;
};

double number(HalfBits h) {
  return static_cast<double>(half_to_float(h.bits));
}
double number(BFloatBits b) {
  return static_cast<double>(bfloat_to_float(b.bits));
}
template <class T>
T number(T value) {
  return value;
}

// double to int64 without undefined behaviour.
int64_t truncated(double value) {
  constexpr double kBeyond = 9223372036854775808.0;
  if (std::isnan(value)) return 0;
  if (value >= kBeyond) return std::numeric_limits<int64_t>::max();
  if (value < -kBeyond) return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(value);
}

template <class To, class From>
To convert(From value) {
  if constexpr (std::is_same_v<To, From>)
    return value;
  else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>)
    return static_cast<To>(truncated(static_cast<double>(value)));
  else if constexpr (std::is_same_v<To, HalfBits>)
    return {float_to_half(static_cast<float>(value))};
  else if constexpr (std::is_same_v<To, BFloatBits>)
    return {float_to_bfloat(static_cast<float>(value))};
  else
    return static_cast<To>(value);
}

// f with a pointer of the stored type.
template <class F>
void with_stored(DType dtype, const std::byte* bytes, F&& f) {
  const auto as = [&]<class T>(T) { f(reinterpret_cast<const T*>(bytes)); };
  if (dtype.is_bfloat()) return as(BFloatBits{});
  if (dtype.is_float()) return dtype.bits == 16 ? as(HalfBits{}) : dtype.bits == 32 ? as(float{}) : as(double{});
  const bool is_signed = dtype.is_int();
  switch (dtype.bytes()) {
    case 1:
      return is_signed ? as(int8_t{}) : as(uint8_t{});
    case 2:
      return is_signed ? as(int16_t{}) : as(uint16_t{});
    case 4:
      return is_signed ? as(int32_t{}) : as(uint32_t{});
    default:
      return is_signed ? as(int64_t{}) : as(uint64_t{});
  }
}

template <class W>
constexpr bool kInteger = std::is_integral_v<W>;

// Data that lie in a file's bytes may begin anywhere.
template <class T>
T element(const T* stored, int64_t index) {
  T value;
  std::memcpy(&value, reinterpret_cast<const std::byte*>(stored) + index * static_cast<int64_t>(sizeof(T)), sizeof(T));
  return value;
}

}  // namespace

int64_t wrapped(DType dtype, int64_t value) {
  if (dtype.is_bool()) return value != 0;
  if (dtype.bits >= 64) return value;
  const uint64_t mask = (uint64_t{1} << dtype.bits) - 1;
  uint64_t bits = static_cast<uint64_t>(value) & mask;
  if (dtype.is_int() && (bits >> (dtype.bits - 1))) bits |= ~mask;
  return static_cast<int64_t>(bits);
}

template <class W>
void load(const NDArray& from, int64_t first, int64_t count, W* to) {
  with_stored(from.dtype(), from.bytes(), [&](const auto* stored) {
    for (int64_t i = 0; i < count; ++i) to[i] = convert<W>(number(element(stored, first + i)));
  });
}

template <class W>
void load_strided(const NDArray& from, int64_t first, int64_t stride, int64_t count, W* to) {
  if (stride == 1) return load(from, first, count, to);
  with_stored(from.dtype(), from.bytes(), [&](const auto* stored) {
    for (int64_t i = 0; i < count; ++i) to[i] = convert<W>(number(element(stored, first + i * stride)));
  });
}

template <class W>
void store_strided(NDArray& to, int64_t first, int64_t stride, int64_t count, const W* from) {
  const DType dtype = to.dtype();
  const bool narrow = dtype.is_integer() && (dtype.is_bool() || dtype.bits != dtype.bytes() * 8);
  with_stored(dtype, to.mutable_bytes(), [&](const auto* stored) {
    using T = std::remove_const_t<std::remove_pointer_t<decltype(stored)>>;
    T* const at = const_cast<T*>(stored);  // of mutable_bytes()
    if constexpr (std::is_integral_v<T>) {
      if (narrow) {
        for (int64_t i = 0; i < count; ++i)
          at[first + i * stride] = static_cast<T>(dtype.is_bool() ? static_cast<int64_t>(from[i] != W{})
                                                                  : wrapped(dtype, convert<int64_t>(from[i])));
        return;
      }
    }
    for (int64_t i = 0; i < count; ++i) {
      // By way of 64 bits: a number outside the type wraps.
      if constexpr (std::is_integral_v<T> && !kInteger<W>)
        at[first + i * stride] = static_cast<T>(convert<int64_t>(from[i]));
      else
        at[first + i * stride] = convert<T>(from[i]);
    }
  });
}

template <class W>
void store(NDArray& to, int64_t first, int64_t count, const W* from) {
  store_strided(to, first, 1, count, from);
}

NDArray scalar_of(DType dtype, double value) {
  NDArray scalar(dtype, {});
  store(scalar, 0, 1, &value);
  return scalar;
}

#define NW_INSTANTIATE(W)                                                       \
  template void load<W>(const NDArray&, int64_t, int64_t, W*);                  \
  template void load_strided<W>(const NDArray&, int64_t, int64_t, int64_t, W*); \
  template void store<W>(NDArray&, int64_t, int64_t, const W*);                 \
  template void store_strided<W>(NDArray&, int64_t, int64_t, int64_t, const W*);
NW_INSTANTIATE(double)
NW_INSTANTIATE(int64_t)
NW_INSTANTIATE(uint64_t)
#undef NW_INSTANTIATE

}  // namespace nw::reference
