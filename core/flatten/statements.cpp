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
  at_line_of(s);
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
    case Kind::Match:
      flow = match_statement(s);
      break;
    case Kind::Try:
      flow = try_statement(s);
      break;
    case Kind::Return:
      returned_ = s.value ? eval(s.value) : Value(None());
      flow = Flow::Return;
      break;
    case Kind::Import:
      import(s);
      break;
    case Kind::Assert:
      flow = assert_statement(s);
      break;
    case Kind::Raise:
      flow = raise_statement(s);
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
  return raised_ ? Flow::Raise : flow;
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
  if (augmented_in_place(s.name, before, by, s.value)) return;
  if (const auto v = call_special(before, "__i" + special_name(s.name) + "__", {by}, s.value)) return bind(target, *v);
  bind(target, binary(s.name, before, by, s.value));
}

// Lists, sets and dicts change for everyone who has them.
bool Evaluator::augmented_in_place(const std::string_view op, const Value& before, const Value& by, const Expr* e) {
  if (DictObject* dict = before.dict(); dict && by.dict() && op == "|") {
    CallArguments args;
    args.positional = {by};
    dict_method(*dict, "update", args, e);
    return true;
  }
  ListObject* list = before.list();
  if (!list || list->is_tuple || by.failed() || by.outside()) return false;
  std::vector<Value> items;
  if (list->is_set && by.list() && by.list()->is_set) {
    const auto made = sets(op, before, by, e);
    if (!made || !made->list()) return false;
    items = made->list()->items;
  } else if (!list->is_set && op == "+") {
    const auto more = items_of(by, e);
    if (!more || !step(e, static_cast<int64_t>(more->size()))) return true;
    items = list->items;
    items.insert(items.end(), more->begin(), more->end());
  } else if (!list->is_set && op == "*" && by.integer()) {
    const auto made = repeated(before, by, e);
    if (!made || !made->list()) return true;
    items = made->list()->items;
  } else {
    return false;
  }
  list->items = std::move(items);
  list->origin = nullptr;
  ++changes_;
  return true;
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
    case ExprKind::Index:
      return bind_element(target, std::move(v));
    case ExprKind::Attribute: {
      const Value object = eval(target->a);
      if (object.failed() || object.outside() || object.path()) return;
      if (ClassObject* c = object.object()) return set_member(*c, target, std::move(v));
      not_known("an attribute of " + describe(object) + " is assigned", {"a variable"}, target);
      return;
    }
    default:
      python_error("this cannot be assigned to", target);
  }
}

void Evaluator::bind_element(const Expr* target, Value v) {
  const Value object = eval(target->a), at = eval(target->b);
  if (object.failed() || at.failed() || object.outside()) return;
  ++changes_;
  if (call_special(object, "__setitem__", {at, v}, target)) return;
  if (ListObject* list = object.list(); list && !list->is_tuple && !list->is_set) {
    if (const auto* slice = at.get<SliceValue>()) return assign_slice(*list, *slice, v, target);
    const auto i = at.integer();
    const auto size = static_cast<int64_t>(list->items.size());
    const int64_t place = i ? (*i < 0 ? *i + size : *i) : -1;
    if (place < 0 || place >= size) {
      python_error("the list has no element " + shown(at, true), target, "IndexError");
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
}

// list[begin:end:step] = v
void Evaluator::assign_slice(ListObject& list, const SliceValue& slice, const Value& v, const Expr* e) {
  const auto items = items_of(v, e);
  if (!items) return;
  const auto size = static_cast<int64_t>(list.items.size());
  if (slice.from) {
    not_known("a slice by " + describe(slice.from), {"integers"}, e);
    return;
  }
  const std::vector<int64_t> places = places_of(slice, size);
  if (!step(e, size + static_cast<int64_t>(items->size()))) return;
  list.origin = nullptr;
  if (slice.step.value_or(1) != 1) {
    if (items->size() != places.size()) {
      python_error(std::to_string(items->size()) + " values for a slice of " + std::to_string(places.size()), e,
                   "ValueError");
      return;
    }
    for (size_t i = 0; i < places.size(); ++i) list.items[static_cast<size_t>(places[i])] = (*items)[i];
    return;
  }
  const int64_t begin = std::min(slice_place(slice.begin.value_or(0), size), size);
  const auto first = list.items.begin() + begin;
  const auto after = list.items.erase(first, first + static_cast<std::ptrdiff_t>(places.size()));
  list.items.insert(after, items->begin(), items->end());
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
  if (const auto it = scope->elsewhere.find(name); it != scope->elsewhere.end()) scope = it->second;
  scope->variables[name] = std::move(v);
}

// (name := v) within a comprehension binds the name around it.
void Evaluator::set_by_walrus(std::string_view name, Value v) {
  Scope* inner = scope_;
  while (scope_->is_comprehension && scope_->outer) scope_ = scope_->outer;
  set_variable(name, std::move(v));
  scope_ = inner;
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
    for (const Statement::Handler& h : s->handlers) fail_targets(h.body);
    fail_targets(s->finally_);
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
    at_line_of(*s);
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
  if (s.is_async) {
    report(flatten::not_known("'async for' runs only in an event loop", {"for"}, TextSpan{s.line, 1, 1}));
    fail_targets(s.body);
    return Flow::Next;
  }
  const Value over = eval(s.value);
  if (over.failed() || over.outside()) {
    if (over.outside()) leave_out(s, "a loop over " + over.outside()->what);
    fail_targets(s.body);
    return Flow::Next;
  }
  Flow flow = Flow::Next;
  const int64_t steps = steps_, changes = changes_;
  loops_.push_back(s.line);
  const bool whole = each_item(over, s.value, [&](const Value& item) {
    at_line_of(s);
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
  loops_.pop_back();
  if (flow == Flow::Return || flow == Flow::Raise) return flow;
  if (flow != Flow::Break && whole) return block(s.otherwise);
  return Flow::Next;
}

Evaluator::Flow Evaluator::while_statement(const Statement& s) {
  loops_.push_back(s.line);
  Flow flow = Flow::Next;
  bool ended = false;
  while (flow == Flow::Next || flow == Flow::Continue) {
    const Value v = eval(s.value);
    const auto holds = v.outside() ? std::nullopt : truth(v, s.value);
    if (v.outside()) leave_out(s, "a loop as long as " + v.outside()->what);
    if (!holds || stopped_) {
      fail_targets(s.body);
      flow = Flow::Break;
    } else if (!*holds) {
      ended = true;
      break;
    } else {
      flow = stopped_ ? Flow::Return : block(s.body);
    }
  }
  loops_.pop_back();
  if (ended) return block(s.otherwise);
  return flow == Flow::Return || flow == Flow::Raise ? flow : stopped_ ? Flow::Return : Flow::Next;
}

Evaluator::Flow Evaluator::with_statement(const Statement& s) {
  const std::string around = target_;
  if (s.is_async)
    report(flatten::not_known("'async with' runs only in an event loop", {"with"}, TextSpan{s.line, 1, 1}));
  std::vector<Value> own;  // contexts that are objects of the file's classes
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
    const auto entered = call_special(v, "__enter__", {}, context);
    if (entered) own.push_back(v);
    if (s.targets[i]) bind(s.targets[i], entered ? *entered : v.failed() ? heap_.outside("a context") : v);
  }
  const Flow flow = block(s.body);
  target_ = around;
  const std::optional<Exception> raised = std::exchange(raised_, std::nullopt);
  while (!own.empty()) {
    call_special(own.back(), "__exit__", {None(), None(), None()}, s.contexts[0]);
    own.pop_back();
  }
  if (raised) raised_ = raised;
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
