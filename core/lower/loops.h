// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of one stage: one a leaf axis, none where it would run once. A loop bound to a thread is opened once, by
// the outermost stage that runs in it.
#pragma once

#include <set>

#include "lower/storage.h"

namespace nw::lower {

// One leaf axis as it is run.
struct Loop {
  AxisId axis;
  tir::Var var;  // of the loop, or of the thread that runs it
  tir::Range range;
  tir::ForKind kind = tir::ForKind::Serial;
  std::string thread_tag;
  const schedule::AxisAttr* attr = nullptr;
  bool exists = true;  // false: runs once, or a thread of a loop around runs it
  tir::Expr offset;    // the axis is this much more than the variable; null: it is the variable
};

// The loops of a stage in one of its roles: computing, or setting a reduction to its identity.
struct LoopList {
  std::vector<Loop> loops;      // leaf axes in order, less those skipped
  schedule::IndexTable values;  // of every axis
  std::vector<tir::Expr> predicates;
};

// The stages that are attached to loops.
class AttachedStages {
 public:
  virtual ~AttachedStages() = default;
  // What is computed at the head of an axis's loop, then the rest of the loop's body.
  virtual tir::Stmt before(AxisId axis, tir::Stmt body) = 0;
};

class LoopBuilder {
 public:
  using Threads = std::set<const tir::IterVarNode*>;

  LoopBuilder(NestContext& context, StorageTable& storage, AttachedStages& attached)
      : context_(context), storage_(storage), attached_(attached) {}

  // The threads that run already, around the stage being built: their loops are not opened again.
  Threads& open_threads() { return open_threads_; }

  // The leaf axes from `begin` on, less those skipped; `outer` has the values of those before. `init`: of the nest that
  // sets a reduction to its identity.
  LoopList loop_list(const schedule::Stage& stage, size_t begin, bool init, const schedule::FlagTable& skip,
                     const schedule::IndexTable* outer);
  // Adds the predicates that keep the loops inside the stage's domain.
  void check_bounds(const schedule::Stage& stage, LoopList& list, bool init, const schedule::FlagTable& skip);

  // The body inside loops [from, to), with what is attached to them if `attach`. A null body stays null.
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
  Threads open_threads_;
};

}  // namespace nw::lower
