// SPDX-License-Identifier: GPL-3.0-or-later
// The engine behind Analyzer. Every index expression is brought into one normal form, a Linear; quotients, remainders,
// minima and comparisons are decided on it with constant bounds. A data expression is one atom, an integer of its
// type's range, whose inside only the rules of arith/data_rules.h touch. All that was found out about a node is
// remembered until a fact about its variables changes. The class is spread over files by subject:
//   simplifier.cpp   facts, memory, atoms, normal form ↔ expression
//   divmod.cpp       quotients and remainders        minmax.cpp    minima and maxima
//   compare.cpp      comparisons and proofs          bounds.cpp    constant bounds, modular facts
#pragma once

#include <optional>
#include <unordered_map>

#include "arith/analyzer.h"
#include "arith/linear.h"

namespace nw::arith {

using tir::BinaryNode;
using tir::ExprKind;
using tir::ExprNode;

// Bounds that know infinity.
int64_t saturating_add(int64_t a, int64_t b);
int64_t saturating_mul(int64_t a, int64_t b);
ConstBound interval_product(ConstBound a, ConstBound b);

class Simplifier {
 public:
  void bind(const Var& var, const Range& range);
  void bind(const Var& var, const Expr& value);
  // Assumes a condition; returns what undo() needs.
  size_t assume(const Expr& condition);
  void undo(size_t mark);

  Expr simplify(const Expr& e);
  Linear linear(const Expr& e);
  ConstBound bound(const Linear& l);
  ModularSet modular(const Linear& l);
  bool prove(const Expr& condition);
  bool nonnegative(const Linear& l, int depth = 0);

 private:
  struct VarFact {
    ConstBound bound;
    Expr value;            // replaces the variable, if set
    bool bounded = false;  // by numbers and loops, not by sizes that only the run knows
  };
  struct BinaryKey {
    ExprKind kind;
    const ExprNode *a, *b;
    bool operator==(const BinaryKey&) const = default;
  };
  struct BinaryHash {
    size_t operator()(const BinaryKey& k) const {
      const auto a = reinterpret_cast<size_t>(k.a), b = reinterpret_cast<size_t>(k.b);
      return (a * 0x9e3779b97f4a7c15ull ^ (b + (b << 17))) + static_cast<size_t>(k.kind) * 0x1000193;
    }
  };
  template <class T>
  struct Known {
    Expr key;  // keeps the address taken
    T value;
  };
  struct Memory {
    std::unordered_map<const ExprNode*, Known<Expr>> simple;
    std::unordered_map<const ExprNode*, Known<Linear>> linear;
    std::unordered_map<const ExprNode*, ConstBound> atom_bound;  // of atoms, which live in atoms_
  };

  // ── simplifier.cpp
  void forget();
  void learn(const Var& var, VarFact fact);
  Expr canonical(const Expr& e);  // the one node for all equal ones, given that its children are
  Expr make(ExprKind kind, const Expr& a, const Expr& b);
  uint32_t id_of(const Expr& atom);
  bool is_data(const Expr& atom);  // from its operands
  Linear data_atom(const Expr& e);
  Linear data_arithmetic(const BinaryNode& node, const Linear& a, const Linear& b);
  bool may_wrap(const Linear& l, DType dtype);  // loops around it are known to take it out of its type
  bool is_bounded(const Expr& e);               // by loops, all variables of it
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

  // ── bounds.cpp
  ConstBound bound_of_atom(const Expr& atom);
  ConstBound compute_bound(const Expr& atom);
  ModularSet modular_of_atom(const Expr& atom);

  std::unordered_map<const ExprNode*, VarFact> vars_;
  int64_t widest_ = 0;          // no loop variable is beyond it
  std::vector<Expr> var_keys_;  // keep the addresses in vars_ taken
  std::unordered_map<BinaryKey, Expr, BinaryHash> binaries_;
  std::unordered_map<int64_t, Expr> ints_[2];  // int32, int64
  std::unordered_multimap<size_t, Expr> others_;
  std::unordered_map<const ExprNode*, uint32_t> ids_;
  std::vector<Expr> atoms_;    // by id
  std::vector<char> data_;     // by id: the atom is data
  std::vector<Linear> facts_;  // each is ≥ 0
  bool using_facts_ = false;
  std::vector<std::pair<const ExprNode*, ConstBound>> tightened_;  // bounds of atoms that assumptions gave
  std::vector<Memory> remembered_ = std::vector<Memory>(1);        // one a level of assumptions
  struct Level {
    size_t facts, tightened;
  };
  std::vector<Level> levels_;
};

inline bool is_index(DType t) {
  return t.is_int() && (t.bits == 32 || t.bits == 64) && t.is_scalar();
}

}  // namespace nw::arith
