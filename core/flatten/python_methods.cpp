// SPDX-License-Identifier: GPL-3.0-or-later
// Methods of lists, dicts and strings.
#include <algorithm>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

Value Evaluator::call_method(const MethodValue& m, const CallArguments& args, const Expr* e) {
  const Value& self = *m.self;
  if (const ScriptValue* s = self.script()) return script_method(*s, m.name, args, e);
  if (ListObject* l = self.list()) return list_method(*l, m.name, args, e);
  if (DictObject* d = self.dict()) return dict_method(*d, m.name, args, e);
  if (const std::string* s = self.string()) return string_method(*s, m.name, args, e);
  if (const OutsideValue* o = self.outside()) return array_method(*o, m.name, args, e);
  if (const ClassObject* c = self.object()) {
    const Value* f = c->find(m.name);
    CallArguments all = args;
    all.positional.insert(all.positional.begin(), self);
    return f && f->function() ? call_function(*f->function(), all, e) : Value(Failed());
  }
  if (m.name == "astype" && self.number() && !args.positional.empty())  // tir.const of a number that is known
    return call_path("tvm.tir.const", CallArguments{{self, args.positional[0]}, {}, e}, e);
  if (m.name == "item") return self;
  return python_error(describe(self) + " has no '" + m.name + "'", e);
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
  const Value first = args.positional.empty() ? Value(None()) : args.positional[0];
  if (name == "index" || name == "count") {
    int64_t count = 0;
    for (size_t i = 0; i < list.items.size(); ++i) {
      const auto same = equal(list.items[i], first, e);
      if (!same) return Failed();
      if (*same && name == "index") return static_cast<int64_t>(i);
      count += *same;
    }
    return name == "count" ? Value(count) : python_error("the list has no such element", e);
  }
  if (name == "copy") return heap_.list(list.items, list.is_tuple);
  if (list.is_tuple && name != "append") return python_error("a tuple has no '" + name + "'", e);
  list.origin = nullptr;
  ++changes_;
  if (name == "append" || name == "add") {
    list.items.push_back(first);
    if (list.is_set && !step(e, static_cast<int64_t>(list.items.size()) / 4 + 1)) return Failed();
    if (list.is_set) list.items = set_of(list.items).list()->items;
  } else if (name == "extend" || name == "update") {
    const auto more = items_of(first, e);
    if (!more) return Failed();
    list.items.insert(list.items.end(), more->begin(), more->end());
    if (list.is_set) list.items = set_of(list.items).list()->items;
  } else if (name == "insert" && args.positional.size() == 2) {
    const auto i = first.integer();
    if (!i) return python_error("the place must be an integer", e);
    const auto size = static_cast<int64_t>(list.items.size());
    const int64_t at = std::clamp<int64_t>(*i < 0 ? *i + size : *i, 0, size);
    if (!step(e, size / 64 + 1)) return Failed();
    list.items.insert(list.items.begin() + at, args.positional[1]);
  } else if (name == "pop") {
    const auto size = static_cast<int64_t>(list.items.size());
    const int64_t i = first.integer().value_or(-1);
    const int64_t at = i < 0 ? i + size : i;
    if (at < 0 || at >= size) return python_error("the list has no element to take out there", e);
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
    return python_error("the list has no such element", e);
  } else {
    return python_error("a list has no '" + name + "'", e);
  }
  return None();
}

Value Evaluator::dict_method(DictObject& dict, const std::string& name, const CallArguments& args, const Expr* e) {
  std::vector<Value> items;
  if (name == "keys" || name == "values" || name == "items") {
    if (!step(e, static_cast<int64_t>(dict.items.size()))) return Failed();
    for (const auto& [key, value] : dict.items)
      items.push_back(name == "keys" ? key : name == "values" ? value : heap_.list({key, value}, true));
    return heap_.list(std::move(items));
  }
  if (name == "copy") return &heap_.dicts.emplace_back(dict);
  changes_ += name == "setdefault" || name == "update" || name == "pop";
  if (name == "get" || name == "setdefault" || name == "pop") {
    const auto key = args.positional.empty() ? std::nullopt : key_of(args.positional[0]);
    const auto it = key ? dict.places.find(*key) : dict.places.end();
    if (it != dict.places.end()) {
      const Value found = dict.items[it->second].second;
      if (name == "pop") {
        if (!step(e, static_cast<int64_t>(dict.items.size()) / 16 + 1)) return Failed();
        dict.erase(*key);
      }
      return found;
    }
    const Value fallback = args.positional.size() > 1 ? args.positional[1] : Value(None());
    if (name == "setdefault" && key) {
      dict.places[*key] = dict.items.size();
      dict.items.emplace_back(args.positional[0], fallback);
    }
    return fallback;
  }
  if (name == "update") {
    const auto put_item = [&](const Value& key, const Value& value) {
      const auto text = key_of(key);
      if (!text) return;
      const auto [it, fresh] = dict.places.try_emplace(*text, dict.items.size());
      if (fresh)
        dict.items.emplace_back(key, value);
      else
        dict.items[it->second].second = value;
    };
    if (!args.positional.empty())
      if (const DictObject* other = args.positional[0].dict())
        for (const auto& [key, value] : std::vector<std::pair<Value, Value>>(other->items)) put_item(key, value);
    for (const auto& n : args.named) put_item(heap_.string(n.name), n.value);
    return None();
  }
  return python_error("a dict has no '" + name + "'", e);
}

Value Evaluator::string_method(const std::string& text, const std::string& name, const CallArguments& args,
                               const Expr* e) {
  if (name == "format") return format_call(text, args, e);
  const std::string* first = args.positional.empty() ? nullptr : args.positional[0].string();
  if (name == "join" && !args.positional.empty()) {
    const auto items = items_of(args.positional[0], e);
    if (!items) return Failed();
    std::string out;
    for (size_t i = 0; i < items->size(); ++i) {
      if (!(*items)[i].string()) return python_error("join takes strings", e);
      out += (i ? text : "") + *(*items)[i].string();
      if (!step(e, static_cast<int64_t>(text.size() / 16 + 1))) return Failed();
    }
    return heap_.string(std::move(out));
  }
  if (name == "split") {
    std::vector<Value> parts;
    std::string part;
    const std::string separator = first ? *first : "";
    for (size_t i = 0; i <= text.size(); ++i) {
      const bool space = separator.empty() && i < text.size() && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t');
      const bool here = !separator.empty() && text.compare(i, separator.size(), separator) == 0 && i < text.size();
      if (i == text.size() || space || here) {
        if (!separator.empty() || !part.empty()) parts.push_back(heap_.string(part));
        part.clear();
        if (here) i += separator.size() - 1;
        if (!step(e)) return Failed();
        continue;
      }
      part += text[i];
    }
    return heap_.list(std::move(parts));
  }
  if (name == "startswith" || name == "endswith") {
    std::vector<Value> options = args.positional;
    if (!options.empty() && options[0].list()) options = options[0].list()->items;
    return std::ranges::any_of(options, [&](const Value& v) {
      return v.string() && (name == "startswith" ? text.starts_with(*v.string()) : text.ends_with(*v.string()));
    });
  }
  std::string out = text;
  if (name == "upper" || name == "lower") {
    for (char& c : out) {
      if (name == "upper" && c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
      if (name == "lower" && c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    }
    return heap_.string(std::move(out));
  }
  if (name == "strip" || name == "lstrip" || name == "rstrip") {
    const std::string set = first ? *first : " \t\r\n";
    if (name != "rstrip") out.erase(0, std::min(out.find_first_not_of(set), out.size()));
    if (name != "lstrip") out.erase(out.find_last_not_of(set) + 1);
    return heap_.string(std::move(out));
  }
  if (name == "replace" && first && args.positional.size() > 1 && args.positional[1].string() && !first->empty()) {
    const std::string& with = *args.positional[1].string();
    std::string result;
    for (size_t i = 0; i < out.size();) {
      if (out.compare(i, first->size(), *first) == 0) {
        result += with;
        i += first->size();
        if (!step(e, static_cast<int64_t>(with.size() / 16 + 1))) return Failed();
      } else {
        result += out[i++];
      }
    }
    return heap_.string(std::move(result));
  }
  if (name == "find" && first) {
    const size_t at = text.find(*first);
    return at == text.npos ? int64_t{-1} : static_cast<int64_t>(at);
  }
  if (name == "isdigit") return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  if (name == "count" && first)
    return static_cast<int64_t>(std::ranges::count(text, first->empty() ? '\0' : (*first)[0]));
  return python_error("a string has no '" + name + "'", e);
}

}  // namespace nw::flatten
