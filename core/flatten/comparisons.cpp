// SPDX-License-Identifier: GPL-3.0-or-later
// Truth, equality, comparisons, and/or/not.
#include <algorithm>
#include <cmath>

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
  if (const ListObject* l = v.list()) return !l->items.empty();
  if (const DictObject* d = v.dict()) return !d->items.empty();
  if (const auto* r = v.get<RangeValue>()) return r->size() > 0;
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
  if (a.list() && b.list()) {
    if (a.list() == b.list()) return true;
    if (a.list()->items.size() != b.list()->items.size() || a.list()->is_tuple != b.list()->is_tuple) return false;
    for (size_t i = 0; i < a.list()->items.size(); ++i) {
      const auto same = equal(a.list()->items[i], b.list()->items[i], at, depth + 1);
      if (!same || !*same) return same;
    }
    return true;
  }
  if (a.dict() || b.dict()) return a.dict() == b.dict();
  if (a.script() && b.script()) return a.script()->text == b.script()->text;
  if (a.function() || b.function()) return a.function() == b.function();
  if (a.path() && b.path()) return *a.path() == *b.path();
  if (a.get<RangeValue>() && b.get<RangeValue>()) return shown(a, true) == shown(b, true);
  return false;
}

Value Evaluator::compare_two(std::string_view op, const Value& a, const Value& b, const Expr* e) {
  const bool negated = op == "!=" || op == "is not" || op == "not in";
  if (op == "in" || op == "not in") {
    if (b.outside()) return b;
    if (const DictObject* d = b.dict()) {
      const auto key = key_of(a);
      return (key && d->places.contains(*key)) != negated;
    }
    if (const std::string* text = b.string()) {
      if (a.outside()) return a;
      if (!a.string()) return python_error("only a string can be in a string", e);
      return (text->find(*a.string()) != text->npos) != negated;
    }
    if (a.outside()) return a;
    const auto items = items_of(b, e);
    if (!items) return Failed();
    for (const Value& item : *items) {
      const auto same = equal(a, item, e);
      if (!same) return Failed();
      if (*same) return !negated;
    }
    return negated;
  }
  if (op == "is" || op == "is not") {
    if (a.outside() || b.outside()) return a.is<None>() || b.is<None>() ? Value(negated) : a.outside() ? a : b;
    const auto same = equal(a, b, e);
    return same ? Value(*same != negated) : Value(Failed());
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
  if (a.list() && b.list()) {
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
