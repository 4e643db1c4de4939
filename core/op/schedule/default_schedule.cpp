// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/default_schedule.h"

#include <algorithm>

#include "op/schedule/steps.h"

namespace nw::op {

std::vector<schedule::Step> default_schedule(const std::vector<te::Tensor>& outputs, const MachineFacts& machine) {
  std::vector<te::Operation> roots;
  for (const te::Tensor& tensor : outputs) roots.push_back(tensor->op);
  const std::vector<te::Operation> all = te::post_order(roots);
  Group group;
  for (const te::Operation& op : all)
    if (te::op_cast<te::ComputeNode>(op)) group.operations.push_back(op);
  group.last = roots.back();
  Steps steps(all, machine);
  if (!te::op_cast<te::ComputeNode>(group.last)) return {};
  if (roots.size() > 1) {
    // Several results: each stands on its own at root, and what only feeds others is inlined.
    for (const te::Operation& op : group.operations) {
      const bool result = std::find(roots.begin(), roots.end(), op) != roots.end();
      if (!result && is_injective(op))
        steps.compute_inline(op->name);
      else
        schedule_root(op, steps);
    }
    return steps.take();
  }
  const bool taken = schedule_conv_tiles(group, steps) || schedule_conv_block(group, steps) ||
                     schedule_depthwise(group, steps) || schedule_matmul(group, steps) ||
                     schedule_softmax(group, steps) || schedule_reduction(group, steps);
  if (!taken) schedule_injective(group, steps);
  return steps.take();
}

}  // namespace nw::op
