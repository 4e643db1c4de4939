// SPDX-License-Identifier: GPL-3.0-or-later
// Truth, equality, comparisons, and/or/not.
#include <algorithm>
#include <cmath>
#include <set>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

constexpr int kMaxEqualDepth = 50;

}  // namespace

std::optional<bool> Evaluator::truth(const Value& v, const Expr* at) {
  if (v.failed()) return std::nullopt;
  if (const auto n = v.number()) return *n != 0;
  if (v.is<None>()) return false;
  if (const std::string* s = v.string()) return !s->empty();
  if (const ListObject* l = v.list()) return l->is_iterator || !l->items.empty();
  if (const DictObject* d = v.dict()) return !d->items.empty();
  if (const auto* r = v.get<RangeValue>()) return r->size() > 0;
  if (const auto own = call_special(v, "__bool__", {}, at)) return truth(*own, at);
  if (const auto own = call_special(v, "__len__", {}, at)) return truth(*own, at);
  const ScriptValue* s = v.script();
  if (s && (s->kind == ScriptValue::Kind::Expression || s->local)) {
    not_known("a condition on " + describe(v) + " is not known when the file is read",
              {"tir.if_then_else(condition, a, b)", "tir.Select(condition, a, b)", "tir.all(…) and tir.any(…)"}, at);
    return std::nullopt;
  }
  if (v.outside()) {
    not_known("only a run knows this condition (" + v.outside()->what + ")",
              {"a condition on values that are known when the file is read"}, at);
    return std::nullopt;
  }
  return true;
}

std::optional<bool> Evaluator::equal(const Value& a, const Value& b, const Expr* at, int depth) {
  if (!step(at)) return std::nullopt;
  if (depth > kMaxEqualDepth) {
    report(too_deep(at->line));
    return std::nullopt;
  }
  const auto x = a.number(), y = b.number();
  if (x && y) return a.integer() && b.integer() ? *a.integer() == *b.integer() : *x == *y;
  if (a.string() && b.string()) return *a.string() == *b.string();
  if (a.is<None>() || b.is<None>()) return a.is<None>() && b.is<None>();
  if (a.list() && b.list()) return equal_lists(*a.list(), *b.list(), at, depth);
  if (const DictObject *c = a.dict(), *d = b.dict(); c && d) {
    if (c == d) return true;
    if (c->items.size() != d->items.size()) return false;
    for (const auto& [text, place] : c->places) {
      const auto it = d->places.find(text);
      if (it == d->places.end()) return false;
      const auto same = equal(c->items[place].second, d->items[it->second].second, at, depth + 1);
      if (!same || !*same) return same;
    }
    return true;
  }
  if (a.object() || b.object()) {
    for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
      if (const auto own = call_special(*one, "__eq__", {*other}, at))
        if (!own->outside() || own->outside()->what != "NotImplemented") return truth(*own, at);
    const ClassObject *c = a.object(), *d = b.object();
    const bool data =
        c && d && c != d && c->is_instance() && d->is_instance() && c->type == d->type && c->type->is_dataclass;
    if (!data) return c == d;
    for (const ClassObject::Field& f : c->type->fields) {
      const Value *left = c->find(f.name), *right = d->find(f.name);
      const auto same = left && right ? equal(*left, *right, at, depth + 1) : false;
      if (!same || !*same) return same;
    }
    return true;
  }
  if (a.is<Builtin>() || b.is<Builtin>())
    return a.is<Builtin>() && b.is<Builtin>() && *a.get<Builtin>() == *b.get<Builtin>();
  if (a.script() && b.script()) return a.script()->text == b.script()->text;
  if (a.function() || b.function()) return a.function() == b.function();
  if (a.path() && b.path()) return *a.path() == *b.path();
  if (a.get<RangeValue>() && b.get<RangeValue>()) return shown(a, true) == shown(b, true);
  return false;
}

std::optional<bool> Evaluator::equal_lists(const ListObject& a, const ListObject& b, const Expr* at, int depth) {
  if (&a == &b) return true;
  if (a.is_iterator || b.is_iterator || a.is_set != b.is_set || a.is_tuple != b.is_tuple ||
      a.items.size() != b.items.size())
    return false;
  if (a.is_set) {
    std::set<std::string> keys;
    for (const Value& v : a.items) keys.insert(key_of(v).value_or(shown(v, true)));
    return std::ranges::all_of(b.items,
                               [&](const Value& v) { return keys.contains(key_of(v).value_or(shown(v, true))); });
  }
  for (size_t i = 0; i < a.items.size(); ++i) {
    const auto same = equal(a.items[i], b.items[i], at, depth + 1);
    if (!same || !*same) return same;
  }
  return true;
}

// 'is': of what has an identity, whether it is the same one.
bool Evaluator::identical(const Value& a, const Value& b) {
  if (a.data.index() != b.data.index()) return false;
  if (a.is<None>()) return true;
  if (const auto* x = a.get<bool>()) return *x == *b.get<bool>();
  if (const auto* x = a.get<int64_t>()) return *x == *b.get<int64_t>();
  if (const auto* x = a.get<double>()) return *x == *b.get<double>();
  if (a.string()) return *a.string() == *b.string();
  if (a.list()) return a.list() == b.list();
  if (a.dict()) return a.dict() == b.dict();
  if (a.object()) return a.object() == b.object();
  if (a.function()) return a.function() == b.function();
  if (a.path()) return *a.path() == *b.path();
  if (a.script()) return a.script()->text == b.script()->text;
  if (const auto* x = a.get<Builtin>()) return *x == *b.get<Builtin>();
  return false;
}

Value Evaluator::contains(const Value& container, const Value& item, const Expr* e) {
  if (container.outside()) return container;
  if (const DictObject* d = container.dict()) {
    const auto key = key_of(item);
    return key && d->places.contains(*key);
  }
  if (const std::string* text = container.string()) {
    if (item.outside()) return item;
    if (!item.string()) return python_error("only a string can be in a string", e);
    return text->find(*item.string()) != text->npos;
  }
  if (item.outside()) return item;
  if (const auto own = call_special(container, "__contains__", {item}, e)) {
    const auto holds = truth(*own, e);
    return holds ? Value(*holds) : Value(Failed());
  }
  if (const auto* r = container.get<RangeValue>(); r && item.number()) {
    const auto i = item.integer();
    const double whole = *item.number();
    if (!i && whole != std::floor(whole)) return false;
    const int64_t n = i ? *i : static_cast<int64_t>(whole);
    const bool within = r->step > 0 ? n >= r->begin && n < r->end : n <= r->begin && n > r->end;
    return within && (n - r->begin) % r->step == 0;
  }
  bool found = false;
  const bool whole = each_item(container, e, [&](const Value& v) {
    const auto same = identical(v, item) ? std::optional(true) : equal(v, item, e);
    found = same.value_or(false);
    return same && !found;
  });
  return whole || found ? Value(found) : Value(Failed());
}

// Of objects whose class has an order: __lt__ of the left one, else __gt__ of the right one.
std::optional<Value> Evaluator::compare_objects(std::string_view op, const Value& a, const Value& b, const Expr* e) {
  struct Names {
    std::string_view op, own, turned;
  };
  static constexpr Names names[] = {{"<", "__lt__", "__gt__"},
                                    {">", "__gt__", "__lt__"},
                                    {"<=", "__le__", "__ge__"},
                                    {">=", "__ge__", "__le__"},
                                    {"!=", "__ne__", "__ne__"}};
  const auto* row = std::ranges::find(names, op, &Names::op);
  if (row == std::end(names)) return std::nullopt;
  if (auto v = call_special(a, row->own, {b}, e)) return v;
  return call_special(b, row->turned, {a}, e);
}

Value Evaluator::compare_two(std::string_view op, const Value& a, const Value& b, const Expr* e) {
  const bool negated = op == "!=" || op == "is not" || op == "not in";
  if (op == "in" || op == "not in") {
    const Value found = contains(b, a, e);
    return found.is<bool>() ? Value(*found.get<bool>() != negated) : found;
  }
  if (op == "is" || op == "is not") {
    if (a.outside() || b.outside()) return a.is<None>() || b.is<None>() ? Value(negated) : a.outside() ? a : b;
    return identical(a, b) != negated;
  }
  if (a.outside() || b.outside()) return a.outside() ? a : b;
  const auto is_expression = [](const Value& v) {
    return v.script() && (v.script()->kind == ScriptValue::Kind::Expression || v.script()->local ||
                          v.script()->kind == ScriptValue::Kind::Axis);
  };
  const bool both_axes = a.script() && b.script() && a.script()->kind == b.script()->kind &&
                         a.script()->kind != ScriptValue::Kind::Expression && !a.script()->local;
  if ((is_expression(a) && (is_expression(b) || b.number())) || (is_expression(b) && a.number())) {
    if (!(both_axes && (op == "==" || op == "!="))) {
      ScriptValue s;
      s.kind = ScriptValue::Kind::Expression;
      s.binding = Binding::Compare;
      if (!put(s, a, Binding::BitOr, e)) return Failed();
      s.text += " " + std::string(op) + " ";
      return put(s, b, Binding::BitOr, e) ? inline_expression(std::move(s)) : Value(Failed());
    }
  }
  if (a.object() || b.object())
    if (const auto own = compare_objects(op, a, b, e)) return *own;
  if (const auto own = op == "==" ? call_special(a, "__eq__", {b}, e) : std::nullopt) return *own;
  if (op == "==" || op == "!=") {
    const auto same = equal(a, b, e);
    return same ? Value(*same != negated) : Value(Failed());
  }
  const auto decided = [&](auto x, auto y) -> Value {
    return op == "<" ? x < y : op == ">" ? x > y : op == "<=" ? x <= y : x >= y;
  };
  if (a.integer() && b.integer()) return decided(*a.integer(), *b.integer());
  if (a.number() && b.number()) return decided(*a.number(), *b.number());
  if (a.string() && b.string()) return decided(*a.string(), *b.string());
  if (a.list() && b.list() && a.list()->is_set && b.list()->is_set) {
    const Value &smaller = op[0] == '<' ? a : b, &larger = op[0] == '<' ? b : a;
    for (const Value& v : smaller.list()->items) {
      const Value within = contains(larger, v, e);
      if (!within.is<bool>()) return Failed();
      if (!*within.get<bool>()) return false;
    }
    return op.size() == 2 || smaller.list()->items.size() < larger.list()->items.size();
  }
  if (a.list() && b.list() && a.list()->is_tuple == b.list()->is_tuple && !a.list()->is_set && !b.list()->is_set) {
    const auto &x = a.list()->items, &y = b.list()->items;
    for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
      const auto same = equal(x[i], y[i], e);
      if (!same) return Failed();
      if (!*same) return compare_two(op, x[i], y[i], e);
    }
    return decided(x.size(), y.size());
  }
  return python_error(describe(a) + " and " + describe(b) + " have no order", e);
}

Value Evaluator::compare(const Expr* e) {
  Value left = eval(e->items[0]);
  Value result = true;
  for (size_t i = 0; i < e->operators.size(); ++i) {
    const Value right = eval(e->items[i + 1]);
    if (left.failed() || right.failed()) return Failed();
    result = compare_two(e->operators[i], left, right, e);
    if (i + 1 == e->operators.size()) break;
    const auto holds = result.outside() ? std::nullopt : truth(result, e);
    if (!holds) return result.outside() ? result : Value(Failed());
    if (!*holds) return false;
    left = right;
  }
  return result;
}

Value Evaluator::logic(const Expr* e) {
  Value v;
  for (size_t i = 0; i < e->items.size(); ++i) {
    v = eval(e->items[i]);
    if (v.failed() || v.outside()) {
      // What comes after may decide it: unknown and False is False.
      if (v.failed()) return v;
      ++quiet_;
      for (size_t k = i + 1; k < e->items.size(); ++k) {
        const Value later = eval(e->items[k]);
        if (later.failed() || later.outside()) continue;
        const auto holds = truth(later, e->items[k]);
        if (holds && *holds == (e->kind == ExprKind::Or)) {
          if (quiet_ > 0) --quiet_;
          return later;
        }
      }
      if (quiet_ > 0) --quiet_;
      return v;
    }
    if (i + 1 == e->items.size()) return v;
    const auto holds = truth(v, e->items[i]);
    if (!holds) return Failed();
    if (*holds == (e->kind == ExprKind::Or)) return v;
  }
  return v;
}

}  // namespace nw::flatten
