// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of integer multiples of atoms: the normal form of index expressions inside the analyzer. An atom is a variable
// or a node that is no sum itself (a quotient, a minimum, a load); equal atoms are one node.
#pragma once

#include <cstdint>
#include <vector>

#include "base/floor_division.h"
#include "tir/expr.h"

namespace nw::arith {

struct Term {
  tir::Expr atom;
  uint32_t id = 0;  // of the atom, in order of first sight
  int64_t coeff = 0;
};

struct Linear {
  std::vector<Term> terms;  // by id, no coefficient 0
  int64_t constant = 0;
  bool overflow = false;  // does not fit 64 bits: means nothing
  bool data = false;  // has an atom of data (arith/data_rules.h); then a sum is one over the integers, for proofs only

  bool is_constant() const { return terms.empty() && !overflow; }
  bool is_constant(int64_t v) const { return is_constant() && constant == v; }
  // One atom, once: the atom, or null.
  const tir::ExprNode* single() const {
    return terms.size() == 1 && terms[0].coeff == 1 ? terms[0].atom.get() : nullptr;
  }
  int64_t coeff_of(uint32_t id) const;
  void add(const Term& term, int64_t factor = 1);
  void add_constant(int64_t v);
};

// The types of index expressions.
inline bool is_index(DType t) {
  return t.is_int() && (t.bits == 32 || t.bits == 64) && t.is_scalar();
}

Linear number(int64_t value);
Linear add(const Linear& a, const Linear& b, int64_t factor = 1);  // a + factor·b
Linear scale(const Linear& a, int64_t factor);
bool same(const Linear& a, const Linear& b);

}  // namespace nw::arith
