// SPDX-License-Identifier: GPL-3.0-or-later
// Which parallel loops are worth their threads. The rules mark the outer loop of every stage at root; here the mark is
// taken away again where one core is done before the others have begun. The time on one core is a round number, for
// sums of products some four times too long, so that a loop keeps its mark where the estimate errs.
#include <algorithm>
#include <limits>
#include <map>

#include "op/schedule/steps.h"
#include "tir/visit.h"

namespace nw::op {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();
constexpr double kArithmetic = 1.5;      // vector instructions a cycle
constexpr double kLibraryFunction = 15;  // instructions of exp, tanh, erf, … of a vector
constexpr double kDivision = 5;          // and of a division or a square root
constexpr double kBytesPerCycle = 8;     // from the caches and the memory, in the mean
constexpr double kClearlyMore = 2;       // times the start of threads must be saved,
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

// Cycles of one core for a stage on its own.
double serial_cycles(const te::ComputeNode& op, int64_t lanes) {
  const double all = loop_points(op.axis) * loop_points(op.reduce_axis);
  double instructions = 1, bytes = 0;
  std::map<const te::OperationNode*, double> read;
  for (const tir::Expr& body : op.body)
    tir::walk(body, [&](const tir::Expr& e) {
      if (const auto* load = tir::node_cast<tir::ProducerLoadNode>(e)) {
        // What is read of a tensor: all of it, or less where there are fewer points than elements.
        read[te::tensor_of(*load)->op.get()] =
            std::min(read_elements(*load), all) * static_cast<double>(e->dtype.bytes());
        return false;
      }
      if (const auto* call = tir::node_cast<tir::CallNode>(e))
        instructions += call->name == "if_then_else" || call->name == "likely" ? 1 : kLibraryFunction;
      if (const auto* b = tir::node_cast<tir::BinaryNode>(e); b && e->dtype.is_float())
        instructions += e->kind == tir::ExprKind::Div ? kDivision : 1;
      return true;
    });
  for (const auto& [from, amount] : read) bytes += amount;
  bytes += loop_points(op.axis) * static_cast<double>(op.body[0]->dtype.bytes());
  const double computing = all * instructions / (static_cast<double>(lanes) * kArithmetic);
  return std::max(computing, bytes / kBytesPerCycle);
}

// What each stage is attached to or inlined in; a stage that is not listed stands at root.
std::map<std::string, std::string> places(const Group& group, const std::vector<schedule::Step>& steps) {
  std::map<std::string, std::string> inside;
  for (const te::Operation& op : group.operations)  // producers first: a reader that comes later says where it goes
    for (const te::Tensor& input : op->inputs())
      for (const schedule::Step& step : steps)
        if (step.primitive == "compute_inline" && step.stage == input->op->name) inside[step.stage] = op->name;
  for (const schedule::Step& step : steps)
    if (step.primitive == "compute_at") inside[step.stage] = step.args[0].substr(2, step.args[0].size() - 3);
  return inside;
}

}  // namespace

std::vector<schedule::Step> without_small_parallel(std::vector<schedule::Step> steps, const Group& group,
                                                   const TargetFacts& machine) {
  const std::map<std::string, std::string> inside = places(group, steps);
  const int64_t lanes = std::max(4, machine.compute.vector_bytes / 4);
  std::map<std::string, double> time;  // in microseconds, of what is computed in the loops of a stage at root
  for (const te::Operation& op : group.operations) {
    std::string at = op->name;
    for (auto next = inside.find(at); next != inside.end(); next = inside.find(at)) at = next->second;
    time[at] += serial_cycles(compute(op), lanes) / machine.cycles_per_us();
  }
  const double cores = std::max(1, machine.compute.units);
  const auto saves = [&](const schedule::Step& step, double starts) {
    const auto known = time.find(step.stage);
    return step.primitive == "parallel" &&
           (known == time.end() || known->second * (1 - 1 / cores) > starts * machine.compute.parallel_start_us);
  };
  const bool started = std::ranges::any_of(steps, [&](const schedule::Step& s) { return saves(s, kClearlyMore); });
  const auto pays = [&](const schedule::Step& step) { return saves(step, started ? kStandBy : kClearlyMore); };
  for (size_t i = steps.size(); i-- > 0;) {
    if (steps[i].primitive != "parallel" || pays(steps[i])) continue;
    const std::string axis = steps[i].args[0];
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
    // A loop that was fused for the threads alone stays several loops.
    const auto uses = [&](const schedule::Step& s) { return std::ranges::find(s.args, axis) != s.args.end(); };
    const auto fused = std::ranges::find_if(
        steps, [&](const schedule::Step& s) { return s.primitive == "fuse" && s.results.front() == axis; });
    if (fused == steps.end() || std::ranges::any_of(steps, uses)) continue;
    i -= static_cast<size_t>(fused - steps.begin()) < i ? 1 : 0;
    steps.erase(fused);
  }
  return steps;
}

}  // namespace nw::op
