// SPDX-License-Identifier: GPL-3.0-or-later
// len, range, zip, sorted, …
#include <algorithm>
#include <cmath>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

constexpr std::string_view kNames[] = {
    "abs",        "all",    "any",   "bin",       "bool",    "callable", "chr",   "dict", "divmod",
    "enumerate",  "filter", "float", "frozenset", "getattr", "hasattr",  "hex",   "int",  "isinstance",
    "issubclass", "iter",   "len",   "list",      "map",     "max",      "min",   "next", "oct",
    "ord",        "pow",    "print", "range",     "repr",    "reversed", "round", "set",  "setattr",
    "slice",      "sorted", "str",   "sum",       "tuple",   "type",     "zip"};
static_assert(std::ranges::is_sorted(kNames));
static_assert(std::size(kNames) == static_cast<size_t>(Builtin::Zip) + 1);

}  // namespace

std::optional<Builtin> builtin(std::string_view name) {
  const auto* it = std::ranges::lower_bound(kNames, name);
  if (it == std::end(kNames) || *it != name) return std::nullopt;
  return static_cast<Builtin>(it - std::begin(kNames));
}

std::string_view name_of(Builtin b) {
  return kNames[static_cast<size_t>(b)];
}

Value Evaluator::range(const CallArguments& args, const Expr* e) {
  int64_t numbers[3] = {0, 0, 1};
  const size_t count = args.positional.size();
  if (count < 1 || count > 3) return python_error("range takes one to three integers", e);
  for (size_t i = 0; i < count; ++i) {
    const auto n = args.positional[i].integer();
    if (!n) {
      if (args.positional[i].script())
        return not_known("a range up to " + describe(args.positional[i]) + ", which is not known when the file is read",
                         {"an integer", "an axis: te.reduce_axis((0, n))"}, e);
      return python_error("range takes integers, and this is " + describe(args.positional[i]), e);
    }
    numbers[count == 1 ? 1 : i] = *n;
  }
  if (numbers[2] == 0) return python_error("the step of a range cannot be 0", e, "ValueError");
  const RangeValue r{numbers[0], numbers[1], numbers[2]};
  return r;
}

Value Evaluator::extreme(bool greatest, const CallArguments& args, const Expr* e) {
  std::vector<Value> items = args.positional;
  if (items.size() == 1) {
    auto inner = items_of(items[0], e);
    if (!inner) return Failed();
    items = std::move(*inner);
  }
  if (items.empty()) {
    const Value* fallback = args.find(SIZE_MAX, "default");
    return fallback ? *fallback : python_error("there is nothing to compare", e, "ValueError");
  }
  const Value* key = args.find(SIZE_MAX, "key");
  const auto worth = [&](const Value& v) {
    if (!key) return v;
    CallArguments one;
    one.positional = {v};
    return call_value(*key, one, e);
  };
  Value best = items[0], best_worth = worth(items[0]);
  for (size_t i = 1; i < items.size(); ++i) {
    const Value w = worth(items[i]);
    const Value more = compare_two(greatest ? ">" : "<", w, best_worth, e);
    if (more.outside()) return more;
    const auto holds = truth(more, e);
    if (!holds) return Failed();
    if (!*holds) continue;
    best = items[i];
    best_worth = w;
  }
  return best;
}

Value Evaluator::sorted(const CallArguments& args, const Expr* e) {
  const auto items = args.positional.empty() ? std::nullopt : items_of(args.positional[0], e);
  if (!items) return Failed();
  const Value* key = args.find(SIZE_MAX, "key");
  const Value* reverse = args.find(SIZE_MAX, "reverse");
  std::vector<std::pair<Value, Value>> keyed;
  for (const Value& v : *items) {
    CallArguments one;
    one.positional = {v};
    keyed.emplace_back(key && !key->is<None>() ? call_value(*key, one, e) : v, v);
  }
  const bool down = reverse && truth(*reverse, e).value_or(false);
  bool failed = false;
  // Insertion: an order that fails or contradicts itself does no harm.
  std::vector<std::pair<Value, Value>> out;
  for (auto& item : keyed) {
    size_t at = out.size();
    while (at > 0 && !failed) {
      const Value before = compare_two(down ? ">" : "<", item.first, out[at - 1].first, e);
      const auto holds = before.outside() ? std::nullopt : truth(before, e);
      failed = !holds || !step(e);
      if (failed || !*holds) break;
      --at;
    }
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(at), std::move(item));
    if (failed || !step(e, static_cast<int64_t>(out.size() / 64))) return Failed();
  }
  std::vector<Value> values;
  for (auto& item : out) values.push_back(std::move(item.second));
  return heap_.list(std::move(values));
}

// Whether a value is of a type; nothing where only a run knows.
std::optional<bool> Evaluator::is_of_type(const Value& v, const Value& type) {
  using Kind = ScriptValue::Kind;
  const ListObject* l = v.list();
  if (const auto* b = type.get<Builtin>()) {
    const bool plain = l && !l->is_iterator;
    return (*b == Builtin::Int && v.integer()) || (*b == Builtin::Float && v.is<double>()) ||
           (*b == Builtin::Str && v.string()) || (*b == Builtin::Bool && v.is<bool>()) ||
           (*b == Builtin::List && plain && !l->is_tuple && !l->is_set) || (*b == Builtin::Tuple && l && l->is_tuple) ||
           (*b == Builtin::Set && l && l->is_set) || (*b == Builtin::Dict && v.dict()) ||
           (*b == Builtin::Range && v.is<RangeValue>());
  }
  if (const ClassObject* c = type.object())
    return v.object() && v.object()->is_instance() && v.object()->type->is_a(*c);
  const std::string* path = type.path();
  if (!path) return type.outside() && type.outside()->what == "object" ? std::optional(true) : std::nullopt;
  const ScriptValue* s = v.script();
  const std::string name = path->substr(path->rfind('.') + 1);
  if (const OutsideValue* o = v.outside()) {
    if (name == "ndarray" && o->shape) return true;
    return std::nullopt;
  }
  if (s && s->kind == Kind::Operation && name.ends_with("Op")) {
    const Line* line = builder_.line_of(s->text.substr(0, s->text.find('.')));
    const bool placeholder = line && line->expression.starts_with("te.placeholder(");
    const bool scan = line && line->expression.starts_with("te.scan(");
    return name == "PlaceholderOp" ? placeholder
           : name == "ScanOp"      ? scan
                                   : name == "ComputeOp" && !placeholder && !scan;
  }
  return (name == "Tensor" && s && s->kind == Kind::Tensor) ||
         ((name == "PrimExpr" || name == "Expr") && s && s->kind == Kind::Expression) ||
         (name == "IterVar" && s && s->kind == Kind::Axis) || (name == "Schedule" && s && s->kind == Kind::Schedule) ||
         ((name == "IntImm" || name == "Integral") && v.integer()) ||
         ((name == "Number" || name == "Real") && v.number()) || ((name == "FloatImm") && v.is<double>()) ||
         ((name == "Array" || name == "Sequence" || name == "Iterable") && l) ||
         ((name == "Mapping" || name == "Map") && v.dict()) || (name == "Callable" && v.function()) ||
         (name == "Var" && s && s->kind == Kind::Expression && s->text.find_first_of(" .([") == s->text.npos);
}

Value Evaluator::is_instance(const CallArguments& args, const Expr* e) {
  if (args.positional.size() != 2) return python_error("isinstance takes a value and a type", e);
  const Value& v = args.positional[0];
  std::vector<Value> types = {args.positional[1]};
  if (const ListObject* l = args.positional[1].list()) types = l->items;
  bool known = true;
  for (const Value& t : types) {
    const auto is = is_of_type(v, t);
    if (is.value_or(false)) return true;
    known = known && is;
  }
  return known || !v.outside() ? Value(false) : Value(v);
}

// type(v); of what the script has, a value that equals nothing.
Value Evaluator::type_of_value(const Value& v) {
  if (v.is<None>()) return heap_.path("types.NoneType");
  if (v.is<bool>()) return Builtin::Bool;
  if (v.is<int64_t>()) return Builtin::Int;
  if (v.is<double>()) return Builtin::Float;
  if (v.string()) return Builtin::Str;
  if (v.dict()) return Builtin::Dict;
  if (v.is<RangeValue>()) return Builtin::Range;
  if (const ListObject* l = v.list(); l && !l->is_iterator && !l->is_region && !l->is_builder)
    return l->is_tuple ? Builtin::Tuple : l->is_set ? Builtin::Set : Builtin::List;
  if (const ClassObject* c = v.object(); c && c->is_instance()) return c->type;
  const ScriptValue* s = v.script();
  if (s && s->kind == ScriptValue::Kind::Tensor) return heap_.path("tvm.te.Tensor");
  if (s && s->kind == ScriptValue::Kind::Axis) return heap_.path("tvm.tir.IterVar");
  return heap_.outside("the type of " + describe(v));
}

Value Evaluator::length(const Value& v, const Expr* e) {
  if (const std::string* s = v.string()) return static_cast<int64_t>(characters(*s).size());
  if (const ListObject* l = v.list(); l && !l->is_iterator) return static_cast<int64_t>(l->items.size());
  if (const DictObject* d = v.dict()) return static_cast<int64_t>(d->items.size());
  if (const auto* r = v.get<RangeValue>()) return r->size();
  if (const auto own = call_special(v, "__len__", {}, e)) return *own;
  if (v.script())
    return not_known("how many elements " + describe(v) + " has is not known when the file is read", {"its .shape"}, e);
  return python_error(describe(v) + " has no length", e);
}

Value Evaluator::sum(const CallArguments& args, const Expr* e) {
  const auto items = args.positional.empty() ? std::nullopt : items_of(args.positional[0], e);
  if (!items) return Failed();
  const Value* start = args.find(1, "start");
  Value total = start ? *start : Value(int64_t{0});
  if (total.string() || std::ranges::any_of(*items, [](const Value& v) { return v.string(); }))
    return python_error("sum does not join strings", e);
  // 0 + x is x, where x is an expression of the kernel.
  for (size_t i = 0; i < items->size(); ++i)
    total = i == 0 && !start && (*items)[0].script() ? (*items)[0] : binary("+", total, (*items)[i], e);
  return total;
}

Value Evaluator::next_item(const CallArguments& args, const Expr* e) {
  ListObject* l = args.positional.empty() ? nullptr : args.positional[0].list();
  if (!l || !l->is_iterator)
    return args.positional.empty() ? python_error("next takes an iterator", e)
                                   : python_error(describe(args.positional[0]) + " is no iterator", e);
  if (l->used < l->items.size()) {
    ++changes_;
    return l->items[l->used++];
  }
  return args.positional.size() > 1 ? args.positional[1]
                                    : python_error("the iterator has no more elements", e, "StopIteration");
}

Value Evaluator::attribute_by_name(Builtin b, const CallArguments& args, const Expr* e) {
  const size_t count = args.positional.size();
  if (count < 2 || !args.positional[1].string())
    return python_error("'" + std::string(name_of(b)) + "' takes a value and a name", e);
  const Value& object = args.positional[0];
  Expr member;
  member.kind = ExprKind::Attribute;
  if (e) {
    member.line = e->line;
    member.column = e->column;
  }
  member.text = *args.positional[1].string();
  if (b == Builtin::Setattr) {
    if (count == 3 && object.object()) {
      set_member(*object.object(), &member, args.positional[2]);
      return None();
    }
    return not_known("an attribute of " + describe(object) + " is assigned", {"a variable"}, e);
  }
  if (ClassObject* c = object.object()) {
    const bool has = c->find(member.text) || c->method("__getattr__");
    if (b == Builtin::Hasattr) return has;
    return !has && count > 2 ? args.positional[2] : this->member(object, &member);
  }
  if (b == Builtin::Hasattr) return object.path() != nullptr;
  if (const std::string* path = object.path()) return module_member(*path + "." + std::string(member.text));
  if (object.script()) return script_attribute(*object.script(), &member);
  return heap_.method(object, *args.positional[1].string());
}

// list, tuple, set, dict, reversed, enumerate, zip, map, filter.
Value Evaluator::collected(Builtin b, const CallArguments& args, const Expr* e) {
  const size_t count = args.positional.size();
  const Value first = count > 0 ? args.positional[0] : Value(None());
  const bool maps = b == Builtin::Map || b == Builtin::Filter;
  if (maps && count < 2) return python_error("'" + std::string(name_of(b)) + "' takes a function and a list", e);
  std::vector<std::vector<Value>> columns;
  size_t rows = count == (maps ? 1U : 0U) ? 0 : SIZE_MAX;
  for (size_t i = maps ? 1 : 0; i < count; ++i) {
    if (b == Builtin::Enumerate && i > 0) break;
    auto items = items_of(args.positional[i], e);
    if (!items) return Failed();
    rows = std::min(rows, items->size());
    columns.push_back(std::move(*items));
  }
  if (b == Builtin::Set || b == Builtin::Frozenset) return set_of(columns.empty() ? std::vector<Value>() : columns[0]);
  if (b == Builtin::List || b == Builtin::Tuple) {
    Value made = heap_.list(columns.empty() ? std::vector<Value>() : columns[0], b == Builtin::Tuple);
    if (const ListObject* l = first.list()) made.list()->origin = l->origin;
    return made;
  }
  if (b == Builtin::Reversed) {
    if (columns.empty()) return python_error("reversed takes a list", e);
    return heap_.iterator({columns[0].rbegin(), columns[0].rend()});
  }
  std::vector<Value> out;
  const Value* start = b == Builtin::Enumerate ? args.find(1, "start") : nullptr;
  const int64_t begin = start ? start->integer().value_or(0) : 0;
  for (size_t i = 0; i < rows; ++i) {
    std::vector<Value> row;
    for (const auto& column : columns) row.push_back(column[i]);
    if (b == Builtin::Enumerate) row.insert(row.begin(), begin + static_cast<int64_t>(i));
    if (!maps) {
      out.push_back(heap_.list(std::move(row), true));
      continue;
    }
    CallArguments one;
    one.positional = row;
    const Value v = b == Builtin::Filter && first.is<None>() ? row[0] : call_value(first, one, e);
    if (raised_) return Failed();
    if (b == Builtin::Map) {
      out.push_back(v);
      continue;
    }
    const auto holds = truth(v, e);
    if (!holds) return Failed();
    if (*holds) out.push_back(row[0]);
  }
  return heap_.iterator(std::move(out));
}

Value Evaluator::call_builtin(Builtin b, const CallArguments& args, const Expr* e) {
  if (b == Builtin::Print) return heap_.outside("print");
  if (b != Builtin::Isinstance)
    for (const Value& v : args.positional)
      if (v.outside()) return heap_.outside(v.outside()->what);
  if (args.failed()) return Failed();
  const std::string shown_name(name_of(b));
  const size_t count = args.positional.size();
  static constexpr Builtin without[] = {Builtin::Bool, Builtin::Dict,  Builtin::Float, Builtin::Frozenset,
                                        Builtin::Int,  Builtin::List,  Builtin::Range, Builtin::Set,
                                        Builtin::Str,  Builtin::Tuple, Builtin::Zip};
  if (count == 0 && args.named.empty() && std::ranges::find(without, b) == std::end(without))
    return python_error("'" + shown_name + "' is not called with 0 arguments", e);
  const Value first = count > 0 ? args.positional[0] : Value(None());
  switch (b) {
    case Builtin::Range:
      return range(args, e);
    case Builtin::Len:
      if (count != 1)
        return python_error("'" + shown_name + "' is not called with " + std::to_string(count) + " arguments", e);
      return length(first, e);
    case Builtin::List:
    case Builtin::Tuple:
    case Builtin::Set:
    case Builtin::Frozenset:
    case Builtin::Reversed:
    case Builtin::Enumerate:
    case Builtin::Zip:
    case Builtin::Map:
    case Builtin::Filter:
      return collected(b, args, e);
    case Builtin::Dict: {
      Value made = &heap_.dicts.emplace_back();
      const Value v = dict_method(*made.dict(), "update", args, e);
      return v.failed() ? v : made;
    }
    case Builtin::Iter: {
      if (first.list() && first.list()->is_iterator) return first;
      const auto items = items_of(first, e);
      return items ? heap_.iterator(*items) : Value(Failed());
    }
    case Builtin::Next:
      return next_item(args, e);
    case Builtin::Max:
    case Builtin::Min:
      return extreme(b == Builtin::Max, args, e);
    case Builtin::Sum:
      return sum(args, e);
    case Builtin::Sorted:
      return sorted(args, e);
    case Builtin::All:
    case Builtin::Any: {
      bool result = b == Builtin::All, known = true;
      const bool whole = each_item(first, e, [&](const Value& v) {
        const auto holds = truth(v, e);
        known = holds.has_value();
        if (known && *holds == (b == Builtin::Any)) result = b == Builtin::Any;
        return known && *holds != (b == Builtin::Any);
      });
      return known && (whole || result == (b == Builtin::Any)) ? Value(result) : Value(Failed());
    }
    case Builtin::Bool: {
      const auto holds = count == 0 ? std::optional(false) : truth(first, e);
      return holds ? Value(*holds) : Value(Failed());
    }
    case Builtin::Int:
      return to_integer(args, e);
    case Builtin::Float:
      return count == 0 ? Value(0.0) : to_float(first, e);
    case Builtin::Abs:
      if (const auto i = first.integer(); i && *i != INT64_MIN) return *i < 0 ? -*i : *i;
      if (const auto* d = first.get<double>()) return std::fabs(*d);
      if (first.script()) return call_path("tvm.tir.abs", args, e);
      if (const auto own = call_special(first, "__abs__", {}, e)) return *own;
      return python_error(describe(first) + " has no absolute value", e);
    case Builtin::Round:
      return rounded(args, e);
    case Builtin::Pow:
      return count >= 2 ? binary("**", first, args.positional[1], e) : python_error("pow takes two numbers", e);
    case Builtin::Divmod:
      if (count < 2) return python_error("divmod takes two numbers", e);
      return heap_.list({binary("//", first, args.positional[1], e), binary("%", first, args.positional[1], e)}, true);
    case Builtin::Str:
    case Builtin::Repr: {
      if (count == 0) return heap_.string("");
      const auto written = text(first, b == Builtin::Repr, e);
      return written ? heap_.string(*written) : Value(Failed());
    }
    case Builtin::Bin:
    case Builtin::Oct:
    case Builtin::Hex:
    case Builtin::Chr:
    case Builtin::Ord:
      return character_code(b, first, e);
    case Builtin::Isinstance:
      return is_instance(args, e);
    case Builtin::Issubclass: {
      const ClassObject *c = first.object(), *of = count > 1 ? args.positional[1].object() : nullptr;
      if (c && of && !c->is_instance() && !of->is_instance()) return c->is_a(*of);
      return not_known("whether " + describe(first) + " is a subclass", {"classes of the file"}, e);
    }
    case Builtin::Callable:
      return first.function() != nullptr || first.path() != nullptr || first.is<Builtin>() ||
             first.is<const MethodValue*>() ||
             (first.object() && (!first.object()->is_instance() || first.object()->method("__call__")));
    case Builtin::Slice: {
      SliceValue s;
      if (count == 1) s.end = first.integer();
      if (count > 1)
        s = {first.integer(), args.positional[1].integer(), count > 2 ? args.positional[2].integer() : std::nullopt};
      return s;
    }
    case Builtin::Type:
      return type_of_value(first);
    case Builtin::Getattr:
    case Builtin::Hasattr:
    case Builtin::Setattr:
      return attribute_by_name(b, args, e);
    case Builtin::Print:
      break;
  }
  return heap_.outside(shown_name);
}

}  // namespace nw::flatten
