// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions: literals, arithmetic, conditions, loads.
#include <charconv>
#include <cmath>

#include "arith/analyzer.h"
#include "base/budget.h"
#include "tir/visit.h"
#include "tvmscript/diagnostics.h"
#include "tvmscript/reader.h"

namespace nw::tvmscript {

using namespace tir;
using SyntaxKind = flatten::ExprKind;

namespace {

std::string digits_of(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != '_') out += c;
  return out;
}

// Beyond int64 only as uint64, whose bits it then is.
std::optional<int64_t> whole_number(std::string_view written) {
  std::string text = digits_of(written);
  int base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] < '0' || text[1] > '9')) {
    base = text[1] == 'x' || text[1] == 'X' ? 16 : text[1] == 'b' || text[1] == 'B' ? 2 : 8;
    text.erase(0, 2);
  }
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return static_cast<int64_t>(value);
}

}  // namespace

Expr Reader::expr(const E* e) {
  spend();
  if (!e) return nullptr;
  Expr made;
  switch (e->kind) {
    case SyntaxKind::Int:
    case SyntaxKind::Float:
    case SyntaxKind::True:
    case SyntaxKind::False:
      return literal(e);
    case SyntaxKind::String:
      return string_imm(e->string);
    case SyntaxKind::Name: {
      const Named* named = scope_.find(e->text);
      if (const Var* var = named ? std::get_if<Var>(named) : nullptr) return *var;
      return refuse(unknown_name(
          e->text, named ? "number" : "name",
          named ? std::vector<std::string>{std::string(e->text) + "[…]"} : std::vector<std::string>(), at(e)));
    }
    case SyntaxKind::Unary:
    case SyntaxKind::Binary:
      made = binary(e);
      break;
    case SyntaxKind::Compare:
      made = compare(e);
      break;
    case SyntaxKind::And:
    case SyntaxKind::Or:
      for (const E* item : e->items) {
        Expr next = condition(item);
        if (!next) return nullptr;
        made = !made ? next : e->kind == SyntaxKind::And ? logical_and(made, next) : logical_or(made, next);
      }
      break;
    case SyntaxKind::Not: {
      const Expr inner = condition(e->a);
      made = inner ? logical_not(inner) : nullptr;
      break;
    }
    case SyntaxKind::Conditional: {
      const Expr which = condition(e->b), yes = which ? expr(e->a) : nullptr, no = yes ? expr(e->c) : nullptr;
      made = no ? if_then_else(which, yes, no) : nullptr;
      break;
    }
    case SyntaxKind::Index:
      made = load(e);
      break;
    case SyntaxKind::Call:
      made = call(e);
      break;
    default:
      return refuse(unknown_construct("this expression is not part of TensorIR",
                                      {"numbers, names, A[i, j], arithmetic, comparisons, T.max(a, b) and other calls"},
                                      at(e)));
  }
  if (made && (made->size > kLargestExpr || made->depth > kDeepestExpr / 4))
    return refuse(malformed("this expression is too large", {}, at(e)));
  return made;
}

Expr Reader::integer(const E* e, std::string_view what) {
  Expr value = expr(e);
  if (!value) return nullptr;
  if (value->dtype.is_integer() && value->dtype.is_scalar() && !value->dtype.is_bool()) return value;
  return refuse(malformed(std::string(what) + " is " + to_string(value->dtype) + ", not an integer", {}, at(e)));
}

Expr Reader::condition(const E* e) {
  Expr value = expr(e);
  if (!value) return nullptr;
  if (value->dtype.is_bool()) return value;
  if (value->dtype.is_integer()) return ne(value, constant(value->dtype, 0));
  return refuse(malformed("a condition is " + to_string(value->dtype) + ", not bool", {"a comparison"}, at(e)));
}

Expr Reader::literal(const E* e) {
  if (e->kind == SyntaxKind::True || e->kind == SyntaxKind::False) return bool_imm(e->kind == SyntaxKind::True);
  if (e->kind == SyntaxKind::Int) {
    const std::optional<int64_t> value = whole_number(e->text);
    if (!value)
      return refuse(malformed("'" + std::string(e->text.substr(0, 60)) + "' does not fit 64 bits", {}, at(e)));
    return int_imm(*value, *value >= 0 && *value <= INT32_MAX ? DType::Int(32) : DType::Int(64));
  }
  const std::string text = digits_of(e->text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) value = text.find("e-") != std::string::npos ? 0.0 : HUGE_VAL;
  return float_imm(value);
}

Expr Reader::binary(const E* e) {
  if (e->kind == SyntaxKind::Unary) {
    const Expr a = expr(e->a);
    if (!a) return nullptr;
    if (e->text == "+") return a;
    if (e->text == "~") return bitwise_not(a, e);
    if (const auto* i = node_cast<IntImmNode>(a))
      return int_imm(wrap_int(a->dtype, static_cast<int64_t>(0 - static_cast<uint64_t>(i->value))), a->dtype);
    if (const auto* f = node_cast<FloatImmNode>(a)) return float_imm(-f->value, a->dtype);
    return -a;
  }
  // Sums of many terms lean to the left: no recursion along them.
  std::vector<const E*> chain;
  const E* first = e;
  for (; first->kind == SyntaxKind::Binary; first = first->a) chain.push_back(first);
  Expr value = expr(first);
  for (auto it = chain.rbegin(); it != chain.rend() && value; ++it) {
    const Expr b = expr((*it)->b);
    value = b ? operation((*it)->text, std::move(value), b, *it) : nullptr;
  }
  return value;
}

Expr Reader::operation(std::string_view op, Expr a, Expr b, const E* where) {
  if (a->dtype.is_handle() || b->dtype.is_handle()) return refuse(malformed("text is no number", {}, at(where)));
  const bool whole = a->dtype.is_integer() && b->dtype.is_integer();
  const bool divides = op == "//" || op == "%" || op == "/";
  if (divides && whole && is_zero(b)) return refuse(malformed("this divides by zero", {}, at(where)));
  if (op == "+") return a + b;
  if (op == "-") return a - b;
  if (op == "*") return a * b;
  if (op == "/" && !whole) return div(a, b);
  if (op == "/")
    return refuse(malformed("'/' of integers has no meaning in TVMScript", {"a // b", "T.truncdiv(a, b)"}, at(where)));
  if (op == "//" && whole) return floordiv(a, b);
  if (op == "%" && whole) return floormod(a, b);
  static constexpr std::pair<std::string_view, const char*> kBits[] = {
      {"&", "bitwise_and"}, {"|", "bitwise_or"}, {"^", "bitwise_xor"}, {"<<", "shift_left"}, {">>", "shift_right"}};
  for (const auto& [sign, name] : kBits)
    if (sign == op && whole) {
      match_types(a, b);
      const DType t = a->dtype;
      return tir::call(t, name, {std::move(a), std::move(b)});
    }
  return refuse(malformed("'" + std::string(op) + "' of " + to_string(a->dtype) + " and " + to_string(b->dtype) +
                              " has no meaning in TVMScript",
                          {}, at(where)));
}

Expr Reader::compare(const E* e) {
  static constexpr std::pair<std::string_view, tir::ExprKind> kKinds[] = {
      {"<", tir::ExprKind::LT},  {"<=", tir::ExprKind::LE}, {">", tir::ExprKind::GT},
      {">=", tir::ExprKind::GE}, {"==", tir::ExprKind::EQ}, {"!=", tir::ExprKind::NE}};
  Expr all, left = expr(e->items[0]);
  for (size_t i = 0; i < e->operators.size() && left; ++i) {
    const Expr right = expr(e->items[i + 1]);
    if (!right) return nullptr;
    const auto kind = std::ranges::find(kKinds, e->operators[i], [](const auto& k) { return k.first; });
    if (kind == std::end(kKinds))
      return refuse(malformed("'" + std::string(e->operators[i]) + "' has no meaning in TVMScript", {}, at(e)));
    if (left->dtype.is_handle() || right->dtype.is_handle()) return refuse(malformed("text is no number", {}, at(e)));
    const Expr one = tir::binary(kind->second, left, right);
    all = all ? logical_and(all, one) : one;
    left = right;
  }
  return left ? all : nullptr;
}

// i, or i:i + n as n elements side by side.
Expr Reader::index(const E* e) {
  if (!e || e->kind != SyntaxKind::Slice) return integer_or_vector(e);
  const Expr begin = e->a ? integer(e->a, "an index") : int_imm(0), end = e->b ? integer(e->b, "an index") : nullptr;
  if (!begin || !end)
    return e->b ? nullptr : refuse(malformed("a part of a buffer needs an end", {"A[i:i + 4]"}, at(e)));
  const Expr step = e->c ? integer(e->c, "a step") : int_imm(1);
  const int64_t* stride = step ? as_const_int(step) : nullptr;
  if (!stride || *stride < 1)
    return step ? refuse(malformed("the step of a part is a number from 1 on", {}, at(e))) : nullptr;
  arith::Analyzer analyzer;
  const Expr length = analyzer.simplify(end - begin);
  const int64_t* lanes = as_const_int(length);
  constexpr int64_t kMaxLanes = 1024;
  if (!lanes || *lanes < 1 || *lanes / *stride > kMaxLanes)
    return refuse(malformed("the length of this part is no number from 1 to 1024", {"A[i:i + 4]"}, at(e)));
  const auto count = static_cast<int>((*lanes + *stride - 1) / *stride);
  return count == 1 ? begin : ramp(begin, step, count);
}

Expr Reader::integer_or_vector(const E* e) {
  Expr value = expr(e);
  if (!value || value->dtype.is_integer()) return value;
  return refuse(malformed("an index is " + to_string(value->dtype) + ", not an integer", {}, at(e)));
}

std::optional<std::pair<Buffer, std::vector<Expr>>> Reader::access(const E* e) {
  const Named* named = e->a->kind == SyntaxKind::Name ? scope_.find(e->a->text) : nullptr;
  const Buffer* buffer = named ? std::get_if<Buffer>(named) : nullptr;
  const Alias* alias = named ? std::get_if<Alias>(named) : nullptr;
  if (!buffer && !alias) {
    const std::string name = text_of(e->a);
    report(unknown_name(name.empty() ? "this" : name, "buffer", scope_.names_of_buffers(), at(e)));
    return std::nullopt;
  }
  std::vector<const E*> written;
  if (e->b->kind == SyntaxKind::Tuple)
    written = e->b->items;
  else
    written = {e->b};
  const size_t dims = buffer ? (*buffer)->shape.size() : alias->dims.size();
  if (written.size() != dims) {
    report(malformed("'" + std::string(e->a->text) + "' has " + std::to_string(dims) + " dimensions, and " +
                         std::to_string(written.size()) + " indices are given",
                     {}, at(e)));
    return std::nullopt;
  }
  std::vector<Expr> indices;
  for (const E* one : written) {
    indices.push_back(index(one));
    if (!indices.back()) return std::nullopt;
  }
  for (size_t i = 0; i + 1 < indices.size(); ++i)
    if (!indices[i]->dtype.is_scalar()) {
      report(malformed("only the last index may be several elements", {}, at(written[i])));
      return std::nullopt;
    }
  if (buffer) return std::pair(*buffer, std::move(indices));
  std::vector<Expr> whole = alias->mins;
  for (size_t i = 0; i < dims; ++i) {
    Expr& place = whole[alias->dims[i]];
    const auto* lanes = node_cast<RampNode>(indices[i]);
    place = lanes ? ramp(place + lanes->base, lanes->stride, lanes->lanes) : place + indices[i];
  }
  return std::pair(alias->buffer, std::move(whole));
}

Expr Reader::load(const E* e) {
  auto at_place = access(e);
  return at_place ? buffer_load(std::move(at_place->first), std::move(at_place->second)) : nullptr;
}

}  // namespace nw::tvmscript
