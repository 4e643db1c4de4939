// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers from texts and texts of numbers: int, float, round, hex, chr and the like, as Python has them.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

std::string without_spaces(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n\f\v");
  if (first == text.npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n\f\v") + 1 - first));
}

// '_' may stand between digits.
bool drop_underscores(std::string& text) {
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '_' && (i == 0 || i + 1 == text.size() || !std::isalnum(static_cast<unsigned char>(text[i - 1])) ||
                           !std::isalnum(static_cast<unsigned char>(text[i + 1]))))
      return false;
  std::erase(text, '_');
  return true;
}

// The base that a prefix says, which goes.
int base_of(std::string& digits, int base) {
  if (digits.size() < 2 || digits[0] != '0') return base == 0 ? 10 : base;
  const char letter = static_cast<char>(digits[1] | ' ');
  const int said = letter == 'x' ? 16 : letter == 'b' ? 2 : letter == 'o' ? 8 : 0;
  if (said == 0 || (base != 0 && base != said)) return base == 0 ? 10 : base;
  digits.erase(0, 2);
  return said;
}

std::string utf8(int64_t code) {
  std::string out;
  const auto tail = [&](int64_t bits) { out += static_cast<char>(0x80 | (bits & 0x3f)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    tail(code);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | (code >> 12));
    tail(code >> 6);
    tail(code);
  } else {
    out += static_cast<char>(0xf0 | (code >> 18));
    tail(code >> 12);
    tail(code >> 6);
    tail(code);
  }
  return out;
}

int64_t code_point(std::string_view c) {
  const auto first = static_cast<unsigned char>(c[0]);
  int64_t code = first < 0x80 ? first : first < 0xe0 ? first & 0x1f : first < 0xf0 ? first & 0x0f : first & 0x07;
  for (const char more : c.substr(1)) code = code << 6 | (static_cast<unsigned char>(more) & 0x3f);
  return code;
}

}  // namespace

Value Evaluator::to_integer(const CallArguments& args, const Expr* e) {
  if (args.positional.empty()) return int64_t{0};
  const Value& v = args.positional[0];
  const Value* given = args.find(1, "base");
  if (const std::string* s = v.string()) {
    const auto wanted = given ? given->integer() : std::optional<int64_t>(10);
    if (!wanted || *wanted < 0 || *wanted == 1 || *wanted > 36)
      return python_error("the base of int is 0 or from 2 to 36, and this is " + describe(*given), e, "ValueError");
    std::string digits = without_spaces(*s);
    const bool negative = digits.starts_with('-');
    if (negative || digits.starts_with('+')) digits.erase(0, 1);
    bool good = drop_underscores(digits);
    const int base = good ? base_of(digits, static_cast<int>(*wanted)) : 10;
    good = good && !digits.empty() && digits[0] != '-';
    if (negative) digits.insert(0, "-");
    int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (good && error == std::errc() && end == digits.data() + digits.size()) return value;
    return python_error(describe(v) + " is not an integer of 64 bits", e, "ValueError");
  }
  if (given) return python_error("int takes a base with a text, and this is " + describe(v), e);
  if (v.integer()) return *v.integer();
  if (const auto* d = v.get<double>()) {
    if (std::fabs(*d) < 9.2e18) return static_cast<int64_t>(*d);
    return python_error("this number is too large", e, "OverflowError");
  }
  if (const auto own = call_special(v, "__int__", {}, e)) return *own;
  if (v.script())
    return not_known("the value of " + describe(v) + " is not known when the file is read",
                     {"its own .astype(\"int32\")"}, e);
  return python_error(describe(v) + " is not a number", e);
}

Value Evaluator::to_float(const Value& v, const Expr* e) {
  if (const auto n = v.number()) return *n;
  if (const auto own = call_special(v, "__float__", {}, e)) return *own;
  if (v.script())
    return not_known("the value of " + describe(v) + " is not known when the file is read",
                     {"its own .astype(\"float32\")"}, e);
  const std::string* s = v.string();
  if (!s) return python_error(describe(v) + " is not a number", e);
  std::string text = without_spaces(*s);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (text.starts_with('+') && text.size() > 1 && text[1] != '-') text.erase(0, 1);
  const std::string plain = text.starts_with('-') ? text.substr(1) : text;
  const double sign = text.starts_with('-') ? -1 : 1;
  if (plain == "inf" || plain == "infinity") return sign * HUGE_VAL;
  if (plain == "nan") return std::nan("");
  double d = 0;
  const bool good = drop_underscores(text);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), d);
  if (error == std::errc::result_out_of_range) return text.find("e-") != text.npos ? sign * 0.0 : sign * HUGE_VAL;
  if (!good || text.empty() || error != std::errc() || end != text.data() + text.size())
    return python_error(describe(v) + " is not a number", e, "ValueError");
  return d;
}

// Halves go to the even neighbour; digits are those of the number itself, not of a product.
Value Evaluator::rounded(const CallArguments& args, const Expr* e) {
  const Value& v = args.positional[0];
  const Value* given = args.find(1, "ndigits");
  const auto digits = given ? given->integer() : std::nullopt;
  if (const auto own = call_special(v, "__round__", {}, e)) return *own;
  const auto n = v.number();
  if (!n) return python_error(describe(v) + " cannot be rounded", e);
  if (const auto i = v.integer()) {
    if (!digits || *digits >= 0) return *i;
    constexpr int64_t kMostDigits = 18;
    if (*digits < -kMostDigits) return int64_t{0};
    int64_t unit = 1;
    for (int64_t k = 0; k < -*digits; ++k) unit *= 10;
    const int64_t rest = ((*i % unit) + unit) % unit, low = *i - rest;
    const bool up = rest * 2 > unit || (rest * 2 == unit && (low / unit) % 2 != 0);
    return low + (up ? unit : 0);
  }
  if (!digits) {
    if (!(std::fabs(*n) < 9e18)) return python_error("this number cannot be rounded to an integer", e, "OverflowError");
    return static_cast<int64_t>(std::nearbyint(*n));
  }
  constexpr int64_t kPreciseDigits = 300;
  if (!std::isfinite(*n) || *digits > kPreciseDigits) return *n;
  if (*digits < -kPreciseDigits) return std::copysign(0.0, *n);
  if (*digits < 0) {
    const double unit = std::pow(10.0, static_cast<double>(-*digits));
    return std::nearbyint(*n / unit) * unit;
  }
  const std::string text = fmt::format("{:.{}f}", *n, *digits);
  double rounded = 0;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  return rounded;
}

// bin, oct, hex, chr, ord.
Value Evaluator::character_code(Builtin b, const Value& v, const Expr* e) {
  if (b == Builtin::Ord) {
    const auto letters = v.string() ? characters(*v.string()) : std::vector<std::string_view>();
    return letters.size() == 1 ? Value(code_point(letters[0])) : python_error("ord takes one character", e);
  }
  const auto i = v.integer();
  if (!i) return python_error("'" + std::string(name_of(b)) + "' takes an integer, and this is " + describe(v), e);
  if (b == Builtin::Chr)
    return *i >= 0 && *i <= 0x10ffff ? heap_.string(utf8(*i))
                                     : python_error("there is no such character", e, "ValueError");
  const uint64_t size = *i < 0 ? ~static_cast<uint64_t>(*i) + 1 : static_cast<uint64_t>(*i);
  const std::string digits = b == Builtin::Hex   ? fmt::format("{:#x}", size)
                             : b == Builtin::Bin ? fmt::format("{:#b}", size)
                                                 : fmt::format("0o{:o}", size);
  return heap_.string((*i < 0 ? "-" : "") + digits);
}

}  // namespace nw::flatten
