// SPDX-License-Identifier: GPL-3.0-or-later
// Python's own functions on numbers and lists (len, max, int, …), and TVM's nodes called by name (tir.EQ, tir.IntImm).
#include <algorithm>
#include <cmath>

#include "script/arithmetic.h"
#include "script/diagnostics.h"

namespace nw::script {

namespace {

std::optional<double> number_of(const Value& v) {
  if (const auto* i = v.get<int64_t>()) return static_cast<double>(*i);
  if (const auto* d = v.get<double>()) return *d;
  if (const auto* b = v.get<bool>()) return *b ? 1 : 0;
  return std::nullopt;
}

}  // namespace

Value Arithmetic::python_function(Fn f, const Arguments& args) {
  const std::string shown(name_of(f));
  const TextSpan at = args.call->span();
  if (!args.keywords.empty()) return state_.report(wrong_arguments(shown, "it takes no keyword arguments", {}, at));
  if (f == Fn::PyMax || f == Fn::PyMin) return extreme(f, args);
  if (args.positional.size() != 1) return state_.report(wrong_arguments(shown, "it takes one argument", {}, at));
  const Arg& a = args.positional[0];
  if (f == Fn::PyList || f == Fn::PyTuple) {
    const std::vector<Value>* items = arguments_.items_of(a.value, "the argument of " + shown, a.node);
    return items ? make_list(*items, f == Fn::PyTuple) : Value(Poison());
  }
  if (f == Fn::PyReversed) {
    const ListValue* list = a.value.list();
    if (!list)
      return state_.report(wrong_type("the argument of reversed", "a list", describe(a.value), a.node->span()));
    return std::make_shared<const IteratorValue>(IteratorValue{{list->items.rbegin(), list->items.rend()}});
  }
  if (f == Fn::PyLen) {
    const ListValue* list = a.value.list();
    return list ? Value(static_cast<int64_t>(list->items.size()))
                : state_.report(wrong_type("the argument of len", "a list", describe(a.value), a.node->span()));
  }
  if (const auto* text = a.value.get<std::string>(); text && f == Fn::PyFloat) {
    const bool negative = text->starts_with('-');
    const std::string_view word = std::string_view(*text).substr(negative || text->starts_with('+') ? 1 : 0);
    if (word == "inf" || word == "infinity") return negative ? -HUGE_VAL : HUGE_VAL;
    if (word == "nan") return std::nan("");
  }
  const std::optional<double> v = number_of(a.value);
  if (!v) {
    return state_.report(wrong_type("the argument of " + shown, "a number", describe(a.value), a.node->span()),
                         NotANumber{f, a.node, args.call});
  }
  if (f == Fn::PyFloat) return *v;
  if (const auto* b = a.value.get<bool>()) return int64_t{*b};
  if (const auto* i = a.value.get<int64_t>()) {
    if (f == Fn::PyAbs && *i == INT64_MIN) return state_.report(arithmetic("this number is too large", at));
    return f == Fn::PyAbs && *i < 0 ? -*i : *i;
  }
  if (f == Fn::PyAbs) return std::fabs(*v);
  if (!(std::fabs(*v) < 9e18)) return state_.report(arithmetic("this is too large for an integer", at));
  return static_cast<int64_t>(*v);
}

// max(…) and min(…) of numbers, or of one list of them.
Value Arithmetic::extreme(Fn f, const Arguments& args) {
  std::vector<std::pair<Value, const Node*>> items;
  for (const Arg& a : args.positional) {
    const ListValue* list = args.positional.size() == 1 ? a.value.list() : nullptr;
    if (args.positional.size() == 1 && !list && number_of(a.value))
      return state_.report(wrong_arguments(std::string(name_of(f)), "one number alone has nothing to compare with", {},
                                           args.call->span()));
    if (!list) items.emplace_back(a.value, a.node);
    for (size_t i = 0; list && i < list->items.size(); ++i) items.emplace_back(list->items[i], a.node);
  }
  const std::string shown(name_of(f));
  if (items.empty()) return state_.report(wrong_arguments(shown, "it needs a number", {}, args.call->span()));
  const Value* best = nullptr;
  for (const auto& [value, node] : items) {
    const std::optional<double> v = number_of(value);
    if (!v) {
      return state_.report(wrong_type("an argument of Python's " + shown, "a number", describe(value), node->span()),
                           NotANumber{f, node, args.call});
    }
    if (!best || (f == Fn::PyMax ? *v > *number_of(*best) : *v < *number_of(*best))) best = &value;
  }
  return *best;
}

// tir.EQ(a, b) is a == b.
Value Arithmetic::binary_node(Fn f, const Arguments& args) {
  const auto a = arguments_.bind(args, "tir." + std::string(name_of(f)), {"a", "b"});
  if (!a) return Poison();
  const tir::Expr x = arguments_.to_expr((*a)[0].value, (*a)[0].node),
                  y = arguments_.to_expr((*a)[1].value, (*a)[1].node);
  if (!x || !y) return Poison();
  const auto kind = static_cast<tir::ExprKind>(static_cast<size_t>(tir::ExprKind::Add) + static_cast<size_t>(f) -
                                               static_cast<size_t>(Fn::AddNode));
  const bool logic = kind == tir::ExprKind::And || kind == tir::ExprKind::Or;
  for (size_t i = 0; i < 2 && logic; ++i)
    if (!(i == 0 ? x : y)->dtype.is_bool())
      return state_.report(wrong_type("a condition", "a comparison", describe((*a)[i].value), (*a)[i].node->span()));
  if (kind >= tir::ExprKind::Div && kind <= tir::ExprKind::FloorMod) {
    const bool ints = x->dtype.is_integer() && y->dtype.is_integer();
    if (!ints && kind != tir::ExprKind::Div)
      return state_.report(arithmetic("tir." + std::string(name_of(f)) + " needs integers", args.call->span()));
    if (ints && tir::is_zero(y)) return state_.report(arithmetic("division by zero", args.call->span()));
  }
  return arguments_.sized(tir::binary(kind, x, y), args.call);
}

// tir.IntImm("int32", 3), tir.FloatImm("float32", 0.5)
Value Arithmetic::immediate(Fn f, const Arguments& args) {
  const auto a = arguments_.bind(args, "tir." + std::string(name_of(f)), {"dtype", "value"});
  const auto t = a ? arguments_.to_dtype((*a)[0], {}) : std::nullopt;
  if (!t) return Poison();
  const std::optional<double> v = number_of((*a)[1].value);
  const bool whole = f == Fn::IntImm;
  if (!v || (whole && (*a)[1].value.is<double>()))
    return state_.report(
        wrong_type("the value", whole ? "an integer" : "a number", describe((*a)[1].value), (*a)[1].node->span()));
  if (whole != t->is_integer())
    return state_.report(
        wrong_type("the data type", whole ? "one of integers" : "one of floats", to_string(*t), (*a)[0].node->span()));
  const tir::Expr e = arguments_.to_expr((*a)[1].value, (*a)[1].node);
  return e ? Value(ExprValue{tir::cast(*t, e)}) : Value(Poison());
}

Value Arithmetic::equal(const Value& self, const Arguments& args) {
  const auto a = arguments_.bind(args, "equal", {"other"});
  const tir::Expr x = a ? arguments_.to_expr(self, args.call->a->a) : nullptr,
                  y = a ? arguments_.to_expr((*a)[0].value, (*a)[0].node) : nullptr;
  return x && y ? arguments_.sized(tir::eq(x, y), args.call) : Value(Poison());
}

}  // namespace nw::script
