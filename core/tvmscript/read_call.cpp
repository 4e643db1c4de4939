// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that are values: T.float32(0), T.max(a, b), T.exp(x), T.Cast("int32", x), x.astype("int32").
#include <cmath>

#include "te/operation.h"
#include "tir/math.h"
#include "tvmscript/diagnostics.h"
#include "tvmscript/reader.h"

namespace nw::tvmscript {

using namespace tir;
using SyntaxKind = flatten::ExprKind;

namespace {

struct NamedBinary {
  std::string_view name;
  tir::ExprKind kind;
  bool whole = false;  // of integers only
};
constexpr NamedBinary kBinaries[] = {{"max", tir::ExprKind::Max},
                                     {"min", tir::ExprKind::Min},
                                     {"Max", tir::ExprKind::Max},
                                     {"Min", tir::ExprKind::Min},
                                     {"Add", tir::ExprKind::Add},
                                     {"Sub", tir::ExprKind::Sub},
                                     {"Mul", tir::ExprKind::Mul},
                                     {"Div", tir::ExprKind::Div},
                                     {"truncdiv", tir::ExprKind::Div, true},
                                     {"truncmod", tir::ExprKind::Mod, true},
                                     {"Mod", tir::ExprKind::Mod, true},
                                     {"floordiv", tir::ExprKind::FloorDiv, true},
                                     {"floormod", tir::ExprKind::FloorMod, true},
                                     {"FloorDiv", tir::ExprKind::FloorDiv, true},
                                     {"FloorMod", tir::ExprKind::FloorMod, true},
                                     {"indexdiv", tir::ExprKind::FloorDiv, true},
                                     {"indexmod", tir::ExprKind::FloorMod, true},
                                     {"EQ", tir::ExprKind::EQ},
                                     {"NE", tir::ExprKind::NE},
                                     {"LT", tir::ExprKind::LT},
                                     {"LE", tir::ExprKind::LE},
                                     {"GT", tir::ExprKind::GT},
                                     {"GE", tir::ExprKind::GE},
                                     {"And", tir::ExprKind::And},
                                     {"Or", tir::ExprKind::Or}};

const NamedBinary* binary_of(std::string_view name) {
  for (const NamedBinary& b : kBinaries)
    if (b.name == name) return &b;
  return nullptr;
}

std::vector<std::string> known_calls() {
  return {"T.max",
          "T.min",
          "T.exp and other functions of math.h",
          "T.if_then_else",
          "T.Select",
          "T.Cast",
          "T.floordiv",
          "T.truncdiv",
          "T.shift_left",
          "T.bitwise_and",
          "T.float32(0) and other types"};
}

}  // namespace

std::optional<DType> Reader::dtype(const E* e, const E* where) {
  if (e && e->kind == SyntaxKind::String)
    if (const auto t = parse_dtype(e->string); t && !t->is_string()) return t;
  std::string path;
  if (e)
    if (const std::string_view name = tir_name(e, path); !name.empty())
      if (const auto t = parse_dtype(name); t && !t->is_string()) return t;
  report(malformed(e ? "this is no data type" : "a data type is missing", {"\"float32\"", "\"int8\"", "\"bool\""},
                   at(e ? e : where)));
  return std::nullopt;
}

// Exactly so many positional arguments, as expressions; none, with a report, otherwise.
std::vector<Expr> Reader::arguments(const E* call, size_t count, std::string_view name) {
  if (count_positional(call) != count) {
    report(malformed("T." + std::string(name) + " takes " + std::to_string(count) + " values, and " +
                         std::to_string(count_positional(call)) + " are given",
                     {}, at(call)));
    return {};
  }
  std::vector<Expr> values;
  for (size_t i = 0; i < count; ++i) {
    values.push_back(expr(positional(call, i)));
    if (!values.back()) return {};
    if (values.back()->dtype.is_handle()) {
      report(malformed("T." + std::string(name) + " takes numbers", {}, at(positional(call, i))));
      return {};
    }
  }
  return values;
}

// T.float32(0.5), T.int64(n), T.float32("inf")
Expr Reader::typed_value(DType type, const E* e) {
  const E* given = positional(e, 0);
  if (!given || count_positional(e) != 1)
    return refuse(malformed(text_of(e) + " takes one value", {text_of(e) + "(0)"}, at(e)));
  if (given->kind == SyntaxKind::String && type.is_float()) {
    const std::string& word = given->string;
    if (word == "inf" || word == "-inf") return float_imm(word[0] == '-' ? -HUGE_VAL : HUGE_VAL, type);
    if (word == "nan") return float_imm(std::nan(""), type);
  }
  const Expr value = expr(given);
  if (!value) return nullptr;
  if (value->dtype.is_handle()) return refuse(malformed("text is no " + to_string(type), {}, at(given)));
  if (const auto* f = node_cast<FloatImmNode>(value); f && type.is_float() && type.is_scalar())
    return float_imm(f->value, type);
  if (const auto* i = node_cast<IntImmNode>(value)) {
    if (type.is_integer() && type.is_scalar()) return int_imm(wrap_int(type, i->value), type);
    if (type.is_float()) return constant(type, static_cast<double>(i->value));
  }
  return cast(type, value);
}

Expr Reader::call(const E* e) {
  if (e->a->kind == SyntaxKind::Attribute && e->a->text == "astype") {
    const auto type = dtype(positional(e, 0), e);
    const Expr value = type ? expr(e->a->a) : nullptr;
    return value ? cast(*type, value) : nullptr;
  }
  std::string path;
  const std::string_view name = tir_name(e->a, path);
  if (name.empty())
    return refuse(
        unknown_construct((path.empty() ? "this call" : "the call of '" + path + "'") + " is not part of TensorIR",
                          known_calls(), at(e)));
  if (const auto type = parse_dtype(name); type && !type->is_handle() && !type->is_string())
    return typed_value(*type, e);
  return function_call(name, e);
}

Expr Reader::function_call(std::string_view name, const E* e) {
  if (const NamedBinary* b = binary_of(name)) {
    std::vector<Expr> v = arguments(e, 2, name);
    if (v.empty()) return nullptr;
    const bool whole = v[0]->dtype.is_integer() && v[1]->dtype.is_integer();
    const bool logic = b->kind == tir::ExprKind::And || b->kind == tir::ExprKind::Or;
    if ((b->whole && !whole) || (logic && !(v[0]->dtype.is_bool() && v[1]->dtype.is_bool())))
      return refuse(malformed("T." + std::string(name) + " takes " + (logic ? "conditions" : "integers"), {}, at(e)));
    if (whole && is_zero(v[1]) && b->kind >= tir::ExprKind::Div && b->kind <= tir::ExprKind::FloorMod)
      return refuse(malformed("this divides by zero", {}, at(e)));
    return tir::binary(b->kind, std::move(v[0]), std::move(v[1]));
  }
  if (name == "if_then_else" || name == "Select") {
    std::vector<Expr> v = arguments(e, 3, name);
    if (v.empty()) return nullptr;
    if (!v[0]->dtype.is_bool())
      return refuse(malformed("the first value of T." + std::string(name) + " is a condition", {}, at(e)));
    match_types(v[1], v[2]);
    return name == "Select" ? select(v[0], v[1], v[2]) : if_then_else(v[0], v[1], v[2]);
  }
  if (name == "Cast" || name == "cast" || name == "reinterpret") return conversion(name, e);
  if (name == "likely") {
    const std::vector<Expr> v = arguments(e, 1, name);
    return v.empty() ? nullptr : condition(positional(e, 0));
  }
  if (name == "Not" || name == "bitwise_not") {
    std::vector<Expr> v = arguments(e, 1, name);
    if (v.empty()) return nullptr;
    if (name == "Not" && v[0]->dtype.is_bool()) return logical_not(v[0]);
    return bitwise_not(v[0], e);
  }
  static constexpr std::pair<std::string_view, std::string_view> kBits[] = {
      {"bitwise_and", "&"}, {"bitwise_or", "|"}, {"bitwise_xor", "^"}, {"shift_left", "<<"}, {"shift_right", ">>"}};
  for (const auto& [function, sign] : kBits)
    if (function == name) {
      std::vector<Expr> v = arguments(e, 2, name);
      return v.empty() ? nullptr : operation(sign, std::move(v[0]), std::move(v[1]), e);
    }
  if (name == "min_value" || name == "max_value" || name == "infinity") {
    const auto type = dtype(positional(e, 0), e);
    if (!type) return nullptr;
    if (name == "infinity")
      return type->is_float() ? float_imm(HUGE_VAL, *type) : refuse(malformed("integers have no infinity", {}, at(e)));
    return name == "min_value" ? te::min_value(*type) : te::max_value(*type);
  }
  if (name == "broadcast" || name == "Broadcast" || name == "ramp" || name == "Ramp") {
    std::vector<Expr> v = arguments(e, name.size() > 4 ? 2 : 3, name);
    if (v.empty()) return nullptr;
    const int64_t* lanes = as_const_int(v.back());
    if (!lanes || *lanes < 2 || *lanes > 1024)
      return refuse(malformed("the lanes of a vector are a number from 2 to 1024", {}, at(e)));
    return v.size() == 2 ? broadcast(v[0], static_cast<int>(*lanes)) : ramp(v[0], v[1], static_cast<int>(*lanes));
  }
  if (name == "abs" || name == "fabs") {
    std::vector<Expr> v = arguments(e, 1, name);
    if (v.empty()) return nullptr;
    if (v[0]->dtype.is_float()) return tir::call(v[0]->dtype, "fabs", {v[0]});
    return v[0]->dtype.is_uint() ? v[0] : select(ge(v[0], constant(v[0]->dtype, 0)), v[0], -v[0]);
  }
  if (name == "popcount") {
    std::vector<Expr> v = arguments(e, 1, name);
    if (v.empty()) return nullptr;
    return v[0]->dtype.is_integer() ? tir::call(v[0]->dtype, "popcount", {v[0]})
                                    : refuse(malformed("T.popcount takes an integer", {}, at(e)));
  }
  if (name == "call_extern" || name == "call_pure_extern") return extern_call(e);
  if (const MathFunction* f = math_function(name == "power" ? "pow" : name)) {
    std::vector<Expr> v = arguments(e, static_cast<size_t>(f->arguments()), name);
    if (v.empty()) return nullptr;
    if (!v[0]->dtype.is_float())
      return refuse(malformed("T." + std::string(name) + " takes floats, not " + to_string(v[0]->dtype),
                              {"T.Cast(\"float32\", x)"}, at(e)));
    if (v.size() == 2) match_types(v[0], v[1]);
    const DType type = v[0]->dtype;
    return tir::call(type, std::string(f->name), std::move(v));
  }
  return refuse(unknown_construct("T." + std::string(name) + " is not read", known_calls(), at(e)));
}

// T.Cast("float32", x) and T.cast(x, "float32"): the type is the text, or what dtype= gives.
Expr Reader::conversion(std::string_view name, const E* e) {
  const bool type_first = positional(e, 0) && positional(e, 0)->kind == SyntaxKind::String;
  const E* given = type_first ? positional(e, 0) : positional(e, 1) ? positional(e, 1) : keyword(e, "dtype");
  const E* operand = positional(e, type_first ? 1 : 0);
  if (!operand)
    return refuse(malformed("T." + std::string(name) + " takes a type and a value", {"T.Cast(\"float32\", x)"}, at(e)));
  const auto type = dtype(given, e);
  const Expr value = type ? expr(operand) : nullptr;
  if (!value) return nullptr;
  if (value->dtype.is_handle() || type->is_handle())
    return refuse(malformed("T." + std::string(name) + " takes numbers", {}, at(operand)));
  if (name != "reinterpret") return cast(type->lanes == 1 ? type->with_lanes(value->dtype.lanes) : *type, value);
  if (type->bits * type->lanes != value->dtype.bits * value->dtype.lanes)
    return refuse(malformed(
        "T.reinterpret of " + to_string(value->dtype) + " as " + to_string(*type) + ", which has another size", {},
        at(e)));
  return tir::call(*type, "reinterpret", {value});
}

Expr Reader::bitwise_not(const Expr& value, const E* where) {
  if (!value->dtype.is_integer())
    return refuse(malformed("'~' of " + to_string(value->dtype) + " has no meaning in TVMScript", {}, at(where)));
  return value->dtype.is_bool() ? logical_not(value) : tir::call(value->dtype, "bitwise_not", {value});
}

// T.call_extern("float32", "sqrtf", x): of the C library's functions of floats.
Expr Reader::extern_call(const E* e) {
  const auto type = dtype(positional(e, 0), e);
  const E* symbol = positional(e, 1);
  if (!type) return nullptr;
  const MathFunction* f = symbol && symbol->kind == SyntaxKind::String ? library_function(symbol->string) : nullptr;
  if (!f)
    return refuse(unknown_construct(
        "only functions of the C library's math.h are called, not " +
            (symbol && symbol->kind == SyntaxKind::String ? "'" + symbol->string.substr(0, 60) + "'" : "this"),
        {"T.call_extern(\"float32\", \"expf\", x)"}, at(e)));
  std::vector<Expr> values;
  for (size_t i = 2; i < count_positional(e); ++i) {
    values.push_back(expr(positional(e, i)));
    if (!values.back()) return nullptr;
  }
  if (values.size() != static_cast<size_t>(f->arguments()) || !type->is_float())
    return refuse(malformed("'" + symbol->string + "' takes " + std::to_string(f->arguments()) + " floats", {}, at(e)));
  for (Expr& value : values) value = cast(*type, value);
  return tir::call(*type, symbol->string, std::move(values), CallKind::PureExtern);
}

}  // namespace nw::tvmscript
