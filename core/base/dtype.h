// SPDX-License-Identifier: GPL-3.0-or-later
// Scalar and vector data types, named as TVM names them ("float32", "int8", "uint1" is "bool", "float32x8"); and
// "string", for elements of ONNX's tensors that are texts, which no kernel computes with.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nw {

struct DType {
  enum class Code : uint8_t { Int, UInt, Float, BFloat, Handle, String };
  Code code = Code::Float;
  uint8_t bits = 32;
  uint16_t lanes = 1;

  static constexpr DType Int(int bits, int lanes = 1) { return make(Code::Int, bits, lanes); }
  static constexpr DType UInt(int bits, int lanes = 1) { return make(Code::UInt, bits, lanes); }
  static constexpr DType Float(int bits, int lanes = 1) { return make(Code::Float, bits, lanes); }
  static constexpr DType BFloat16(int lanes = 1) { return make(Code::BFloat, 16, lanes); }
  static constexpr DType Bool(int lanes = 1) { return make(Code::UInt, 1, lanes); }
  static constexpr DType Handle() { return make(Code::Handle, 64, 1); }
  static constexpr DType String() { return make(Code::String, 64, 1); }

  constexpr bool is_int() const { return code == Code::Int; }
  constexpr bool is_uint() const { return code == Code::UInt; }
  constexpr bool is_integer() const { return is_int() || is_uint(); }  // bool included
  constexpr bool is_bool() const { return code == Code::UInt && bits == 1; }
  constexpr bool is_float() const { return code == Code::Float || code == Code::BFloat; }  // bfloat16 included
  constexpr bool is_bfloat() const { return code == Code::BFloat; }
  constexpr bool is_handle() const { return code == Code::Handle; }
  constexpr bool is_string() const { return code == Code::String; }
  constexpr bool is_scalar() const { return lanes == 1; }
  constexpr DType with_lanes(int n) const { return make(code, bits, n); }
  constexpr DType element() const { return with_lanes(1); }
  // Bytes of one lane in memory: the next of 1, 2, 4, 8 (bool and sub-byte integers take one byte each).
  constexpr int bytes() const { return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8; }
  constexpr auto operator<=>(const DType&) const = default;

 private:
  static constexpr DType make(Code c, int b, int l) {
    return DType{c, static_cast<uint8_t>(b), static_cast<uint16_t>(l)};
  }
};

std::string to_string(DType dtype);
std::optional<DType> parse_dtype(std::string_view text);

// The least and greatest value of an integer type as int64 (uint64's maximum saturates to INT64_MAX).
int64_t min_int(DType dtype);
int64_t max_int(DType dtype);

// float16 and bfloat16 as bits; round to nearest even. (The compiler's runtime lacks them.)
uint16_t float_to_half(float value);
float half_to_float(uint16_t bits);
uint16_t float_to_bfloat(float value);
float bfloat_to_float(uint16_t bits);
// The nearest value of a float type.
double round_to(DType dtype, double value);

}  // namespace nw
