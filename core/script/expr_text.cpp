// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/expr_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/escape.h"
#include "tir/math.h"
#include "tir/visit.h"

namespace nw::script {

namespace {

using tir::Expr;
using tir::ExprKind;

enum Strength { kAny, kCompare, kBitOr, kBitXor, kBitAnd, kShift, kSum, kProduct, kUnary, kAtom };

struct Operator {
  const char* text = nullptr;
  Strength strength = kAny;
};

Operator infix(const tir::BinaryNode& n) {
  const bool is_signed = n.a->dtype.is_int();
  switch (n.kind) {
    case ExprKind::Add:
      return {" + ", kSum};
    case ExprKind::Sub:
      return {" - ", kSum};
    case ExprKind::Mul:
      return {" * ", kProduct};
    case ExprKind::Div:
      return is_signed ? Operator{} : Operator{" / ", kProduct};
    case ExprKind::FloorDiv:
      return {" // ", kProduct};
    case ExprKind::FloorMod:
      return {" % ", kProduct};
    case ExprKind::EQ:
      return {" == ", kCompare};
    case ExprKind::NE:
      return {" != ", kCompare};
    case ExprKind::LT:
      return {" < ", kCompare};
    case ExprKind::LE:
      return {" <= ", kCompare};
    case ExprKind::GT:
      return {" > ", kCompare};
    case ExprKind::GE:
      return {" >= ", kCompare};
    default:
      return {};
  }
}

Operator bitwise(std::string_view name) {
  if (name == "bitwise_and") return {" & ", kBitAnd};
  if (name == "bitwise_or") return {" | ", kBitOr};
  if (name == "bitwise_xor") return {" ^ ", kBitXor};
  if (name == "shift_left") return {" << ", kShift};
  if (name == "shift_right") return {" >> ", kShift};
  return {};
}

bool is_constant(const Expr& e) {
  return e->kind == ExprKind::IntImm || e->kind == ExprKind::FloatImm;
}

std::string float_text(double value, DType t) {
  if (std::isnan(value)) return "(1e400 - 1e400)";
  if (std::isinf(value)) return value < 0 ? "-1e400" : "1e400";
  std::string text = t.bits <= 32 ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

class Text {
 public:
  explicit Text(const Naming& naming) : naming_(naming) {}

  std::string of(const Expr& e, Strength at_least = kAny) const {
    switch (e->kind) {
      case ExprKind::IntImm:
      case ExprKind::FloatImm:
        return constant(e, at_least, false);
      case ExprKind::StringImm:
        return python_literal(tir::node_cast<tir::StringImmNode>(e)->value);
      case ExprKind::Var:
        return naming_.variable(*tir::node_cast<tir::VarNode>(e));
      case ExprKind::Not:
        return "tir.Not(" + of(tir::node_cast<tir::NotNode>(e)->a) + ")";
      case ExprKind::And:
        return "tir.all(" + flat(e, ExprKind::And) + ")";
      case ExprKind::Or:
        return "tir.any(" + flat(e, ExprKind::Or) + ")";
      case ExprKind::Select: {
        const auto* s = tir::node_cast<tir::SelectNode>(e);
        return fmt::format("tir.Select({}, {}, {})", of(s->condition), of(s->true_value), of(s->false_value));
      }
      case ExprKind::Cast:
        return of(tir::node_cast<tir::CastNode>(e)->value, kAtom) + ".astype(\"" + to_string(e->dtype) + "\")";
      case ExprKind::ProducerLoad: {
        const auto* l = tir::node_cast<tir::ProducerLoadNode>(e);
        if (l->indices.empty()) return naming_.tensor(*l->producer) + "()";
        return naming_.tensor(*l->producer) + "[" + list(l->indices) + "]";
      }
      case ExprKind::Call:
        return call(*tir::node_cast<tir::CallNode>(e), at_least);
      case ExprKind::Let: {
        const auto* l = tir::node_cast<tir::LetNode>(e);
        return of(tir::substitute(l->body, {{l->var, l->value}}), at_least);
      }
      case ExprKind::Reduce:
        return reduction(*tir::node_cast<tir::ReduceNode>(e));
      case ExprKind::BufferLoad:
      case ExprKind::Ramp:
      case ExprKind::Broadcast:
        return tir::as_const_int(e) ? std::to_string(*tir::as_const_int(e)) : "None";  // not in a DAG
      default:
        return binary(*tir::node_cast<tir::BinaryNode>(e), at_least);
    }
  }

  std::string list(const std::vector<Expr>& items) const {
    std::string text;
    for (const Expr& item : items) text += (text.empty() ? "" : ", ") + of(item);
    return text;
  }

 private:
  static std::string wrapped(const std::string& text, Strength own, Strength at_least) {
    return own < at_least ? "(" + text + ")" : text;
  }

  // As a literal where the language gives it the right type: int32 and float32 by themselves, and whatever type the
  // other operand of an operator has, if that type wins over the literal's.
  std::string constant(const Expr& e, Strength at_least, bool other_wins) const {
    const DType t = e->dtype;
    const auto* i = tir::node_cast<tir::IntImmNode>(e);
    if (t.is_bool()) return i->value ? "True" : "False";
    std::string literal;
    bool negative = false;
    if (i) {
      literal = t.is_uint() ? std::to_string(static_cast<uint64_t>(i->value)) : std::to_string(i->value);
      negative = i->value < 0 && !t.is_uint();
    } else {
      literal = float_text(tir::node_cast<tir::FloatImmNode>(e)->value, t);
      negative = literal[0] == '-';
    }
    const bool plain = t == DType::Int(32) || t == DType::Float(32) || other_wins;
    if (plain) return wrapped(literal, negative ? kUnary : kAtom, at_least);
    return "tir.const(" + literal + ", \"" + to_string(t) + "\")";
  }
  std::string operand(const Expr& e, const Expr& other, Strength at_least) const {
    if (!is_constant(e) || e->dtype.is_bool()) return of(e, at_least);
    const DType t = e->dtype;
    const bool fits =
        t.is_float()
            ? !t.is_bfloat() && t.bits >= 32
            : t.bits >= 32 && std::abs(static_cast<double>(tir::node_cast<tir::IntImmNode>(e)->value)) < 2147483647.0;
    return constant(e, at_least, fits && !is_constant(other) && other->dtype == t);
  }
  std::string binary(const tir::BinaryNode& n, Strength at_least) const {
    const Operator op = infix(n);
    if (op.text) {
      const bool compares = op.strength == kCompare;
      return wrapped(operand(n.a, n.b, compares ? kBitOr : op.strength) + op.text +
                         operand(n.b, n.a, static_cast<Strength>(op.strength + 1)),
                     op.strength, at_least);
    }
    const char* name = n.kind == ExprKind::Min   ? "min"
                       : n.kind == ExprKind::Max ? "max"
                       : n.kind == ExprKind::Div ? "truncdiv"
                                                 : "truncmod";
    return fmt::format("tir.{}({}, {})", name, operand(n.a, n.b, kAny), operand(n.b, n.a, kAny));
  }
  // a && b && c leans to the left, as tir.all(a, b, c) does.
  std::string flat(const Expr& e, ExprKind kind) const {
    const auto* n = tir::node_cast<tir::BinaryNode>(e);
    const std::string left = n->a->kind == kind ? flat(n->a, kind) : of(n->a);
    return left + ", " + of(n->b);
  }
  std::string call(const tir::CallNode& n, Strength at_least) const {
    if (const Operator op = bitwise(n.name); op.text && n.args.size() == 2)
      return wrapped(operand(n.args[0], n.args[1], op.strength) + op.text +
                         operand(n.args[1], n.args[0], static_cast<Strength>(op.strength + 1)),
                     op.strength, at_least);
    if (n.name == "bitwise_not") return wrapped("~" + of(n.args[0], kUnary), kUnary, at_least);
    if (n.name == "fabs") return "tir.abs(" + of(n.args[0]) + ")";
    static constexpr std::string_view plain[] = {"clz", "if_then_else", "isnan", "likely", "popcount"};
    const bool internal = n.call_kind <= tir::CallKind::Intrinsic;
    if (std::ranges::binary_search(plain, n.name) || (internal && tir::math_function(n.name)))
      return "tir." + n.name + "(" + list(n.args) + ")";
    const std::string type = "\"" + to_string(n.dtype) + "\"";
    const std::string rest = n.args.empty() ? "" : ", " + list(n.args);
    if (n.name == "call_llvm_pure_intrin") return "tir.call_llvm_pure_intrin(" + type + rest + ")";
    const char* how = n.call_kind == tir::CallKind::Extern       ? "call_extern"
                      : n.call_kind == tir::CallKind::PureExtern ? "call_pure_extern"
                                                                 : "call_intrin";
    const char* prefix = n.call_kind <= tir::CallKind::Intrinsic ? "tir." : "";
    return fmt::format("tir.{}({}, \"{}{}\"{})", how, type, prefix, n.name, rest);
  }
  std::string reduction(const tir::ReduceNode& n) const {
    std::string text = naming_.reducer(n) + "(";
    text += n.source.size() == 1 ? of(n.source[0]) : "(" + list(n.source) + ")";
    text += ", axis=";
    std::string axes;
    for (const tir::IterVar& iv : n.axis) axes += (axes.empty() ? "" : ", ") + naming_.axis(iv);
    text += n.axis.size() == 1 ? axes : "[" + axes + "]";
    if (!tir::is_one(n.condition)) text += ", where=" + of(n.condition);
    if (!n.init.empty()) text += ", init=" + (n.init.size() == 1 ? of(n.init[0]) : "(" + list(n.init) + ")");
    return text + ")";
  }

  const Naming& naming_;
};

}  // namespace

std::string expr_text(const tir::Expr& e, const Naming& naming) {
  return Text(naming).of(e);
}

}  // namespace nw::script
