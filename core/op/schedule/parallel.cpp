// SPDX-License-Identifier: GPL-3.0-or-later
// Which loops to run in parallel. The rules make the outer loop of every stage at root parallel; here that step is
// removed if one core would finish before the others have started. The time of one core is a rough estimate, for sums
// of products about four times too long, so that a loop stays parallel in case of doubt.
#include <algorithm>
#include <limits>
#include <map>

#include "op/schedule/builder.h"
#include "tir/visit.h"

namespace nw::op {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();
constexpr double kArithmetic = 1.5;      // vector instructions a cycle
constexpr double kLibraryFunction = 15;  // instructions of exp, tanh, erf, … of a vector
constexpr double kDivision = 5;          // and of a division or a square root
constexpr double kBytesPerCycle = 8;     // from caches and memory, on average
constexpr double kClearlyMore = 2;       // times the start of threads that must be saved,
constexpr double kStandBy = 0.5;         // or where the kernel starts them anyway

double loop_points(const std::vector<tir::IterVar>& axes) {
  double product = 1;
  for (const tir::IterVar& axis : axes) {
    const auto extent = extent_of(axis);
    if (!extent) return kUnknown;
    product *= static_cast<double>(*extent);
  }
  return product;
}

double read_elements(const tir::ProducerLoadNode& load) {
  double product = 1;
  for (const tir::Expr& dim : load.producer->shape) {
    const int64_t* extent = tir::as_const_int(dim);
    if (!extent) return kUnknown;
    product *= static_cast<double>(*extent);
  }
  return product;
}

bool is_instruction(const tir::CallNode& call) {
  const std::string_view name = call.name;
  return name == "if_then_else" || name == "likely" || name == "nearbyint" || name.starts_with("shift_") ||
         name.starts_with("bitwise_");
}

// Cycles of one core for a single stage.
double serial_cycles(const te::ComputeNode& op, int64_t lanes) {
  const double all = loop_points(op.axis) * loop_points(op.reduce_axis);
  double instructions = 1, bytes = 0;
  std::map<const te::OperationNode*, double> read;
  for (const tir::Expr& body : op.body)
    tir::walk(body, [&](const tir::Expr& e) {
      if (const auto* load = tir::node_cast<tir::ProducerLoadNode>(e)) {
        // Elements read of a tensor: all, or fewer if there are fewer iterations than elements.
        read[te::tensor_of(*load)->op.get()] =
            std::min(read_elements(*load), all) * static_cast<double>(e->dtype.bytes());
        return false;
      }
      if (const auto* call = tir::node_cast<tir::CallNode>(e))
        instructions += is_instruction(*call) ? 1 : kLibraryFunction;
      if (const auto* b = tir::node_cast<tir::BinaryNode>(e); b && e->dtype.is_float())
        instructions += e->kind == tir::ExprKind::Div ? kDivision : 1;
      return true;
    });
  for (const auto& [from, amount] : read) bytes += amount;
  bytes += loop_points(op.axis) * static_cast<double>(op.body[0]->dtype.bytes());
  const double computing = all * instructions / (static_cast<double>(lanes) * kArithmetic);
  return std::max(computing, bytes / kBytesPerCycle);
}

// What each stage is computed or inlined in; a stage that is not listed is computed at root.
std::map<StageId, StageId> enclosing_stages(const Group& group, const ScheduleBuilder& steps) {
  std::map<StageId, StageId> inside;
  std::set<StageId> inlined;
  for (const schedule::RecordedStep& recorded : steps.recorded()) {
    if (recorded.step.primitive == schedule::Primitive::ComputeInline) inlined.insert(recorded.step.stage);
    if (const auto* at = recorded.step.argument<StageId>(0)) inside[recorded.step.stage] = *at;
  }
  for (const te::Operation& op : group.operations)  // producers first: a reader that comes later says where it goes
    for (const te::Tensor& input : op->inputs())
      if (const StageId stage = steps.stage(input->op); inlined.contains(stage)) inside[stage] = steps.stage(op);
  return inside;
}

bool uses(const schedule::Step& step, AxisId axis) {
  return std::ranges::any_of(step.arguments, [&](const schedule::Argument& argument) {
    const auto* one = std::get_if<AxisId>(&argument);
    const auto* several = std::get_if<std::vector<AxisId>>(&argument);
    return (one && *one == axis) || (several && std::ranges::find(*several, axis) != several->end());
  });
}

}  // namespace

std::vector<schedule::Step> without_small_parallel(const ScheduleBuilder& steps, const Group& group,
                                                   const TargetFacts& machine) {
  using schedule::Primitive;
  const std::map<StageId, StageId> inside = enclosing_stages(group, steps);
  const int64_t lanes = std::max(4, machine.vector_width() / 4);
  std::map<StageId, double> time;  // of what is computed in the loops of a stage at root
  for (const te::Operation& op : group.operations) {
    StageId at = steps.stage(op);
    for (auto next = inside.find(at); next != inside.end(); next = inside.find(at)) at = next->second;
    time[at] += serial_cycles(compute(op), lanes) / machine.cycles_per_us();
  }
  const double cores = std::max(1, machine.compute.units);
  const auto saves = [&](const schedule::Step& step, double starts) {
    const auto known = time.find(step.stage);
    return step.primitive == Primitive::Parallel &&
           (known == time.end() || known->second * (1 - 1 / cores) > starts * machine.compute.parallel_start_us);
  };
  const std::vector<schedule::RecordedStep>& all = steps.recorded();
  const bool started = std::ranges::any_of(all, [&](const auto& r) { return saves(r.step, kClearlyMore); });
  std::set<size_t> left_out;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].step.primitive != Primitive::Parallel || saves(all[i].step, started ? kStandBy : kClearlyMore)) continue;
    left_out.insert(i);
    // A loop that was fused for the threads alone stays several loops.
    const AxisId axis = *all[i].step.argument<AxisId>(0);
    const auto fused = std::ranges::find_if(all, [&](const auto& r) {
      return r.step.primitive == Primitive::Fuse && !r.axes.empty() && r.axes.front() == axis;
    });
    const auto used = [&](size_t other) { return !left_out.contains(other) && uses(all[other].step, axis); };
    bool needed = fused == all.end();
    for (size_t other = 0; other < all.size(); ++other) needed = needed || used(other);
    if (!needed) left_out.insert(static_cast<size_t>(fused - all.begin()));
  }
  return steps.steps_without(left_out);
}

}  // namespace nw::op
