// SPDX-License-Identifier: GPL-3.0-or-later
// Targets whose kernels are run by threads: every stage that is not inlined or attached gives each of its elements to a
// thread, within the limits that the facts state.
//
//   for i: for j: C[i, j] = …    →    blockIdx.x of 16: threadIdx.x of 256: C[…] = …
//
// A reduction runs in its element's thread. One with few elements is summed in two stages, so that more threads take
// part. Nothing is kept in shared memory and no thread waits for another: what is legal on one device is so on all.
#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "op/schedule/builder.h"
#include "schedule/threads.h"

namespace nw::op {

namespace {

constexpr int64_t kNoLimit = std::numeric_limits<int32_t>::max();  // loops count with 32 bits
constexpr int64_t kThreads = 256;                                  // of a block, where the facts allow it
constexpr int64_t kThreadsInStep = 32;                             // where the facts do not say
constexpr int64_t kShortestPart = 4;                               // of a reduction in two stages

// The thread level of a kind, "blockIdx" or "threadIdx", with most threads along it; x where several are equal.
struct Level {
  std::string tag;   // empty: the target has none of that kind
  int64_t most = 0;  // threads along it
};

Level level_of(const TargetFacts& target, const std::string& kind) {
  if (target.threads.levels.empty()) return {kind + ".x", kNoLimit};
  Level best;
  for (const TargetFacts::ThreadLevel& level : target.threads.levels) {
    if (!level.tag.starts_with(kind + ".") || !schedule::thread_scope(level.tag)) continue;
    const int64_t most = level.max <= 0 ? kNoLimit : std::min(level.max, kNoLimit);
    if (most > best.most || (most == best.most && level.tag < best.tag)) best = {level.tag, most};
  }
  return best;
}

bool is_elementwise(const te::Operation& op) {
  const std::string_view first = std::string_view(op->tag).substr(0, op->tag.find(','));
  return first == "elemwise" || first == "broadcast";
}

class ThreadSchedule {
 public:
  ThreadSchedule(const Group& group, const std::set<StageId>& inlined, const TargetFacts& target,
                 ScheduleBuilder& steps)
      : group_(group),
        inlined_(inlined),
        target_(target),
        steps_(steps),
        block_(level_of(target, "blockIdx")),
        thread_(level_of(target, "threadIdx")) {
    if (target.threads.block > 0) thread_.most = std::min(thread_.most, target.threads.block);
    thread_.most = std::min(thread_.most, kThreads);
  }

  void run() {
    if (block_.tag.empty() && thread_.tag.empty()) return;
    for (const te::Operation& op : group_.operations)
      if (inlined_.contains(steps_.stage(op))) steps_.compute_inline(steps_.stage(op));
    std::map<StageId, AxisId> innermost;                                                // loop of the stages at root
    for (auto it = group_.operations.rbegin(); it != group_.operations.rend(); ++it) {  // readers first
      const te::Operation& op = *it;
      if (inlined_.contains(steps_.stage(op))) continue;
      if (const StageId partial = partial_sums(op)) give_to_threads(partial);
      const te::Operation reader = only_reader(op);
      const auto at = reader ? innermost.find(steps_.stage(reader)) : innermost.end();
      if (at != innermost.end())
        steps_.compute_at(steps_.stage(op), at->first, at->second);
      else
        innermost[steps_.stage(op)] = give_to_threads(steps_.stage(op));
    }
  }

 private:
  // The first stage that reads an operation's elements where it writes its own, if no other stage reads them: elements
  // that are used in one place are computed there.
  te::Operation only_reader(const te::Operation& op) const {
    if (op->num_outputs() != 1 || !may_be_private(op)) return nullptr;
    te::Operation found;
    for (const te::Operation& reader : group_.operations) {
      if (!std::ranges::any_of(reader->inputs(), [&](const te::Tensor& input) { return input->op == op; })) continue;
      if (!is_elementwise(reader) || !same_shape(op, reader)) return nullptr;
      const te::Operation at = inlined_.contains(steps_.stage(reader)) ? only_reader(reader) : reader;
      if (!at || (found && found != at)) return nullptr;
      found = at;
    }
    return found;
  }

  bool may_be_private(const te::Operation& op) const {
    if (target_.memories.empty()) return true;
    const auto local = std::ranges::find(target_.memories, "local", &TargetFacts::Memory::scope);
    return local != target_.memories.end() && (local->bytes <= 0 || local->bytes >= op->output_dtype(0).bytes());
  }

  // Threads that are busy if each has an element.
  int64_t threads_at_once() const { return std::max(1, target_.compute.units) * threads_in_step(); }
  int64_t threads_in_step() const { return target_.threads.warp > 0 ? target_.threads.warp : kThreadsInStep; }

  // The sums of parts of a long reduction with few elements, as a stage of its own.
  StageId partial_sums(const te::Operation& op) {
    const te::ComputeNode& node = compute(op);
    if (!node.is_reduction() || op->num_outputs() != 1) return {};
    const StageId stage = steps_.stage(op);
    const std::optional<int64_t> few = elements(steps_.axes(stage)), length = extent_of(node.reduce_axis.back());
    if (!few || !length || *few >= threads_at_once()) return {};
    const int64_t parts = divisor(*length, kThreads);
    if (parts < threads_in_step() || *length / parts < kShortestPart) return {};
    return steps_.rfactor(stage, steps_.split(stage, steps_.reduce_axes(stage).back(), parts).second);
  }

  // Nothing where an extent is no number.
  std::optional<int64_t> elements(const std::vector<AxisId>& axes) const {
    int64_t product = 1;
    for (const AxisId axis : axes) {
      const auto extent = steps_.extent(axis);
      if (!extent) return std::nullopt;
      if (__builtin_mul_overflow(product, *extent, &product)) return std::numeric_limits<int64_t>::max();
    }
    return product;
  }

  // Binds a stage's data axes, fused as far as one loop can count them; its innermost loop over data.
  AxisId give_to_threads(StageId stage) {
    std::vector<AxisId> axes = steps_.axes(stage), fused = axes;
    while (fused.size() > 1 && elements(fused).value_or(0) > kNoLimit) fused.pop_back();
    std::optional<int64_t> iterations = elements(fused);
    AxisId outer = steps_.fuse(stage, fused), inner = outer;
    if (!thread_.tag.empty()) {
      const int64_t threads = threads_for(iterations);
      std::tie(outer, inner) = steps_.split(stage, outer, threads);
      steps_.bind(stage, inner, thread_.tag);
      if (iterations) iterations = (*iterations + threads - 1) / threads;
    }
    if (!block_.tag.empty()) {
      const auto [blocks, serial] = at_most(stage, outer, iterations, block_.most);
      steps_.bind(stage, blocks, block_.tag);
      if (thread_.tag.empty()) inner = serial;
    }
    return fused.size() < axes.size() ? axes.back() : inner;
  }

  // Threads of a block: few where there would be fewer blocks than units, and a divisor where one is close that keeps
  // all threads in step busy.
  int64_t threads_for(std::optional<int64_t> iterations) const {
    int64_t threads = thread_.most;
    if (!iterations) return threads;
    while (threads / 2 >= threads_in_step() && *iterations / threads < target_.compute.units) threads /= 2;
    threads = std::clamp<int64_t>(*iterations, 1, threads);
    const int64_t exact = divisor(*iterations, threads);
    return exact * 2 > threads && exact % threads_in_step() == 0 ? exact : threads;
  }

  // A loop as one of at most so many iterations, with a serial one inside it where it is longer.
  std::pair<AxisId, AxisId> at_most(StageId stage, AxisId loop, std::optional<int64_t> iterations, int64_t most) {
    if (most >= kNoLimit || (iterations && *iterations <= most)) return {loop, loop};
    if (!iterations) return steps_.split_into(stage, loop, most);
    return steps_.split(stage, loop, (*iterations + most - 1) / most);
  }

  const Group& group_;
  const std::set<StageId>& inlined_;
  const TargetFacts& target_;
  ScheduleBuilder& steps_;
  Level block_, thread_;
};

}  // namespace

void schedule_on_threads(const Group& group, const std::set<StageId>& inlined, const TargetFacts& target,
                         ScheduleBuilder& steps) {
  ThreadSchedule(group, inlined, target, steps).run();
}

}  // namespace nw::op
