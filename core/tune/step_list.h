// SPDX-License-Identifier: GPL-3.0-or-later
// A list of schedule steps under construction. Each is applied as it is added, so that the code that adds them names
// stages and axes by their ids. The first refused step ends the list: it is then of no use.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "schedule/step.h"

namespace nw::tune {

class StepList {
 public:
  explicit StepList(schedule::Schedule start) : schedule_(std::move(start)) {}

  const schedule::Schedule& schedule() const { return schedule_; }
  const std::vector<schedule::Step>& steps() const { return steps_; }
  std::vector<schedule::Step> take() { return std::move(steps_); }
  bool refused() const { return refused_; }
  const std::string& why() const { return why_; }  // the refused step's message

  std::pair<AxisId, AxisId> split(StageId stage, AxisId axis, int64_t factor);
  std::pair<AxisId, AxisId> split_parts(StageId stage, AxisId axis, int64_t parts);
  // One axis is itself, without a step.
  AxisId fuse(StageId stage, const std::vector<AxisId>& axes);
  void reorder(StageId stage, const std::vector<AxisId>& axes);
  void mark(schedule::Primitive primitive, StageId stage, AxisId axis);
  void compute_at(StageId stage, StageId at, AxisId axis);
  void compute_inline(StageId stage);
  // The stage that is added; the given one where the step is refused.
  StageId cache_write(StageId stage, const std::string& scope);
  StageId cache_read(StageId tensor, const std::string& scope, const std::vector<StageId>& readers);
  // `dimension`: which one of the partial results the axis becomes.
  StageId rfactor(StageId stage, AxisId axis, int64_t dimension = 0);
  void compute_root(StageId stage);
  void pragma(StageId stage, AxisId axis, const std::string& key, int64_t value);
  void storage_align(StageId stage, AxisId axis, int64_t factor, int64_t offset);
  void transform_layout(StageId stage, schedule::IndexMap map);

  // Root axes of the stage: of its data, or of its reduction.
  std::vector<AxisId> data_axes(StageId stage) const { return root_axes(stage, false); }
  std::vector<AxisId> reduce_axes(StageId stage) const { return root_axes(stage, true); }

 private:
  std::vector<AxisId> root_axes(StageId stage, bool reduce) const;
  std::optional<schedule::Made> add(schedule::Step step);
  StageId add_stage(schedule::Step step);
  std::pair<AxisId, AxisId> split(StageId stage, AxisId axis, schedule::Argument factor, schedule::Argument parts);
  std::string base_name(AxisId axis) const;

  schedule::Schedule schedule_;
  std::vector<schedule::Step> steps_;
  std::map<AxisId, std::string> names_;  // of axes that steps made
  bool refused_ = false;
  std::string why_;
};

// Applies the steps to a copy of the schedule; nothing where one is refused.
std::optional<schedule::Schedule> applied(const schedule::Schedule& start, const std::vector<schedule::Step>& steps);

}  // namespace nw::tune
