// SPDX-License-Identifier: GPL-3.0-or-later
// Classes: names for constants, groups of tests, objects with attributes and methods.
#include <algorithm>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

void Evaluator::define_class(const Statement& s) {
  ClassObject& c = heap_.classes.emplace_back();
  c.name = s.name;
  c.line = s.line;
  for (const Expr* base : s.contexts) {
    ++quiet_;
    const Value v = eval(base);
    if (quiet_ > 0) --quiet_;
    if (v.object() && !v.object()->is_instance) c.bases.push_back(v.object());
  }
  c.scope = &heap_.scopes.emplace_back();
  c.scope->outer = scope_;
  c.scope->is_class = true;
  Scope* outer = std::exchange(scope_, c.scope);
  block(s.body);
  scope_ = outer;
  set_variable(s.name, &c);
  if (scope_ == module_ && (s.name.starts_with("Test") || s.name.starts_with("test"))) test_classes_.push_back(&c);
}

// object.name: an attribute, or a method that knows its object.
Value Evaluator::member(const Value& object, const Expr* e) {
  const ClassObject& c = *object.object();
  const Value* found = c.find(e->text);
  if (!found) {
    if (e->text == "__name__") return heap_.string(c.name);
    return python_error(describe(object) + " has no '" + std::string(e->text) + "'", e);
  }
  if (c.is_instance && found->function() && !c.scope->variables.contains(e->text))
    return heap_.method(object, std::string(e->text));
  return *found;
}

Value Evaluator::call_class(ClassObject& c, const CallArguments& args, const Expr* e) {
  if (c.is_instance) {
    const Value* call = c.find("__call__");
    if (!call) return python_error("an object of '" + c.name + "' cannot be called", e);
    return call_method({&heap_.values.emplace_back(&c), "__call__"}, args, e);
  }
  ClassObject& made = heap_.classes.emplace_back();
  made.name = c.name;
  made.line = c.line;
  made.is_instance = true;
  made.bases = {&c};
  made.scope = &heap_.scopes.emplace_back();
  made.scope->outer = c.scope->outer;
  if (const Value* init = c.find("__init__"); init && init->function()) {
    CallArguments all = args;
    all.positional.insert(all.positional.begin(), &made);
    if (call_function(*init->function(), all, e).failed()) return Failed();
  }
  return &made;
}

}  // namespace nw::flatten
