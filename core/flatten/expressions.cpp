// SPDX-License-Identifier: GPL-3.0-or-later
// Names, literals, attributes, indexing, unary and conditional expressions.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

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
      set_by_walrus(e->text, v);
      break;
    case ExprKind::Yield:
      v = not_known("a generator cannot be flattened", {"a list"}, e);
      break;
    case ExprKind::Await:
      v = not_known("'await' runs only in an event loop", {"a call of a plain function"}, e);
      break;
    case ExprKind::Star:
    case ExprKind::DoubleStar:
    case ExprKind::Field:
      v = python_error("'*' has no meaning here", e, "SyntaxError");
      break;
  }
  --depth_;
  return v;
}

Value Evaluator::name(const Expr* e) {
  for (Scope* scope = scope_; scope; scope = scope->outer) {
    if (scope->is_class && scope != scope_) continue;
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
  static constexpr std::pair<std::string_view, std::string_view> usual[] = {
      {"numpy", "numpy"},
      {"math", "math"},
      {"vta", "vta"},
      {"cblas", "tvm.contrib.cblas"},
      {"cublas", "tvm.contrib.cublas"},
      {"rocblas", "tvm.contrib.rocblas"},
      {"mkl", "tvm.contrib.mkl"},
      {"autotvm", "tvm.autotvm"},
      {"auto_scheduler", "tvm.auto_scheduler"},
      {"get_const_tuple", "tvm.topi.utils.get_const_tuple"},
      {"get_const_int", "tvm.topi.utils.get_const_int"},
      {"schedule_to_module", "tvm.driver.build_module.schedule_to_module"}};
  if (!is_bound_anywhere(e->text))
    for (const auto& [name, path] : usual)
      if (e->text == name) return heap_.path(std::string(path));
  static constexpr std::string_view outsiders[] = {
      "exec",   "eval",     "open",           "input",       "__import__", "compile",  "globals",
      "locals", "exit",     "quit",           "vars",        "dir",        "id",       "object",
      "super",  "property", "staticmethod",   "classmethod", "delattr",    "bytes",    "__file__",
      "hash",   "format",   "NotImplemented", "complex",     "memoryview", "bytearray"};
  if (std::ranges::find(outsiders, e->text) != std::end(outsiders) || is_exception_name(e->text))
    return heap_.outside(std::string(e->text));
  // A name that the file binds nowhere belongs to a part that was not pasted.
  if (!is_bound_anywhere(e->text)) return heap_.outside("'" + std::string(e->text) + "' (not defined in the file)");
  return python_error("the name '" + std::string(e->text) + "' is not defined", e, "NameError");
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
  if (const OutsideValue* o = object.outside()) return outside_attribute(*o, e);
  if (object.object()) return member(object, e);
  if (object.integer() || object.is<double>()) {  // of sizes: n.value, n.dtype
    if (e->text == "value") return object;
    if (e->text == "dtype") return heap_.string(object.is<double>() ? "float32" : "int32");
  }
  if (const Function* f = object.function(); f && e->text == "__name__") return heap_.string(std::string(f->name));
  if (const auto* b = object.get<Builtin>(); b && e->text == "__name__") return heap_.string(std::string(name_of(*b)));
  if (const auto* r = object.get<RangeValue>()) {
    if (e->text == "start") return r->begin;
    if (e->text == "stop") return r->end;
    if (e->text == "step") return r->step;
  }
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
    if (!i && v.script() && k < 2) {
      if (k == 0) out.from = v.script();
      continue;
    }
    if (!i) return not_known("a slice by " + describe(v), {"integers"}, given[k]);
    *parts[k] = *i;
  }
  if (out.step == 0) return python_error("the step of a slice cannot be 0", e, "ValueError");
  return out;
}

Value Evaluator::index(const Expr* e) {
  const Value object = eval(e->a), at = eval(e->b);
  if (object.failed() || at.failed()) return Failed();
  if (const OutsideValue* o = object.outside()) return outside_element(*o, at);
  if (object.path() && *object.path() == "tvm.autotvm.config") return config_entry(at);
  if (object.path()) return heap_.outside(*object.path());
  if (object.script()) return index_script(object, at, e);
  if (at.outside()) return at;
  if (const ListObject* list = object.list(); list && list->is_region) return index_region(*list, at, e);
  if (const ListObject* list = object.list()) return index_list(*list, at, e);
  if (const auto v = call_special(object, "__getitem__", {at}, e)) return *v;
  if (const DictObject* d = object.dict()) {
    const auto key = key_of(at);
    const auto it = key ? d->places.find(*key) : d->places.end();
    if (it == d->places.end())
      return python_error("the dict has no key " + shown(at, true).substr(0, 100), e, "KeyError");
    return d->items[it->second].second;
  }
  if (const std::string* s = object.string()) {
    if (!step(e, static_cast<int64_t>(s->size() / 8))) return Failed();
    ListObject letters;
    for (const std::string_view c : characters(*s)) letters.items.push_back(heap_.string(std::string(c)));
    const Value part = index_list(letters, at, e);
    if (!part.list()) return part;
    std::string text;
    for (const Value& c : part.list()->items) text += *c.string();
    return heap_.string(std::move(text));
  }
  if (const auto* r = object.get<RangeValue>()) {
    const auto i = at.integer();
    if (!i) {
      const auto items = items_of(object, e);
      ListObject list;
      if (items) list.items = *items;
      return items ? index_list(list, at, e) : Value(Failed());
    }
    const int64_t size = r->size(), place = *i < 0 ? *i + size : *i;
    if (place < 0 || place >= size)
      return python_error("the range has " + std::to_string(size) + " elements, and none at " + std::to_string(*i), e,
                          "IndexError");
    return r->begin + place * r->step;
  }
  return python_error(describe(object) + " has no elements", e);
}

Value Evaluator::index_list(const ListObject& list, const Value& at, const Expr* e) {
  if (list.is_set || list.is_iterator)
    return python_error(std::string(list.is_set ? "a set" : "an iterator") + " has no elements by index", e);
  const auto size = static_cast<int64_t>(list.items.size());
  if (const auto* s = at.get<SliceValue>()) {
    if (s->from) return not_known("a slice by " + describe(s->from), {"integers"}, e);
    std::vector<Value> items;
    for (const int64_t place : places_of(*s, size)) items.push_back(list.items[static_cast<size_t>(place)]);
    if (!step(e, static_cast<int64_t>(items.size()))) return Failed();
    return heap_.list(std::move(items), list.is_tuple);
  }
  const auto i = at.integer();
  if (!i)
    return at.script() ? not_known("an element of a list by an index that only the kernel's loops have",
                                   {"a tensor", "an index that is known when the file is read"}, e)
                       : python_error("the index of a list must be an integer, but this is " + describe(at), e);
  const int64_t place = *i < 0 ? *i + size : *i;
  if (place < 0 || place >= size)
    return python_error("the list has " + std::to_string(size) + " elements, and none at " + std::to_string(*i), e,
                        "IndexError");
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
  if (const auto own = call_special(v, e->text == "-" ? "__neg__" : e->text == "~" ? "__invert__" : "__pos__", {}, e))
    return *own;
  if (v.script()) {
    ScriptValue s;
    s.text = std::string(e->text);
    s.binding = Binding::Unary;
    s.kind = ScriptValue::Kind::Expression;
    return put(s, v, Binding::Unary, e) ? inline_expression(std::move(s)) : Value(Failed());
  }
  return python_error("'" + std::string(e->text) + "' of " + describe(v) + " has no meaning", e);
}

Value Evaluator::conditional(const Expr* e) {
  const std::vector<std::string> names = wanted_;
  const Value condition = eval(e->b);
  if (condition.outside()) return condition;
  const auto holds = truth(condition, e->b);
  return holds ? eval_wanting(*holds ? e->a : e->c, names) : Value(Failed());
}

}  // namespace nw::flatten
