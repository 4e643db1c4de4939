// SPDX-License-Identifier: GPL-3.0-or-later
// Text made of values: f"…", "…" % …, "…".format(…).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

constexpr int kWidest = 1'000;
constexpr double kLargestWhole = 9e18;

struct Spec {
  char fill = ' ', align = 0, sign = 0, type = 0;
  bool zero = false, thousands = false;
  int width = 0, precision = -1;
};

std::optional<Spec> read_spec(std::string_view text) {
  Spec s;
  size_t i = 0;
  const auto at = [&](size_t k) { return k < text.size() ? text[k] : '\0'; };
  const auto is_align = [](char c) { return c == '<' || c == '>' || c == '^' || c == '='; };
  const auto number = [&] {
    int value = 0;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9' && value <= kWidest)
      value = value * 10 + (text[i++] - '0');
    return value;
  };
  if (is_align(at(1))) {
    s.fill = at(0);
    s.align = at(1);
    i = 2;
  } else if (is_align(at(0))) {
    s.align = at(0);
    i = 1;
  }
  if (at(i) == '+' || at(i) == '-' || at(i) == ' ') s.sign = text[i++];
  if (at(i) == '#') ++i;
  if (at(i) == '0') {
    s.zero = true;
    ++i;
  }
  s.width = number();
  if (at(i) == ',' || at(i) == '_') {
    s.thousands = true;
    ++i;
  }
  if (at(i) == '.') {
    ++i;
    s.precision = number();
  }
  if (i < text.size()) s.type = text[i++];
  if (i != text.size() || s.width > kWidest || s.precision > 100) return std::nullopt;
  return s;
}

std::string formatted_float(double d, char type, int precision) {
  const int digits = precision < 0 ? 6 : precision;
  switch (type) {
    case 'f':
    case 'F':
      return fmt::format("{:.{}f}", d, digits);
    case 'e':
      return fmt::format("{:.{}e}", d, digits);
    case 'E':
      return fmt::format("{:.{}E}", d, digits);
    case '%':
      return fmt::format("{:.{}f}%", d * 100, digits);
    default:
      return fmt::format("{:.{}g}", d, digits);
  }
}

std::string padded(std::string text, const Spec& s, bool is_number) {
  if (static_cast<int>(text.size()) >= s.width) return text;
  const size_t missing = static_cast<size_t>(s.width) - text.size();
  const char align = s.align ? s.align : s.zero && is_number ? '=' : is_number ? '>' : '<';
  const char fill = s.zero && !s.align ? '0' : s.fill;
  if (align == '<') return text + std::string(missing, fill);
  if (align == '>') return std::string(missing, fill) + text;
  if (align == '^') return std::string(missing / 2, fill) + text + std::string(missing - missing / 2, fill);
  const size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  return text.insert(sign, std::string(missing, fill));
}

}  // namespace

std::optional<std::string> Evaluator::with_spec(const Value& v, const std::string& spec, const Expr* e) {
  if (spec.empty()) return shown(v, false);
  const auto s = read_spec(spec);
  const auto refuse = [&]() -> std::optional<std::string> {
    python_error("the format '" + spec.substr(0, 60) + "' does not fit " + describe(v), e);
    return std::nullopt;
  };
  if (!s) return refuse();
  const bool as_float = v.is<double>() || std::string_view("feEgG%F").find(s->type) != std::string_view::npos;
  std::string text;
  if (const auto n = v.number(); n && as_float && s->type != 'd') {
    text = s->type == 0 && s->precision < 0 ? shown(*n, false) : formatted_float(*n, s->type, s->precision);
    if (s->sign == '+' && !text.starts_with('-')) text.insert(0, "+");
  } else if (const auto i = v.integer()) {
    const auto size = static_cast<uint64_t>(*i < 0 ? -(*i + 1) : *i) + (*i < 0 ? 1 : 0);
    const std::string digits = s->type == 'x'   ? fmt::format("{:x}", size)
                               : s->type == 'X' ? fmt::format("{:X}", size)
                               : s->type == 'b' ? fmt::format("{:b}", size)
                               : s->type == 'o' ? fmt::format("{:o}", size)
                                                : std::to_string(size);
    if (s->type != 0 && std::string_view("dxXbon").find(s->type) == std::string_view::npos) return refuse();
    text = (*i < 0 ? "-" : s->sign == '+' ? "+" : "") + digits;
    if (s->thousands)
      for (int at = static_cast<int>(text.size()) - 3; at > (text[0] == '-' || text[0] == '+' ? 1 : 0); at -= 3)
        text.insert(static_cast<size_t>(at), ",");
  } else {
    if (s->type != 0 && s->type != 's') return refuse();
    text = shown(v, false);
    if (s->precision >= 0) text = text.substr(0, static_cast<size_t>(s->precision));
    return padded(std::move(text), *s, false);
  }
  return padded(std::move(text), *s, true);
}

Value Evaluator::formatted(const Expr* e) {
  std::string text;
  for (const Expr* part : e->items) {
    if (part->kind == ExprKind::String) {
      text += part->string;
      continue;
    }
    const Value v = eval(part->a);
    if (v.failed() || v.outside()) return v;
    std::string spec;
    if (part->b) {
      const Value given = formatted(part->b);
      if (!given.string()) return given;
      spec = *given.string();
    }
    const auto piece = part->text == "r" ? std::optional(shown(v, true)) : with_spec(v, spec, part);
    if (!piece) return Failed();
    text += *piece;
    if (!step(e, static_cast<int64_t>(piece->size() / 16))) return Failed();
  }
  return heap_.string(std::move(text));
}

Value Evaluator::percent(const std::string& format, const Value& arguments, const Expr* e) {
  std::vector<Value> values;
  if (arguments.list() && arguments.list()->is_tuple)
    values = arguments.list()->items;
  else
    values = {arguments};
  std::string text;
  size_t next = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      text += format[i];
      continue;
    }
    if (++i >= format.size()) return python_error("the format ends with '%'", e);
    if (format[i] == '%') {
      text += '%';
      continue;
    }
    Value v;
    if (format[i] == '(') {
      const size_t close = format.find(')', i);
      const DictObject* d = arguments.dict();
      if (close == format.npos || !d) return python_error("'%(' needs a dict", e);
      const auto it = d->places.find("s" + format.substr(i + 1, close - i - 1));
      if (it == d->places.end()) return python_error("the dict lacks a key of the format", e);
      v = d->items[it->second].second;
      i = close + 1;
    } else if (next < values.size()) {
      v = values[next++];
    } else {
      return python_error("there are fewer values than the format needs", e);
    }
    std::string spec;
    while (i < format.size() && std::string_view("-+ #0123456789.").find(format[i]) != std::string_view::npos)
      spec += format[i++];
    if (i >= format.size()) return python_error("the format ends within a field", e);
    const char type = format[i];
    if (v.outside()) return v;
    if (type == 's' || type == 'r') {
      const std::string piece = shown(v, type == 'r');
      std::erase(spec, '-');
      text += spec.empty() ? piece : with_spec(heap_.string(piece), ">" + spec, e).value_or(piece);
    } else {
      const bool whole = (type == 'd' || type == 'i') && v.is<double>();
      if (whole && !(std::fabs(*v.get<double>()) < kLargestWhole))
        return python_error("'%" + std::string(1, type) + "' of " + describe(v) + " does not fit 64 bits", e);
      const Value number = whole ? Value(static_cast<int64_t>(*v.get<double>())) : v;
      if (spec.starts_with('-')) spec[0] = '<';
      const auto piece = with_spec(number, spec + (type == 'i' ? 'd' : type), e);
      if (!piece) return Failed();
      text += *piece;
    }
  }
  if (!step(e, static_cast<int64_t>(text.size() / 16))) return Failed();
  if (next < values.size() && !arguments.dict() && arguments.list())
    return python_error("there are more values than the format needs", e);
  return heap_.string(std::move(text));
}

Value Evaluator::format_call(const std::string& format, const CallArguments& args, const Expr* e) {
  std::string text;
  size_t next = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    const char c = format[i];
    if ((c == '{' || c == '}') && i + 1 < format.size() && format[i + 1] == c) {
      text += c;
      ++i;
      continue;
    }
    if (c != '{') {
      text += c;
      continue;
    }
    const size_t close = format.find('}', i);
    if (close == format.npos) return python_error("a '{' of the format is not closed", e);
    std::string field = format.substr(i + 1, close - i - 1), spec;
    if (const size_t colon = field.find(':'); colon != field.npos) {
      spec = field.substr(colon + 1);
      field.resize(colon);
    }
    const bool as_repr = field.ends_with("!r");
    if (const size_t mark = field.find('!'); mark != field.npos) field.resize(mark);
    const Value* v = nullptr;
    int64_t place = 0;
    if (field.empty())
      v = next < args.positional.size() ? &args.positional[next++] : nullptr;
    else if (std::from_chars(field.data(), field.data() + field.size(), place).ec == std::errc())
      v = place >= 0 && place < static_cast<int64_t>(args.positional.size())
              ? &args.positional[static_cast<size_t>(place)]
              : nullptr;
    else
      v = args.find(SIZE_MAX, field);
    if (!v) return python_error("there is no value for '{" + field.substr(0, 60) + "}'", e);
    if (v->outside()) return *v;
    const auto piece = as_repr ? std::optional(shown(*v, true)) : with_spec(*v, spec, e);
    if (!piece) return Failed();
    text += *piece;
    i = close;
  }
  if (!step(e, static_cast<int64_t>(text.size() / 16))) return Failed();
  return heap_.string(std::move(text));
}

}  // namespace nw::flatten
