// SPDX-License-Identifier: GPL-3.0-or-later
// Classes: names for constants, groups of tests, objects with attributes, methods and operators of their own.
#include <algorithm>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

// The order in which members are looked for, of the bases' orders (C3, as Python has it); nothing if there is none.
std::optional<std::vector<ClassObject*>> merged(std::vector<std::vector<ClassObject*>> lists) {
  std::vector<ClassObject*> order;
  for (;;) {
    std::erase_if(lists, [](const auto& l) { return l.empty(); });
    if (lists.empty()) return order;
    const auto is_later = [&](const ClassObject* c) {
      return std::ranges::any_of(lists, [&](const auto& l) { return std::find(l.begin() + 1, l.end(), c) != l.end(); });
    };
    const auto next = std::ranges::find_if(lists, [&](const auto& l) { return !is_later(l.front()); });
    if (next == lists.end()) return std::nullopt;
    ClassObject* c = next->front();
    order.push_back(c);
    for (auto& l : lists)
      if (l.front() == c) l.erase(l.begin());
  }
}

bool is_dunder(std::string_view name) {
  return name.starts_with("__") && name.ends_with("__");
}

}  // namespace

void Evaluator::take_bases(const Statement& s, ClassObject& c, bool& is_enum) {
  std::vector<std::vector<ClassObject*>> orders;
  std::vector<ClassObject*> bases;
  for (const Expr* base : s.contexts) {
    ++quiet_;
    const Value v = eval(base);
    if (quiet_ > 0) --quiet_;
    if (ClassObject* b = v.object(); b && !b->is_instance()) {
      bases.push_back(b);
      orders.push_back(b->order);
      orders.back().insert(orders.back().begin(), b);
      c.is_exception = c.is_exception || b->is_exception;
      c.outside_base = c.outside_base || b->outside_base;
      for (const ClassObject::Field& f : b->fields) c.fields.push_back(f);
      continue;
    }
    if (v.outside() && is_exception_name(v.outside()->what)) c.is_exception = true;
    if (v.outside() && v.outside()->what == "object") continue;
    is_enum = is_enum || (v.path() && *v.path() == "enum.Enum");
    c.outside_base = c.outside_base || !is_enum;
  }
  orders.push_back(bases);
  auto order = merged(std::move(orders));
  if (!order)
    python_error("the classes that '" + c.name + "' is derived from contradict each other's order", s.contexts[0]);
  c.order = order.value_or(std::vector<ClassObject*>());
}

void Evaluator::define_class(const Statement& s) {
  ClassObject& c = heap_.classes.emplace_back();
  c.name = s.name;
  c.line = s.line;
  bool is_enum = false;
  take_bases(s, c, is_enum);
  for (const Expr* decorator : s.decorators) {
    const Expr* named = decorator->kind == ExprKind::Call ? decorator->a : decorator;
    c.is_dataclass = c.is_dataclass || named->text == "dataclass";
  }
  c.scope = &heap_.scopes.emplace_back();
  c.scope->outer = scope_;
  c.scope->is_class = true;
  Scope* outer = std::exchange(scope_, c.scope);
  block(s.body);
  scope_ = outer;
  for (auto& [name, value] : c.scope->variables) {
    if (value.function() && value.function()->definition && !value.function()->owner) value.function()->owner = &c;
    if (!is_enum || value.function() || is_dunder(name)) continue;
    ClassObject& member = new_object(c);
    member.name = c.name + "." + std::string(name);
    member.scope->variables["value"] = value;
    member.scope->variables["name"] = heap_.string(std::string(name));
    value = &member;
  }
  if (c.is_dataclass)
    for (const Statement* field : s.body)
      if (field->annotation && field->targets.size() == 1 && field->targets[0]->kind == ExprKind::Name) {
        std::erase_if(c.fields, [&](const auto& f) { return f.name == field->targets[0]->text; });
        c.fields.push_back({field->targets[0]->text, field->value});
      }
  set_variable(s.name, &c);
  if (scope_ == module_ && (s.name.starts_with("Test") || s.name.starts_with("test"))) test_classes_.push_back(&c);
}

ClassObject& Evaluator::new_object(ClassObject& c) {
  ClassObject& made = heap_.classes.emplace_back();
  made.name = c.name;
  made.line = c.line;
  made.type = &c;
  made.order = c.order;
  made.order.insert(made.order.begin(), &c);
  made.scope = &heap_.scopes.emplace_back();
  made.scope->outer = c.scope->outer;
  return made;
}

// super(): what the classes after the one that the method is written in give to its object.
Value Evaluator::super(const Expr* e) {
  const ClassObject* owner = function_ ? function_->owner : nullptr;
  if (!owner || function_->parameters->empty()) return python_error("super() has no meaning outside of a method", e);
  const auto it = scope_->variables.find((*function_->parameters)[0].name);
  const ClassObject* self = it == scope_->variables.end() ? nullptr : it->second.object();
  if (!self) return python_error("super() has no object here", e);
  std::vector<ClassObject*> order = self->order;
  if (!self->is_instance()) order.insert(order.begin(), it->second.object());
  const auto at = std::ranges::find(order, owner);
  if (at == order.end()) return python_error("super() has no object here", e);
  ClassObject& made = heap_.classes.emplace_back();
  made.name = owner->name;
  made.type = self->is_instance() ? self->type : it->second.object();
  made.super_of = &heap_.values.emplace_back(it->second);
  made.order = {at + 1, order.end()};
  made.outside_base = owner->outside_base;
  made.scope = &heap_.scopes.emplace_back();
  return &made;
}

// object.name: an attribute, or a method that knows its object.
Value Evaluator::member(const Value& object, const Expr* e) {
  ClassObject& c = *object.object();
  const Value* found = c.find(e->text);
  ClassObject* type = c.is_instance() ? c.type : &c;
  const Value& self = c.super_of ? *c.super_of : object;
  if (!found) {
    if (e->text == "__name__") return heap_.string(c.name);
    if (e->text == "__class__" && c.type) return c.type;
    if (e->text == "__dict__") return not_known("'__dict__' of " + describe(object), {"a dict"}, e);
    if (type->outside_base || type->is_exception || (c.super_of && is_dunder(e->text)))
      return heap_.outside(describe(object) + "'s " + std::string(e->text));
    if (const Function* f = c.is_instance() ? c.method("__getattr__") : nullptr) {
      CallArguments args;
      args.positional = {self, heap_.string(std::string(e->text))};
      return call_function(*f, args, e);
    }
    return python_error(describe(object) + " has no '" + std::string(e->text) + "'", e, "AttributeError");
  }
  const Function* f = found->function();
  if (!f || (c.is_instance() && c.scope->variables.contains(e->text))) return *found;
  switch (f->kind) {
    case Function::Kind::Static:
      return *found;
    case Function::Kind::OfClass:
      return heap_.method(self.object() && self.object()->is_instance() ? Value(type) : self, std::string(e->text), f);
    case Function::Kind::Property: {
      if (!c.is_instance()) return *found;
      CallArguments args;
      args.positional = {self};
      return call_function(*f, args, e);
    }
    case Function::Kind::Plain:
      break;
  }
  return c.is_instance() ? heap_.method(self, std::string(e->text), f) : *found;
}

void Evaluator::set_member(ClassObject& c, const Expr* target, Value v) {
  if (const Function* f = c.is_instance() ? c.method(target->text) : nullptr;
      f && f->kind == Function::Kind::Property) {
    if (!f->setter) {
      python_error("the property '" + std::string(target->text) + "' cannot be assigned to", target, "AttributeError");
      return;
    }
    CallArguments args;
    args.positional = {&c, std::move(v)};
    call_function(*f->setter, args, target);
    return;
  }
  Scope& scope = c.super_of && c.super_of->object() ? *c.super_of->object()->scope : *c.scope;
  scope.variables[target->text] = std::move(v);
  ++changes_;
}

// An object's own method for what Python's syntax does to it, as __add__ and __len__; nothing where it has none.
std::optional<Value> Evaluator::call_special(const Value& object, std::string_view name, std::vector<Value> arguments,
                                             const Expr* e) {
  const ClassObject* c = object.object();
  const Function* f = c && c->is_instance() ? c->method(name) : nullptr;
  if (!f) return std::nullopt;
  CallArguments args;
  args.positional = std::move(arguments);
  args.positional.insert(args.positional.begin(), object);
  return call_function(*f, args, e);
}

// The attributes of a dataclass, from the call's arguments and the class's values.
bool Evaluator::fill_fields(ClassObject& made, const ClassObject& c, const CallArguments& args, const Expr* e) {
  size_t next = 0;
  for (const ClassObject::Field& field : c.fields) {
    const Value* given = next < args.positional.size() ? &args.positional[next++] : args.find(SIZE_MAX, field.name);
    if (given) {
      made.scope->variables[field.name] = *given;
      continue;
    }
    const Expr* fallback = field.fallback;
    if (!fallback) {
      python_error("'" + c.name + "' is made without its field '" + std::string(field.name) + "'", e);
      return false;
    }
    const bool described = fallback->kind == ExprKind::Call && fallback->a->text == "field";
    Value v;
    if (const Value* known = described ? nullptr : c.find(field.name)) v = *known;
    for (const Argument& a : fallback->arguments) {
      if (!described || !a.value) continue;
      if (a.keyword == "default") v = eval(a.value);
      CallArguments none;
      if (a.keyword == "default_factory") v = call_value(eval(a.value), none, e);
    }
    if (v.failed()) return false;
    made.scope->variables[field.name] = v;
  }
  for (const auto& n : args.named)
    if (std::ranges::find(c.fields, n.name, &ClassObject::Field::name) == c.fields.end()) {
      python_error("'" + c.name + "' has no field '" + n.name + "'", e);
      return false;
    }
  if (next < args.positional.size()) {
    python_error("'" + c.name + "' has fewer fields than it is given", e);
    return false;
  }
  return !call_special(&made, "__post_init__", {}, e).value_or(None()).failed();
}

Value Evaluator::call_class(ClassObject& c, const CallArguments& args, const Expr* e) {
  if (c.is_instance()) {
    if (const Function* f = c.method("__call__")) {
      CallArguments all = args;
      all.positional.insert(all.positional.begin(), &c);
      return call_function(*f, all, e);
    }
    return python_error("an object of '" + c.name + "' cannot be called", e);
  }
  ClassObject& made = new_object(c);
  const Function* init = made.method("__init__");
  if (init) {
    CallArguments all = args;
    all.positional.insert(all.positional.begin(), &made);
    if (call_function(*init, all, e).failed()) return Failed();
  } else if (c.is_dataclass) {
    if (!fill_fields(made, c, args, e)) return Failed();
  } else if (!c.outside_base && !c.is_exception && (!args.positional.empty() || !args.named.empty())) {
    return python_error("'" + c.name + "' takes no arguments", e);
  }
  return &made;
}

}  // namespace nw::flatten
