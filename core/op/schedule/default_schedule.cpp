// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/default_schedule.h"

#include <algorithm>
#include <map>
#include <set>

#include "op/schedule/builder.h"
#include "tir/visit.h"

namespace nw::op {

namespace {

// Inlining copies a stage into each of its reads: a chain of n stages that each read the previous one twice would have
// 2^n reads. No stage may exceed this many nodes; real networks stay below a few hundred.
constexpr double kMaxNodes = 1024;

using Sizes = std::map<const te::OperationNode*, double>;  // of the stages that are inlined

double size_when_inlined(const te::Operation& op, const Sizes& inlined) {
  double nodes = 0;
  for (const tir::Expr& body : compute(op).body)
    tir::walk(body, [&](const tir::Expr& e) {
      nodes += 1;
      const auto* load = tir::node_cast<tir::ProducerLoadNode>(e);
      const auto producer = load ? inlined.find(te::tensor_of(*load)->op.get()) : inlined.end();
      if (producer != inlined.end()) nodes += producer->second;
      return true;
    });
  return nodes;
}

bool grows_too_large(const Group& group) {
  Sizes sizes;
  for (const te::Operation& op : group.operations) {
    const double size = size_when_inlined(op, sizes);
    if (size > kMaxNodes) return true;
    if (is_injective(op)) sizes[op.get()] = size;
  }
  return false;
}

// A stage that would grow too large is computed at root.
void schedule_in_pieces(const Group& group, ScheduleBuilder& steps) {
  Sizes sizes;
  for (const te::Operation& op : group.operations) {
    const double size = size_when_inlined(op, sizes);
    if (op != group.last && is_injective(op) && 2 * size <= kMaxNodes) {
      steps.compute_inline(steps.stage(op));
      sizes[op.get()] = size;
    } else {
      schedule_root(op, steps);
    }
  }
}

// The stages that are computed where they are read: injective ones, unless that makes a stage too large.
std::set<StageId> inlined_stages(const Group& group, const std::vector<te::Operation>& roots,
                                 const ScheduleBuilder& steps) {
  std::set<StageId> inlined;
  Sizes sizes;
  for (const te::Operation& op : group.operations) {
    const double size = size_when_inlined(op, sizes);
    const bool may_be = is_injective(op) && op->num_outputs() == 1 && !compute(op).is_reduction();
    if (!may_be || 2 * size > kMaxNodes || std::ranges::find(roots, op) != roots.end()) continue;
    inlined.insert(steps.stage(op));
    sizes[op.get()] = size;
  }
  return inlined;
}

// An operation with several tensors counts once.
std::vector<te::Operation> operations_of(const std::vector<te::Tensor>& outputs) {
  std::vector<te::Operation> operations;
  for (const te::Tensor& tensor : outputs)
    if (std::ranges::find(operations, tensor->op) == operations.end()) operations.push_back(tensor->op);
  return operations;
}

}  // namespace

schedule::Schedule unscheduled(const std::vector<te::Tensor>& outputs) {
  return schedule::Schedule(operations_of(outputs));
}

std::vector<schedule::Step> default_schedule(const std::vector<te::Tensor>& outputs, const TargetFacts& machine) {
  std::vector<te::Operation> roots;
  for (const te::Tensor& tensor : outputs) roots.push_back(tensor->op);
  const std::vector<te::Operation> all = te::post_order(roots);
  Group group;
  for (const te::Operation& op : all)
    if (te::op_cast<te::ComputeNode>(op)) group.operations.push_back(op);
  group.last = roots.back();
  ScheduleBuilder steps(unscheduled(outputs), machine);
  if (!te::op_cast<te::ComputeNode>(group.last)) return {};
  if (machine.runs_on_threads()) {
    schedule_on_threads(group, inlined_stages(group, roots, steps), machine, steps);
    return steps.steps();
  }
  if (roots.size() == 1 && grows_too_large(group)) {
    schedule_in_pieces(group, steps);
    return steps.steps();
  }
  if (roots.size() > 1) {
    // Several outputs: each is computed at root, and stages that only feed others are inlined.
    const bool may_inline = !grows_too_large(group);
    for (const te::Operation& op : group.operations) {
      const bool result = std::find(roots.begin(), roots.end(), op) != roots.end();
      if (!result && may_inline && is_injective(op))
        steps.compute_inline(steps.stage(op));
      else
        schedule_root(op, steps);
    }
    return without_small_parallel(steps, group, machine);
  }
  const bool taken =
      schedule_conv_tiles(group, steps) || schedule_conv_block(group, steps) || schedule_conv_winograd(group, steps) ||
      schedule_conv_nhwc(group, steps) || schedule_depthwise(group, steps) || schedule_conv_one_pixel(group, steps) ||
      schedule_matmul(group, steps) || schedule_softmax(group, steps) || schedule_reduction(group, steps);
  if (!taken) schedule_injective(group, steps);
  return without_small_parallel(steps, group, machine);
}

}  // namespace nw::op
