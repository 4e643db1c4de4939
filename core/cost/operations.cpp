// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/operations.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "tir/visit.h"

namespace nw::cost {

using namespace tir;

namespace {

// Instructions of our implementations of float32 functions (core/codegen_llvm/math.cpp), and of simple functions.
double instructions_of(const CallNode& call) {
  static const std::map<std::string_view, double> known = {{"exp", 20}, {"log", 26},     {"tanh", 34},
                                                           {"erf", 40}, {"sigmoid", 22}, {"popcount", 10},
                                                           {"fabs", 1}, {"likely", 0},   {"checked_index", 2}};
  const auto found = known.find(call.name);
  return found == known.end() ? 1 : found->second;
}

bool has_vector_form(const CallNode& call) {
  static const std::map<std::string_view, bool> scalar = {
      {"pow", true},  {"sin", true},  {"cos", true},  {"tan", true},  {"atan", true},
      {"asin", true}, {"acos", true}, {"sinh", true}, {"cosh", true}, {"fmod", true}};
  if (scalar.contains(call.name) || call.call_kind == CallKind::Extern || call.call_kind == CallKind::PureExtern)
    return false;
  const bool written_by_us = instructions_of(call) > 2;
  return !written_by_us || call.name == "popcount" || call.dtype.bits == 32;
}

class Counter {
 public:
  Operations all;

  // Whether it contains a load or a float; anything else is arithmetic on indices.
  bool count(const Expr& e) {
    if (e->kind == ExprKind::BufferLoad) return widen(e->dtype);
    if (e->kind <= ExprKind::Var) return e->dtype.is_float();
    const auto [known, is_new] = seen_.try_emplace(structural_hash(e), false);
    if (!is_new) return known->second;  // computed once
    const bool data = count_new(e);
    seen_[structural_hash(e)] = data;
    return data;
  }

 private:
  bool count_new(const Expr& e) {
    bool data = e->dtype.is_float();
    if (const auto* c = node_cast<CallNode>(e); c && c->name == "if_then_else") {
      all.conditions.push_back(c->args[0]);
      for (size_t i = 1; i < c->args.size(); ++i) data = count(c->args[i]) || data;
      simple(1, 1);
      return data;
    }
    each_child(*e, [&](const Expr& child) { data = count(child) || data; });
    if (!data) return false;
    widen(e->dtype);
    if (const auto* b = node_cast<BinaryNode>(e))
      binary_operation(*b);
    else if (const auto* c = node_cast<CallNode>(e))
      call_of(*c);
    else if (e->kind == ExprKind::Select || e->kind == ExprKind::Cast || e->kind == ExprKind::Not)
      simple(1, 1);
    return true;
  }

  std::map<size_t, bool> seen_;  // by structure: whether it works with data

  void simple(double instructions, double ir_instructions) {
    all.instructions += instructions;
    all.ir_instructions += ir_instructions;
  }

  bool widen(DType t) {
    if (!t.is_handle()) all.widest_bytes = std::max(all.widest_bytes, t.bytes());
    return true;
  }

  void binary_operation(const BinaryNode& b) {
    const bool is_float = b.dtype.is_float();
    if (b.kind >= ExprKind::Div && b.kind <= ExprKind::FloorMod) {
      if (is_float)
        all.divisions += 1;
      else
        simple(b.b->kind == ExprKind::IntImm ? 4 : 20, 1);
      return;
    }
    // A multiply and an add are one fused instruction.
    if (is_float && (b.kind == ExprKind::Add || b.kind == ExprKind::Sub) &&
        (b.a->kind == ExprKind::Mul || b.b->kind == ExprKind::Mul))
      return simple(0, 1);
    simple(1, 1);
  }

  void call_of(const CallNode& c) {
    if (!has_vector_form(c)) {
      all.calls += 1;
      return;
    }
    if (c.name == "sqrt" || c.name == "rsqrt" || c.name == "sigmoid" || c.name == "tanh") all.divisions += 1;
    if (c.name == "rsqrt") all.divisions += 1;
    if (c.name != "sqrt" && c.name != "rsqrt")
      simple(instructions_of(c), c.name == "popcount" ? 1 : instructions_of(c));
  }
};

}  // namespace

Operations operations_of(const Expr& value) {
  Counter counter;
  counter.count(value);
  return counter.all;
}

}  // namespace nw::cost
