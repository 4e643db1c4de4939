// SPDX-License-Identifier: GPL-3.0-or-later
// Text made of values: f"…", "…" % …, "…".format(…).
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

constexpr int kWidest = 1'000;

struct Spec {
  std::string fill = " ";
  char align = 0, sign = 0, type = 0, thousands = 0;
  bool zero = false, alternate = false;
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
  const size_t first = text.empty() ? 0 : characters(text)[0].size();
  if (first > 0 && is_align(at(first))) {
    s.fill = text.substr(0, first);
    s.align = at(first);
    i = first + 1;
  } else if (is_align(at(0))) {
    s.align = at(0);
    i = 1;
  }
  if (at(i) == '+' || at(i) == '-' || at(i) == ' ') s.sign = text[i++];
  if (at(i) == '#') {
    s.alternate = true;
    ++i;
  }
  if (at(i) == '0') {
    s.zero = true;
    ++i;
  }
  s.width = number();
  if (at(i) == ',' || at(i) == '_') s.thousands = text[i++];
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
    case 'G':
      return fmt::format("{:.{}G}", d, digits);
    case 'g':
      return fmt::format("{:.{}g}", d, digits);
    default: {  // without a type: as 'g', but with a digit after the point
      std::string text = fmt::format("{:.{}g}", d, std::max(digits, 1));
      if (text.find_first_of(".en") == text.npos) text += ".0";
      return text;
    }
  }
}

// Separators between each three digits before the point.
void separate(std::string& text, char separator) {
  size_t end = 0;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  for (auto at = static_cast<std::ptrdiff_t>(end) - 3; at > 0; at -= 3)
    text.insert(static_cast<size_t>(at), 1, separator);
}

std::string padded(std::string text, const Spec& s, bool is_number) {
  const size_t size = characters(text).size();
  if (static_cast<int>(size) >= s.width) return text;
  const size_t missing = static_cast<size_t>(s.width) - size;
  const char align = s.align ? s.align : s.zero && is_number ? '=' : is_number ? '>' : '<';
  const std::string fill = s.zero && s.fill == " " ? "0" : s.fill;
  const auto fills = [&](size_t n) {
    std::string out;
    for (size_t i = 0; i < n; ++i) out += fill;
    return out;
  };
  if (align == '<') return text + fills(missing);
  if (align == '>') return fills(missing) + text;
  if (align == '^') return fills(missing / 2) + text + fills(missing - missing / 2);
  size_t before = !text.empty() && (text[0] == '-' || text[0] == '+' || text[0] == ' ') ? 1 : 0;
  if (s.alternate && text.size() > before + 1 && text[before] == '0' &&
      std::isalpha(static_cast<unsigned char>(text[before + 1])))
    before += 2;
  return text.insert(before, fills(missing));
}

}  // namespace

// Of values that only a run prints (addresses of functions, sizes of arrays) there is none.
std::optional<std::string> Evaluator::text(const Value& v, bool as_repr, const Expr* e) {
  for (const char* name : {as_repr ? "__repr__" : "__str__", "__repr__"})
    if (const auto own = call_special(v, name, {}, e)) {
      if (own->string()) return *own->string();
      return std::nullopt;
    }
  const auto depends = [](const Value& x) {
    return x.object() || x.function() || x.is<const MethodValue*>() || x.is<Builtin>() || x.outside();
  };
  bool unknown = depends(v) || (v.list() && (v.list()->is_iterator || std::ranges::any_of(v.list()->items, depends)));
  if (const DictObject* d = v.dict())
    unknown = std::ranges::any_of(d->items, [&](const auto& item) { return depends(item.second); });
  if (!unknown) return shown(v, as_repr);
  not_known("the text of " + describe(v) + " is that of a run", {"strings and numbers"}, e);
  return std::nullopt;
}

std::optional<std::string> Evaluator::with_spec(const Value& v, const std::string& spec, const Expr* e) {
  if (spec.empty()) return text(v, false, e);
  const auto s = read_spec(spec);
  const auto refuse = [&]() -> std::optional<std::string> {
    python_error("the format '" + spec.substr(0, 60) + "' does not fit " + describe(v), e, "ValueError");
    return std::nullopt;
  };
  if (!s) return refuse();
  const std::string plus = s->sign == '+' ? "+" : s->sign == ' ' ? " " : "";
  const bool as_float = v.is<double>() || (v.number() && s->type != 0 &&
                                           std::string_view("feEgG%F").find(s->type) != std::string_view::npos);
  if (const auto n = v.number(); n && as_float) {
    if (s->type != 0 && std::string_view("feEgG%F").find(s->type) == std::string_view::npos) return refuse();
    const bool negative = std::signbit(*n) && !std::isnan(*n);
    const double size = std::fabs(*n);
    std::string digits =
        s->type == 0 && s->precision < 0 ? shown(size, false) : formatted_float(size, s->type, s->precision);
    if (s->thousands) separate(digits, s->thousands);
    return padded((negative ? "-" : plus) + digits, *s, true);
  }
  if (const auto i = v.integer(); i && !(v.is<bool>() && s->type == 0 && s->width == 0)) {
    if (s->type == 'c') {
      const Value letter = character_code(Builtin::Chr, *i, e);
      return letter.string() ? std::optional(padded(*letter.string(), *s, true)) : std::nullopt;
    }
    if (s->type != 0 && std::string_view("dxXbon").find(s->type) == std::string_view::npos) return refuse();
    if (s->precision >= 0) return refuse();
    const uint64_t size = *i < 0 ? ~static_cast<uint64_t>(*i) + 1 : static_cast<uint64_t>(*i);
    std::string digits = s->type == 'x'   ? fmt::format("{:x}", size)
                         : s->type == 'X' ? fmt::format("{:X}", size)
                         : s->type == 'b' ? fmt::format("{:b}", size)
                         : s->type == 'o' ? fmt::format("{:o}", size)
                                          : std::to_string(size);
    if (s->thousands) separate(digits, s->thousands);
    if (s->alternate && s->type != 0 && s->type != 'd' && s->type != 'n') digits = std::string("0") + s->type + digits;
    return padded((*i < 0 ? "-" : plus) + digits, *s, true);
  }
  if (s->type != 0 && s->type != 's') return refuse();
  if (!v.string() && !v.is<bool>() && !v.script()) return refuse();
  auto written = text(v, false, e);
  if (!written) return std::nullopt;
  if (s->precision >= 0) {
    const auto letters = characters(*written);
    std::string cut;
    for (size_t i = 0; i < std::min(letters.size(), static_cast<size_t>(s->precision)); ++i) cut += letters[i];
    *written = cut;
  }
  return padded(std::move(*written), *s, false);
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
    Value shown_value = v;
    if (part->text == "r" || part->text == "s") {
      const auto written = this->text(v, part->text == "r", part);
      if (!written) return Failed();
      shown_value = heap_.string(*written);
    }
    const auto piece = with_spec(shown_value, spec, part);
    if (!piece) return Failed();
    text += *piece;
    if (!step(e, static_cast<int64_t>(piece->size() / 16))) return Failed();
  }
  return heap_.string(std::move(text));
}

// One field of "…" % values: its flags are those of C.
std::optional<std::string> Evaluator::percent_field(std::string spec, char type, const Value& v, const Expr* e) {
  const auto has = [&](char c) { return spec.substr(0, spec.find_first_of("123456789.")).find(c) != spec.npos; };
  const bool left = has('-'), zero = has('0') && !left, plus = has('+'), space = has(' '), alternate = has('#');
  const size_t width = spec.find_first_of("123456789.");
  const std::string size = width == spec.npos ? "" : spec.substr(width);
  if (type == 's' || type == 'r' || type == 'a') {
    const auto written = text(v, type != 's', e);
    return written ? with_spec(heap_.string(*written), (left ? "<" : ">") + size, e) : std::nullopt;
  }
  const std::string flags = std::string(left ? "<" : ">") + (plus ? "+" : space ? " " : "");
  const std::string form = zero ? (plus    ? "+"
                                   : space ? " "
                                           : "") +
                                      std::string(alternate ? "#0" : "0")
                                : flags + (alternate ? "#" : "");
  if (type == 'i' || type == 'u' || type == 'd') {
    if (const auto* d = v.get<double>(); d && !(std::fabs(*d) < 9.2e18)) {
      python_error(std::string("'%") + type + "' of " + describe(v) + " does not fit 64 bits", e, "OverflowError");
      return std::nullopt;
    }
    const Value whole = v.is<double>() ? to_integer({{v}, {}, e}, e) : v;
    if (whole.failed()) return std::nullopt;
    return with_spec(whole.is<bool>() ? Value(*whole.integer()) : whole, form + size + "d", e);
  }
  if (type == 'c' && v.string()) return with_spec(v, (left ? "<" : ">") + size, e);
  if (std::string_view("eEfFgGxXoc").find(type) == std::string_view::npos) {
    python_error(std::string("the format has the unknown type '") + type + "'", e, "ValueError");
    return std::nullopt;
  }
  if (!v.number()) {
    python_error("the format '%" + spec + type + "' does not fit " + describe(v), e);
    return std::nullopt;
  }
  return with_spec(v, form + size + type, e);
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
    while (i < format.size() && (format[i] == 'l' || format[i] == 'h')) ++i;
    if (i >= format.size()) return python_error("the format ends within a field", e, "ValueError");
    if (v.outside()) return v;
    const auto piece = percent_field(spec, format[i], v, e);
    if (!piece) return Failed();
    text += *piece;
  }
  if (!step(e, static_cast<int64_t>(text.size() / 16))) return Failed();
  if (next < values.size() && !arguments.dict() && arguments.list())
    return python_error("there are more values than the format needs", e);
  return heap_.string(std::move(text));
}

// "{}", "{0}", "{name}", each with "!r" and ":spec"; the spec may have fields of its own.
Value Evaluator::format_call(const std::string& format, const CallArguments& args, const Expr* e) {
  size_t next = 0;
  return format_fields(format, args, next, 0, e);
}

Value Evaluator::format_fields(const std::string& format, const CallArguments& args, size_t& next, int depth,
                               const Expr* e) {
  std::string out;
  for (size_t i = 0; i < format.size(); ++i) {
    const char c = format[i];
    if ((c == '{' || c == '}') && i + 1 < format.size() && format[i + 1] == c && depth == 0) {
      out += c;
      ++i;
      continue;
    }
    if (c != '{') {
      out += c;
      continue;
    }
    size_t close = i + 1;
    for (int open = 1; close < format.size(); ++close) {
      open += format[close] == '{' ? 1 : format[close] == '}' ? -1 : 0;
      if (open == 0) break;
    }
    if (close >= format.size() || depth > 1) return python_error("a '{' of the format is not closed", e, "ValueError");
    std::string field = format.substr(i + 1, close - i - 1), spec;
    if (const size_t colon = field.find(':'); colon != field.npos) {
      spec = field.substr(colon + 1);
      field.resize(colon);
    }
    std::string conversion;
    if (const size_t mark = field.find('!'); mark != field.npos) {
      conversion = field.substr(mark + 1);
      field.resize(mark);
    }
    if (field.find_first_of(".[") != field.npos)
      return not_known("'{" + field.substr(0, 60) + "}' of a format takes a part of its value", {"an f-string"}, e);
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
    if (!v) return python_error("there is no value for '{" + field.substr(0, 60) + "}'", e, "IndexError");
    if (v->outside() || v->failed()) return *v;
    const Value inner = format_fields(spec, args, next, depth + 1, e);
    if (!inner.string()) return inner;
    Value what = *v;
    if (!conversion.empty()) {
      const auto written = text(*v, conversion == "r", e);
      if (!written) return Failed();
      what = heap_.string(*written);
    }
    const auto piece = with_spec(what, *inner.string(), e);
    if (!piece) return Failed();
    out += *piece;
    i = close;
  }
  if (!step(e, static_cast<int64_t>(out.size() / 16))) return Failed();
  return heap_.string(std::move(out));
}

}  // namespace nw::flatten
