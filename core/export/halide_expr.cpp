// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/halide_expr.h"

#include <fmt/format.h>

#include <cmath>

namespace nw::exporting {

using namespace tir;

std::string halide_type(DType t) {
  if (t.is_bool()) return "bool";
  if (t.is_float() && !t.is_bfloat() && t.bits == 32) return "float";
  if (t.is_float() && t.bits == 64) return "double";
  if ((t.is_int() || t.is_uint()) && (t.bits == 8 || t.bits == 16 || t.bits == 32 || t.bits == 64))
    return fmt::format("{}int{}_t", t.is_uint() ? "u" : "", t.bits);
  return {};
}

std::string HalideExpr::number(DType t, double value) const {
  if (std::isinf(value) || std::isnan(value))
    return fmt::format("Expr(({})({}{}))", halide_type(t), value < 0 ? "-" : "",
                       std::isnan(value) ? "NAN" : "INFINITY");
  std::string digits = fmt::format("{:.17g}", value);
  if (t.bits == 32) digits = fmt::format("{:.9g}", value);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return fmt::format("Expr({}{})", digits, t.bits == 32 ? "f" : "");
}

std::string HalideExpr::text(const Expr& e) {
  if (const auto* i = node_cast<IntImmNode>(e)) {
    if (e->dtype.is_bool()) return i->value ? "const_true()" : "const_false()";
    if (e->dtype.is_int() && e->dtype.bits == 32) return fmt::format("Expr({})", i->value);
    return fmt::format("cast<{}>(Expr((int64_t){}))", halide_type(e->dtype), i->value);
  }
  if (const auto* f = node_cast<FloatImmNode>(e)) return number(e->dtype, f->value);
  if (const auto* v = node_cast<VarNode>(e)) {
    const auto it = variables.find(v);
    if (it == variables.end()) missing = "the variable " + v->name;
    return it == variables.end() ? "0" : it->second;
  }
  if (const auto* b = node_cast<BinaryNode>(e)) return binary(*b);
  if (const auto* n = node_cast<NotNode>(e)) return "!(" + text(n->a) + ")";
  if (const auto* c = node_cast<CastNode>(e)) {
    if (halide_type(e->dtype).empty()) missing = "the type " + to_string(e->dtype);
    return "cast<" + halide_type(e->dtype) + ">(" + text(c->value) + ")";
  }
  if (const auto* s = node_cast<SelectNode>(e)) {
    ++guarded_;
    std::string out = "select(" + text(s->condition) + ", " + text(s->true_value) + ", " + text(s->false_value) + ")";
    --guarded_;
    return out;
  }
  if (const auto* l = node_cast<ProducerLoadNode>(e)) return load(*l);
  if (const auto* c = node_cast<CallNode>(e)) return call(*c);
  missing = "an expression of this kind";
  return "0";
}

std::string HalideExpr::guarded_text(const Expr& e) {
  ++guarded_;
  std::string out = text(e);
  --guarded_;
  return out;
}

std::string HalideExpr::binary(const BinaryNode& node) {
  const std::string a = text(node.a), b = text(node.b);
  switch (node.kind) {
    case ExprKind::Add:
      return "(" + a + " + " + b + ")";
    case ExprKind::Sub:
      return "(" + a + " - " + b + ")";
    case ExprKind::Mul:
      return "(" + a + " * " + b + ")";
    case ExprKind::Div:
      if (!node.dtype.is_float()) missing = "division that rounds towards zero";
      return "(" + a + " / " + b + ")";
    case ExprKind::Mod:
      missing = "the remainder of division towards zero";
      return "0";
    case ExprKind::FloorDiv:  // Halide's / and % of integers round down, for divisors above 0
      return "(" + a + " / " + b + ")";
    case ExprKind::FloorMod:
      return "(" + a + " % " + b + ")";
    case ExprKind::Min:
      return "min(" + a + ", " + b + ")";
    case ExprKind::Max:
      return "max(" + a + ", " + b + ")";
    case ExprKind::EQ:
      return "(" + a + " == " + b + ")";
    case ExprKind::NE:
      return "(" + a + " != " + b + ")";
    case ExprKind::LT:
      return "(" + a + " < " + b + ")";
    case ExprKind::LE:
      return "(" + a + " <= " + b + ")";
    case ExprKind::GT:
      return "(" + a + " > " + b + ")";
    case ExprKind::GE:
      return "(" + a + " >= " + b + ")";
    case ExprKind::And:
      return "(" + a + " && " + b + ")";
    default:
      return "(" + a + " || " + b + ")";
  }
}

namespace {

constexpr const char* kSameInHalide[] = {"exp",   "log",   "sqrt",  "tanh", "erf",  "pow",   "floor",   "ceil",
                                         "trunc", "sin",   "cos",   "tan",  "asin", "asinh", "acos",    "acosh",
                                         "atan",  "atan2", "atanh", "sinh", "cosh", "hypot", "popcount"};

}  // namespace

std::set<std::string> halide_words() {
  std::set<std::string> words = {"select",      "min",          "max",     "abs",     "round",
                                 "clamp",       "cast",         "is_nan",  "likely",  "count_leading_zeros",
                                 "fill",        "sums",         "seconds", "program", "kernel",
                                 "run",         "best",         "spent",   "start",   "buffer",
                                 "Pipeline",    "Region",       "Range",   "cast",    "const_true",
                                 "const_false", "random_float", "print",   "sum",     "product",
                                 "Func",        "Var",          "RDom",    "RVar",    "Expr",
                                 "Buffer",      "LoopLevel",    "Type",    "Halide",  "TailStrategy"};
  words.insert(std::begin(kSameInHalide), std::end(kSameInHalide));
  return words;
}

std::string HalideExpr::call(const CallNode& node) {
  if (node.name == "if_then_else" && node.args.size() == 3) {
    ++guarded_;
    std::string out = "select(" + text(node.args[0]) + ", " + text(node.args[1]) + ", " + text(node.args[2]) + ")";
    --guarded_;
    return out;
  }
  std::vector<std::string> args;
  for (const Expr& a : node.args) args.push_back(text(a));
  auto joined = [&] {
    std::string all;
    for (const std::string& a : args) all += (all.empty() ? "" : ", ") + a;
    return all;
  };
  for (const char* same : kSameInHalide)
    if (node.name == same) return node.name + "(" + joined() + ")";
  if (node.name == "nearbyint") return "round(" + joined() + ")";  // Halide takes halves to the even neighbour
  if (node.name == "round") {                                      // halves away from zero
    const std::string x = joined(), half = number(node.dtype, 0.5), one = number(node.dtype, 1);
    return fmt::format("(trunc({0}) + select(abs({0} - trunc({0})) >= {1}, select({0} < 0, -{2}, {2}), {3}))", x, half,
                       one, number(node.dtype, 0));
  }
  if (node.name == "clz") return "cast<int32_t>(count_leading_zeros(" + joined() + "))";
  if (node.name == "isnan") return "is_nan(" + joined() + ")";
  if (node.name == "fabs") return "abs(" + joined() + ")";
  if (node.name == "likely") return joined();
  if (node.name == "rsqrt") return "(" + number(node.dtype, 1) + " / sqrt(" + joined() + "))";
  if (node.name == "sigmoid")
    return "(" + number(node.dtype, 1) + " / (" + number(node.dtype, 1) + " + exp(-(" + joined() + "))))";
  const std::map<std::string, std::string> operators = {
      {"bitwise_and", "&"}, {"bitwise_or", "|"}, {"bitwise_xor", "^"}, {"shift_left", "<<"}, {"shift_right", ">>"}};
  if (auto it = operators.find(node.name); it != operators.end() && args.size() == 2)
    return "(" + args[0] + " " + it->second + " " + args[1] + ")";
  if (node.name == "bitwise_not") return "(~" + joined() + ")";
  missing = "the function " + node.name;
  return "0";
}

std::string HalideExpr::load(const ProducerLoadNode& node) {
  const te::Tensor tensor = te::tensor_of(node);
  const Source source = source_(tensor);
  std::string indices;
  for (size_t i = node.indices.size(); i-- > 0;) {
    std::string index = text(node.indices[i]);
    const int64_t* extent = as_const_int(tensor->shape[i]);
    if (guarded_ > 0 && extent && !as_const_int(node.indices[i]))
      index = fmt::format("clamp({}, 0, {})", index, *extent - 1);
    indices += (indices.empty() ? "" : ", ") + index;
  }
  return source.name + (indices.empty() ? "()" : "(" + indices + ")");
}

}  // namespace nw::exporting
