// SPDX-License-Identifier: GPL-3.0-or-later
// tir.*: constants, conditions, casts, mathematical functions, named calls.
#include <limits>

#include "script/computation_reader.h"
#include "script/diagnostics.h"
#include "tir/math.h"

namespace nw::script {

namespace {

// A buffer as a packed function gets it: where its elements are, its shape, its strides (0: the elements are in a row).
tir::Expr array_argument(const tir::Buffer& b) {
  const auto shape = [](const std::vector<tir::Expr>& dims) {
    return tir::call(DType::Handle(), "tvm_stack_make_shape", dims, tir::CallKind::Intrinsic);
  };
  const tir::Expr first = tir::buffer_load(b, std::vector<tir::Expr>(b->shape.size(), tir::int_imm(0)));
  tir::Expr size = tir::int_imm(1);
  for (const tir::Expr& dim : b->shape) size = size * dim;
  const tir::Expr data = tir::call(DType::Handle(), "tvm_access_ptr", {first, tir::int_imm(0), size, tir::int_imm(3)},
                                   tir::CallKind::Intrinsic);
  const auto rank = static_cast<int64_t>(b->shape.size());
  return tir::call(DType::Handle(), "tvm_stack_make_array",
                   {data, shape(b->shape), b->strides.empty() ? tir::int_imm(0) : shape(b->strides), tir::int_imm(rank),
                    tir::constant(b->dtype, 0), b->elem_offset ? b->elem_offset : tir::int_imm(0)},
                   tir::CallKind::Intrinsic);
}

}  // namespace

Value ComputationReader::tir_function(Fn f, const Arguments& args) {
  switch (f) {
    case Fn::Const:
      return constant(args);
    case Fn::All:
    case Fn::Any:
      return all_any(f, args);
    case Fn::CallIntrin:
    case Fn::CallExtern:
    case Fn::CallPureExtern:
    case Fn::CallLlvmPureIntrin:
      return named_call(f, args);
    case Fn::CallPacked:
    case Fn::CallCPacked:
      return packed_call(f, args);
    case Fn::Evaluate: {
      const auto a = arguments_.bind(args, "tir.Evaluate", {"value"});
      const tir::Expr e = a ? arguments_.to_expr((*a)[0].value, (*a)[0].node) : nullptr;
      return e ? Value(tir::make_evaluate(e)) : Value(Poison());
    }
    case Fn::StmtSeq: {
      if (!args.keywords.empty())
        return state_.report(wrong_arguments("tir.stmt_seq", "it takes no keyword arguments", {}, args.call->span()));
      std::vector<tir::Stmt> parts;
      for (const Arg& a : args.positional) {
        parts.push_back(to_stmt(a.value, a.node));
        if (!parts.back()) return Poison();
      }
      if (parts.empty())
        return state_.report(wrong_arguments("tir.stmt_seq", "it needs a statement", {}, args.call->span()));
      return tir::make_seq(std::move(parts));
    }
    case Fn::MinValue:
    case Fn::MaxValue: {
      const auto a = arguments_.bind(args, "tir." + std::string(name_of(f)), {"dtype"});
      const auto t = a ? arguments_.to_dtype((*a)[0], {}) : std::nullopt;
      if (!t) return Poison();
      return ExprValue{f == Fn::MinValue ? te::min_value(*t) : te::max_value(*t)};
    }
    case Fn::Not: {
      const auto a = arguments_.bind(args, "tir.Not", {"a"});
      const tir::Expr e = a ? arguments_.to_expr((*a)[0].value, (*a)[0].node) : nullptr;
      if (!e) return Poison();
      if (!e->dtype.is_bool())
        return state_.report(wrong_type("a condition", "a comparison", describe((*a)[0].value), (*a)[0].node->span()));
      return arguments_.sized(tir::logical_not(e), args.call);
    }
    case Fn::Cast: {
      const auto a = arguments_.bind(args, "tir.Cast", {"dtype", "value"});
      const auto t = a ? arguments_.to_dtype((*a)[0], {}) : std::nullopt;
      const tir::Expr e = t ? arguments_.to_expr((*a)[1].value, (*a)[1].node) : nullptr;
      return e ? arguments_.sized(tir::cast(*t, e), args.call) : Value(Poison());
    }
    case Fn::Select:
    case Fn::IfThenElse: {
      const auto a = f == Fn::Select ? arguments_.bind(args, "tir.Select", {"condition", "true_value", "false_value"})
                                     : arguments_.bind(args, "tir.if_then_else", {"cond", "t", "f"});
      if (!a) return Poison();
      const tir::Expr c = arguments_.to_expr((*a)[0].value, (*a)[0].node),
                      t = arguments_.to_expr((*a)[1].value, (*a)[1].node),
                      e = arguments_.to_expr((*a)[2].value, (*a)[2].node);
      if (!c || !t || !e) return Poison();
      if (!c->dtype.is_bool())
        return state_.report(wrong_type("the condition", "a comparison", describe((*a)[0].value), (*a)[0].node->span()),
                             NotACondition{(*a)[0].node});
      if (f == Fn::Select && t->dtype != e->dtype)
        return state_.report(wrong_type("the third argument of tir.Select", to_string(t->dtype) + " like the second",
                                        to_string(e->dtype), (*a)[2].node->span()),
                             UnequalChoices{(*a)[2], t->dtype});
      tir::Expr made = f == Fn::Select ? tir::select(c, t, e) : tir::if_then_else(c, t, e);
      return arguments_.sized(std::move(made), args.call);
    }
    default:
      return intrinsic(f, args);
  }
}

Value ComputationReader::intrinsic(Fn f, const Arguments& args) {
  const std::string name(name_of(f)), shown = "tir." + name;
  const bool two = f >= Fn::Pow;
  static constexpr const char* kOne[] = {"x"};
  static constexpr const char* kTwo[] = {"a", "b"};
  std::array<Arg, 2> a;
  if (!(two ? arguments_.bind(args, shown, kTwo, a) : arguments_.bind(args, shown, kOne, std::span(a).first(1))))
    return Poison();
  tir::Expr x = arguments_.to_expr(a[0].value, a[0].node),
            y = two ? arguments_.to_expr(a[1].value, a[1].node) : nullptr;
  if (!x || (two && !y)) return Poison();
  const TextSpan at = args.call->span();
  auto made = [&](tir::Expr e) { return arguments_.sized(std::move(e), args.call); };
  if (f >= Fn::CeilDiv) {
    const bool ints = x->dtype.is_integer() && y->dtype.is_integer();
    if (!ints && f != Fn::Div) return state_.report(arithmetic(shown + " needs integers", at));
    if (ints && tir::is_zero(y)) return state_.report(arithmetic("division by zero", at));
    if (f == Fn::CeilDiv) return made(tir::floordiv(x + y - tir::constant(y->dtype, 1), y));
    static constexpr tir::ExprKind kinds[] = {tir::ExprKind::FloorDiv, tir::ExprKind::FloorMod, tir::ExprKind::Div,
                                              tir::ExprKind::Mod, tir::ExprKind::Div};
    return made(tir::binary(kinds[static_cast<size_t>(f) - static_cast<size_t>(Fn::FloorDiv)], x, y));
  }
  const DType t = x->dtype;
  if (f == Fn::Likely) return made(tir::likely(x));
  if (f == Fn::Popcount || f == Fn::Clz)
    return t.is_integer()
               ? made(tir::call(f == Fn::Clz ? DType::Int(32) : t, name, {x}))
               : state_.report(wrong_type("the argument of " + shown, "an integer", describe(a[0].value), at));
  if (t.is_integer()) {
    if (f == Fn::Floor || f == Fn::Ceil || f == Fn::Round || f == Fn::Trunc || f == Fn::NearbyInt) return a[0].value;
    if (f == Fn::IsNan || f == Fn::IsInf || f == Fn::IsFinite)
      return made(tir::constant(DType::Bool(), f == Fn::IsFinite));
    if (f == Fn::Abs) return made(t.is_uint() ? x : tir::select(tir::ge(x, tir::constant(t, 0)), x, -x));
  }
  if (two) tir::match_types(x, y);
  if (!x->dtype.is_float())
    return state_.report(wrong_type("the argument of " + shown,
                                    "a floating-point value (cast it with .astype(\"float32\"))", describe(a[0].value),
                                    at));
  if (two) return made(tir::call(x->dtype, name, {x, y}));
  if (f == Fn::IsNan || f == Fn::IsInf || f == Fn::IsFinite) {  // composed as TVM composes them
    const tir::Expr nan = tir::call(DType::Bool(), "isnan", {x});
    if (f == Fn::IsNan) return made(nan);
    const tir::Expr infinite =
        tir::logical_and(tir::eq(tir::call(t, "fabs", {x}), tir::constant(t, std::numeric_limits<double>::infinity())),
                         tir::logical_not(nan));
    return made(f == Fn::IsInf ? infinite : tir::logical_and(tir::logical_not(infinite), tir::logical_not(nan)));
  }
  return made(tir::call(t, f == Fn::Abs ? "fabs" : name, {x}));
}

Value ComputationReader::all_any(Fn f, const Arguments& args) {
  if (args.positional.empty() || !args.keywords.empty())
    return state_.report(
        wrong_arguments("tir." + std::string(name_of(f)), "it takes one or more conditions", {}, args.call->span()));
  tir::Expr joined;
  for (const Arg& a : args.positional) {
    const tir::Expr e = arguments_.to_expr(a.value, a.node);
    if (!e) return Poison();
    if (!e->dtype.is_bool())
      return state_.report(wrong_type("a condition", "a comparison", describe(a.value), a.node->span()));
    joined = !joined ? e : f == Fn::All ? tir::logical_and(joined, e) : tir::logical_or(joined, e);
  }
  return arguments_.sized(std::move(joined), args.call);
}

Value ComputationReader::constant(const Arguments& args) {
  const auto a = arguments_.bind(args, "tir.const", {"value", "dtype="});
  if (!a) return Poison();
  const tir::Expr e = arguments_.to_expr((*a)[0].value, (*a)[0].node);
  if (!e) return Poison();
  if (e->kind != tir::ExprKind::IntImm && e->kind != tir::ExprKind::FloatImm)
    return state_.report(
        wrong_type("the value of tir.const", "a number", describe((*a)[0].value), (*a)[0].node->span()));
  const auto t = arguments_.to_dtype((*a)[1], e->dtype);
  if (!t) return Poison();
  // A float of Python has 64 bits; as an expression of its own it would be a float32 first.
  if (const auto* number = (*a)[0].value.get<double>()) return ExprValue{tir::constant(*t, *number)};
  return ExprValue{tir::cast(*t, e)};
}

Value ComputationReader::named_call(Fn f, const Arguments& args) {
  const std::string shown = "tir." + std::string(name_of(f));
  if (args.positional.size() < 2 || !args.keywords.empty())
    return state_.report(wrong_arguments(shown, "it takes a data type, a name and the arguments",
                                         shown + "(dtype, name, …)", args.call->span()));
  const auto t = arguments_.to_dtype(args.positional[0], {});
  auto name = t ? arguments_.to_text(args.positional[1], "the name") : std::nullopt;
  if (!name) return Poison();
  std::vector<tir::Expr> list;
  if (f == Fn::CallLlvmPureIntrin) list.push_back(tir::string_imm(*name));
  for (size_t i = 2; i < args.positional.size(); ++i) {
    const Value& v = args.positional[i].value;
    if (const auto* s = v.get<std::string>())
      list.push_back(tir::string_imm(*s));
    else
      list.push_back(arguments_.to_expr(v, args.positional[i].node));
    if (!list.back()) return Poison();
  }
  // Nothing outside the kernel can be called but the C library's mathematical functions.
  if ((f == Fn::CallExtern || f == Fn::CallPureExtern) && !tir::library_function(*name)) {
    Diagnostic d = unknown_extern(*name, args.positional[1].node->span());
    d.severity = Severity::Warning;  // it can be shown and scheduled; running it is refused
    state_.report(std::move(d));
  }
  if (f == Fn::CallIntrin && name->starts_with("tir.")) name->erase(0, 4);
  const tir::CallKind kind = f == Fn::CallExtern       ? tir::CallKind::Extern
                             : f == Fn::CallPureExtern ? tir::CallKind::PureExtern
                             : f == Fn::CallIntrin     ? tir::CallKind::Intrinsic
                                                       : tir::CallKind::PureIntrinsic;
  const std::string called = f == Fn::CallLlvmPureIntrin ? std::string("call_llvm_pure_intrin") : *name;
  return arguments_.sized(tir::call(*t, called, std::move(list), kind), args.call);
}

// tir.call_packed("name", …): a function that TVM's runtime looks up by name when the kernel runs.
Value ComputationReader::packed_call(Fn f, const Arguments& args) {
  const std::string shown = "tir." + std::string(name_of(f));
  if (args.positional.empty() || !args.keywords.empty())
    return state_.report(
        wrong_arguments(shown, "it takes a name and the arguments", shown + "(name, …)", args.call->span()));
  const auto name = arguments_.to_text(args.positional[0], "the name");
  if (!name) return Poison();
  std::vector<tir::Expr> list{tir::string_imm(*name)};
  for (size_t i = 1; i < args.positional.size(); ++i) {
    const Value& v = args.positional[i].value;
    const auto* b = v.get<tir::Buffer>();
    const auto* s = v.get<std::string>();
    list.push_back(b ? array_argument(*b) : s ? tir::string_imm(*s) : arguments_.to_expr(v, args.positional[i].node));
    if (!list.back()) return Poison();
  }
  Diagnostic d = unknown_extern(*name, args.positional[0].node->span());
  d.severity = Severity::Warning;  // it can be shown and scheduled; running it is refused
  state_.report(std::move(d));
  const char* called = f == Fn::CallPacked ? "tvm_call_packed" : "tvm_call_cpacked";
  return arguments_.sized(tir::call(DType::Int(32), called, std::move(list), tir::CallKind::Intrinsic), args.call);
}

Value ComputationReader::astype(const Value& self, const Arguments& args) {
  const auto a = arguments_.bind(args, "astype", {"dtype"});
  const auto t = a ? arguments_.to_dtype((*a)[0], {}) : std::nullopt;
  const tir::Expr e = t ? arguments_.to_expr(self, args.call->a->a) : nullptr;
  return e ? arguments_.sized(tir::cast(*t, e), args.call) : Value(Poison());
}

}  // namespace nw::script
