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

void Evaluator::define(const Statement& s) {
  Value made = make_function(s.name, s.parameters, nullptr, &s, s.line);
  Function* f = &heap_.functions.back();
  take_decorators(s, *f);
  if (scope_ == module_) functions_.push_back(f);
  set_variable(s.name, made);
}

}  // namespace nw::flatten
