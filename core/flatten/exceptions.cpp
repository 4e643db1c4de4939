// SPDX-License-Identifier: GPL-3.0-or-later
// try, raise and assert. An exception is on its way in `raised_`: the statement that is evaluated ends, and those
// around it, until a `try` has an `except` for it. Outside of every `try` it is reported at its line, and the file goes
// on.
#include <algorithm>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

// Python's exceptions that have others under them.
constexpr std::pair<std::string_view, std::string_view> kBases[] = {
    {"KeyError", "LookupError"},
    {"IndexError", "LookupError"},
    {"ZeroDivisionError", "ArithmeticError"},
    {"OverflowError", "ArithmeticError"},
    {"FloatingPointError", "ArithmeticError"},
    {"NotImplementedError", "RuntimeError"},
    {"RecursionError", "RuntimeError"},
    {"TVMError", "RuntimeError"},
    {"ModuleNotFoundError", "ImportError"},
    {"UnboundLocalError", "NameError"},
    {"FileNotFoundError", "OSError"},
    {"PermissionError", "OSError"},
    {"UnicodeDecodeError", "ValueError"},
    {"IOError", "OSError"},
};

bool is_under(std::string_view type, std::string_view base) {
  if (base == "Exception" || base == "BaseException" || type == base) return true;
  return std::ranges::any_of(
      kBases, [&](const auto& b) { return b.first == type && (b.second == base || is_under(b.second, base)); });
}

std::string last_name(const std::string& path) {
  return path.substr(path.rfind('.') + 1);
}

}  // namespace

bool Evaluator::is_exception_name(std::string_view name) {
  return name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Warning") ||
         name == "StopIteration" || name == "KeyboardInterrupt" || name == "SystemExit";
}

Value Evaluator::raise(Exception exception) {
  if (attempts_ == 0 || quiet_ > 0) return report(std::move(exception.report));
  if (!raised_) raised_ = std::move(exception);
  return Failed();
}

// Whether `except TYPE` is for this exception.
bool Evaluator::catches(const Expr* handler, const Exception& raised) {
  if (!handler) return true;
  ++quiet_;
  const Value v = eval(handler);
  if (quiet_ > 0) --quiet_;
  const std::vector<Value> types = v.list() ? v.list()->items : std::vector<Value>{v};
  return std::ranges::any_of(types, [&](const Value& t) {
    if (const OutsideValue* o = t.outside()) return is_under(raised.type, last_name(o->what));
    if (const std::string* path = t.path()) return is_under(raised.type, last_name(*path));
    const ClassObject *type = t.object(), *object = raised.value.object();
    return type && object && object->is_instance() && object->type->is_a(*type);
  });
}

Evaluator::Flow Evaluator::try_statement(const Statement& s) {
  attempts_ += !s.handlers.empty();
  Flow flow = block(s.body);
  attempts_ -= !s.handlers.empty();
  if (flow == Flow::Raise && raised_) {
    const Exception raised = *std::exchange(raised_, std::nullopt);
    const auto handler =
        std::ranges::find_if(s.handlers, [&](const Statement::Handler& h) { return catches(h.type, raised); });
    if (handler == s.handlers.end()) {
      raise(raised);
      flow = raised_ ? Flow::Raise : Flow::Return;
      if (!raised_) returned_ = Failed();
    } else {
      if (!handler->name.empty()) set_variable(handler->name, raised.value);
      handled_.push_back(raised);
      flow = block(handler->body);
      handled_.pop_back();
    }
  } else if (flow == Flow::Next) {
    flow = block(s.otherwise);
  }
  if (s.finally_.empty()) return flow;
  const std::optional<Exception> raised = std::exchange(raised_, std::nullopt);
  const Value returned = returned_;
  const Flow last = block(s.finally_);
  if (last != Flow::Next) return last;
  raised_ = raised;
  returned_ = returned;
  return flow;
}

Evaluator::Flow Evaluator::raise_statement(const Statement& s) {
  if (!library_call_.empty()) {
    returned_ = library_refusal(s);
    return Flow::Return;
  }
  Exception exception{"", Failed(), flatten::python_error("an exception is raised here", TextSpan{s.line, 1, 1})};
  if (!s.value && !handled_.empty()) {
    exception = handled_.back();
  } else if (s.value) {
    const size_t said = diagnostics_.size();
    Value v = eval(s.value);
    if (ClassObject* c = v.object(); c && !c->is_instance()) v = call_class(*c, {}, s.value);
    if (diagnostics_.size() != said || raised_) return Flow::Raise;  // what made it has failed itself
    exception.value = v;
    if (const OutsideValue* o = v.outside()) exception.type = last_name(o->what);
    if (const std::string* path = v.path()) exception.type = last_name(*path);
    if (const ClassObject* c = v.object()) exception.type = c->name;
    if (v.path()) exception.value = heap_.outside(last_name(*v.path()));
  }
  raise(std::move(exception));
  returned_ = Failed();
  return raised_ ? Flow::Raise : Flow::Return;
}

// Only within `try` does it matter whether an assertion holds.
Evaluator::Flow Evaluator::assert_statement(const Statement& s) {
  leave_out(s, "an assert");
  if (attempts_ == 0 || quiet_ > 0 || !s.value) return Flow::Next;
  const Expr* condition = s.value->kind == ExprKind::Tuple ? nullptr : s.value;
  if (!condition) return Flow::Next;
  ++trials_;
  ++quiet_;
  const Value v = eval(condition);
  const auto holds = v.outside() ? std::nullopt : truth(v, condition);
  if (quiet_ > 0) --quiet_;
  --trials_;
  if (holds.value_or(true)) return Flow::Next;
  raise({"AssertionError", heap_.outside("AssertionError"),
         flatten::python_error("this assertion does not hold", TextSpan{s.line, 1, 1})});
  return Flow::Raise;
}

}  // namespace nw::flatten
