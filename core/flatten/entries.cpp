// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions of a file are called, beside what its module level calls: those that it leaves for others to call
// (tests, builders of kernels), as far as their arguments are known. If nothing else makes a kernel, the arguments that
// nobody gives are sizes, and a function that returns tensors has their plain schedule.
#include <algorithm>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

constexpr int kMaxFixtures = 8;  // that need each other
constexpr int kAsking = -1;      // whether arguments are known, without fixtures being called

// Arguments that test frameworks give: devices and folders.
bool is_outside_argument(std::string_view name) {
  static constexpr std::string_view names[] = {
      "dev",  "ctx",    "device",      "temp_dir",        "tmp_path",         "request", "capsys",
      "host", "tmpdir", "monkeypatch", "hexagon_session", "hexagon_launcher", "caplog"};
  return std::ranges::find(names, name) != std::end(names);
}

bool is_target_argument(std::string_view name) {
  return name == "target" || name == "target_host" || name == "host";
}

bool is_dtype_argument(std::string_view name) {
  return name.ends_with("dtype") || name.ends_with("_type");
}

}  // namespace

// Whether the file binds the name in any function; found out when the first name is not defined.
bool Evaluator::is_bound_anywhere(std::string_view name) {
  if (bound_names_) return bound_names_->contains(name);
  std::set<std::string_view>& names = bound_names_.emplace();
  const auto target = [&](const Expr* e, const auto& self) -> void {
    if (!e) return;
    if (e->kind == ExprKind::Name) names.insert(e->text);
    for (const Expr* item : e->items) self(item, self);
    if (e->kind == ExprKind::Star) self(e->a, self);
  };
  for (const Statement& s : tree_.statements) {
    for (const Expr* e : s.targets) target(e, target);
    if (s.kind == Statement::Kind::Def || s.kind == Statement::Kind::Class) names.insert(s.name);
    for (const Parameter& p : s.parameters) names.insert(p.name);
    for (const Statement::Imported& i : s.imports) names.insert(i.name);
  }
  for (const Expr& e : tree_.expressions) {
    for (const Parameter& p : e.parameters) names.insert(p.name);
    for (const Clause& c : e.clauses) target(c.target, target);
    if (e.kind == ExprKind::Walrus) names.insert(e.text);
  }
  return names.contains(name);
}

// What decorators, fixtures, parameters of the module and the test framework give to an argument of this name.
std::optional<Value> Evaluator::given_parameter(const Function& f, const std::string& name, int depth) {
  if (const auto it = f.given.find(name); it != f.given.end()) return it->second;
  const Value* known = test_class_ ? test_class_->find(name) : nullptr;
  if (!known)
    if (const auto it = module_->variables.find(name); it != module_->variables.end()) known = &it->second;
  if (known && known->function() && known->function()->is_fixture && depth < kMaxFixtures) {
    if (depth == kAsking) return None();
    const Function& fixture = *known->function();
    CallArguments args;
    std::vector<std::string> missing;
    if (!fill_parameters(fixture, args, &missing, depth + 1)) return std::nullopt;
    return call_function(fixture, args, nullptr);
  }
  if (known && !known->function() && !known->path() && !known->failed()) return *known;
  if (name == "self" && test_class_) return test_class_;
  if (is_target_argument(name)) return heap_.string("llvm");
  if (name == "cfg") return heap_.path("tvm.autotvm.config");
  if (is_outside_argument(name)) return heap_.outside("the argument '" + name + "'");
  return std::nullopt;
}

bool Evaluator::fill_parameters(const Function& f, CallArguments& args, std::vector<std::string>* missing, int depth) {
  for (const Parameter& p : *f.parameters) {
    if (p.kind != Parameter::Kind::Plain) continue;
    const std::string name(p.name);
    if (p.fallback && !f.given.contains(name)) continue;
    if (auto v = given_parameter(f, name, depth))
      args.named.push_back({name, *v});
    else
      missing->push_back(name);
  }
  return missing->empty();
}

// The computation that a function returns, with the schedule that it begins with.
void Evaluator::schedule_results(const Value& returned) {
  std::vector<Value> tensors = {returned};
  if (returned.list()) tensors = returned.list()->items;
  const auto is_tensor = [](const Value& v) { return v.script() && v.script()->kind == ScriptValue::Kind::Tensor; };
  if (tensors.empty() || !std::ranges::all_of(tensors, is_tensor)) return;
  const auto is_placeholder = [&](const Value& v) {
    return std::ranges::any_of(builder_.lines(), [&](const Line& l) {
      return !l.names.empty() && l.names[0] == v.script()->text && l.expression.starts_with("te.placeholder(");
    });
  };
  std::vector<Value> outputs;
  for (const Value& v : tensors)
    if (!is_placeholder(v)) outputs.push_back(v);
  if (outputs.empty()) return;
  CallArguments args;
  args.positional = {heap_.list(outputs)};
  if (create_schedule(args, nullptr).failed() || tensors.size() == outputs.size()) return;
  builder_.kernels().back().args = heap_.list(tensors);
  builder_.kernels().back().lowered = line_;
}

// Calls the function with size variables for the arguments that nobody gives; all or nothing.
bool Evaluator::with_symbols(const Function& f, CallArguments args, const std::vector<std::string>& missing,
                             const std::string& dtype) {
  const size_t said = diagnostics_.size(), kernels = builder_.kernels().size();
  const std::vector<LeftOut> left_out = left_out_;
  const std::set<int> left_out_lines = left_out_lines_;
  std::string chosen;
  for (const std::string& name : missing) {
    if (is_dtype_argument(name)) {
      args.named.push_back({name, heap_.string(dtype)});
      chosen += (chosen.empty() ? "" : ", ") + name + " = " + string_literal(dtype);
      continue;
    }
    ScriptValue call;
    call.text = "te.var(" + string_literal(name) + ")";
    wanted_ = {name};
    args.named.push_back({name, add_line(call, name, nullptr)});
    chosen += (chosen.empty() ? "" : ", ") + name + " = " + call.text;
  }
  wanted_.clear();
  const Value returned = call_function(f, args, nullptr);
  if (builder_.kernels().size() == kernels) schedule_results(returned);
  const bool good = diagnostics_.size() == said && builder_.kernels().size() > kernels && !stopped_;
  if (good) {
    report(symbolic_arguments(f.name, chosen, f.line));
    return true;
  }
  diagnostics_.resize(said);
  while (builder_.kernels().size() > kernels) builder_.kernels().pop_back();
  left_out_ = left_out;
  left_out_lines_ = left_out_lines;
  return false;
}

void Evaluator::call_entry(const Function& f) {
  CallArguments args;
  std::vector<std::string> missing;
  line_ = f.line;
  if (!fill_parameters(f, args, &missing)) {
    if (options_.function.empty() && !builder_.kernels().empty()) return;
    const bool typed = std::ranges::any_of(missing, is_dtype_argument);
    if (with_symbols(f, args, missing, "float32") || (typed && with_symbols(f, args, missing, "int32"))) return;
    std::string names;
    for (const std::string& name : missing) names += (names.empty() ? "" : ", ") + name;
    report(flatten::not_known(
        "'" + std::string(f.name) + "' is not called, and its values for " + names + " are not known",
        {"a call of it", "default values"}, {f.line, 1, 1}));
    return;
  }
  const size_t kernels = builder_.kernels().size(), functions = heap_.functions.size();
  const Value returned = call_function(f, args, nullptr);
  // Functions within it that it only defines.
  for (size_t i = functions; builder_.kernels().size() == kernels && i < heap_.functions.size() && !stopped_; ++i) {
    const Function& inner = heap_.functions[i];
    CallArguments none;
    std::vector<std::string> unknown;
    if (inner.definition && !inner.called && fill_parameters(inner, none, &unknown))
      call_function(inner, none, nullptr);
  }
  if (builder_.kernels().size() == kernels && kernels == 0) schedule_results(returned);
}

// The tests of a class, in order.
void Evaluator::call_tests(ClassObject& c) {
  test_class_ = &c;
  std::vector<const Function*> tests;
  for (const auto& [name, value] : c.scope->variables)
    if (value.function() && name.starts_with("test") && !value.function()->is_hybrid) tests.push_back(value.function());
  std::ranges::sort(tests, {}, &Function::line);
  for (const Function* f : tests)
    if (!f->called && !stopped_) call_entry(*f);
  test_class_ = nullptr;
}

void Evaluator::call_entries() {
  const std::vector<const Function*> functions = functions_;
  if (!options_.function.empty()) {
    const auto it = std::ranges::find(functions, options_.function, &Function::name);
    if (it == functions.end()) return;
    // What the module level made is not asked for.
    builder_.kernels().clear();
    call_entry(**it);
    return;
  }
  // Functions with all their arguments first: whether others are missed shows after them.
  for (const bool complete : {true, false}) {
    for (const Function* f : functions) {
      if (f->called || f->is_fixture || f->is_hybrid || stopped_) continue;
      CallArguments args;
      std::vector<std::string> missing;
      if (fill_parameters(*f, args, &missing, kAsking) == complete) call_entry(*f);
    }
    if (complete)
      for (ClassObject* c : test_classes_) call_tests(*c);
  }
}

}  // namespace nw::flatten
