// SPDX-License-Identifier: GPL-3.0-or-later
// The loops and stores of a stage with a te.compute. A reduction has two nests: one sets the elements to
// their identity, inside all loops that are outside the reduction; the other one updates them. The class has three
// files:
//   compute.cpp       elements, and reductions that one thread runs
//   cross_thread.cpp  reductions that threads share
//   tensorize.cpp     loops that are replaced by an intrinsic
#pragma once

#include "lower/loops.h"
#include "schedule/tensor_match.h"

namespace nw::lower {

class ComputeBuilder {
 public:
  ComputeBuilder(NestContext& context, StorageTable& storage, LoopBuilder& loops)
      : context_(context), storage_(storage), loops_(loops) {}

  // Null, with diagnostics, if the stage cannot be lowered.
  tir::Stmt compute(const schedule::Stage& stage, const te::ComputeNode& op);

 private:
  // The number of leaf axes outside the reduction, and the axes of the reduction alone.
  size_t reduction_start(const schedule::Stage& stage, const te::ComputeNode& op, schedule::FlagTable& only_reduce);
  tir::Stmt initial(const schedule::Stage& stage, const te::ComputeNode& op, const schedule::IndexTable& values);
  tir::Stmt update(const schedule::Stage& stage, const te::ComputeNode& op, const schedule::IndexTable& values);
  tir::Stmt stores(const schedule::Stage& stage, const te::ComputeNode& op, const std::vector<tir::Expr>& values,
                   const schedule::IndexTable& at);

  static tir::Substitution root_values(const schedule::Stage& stage, const schedule::IndexTable& values);
  // The new values of a reduction, given the old ones and the operands.
  static std::vector<tir::Expr> combined(const tir::CommReducerNode& r, const std::vector<tir::Expr>& lhs,
                                         const std::vector<tir::Expr>& rhs);

  tir::Stmt cross_thread(const schedule::Stage& stage, const te::ComputeNode& op, const LoopList& main);

  tir::Stmt tensorize(const schedule::Stage& stage, const te::ComputeNode& op, const LoopList& main);
  tir::Stmt bound(const schedule::Stage& stage, const schedule::TensorMatch& match, const tir::Stmt& body,
                  const tir::Substitution& loops, bool reads = true);
  void offer_loops(int line);
  tir::Stmt whole(const schedule::Stage& stage, const schedule::TensorMatch& match, const LoopList& main,
                  const std::vector<Loop>& outside, int line);
  tir::Stmt split_reduction(const schedule::Stage& stage, const te::ComputeNode& op, const schedule::TensorMatch& match,
                            const LoopList& main, const std::vector<Loop>& outside, size_t start, int line);

  NestContext& context_;
  StorageTable& storage_;
  LoopBuilder& loops_;
};

}  // namespace nw::lower
