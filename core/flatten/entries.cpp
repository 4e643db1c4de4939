// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions of a file are called, beside what its module level calls: those that it leaves for others to call
// (tests, builders of kernels), as far as their arguments are known.
#include <algorithm>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

// Arguments that test frameworks give: devices and folders.
bool is_outside_argument(std::string_view name) {
  static constexpr std::string_view names[] = {
      "target", "dev",  "ctx",    "device",      "temp_dir",        "tmp_path",        "self", "request", "target_host",
      "capsys", "host", "tmpdir", "monkeypatch", "hexagon_session", "hexagon_launcher"};
  return std::ranges::find(names, name) != std::end(names);
}

}  // namespace

bool Evaluator::fill_parameters(const Function& f, CallArguments& args, std::string* missing) {
  for (const Parameter& p : *f.parameters) {
    if (p.kind != Parameter::Kind::Plain) continue;
    const std::string name(p.name);
    if (const auto it = f.given.find(name); it != f.given.end()) {
      args.named.push_back({name, it->second});
      continue;
    }
    const auto known = module_->variables.find(p.name);
    const bool parameter = known != module_->variables.end() && !known->second.function() && !known->second.path();
    if (p.fallback) continue;
    if (parameter && !known->second.failed()) {
      args.named.push_back({name, known->second});
    } else if (name == "target" || name == "target_host" || name == "host") {
      args.named.push_back({name, heap_.string("llvm")});
    } else if (is_outside_argument(name)) {
      args.named.push_back({name, heap_.outside("the argument '" + name + "'")});
    } else {
      *missing += (missing->empty() ? "" : ", ") + name;
    }
  }
  return missing->empty();
}

void Evaluator::call_entry(const Function& f) {
  CallArguments args;
  std::string missing;
  if (!fill_parameters(f, args, &missing)) {
    Diagnostic d = flatten::not_known(
        "'" + std::string(f.name) + "' is not called, and its values for " + missing + " are not known",
        {"a call of it", "default values"}, {f.line, 1, 1});
    if (!options_.function.empty() || builder_.kernels().empty()) report(std::move(d));
    return;
  }
  line_ = f.line;
  call_function(f, args, nullptr);
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
      if (f->called || stopped_) continue;
      CallArguments args;
      std::string missing;
      if (fill_parameters(*f, args, &missing) == complete) call_entry(*f);
    }
  }
}

}  // namespace nw::flatten
