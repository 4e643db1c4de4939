// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of one stage: one for each leaf axis with more than one iteration. A loop bound to a thread is created
// once, by the outermost stage that runs in it.
#pragma once

#include <set>

#include "lower/storage.h"

namespace nw::lower {

// The loop of one leaf axis.
struct Loop {
  AxisId axis;
  tir::Var var;  // of the loop, or of the thread that it is bound to
  tir::Range range;
  tir::ForKind kind = tir::ForKind::Serial;
  std::string thread_tag;
  const schedule::AxisAttr* attr = nullptr;
  bool exists = true;  // false: one iteration, or bound to a thread of an outer loop
  tir::Expr offset;    // axis = variable + offset; null: 0
};

// The loops of a stage, for its computation or for the initialization of its reduction.
struct LoopList {
  std::vector<Loop> loops;      // leaf axes in order, less those skipped
  schedule::IndexTable values;  // of every axis
  std::vector<tir::Expr> predicates;
};

// The stages that are attached to loops.
class AttachedStages {
 public:
  virtual ~AttachedStages() = default;
  // The stages attached to an axis, then the rest of the loop's body.
  virtual tir::Stmt before(AxisId axis, tir::Stmt body) = 0;
};

class LoopBuilder {
 public:
  using Threads = std::set<const tir::IterVarNode*>;

  LoopBuilder(NestContext& context, StorageTable& storage, AttachedStages& attached)
      : context_(context), storage_(storage), attached_(attached) {}

  // The enclosing threads of the stage being built: their loops are not created again.
  Threads& enclosing_threads() { return enclosing_threads_; }

  // The leaf axes from `begin` on, less those skipped; `outer` has the values of those before. `init`: of the nest that
  // sets a reduction to its identity.
  LoopList loop_list(const schedule::Stage& stage, size_t begin, bool init, const schedule::FlagTable& skip,
                     const schedule::IndexTable* outer);
  // Adds the predicates that keep the loops inside the stage's domain.
  void check_bounds(const schedule::Stage& stage, LoopList& list, bool init, const schedule::FlagTable& skip);

  // The body inside loops [from, to), with the stages attached to them if `attach`. A null body stays null.
  tir::Stmt wrap(const schedule::Stage& stage, const std::vector<Loop>& loops, size_t from, size_t to, tir::Stmt body,
                 bool attach);
  tir::Stmt guard(const std::vector<tir::Expr>& predicates, tir::Stmt body, const schedule::Stage& stage);

 private:
  Loop loop_of(const schedule::Stage& stage, AxisId leaf, bool init);
  tir::Expr value_of(const schedule::Stage& stage, const Loop& loop);
  tir::Stmt wrap_one(const schedule::Stage& stage, const Loop& loop, tir::Stmt body, bool attach);
  tir::Stmt prefetches(const schedule::Stage& stage, const Loop& loop, const tir::Stmt& body);

  NestContext& context_;
  StorageTable& storage_;
  AttachedStages& attached_;
  Threads enclosing_threads_;
};

}  // namespace nw::lower
