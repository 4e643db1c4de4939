// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the loop nest of a normalized schedule with known bounds. Every stage becomes loops around its stores; a stage
// that is attached to a loop of another is at the head of that loop's body. The class is implemented in several files:
//   nest_builder.cpp  stages at attach points    loops.cpp     the loops of one stage      storage.cpp  buffers, reads
//   compute.cpp       stores and reductions      tensorize.cpp intrinsics                  cross_thread.cpp, scan.cpp
#pragma once

#include <set>

#include "lower/lower.h"
#include "schedule/message_passing.h"
#include "schedule/tensor_match.h"

namespace nw::lower {

using schedule::Stage;
using tir::Expr;
using tir::Stmt;

// The loop of one leaf axis.
struct Loop {
  AxisId axis;
  tir::Var var;  // of the loop, or of the thread that it is bound to
  tir::Range range;
  tir::ForKind kind = tir::ForKind::Serial;
  std::string thread_tag;
  const schedule::AxisAttr* attr = nullptr;
  bool exists = true;  // false: one iteration, or bound to a thread of an outer loop
  Expr offset;         // axis = variable + offset; null: 0
};

// The loops of a stage, for its computation or for the initialization of its reduction.
struct LoopList {
  std::vector<Loop> loops;      // leaf axes in order, less those skipped
  schedule::IndexTable values;  // of every axis
  std::vector<Expr> predicates;
};

class NestBuilder {
 public:
  NestBuilder(const schedule::Schedule& s, const schedule::Bounds& bounds, const std::vector<te::Tensor>& args,
              const CancelToken& cancel);
  // Null, with diagnostics, if something cannot be lowered.
  Stmt build();

  std::vector<tir::Buffer> arg_buffers;
  Diagnostics diagnostics;

 private:
  struct Storage {
    tir::Buffer buffer;
    std::vector<Expr> min;  // value of index 0 by dimension; empty: zeros
    bool is_arg = false;
  };
  using Key = std::pair<const te::OperationNode*, int>;

  // ── nest_builder.cpp
  Stmt pipeline(const Stage& stage, Stmt consumer);
  Stmt provide(const Stage& stage);
  Stmt realize(const Stage& stage, Stmt body);
  Stmt attached_before(AxisId axis, Stmt body);
  void report(const char* code, const Stage& stage, std::string message, std::vector<std::string> because = {},
              int line = 0);
  void broken(const Stage& stage, const std::string& what);

  // ── loops.cpp
  LoopList loop_list(const Stage& stage, size_t begin, bool init, const schedule::FlagTable& skip,
                     const schedule::IndexTable* outer);
  Loop loop_of(const Stage& stage, AxisId leaf, bool init);
  Expr value_of(const Stage& stage, const Loop& loop);
  void check_bounds(const Stage& stage, LoopList& list, bool init, const schedule::FlagTable& skip);
  // body inside loops[from, to), with the stages attached to them if `attach`.
  Stmt wrap(const Stage& stage, const std::vector<Loop>& loops, size_t from, size_t to, Stmt body, bool attach);
  Stmt wrap_one(const Stage& stage, const Loop& loop, Stmt body, bool attach);
  Stmt guard(const std::vector<Expr>& predicates, Stmt body, const Stage& stage);
  void open_threads(const Stage& stage);

  // ── compute.cpp
  Stmt compute(const Stage& stage, const te::ComputeNode& op);
  // The number of leaf axes outside the reduction, and the axes of the reduction alone.
  size_t reduction_start(const Stage& stage, const te::ComputeNode& op, schedule::FlagTable& only_reduce);
  Stmt initial(const Stage& stage, const te::ComputeNode& op, const schedule::IndexTable& values);
  Stmt update(const Stage& stage, const te::ComputeNode& op, const schedule::IndexTable& values);
  Stmt stores(const Stage& stage, const te::ComputeNode& op, const std::vector<Expr>& values,
              const schedule::IndexTable& at);
  // The new values of a reduction, given the old ones and the operands.
  static std::vector<Expr> combined(const tir::CommReducerNode& r, const std::vector<Expr>& lhs,
                                    const std::vector<Expr>& rhs);
  tir::Substitution root_values(const Stage& stage, const schedule::IndexTable& values) const;
  Stmt prefetches(const Stage& stage, const Loop& loop, const Stmt& body);

  // ── cross_thread.cpp
  Stmt cross_thread(const Stage& stage, const te::ComputeNode& op, const LoopList& main);

  // ── tensorize.cpp
  Stmt tensorize(const Stage& stage, const te::ComputeNode& op, size_t at, const LoopList& main);
  Stmt bound(const Stage& stage, const schedule::TensorMatch& match, const Stmt& body, const tir::Substitution& loops,
             bool reads = true);
  void offer_loops(int line);
  Stmt whole(const Stage& stage, const schedule::TensorMatch& match, const LoopList& main,
             const std::vector<Loop>& outside, int line);
  Stmt split_reduction(const Stage& stage, const te::ComputeNode& op, const schedule::TensorMatch& match,
                       const LoopList& main, const std::vector<Loop>& outside, size_t start, int line);

  // ── scan.cpp
  Stmt scan(const Stage& stage, const te::ScanNode& op);

  // ── storage.cpp
  void make_storage();
  void add_storage(const Stage& stage);
  tir::Buffer make_buffer(const Stage& stage, int output, std::vector<Expr> shape, std::string name,
                          std::vector<Expr> strides = {});
  std::vector<Expr> aligned_strides(const Stage& stage, const std::vector<Expr>& shape);
  const Storage& storage_of(const te::OperationNode* op, int output);
  // An expression of the computation over loops and buffers.
  Expr lowered(const Expr& e, const tir::Substitution& map);
  Expr converted(const Expr& e, const tir::Substitution& map);
  Expr converted(const Expr& e, const tir::Substitution& map, tir::Rewritten& shared);
  std::vector<Expr> place(const Storage& storage, std::vector<Expr> indices);

  // The origin of one more statement of the stage.
  tir::Provenance from(const Stage& stage);
  // The same of one that belongs to a loop.
  tir::Provenance from(const Stage& stage, const Loop& loop);

  const schedule::Schedule& s_;
  const schedule::Bounds& bounds_;
  const CancelToken& cancel_;
  std::vector<te::Tensor> args_;
  schedule::RangeTable ranges_;
  arith::Analyzer analyzer_;
  arith::DomainMap domains_;                         // of all axes and threads
  tir::Substitution threads_;                        // axis variable → thread that it is bound to
  std::map<AxisId, std::vector<StageId>> attached_;  // in order of computation
  std::map<StageId, std::vector<StageId>> scan_init_, scan_update_;
  std::map<Key, Storage> storage_;
  std::map<Key, Key> alias_;                             // tensors stored in another's buffer
  std::set<const tir::IterVarNode*> enclosing_threads_;  // enclosing threads of the current stage
  int32_t statements_ = 0;                               // numbered so far
  bool initial_ = false;                                 // the current nest initializes a reduction
};

}  // namespace nw::lower
