// SPDX-License-Identifier: GPL-3.0-or-later
// Elements chosen by comparing each with all of its line: neighbours are compared as vectors, with their counts in
// registers.
#include <algorithm>

#include "op/schedule/builder.h"

namespace nw::op {

namespace {

void schedule_counts(const te::Operation& op, ScheduleBuilder& steps) {
  const te::ComputeNode& node = compute(op);
  const StageId stage = steps.stage(op);
  std::vector<AxisId> axes = steps.axes(stage);
  const int64_t width = vector_length(node.axis.back()->dom.extent, steps.lanes());
  if (!pays_off(width, steps.lanes())) {
    if (axes.size() > 1) axes.pop_back();
    steps.parallel(stage, steps.fuse(stage, axes));
    return;
  }
  const StageId counts = steps.cache_write(stage, "local");
  axes = steps.axes(stage);
  const auto [outer, vector] = steps.split(stage, axes.back(), width);
  steps.vectorize(stage, vector);
  axes.back() = outer;
  const AxisId shared = steps.fuse(stage, axes);
  steps.parallel(stage, shared);
  steps.compute_at(counts, stage, shared);
  std::vector<AxisId> inner = steps.axes(counts);
  const AxisId last = inner.back();
  inner.back() = steps.reduce_axes(counts)[0];
  inner.push_back(last);
  steps.reorder(counts, inner);
  steps.vectorize(counts, last);
}

}  // namespace

bool schedule_ranks(const Group& group, ScheduleBuilder& steps) {
  if (!group.tagged("ranks")) return false;
  for (const te::Operation& op : group.operations) {
    if (has_tag(op, "ranks") || has_tag(op, "ranked_places"))
      schedule_counts(op, steps);
    else if (op != group.last && is_injective(op))
      steps.compute_inline(steps.stage(op));
    else
      schedule_root(op, steps);
  }
  return true;
}

}  // namespace nw::op
