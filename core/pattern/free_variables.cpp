// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/free_variables.h"

#include <algorithm>

namespace nw::pattern {

FreeVariables::FreeVariables(const ExprPool& pool, const std::vector<ExprId>& order, ExprId main) {
  std::unordered_map<ExprId, size_t> number;
  const auto bind = [&](ExprId variable) { number.try_emplace(variable, number.size()); };
  for (const ExprId id : order) {
    const Expr& e = pool[id];
    if (e.kind == ExprKind::Let) bind(e.parts[0]);
    if (e.kind == ExprKind::Function && id != main && composite_name(pool, id).empty())
      for (size_t i = 0; i + 1 < e.parts.size(); ++i) bind(e.parts[i]);
  }
  count_ = number.size();
  if (count_ == 0) return;
  const auto forget = [&](Bits& bits, ExprId variable) {
    const size_t bit = number.at(variable);
    if (bit / 64 < bits.size()) bits[bit / 64] &= ~(uint64_t{1} << (bit % 64));
  };
  for (const ExprId id : order) {
    const Expr& e = pool[id];
    Bits bits;
    if (const auto own = number.find(id); own != number.end()) {
      bits.resize(own->second / 64 + 1);
      bits[own->second / 64] |= uint64_t{1} << (own->second % 64);
    } else if (composite_name(pool, id).empty()) {
      for (const ExprId part : e.parts) add(bits, part);
      if (e.kind == ExprKind::Let) forget(bits, e.parts[0]);
      if (e.kind == ExprKind::Function && id != main)
        for (size_t i = 0; i + 1 < e.parts.size(); ++i) forget(bits, e.parts[i]);
    }
    if (std::ranges::any_of(bits, [](uint64_t word) { return word != 0; })) of_[id] = std::move(bits);
  }
}

void FreeVariables::add(Bits& to, ExprId id) const {
  const auto known = of_.find(id);
  if (known == of_.end()) return;
  if (to.size() < known->second.size()) to.resize(known->second.size());
  for (size_t i = 0; i < known->second.size(); ++i) to[i] |= known->second[i];
}

bool FreeVariables::within(const std::vector<ExprId>& some, const std::vector<ExprId>& others) const {
  Bits needed, there;
  for (const ExprId id : some) add(needed, id);
  for (const ExprId id : others) add(there, id);
  for (size_t i = 0; i < needed.size(); ++i)
    if ((needed[i] & ~(i < there.size() ? there[i] : 0)) != 0) return false;
  return true;
}

}  // namespace nw::pattern
