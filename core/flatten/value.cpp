// SPDX-License-Identifier: GPL-3.0-or-later
#include "flatten/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nw::flatten {

namespace {

constexpr int kMaxShownDepth = 20;
constexpr size_t kLongestShown = 100'000;

std::string shown_float(double d) {
  if (std::isinf(d)) return d < 0 ? "-inf" : "inf";
  if (std::isnan(d)) return "nan";
  std::string text = fmt::format("{}", d);
  if (text.find_first_of(".en") == text.npos) text += ".0";
  return text;
}

std::string quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\')
      out += std::string("\\") + c;
    else if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else if (c == '\t')
      out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + quote;
}

// As Python's repr: in single quotes, unless only these would need a backslash.
std::string shown_string(std::string_view text) {
  const char quote = text.find('\'') != text.npos && text.find('"') == text.npos ? '"' : '\'';
  return quoted(text, quote);
}

std::string shown_range(const RangeValue& r) {
  return r.step == 1 ? fmt::format("range({}, {})", r.begin, r.end)
                     : fmt::format("range({}, {}, {})", r.begin, r.end, r.step);
}

std::string shown(const Value& v, bool as_repr, int depth) {
  if (depth > kMaxShownDepth) return "...";
  if (v.is<None>()) return "None";
  if (const auto* b = v.get<bool>()) return *b ? "True" : "False";
  if (const auto* i = v.get<int64_t>()) return std::to_string(*i);
  if (const auto* d = v.get<double>()) return shown_float(*d);
  if (const std::string* s = v.string()) return as_repr ? shown_string(*s) : *s;
  if (const ListObject* l = v.list()) {
    if (l->is_set && l->items.empty()) return "set()";
    std::string text(1, l->is_tuple ? '(' : l->is_set ? '{' : '[');
    for (size_t i = 0; i < l->items.size() && text.size() < kLongestShown; ++i)
      text += (i ? ", " : "") + shown(l->items[i], true, depth + 1);
    if (l->is_tuple && l->items.size() == 1) text += ",";
    return text + (l->is_tuple ? ')' : l->is_set ? '}' : ']');
  }
  if (const DictObject* d = v.dict()) {
    std::string text = "{";
    for (const auto& [key, value] : d->items) {
      if (text.size() > kLongestShown) break;
      text += (text.size() > 1 ? ", " : "") + shown(key, true, depth + 1) + ": " + shown(value, true, depth + 1);
    }
    return text + "}";
  }
  if (const auto* r = v.get<RangeValue>()) return shown_range(*r);
  if (const ScriptValue* s = v.script()) return s->text;
  if (const std::string* p = v.path()) return *p;
  if (const OutsideValue* o = v.outside()) return o->what;
  if (const ClassObject* c = v.object()) return c->name;
  if (const Function* f = v.function()) return fmt::format("<function {}>", f->name);
  return "?";
}

}  // namespace

int64_t RangeValue::size() const {
  if (step > 0 ? begin >= end : begin <= end) return 0;
  const auto from = static_cast<uint64_t>(step > 0 ? begin : end), to = static_cast<uint64_t>(step > 0 ? end : begin);
  const uint64_t stride = step > 0 ? static_cast<uint64_t>(step) : ~static_cast<uint64_t>(step) + 1;
  const uint64_t last = (to - from - 1) / stride;
  return last < INT64_MAX ? static_cast<int64_t>(last) + 1 : INT64_MAX;  // more than any file is given steps for
}

const Value* ClassObject::find(std::string_view member) const {
  if (const auto it = scope->variables.find(member); it != scope->variables.end()) return &it->second;
  for (const ClassObject* base : order)
    if (const auto it = base->scope->variables.find(member); it != base->scope->variables.end()) return &it->second;
  return nullptr;
}

const Function* ClassObject::method(std::string_view member) const {
  for (const ClassObject* base : order)
    if (const auto it = base->scope->variables.find(member); it != base->scope->variables.end())
      return it->second.function();
  return nullptr;
}

bool ClassObject::is_a(const ClassObject& other) const {
  return this == &other || std::ranges::find(order, &other) != order.end();
}

std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> list;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    list.push_back(text.substr(at, end - at));
    at = end;
  }
  return list;
}

std::optional<int64_t> Value::integer() const {
  if (const auto* i = get<int64_t>()) return *i;
  if (const auto* b = get<bool>()) return *b ? 1 : 0;
  return std::nullopt;
}

std::optional<double> Value::number() const {
  if (const auto* d = get<double>()) return *d;
  const auto i = integer();
  return i ? std::optional(static_cast<double>(*i)) : std::nullopt;
}

std::string shown(const Value& v, bool as_repr) {
  return shown(v, as_repr, 0);
}

std::string string_literal(std::string_view text) {
  return quoted(text, '"');
}

std::string describe(const Value& v) {
  if (v.is<None>()) return "None";
  if (v.is<bool>()) return shown(v, true);
  if (v.is<int64_t>()) return "the integer " + shown(v, true);
  if (v.is<double>()) return "the number " + shown(v, true);
  if (const std::string* s = v.string()) return "the string " + string_literal(s->substr(0, 60));
  if (const ListObject* l = v.list(); l && l->is_region) return "a slice of " + describe(l->items[0]);
  if (const ListObject* l = v.list())
    return l->is_tuple ? "a tuple" : l->is_set ? "a set" : l->is_iterator ? "an iterator" : "a list";
  if (v.dict()) return "a dict";
  if (v.is<RangeValue>()) return "a range";
  if (const Function* f = v.function()) return fmt::format("the function '{}'", f->name);
  if (const ScriptValue* s = v.script()) {
    using Kind = ScriptValue::Kind;
    const char* kind = s->kind == Kind::Tensor      ? "the tensor "
                       : s->kind == Kind::Operation ? "the operation "
                       : s->kind == Kind::Axis      ? "the axis "
                       : s->kind == Kind::Stage     ? "the stage "
                       : s->kind == Kind::Schedule  ? "the schedule "
                       : s->kind == Kind::Buffer    ? "the buffer "
                                                    : "the expression ";
    return kind + s->text.substr(0, 60);
  }
  if (const std::string* p = v.path()) return *p;
  if (const OutsideValue* o = v.outside()) return o->what;
  if (const ClassObject* c = v.object()) return (c->is_instance() ? "an object of '" : "the class '") + c->name + "'";
  return "a value";
}

std::optional<std::string> key_of(const Value& v) {
  if (const auto i = v.integer()) return "i" + std::to_string(*i);
  if (const auto* d = v.get<double>())
    return *d == std::floor(*d) && std::fabs(*d) < 9e15 ? "i" + std::to_string(static_cast<int64_t>(*d))
                                                        : "f" + shown(v, true);
  if (const std::string* s = v.string()) return "s" + *s;
  if (v.is<None>()) return "n";
  if (const ScriptValue* s = v.script()) return "t" + s->text;
  if (const std::string* p = v.path()) return "p" + *p;
  if (const Function* f = v.function()) return fmt::format("l{}", static_cast<const void*>(f));
  if (const auto* b = v.get<Builtin>()) return fmt::format("b{}", static_cast<int>(*b));
  if (const ClassObject* c = v.object()) {  // by identity, unless its class says otherwise
    if (c->is_instance() && (c->method("__eq__") || c->method("__hash__") || c->type->is_dataclass))
      return std::nullopt;
    return fmt::format("o{}", static_cast<const void*>(c));
  }
  const ListObject* l = v.list();
  if (!l || !l->is_tuple) return std::nullopt;
  std::string key = "(";
  for (const Value& item : l->items) {
    const auto inner = item.list() && item.list() == l ? std::nullopt : key_of(item);
    if (!inner || key.size() > 10'000) return std::nullopt;
    key += std::to_string(inner->size()) + ":" + *inner;
  }
  return key;
}

}  // namespace nw::flatten
