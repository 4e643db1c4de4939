// SPDX-License-Identifier: GPL-3.0-or-later
// Calls: arguments, functions of the file, and who knows the others.
#include <algorithm>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

constexpr int kMaxCalls = 100;

}  // namespace

Value Evaluator::make_function(std::string_view name, const std::vector<Parameter>& parameters, const Expr* result,
                               const Statement* definition, int line) {
  Function f;
  f.name = name;
  f.parameters = &parameters;
  f.result = result;
  f.definition = definition;
  f.scope = scope_;
  while (f.scope->is_class && f.scope->outer) f.scope = f.scope->outer;
  f.line = line;
  for (const Parameter& p : parameters) f.fallbacks.push_back(p.fallback ? eval(p.fallback) : Value(Failed()));
  heap_.functions.push_back(std::move(f));
  return static_cast<const Function*>(&heap_.functions.back());
}

bool Evaluator::collect(const Expr* e, CallArguments& args) {
  args.call = e;
  args.positional.reserve(e->arguments.size());
  for (const Argument& a : e->arguments) {
    if (a.value->kind == ExprKind::Star) {
      const Value v = eval(a.value->a);
      if (v.outside()) {
        args.positional.push_back(v);
        continue;
      }
      const ScriptValue* s = v.script();
      if (s && s->local) {
        ScriptValue all = *s;
        all.text = "*" + all.text;
        args.positional.push_back(heap_.script(std::move(all)));
        continue;
      }
      const auto items = items_of(v, a.value);
      if (!items) return false;
      args.positional.insert(args.positional.end(), items->begin(), items->end());
    } else if (a.value->kind == ExprKind::DoubleStar) {
      const Value v = eval(a.value->a);
      if (v.outside()) continue;
      const DictObject* d = v.dict();
      if (!d) return v.failed() ? false : (python_error("'**' needs a dict", a.value), false);
      for (const auto& [key, value] : d->items)
        if (key.string()) args.named.push_back({*key.string(), value});
    } else {
      const Value v = eval(a.value);
      if (a.keyword.empty())
        args.positional.push_back(v);
      else
        args.named.push_back({std::string(a.keyword), v});
    }
  }
  return true;
}

Value Evaluator::call(const Expr* e) {
  std::vector<std::string> wanted = std::exchange(wanted_, {});
  const Value callee = eval(e->a);
  if (callee.failed()) return callee;
  if (e->a->kind == ExprKind::Name && e->a->text == "super" && callee.outside() && e->arguments.empty())
    return super(e);
  const std::string* path = callee.path();
  const auto* bound = callee.get<const MethodValue*>();
  const bool idle = callee.outside() || (bound && (*bound)->self->outside()) || (path && *path == "print") ||
                    (callee.is<Builtin>() && *callee.get<Builtin>() == Builtin::Print);
  if (idle) ++quiet_;
  CallArguments args;
  const bool good = collect(e, args);
  if (idle && quiet_ > 0) --quiet_;
  if (const OutsideValue* o = callee.outside()) {
    for (const Value& v : args.positional)
      if (v.function() && o->what.find("register") == std::string::npos) v.function()->called = true;
    return heap_.outside(o->what);
  }
  if (!good) return Failed();
  wanted_ = std::move(wanted);
  return call_value(callee, args, e);
}

Value Evaluator::call_value(const Value& callee, CallArguments& args, const Expr* e) {
  args.call = e;
  if (const Function* f = callee.function()) return call_function(*f, args, e);
  if (const auto* b = callee.get<Builtin>()) return call_builtin(*b, args, e);
  if (const std::string* path = callee.path()) return call_path(*path, args, e);
  if (const auto* m = callee.get<const MethodValue*>()) return call_method(**m, args, e);
  if (const ScriptValue* s = callee.script()) return call_script(*s, args, e);
  if (ClassObject* c = callee.object()) return call_class(*c, args, e);
  if (callee.failed() || callee.outside()) return callee;
  return python_error(describe(callee) + " cannot be called", e);
}

// functools.partial(f, a, b=c), whose parameters are the others of f.
Value Evaluator::partial(const CallArguments& args, const Expr* e) {
  if (args.positional.empty()) return python_error("partial takes a function", e);
  if (args.positional[0].outside()) return args.positional[0];
  Function f;
  const Function* inner = args.positional[0].function();
  f.name = inner ? inner->name : "partial";
  f.partial_of = &heap_.values.emplace_back(args.positional[0]);
  f.bound = {args.positional.begin() + 1, args.positional.end()};
  for (const auto& n : args.named) f.bound_by_name.emplace_back(n.name, n.value);
  std::vector<Parameter>& left = heap_.parameters.emplace_back();
  if (inner)
    for (size_t i = 0; i < inner->parameters->size(); ++i) {
      const Parameter& p = (*inner->parameters)[i];
      const bool given = (p.kind == Parameter::Kind::Plain && i < f.bound.size()) ||
                         std::ranges::any_of(f.bound_by_name, [&](const auto& b) { return b.first == p.name; });
      if (given) continue;
      left.push_back(p);
      f.fallbacks.push_back(inner->fallbacks[i]);
    }
  f.parameters = &left;
  f.line = line_;
  heap_.functions.push_back(std::move(f));
  return static_cast<const Function*>(&heap_.functions.back());
}

bool Evaluator::bind_parameters(const Function& f, const CallArguments& args, Scope& scope, const Expr* e) {
  const std::string name(f.name);
  std::vector<bool> taken(args.named.size());
  size_t next = 0;
  for (size_t i = 0; i < f.parameters->size(); ++i) {
    const Parameter& p = (*f.parameters)[i];
    if (p.kind == Parameter::Kind::Rest) {
      std::vector<Value> rest;
      while (next < args.positional.size()) rest.push_back(args.positional[next++]);
      scope.variables[p.name] = heap_.list(std::move(rest), true);
      continue;
    }
    if (p.kind == Parameter::Kind::Keywords) {
      DictObject& d = heap_.dicts.emplace_back();
      for (size_t k = 0; k < args.named.size(); ++k) {
        if (taken[k]) continue;
        taken[k] = true;
        d.places["s" + args.named[k].name] = d.items.size();
        d.items.emplace_back(heap_.string(args.named[k].name), args.named[k].value);
      }
      scope.variables[p.name] = &d;
      continue;
    }
    const auto it = std::ranges::find(args.named, p.name, &CallArguments::Named::name);
    if (it != args.named.end()) {
      taken[static_cast<size_t>(it - args.named.begin())] = true;
      scope.variables[p.name] = it->value;
    } else if (next < args.positional.size()) {
      scope.variables[p.name] = args.positional[next++];
    } else if (p.fallback) {
      scope.variables[p.name] = f.fallbacks[i];
    } else {
      python_error("'" + name + "' is called without its argument '" + std::string(p.name) + "'", e);
      return false;
    }
  }
  if (next < args.positional.size()) {
    python_error("'" + name + "' takes " + std::to_string(f.parameters->size()) + " arguments, and is given " +
                     std::to_string(args.positional.size()),
                 e);
    return false;
  }
  for (size_t k = 0; k < taken.size(); ++k) {
    if (taken[k]) continue;
    python_error("'" + name + "' has no argument '" + args.named[k].name + "'", e);
    return false;
  }
  return true;
}

Value Evaluator::call_function(const Function& f, const CallArguments& args, const Expr* e) {
  f.called = true;
  if (f.partial_of) {
    CallArguments all = args;
    all.positional.insert(all.positional.begin(), f.bound.begin(), f.bound.end());
    for (const auto& [name, value] : f.bound_by_name)
      if (!all.find(SIZE_MAX, name)) all.named.push_back({name, value});
    return call_value(*f.partial_of, all, e);
  }
  if (f.definition && f.definition->is_async)
    return not_known("'" + std::string(f.name) + "' is a coroutine ('async def'), which runs only in an event loop",
                     {"def"}, e);
  if (f.definition && f.definition->generates)
    return not_known("'" + std::string(f.name) + "' is a generator, which cannot be flattened", {"a list"}, e);
  if (f.is_hybrid)
    return not_known("'" + std::string(f.name) + "' is a hybrid script, which has no computation to schedule",
                     {"te.compute"}, e);
  if (calls_ >= kMaxCalls) return report(endless_calls(f.name, e ? e->line : line_));
  Scope& scope = heap_.scopes.emplace_back();
  scope.outer = f.scope;
  if (!bind_parameters(f, args, scope, e)) return Failed();
  const int line = line_;
  const std::string entry = entry_;
  if (entry_.empty() && f.definition) entry_ = f.name;  // kernels are named after the function that the module calls
  Scope* outer = std::exchange(scope_, &scope);
  const Function* caller = std::exchange(function_, &f);
  ++calls_;
  attempts_ += f.expected_to_fail;
  Value v;
  if (f.result) {
    v = eval_wanting(f.result, wanted_);
  } else {
    const Value before = std::exchange(returned_, None());
    std::vector<std::string> wanted = std::exchange(wanted_, {});
    const Flow flow = block(f.definition->body);
    v = flow == Flow::Return ? returned_ : flow == Flow::Raise ? Value(Failed()) : Value(None());
    returned_ = before;
    wanted_ = std::move(wanted);
  }
  --calls_;
  attempts_ -= f.expected_to_fail;
  if (f.expected_to_fail) raised_.reset();
  function_ = caller;
  entry_ = entry;
  scope_ = outer;
  line_ = line;
  return v;
}

}  // namespace nw::flatten
