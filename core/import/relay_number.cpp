// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_number.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

namespace nw::import {

namespace {

NDArray scalar_int(DType dtype, int64_t value) {
  NDArray a(dtype, {});
  a.set_int(0, value);
  return a;
}

NDArray scalar_float(DType dtype, double value) {
  NDArray a(dtype, {});
  a.set(0, value);
  return a;
}

std::optional<DType> suffix_type(std::string_view suffix) {
  if (suffix.empty()) return std::nullopt;
  if (suffix == "f") return DType::Float(32);
  if (suffix == "bf16") return DType::BFloat16();
  int bits = 0;
  const auto [end, error] = std::from_chars(suffix.data() + 1, suffix.data() + suffix.size(), bits);
  if (error != std::errc() || end != suffix.data() + suffix.size()) return std::nullopt;
  const bool whole = bits == 8 || bits == 16 || bits == 32 || bits == 64;
  if (suffix[0] == 'f' && whole && bits > 8) return DType::Float(bits);
  if (suffix[0] == 'i' && whole) return DType::Int(bits);
  if (suffix[0] == 'u' && whole) return DType::UInt(bits);
  return std::nullopt;
}

NDArray parse_float(std::string_view digits, DType dtype) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end != digits.data() + digits.size()) return {};
  if (error == std::errc::result_out_of_range) value = digits.find('-') == std::string_view::npos ? HUGE_VAL : 0;
  return scalar_float(dtype, value);
}

}  // namespace

bool is_number_word(std::string_view text) {
  if (text == "True" || text == "False") return true;
  return (text.starts_with("inf") || text.starts_with("nan")) && suffix_type(text.substr(3)).has_value();
}

NDArray parse_relay_number(std::string_view text) {
  if (text == "True" || text == "False") return scalar_int(DType::Bool(), text == "True" ? 1 : 0);
  if (is_number_word(text)) {
    const DType dtype = *suffix_type(text.substr(3));
    if (!dtype.is_float()) return {};
    return scalar_float(dtype, text[0] == 'i' ? HUGE_VAL : std::numeric_limits<double>::quiet_NaN());
  }
  size_t end = 0;
  while (end < text.size() && (text[end] < 'a' || text[end] > 'z' || text[end] == 'e')) ++end;
  const std::string_view digits = text.substr(0, end);
  const std::string_view suffix = text.substr(end);
  const std::optional<DType> dtype = suffix_type(suffix);
  if (!suffix.empty() && !dtype) return {};
  const bool real = digits.find_first_of(".eE") != std::string_view::npos;
  if (real || (dtype && dtype->is_float())) {
    return dtype && !dtype->is_float() ? NDArray() : parse_float(digits, dtype.value_or(DType::Float(32)));
  }
  int64_t value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || stop != digits.data() + digits.size()) return {};
  const bool small = value <= std::numeric_limits<int32_t>::max();
  return scalar_int(dtype.value_or(small ? DType::Int(32) : DType::Int(64)), value);
}

std::string print_relay_number(const NDArray& scalar) {
  const DType t = scalar.dtype();
  if (t.is_bool()) return scalar.int_at(0) != 0 ? "True" : "False";
  if (t == DType::Int(32)) return fmt::format("{}", scalar.int_at(0));
  if (t.is_int() && (t.bits == 16 || t.bits == 64)) return fmt::format("{}i{}", scalar.int_at(0), int{t.bits});
  if (!t.is_float() || t.is_bfloat()) return {};
  const std::string suffix = t.bits == 32 ? "f" : fmt::format("f{}", int{t.bits});
  const double value = scalar.at(0);
  if (std::isnan(value)) return "nan" + suffix;
  if (std::isinf(value)) return (value < 0 ? "-inf" : "inf") + suffix;
  return (t.bits == 64 ? fmt::format("{}", value) : fmt::format("{}", static_cast<float>(value))) + suffix;
}

}  // namespace nw::import
