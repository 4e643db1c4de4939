// SPDX-License-Identifier: GPL-3.0-or-later
// int, float, abs and round, for integers of 64 bits: what does not fit is an error, never another number.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

constexpr double kLargestWhole = 9e18;  // below 2^63

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\n\r\f\v";
  const size_t begin = text.find_first_not_of(kSpace);
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

// A sign, a prefix that fits the base (0: the prefix says which), digits that single underscores may separate.
std::optional<int64_t> whole_number(std::string_view text, int base) {
  text = trimmed(text);
  std::string digits;
  if (text.starts_with('-')) digits = "-";
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text.size() > 2 && text[0] == '0') {
    const char letter = static_cast<char>(text[1] | 0x20);
    const int named = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    if (named != 0 && (base == 0 || base == named)) {
      base = named;
      text.remove_prefix(2);
    }
  }
  if (base == 0) base = 10;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '-' || (text[i] == '_' && (i == 0 || i + 1 == text.size() || text[i + 1] == '_'))) return {};
    if (text[i] != '_') digits += text[i];
  }
  int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  return error == std::errc() && end == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

Value Evaluator::to_integer(const Value& first, const CallArguments& args, const Expr* e) {
  const Value* base = args.find(1, "base");
  if (const std::string* s = first.string()) {
    const auto given = base ? base->integer() : std::optional<int64_t>(10);
    if (!given || *given < 0 || *given == 1 || *given > 36)
      return python_error("the base of int is 0 or from 2 to 36, and this is " + describe(*base), e);
    if (const auto value = whole_number(*s, static_cast<int>(*given))) return *value;
    return python_error(describe(first) + " is not an integer of 64 bits", e);
  }
  if (base) return python_error("int takes a base with a text, and this is " + describe(first), e);
  if (first.integer()) return *first.integer();
  const double value = *first.number();
  if (!(std::fabs(value) < kLargestWhole)) return python_error("this number is too large", e);
  return static_cast<int64_t>(value);
}

Value Evaluator::rounded(const Value& first, const CallArguments& args, const Expr* e) {
  constexpr int64_t kMostDigits = 15;
  const auto n = first.number();
  if (!n || !(std::fabs(*n) < kLargestWhole)) return python_error(describe(first) + " cannot be rounded", e);
  const Value* given = args.find(1, "ndigits");
  const auto digits = given ? given->integer() : std::nullopt;
  if (first.integer() && digits.value_or(0) >= 0) return *first.integer();
  if (!digits) return static_cast<int64_t>(std::nearbyint(*n));
  if (*digits > kMostDigits || *digits < -kMostDigits) return first;
  const double scale = std::pow(10.0, static_cast<double>(-*digits));
  const double result =
      *digits < 0 ? std::nearbyint(*n / scale) * scale : std::stod(fmt::format("{:.{}f}", *n, *digits));
  if (first.integer() && !(std::fabs(result) < kLargestWhole)) return python_error("this number is too large", e);
  return first.integer() ? Value(static_cast<int64_t>(result)) : Value(result);
}

Value Evaluator::number_function(Builtin b, const CallArguments& args, const Expr* e) {
  const Value first = args.positional.empty() ? Value(None()) : args.positional[0];
  if (b == Builtin::Round) return rounded(first, args, e);
  if (b == Builtin::Abs) {
    if (const auto i = first.integer(); i && *i != INT64_MIN) return *i < 0 ? -*i : *i;
    if (const auto* d = first.get<double>()) return std::fabs(*d);
    if (first.script()) return call_path("tvm.tir.abs", args, e);
    return python_error(describe(first) + " has no absolute value", e);
  }
  if (args.positional.empty()) return b == Builtin::Int ? Value(int64_t{0}) : Value(0.0);
  if (first.string() && b == Builtin::Float) {
    std::string_view text = trimmed(*first.string());
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return value;
    return python_error(describe(first) + " is not a number", e);
  }
  if (!first.number() && !first.string()) {
    if (first.script())
      return not_known("the value of " + describe(first) + " is not known when the file is read",
                       {"its own .astype(\"int32\")"}, e);
    return python_error(describe(first) + " is not a number", e);
  }
  return b == Builtin::Float ? Value(*first.number()) : to_integer(first, args, e);
}

}  // namespace nw::flatten
