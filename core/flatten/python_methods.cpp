// SPDX-License-Identifier: GPL-3.0-or-later
// Methods of lists, sets and dicts.
#include <algorithm>
#include <bit>
#include <cmath>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

Value Evaluator::call_method(const MethodValue& m, const CallArguments& args, const Expr* e) {
  const Value& self = *m.self;
  if (m.function) {
    CallArguments all = args;
    all.positional.insert(all.positional.begin(), self);
    return call_function(*m.function, all, e);
  }
  if (const ScriptValue* s = self.script()) return script_method(*s, m.name, args, e);
  if (ListObject* l = self.list()) return list_method(*l, m.name, args, e);
  if (DictObject* d = self.dict()) return dict_method(*d, m.name, args, e);
  if (const std::string* s = self.string()) return string_method(*s, m.name, args, e);
  if (const OutsideValue* o = self.outside()) return array_method(*o, m.name, args, e);
  if (m.name == "astype" && self.number() && !args.positional.empty())  // tir.const of a number that is known
    return call_path("tvm.tir.const", CallArguments{{self, args.positional[0]}, {}, e}, e);
  if (m.name == "item") return self;
  if (m.name == "is_integer" && self.is<double>()) return *self.get<double>() == std::floor(*self.get<double>());
  if (m.name == "bit_length" && self.integer())
    return static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(std::abs(*self.integer()))));
  if (self.is<Builtin>() && *self.get<Builtin>() == Builtin::Dict && m.name == "fromkeys") {
    Value made = &heap_.dicts.emplace_back();
    const auto keys = args.positional.empty() ? std::nullopt : items_of(args.positional[0], e);
    if (!keys) return Failed();
    for (const Value& key : *keys)
      if (!put_item(*made.dict(), key, args.positional.size() > 1 ? args.positional[1] : Value(None()), e))
        return Failed();
    return made;
  }
  return python_error(describe(self) + " has no '" + m.name + "'", e, "AttributeError");
}

// Calls that the body of a tensor intrinsic emits; loops and buffers of its own have no form in the script.
Value Evaluator::builder_method(ListObject& builder, const std::string& name, const CallArguments& args,
                                const Expr* e) {
  if (name == "emit" && args.positional.size() == 1) {
    if (args.positional[0].failed()) return Failed();
    builder.items.push_back(args.positional[0]);
    return None();
  }
  if (name == "get") {
    if (builder.items.size() == 1) return builder.items[0];
    CallArguments all;
    all.positional = builder.items;
    return call_path("tvm.tir.stmt_seq", all, e);
  }
  return not_known("'" + name + "' of an ir_builder is not part of the script language",
                   {"ib.emit(call) of what an intrinsic calls", "te.compute for a computation"}, e);
}

Value Evaluator::list_method(ListObject& list, const std::string& name, const CallArguments& args, const Expr* e) {
  if (list.is_builder) return builder_method(list, name, args, e);
  if (list.is_set) return set_method(list, name, args, e);
  const Value first = args.positional.empty() ? Value(None()) : args.positional[0];
  if (args.failed()) return Failed();
  if (name == "index" || name == "count") {
    const auto size = static_cast<int64_t>(list.items.size());
    int64_t count = 0, begin = 0, end = size;
    if (args.positional.size() > 1) begin = slice_place(args.positional[1].integer().value_or(0), size);
    if (args.positional.size() > 2) end = slice_place(args.positional[2].integer().value_or(size), size);
    for (int64_t i = begin; i < end; ++i) {
      const auto same = equal(list.items[static_cast<size_t>(i)], first, e);
      if (!same) return Failed();
      if (*same && name == "index") return i;
      count += *same;
    }
    return name == "count" ? Value(count) : python_error(describe(first) + " is not in the list", e, "ValueError");
  }
  if (list.is_tuple || list.is_iterator)
    return python_error(describe(&list) + " has no '" + name + "'", e, "AttributeError");
  if (name == "copy") return heap_.list(list.items);
  list.origin = nullptr;
  ++changes_;
  if (name == "append") {
    list.items.push_back(first);
  } else if (name == "extend") {
    const auto more = items_of(first, e);
    if (!more) return Failed();
    list.items.insert(list.items.end(), more->begin(), more->end());
  } else if (name == "insert" && args.positional.size() == 2) {
    const auto i = first.integer();
    if (!i) return python_error("the place must be an integer", e);
    const auto size = static_cast<int64_t>(list.items.size());
    if (!step(e, size / 64 + 1)) return Failed();
    list.items.insert(list.items.begin() + slice_place(*i, size), args.positional[1]);
  } else if (name == "pop") {
    const auto size = static_cast<int64_t>(list.items.size());
    const int64_t i = first.integer().value_or(-1);
    const int64_t at = i < 0 ? i + size : i;
    if (at < 0 || at >= size) return python_error("the list has no element to take out there", e, "IndexError");
    const Value v = list.items[static_cast<size_t>(at)];
    if (!step(e, (size - at) / 64 + 1)) return Failed();
    list.items.erase(list.items.begin() + at);
    return v;
  } else if (name == "reverse") {
    std::ranges::reverse(list.items);
  } else if (name == "clear") {
    list.items.clear();
  } else if (name == "sort") {
    CallArguments all = args;
    all.positional = {heap_.list(list.items)};
    const Value v = sorted(all, e);
    if (!v.list()) return v;
    list.items = v.list()->items;
  } else if (name == "remove") {
    for (size_t i = 0; i < list.items.size(); ++i) {
      const auto same = equal(list.items[i], first, e);
      if (!same) return Failed();
      if (!*same) continue;
      list.items.erase(list.items.begin() + static_cast<std::ptrdiff_t>(i));
      return None();
    }
    return python_error(describe(first) + " is not in the list", e, "ValueError");
  } else {
    return python_error("a list has no '" + name + "'", e, "AttributeError");
  }
  return None();
}

Value Evaluator::set_method(ListObject& set, const std::string& name, const CallArguments& args, const Expr* e) {
  static constexpr std::pair<std::string_view, std::string_view> operators[] = {{"union", "|"},
                                                                                {"intersection", "&"},
                                                                                {"difference", "-"},
                                                                                {"symmetric_difference", "^"},
                                                                                {"update", "|"},
                                                                                {"intersection_update", "&"},
                                                                                {"difference_update", "-"},
                                                                                {"issubset", "<="},
                                                                                {"issuperset", ">="},
                                                                                {"symmetric_difference_update", "^"}};
  if (args.failed()) return Failed();
  for (const auto& [method, op] : operators) {
    if (name != method) continue;
    Value made = set_of(set.items);
    for (const Value& v : args.positional) {
      const auto items = items_of(v, e);
      if (!items) return Failed();
      const Value other = set_of(*items);
      if (op.size() == 2) return compare_two(op, made, other, e);
      const auto next = sets(op, made, other, e);
      if (!next || !next->list()) return Failed();
      made = *next;
    }
    if (!name.ends_with("update")) return made;
    set.items = made.list()->items;
    ++changes_;
    return None();
  }
  if (name == "copy") return set_of(set.items);
  if (name == "isdisjoint" && !args.positional.empty()) {
    const auto items = items_of(args.positional[0], e);
    return items ? Value(std::ranges::none_of(*items,
                                              [&](const Value& v) { return contains(&set, v, e).integer() == 1; }))
                 : Value(Failed());
  }
  ++changes_;
  if (name == "clear") {
    set.items.clear();
    return None();
  }
  if (args.positional.empty())
    return name == "pop" ? not_known("which element a set gives first", {"a list"}, e)
                         : python_error("a set has no '" + name + "'", e, "AttributeError");
  const Value first = args.positional[0];
  const auto key = key_of(first);
  if (!key) return python_error(describe(first) + " cannot be in a set", e);
  if (!step(e, static_cast<int64_t>(set.items.size()) / 4 + 1)) return Failed();
  const auto it = std::ranges::find_if(set.items, [&](const Value& v) { return key_of(v) == key; });
  if (name == "add") {
    if (it == set.items.end()) set.items.push_back(first);
  } else if (name == "discard" || name == "remove") {
    if (it == set.items.end() && name == "remove")
      return python_error(describe(first) + " is not in the set", e, "KeyError");
    if (it != set.items.end()) set.items.erase(it);
  } else {
    return python_error("a set has no '" + name + "'", e, "AttributeError");
  }
  return None();
}

// dict[key] = value
bool Evaluator::put_item(DictObject& dict, const Value& key, const Value& value, const Expr* e) {
  const auto text = key_of(key);
  if (!text) {
    python_error(describe(key) + " cannot be a key", e);
    return false;
  }
  const auto [it, fresh] = dict.places.try_emplace(*text, dict.items.size());
  if (fresh)
    dict.items.emplace_back(key, value);
  else
    dict.items[it->second].second = value;
  return true;
}

Value Evaluator::dict_method(DictObject& dict, const std::string& name, const CallArguments& args, const Expr* e) {
  if (args.failed()) return Failed();
  if (name == "keys" || name == "values" || name == "items") {
    std::vector<Value> items;
    if (!step(e, static_cast<int64_t>(dict.items.size()))) return Failed();
    for (const auto& [key, value] : dict.items)
      items.push_back(name == "keys" ? key : name == "values" ? value : heap_.list({key, value}, true));
    return name == "keys" ? set_of(items) : heap_.list(std::move(items));
  }
  if (name == "copy") return &heap_.dicts.emplace_back(dict);
  changes_ += name != "get";
  if (name == "clear") {
    dict.items.clear();
    dict.places.clear();
    return None();
  }
  if (name == "popitem") {
    if (dict.items.empty()) return python_error("the dict is empty", e, "KeyError");
    const auto [key, value] = dict.items.back();
    dict.erase(*key_of(key));
    return heap_.list({key, value}, true);
  }
  if ((name == "get" || name == "setdefault" || name == "pop") && !args.positional.empty()) {
    const auto key = key_of(args.positional[0]);
    if (!key) return python_error(describe(args.positional[0]) + " cannot be a key", e);
    const auto it = dict.places.find(*key);
    if (it != dict.places.end()) {
      const Value found = dict.items[it->second].second;
      if (name == "pop") {
        if (!step(e, static_cast<int64_t>(dict.items.size()) / 16 + 1)) return Failed();
        dict.erase(*key);
      }
      return found;
    }
    const Value* given = args.find(1, "default");
    if (name == "pop" && !given)
      return python_error("the dict has no key " + shown(args.positional[0], true).substr(0, 100), e, "KeyError");
    const Value fallback = given ? *given : Value(None());
    if (name == "setdefault" && !put_item(dict, args.positional[0], fallback, e)) return Failed();
    return fallback;
  }
  if (name == "update") {
    if (!args.positional.empty()) {
      const Value& more = args.positional[0];
      if (const DictObject* other = more.dict()) {
        for (const auto& [key, value] : std::vector<std::pair<Value, Value>>(other->items))
          put_item(dict, key, value, e);
      } else {
        const auto pairs = items_of(more, e);
        if (!pairs) return Failed();
        for (const Value& pair : *pairs) {
          const auto both = items_of(pair, e);
          if (!both) return Failed();
          if (both->size() != 2) return python_error("a dict is made of pairs", e, "ValueError");
          if (!put_item(dict, (*both)[0], (*both)[1], e)) return Failed();
        }
      }
    }
    for (const auto& n : args.named) put_item(dict, heap_.string(n.name), n.value, e);
    return None();
  }
  return python_error("a dict has no '" + name + "'", e, "AttributeError");
}

}  // namespace nw::flatten
