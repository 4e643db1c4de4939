// SPDX-License-Identifier: GPL-3.0-or-later
#include "arith/linear.h"

#include <algorithm>

namespace nw::arith {

namespace {

// sum += a·b; false if that does not fit.
bool accumulate(int64_t& sum, int64_t a, int64_t b) {
  int64_t product = 0;
  return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(sum, product, &sum);
}

}  // namespace

int64_t Linear::coeff_of(uint32_t id) const {
  for (const Term& t : terms)
    if (t.id == id) return t.coeff;
  return 0;
}

void Linear::add(const Term& term, int64_t factor) {
  auto at = std::lower_bound(terms.begin(), terms.end(), term.id, [](const Term& t, uint32_t id) { return t.id < id; });
  if (at == terms.end() || at->id != term.id) at = terms.insert(at, Term{term.atom, term.id, 0});
  if (!accumulate(at->coeff, term.coeff, factor)) overflow = true;
  if (at->coeff == 0) terms.erase(at);
}

void Linear::add_constant(int64_t v) {
  if (__builtin_add_overflow(constant, v, &constant)) overflow = true;
}

Linear number(int64_t value) {
  Linear l;
  l.constant = value;
  return l;
}

Linear add(const Linear& a, const Linear& b, int64_t factor) {
  Linear sum;
  sum.overflow = a.overflow || b.overflow;
  sum.data = a.data || b.data;
  sum.constant = a.constant;
  if (!accumulate(sum.constant, b.constant, factor)) sum.overflow = true;
  sum.terms.reserve(a.terms.size() + b.terms.size());
  size_t i = 0, j = 0;
  while (i < a.terms.size() || j < b.terms.size()) {
    const bool left = j == b.terms.size() || (i < a.terms.size() && a.terms[i].id <= b.terms[j].id);
    const bool right = i == a.terms.size() || (j < b.terms.size() && b.terms[j].id <= a.terms[i].id);
    const Term& term = left ? a.terms[i] : b.terms[j];
    int64_t coeff = left ? term.coeff : 0;
    if (right && !accumulate(coeff, b.terms[j].coeff, factor)) sum.overflow = true;
    if (coeff != 0) sum.terms.push_back({term.atom, term.id, coeff});
    i += left;
    j += right;
  }
  return sum;
}

Linear scale(const Linear& a, int64_t factor) {
  return add(Linear(), a, factor);
}

bool same(const Linear& a, const Linear& b) {
  if (a.overflow || b.overflow || a.constant != b.constant || a.terms.size() != b.terms.size()) return false;
  for (size_t i = 0; i < a.terms.size(); ++i)
    if (a.terms[i].id != b.terms[i].id || a.terms[i].coeff != b.terms[i].coeff) return false;
  return true;
}

}  // namespace nw::arith
