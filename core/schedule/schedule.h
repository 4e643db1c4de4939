// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule: for every operation of the compute DAG a stage, with its loops (leaf axes) and where it is computed.
// A value: copying it takes a snapshot (stages are shared until changed). Primitives (primitives.h) change it step by
// step; inferred bounds are in bounds.h. The model is TVM's te.Schedule, with ids in place of object identity.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "schedule/primitive.h"
#include "te/operation.h"

namespace nw::schedule {

using tir::Expr;
using tir::IterType;
using tir::IterVar;

// An axis of one stage: a root axis of its operation, or one made by split, fuse, …
struct Axis {
  AxisId id;
  IterVar iter;             // var->name is TVM's hint: "y", "y.outer", "y.x.fused"
  IterType original_type;   // before vectorize, unroll, parallel
  std::string script_name;  // the variable that the script bound it to, if any
  int line = 0;             // script line that made it
};

struct SplitRelation {
  AxisId parent, outer, inner;
  Expr factor, nparts;
};  // exactly one of factor and nparts is set
struct FuseRelation {
  AxisId outer, inner, fused;
};
struct RebaseRelation {
  AxisId parent, rebased;
};
struct SingletonRelation {
  AxisId iter;
};
struct TransformRelation {
  std::vector<AxisId> original, transformed;
  std::vector<tir::Var> forward_vars;
  std::vector<Expr> forward;
  std::vector<tir::Var> inverse_vars;
  std::vector<Expr> inverse;
  bool padded = false;  // the transformed axes run over more than the original ones
};
using Relation = std::variant<SplitRelation, FuseRelation, RebaseRelation, SingletonRelation, TransformRelation>;

// te.decl_tensor_intrin: a computation and the code that replaces it.
struct TensorIntrin;

struct AxisAttr {                          // annotations of one axis
  IterType iter_type = IterType::DataPar;  // Vectorized, Unrolled, Parallelized, Tensorized; DataPar: none
  IterVar bind_thread;
  std::vector<std::pair<std::string, Expr>> pragmas;  // in order
  std::shared_ptr<const TensorIntrin> intrin;
  std::vector<std::pair<te::Tensor, Expr>> prefetch;  // tensor, offset
  int64_t align_factor = 0, align_offset = 0;         // storage_align
  int line = 0;
};

enum class AttachKind : uint8_t { Root, Inline, InlinedAlready, At, ScanUpdate };
struct Attach {
  AttachKind kind = AttachKind::Root;
  StageId stage;  // of At: the consumer …
  AxisId axis;    // … and the axis of it at which this stage is computed
  int line = 0;
};

// transform_layout: the element that the computation calls vars is stored at indices.
struct LayoutTransform {
  std::vector<tir::Var> vars;
  std::vector<Expr> indices;
  int line = 0;
};

struct Stage {
  StageId id;
  te::Operation op;          // as rewritten by cache_read, rfactor, inlining, …
  te::Operation origin_op;   // as in the computation
  std::vector<Axis> axes;    // all, in the order they came to be
  std::vector<AxisId> root;  // data, then reduce
  std::vector<AxisId> leaf;  // the loop nest, outermost first
  std::vector<Relation> relations;
  std::map<AxisId, AxisAttr> attrs;
  Attach attach;
  std::string scope;  // "" until set_scope: chosen by rank
  bool is_output = false;
  Expr store_predicate;  // of the threads that share a reduction, those that store it; null: all
  bool double_buffer = false;
  bool rolling_buffer = false;
  int group = -1;  // create_group, or the group of a scan's update
  std::vector<LayoutTransform> layout;
  std::string script_name;  // the variable that holds its tensor (the first output's), if the script has one
  std::vector<std::pair<int, Primitive>> history;  // steps applied: line, primitive

  const std::string& name() const { return op->name; }
  const Axis* find_axis(AxisId axis) const;
  // The axis with that iter var: how a script's `k`, `C.op.axis[0]` or `s[C].op.axis[0]` names an axis of this stage.
  const Axis* find_axis(const IterVar& iter) const;
  const AxisAttr* attr(AxisId axis) const;
  bool is_leaf(AxisId axis) const;
};

struct Group {
  std::vector<StageId> members;  // its own, without those of groups inside it
  Attach attach;
  int parent = -1;
  std::string name;  // the variable that the script bound it to
};

// A new iter var of the type and kind of another.
IterVar derived_iter(const std::string& name, const IterVar& like, IterType type);

// The leaf `from` gives its place to `to`, in their order.
void replace_leaf(Stage& stage, AxisId from, const std::vector<AxisId>& to);

class Schedule {
 public:
  Schedule() = default;
  // One stage an operation, in TVM's order; outputs attached at root.
  explicit Schedule(const std::vector<te::Operation>& outputs);

  const std::vector<te::Operation>& outputs() const { return outputs_; }
  // Stages in order of computation: producers before consumers.
  const std::vector<StageId>& order() const { return order_; }
  const Stage& stage(StageId id) const { return *stages_[id.index()]; }
  // For primitives: the stage to change (copied first if a snapshot shares it).
  Stage& edit(StageId id);
  // The stage that computes op: by its current or its original operation.
  StageId find(const te::Operation& op) const;
  StageId find_by_name(const std::string& name) const;
  // The stage an axis belongs to; none if there is no such axis.
  StageId owner(AxisId axis) const;
  // The axis with that iter var, of `prefer` if it has it, else of any stage: what a script's variable means.
  AxisId axis_of(const IterVar& iter, StageId prefer) const;
  size_t num_axes() const { return owners_.size(); }
  size_t num_stages() const { return stages_.size(); }
  // A new axis of a stage, not yet in its leaf or root list.
  AxisId add_axis(Stage& stage, IterVar iter, int line, std::string script_name = {});
  // The script's variable for it: for fixes and messages.
  void name_axis(AxisId axis, std::string script_name);
  void name_stage(StageId stage, std::string script_name);

  // For dataflow rewrites (cache_read, cache_write, rfactor, inline): see rewrite.h.
  // Its axes are those of op; in the order at `position`.
  StageId insert_stage(te::Operation op, size_t position);
  // Stage and outputs continue with op; what the script knew by the old operation still finds the stage.
  void replace_op(StageId stage, const te::Operation& op);
  // Axes are reset to those of the stage's operation; relations and marks are dropped. Of iter vars that are in `known`
  // the axis keeps its id and name, and belongs to this stage from now on.
  void reset_axes(StageId stage, const std::vector<Axis>& known = {});
  size_t position(StageId stage) const;
  std::vector<Group>& groups() { return groups_; }
  const std::vector<Group>& groups() const { return groups_; }
  // Where a stage is computed: its own attachment or, if that is root, that of the groups around it.
  const Attach& attach_of(StageId stage) const;

 private:
  std::vector<te::Operation> outputs_;
  std::vector<StageId> order_;
  std::vector<std::shared_ptr<Stage>> stages_;
  std::vector<std::pair<te::Operation, StageId>> by_op_;  // current and former operations
  std::vector<StageId> owners_;                           // by axis id
  std::vector<Group> groups_;
};

}  // namespace nw::schedule
