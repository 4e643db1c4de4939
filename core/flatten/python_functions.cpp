// SPDX-License-Identifier: GPL-3.0-or-later
// len, range, zip, sorted, …
#include <algorithm>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

constexpr std::string_view kNames[] = {"abs",       "all",    "any",   "bool",     "callable", "dict", "divmod",
                                       "enumerate", "filter", "float", "getattr",  "hasattr",  "int",  "isinstance",
                                       "len",       "list",   "map",   "max",      "min",      "next", "pow",
                                       "print",     "range",  "repr",  "reversed", "round",    "set",  "slice",
                                       "sorted",    "str",    "sum",   "tuple",    "type",     "zip"};
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
  if (numbers[2] == 0) return python_error("the step of a range cannot be 0", e);
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
    return fallback ? *fallback : python_error("there is nothing to compare", e);
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

Value Evaluator::is_instance(const CallArguments& args, const Expr* e) {
  if (args.positional.size() != 2) return python_error("isinstance takes a value and a type", e);
  const Value& v = args.positional[0];
  std::vector<Value> types = {args.positional[1]};
  if (const ListObject* l = args.positional[1].list()) types = l->items;
  using Kind = ScriptValue::Kind;
  const ScriptValue* s = v.script();
  for (const Value& t : types) {
    if (const auto* b = t.get<Builtin>()) {
      const bool is = (*b == Builtin::Int && v.integer()) || (*b == Builtin::Float && v.is<double>()) ||
                      (*b == Builtin::Str && v.string()) || (*b == Builtin::Bool && v.is<bool>()) ||
                      (*b == Builtin::List && v.list() && !v.list()->is_tuple) ||
                      (*b == Builtin::Tuple && v.list() && v.list()->is_tuple) || (*b == Builtin::Dict && v.dict());
      if (is) return true;
      continue;
    }
    const std::string* path = t.path();
    if (!path) continue;
    const std::string name = path->substr(path->rfind('.') + 1);
    if (s && s->kind == Kind::Operation && name.ends_with("Op")) {
      const Line* line = builder_.line_of(s->text.substr(0, s->text.find('.')));
      const bool placeholder = line && line->expression.starts_with("te.placeholder(");
      const bool scan = line && line->expression.starts_with("te.scan(");
      if (name == "PlaceholderOp" ? placeholder
          : name == "ScanOp"      ? scan
                                  : name == "ComputeOp" && !placeholder && !scan)
        return true;
    }
    if (name == "Tensor" && s && s->kind == Kind::Tensor) return true;
    if ((name == "PrimExpr" || name == "Expr") && s && s->kind == Kind::Expression) return true;
    if (name == "IterVar" && s && s->kind == Kind::Axis) return true;
    if (name == "Schedule" && s && s->kind == Kind::Schedule) return true;
    if ((name == "IntImm" || name == "Integral" || name == "Number") && v.integer()) return true;
    if ((name == "Array" || name == "Sequence" || name == "Iterable") && v.list()) return true;
    if (name == "Var" && s && s->kind == Kind::Expression && s->text.find_first_of(" .([") == s->text.npos) return true;
  }
  return false;
}

Value Evaluator::call_builtin(Builtin b, const CallArguments& args, const Expr* e) {
  if (b == Builtin::Print) return heap_.outside("print");
  for (const Value& v : args.positional)
    if (v.outside() && b != Builtin::Isinstance && b != Builtin::List && b != Builtin::Tuple)
      return heap_.outside(v.outside()->what);
  if (args.failed()) return Failed();
  const std::string shown_name(name_of(b));
  const size_t count = args.positional.size();
  const auto need = [&](size_t least, size_t most) {
    if (count >= least && count <= most) return true;
    python_error("'" + shown_name + "' is not called with " + std::to_string(count) + " arguments", e);
    return false;
  };
  const Value first = count > 0 ? args.positional[0] : Value(None());
  switch (b) {
    case Builtin::Range:
      return range(args, e);
    case Builtin::Len: {
      if (!need(1, 1)) return Failed();
      if (const std::string* s = first.string()) return static_cast<int64_t>(s->size());
      if (const ListObject* l = first.list()) return static_cast<int64_t>(l->items.size());
      if (const DictObject* d = first.dict()) return static_cast<int64_t>(d->items.size());
      if (const auto* r = first.get<RangeValue>()) return r->size();
      if (first.script())
        return not_known("how many elements " + describe(first) + " has is not known when the file is read",
                         {"its .shape"}, e);
      return python_error(describe(first) + " has no length", e);
    }
    case Builtin::List:
    case Builtin::Tuple: {
      if (count == 0) return heap_.list({}, b == Builtin::Tuple);
      if (first.outside()) return first;
      const auto items = items_of(first, e);
      if (!items) return Failed();
      Value made = heap_.list(*items, b == Builtin::Tuple);
      if (const ListObject* l = first.list()) made.list()->origin = l->origin;
      return made;
    }
    case Builtin::Set: {
      const auto items = count == 0 ? std::optional(std::vector<Value>()) : items_of(first, e);
      return items ? set_of(*items) : Value(Failed());
    }
    case Builtin::Dict: {
      DictObject& d = heap_.dicts.emplace_back();
      const auto put_item = [&](const Value& key, const Value& value) {
        const auto text = key_of(key);
        if (!text) return;
        const auto [it, fresh] = d.places.try_emplace(*text, d.items.size());
        if (fresh)
          d.items.emplace_back(key, value);
        else
          d.items[it->second].second = value;
      };
      if (const DictObject* other = first.dict()) {
        for (const auto& [key, value] : other->items) put_item(key, value);
      } else if (count > 0) {
        const auto items = items_of(first, e);
        if (!items) return Failed();
        for (const Value& pair : *items)
          if (const ListObject* l = pair.list(); l && l->items.size() == 2) put_item(l->items[0], l->items[1]);
      }
      for (const auto& n : args.named) put_item(heap_.string(n.name), n.value);
      return &d;
    }
    case Builtin::Reversed: {
      const auto items = items_of(first, e);
      if (!items) return Failed();
      return heap_.list({items->rbegin(), items->rend()});
    }
    case Builtin::Enumerate: {
      const auto items = items_of(first, e);
      const Value* start = args.find(1, "start");
      if (!items) return Failed();
      std::vector<Value> pairs;
      int64_t i = start ? start->integer().value_or(0) : 0;
      for (const Value& v : *items) pairs.push_back(heap_.list({i++, v}, true));
      return heap_.list(std::move(pairs));
    }
    case Builtin::Zip: {
      std::vector<std::vector<Value>> columns;
      size_t rows = SIZE_MAX;
      for (const Value& v : args.positional) {
        auto items = items_of(v, e);
        if (!items) return Failed();
        rows = std::min(rows, items->size());
        columns.push_back(std::move(*items));
      }
      std::vector<Value> out;
      for (size_t i = 0; i < (columns.empty() ? 0 : rows); ++i) {
        std::vector<Value> row;
        for (const auto& column : columns) row.push_back(column[i]);
        out.push_back(heap_.list(std::move(row), true));
      }
      return heap_.list(std::move(out));
    }
    case Builtin::Map:
    case Builtin::Filter: {
      if (count < 2) return python_error("'" + shown_name + "' takes a function and a list", e);
      std::vector<Value> out;
      std::vector<std::vector<Value>> columns;
      size_t rows = SIZE_MAX;
      for (size_t i = 1; i < count; ++i) {
        auto items = items_of(args.positional[i], e);
        if (!items) return Failed();
        rows = std::min(rows, items->size());
        columns.push_back(std::move(*items));
      }
      for (size_t i = 0; i < rows; ++i) {
        CallArguments one;
        for (const auto& column : columns) one.positional.push_back(column[i]);
        const Value v = call_value(first, one, e);
        if (b == Builtin::Map) {
          out.push_back(v);
        } else {
          const auto holds = truth(v, e);
          if (!holds) return Failed();
          if (*holds) out.push_back(columns[0][i]);
        }
      }
      return heap_.list(std::move(out));
    }
    case Builtin::Max:
    case Builtin::Min:
      return extreme(b == Builtin::Max, args, e);
    case Builtin::Sum: {
      const auto items = items_of(first, e);
      if (!items) return Failed();
      const Value* start = args.find(1, "start");
      Value total = start ? *start : Value(int64_t{0});
      for (size_t i = 0; i < items->size(); ++i)
        total = i == 0 && !start && !(*items)[0].number() ? (*items)[0] : binary("+", total, (*items)[i], e);
      return total;
    }
    case Builtin::Sorted:
      return sorted(args, e);
    case Builtin::All:
    case Builtin::Any: {
      const auto items = items_of(first, e);
      if (!items) return Failed();
      for (const Value& v : *items) {
        const auto holds = truth(v, e);
        if (!holds) return Failed();
        if (*holds == (b == Builtin::Any)) return b == Builtin::Any;
      }
      return b == Builtin::All;
    }
    case Builtin::Bool: {
      const auto holds = truth(first, e);
      return holds ? Value(*holds) : Value(Failed());
    }
    case Builtin::Int:
    case Builtin::Float:
    case Builtin::Abs:
    case Builtin::Round:
      return number_function(b, args, e);
    case Builtin::Pow:
      return count >= 2 ? binary("**", first, args.positional[1], e) : python_error("pow takes two numbers", e);
    case Builtin::Divmod:
      if (count < 2) return python_error("divmod takes two numbers", e);
      return heap_.list({binary("//", first, args.positional[1], e), binary("%", first, args.positional[1], e)}, true);
    case Builtin::Str:
      return heap_.string(shown(first, false));
    case Builtin::Repr:
      return heap_.string(shown(first, true));
    case Builtin::Isinstance:
      return is_instance(args, e);
    case Builtin::Callable:
      return first.function() != nullptr || first.path() != nullptr;
    case Builtin::Next: {
      const auto items = items_of(first, e);
      return items && !items->empty() ? (*items)[0] : Value(Failed());
    }
    case Builtin::Slice: {
      SliceValue s;
      if (count == 1) s.end = first.integer();
      if (count > 1)
        s = {first.integer(), args.positional[1].integer(), count > 2 ? args.positional[2].integer() : std::nullopt};
      return s;
    }
    case Builtin::Type:
      return heap_.outside("the type of " + describe(first));
    case Builtin::Getattr:
    case Builtin::Hasattr: {
      if (count < 2 || !args.positional[1].string())
        return python_error("'" + shown_name + "' takes a value and a name", e);
      if (b == Builtin::Hasattr) return first.path() != nullptr;
      if (const std::string* path = first.path()) return module_member(*path + "." + *args.positional[1].string());
      return heap_.method(first, *args.positional[1].string());
    }
    case Builtin::Print:
      break;
  }
  return heap_.outside(shown_name);
}

}  // namespace nw::flatten
