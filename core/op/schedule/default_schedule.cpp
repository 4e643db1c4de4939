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

// Which injective stages may be inlined where others are computed at root. Bounds do not know of conditions: of a stage
// at root that is read through a concatenation of what is inlined, "j < 2 ? x[j] : y[j - 2]", they demand elements
// before its start. So what is chosen among, and who chooses, is then computed at root too: whole tensors are read.
class Inlining {
 public:
  explicit Inlining(const Group& group) {
    for (const te::Operation& op : group.operations) {
      if (!has_condition(op)) continue;
      choosing_.insert(op.get());
      for (const te::Tensor& input : op->inputs()) choosing_.insert(input->op.get());
    }
  }
  // Producers are asked about, and noted, before their readers.
  bool may_inline(const te::Operation& op) const { return !choosing_.contains(op.get()) || !reads_root(op); }
  void note(const te::Operation& op, bool at_root) {
    if (at_root || reads_root(op)) from_root_.insert(op.get());
  }

 private:
  static bool has_condition(const te::Operation& op) {
    bool found = false;
    for (const tir::Expr& body : compute(op).body)
      tir::walk(body, [&](const tir::Expr& e) {
        const auto* call = tir::node_cast<tir::CallNode>(e);
        found = found || (call && call->name == "if_then_else");
        return !found;
      });
    return found;
  }
  bool reads_root(const te::Operation& op) const {
    return std::ranges::any_of(op->inputs(),
                               [&](const te::Tensor& input) { return from_root_.contains(input->op.get()); });
  }

  std::set<const te::OperationNode*> choosing_;   // with a condition, and what these read
  std::set<const te::OperationNode*> from_root_;  // at root, or inlined and reading such
};

// A stage that would grow too large is computed at root.
void schedule_in_pieces(const Group& group, ScheduleBuilder& steps) {
  Sizes sizes;
  Inlining inlining(group);
  for (const te::Operation& op : group.operations) {
    const double size = size_when_inlined(op, sizes);
    const bool at_root = op == group.last || !is_injective(op) || 2 * size > kMaxNodes || !inlining.may_inline(op);
    inlining.note(op, at_root);
    if (at_root) {
      schedule_root(op, steps);
    } else {
      steps.compute_inline(steps.stage(op));
      sizes[op.get()] = size;
    }
  }
}

// Several outputs: each is computed at root, and stages that only feed others are inlined.
void schedule_several(const Group& group, const std::vector<te::Operation>& roots, ScheduleBuilder& steps) {
  Inlining inlining(group);
  const bool small = !grows_too_large(group);
  for (const te::Operation& op : group.operations) {
    const bool result = std::ranges::find(roots, op) != roots.end();
    const bool at_root = result || !small || !is_injective(op) || !inlining.may_inline(op);
    inlining.note(op, at_root);
    if (at_root)
      schedule_root(op, steps);
    else
      steps.compute_inline(steps.stage(op));
  }
}

// The stages that are computed where they are read: injective ones, unless that makes a stage too large.
std::set<StageId> inlined_stages(const Group& group, const std::vector<te::Operation>& roots,
                                 const ScheduleBuilder& steps) {
  std::set<StageId> inlined;
  Sizes sizes;
  Inlining inlining(group);
  for (const te::Operation& op : group.operations) {
    const double size = size_when_inlined(op, sizes);
    const bool may_be = is_injective(op) && op->num_outputs() == 1 && !compute(op).is_reduction() &&
                        2 * size <= kMaxNodes && std::ranges::find(roots, op) == roots.end() && inlining.may_inline(op);
    inlining.note(op, !may_be);
    if (!may_be) continue;
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
  const bool scans = std::ranges::any_of(all, [](const te::Operation& op) { return op->kind == te::OpKind::Scan; });
  if (machine.runs_on_threads() && scans) return {};  // steps in time are none of threads
  if (machine.runs_on_threads()) {
    schedule_on_threads(group, inlined_stages(group, roots, steps), machine, steps);
    return steps.steps();
  }
  if (roots.size() == 1 && grows_too_large(group)) {
    schedule_in_pieces(group, steps);
    return steps.steps();
  }
  if (schedule_recurrent(group, steps) || schedule_ranks(group, steps))
    return without_small_parallel(steps, group, machine);
  if (roots.size() > 1) {
    schedule_several(group, roots, steps);
    return without_small_parallel(steps, group, machine);
  }
  const bool taken =
      schedule_channel_blocks(group, steps) || schedule_conv_tiles(group, steps) || schedule_conv_block(group, steps) ||
      schedule_conv_winograd(group, steps) || schedule_conv_pointwise(group, steps) ||
      schedule_conv_nhwc(group, steps) || schedule_depthwise(group, steps) || schedule_conv_one_pixel(group, steps) ||
      schedule_matmul(group, steps) || schedule_softmax(group, steps) || schedule_reduction(group, steps);
  if (!taken) schedule_injective(group, steps);
  return without_small_parallel(steps, group, machine);
}

}  // namespace nw::op
