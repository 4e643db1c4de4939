// SPDX-License-Identifier: GPL-3.0-or-later
// The engine behind Analyzer. Every index expression is brought into one normal form, a Linear; quotients, remainders,
// minima and comparisons are decided on it with constant bounds. A data expression is one atom, an integer of its
// type's range, whose inside only the rules of arith/data_rules.h touch. All that was found out about a node is
// remembered until a fact about its variables changes. Equal nodes are one (NodeTable); constant bounds are found by
// BoundAnalysis. The class has four files:
//   simplifier.cpp   facts, memory, atoms, normal form ↔ expression
//   divmod.cpp       quotients and remainders
//   minmax.cpp       minima and maxima
//   compare.cpp      comparisons, proofs, assumptions
#pragma once

#include <optional>
#include <unordered_map>

#include "arith/bounds.h"
#include "arith/node_table.h"
#include "arith/variable_facts.h"

namespace nw::arith {

using tir::BinaryNode;
using tir::ExprKind;
using tir::ExprNode;

class Simplifier {
 public:
  Simplifier() = default;
  Simplifier(const Simplifier&) = delete;  // bounds_ refers to it
  Simplifier& operator=(const Simplifier&) = delete;

  void bind(const Var& var, const Range& range);
  void bind(const Var& var, const Expr& value);
  // Assumes a condition; returns what undo() needs.
  size_t assume(const Expr& condition);
  void undo(size_t mark);

  Expr simplify(const Expr& e);
  Linear linear(const Expr& e);
  ConstBound bound(const Linear& l) { return bounds_.of(l); }
  ModularSet modular(const Linear& l) { return bounds_.modular(l); }
  bool prove(const Expr& condition);
  bool nonnegative(const Linear& l, int depth = 0);

  const VariableFacts& variables() const { return variables_; }
  bool is_data_atom(const Expr& atom) { return data_[id_of(atom)]; }

 private:
  template <class T>
  struct Known {
    Expr key;  // keeps the address taken
    T value;
  };
  struct Memory {
    std::unordered_map<const ExprNode*, Known<Expr>> simple;
    std::unordered_map<const ExprNode*, Known<Linear>> linear;
  };

  // ── simplifier.cpp
  void forget();
  void learn(const Var& var, VariableFact fact);
  Expr canonical(const Expr& e) { return nodes_.canonical(e); }
  Expr make(ExprKind kind, const Expr& a, const Expr& b) { return nodes_.make(kind, a, b); }
  uint32_t id_of(const Expr& atom);
  bool is_data(const Expr& atom);  // from its operands
  Linear data_atom(const Expr& e);
  Linear data_arithmetic(const BinaryNode& node, const Linear& a, const Linear& b);
  bool may_wrap(const Linear& l, DType dtype);  // loops around it are known to take it out of its type
  Linear wrapping(const Expr& e);               // index arithmetic that leaves its type: data from here on
  Linear atom(const Expr& e, int64_t coeff = 1);
  Linear compute_linear(const Expr& e);
  Linear opaque(const Expr& e);
  Linear product(const Linear& a, const Linear& b, DType dtype);
  Linear tidy(Linear l);  // x//c·c + x%c → x, and terms that cancel inside a minimum
  bool merge_divmod(Linear& l);
  bool merge_minmax(Linear& l);
  Expr expression(const Linear& l, DType dtype);
  Expr sum_of(const Linear& l, DType dtype);
  Expr simplify_other(const Expr& e);
  Expr simplify_logic(const BinaryNode& node);
  Expr simplify_choice(const Expr& condition, const Expr& yes, const Expr& no, const Expr& original);

  // ── divmod.cpp
  Linear divide(const Linear& a, int64_t c, DType dtype);
  Linear remainder(const Linear& a, int64_t c, DType dtype);
  Linear divide_symbolic(const Expr& e, const Linear& a, const Linear& b);
  bool split_by(const Linear& a, int64_t g, Linear& high, Linear& low);
  int64_t common_step(const Linear& a, int64_t c, Linear& high, Linear& low);
  Linear truncated(const Expr& e, const Linear& a, const Linear& b);

  // ── minmax.cpp
  Linear extremum(ExprKind kind, const Linear& a, const Linear& b, DType dtype);
  void collect(ExprKind kind, const Linear& l, std::vector<Linear>& out);

  // ── compare.cpp
  Expr compare(ExprKind kind, const Expr& a, const Expr& b);
  Expr decide(ExprKind kind, const Linear& difference, DType dtype);
  std::optional<bool> decided(ExprKind kind, const Linear& difference);
  Expr compare_text(ExprKind kind, const Linear& difference, DType dtype);
  bool by_facts(const Linear& l);
  bool any_fact_proves(const Linear& l);
  bool quotients_differ_enough(const Linear& l);
  void assume_nonnegative(const Linear& l);

  VariableFacts variables_;
  NodeTable nodes_;
  BoundAnalysis bounds_{*this};
  std::unordered_map<const ExprNode*, uint32_t> ids_;
  std::vector<Expr> atoms_;    // by id
  std::vector<char> data_;     // by id: the atom is data
  std::vector<Linear> facts_;  // each is ≥ 0
  bool using_facts_ = false;
  std::vector<Memory> remembered_ = std::vector<Memory>(1);  // one a level of assumptions
  std::vector<size_t> levels_;                               // the number of facts before each
};

}  // namespace nw::arith
