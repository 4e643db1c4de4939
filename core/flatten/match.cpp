// SPDX-License-Identifier: GPL-3.0-or-later
// match: the first case whose pattern has the form of the value. Names in a pattern are bound to its parts.
#include <algorithm>

#include "flatten/evaluator.h"

namespace nw::flatten {

Evaluator::Flow Evaluator::match_statement(const Statement& s) {
  const Value v = eval(s.value);
  if (v.outside())
    not_known("only a run knows the value that is matched here (" + v.outside()->what + ")",
              {"a value that is known when the file is read"}, s.value);
  if (v.failed() || v.outside()) {
    fail_targets(s.body);
    return Flow::Next;
  }
  for (const Statement* one : s.body) {
    at_line_of(*one);
    const auto holds = matches(one->targets[0], v);
    if (!holds) {
      fail_targets(s.body);
      return Flow::Next;
    }
    if (!*holds) continue;
    if (!one->name.empty()) set_variable(one->name, v);
    if (one->value) {
      const auto guard = truth(eval(one->value), one->value);
      if (!guard) return Flow::Next;
      if (!*guard) continue;
    }
    return block(one->body);
  }
  return Flow::Next;
}

std::optional<bool> Evaluator::matches(const Expr* pattern, const Value& v) {
  if (!step(pattern)) return std::nullopt;
  switch (pattern->kind) {
    case ExprKind::Name:
      if (pattern->text != "_") set_variable(pattern->text, v);
      return true;
    case ExprKind::True:
    case ExprKind::False:
    case ExprKind::None:
      return identical(eval(pattern), v);
    case ExprKind::Binary: {
      if (pattern->text != "|") break;
      const auto left = matches(pattern->a, v);
      return !left || *left ? left : matches(pattern->b, v);
    }
    case ExprKind::Tuple:
    case ExprKind::List:
      return matches_sequence(pattern, v);
    case ExprKind::Dict:
      return matches_dict(pattern, v);
    case ExprKind::Call:
      return matches_class(pattern, v);
    default:
      break;
  }
  const Value wanted = eval(pattern);
  if (wanted.failed() || wanted.outside()) return std::nullopt;
  return equal(v, wanted, pattern);
}

std::optional<bool> Evaluator::matches_sequence(const Expr* pattern, const Value& v) {
  const ListObject* list = v.list();
  if (!list || list->is_set || list->is_iterator) return false;
  const std::vector<Value> items = list->items;
  const std::vector<const Expr*>& parts = pattern->items;
  const auto star = std::ranges::find(parts, ExprKind::Star, &Expr::kind);
  const auto at = static_cast<size_t>(star - parts.begin());
  const bool open = star != parts.end();
  if (open ? items.size() + 1 < parts.size() : items.size() != parts.size()) return false;
  const size_t rest = open ? items.size() + 1 - parts.size() : 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i == at) {
      const auto first = items.begin() + static_cast<std::ptrdiff_t>(i);
      if (const auto bound = matches(parts[i]->a, heap_.list({first, first + static_cast<std::ptrdiff_t>(rest)}));
          !bound || !*bound)
        return bound;
      continue;
    }
    const auto part = matches(parts[i], items[i > at ? i - 1 + rest : i]);
    if (!part || !*part) return part;
  }
  return true;
}

std::optional<bool> Evaluator::matches_dict(const Expr* pattern, const Value& v) {
  const DictObject* d = v.dict();
  if (!d) return false;
  for (size_t i = 0; i + 1 < pattern->items.size(); i += 2) {
    if (!pattern->items[i]) {
      not_known("'**' in a pattern", {"the keys that are wanted"}, pattern);
      return std::nullopt;
    }
    const auto key = key_of(eval(pattern->items[i]));
    const auto it = key ? d->places.find(*key) : d->places.end();
    if (it == d->places.end()) return false;
    const Value item = d->items[it->second].second;
    const auto part = matches(pattern->items[i + 1], item);
    if (!part || !*part) return part;
  }
  return true;
}

// int(n), Point(x=0, y=y); of a dataclass also by its fields in order.
std::optional<bool> Evaluator::matches_class(const Expr* pattern, const Value& v) {
  const Value type = eval(pattern->a);
  if (type.failed()) return std::nullopt;
  const auto is = is_of_type(v, type);
  if (!is || !*is) return is;
  const ClassObject* c = v.object();
  size_t next = 0;
  for (const Argument& a : pattern->arguments) {
    std::string_view member = a.keyword;
    if (member.empty() && type.is<Builtin>()) {
      const auto part = matches(a.value, v);
      if (!part || !*part) return part;
      continue;
    }
    if (member.empty() && c && next < c->type->fields.size()) member = c->type->fields[next++].name;
    if (member.empty() || !c) {
      not_known("a pattern by position of " + describe(type), {"names of its attributes"}, pattern);
      return std::nullopt;
    }
    const Value* found = c->find(member);
    if (!found) return false;
    const auto part = matches(a.value, *found);
    if (!part || !*part) return part;
  }
  return true;
}

}  // namespace nw::flatten
