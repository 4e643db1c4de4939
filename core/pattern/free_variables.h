// SPDX-License-Identifier: GPL-3.0-or-later
// Variables of `let`s and of inner functions that expressions need from outside of themselves.
#pragma once

#include <unordered_map>

#include "pattern/exprs.h"

namespace nw::pattern {

class FreeVariables {
 public:
  // Of the expressions of `order` (in post order) in `main`, whose own parameters do not count.
  FreeVariables(const ExprPool& pool, const std::vector<ExprId>& order, ExprId main);

  bool none() const { return count_ == 0; }
  // All that `some` need, `others` need as well.
  bool within(const std::vector<ExprId>& some, const std::vector<ExprId>& others) const;

 private:
  using Bits = std::vector<uint64_t>;
  void add(Bits& to, ExprId id) const;

  size_t count_ = 0;
  std::unordered_map<ExprId, Bits> of_;  // an expression that needs none has no entry
};

}  // namespace nw::pattern
