// SPDX-License-Identifier: GPL-3.0-or-later
// Strings: conversion from and to numbers (onnx.Cast), stop words and case (onnx.StringNormalizer).
#include <charconv>
#include <clocale>
#include <cmath>
#include <cwctype>
#include <limits>
#include <memory>
#include <set>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

std::string text_of_number(const NDArray& x, int64_t i) {
  const DType dtype = x.dtype();
  if (!dtype.is_float())
    return dtype.is_uint() ? std::to_string(static_cast<uint64_t>(x.int_at(i))) : std::to_string(x.int_at(i));
  const double value = x.at(i);
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-INF" : "INF";
  // The fewest digits that give the same number in its own type.
  return dtype.bits <= 32 ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
}

std::string without_blanks(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\n\r"), last = text.find_last_not_of(" \t\n\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// "3.14", "1e-3", "+2", "NaN", "-INF" in any case; nothing: it is no number of the type.
template <class T>
std::optional<T> number_of_text(const std::string& given) {
  std::string text = without_blanks(given);
  if (text.starts_with('+') && text.size() > 1 && text[1] != '-' && text[1] != '+') text.erase(0, 1);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if constexpr (std::is_floating_point_v<T>) {
    // What is too large for a double is infinite, what is too small is zero.
    if (error == std::errc::result_out_of_range) return std::strtod(text.c_str(), nullptr);
  }
  return error == std::errc() ? std::optional<T>(value) : std::nullopt;
}

NDArray strings_of_numbers(const Call& c, const NDArray& x) {
  c.reserve(x.shape(), sizeof(std::string));
  std::vector<std::string> texts;
  for (int64_t i = 0; i < x.size(); ++i) {
    spend();
    texts.push_back(text_of_number(x, i));
  }
  return NDArray::of_texts(x.shape(), texts);
}

NDArray numbers_of_strings(const Call& c, const NDArray& x, DType to) {
  NDArray y = c.make(to, x.shape());
  with_wide(to, [&]<class W>(W) {
    for (int64_t i = 0; i < x.size(); ++i) {
      spend();
      const std::optional<W> value = number_of_text<W>(x.text_at(i));
      if (!value)
        c.refuse_value(
            fmt::format("element {} is '{}', which is no number of type {}", i, x.text_at(i), to_string(to)));
      store(y, i, 1, &*value);
    }
  });
  return y;
}

Value string_cast(const Call& c) {
  const NDArray& x = c.tensor(0);
  const DType to = c.dtype_attr("dtype", x.dtype());
  if (x.dtype().is_string() == to.is_string()) {
    if (to.is_string()) return x;
    c.refuse_value("neither its argument nor its result is a string");
  }
  return to.is_string() ? strings_of_numbers(c, x) : numbers_of_strings(c, x, to);
}

// Upper and lower case of Unicode, in no particular language; bytes that are no UTF-8 stay.
class CaseTable {
 public:
  CaseTable() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr), &::freelocale) {}

  std::string changed(const std::string& text, bool upper) const {
    std::string result;
    for (size_t at = 0; at < text.size();) {
      const auto [code, length] = decoded(std::string_view(text).substr(at));
      if (length == 0 || !locale_) {
        result += code_of_byte(text[at], upper);
        ++at;
        continue;
      }
      const auto wide = static_cast<wint_t>(code);
      append(result,
             static_cast<uint32_t>(upper ? ::towupper_l(wide, locale_.get()) : ::towlower_l(wide, locale_.get())));
      at += length;
    }
    return result;
  }

 private:
  static char code_of_byte(char c, bool upper) {
    if (upper) return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  // The code at the front and its bytes; 0 bytes: it is no UTF-8.
  static std::pair<uint32_t, size_t> decoded(std::string_view text) {
    const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[i])); };
    const uint32_t first = byte(0);
    const size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
    if (length == 0 || first >= 0xf5 || length > text.size()) return {0, 0};
    if (length == 1) return {first, 1};
    uint32_t code = first & (0xffU >> (length + 1));
    for (size_t i = 1; i < length; ++i) {
      if ((byte(i) & 0xc0) != 0x80) return {0, 0};
      code = code << 6 | (byte(i) & 0x3f);
    }
    return {code, length};
  }
  static void append(std::string& text, uint32_t code) {
    if (code < 0x80) {
      text += static_cast<char>(code);
      return;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    const uint32_t lead = more == 1 ? 0xc0 : more == 2 ? 0xe0 : 0xf0;
    text += static_cast<char>(lead | code >> (6 * more));
    for (int i = more; i-- > 0;) text += static_cast<char>(0x80 | (code >> (6 * i) & 0x3f));
  }

  std::unique_ptr<std::remove_pointer_t<locale_t>, decltype(&::freelocale)> locale_;
};

// A vector of strings, or one row of them: without the stop words, in the case that is asked for. Where nothing is left
// it is one empty string.
Value string_normalizer(const Call& c) {
  const NDArray& x = c.tensor(0);
  const bool row = x.shape().size() == 2 && x.shape()[0] == 1;
  if (!x.dtype().is_string() || !(x.shape().size() == 1 || row))
    c.refuse_value("it takes a vector of strings, or one row");
  const std::string action = c.string_attr("case_change_action", "NONE");
  if (action != "NONE" && action != "LOWER" && action != "UPPER")
    c.refuse_attribute("case_change_action", "is '" + action + "', not NONE, LOWER or UPPER");
  const bool exact = c.int_attr("is_case_sensitive", 0) != 0;
  const CaseTable cases;
  const auto key = [&](const std::string& text) { return exact ? text : cases.changed(text, false); };
  std::set<std::string> stop;
  if (const auto it = c.attrs.find("stopwords"); it != c.attrs.end())
    if (const auto* words = std::get_if<NDArray>(&it->second.value))
      for (int64_t i = 0; i < words->size(); ++i) stop.insert(key(words->text_at(i)));
  std::vector<std::string> kept;
  for (int64_t i = 0; i < x.size(); ++i) {
    spend();
    const std::string& text = x.text_at(i);
    if (!stop.contains(key(text))) kept.push_back(action == "NONE" ? text : cases.changed(text, action == "UPPER"));
  }
  if (kept.empty()) kept.emplace_back();
  const auto count = static_cast<int64_t>(kept.size());
  return NDArray::of_texts(row ? Extents{1, count} : Extents{count}, kept);
}

}  // namespace

void add_string_operators(Table& table) {
  table.add("onnx.Cast", string_cast);
  table.add("onnx.StringNormalizer", string_normalizer);
}

}  // namespace nw::reference
