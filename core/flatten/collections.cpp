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

// A place before the beginning or after the end is the beginning or the end.
int64_t slice_place(int64_t given, int64_t size) {
  return std::clamp<int64_t>(given < 0 ? (given < -size ? 0 : given + size) : given, 0, size);
}

std::vector<int64_t> places_of(const SliceValue& slice, int64_t size) {
  const int64_t by = slice.step.value_or(1);
  const auto place = [&](std::optional<int64_t> given, int64_t otherwise) {
    if (!given) return otherwise;
    const int64_t i = *given < 0 ? (*given < -size ? -1 : *given + size) : *given;
    return std::clamp<int64_t>(i, by < 0 ? -1 : 0, by < 0 ? size - 1 : size);
  };
  const int64_t end = place(slice.end, by < 0 ? -1 : size);
  std::vector<int64_t> places;
  for (int64_t i = place(slice.begin, by < 0 ? size - 1 : 0); by > 0 ? i < end : i > end;) {
    places.push_back(i);
    if (__builtin_add_overflow(i, by, &i)) break;
  }
  return places;
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
  ++changes_;
  if (!call_special(object, "__delitem__", {at}, e)) erase_element(object, at, e);
}

void Evaluator::erase_element(const Value& object, const Value& at, const Expr* e) {
  if (DictObject* d = object.dict()) {
    const auto key = key_of(at);
    if (!key || !d->places.contains(*key)) {
      python_error("the dict has no key " + shown(at, true).substr(0, 100), e, "KeyError");
      return;
    }
    if (step(e, static_cast<int64_t>(d->items.size()) / 16 + 1)) d->erase(*key);
    return;
  }
  ListObject* list = object.list();
  const auto i = at.integer();
  const auto* slice = at.get<SliceValue>();
  if (!list || list->is_tuple || (!i && (!slice || slice->from))) {
    not_known("'del' of " + describe(at) + " of " + describe(object), {"del of an element of a list or a dict"}, e);
    return;
  }
  const auto size = static_cast<int64_t>(list->items.size());
  list->origin = nullptr;
  if (!step(e, size / 16 + 1)) return;
  if (slice) {
    std::vector<int64_t> places = places_of(*slice, size);
    std::ranges::sort(places, std::greater<>());
    for (const int64_t place : places) list->items.erase(list->items.begin() + place);
    return;
  }
  const int64_t place = *i < 0 ? *i + size : *i;
  if (place < 0 || place >= size) {
    python_error("the list has no element to take out there", e, "IndexError");
    return;
  }
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
  Scope* inner = scope_;
  if (at == 0) scope_ = scope_->outer;  // what is gone through first is that of the scope around
  const Value over = eval(c.over);
  scope_ = inner;
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
        not_known("only a run knows this condition (" + v.outside()->what + ")",
                  {"a condition on values that are known when the file is read"}, condition);
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
  scope_->is_comprehension = true;
  const bool is_dict = e->kind == ExprKind::DictComprehension;
  std::vector<Value> items;
  Value made = is_dict ? Value(&heap_.dicts.emplace_back()) : Value(None());
  const Value returned = std::exchange(returned_, None());
  const bool whole = clauses(e, 0, [&] {
    const Value v = eval(e->a);
    if (!is_dict) {
      items.push_back(v);
      return !stopped_ && !raised_;
    }
    const Value value = eval(e->b);
    const auto key = key_of(v);
    if (!key) return v.failed() ? false : (python_error(describe(v) + " cannot be a key", e->a), false);
    DictObject& d = *made.dict();
    const auto [it, fresh] = d.places.try_emplace(*key, d.items.size());
    if (fresh)
      d.items.emplace_back(v, value);
    else
      d.items[it->second].second = value;
    return !stopped_ && !raised_;
  });
  scope_ = outer;
  const Value unknown = std::exchange(returned_, returned);
  if (unknown.outside()) return unknown;
  if (!whole) return Failed();
  if (!is_dict && e->text == "{") return set_of(items);
  if (is_dict) return made;
  return e->text == "(" ? heap_.iterator(std::move(items)) : heap_.list(std::move(items));
}

bool Evaluator::each_item(const Value& v, const Expr* at, const std::function<bool(const Value&)>& each) {
  if (const auto* r = v.get<RangeValue>()) {
    for (int64_t i = 0, n = r->size(), value = r->begin; i < n; ++i, value += r->step) {
      if (!step(at) || !each(value)) return false;
      if (i + 1 == n) break;
    }
    return true;
  }
  if (ListObject* l = v.list(); l && l->is_iterator) {
    while (l->used < l->items.size()) {
      const Value item = l->items[l->used++];
      if (!step(at) || !each(item)) return false;
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
    for (const std::string_view c : characters(*s))
      if (!step(at) || !each(heap_.string(std::string(c)))) return false;
    return true;
  }
  if (v.failed()) return false;
  if (const auto items = call_special(v, "__iter__", {}, at)) {
    if (!items->object()) return each_item(*items, at, each);
    not_known("an iterator that a class writes ('__next__')", {"'__iter__' that gives iter(a list)"}, at);
    return false;
  }
  if (v.outside()) {
    not_known("only a run knows what " + v.outside()->what + " holds", {"a list, a tuple or a range"}, at);
    return false;
  }
  if (v.script())
    not_known("how many elements " + describe(v) + " has is not known when the file is read",
              {"a list, a tuple or a range", "the axes of a tensor"}, at);
  else if (v.path())
    not_known("only a run knows what " + *v.path() + " holds", {"a list, a tuple or a range"}, at);
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
