// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/dtype.h"

#include <bit>
#include <charconv>
#include <limits>

namespace nw {

std::string to_string(DType dtype) {
  std::string text;
  if (dtype.is_bool()) {
    text = "bool";
  } else if (dtype.is_handle()) {
    text = "handle";
  } else if (dtype.is_string()) {
    text = "string";
  } else {
    switch (dtype.code) {
      case DType::Code::Int:
        text = "int";
        break;
      case DType::Code::UInt:
        text = "uint";
        break;
      case DType::Code::Float:
        text = "float";
        break;
      case DType::Code::BFloat:
        text = "bfloat";
        break;
      case DType::Code::Handle:
      case DType::Code::String:
        break;
    }
    text += std::to_string(dtype.bits);
  }
  if (dtype.lanes != 1) text += "x" + std::to_string(dtype.lanes);
  return text;
}

std::optional<DType> parse_dtype(std::string_view text) {
  auto number = [](std::string_view digits) -> std::optional<int> {
    int value = 0;
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value < 1) return std::nullopt;
    return value;
  };
  int lanes = 1;
  if (size_t x = text.rfind('x'); x != std::string_view::npos) {
    auto n = number(text.substr(x + 1));
    if (!n || *n > 65535) return std::nullopt;
    lanes = *n;
    text = text.substr(0, x);
  }
  if (text == "bool") return DType::Bool(lanes);
  if (text == "handle") return DType::Handle();
  if (text == "string") return DType::String();
  struct Family {
    std::string_view prefix;
    DType::Code code;
  };
  for (Family family : {Family{"bfloat", DType::Code::BFloat}, Family{"float", DType::Code::Float},
                        Family{"uint", DType::Code::UInt}, Family{"int", DType::Code::Int}}) {
    if (!text.starts_with(family.prefix)) continue;
    std::string_view digits = text.substr(family.prefix.size());
    auto bits = digits.empty() ? std::optional<int>(32) : number(digits);
    if (!bits || *bits > 64) return std::nullopt;
    if (family.code == DType::Code::Float && *bits != 16 && *bits != 32 && *bits != 64) return std::nullopt;
    if (family.code == DType::Code::BFloat && *bits != 16) return std::nullopt;
    return DType{family.code, static_cast<uint8_t>(*bits), static_cast<uint16_t>(lanes)};
  }
  return std::nullopt;
}

int64_t min_int(DType dtype) {
  if (dtype.is_uint()) return 0;
  if (dtype.bits >= 64) return std::numeric_limits<int64_t>::min();
  return -(int64_t{1} << (dtype.bits - 1));
}

int64_t max_int(DType dtype) {
  const int bits = dtype.is_uint() ? dtype.bits : dtype.bits - 1;
  if (bits >= 63) return std::numeric_limits<int64_t>::max();
  return (int64_t{1} << bits) - 1;
}

uint16_t float_to_half(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const auto sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude >= 0x7f800000u)  // infinity, NaN (kept quiet)
    return static_cast<uint16_t>(sign | 0x7c00u |
                                 (magnitude > 0x7f800000u ? 0x0200u | ((magnitude >> 13) & 0x3ffu) : 0u));
  if (magnitude >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);  // rounds past the largest half
  const int exponent = static_cast<int>(magnitude >> 23) - 127;
  if (exponent < -25) return sign;
  uint32_t mantissa = (magnitude & 0x7fffffu) | 0x800000u;
  int shift = 13;
  uint32_t base = 0;
  if (exponent < -14) {
    shift += -14 - exponent;  // subnormal
  } else {
    base = static_cast<uint32_t>(exponent + 15) << 10;
    mantissa &= 0x7fffffu;
  }
  uint32_t rounded = mantissa >> shift;
  const uint32_t rest = mantissa & ((1u << shift) - 1);
  const uint32_t half = 1u << (shift - 1);
  if (rest > half || (rest == half && (rounded & 1u))) ++rounded;
  return static_cast<uint16_t>(sign | (base + rounded));
}

float half_to_float(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16;
  uint32_t exponent = (bits >> 10) & 0x1fu;
  uint32_t mantissa = bits & 0x3ffu;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13));
  if (exponent == 0) {
    if (mantissa == 0) return std::bit_cast<float>(sign);
    exponent = 1;
    while (!(mantissa & 0x400u)) {
      mantissa <<= 1;
      --exponent;
    }
    mantissa &= 0x3ffu;
  }
  return std::bit_cast<float>(sign | ((exponent + 112u) << 23) | (mantissa << 13));
}

uint16_t float_to_bfloat(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>((bits >> 16) | 0x40u);
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

float bfloat_to_float(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

double round_to(DType dtype, double value) {
  if (dtype.bits == 64) return value;
  const auto single = static_cast<float>(value);
  if (dtype.is_bfloat()) return static_cast<double>(bfloat_to_float(float_to_bfloat(single)));
  return static_cast<double>(dtype.bits == 16 ? half_to_float(float_to_half(single)) : single);
}

}  // namespace nw
