// SPDX-License-Identifier: GPL-3.0-or-later
// Lists, tuples, dicts, comprehensions, and the items of what can be gone through.
#include <algorithm>
#include <set>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

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
  return e->kind == ExprKind::Set ? set_of(items) : heap_.list(std::move(items), e->kind == ExprKind::Tuple);
}

void DictObject::erase(const std::string& key) {
  const auto found = places.find(key);
  if (found == places.end()) return;
  const size_t at = found->second;
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
  places.erase(found);
  for (auto& [text, place] : places) place -= place > at;
}

Value Evaluator::set_of(const std::vector<Value>& items) {
  std::vector<Value> unique;
  std::set<std::string> keys;
  for (const Value& v : items)
    if (keys.insert(key_of(v).value_or(shown(v, true))).second) unique.push_back(v);
  Value made = heap_.list(std::move(unique));
  made.list()->is_set = true;
  return made;
}

// An element of a list or dict goes; a name that goes has no consequence.
void Evaluator::erase(const Expr* e) {
  if (e->kind == ExprKind::Tuple || e->kind == ExprKind::List) {
    for (const Expr* item : e->items) erase(item);
    return;
  }
  if (e->kind != ExprKind::Index) return;
  const Value object = eval(e->a), at = eval(e->b);
  if (object.failed() || at.failed() || object.outside() || at.outside()) return;
  if (DictObject* d = object.dict()) {
    const auto key = key_of(at);
    if (!key || !d->places.contains(*key)) {
      python_error("the dict has no key " + shown(at, true).substr(0, 100), e);
      return;
    }
    ++changes_;
    if (step(e, static_cast<int64_t>(d->items.size()) / 16 + 1)) d->erase(*key);
    return;
  }
  ListObject* list = object.list();
  const auto i = at.integer();
  if (!list || list->is_tuple || !i) {
    not_known("'del' of " + describe(at) + " of " + describe(object), {"del of one element of a list or a dict"}, e);
    return;
  }
  const auto size = static_cast<int64_t>(list->items.size());
  const int64_t place = *i < 0 ? *i + size : *i;
  if (place < 0 || place >= size) {
    python_error("the list has no element to take out there", e);
    return;
  }
  list->origin = nullptr;
  ++changes_;
  list->items.erase(list->items.begin() + place);
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
  if (!is_dict && e->text == "{") return set_of(items);
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
