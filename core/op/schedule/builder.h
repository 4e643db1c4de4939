// SPDX-License-Identifier: GPL-3.0-or-later
// Building default schedules step by step, and queries about stages for the rules.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/target_facts.h"
#include "schedule/step.h"
#include "te/operation.h"

namespace nw::op {

// Applies each step as it is added, so that rules name stages and axes by their ids. Steps carry names for their
// results
// ("co" and "ci" of c); the writer of the script makes the names unique.
class ScheduleBuilder {
 public:
  ScheduleBuilder(schedule::Schedule start, const TargetFacts& machine);

  StageId stage(const te::Operation& op) const { return schedule_.find(op); }
  std::vector<AxisId> axes(StageId stage) const;         // current data axes of the stage
  std::vector<AxisId> reduce_axes(StageId stage) const;  // its reduce axes
  std::optional<int64_t> extent(AxisId axis) const;      // of an axis that no step made
  std::pair<AxisId, AxisId> split(StageId stage, AxisId axis, int64_t factor);
  std::pair<AxisId, AxisId> split_into(StageId stage, AxisId axis, int64_t parts);
  // One axis: itself, no step. None: a loop of one iteration.
  AxisId fuse(StageId stage, const std::vector<AxisId>& axes);
  void reorder(StageId stage, const std::vector<AxisId>& axes);
  void vectorize(StageId stage, AxisId axis) { mark(schedule::Primitive::Vectorize, stage, axis); }
  void unroll(StageId stage, AxisId axis) { mark(schedule::Primitive::Unroll, stage, axis); }
  void parallel(StageId stage, AxisId axis) { mark(schedule::Primitive::Parallel, stage, axis); }
  // Reads what the stage will read of `tensor` so many iterations later.
  void prefetch(StageId stage, const te::Operation& tensor, AxisId axis, int64_t later);
  void bind(StageId stage, AxisId axis, const std::string& tag);  // to a thread axis of its own
  void compute_at(StageId stage, StageId at, AxisId axis);
  void compute_inline(StageId stage);
  StageId cache_write(StageId stage, const std::string& scope);
  StageId rfactor(StageId stage, AxisId axis);

  int64_t lanes() const { return lanes_; }  // float32 elements in the widest vector
  int64_t registers() const { return registers_; }
  int64_t cores() const { return cores_; }
  int64_t l1_bytes() const { return l1_bytes_; }  // of one core
  int64_t l2_bytes() const { return l2_bytes_; }  // likewise

  // The added steps. A rule whose step is refused is faulty: then there are no steps at all.
  const std::vector<schedule::RecordedStep>& recorded() const { return steps_; }
  std::vector<schedule::Step> steps() const;
  // The steps without those at the given positions, whose results must not be used by others.
  std::vector<schedule::Step> steps_without(const std::set<size_t>& left_out) const;

 private:
  void mark(schedule::Primitive primitive, StageId stage, AxisId axis);
  std::pair<AxisId, AxisId> add_split(StageId stage, AxisId axis, std::vector<schedule::Argument> arguments);
  std::optional<schedule::Made> add(schedule::Step step);
  StageId add_stage(schedule::Step step);
  std::string base_name(AxisId axis) const;

  const schedule::Schedule start_;
  schedule::Schedule schedule_;
  std::vector<schedule::RecordedStep> steps_;
  std::map<AxisId, std::string> names_;  // of axes that steps made
  bool refused_ = false;
  int64_t lanes_, registers_, cores_, l1_bytes_, l2_bytes_;
};

inline constexpr int64_t kTasksOfCore = 4;     // iterations of a parallel loop, at least
inline constexpr double kWeightsShare = 0.25;  // of the L2 cache, for weights that all iterations read

// A fused group, as the rules match it.
struct Group {
  std::vector<te::Operation> operations;  // computes, producers first
  te::Operation last;                     // of the only (or the last) output

  te::Operation tagged(std::string_view tag) const;  // the last one with this tag, or null
};

// What a product reads of its packed operand: a stage of the group, or an input that was packed before. Null: nothing.
te::Tensor packed_operand(const te::Operation& product);
const te::ComputeNode& compute(const te::Operation& op);
bool has_tag(const te::Operation& op, std::string_view tag);  // one of its comma-separated tags
bool is_injective(const te::Operation& op);                   // elemwise, broadcast or injective, by its first tag
std::optional<int64_t> extent_of(const tir::IterVar& axis);
// The greatest divisor of n that is at most `most`.
int64_t divisor(int64_t n, int64_t most);
// Whether so many elements are worth a vector instruction: a quarter of a register.
bool pays_off(int64_t vector, int64_t lanes);
// Elements of a vector along an axis: a power of two of at least half a register that divides it, so that there is no
// tail; else all lanes, or as many as hold a short axis, with a mask. All lanes where only the run tells its extent.
int64_t vector_length(const tir::Expr& extent, int64_t lanes);
bool same_shape(const te::Operation& a, const te::Operation& b);

// Rules: each returns whether it applies to the group.
bool schedule_channel_blocks(const Group& group, ScheduleBuilder& steps);
bool schedule_conv_tiles(const Group& group, ScheduleBuilder& steps);
bool schedule_conv_block(const Group& group, ScheduleBuilder& steps);
bool schedule_conv_pointwise(const Group& group, ScheduleBuilder& steps);
bool schedule_conv_winograd(const Group& group, ScheduleBuilder& steps);
bool schedule_conv_nhwc(const Group& group, ScheduleBuilder& steps);
bool schedule_depthwise(const Group& group, ScheduleBuilder& steps);
bool schedule_conv_one_pixel(const Group& group, ScheduleBuilder& steps);
bool schedule_matmul(const Group& group, ScheduleBuilder& steps);
bool schedule_ranks(const Group& group, ScheduleBuilder& steps);
bool schedule_recurrent(const Group& group, ScheduleBuilder& steps);
bool schedule_softmax(const Group& group, ScheduleBuilder& steps);
bool schedule_reduction(const Group& group, ScheduleBuilder& steps);
void schedule_injective(const Group& group, ScheduleBuilder& steps);

// Tiles of the product that `group` ends with, over panels or rows of its second matrix.
void schedule_product_in_tiles(const Group& group, ScheduleBuilder& steps);

// Gives every stage that is not in `inlined` to the threads of a target that runs kernels by threads.
void schedule_on_threads(const Group& group, const std::set<StageId>& inlined, const TargetFacts& target,
                         ScheduleBuilder& steps);

// The steps without `parallel` on loops that take one core less time than the start of threads.
std::vector<schedule::Step> without_small_parallel(const ScheduleBuilder& steps, const Group& group,
                                                   const TargetFacts& machine);
// Inlines every injective stage but the group's outputs and `keep`.
void inline_injective(const Group& group, ScheduleBuilder& steps, const std::vector<te::Operation>& keep = {});
// A stage at root: outer axes parallel, and the innermost vectorized if no gathers are needed.
// `inlined`: the operations that are computed where they are read, in `op` alone.
void schedule_root(const te::Operation& op, ScheduleBuilder& steps, const std::vector<te::Operation>& inlined = {});
// What products of bytes are prepared with (compute/bytes.h): packed data and sums, each at root.
void schedule_byte_stages(const Group& group, ScheduleBuilder& steps);
// A stage attached to another's loop: serial, the innermost axis vectorized under the same condition.
void schedule_at(const te::Operation& op, StageId at, AxisId axis, ScheduleBuilder& steps);

}  // namespace nw::op
