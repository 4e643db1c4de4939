// SPDX-License-Identifier: GPL-3.0-or-later
// A nest as a tree of loops and statements, for comparison: loops begin at 0 and have more than one iteration;
// conditions are with the statements that they are about; allocations are a list.
#pragma once

#include <vector>

#include "lower/lower.h"

namespace nw::tvmscript {

struct PlainItem {
  const tir::ForNode* loop = nullptr;  // null: a statement
  tir::Var var;
  tir::Expr extent;
  std::vector<PlainItem> body;
  // Of a statement:
  tir::Buffer buffer;  // null: it evaluates `value`
  std::vector<tir::Expr> indices;
  tir::Expr value;
  std::vector<tir::Expr> conditions;
  bool initial = false;
  int line = 0;
};

struct PlainNest {
  std::vector<PlainItem> items;
  std::vector<tir::Buffer> allocated;
};
PlainNest plain_nest(const lower::LoopNest& nest);

}  // namespace nw::tvmscript
