// SPDX-License-Identifier: GPL-3.0-or-later
// Names, literals, indexing, comparisons, displays, comprehensions.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

constexpr int kMaxEqualDepth = 50;

}  // namespace

// Names for results go to the outermost call of the expression, not to those of its arguments.
Value Evaluator::eval(const Expr* e) {
  std::vector<std::string> outer = std::exchange(wanted_, {});
  Value v = evaluate(e);
  wanted_ = std::move(outer);
  return v;
}

Value Evaluator::eval_wanting(const Expr* e, std::vector<std::string> names) {
  std::vector<std::string> outer = std::exchange(wanted_, std::move(names));
  Value v = evaluate(e);
  wanted_ = std::move(outer);
  return v;
}

Value Evaluator::evaluate(const Expr* e) {
  if (!step(e)) return Failed();
  if (depth_ > kMaxDepth) return report(too_deep(e->line));
  ++depth_;
  Value v;
  switch (e->kind) {
    case ExprKind::Name:
      v = name(e);
      break;
    case ExprKind::Int:
    case ExprKind::Float:
      v = number(e);
      break;
    case ExprKind::String:
      v = static_cast<const std::string*>(&e->string);
      break;
    case ExprKind::Formatted:
      v = formatted(e);
      break;
    case ExprKind::True:
      v = true;
      break;
    case ExprKind::False:
      v = false;
      break;
    case ExprKind::None:
    case ExprKind::Ellipsis:
      v = None();
      break;
    case ExprKind::Tuple:
    case ExprKind::List:
    case ExprKind::Set:
      v = sequence(e);
      break;
    case ExprKind::Dict:
      v = dict(e);
      break;
    case ExprKind::Attribute:
      v = attribute(e);
      break;
    case ExprKind::Index:
      v = index(e);
      break;
    case ExprKind::Slice:
      v = slice(e);
      break;
    case ExprKind::Call:
      v = call(e);
      break;
    case ExprKind::Lambda:
      v = make_function("<lambda>", e->parameters, e->a, nullptr, e->line);
      break;
    case ExprKind::Unary:
      v = unary(e);
      break;
    case ExprKind::Binary: {
      const Value a = eval(e->a), b = eval(e->b);
      v = binary(e->text, a, b, e);
      break;
    }
    case ExprKind::Compare:
      v = compare(e);
      break;
    case ExprKind::And:
    case ExprKind::Or:
      v = logic(e);
      break;
    case ExprKind::Not: {
      const Value a = eval(e->a);
      const auto holds = a.outside() ? std::nullopt : truth(a, e);
      v = a.outside() ? a : holds ? Value(!*holds) : Value(Failed());
      break;
    }
    case ExprKind::Conditional:
      v = conditional(e);
      break;
    case ExprKind::Comprehension:
    case ExprKind::DictComprehension:
      v = comprehension(e);
      break;
    case ExprKind::Walrus:
      v = eval_wanting(e->a, {std::string(e->text)});
      set_variable(e->text, v);
      break;
    case ExprKind::Yield:
      v = not_known("a generator cannot be flattened", {"a list"}, e);
      break;
    case ExprKind::Star:
    case ExprKind::DoubleStar:
    case ExprKind::Field:
      v = python_error("'*' has no meaning here", e);
      break;
  }
  --depth_;
  return v;
}

Value Evaluator::name(const Expr* e) {
  for (Scope* scope = scope_; scope; scope = scope->outer) {
    if (!scope->elsewhere.empty())
      if (const auto at = scope->elsewhere.find(e->text); at != scope->elsewhere.end()) {
        const auto it = at->second->variables.find(e->text);
        if (it != at->second->variables.end()) return it->second;
      }
    if (const auto it = scope->variables.find(e->text); it != scope->variables.end()) return it->second;
  }
  if (const auto b = builtin(e->text)) return *b;
  // What people forget to paste.
  for (const char* module : {"tvm", "te", "tir", "topi"})
    if (e->text == module) return module_member(e->text == "tvm" ? "tvm" : "tvm." + std::string(e->text));
  if (e->text == "np") return heap_.path("numpy");
  static constexpr std::string_view outsiders[] = {
      "exec",         "eval",        "open",    "input",      "__import__", "compile",  "globals",  "locals",
      "exit",         "quit",        "vars",    "dir",        "id",         "object",   "super",    "property",
      "staticmethod", "classmethod", "setattr", "delattr",    "iter",       "bytes",    "__file__", "NotImplemented",
      "complex",      "hash",        "format",  "memoryview", "bytearray",  "frozenset"};
  if (std::ranges::find(outsiders, e->text) != std::end(outsiders) || e->text.ends_with("Error") ||
      e->text.ends_with("Exception") || e->text.ends_with("Warning"))
    return heap_.outside(std::string(e->text));
  return python_error("the name '" + std::string(e->text) + "' is not defined", e);
}

Value Evaluator::number(const Expr* e) {
  std::string text;
  for (const char c : e->text)
    if (c != '_') text += c;
  const char* first = text.data();
  const char* last = text.data() + text.size();
  if (e->kind == ExprKind::Float) {
    double value = 0;
    const auto [end, error] = std::from_chars(first, last, value);
    if (error == std::errc::result_out_of_range) return text.find("e-") != text.npos ? 0.0 : HUGE_VAL;
    if (error == std::errc() && end == last) return value;
  } else {
    int base = 10;
    if (text.size() > 2 && text[0] == '0' && (text[1] < '0' || text[1] > '9')) {
      base = (text[1] | ' ') == 'x' ? 16 : (text[1] | ' ') == 'b' ? 2 : 8;
      first += 2;
    }
    int64_t value = 0;
    const auto [end, error] = std::from_chars(first, last, value, base);
    if (error == std::errc() && end == last) return value;
  }
  return report(bad_number(e->text, {e->line, e->column, static_cast<int>(e->text.size())}));
}

Value Evaluator::attribute(const Expr* e) {
  const Value object = eval(e->a);
  if (object.failed()) return object;
  if (const std::string* path = object.path()) return module_member(*path + "." + std::string(e->text));
  if (const ScriptValue* s = object.script()) return script_attribute(*s, e);
  if (const OutsideValue* o = object.outside())
    return heap_.outside(o->what.substr(0, 100) + "." + std::string(e->text));
  if (object.integer() || object.is<double>()) {  // of sizes: n.value, n.dtype
    if (e->text == "value") return object;
    if (e->text == "dtype") return heap_.string(object.is<double>() ? "float32" : "int32");
  }
  if (const Function* f = object.function(); f && e->text == "__name__") return heap_.string(std::string(f->name));
  return heap_.method(object, std::string(e->text));
}

Value Evaluator::slice(const Expr* e) {
  SliceValue out;
  std::optional<int64_t>* parts[] = {&out.begin, &out.end, &out.step};
  const Expr* given[] = {e->a, e->b, e->c};
  for (int k = 0; k < 3; ++k) {
    if (!given[k]) continue;
    const Value v = eval(given[k]);
    if (v.failed() || v.outside()) return v;
    if (v.is<None>()) continue;
    const auto i = v.integer();
    if (!i) return not_known("a slice by " + describe(v), {"integers"}, given[k]);
    *parts[k] = *i;
  }
  if (out.step == 0) return python_error("the step of a slice cannot be 0", e);
  return out;
}

Value Evaluator::index(const Expr* e) {
  const Value object = eval(e->a), at = eval(e->b);
  if (object.failed() || at.failed()) return Failed();
  if (const OutsideValue* o = object.outside()) return heap_.outside(o->what);
  if (object.path()) return heap_.outside(*object.path());
  if (object.script()) return index_script(object, at, e);
  if (at.outside()) return at;
  if (const ListObject* list = object.list()) return index_list(*list, at, e);
  if (const DictObject* d = object.dict()) {
    const auto key = key_of(at);
    const auto it = key ? d->places.find(*key) : d->places.end();
    if (it == d->places.end()) return python_error("the dict has no key " + shown(at, true).substr(0, 100), e);
    return d->items[it->second].second;
  }
  if (const std::string* s = object.string()) {
    std::vector<Value> characters;
    if (!step(e, static_cast<int64_t>(s->size() / 8))) return Failed();
    for (const char c : *s) characters.push_back(heap_.string(std::string(1, c)));
    const Value part = index_list(ListObject{std::move(characters), false, false, nullptr}, at, e);
    if (!part.list()) return part;
    std::string text;
    for (const Value& c : part.list()->items) text += *c.string();
    return heap_.string(std::move(text));
  }
  if (object.is<RangeValue>()) {
    const auto items = items_of(object, e);
    return items ? index_list(ListObject{*items, false, false, nullptr}, at, e) : Value(Failed());
  }
  return python_error(describe(object) + " has no elements", e);
}

Value Evaluator::index_list(const ListObject& list, const Value& at, const Expr* e) {
  const auto size = static_cast<int64_t>(list.items.size());
  if (const auto* s = at.get<SliceValue>()) {
    const int64_t by = s->step.value_or(1);
    const auto place = [&](std::optional<int64_t> given, int64_t otherwise) {
      if (!given) return otherwise;
      const int64_t i = *given < 0 ? (*given < -size ? -1 : *given + size) : *given;
      return std::clamp<int64_t>(i, by < 0 ? -1 : 0, by < 0 ? size - 1 : size);
    };
    const int64_t begin = place(s->begin, by < 0 ? size - 1 : 0), end = place(s->end, by < 0 ? -1 : size);
    std::vector<Value> items;
    for (int64_t i = std::max<int64_t>(begin, by < 0 ? -1 : 0); by > 0 ? i < end : i > end;) {
      if (!step(e)) return Failed();
      items.push_back(list.items[static_cast<size_t>(i)]);
      if (__builtin_add_overflow(i, by, &i)) break;
    }
    return heap_.list(std::move(items), list.is_tuple);
  }
  const auto i = at.integer();
  if (!i)
    return at.script() ? not_known("an element of a list by an index that only the kernel's loops have",
                                   {"a tensor", "an index that is known when the file is read"}, e)
                       : python_error("the index of a list must be an integer, but this is " + describe(at), e);
  const int64_t place = *i < 0 ? *i + size : *i;
  if (place < 0 || place >= size)
    return python_error("the list has " + std::to_string(size) + " elements, and none at " + std::to_string(*i), e);
  return list.items[static_cast<size_t>(place)];
}

Value Evaluator::unary(const Expr* e) {
  const Value v = eval(e->a);
  if (v.failed() || v.outside()) return v;
  if (const auto i = v.integer()) {
    if (e->text == "~") return ~*i;
    if (e->text == "+") return *i;
    int64_t negative = 0;
    if (__builtin_sub_overflow(int64_t{0}, *i, &negative)) return python_error("this number is too large", e);
    return negative;
  }
  if (const auto* d = v.get<double>(); d && e->text != "~") return e->text == "-" ? -*d : *d;
  if (v.script()) {
    ScriptValue s;
    s.text = std::string(e->text);
    s.binding = Binding::Unary;
    s.kind = ScriptValue::Kind::Expression;
    return put(s, v, Binding::Unary, e) ? inline_expression(std::move(s)) : Value(Failed());
  }
  return python_error("'" + std::string(e->text) + "' of " + describe(v) + " has no meaning", e);
}

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

Value Evaluator::conditional(const Expr* e) {
  const std::vector<std::string> names = wanted_;
  const Value condition = eval(e->b);
  if (condition.outside()) return condition;
  const auto holds = truth(condition, e->b);
  return holds ? eval_wanting(*holds ? e->a : e->c, names) : Value(Failed());
}

Value Evaluator::sequence(const Expr* e) {
  std::vector<Value> items;
  items.reserve(e->items.size());
  for (const Expr* item : e->items) {
    const Value v = eval(item->kind == ExprKind::Star ? item->a : item);
    if (item->kind != ExprKind::Star) {
      items.push_back(v);
      continue;
    }
    if (v.outside()) return v;
    const auto more = items_of(v, item);
    if (!more) return Failed();
    items.insert(items.end(), more->begin(), more->end());
  }
  return heap_.list(std::move(items), e->kind == ExprKind::Tuple);
}

Value Evaluator::dict(const Expr* e) {
  DictObject& d = heap_.dicts.emplace_back();
  const auto put_item = [&](const Value& key, const Value& value) {
    const auto text = key_of(key);
    if (!text) return false;
    const auto [it, fresh] = d.places.try_emplace(*text, d.items.size());
    if (fresh)
      d.items.emplace_back(key, value);
    else
      d.items[it->second].second = value;
    return true;
  };
  for (size_t i = 0; i + 1 < e->items.size(); i += 2) {
    if (!e->items[i]) {
      const Value more = eval(e->items[i + 1]);
      if (!more.dict()) return more.outside() ? more : Value(Failed());
      for (const auto& [key, value] : more.dict()->items) put_item(key, value);
      continue;
    }
    const Value key = eval(e->items[i]), value = eval(e->items[i + 1]);
    if (key.failed()) return key;
    if (key.outside()) return key;
    if (!put_item(key, value)) return python_error(describe(key) + " cannot be a key", e->items[i]);
  }
  return &d;
}

bool Evaluator::clauses(const Expr* e, size_t at, const std::function<bool()>& each) {
  if (at == e->clauses.size()) return each();
  const Clause& c = e->clauses[at];
  const Value over = eval(c.over);
  if (over.failed()) return false;
  if (over.outside()) {
    returned_ = over;
    return false;
  }
  return each_item(over, c.over, [&](const Value& item) {
    bind(c.target, item);
    for (const Expr* condition : c.conditions) {
      const Value v = eval(condition);
      if (v.outside()) {
        not_known("only a run knows this condition (" + v.outside()->what + ")", {}, condition);
        return false;
      }
      const auto holds = truth(v, condition);
      if (!holds) return false;
      if (!*holds) return true;
    }
    return clauses(e, at + 1, each);
  });
}

Value Evaluator::comprehension(const Expr* e) {
  Scope* outer = scope_;
  scope_ = &heap_.scopes.emplace_back();
  scope_->outer = outer;
  scope_->is_comprehension = false;
  const bool is_dict = e->kind == ExprKind::DictComprehension;
  std::vector<Value> items;
  Value made = is_dict ? Value(&heap_.dicts.emplace_back()) : Value(None());
  const Value returned = std::exchange(returned_, None());
  const bool whole = clauses(e, 0, [&] {
    const Value v = eval(e->a);
    if (!is_dict) {
      items.push_back(v);
      return !stopped_;
    }
    const Value value = eval(e->b);
    const auto key = key_of(v);
    if (!key) return false;
    DictObject& d = *made.dict();
    const auto [it, fresh] = d.places.try_emplace(*key, d.items.size());
    if (fresh)
      d.items.emplace_back(v, value);
    else
      d.items[it->second].second = value;
    return !stopped_;
  });
  scope_ = outer;
  const Value unknown = std::exchange(returned_, returned);
  if (unknown.outside()) return unknown;
  if (!whole) return Failed();
  return is_dict ? made : heap_.list(std::move(items));
}

bool Evaluator::each_item(const Value& v, const Expr* at, const std::function<bool(const Value&)>& each) {
  if (const auto* r = v.get<RangeValue>()) {
    for (int64_t i = 0, n = r->size(), value = r->begin; i < n; ++i, value += r->step) {
      if (!step(at) || !each(value)) return false;
      if (i + 1 == n) break;
    }
    return true;
  }
  if (ListObject* l = v.list()) {
    for (size_t i = 0; i < l->items.size(); ++i) {  // it may grow meanwhile
      const Value item = l->items[i];
      if (!step(at) || !each(item)) return false;
    }
    return true;
  }
  if (const DictObject* d = v.dict()) {
    for (size_t i = 0; i < d->items.size(); ++i) {
      const Value key = d->items[i].first;
      if (!step(at) || !each(key)) return false;
    }
    return true;
  }
  if (const std::string* s = v.string()) {
    for (const char c : *s)
      if (!step(at) || !each(heap_.string(std::string(1, c)))) return false;
    return true;
  }
  if (v.failed()) return false;
  if (v.outside()) {
    not_known("only a run knows what " + v.outside()->what + " holds", {"a list, a tuple or a range"}, at);
    return false;
  }
  if (v.script())
    not_known("how many elements " + describe(v) + " has is not known when the file is read",
              {"a list, a tuple or a range", "the axes of a tensor"}, at);
  else
    python_error(describe(v) + " has no elements to go through", at);
  return false;
}

std::optional<std::vector<Value>> Evaluator::items_of(const Value& v, const Expr* at) {
  std::vector<Value> items;
  const bool whole = each_item(v, at, [&](const Value& item) {
    items.push_back(item);
    return true;
  });
  return whole ? std::optional(std::move(items)) : std::nullopt;
}

}  // namespace nw::flatten
