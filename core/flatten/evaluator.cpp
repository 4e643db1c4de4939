// SPDX-License-Identifier: GPL-3.0-or-later
#include "flatten/evaluator.h"

#include <algorithm>

#include "base/budget.h"
#include "flatten/diagnostics.h"

namespace nw::flatten {

namespace {

constexpr int64_t kMaxSteps = 1'000'000;

TextSpan span_of(const Expr* e, int line) {
  return e ? TextSpan{e->line, e->column, 1} : TextSpan{line, 1, 1};
}

}  // namespace

const Value* CallArguments::find(size_t position, std::string_view name) const {
  if (position < positional.size()) return &positional[position];
  for (const Named& n : named)
    if (n.name == name) return &n.value;
  return nullptr;
}

bool CallArguments::failed() const {
  return std::ranges::any_of(positional, &Value::failed) ||
         std::ranges::any_of(named, [](const Named& n) { return n.value.failed(); });
}

Evaluator::Evaluator(const Tree& tree, const FlattenOptions& options) : tree_(tree), options_(options) {
  module_ = scope_ = &heap_.scopes.emplace_back();
}

void Evaluator::run() {
  // A function that is asked for is called as by a file that imports this one: `if __name__ == "__main__":` does not
  // run.
  module_->variables["__name__"] = heap_.string(options_.function.empty() ? "__main__" : "file");
  block(tree_.body);
  call_entries();
}

bool Evaluator::step(const Expr* e, int64_t cost) {
  if (stopped_) return false;
  steps_ += cost;
  spend(cost);
  if (steps_ < kMaxSteps) return true;
  stopped_ = true;
  quiet_ = 0;
  report(too_many_steps(loops_.empty() ? (e ? e->line : line_) : loops_.front(), !loops_.empty()));
  return false;
}

Value Evaluator::report(Diagnostic d) {
  if (!library_call_.empty()) {
    d.where = {at_line(line_, 1, 1)};
    d.message = "'topi." + library_call_ + "' is not expanded here: " + d.message;
  }
  if (quiet_ == 0 && diagnostics_.size() < kMaxDiagnostics && std::ranges::find(diagnostics_, d) == diagnostics_.end())
    diagnostics_.push_back(std::move(d));
  return Failed();
}

Value Evaluator::python_error(const std::string& what, const Expr* at, const char* type) {
  return raise({type, heap_.outside(type), flatten::python_error(what, span_of(at, line_))});
}

Value Evaluator::not_known(const std::string& what, std::vector<std::string> instead, const Expr* at) {
  return report(flatten::not_known(what, std::move(instead), span_of(at, line_)));
}

void Evaluator::leave_out(const Statement& s, const std::string& why) {
  if (!left_out_lines_.insert(s.line).second) return;
  left_out_.push_back({s.line, std::string(s.text.substr(0, 200)), why});
}

// Errors of a script line are reported at the line of the file that it comes from.
void Evaluator::take_script_diagnostics(size_t) {
  for (Diagnostic& d : builder_.take_diagnostics()) {
    if (d.severity != Severity::Error) continue;
    d.where = {at_line(line_, 1, 1)};
    d.fixes.clear();
    report(std::move(d));
  }
}

Flattened Evaluator::result() {
  Flattened out;
  out.kernels = finished_kernels();
  std::ranges::sort(left_out_, {}, &LeftOut::line);
  out.left_out = std::move(left_out_);
  out.diagnostics = std::move(diagnostics_);
  return out;
}

}  // namespace nw::flatten
