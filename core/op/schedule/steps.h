// SPDX-License-Identifier: GPL-3.0-or-later
// Writing default schedules: a list of steps with fresh, readable names, and what the rules ask about stages.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/target_facts.h"
#include "schedule/step.h"
#include "te/operation.h"

namespace nw::op {

class Steps {
 public:
  Steps(const std::vector<te::Operation>& operations, const TargetFacts& machine);

  // Each binds names and returns them; `stage` is the stage's name.
  std::vector<std::string> axes(const std::string& stage, const te::ComputeNode& op);
  std::vector<std::string> reduce_axes(const std::string& stage, const te::ComputeNode& op);
  std::pair<std::string, std::string> split(const std::string& stage, const std::string& axis, int64_t factor);
  std::string fuse(const std::string& stage, const std::vector<std::string>& axes);  // one axis: itself, no step
  void reorder(const std::string& stage, const std::vector<std::string>& axes);
  void vectorize(const std::string& stage, const std::string& axis) { call(stage, "vectorize", {axis}); }
  void unroll(const std::string& stage, const std::string& axis) { call(stage, "unroll", {axis}); }
  void parallel(const std::string& stage, const std::string& axis) { call(stage, "parallel", {axis}); }
  void compute_at(const std::string& stage, const std::string& at, const std::string& axis);
  void compute_inline(const std::string& stage) { call(stage, "compute_inline", {}); }
  std::string cache_write(const std::string& stage, const std::string& scope);
  std::string rfactor(const std::string& stage, const std::string& axis);

  int64_t lanes() const { return lanes_; }  // float32 elements in the widest vector
  int64_t registers() const { return registers_; }
  int64_t cores() const { return cores_; }
  std::vector<schedule::Step> take() { return std::move(steps_); }

 private:
  void call(const std::string& stage, const std::string& primitive, std::vector<std::string> args,
            std::vector<std::string> results = {});
  std::string fresh(const std::string& wanted);

  std::vector<schedule::Step> steps_;
  std::set<std::string> taken_;
  int64_t lanes_, registers_, cores_;
};

// A group as its rules see it.
struct Group {
  std::vector<te::Operation> operations;  // computes, producers first
  te::Operation last;                     // of the only (or the last) output

  te::Operation tagged(std::string_view tag) const;  // the last one with this tag, or null
};

const te::ComputeNode& compute(const te::Operation& op);
bool has_tag(const te::Operation& op, std::string_view tag);  // one of its comma-separated tags
bool is_injective(const te::Operation& op);                   // elemwise, broadcast or injective, by its first tag
std::optional<int64_t> extent_of(const tir::IterVar& axis);
// The greatest divisor of n that is at most `most`.
int64_t divisor(int64_t n, int64_t most);
bool same_shape(const te::Operation& a, const te::Operation& b);

// Rules: each says whether it took the group.
bool schedule_conv_tiles(const Group& group, Steps& steps);
bool schedule_conv_block(const Group& group, Steps& steps);
bool schedule_conv_nhwc(const Group& group, Steps& steps);
bool schedule_depthwise(const Group& group, Steps& steps);
bool schedule_matmul(const Group& group, Steps& steps);
bool schedule_softmax(const Group& group, Steps& steps);
bool schedule_reduction(const Group& group, Steps& steps);
void schedule_injective(const Group& group, Steps& steps);

// The steps without `parallel` on loops that one core runs in less time than it takes to start threads.
std::vector<schedule::Step> without_small_parallel(std::vector<schedule::Step> steps, const Group& group,
                                                   const TargetFacts& machine);
// Inlines every injective stage but the group's outputs and `keep`.
void inline_injective(const Group& group, Steps& steps, const std::vector<te::Operation>& keep = {});
// A stage on its own at root: outer axes in parallel, and the innermost as vectors where that is sure to be cheap.
void schedule_root(const te::Operation& op, Steps& steps);
// A stage inside another's loop: serial, the innermost axis as vectors under the same condition.
void schedule_at(const te::Operation& op, const std::string& at, const std::string& axis, Steps& steps);

}  // namespace nw::op
