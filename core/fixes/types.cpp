// SPDX-License-Identifier: GPL-3.0-or-later
// Operands and arguments of another type than what is wanted: NW2013, NW2015, NW2016, NW2017, NW2751.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "fixes/registry.h"
#include "fixes/source.h"
#include "script/names.h"

namespace nw::fixes {

namespace {

using script::Fn;
using script::NodeKind;

void conversion(Context& c, const Node* n, DType dtype) {
  if (c.on_one_line()) c.replace("convert it to " + to_string(dtype), n->span(), converted(n, to_string(dtype)));
}

void to_dtype(Context& c, const script::WrongDType& given) {
  if (given.wanted.bits <= 64) conversion(c, given.node, given.wanted);
}

void to_integer(Context& c, const script::NotAnInteger& given) {
  if (c.at.lambda_depth > 0) conversion(c, given.node, DType::Int(32));
  if (const auto* d = given.value.get<double>(); d && std::fabs(*d) < 1e9)
    c.replace("round it", given.node->span(), std::to_string(static_cast<int64_t>(std::max(1.0, std::floor(*d)))));
}

void in_expressions(Context& c, const script::NotANumber& given) {
  const Node* called = given.call->a;
  const std::string text(given.node->text);
  switch (given.function) {
    case Fn::PyAbs:
      return c.replace("take TVM's own function", called->span(), "tir.abs");
    case Fn::PyMax:
    case Fn::PyMin:
      return c.replace("take TVM's own function", called->span(), "te." + std::string(name_of(given.function)));
    case Fn::PyInt:
      return c.replace("convert the expression", given.node->span(), text + ".astype(\"int32\")");
    default:
      return c.replace("convert the expression", given.node->span(), text + ".astype(\"float32\")");
  }
}

void compared_with_zero(Context& c, const script::NotACondition& given) {
  if (c.on_one_line()) c.replace("compare it with 0", given.node->span(), std::string(given.node->text) + " != 0");
}

void equal_choices(Context& c, const script::UnequalChoices& given) {
  const Node* n = given.given.node;
  const std::string dtype = to_string(given.wanted);
  if (given.given.value.is<int64_t>() || given.given.value.is<double>())
    c.replace("write it in " + dtype, n->span(), fmt::format("tir.const({}, \"{}\")", n->text, dtype));
  else
    conversion(c, n, given.wanted);
}

// Python's own logic on expressions, written with the functions that make expressions.
std::string as_expressions(const Node* n, bool in_lambda) {
  auto part = [&](const Node* p) { return as_expressions(p, in_lambda || n->kind == NodeKind::Lambda); };
  if (in_lambda && n->kind == NodeKind::And) return "tir.all(" + part(n->a) + ", " + part(n->b) + ")";
  if (in_lambda && n->kind == NodeKind::Or) return "tir.any(" + part(n->a) + ", " + part(n->b) + ")";
  if (in_lambda && n->kind == NodeKind::Not) return "tir.Not(" + part(n->a) + ")";
  if (in_lambda && n->kind == NodeKind::Conditional)
    return "tir.if_then_else(" + part(n->b) + ", " + part(n->a) + ", " + part(n->c) + ")";
  return spliced(n, part);
}

void functions_of_expressions(Context& c, const script::UnknownTruth&) {
  if (c.on_one_line())
    c.replace("write it with the functions of expressions", c.at.statement->value->span(),
              as_expressions(c.at.statement->value, false));
}

void rounding_down(Context& c, const script::PartAtFault& given) {
  const Node* n = given.node;
  c.replace("divide rounding down", n->span(), std::string(n->a->text) + " // " + std::string(n->b->text));
}

void power(Context& c, const script::PartAtFault& given) {
  const Node* n = given.node;
  if (c.on_one_line()) c.replace("call tir.pow", n->span(), fmt::format("tir.pow({}, {})", n->a->text, n->b->text));
}

void known_dtype(Context& c, const script::UnknownDType& given) {
  static const std::vector<std::string> known = {"float16", "float32", "float64", "bfloat16", "int8",
                                                 "int16",   "int32",   "int64",   "uint8",    "uint16",
                                                 "uint32",  "uint64",  "bool"};
  static const std::map<std::string, std::string, std::less<>> elsewhere = {
      // names that C and others have for them
      {"single", "float32"}, {"double", "float64"}, {"half", "float16"}, {"float", "float32"}, {"int", "int32"},
      {"long", "int64"},     {"short", "int16"},    {"char", "int8"},    {"byte", "uint8"},    {"boolean", "bool"},
      {"fp32", "float32"},   {"fp16", "float16"},   {"fp64", "float64"}, {"bf16", "bfloat16"}, {"f32", "float32"},
      {"f16", "float16"},    {"f64", "float64"},    {"i8", "int8"},      {"i32", "int32"},     {"u8", "uint8"}};
  std::vector<std::string> words = script::nearest(given.name, known);
  if (const auto same = elsewhere.find(given.name); same != elsewhere.end()) words.insert(words.begin(), same->second);
  for (const std::string& word : words) c.replace("write \"" + word + "\"", given.node->span(), "\"" + word + "\"");
}

}  // namespace

std::vector<ReportRow> type_rows() {
  return {report_row<to_integer>("NW2013"),
          report_row<in_expressions>("NW2013"),
          report_row<compared_with_zero>("NW2013"),
          report_row<equal_choices>("NW2013"),
          report_row<functions_of_expressions>("NW2013"),
          report_row<known_dtype>("NW2015"),
          report_row<rounding_down>("NW2016"),
          report_row<power>("NW2017"),
          report_row<to_dtype>("NW2017"),
          report_row<functions_of_expressions>("NW2017"),
          report_row<to_dtype>("NW2751")};
}

}  // namespace nw::fixes
