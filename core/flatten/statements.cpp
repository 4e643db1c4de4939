// SPDX-License-Identifier: GPL-3.0-or-later
// Statements: assignments, loops, conditions, definitions, imports.
#include <algorithm>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

constexpr int64_t kLongLoop = 20'000;  // steps

void collect_names(const Expr* target, std::vector<std::string>& names) {
  if (!target) return;
  if (target->kind == ExprKind::Name) names.emplace_back(target->text);
  if (target->kind == ExprKind::Tuple || target->kind == ExprKind::List)
    for (const Expr* item : target->items) collect_names(item, names);
  if (target->kind == ExprKind::Star) collect_names(target->a, names);
}

// The names that a call on the right may give to what it makes.
std::vector<std::string> wanted_names(const Expr* target) {
  if (target->kind == ExprKind::Name) return {std::string(target->text)};
  std::vector<std::string> names;
  if (target->kind != ExprKind::Tuple && target->kind != ExprKind::List) return names;
  for (const Expr* item : target->items) {
    if (item->kind != ExprKind::Name) return {};
    names.emplace_back(item->text);
  }
  return names;
}

}  // namespace

Evaluator::Flow Evaluator::block(const std::vector<const Statement*>& body) {
  for (const Statement* s : body) {
    const Flow flow = statement(*s);
    if (flow != Flow::Next || stopped_) return flow;
  }
  return Flow::Next;
}

Evaluator::Flow Evaluator::statement(const Statement& s) {
  using Kind = Statement::Kind;
  line_ = s.line;
  if (!step(nullptr)) return Flow::Return;
  if (depth_ > kMaxDepth) {
    report(too_deep(s.line));
    return Flow::Next;
  }
  ++depth_;
  Flow flow = Flow::Next;
  switch (s.kind) {
    case Kind::Expression:
      expression_statement(s);
      break;
    case Kind::Assign:
      assign(s);
      break;
    case Kind::Augmented:
      augmented(s);
      break;
    case Kind::If:
      flow = if_statement(s);
      break;
    case Kind::For:
      flow = for_statement(s);
      break;
    case Kind::While:
      flow = while_statement(s);
      break;
    case Kind::Def:
      define(s);
      break;
    case Kind::Class:
      define_class(s);
      break;
    case Kind::With:
      flow = with_statement(s);
      break;
    case Kind::Try:
      ++attempts_;
      flow = block(s.body);
      --attempts_;
      if (flow == Flow::Next) flow = block(s.otherwise);
      break;
    case Kind::Return:
      returned_ = s.value ? eval(s.value) : Value(None());
      flow = Flow::Return;
      break;
    case Kind::Import:
      import(s);
      break;
    case Kind::Assert:
      leave_out(s, "an assert");
      break;
    case Kind::Raise:
      report(flatten::python_error("an exception is raised here", TextSpan{s.line, 1, 1}));
      returned_ = Failed();
      flow = Flow::Return;
      break;
    case Kind::Break:
      flow = Flow::Break;
      break;
    case Kind::Continue:
      flow = Flow::Continue;
      break;
    case Kind::Scope:
      for (const std::string_view n : s.names) {
        Scope* at = module_;
        for (Scope* outer = scope_->outer; outer; outer = outer->outer)
          if (outer->variables.contains(n)) {
            at = outer;
            break;
          }
        scope_->elsewhere[n] = at;
      }
      break;
    case Kind::Delete:
      if (s.value) erase(s.value);
      break;
    case Kind::Pass:
      break;
  }
  --depth_;
  return flow;
}

void Evaluator::expression_statement(const Statement& s) {
  const Expr* e = s.value;
  if (e->kind == ExprKind::String || e->kind == ExprKind::Formatted) return leave_out(s, "a docstring");
  if (e->kind == ExprKind::Ellipsis) return;
  const size_t lines = builder_.lines().size();
  const Value v = eval_wanting(e, {});
  const OutsideValue* outside = v.outside();
  if (outside && !outside->what.empty() && builder_.lines().size() == lines) leave_out(s, outside->what);
}

void Evaluator::assign(const Statement& s) {
  const Value v = eval_wanting(s.value, wanted_names(s.targets[0]));
  if (const OutsideValue* outside = v.outside(); outside && !outside->what.empty()) leave_out(s, outside->what);
  for (const Expr* target : s.targets) bind(target, v);
}

void Evaluator::augmented(const Statement& s) {
  const Expr* target = s.targets[0];
  const Value before = eval(target);
  const Value by = eval(s.value);
  if (ListObject* list = before.list(); list && !list->is_tuple && s.name == "+") {
    const auto items = items_of(by, s.value);
    if (!items || !step(s.value, static_cast<int64_t>(items->size()))) return;
    list->items.insert(list->items.end(), items->begin(), items->end());
    list->origin = nullptr;
    ++changes_;
    return;
  }
  bind(target, binary(s.name, before, by, s.value));
}

// An axis, tensor or expression that a variable holds is a variable of the script too.
Value Evaluator::alias(const Value& v, const std::string& name) {
  using Kind = ScriptValue::Kind;
  const ScriptValue* s = v.script();
  if (!s || s->local || s->text.find_first_of(".[( ") == s->text.npos) return v;
  if (s->kind != Kind::Axis && s->kind != Kind::Tensor && s->kind != Kind::Expression) return v;
  if (trials_ > 0) return v;
  const int line = line_;
  const Value made = builder_.add(*s, {name}, name, line);
  take_script_diagnostics(0);
  return made.failed() ? v : made;
}

void Evaluator::bind(const Expr* target, Value v) {
  switch (target->kind) {
    case ExprKind::Name:
      return set_variable(target->text, alias(v, std::string(target->text)));
    case ExprKind::Tuple:
    case ExprKind::List:
      return unpack(target, v);
    case ExprKind::Index: {
      const Value object = eval(target->a), at = eval(target->b);
      if (object.failed() || at.failed() || object.outside()) return;
      ++changes_;
      if (ListObject* list = object.list(); list && !list->is_tuple) {
        const auto i = at.integer();
        const auto size = static_cast<int64_t>(list->items.size());
        const int64_t place = i ? (*i < 0 ? *i + size : *i) : -1;
        if (place < 0 || place >= size) {
          python_error("the list has no element " + shown(at, true), target);
          return;
        }
        list->items[static_cast<size_t>(place)] = std::move(v);
        list->origin = nullptr;
        return;
      }
      if (DictObject* d = object.dict()) {
        const auto key = key_of(at);
        if (!key) {
          python_error(describe(at) + " cannot be a key", target);
          return;
        }
        const auto [it, fresh] = d->places.try_emplace(*key, d->items.size());
        if (fresh)
          d->items.emplace_back(at, std::move(v));
        else
          d->items[it->second].second = std::move(v);
        return;
      }
      python_error(describe(object) + " has no elements to assign to", target);
      return;
    }
    case ExprKind::Attribute: {
      const Value object = eval(target->a);
      if (object.failed() || object.outside() || object.path()) return;
      if (const ClassObject* c = object.object()) {
        c->scope->variables[target->text] = std::move(v);
        ++changes_;
        return;
      }
      not_known("an attribute of " + describe(object) + " is assigned", {"a variable"}, target);
      return;
    }
    default:
      python_error("this cannot be assigned to", target);
  }
}

void Evaluator::unpack(const Expr* target, const Value& v) {
  const size_t count = target->items.size();
  if (v.failed() || v.outside()) {
    for (const Expr* item : target->items) bind(item->kind == ExprKind::Star ? item->a : item, v);
    return;
  }
  std::vector<Value> items;
  const ScriptValue* s = v.script();
  if (s && s->local) {  // a, b = x where x is the parameter of a reducer or an intrinsic
    for (size_t i = 0; i < count; ++i) {
      ScriptValue item = *s;
      item.text += "[" + std::to_string(i) + "]";
      items.push_back(heap_.script(std::move(item)));
    }
  } else {
    // Names for the elements of one list of the script: y, x = s[C].op.axis.
    const ListObject* list = v.list();
    const std::vector<std::string> names = wanted_names(target);
    if (trials_ == 0 && list && list->origin && names.size() == list->items.size() && !names.empty() &&
        std::ranges::all_of(list->items, [](const Value& i) { return i.script() != nullptr; })) {
      const Value made = builder_.add(*list->origin, names, names[0], line_);
      take_script_diagnostics(0);
      if (const ListObject* renamed = made.list()) {
        for (size_t i = 0; i < count && i < renamed->items.size(); ++i)
          set_variable(target->items[i]->text, renamed->items[i]);
        return;
      }
      if (made.script() && count == 1) return set_variable(target->items[0]->text, made);
    }
    auto got = items_of(v, target);
    if (!got) {
      for (const Expr* item : target->items) bind(item->kind == ExprKind::Star ? item->a : item, Failed());
      return;
    }
    items = std::move(*got);
  }
  const auto star = std::ranges::find(target->items, ExprKind::Star, &Expr::kind);
  const auto at = static_cast<size_t>(star - target->items.begin());
  const bool fits = star == target->items.end() ? items.size() == count : items.size() + 1 >= count;
  if (!fits) {
    python_error(std::to_string(count) + " names for " + std::to_string(items.size()) + " values", target);
    for (const Expr* item : target->items) bind(item->kind == ExprKind::Star ? item->a : item, Failed());
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    if (i < at) {
      bind(target->items[i], items[i]);
    } else if (i == at) {
      const auto first = items.begin() + static_cast<std::ptrdiff_t>(i);
      bind((*star)->a, heap_.list({first, first + static_cast<std::ptrdiff_t>(items.size() + 1 - count)}));
    } else {
      bind(target->items[i], items[items.size() - (count - i)]);
    }
  }
}

void Evaluator::set_variable(std::string_view name, Value v) {
  changes_ += !v.outside();
  Scope* scope = scope_;
  while (scope->is_comprehension && scope->outer && !scope->variables.contains(name)) scope = scope->outer;
  if (const auto it = scope->elsewhere.find(name); it != scope->elsewhere.end()) scope = it->second;
  scope->variables[name] = std::move(v);
}

// Whether a block does nothing but leave: what guards a function from devices that are not there.
bool Evaluator::only_leaves(const std::vector<const Statement*>& body) const {
  using Kind = Statement::Kind;
  for (const Statement* s : body) {
    if (s->kind == Kind::Return || s->kind == Kind::Continue || s->kind == Kind::Break || s->kind == Kind::Raise)
      return true;
    if (s->kind != Kind::Expression && s->kind != Kind::Pass && s->kind != Kind::Import) return false;
  }
  return false;
}

// Whether a block, evaluated to try, would add to the script.
bool Evaluator::touches_script(const std::vector<const Statement*>& body) {
  const bool outer = std::exchange(touched_, false);
  const int line = line_;
  const Value returned = returned_;
  ++trials_;
  ++quiet_;
  block(body);
  if (quiet_ > 0) --quiet_;
  --trials_;
  line_ = line;
  returned_ = returned;
  return std::exchange(touched_, outer);
}

// What a block that is not evaluated would bind is not known.
void Evaluator::fail_targets(const std::vector<const Statement*>& body) {
  for (const Statement* s : body) {
    std::vector<std::string> names;
    for (const Expr* target : s->targets) collect_names(target, names);
    if (s->kind == Statement::Kind::Def) names.emplace_back(s->name);
    for (const std::string& name : names) {
      heap_.strings.push_back(name);
      set_variable(heap_.strings.back(), Failed());
    }
    fail_targets(s->body);
    fail_targets(s->otherwise);
  }
}

Evaluator::Flow Evaluator::if_statement(const Statement& first) {
  for (const Statement* s = &first;;) {
    line_ = s->line;
    const Value v = eval(s->value);
    if (stopped_) return Flow::Return;
    if (v.outside()) {
      if (only_leaves(s->body)) {
        leave_out(*s, "a guard by what only a run knows");
      } else {
        if (!touches_script(s->body) && !touches_script(s->otherwise)) {
          leave_out(*s, "a condition that only a run knows");
          return Flow::Next;
        }
        not_known(
            "only a run knows this condition (" + v.outside()->what + ")",
            {"a condition on values that are known when the file is read", "the branch that applies, without 'if'"},
            s->value);
        fail_targets(s->body);
        fail_targets(s->otherwise);
        return Flow::Next;
      }
    } else {
      const auto holds = truth(v, s->value);
      if (!holds) {
        fail_targets(s->body);
        fail_targets(s->otherwise);
        return Flow::Next;
      }
      if (*holds) return block(s->body);
    }
    // elif and else, without a call for each of a long chain
    if (s->otherwise.size() == 1 && s->otherwise[0]->kind == Statement::Kind::If) {
      s = s->otherwise[0];
      if (!step(nullptr)) return Flow::Return;
      continue;
    }
    return block(s->otherwise);
  }
}

Evaluator::Flow Evaluator::for_statement(const Statement& s) {
  const Value over = eval(s.value);
  if (over.failed() || over.outside()) {
    if (over.outside()) leave_out(s, "a loop over " + over.outside()->what);
    fail_targets(s.body);
    return Flow::Next;
  }
  Flow flow = Flow::Next;
  const int64_t steps = steps_, changes = changes_;
  const bool whole = each_item(over, s.value, [&](const Value& item) {
    line_ = s.line;
    const int64_t before = changes_;
    bind(s.targets[0], item);
    changes_ = before;
    flow = block(s.body);
    // A long loop that only fills arrays is a run's.
    if (changes_ == changes && steps_ - steps > kLongLoop && flow != Flow::Return) {
      leave_out(s, "a loop over arrays");
      return false;
    }
    return flow == Flow::Next || flow == Flow::Continue;
  });
  if (flow == Flow::Return) return flow;
  if (flow != Flow::Break && whole) return block(s.otherwise);
  return Flow::Next;
}

Evaluator::Flow Evaluator::while_statement(const Statement& s) {
  for (;;) {
    const Value v = eval(s.value);
    const auto holds = v.outside() ? std::nullopt : truth(v, s.value);
    if (v.outside()) leave_out(s, "a loop as long as " + v.outside()->what);
    if (!holds || stopped_) {
      fail_targets(s.body);
      return Flow::Next;
    }
    if (!*holds) return block(s.otherwise);
    const Flow flow = block(s.body);
    if (flow == Flow::Return || stopped_) return Flow::Return;
    if (flow == Flow::Break) return Flow::Next;
  }
}

Evaluator::Flow Evaluator::with_statement(const Statement& s) {
  const std::string around = target_;
  for (size_t i = 0; i < s.contexts.size(); ++i) {
    const Expr* context = s.contexts[i];
    const bool method = context->kind == ExprKind::Call && context->a->kind == ExprKind::Attribute;
    ++quiet_;
    const Value object = method ? eval(context->a->a) : Value(None());
    const bool builds = object.list() && object.list()->is_builder;
    if (builds) --quiet_;
    const Value v = eval(context);
    if (quiet_ > 0 && !builds) --quiet_;
    const OutsideValue* outside = v.outside();
    if (outside && outside->what.find("raises") != std::string::npos) {
      leave_out(s, "what is expected to fail");
      target_ = around;
      return Flow::Next;
    }
    if (v.path() && v.path()->starts_with("target:")) target_ = v.path()->substr(7);
    if (s.targets[i]) bind(s.targets[i], v.failed() ? heap_.outside("a context") : v);
  }
  const Flow flow = block(s.body);
  target_ = around;
  return flow;
}

void Evaluator::import(const Statement& s) {
  leave_out(s, "an import");
  for (const Statement::Imported& i : s.imports) {
    if (i.name == "*") {
      for (const char* module : {"te", "tir", "topi"})
        if (i.path == "tvm") set_variable(module, heap_.path(std::string("tvm.") + module));
      continue;
    }
    set_variable(i.name, module_member(i.path));
  }
}

}  // namespace nw::flatten
