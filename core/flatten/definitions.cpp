// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of the file, and what their decorators say of them.
#include <algorithm>

#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

// "a, b" or a list of names.
std::vector<std::string> parameter_names(const Value& given) {
  std::vector<std::string> list;
  if (const std::string* text = given.string()) {
    std::string word;
    for (const char c : *text + ",") {
      if (c == ',') {
        if (!word.empty()) list.push_back(word);
        word.clear();
      } else if (c != ' ') {
        word += c;
      }
    }
  } else if (const ListObject* l = given.list()) {
    for (const Value& n : l->items)
      if (n.string()) list.push_back(*n.string());
  }
  return list;
}

}  // namespace

// @pytest.mark.parametrize("a, b", [(1, 2), …]): the first values.
void Evaluator::take_parametrized(const Expr* decorator, Function& f) {
  if (decorator->arguments.size() < 2) return;
  ++quiet_;
  const Value names = eval(decorator->arguments[0].value), values = eval(decorator->arguments[1].value);
  const auto all = items_of(values, decorator);
  if (quiet_ > 0) --quiet_;
  if (!all || all->empty()) return;
  Value first = (*all)[0];
  // pytest.param(1, 2, marks=…) is read as its values.
  const std::vector<std::string> list = parameter_names(names);
  if (list.size() == 1) f.given[list[0]] = first;
  if (const ListObject* l = first.list(); l && list.size() > 1)
    for (size_t i = 0; i < list.size() && i < l->items.size(); ++i) f.given[list[i]] = l->items[i];
}

void Evaluator::take_decorators(const Statement& s, Function& f) {
  for (const Expr* decorator : s.decorators) {
    const Expr* named = decorator->kind == ExprKind::Call ? decorator->a : decorator;
    if (named->kind != ExprKind::Attribute && named->kind != ExprKind::Name) continue;
    const std::string_view what = named->text;
    f.expected_to_fail = f.expected_to_fail || what == "xfail";
    f.is_fixture = f.is_fixture || what == "fixture";
    if (scope_->is_class && named->kind == ExprKind::Name) {
      using Kind = Function::Kind;
      if (what == "property" || what == "cached_property") f.kind = Kind::Property;
      if (what == "staticmethod") f.kind = Kind::Static;
      if (what == "classmethod") f.kind = Kind::OfClass;
    }
    if (decorator->kind == ExprKind::Call && what == "parametrize") take_parametrized(decorator, f);
    if (decorator->kind == ExprKind::Call && what == "parametrize_targets" && !decorator->arguments.empty()) {
      ++quiet_;
      const Value target = eval(decorator->arguments[0].value);
      if (quiet_ > 0) --quiet_;
      if (target.string()) f.given["target"] = target;
    }
    if (decorator->kind == ExprKind::Call && what == "template" && !decorator->arguments.empty()) {
      ++quiet_;
      const Value name = eval(decorator->arguments[0].value);
      if (quiet_ > 0) --quiet_;
      if (name.string()) templates_[*name.string()] = &f;
    }
    if (what != "script" && what != "prim_func") continue;
    ++quiet_;
    const Value v = eval(named);
    if (quiet_ > 0) --quiet_;
    f.is_hybrid = f.is_hybrid || what == "prim_func" || (v.path() && v.path()->find("hybrid") != std::string::npos);
  }
}

// What decorators that the file defines make of the function; take_decorators reports the others.
Value Evaluator::decorated(const Statement& s, Value made) {
  for (size_t i = s.decorators.size(); i-- > 0;) {
    const Expr* decorator = s.decorators[i];
    const Expr* named = decorator->kind == ExprKind::Call ? decorator->a : decorator;
    if (named->kind != ExprKind::Name) continue;
    ++quiet_;
    const Value known = eval(named);
    if (quiet_ > 0) --quiet_;
    if (!known.function() && !(known.object() && !known.object()->is_instance())) continue;
    const Value wraps = decorator->kind == ExprKind::Call ? eval(decorator) : known;
    CallArguments args;
    args.positional = {made};
    made = call_value(wraps, args, decorator);
    if (made.failed()) return made;
  }
  return made;
}

// @name.setter: the property that the class has under the name is assigned to by this function.
bool Evaluator::take_setter(const Statement& s, const Function& f) {
  for (const Expr* decorator : s.decorators) {
    if (decorator->kind != ExprKind::Attribute || decorator->text != "setter" || !scope_->is_class) continue;
    const auto it = scope_->variables.find(s.name);
    if (it == scope_->variables.end() || !it->second.function()) continue;
    Function& property = heap_.functions.emplace_back(*it->second.function());
    property.setter = &f;
    it->second = static_cast<const Function*>(&property);
    return true;
  }
  return false;
}

void Evaluator::define(const Statement& s) {
  Value made = make_function(s.name, s.parameters, nullptr, &s, s.line);
  Function* f = &heap_.functions.back();
  take_decorators(s, *f);
  if (take_setter(s, *f)) return;
  made = decorated(s, made);
  if (scope_ == module_ && made.function() && (made.function() == f || s.name.starts_with("test")))
    functions_.push_back(f);
  set_variable(s.name, made);
}

}  // namespace nw::flatten
