// SPDX-License-Identifier: GPL-3.0-or-later
// One node for all equal expressions (hash consing), so that equal expressions of a Simplifier are equal pointers.
#pragma once

#include <unordered_map>

#include "arith/analyzer.h"

namespace nw::arith {

class NodeTable {
 public:
  // The one node for all equal ones, given that the children of `e` come from here.
  Expr canonical(const Expr& e);
  // The operation on the canonical a and b; folded where tir::binary folds it.
  Expr make(tir::ExprKind kind, const Expr& a, const Expr& b);

 private:
  struct BinaryKey {
    tir::ExprKind kind;
    const tir::ExprNode *a, *b;
    bool operator==(const BinaryKey&) const = default;
  };
  struct BinaryHash {
    size_t operator()(const BinaryKey& k) const {
      const auto a = reinterpret_cast<size_t>(k.a), b = reinterpret_cast<size_t>(k.b);
      return (a * 0x9e3779b97f4a7c15ull ^ (b + (b << 17))) + static_cast<size_t>(k.kind) * 0x1000193;
    }
  };

  std::unordered_map<BinaryKey, Expr, BinaryHash> binaries_;
  std::unordered_map<int64_t, Expr> ints_[2];  // int32, int64
  std::unordered_multimap<size_t, Expr> others_;
};

}  // namespace nw::arith
