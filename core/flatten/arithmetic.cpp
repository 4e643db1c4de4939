// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of two values.
#include <algorithm>
#include <cmath>
#include <set>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

struct Operator {
  std::string_view text;
  Binding binding;
};
constexpr Operator kOperators[] = {
    {"|", Binding::BitOr},   {"^", Binding::BitXor},   {"&", Binding::BitAnd},  {"<<", Binding::Shift},
    {">>", Binding::Shift},  {"+", Binding::Sum},      {"-", Binding::Sum},     {"*", Binding::Product},
    {"/", Binding::Product}, {"//", Binding::Product}, {"%", Binding::Product}, {"**", Binding::Power},
};

Binding tighter(Binding b) {
  return static_cast<Binding>(static_cast<int>(b) + 1);
}

constexpr int64_t kLongestRepeat = 1'000'000;

// As Python divides: the quotient is that of the numbers less the rest, not rounded before it is cut.
std::pair<double, double> divided(double a, double b) {
  double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0) {
    if ((b < 0) != (rest < 0)) {
      rest += b;
      quotient -= 1;
    }
  } else {
    rest = std::copysign(0.0, b);
  }
  if (quotient == 0) return {std::copysign(0.0, a / b), rest};
  const double whole = std::floor(quotient);
  return {quotient - whole > 0.5 ? whole + 1 : whole, rest};
}

}  // namespace

std::string special_name(std::string_view op) {
  static constexpr std::pair<std::string_view, std::string_view> names[] = {
      {"+", "add"}, {"-", "sub"}, {"*", "mul"},     {"/", "truediv"}, {"//", "floordiv"}, {"%", "mod"}, {"**", "pow"},
      {"&", "and"}, {"|", "or"},  {"<<", "lshift"}, {">>", "rshift"}, {"@", "matmul"},    {"^", "xor"}};
  for (const auto& [written, name] : names)
    if (written == op) return std::string(name);
  return "";
}

// Of objects whose class says what the operator means: __add__ of the left one, else __radd__ of the right one.
std::optional<Value> Evaluator::objects(std::string_view op, const Value& a, const Value& b, const Expr* e) {
  if (!a.object() && !b.object()) return std::nullopt;
  const std::string name = special_name(op);
  if (auto v = call_special(a, "__" + name + "__", {b}, e))
    if (!v->outside() || v->outside()->what != "NotImplemented") return v;
  if (auto v = call_special(b, "__r" + name + "__", {a}, e))
    if (!v->outside() || v->outside()->what != "NotImplemented") return v;
  return python_error("'" + std::string(op) + "' of " + describe(a) + " and " + describe(b) + " has no meaning", e);
}

// Unions and the like of sets, and the union of dicts.
std::optional<Value> Evaluator::sets(std::string_view op, const Value& a, const Value& b, const Expr* e) {
  if (a.dict() && b.dict() && op == "|") {
    Value made = &heap_.dicts.emplace_back(*a.dict());
    CallArguments args;
    args.positional = {b};
    dict_method(*made.dict(), "update", args, e);
    return made;
  }
  const ListObject *x = a.list(), *y = b.list();
  if (!x || !y || !x->is_set || !y->is_set || (op != "|" && op != "&" && op != "-" && op != "^")) return std::nullopt;
  if (!step(e, static_cast<int64_t>(x->items.size() + y->items.size()))) return Value(Failed());
  std::set<std::string> left, right;
  const auto key = [](const Value& v) { return key_of(v).value_or(shown(v, true)); };
  for (const Value& v : x->items) left.insert(key(v));
  for (const Value& v : y->items) right.insert(key(v));
  std::vector<Value> items;
  for (const Value& v : x->items)
    if (op == "|" || right.contains(key(v)) == (op == "&")) items.push_back(v);
  if (op == "|" || op == "^")
    for (const Value& v : y->items)
      if (!left.contains(key(v))) items.push_back(v);
  return set_of(items);
}

// A list or a string, several times.
std::optional<Value> Evaluator::repeated(const Value& a, const Value& b, const Expr* e) {
  const bool left = b.integer() && (a.list() || a.string());
  if (!left && !(a.integer() && (b.list() || b.string()))) return std::nullopt;
  const Value& thing = left ? a : b;
  if (thing.list() && (thing.list()->is_set || thing.list()->is_iterator)) return std::nullopt;
  const int64_t times = std::max<int64_t>(left ? *b.integer() : *a.integer(), 0);
  const auto size = static_cast<int64_t>(thing.list() ? thing.list()->items.size() : thing.string()->size());
  const int64_t cost =
      times > kLongestRepeat || (size > 0 && times > kLongestRepeat / size) ? kLongestRepeat : times * size;
  if (!step(e, cost + 1)) return Value(Failed());
  std::vector<Value> items;
  std::string text;
  for (int64_t i = 0; i < times && size > 0; ++i) {
    if (thing.list())
      items.insert(items.end(), thing.list()->items.begin(), thing.list()->items.end());
    else
      text += *thing.string();
  }
  return thing.list() ? heap_.list(std::move(items), thing.list()->is_tuple) : heap_.string(std::move(text));
}

Value Evaluator::integers(std::string_view op, int64_t a, int64_t b, const Expr* e) {
  int64_t out = 0;
  bool overflow = false;
  if ((op == "//" || op == "%" || op == "/") && b == 0) return python_error("division by zero", e, "ZeroDivisionError");
  if (op == "+")
    overflow = __builtin_add_overflow(a, b, &out);
  else if (op == "-")
    overflow = __builtin_sub_overflow(a, b, &out);
  else if (op == "*")
    overflow = __builtin_mul_overflow(a, b, &out);
  else if (op == "/")
    return static_cast<double>(a) / static_cast<double>(b);
  else if (op == "//" || op == "%") {
    if (b == -1) {
      if (op == "%") return int64_t{0};
      overflow = __builtin_sub_overflow(int64_t{0}, a, &out);
    } else {
      const int64_t quotient = a / b, rest = a % b;
      const bool down = rest != 0 && (rest < 0) != (b < 0);
      out = op == "//" ? quotient - (down ? 1 : 0) : rest + (down ? b : 0);
    }
  } else if (op == "**") {
    if (b < 0 && a == 0) return python_error("division by zero", e, "ZeroDivisionError");
    if (b < 0) return std::pow(static_cast<double>(a), static_cast<double>(b));
    out = 1;
    for (int64_t i = 0; i < b && !overflow && out != 0 && !(a == 1); ++i) {
      if (a == -1) {
        out = b % 2 == 0 ? 1 : -1;
        break;
      }
      overflow = __builtin_mul_overflow(out, a, &out);
    }
  } else if (op == "<<" || op == ">>") {
    if (b < 0) return python_error("a shift by a negative number", e, "ValueError");
    if (op == ">>")
      out = a >> std::min<int64_t>(b, 63);
    else if (a != 0) {
      out = static_cast<int64_t>(static_cast<uint64_t>(a) << (b & 63));
      overflow = b > 63 || (out >> b) != a;
    }
  } else if (op == "&") {
    out = a & b;
  } else if (op == "|") {
    out = a | b;
  } else if (op == "^") {
    out = a ^ b;
  } else {
    return python_error("'" + std::string(op) + "' of two integers has no meaning", e);
  }
  if (overflow) return python_error("the result of '" + std::string(op) + "' does not fit 64 bits", e, "OverflowError");
  return out;
}

Value Evaluator::floats(std::string_view op, double a, double b, const Expr* e) {
  if ((op == "/" || op == "//" || op == "%") && b == 0) return python_error("division by zero", e, "ZeroDivisionError");
  if (op == "+") return a + b;
  if (op == "-") return a - b;
  if (op == "*") return a * b;
  if (op == "/") return a / b;
  if (op == "//") return divided(a, b).first;
  if (op == "%") return divided(a, b).second;
  if (op == "**") {
    if (a == 0 && b < 0) return python_error("division by zero", e, "ZeroDivisionError");
    if (a < 0 && std::isfinite(b) && b != std::floor(b))
      return not_known("a complex number (the power of a negative number)", {"a real number"}, e);
    const double power = std::pow(a, b);
    if (std::isinf(power) && std::isfinite(a) && std::isfinite(b))
      return python_error("the result of '**' is too large", e, "OverflowError");
    return power;
  }
  return python_error("'" + std::string(op) + "' of floats has no meaning", e);
}

// Operators of whole tensors are those of topi.
std::optional<Value> Evaluator::tensors(std::string_view op, const Value& a, const Value& b, const Expr* e) {
  const auto is_tensor = [](const Value& v) {
    return v.script() && v.script()->kind == ScriptValue::Kind::Tensor && !v.script()->local;
  };
  if (!is_tensor(a) && !is_tensor(b)) return std::nullopt;
  const char* name = op == "+"    ? "add"
                     : op == "-"  ? "subtract"
                     : op == "*"  ? "multiply"
                     : op == "/"  ? "divide"
                     : op == "//" ? "floor_divide"
                     : op == "%"  ? "floor_mod"
                                  : nullptr;
  if (!name) return std::nullopt;
  CallArguments two;
  two.positional = {a, b};
  return call_topi(name, two, e);
}

Value Evaluator::binary(std::string_view op, const Value& a, const Value& b, const Expr* e) {
  if (a.failed() || b.failed()) return Failed();
  if (a.outside() || b.outside()) return outside_binary(a, b);
  for (const Value* v : {&a, &b})
    if (v->list() && v->list()->is_region) return not_known(describe(*v), {"its elements: A[i, j]"}, e);
  if (a.path() || b.path()) return heap_.outside(a.path() ? *a.path() : *b.path());
  if (a.is<bool>() && b.is<bool>() && (op == "&" || op == "|" || op == "^")) {
    const bool x = *a.get<bool>(), y = *b.get<bool>();
    return op == "&" ? x && y : op == "|" ? x || y : x != y;
  }
  if (a.integer() && b.integer()) return integers(op, *a.integer(), *b.integer(), e);
  if (a.number() && b.number()) return floats(op, *a.number(), *b.number(), e);
  if (const std::string* format = a.string(); format && op == "%") return percent(*format, b, e);
  if (a.string() && b.string() && op == "+") {
    if (!step(e, static_cast<int64_t>((a.string()->size() + b.string()->size()) / 16))) return Failed();
    return heap_.string(*a.string() + *b.string());
  }
  const bool lists = a.list() && b.list() && !a.list()->is_set && !b.list()->is_set &&
                     a.list()->is_tuple == b.list()->is_tuple && !a.list()->is_iterator && !b.list()->is_iterator;
  if (lists && op == "+") {
    if (!step(e, static_cast<int64_t>(a.list()->items.size() + b.list()->items.size()))) return Failed();
    std::vector<Value> items = a.list()->items;
    items.insert(items.end(), b.list()->items.begin(), b.list()->items.end());
    return heap_.list(std::move(items), a.list()->is_tuple);
  }
  if (const auto v = op == "*" ? repeated(a, b, e) : sets(op, a, b, e)) return *v;
  if (const auto v = objects(op, a, b, e)) return *v;
  if (const auto v = tensors(op, a, b, e)) return *v;
  if (a.script() || b.script()) {
    for (const Operator& o : kOperators) {
      if (o.text != op) continue;
      ScriptValue s;
      s.kind = ScriptValue::Kind::Expression;
      s.binding = o.binding;
      const bool power = o.binding == Binding::Power;
      if (!put(s, a, power ? tighter(o.binding) : o.binding, e)) return Failed();
      s.text += " " + std::string(op) + " ";
      return put(s, b, power ? Binding::Unary : tighter(o.binding), e) ? inline_expression(std::move(s))
                                                                       : Value(Failed());
    }
  }
  return python_error("'" + std::string(op) + "' of " + describe(a) + " and " + describe(b) + " has no meaning", e);
}

}  // namespace nw::flatten
