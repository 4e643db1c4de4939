// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/moving.h"

#include <algorithm>

#include "cost/rates.h"

namespace nw::cost {

namespace {

class Memory {
 public:
  Memory(const NestCost& cost, const MachineFacts& machine) : cost_(cost), machine_(machine) {
    for (const LoopCost& loop : cost.loops) {
      double bytes = 0;
      for (const BufferUse& use : loop.buffers) bytes += use.in_lines(static_cast<double>(machine.line_bytes));
      lines_.push_back(bytes);
    }
  }

  Moving run() {
    const auto l1 = static_cast<double>(machine_.l1_bytes), l2 = static_cast<double>(machine_.l2_bytes),
               l3 = static_cast<double>(machine_.l3_bytes);
    result_.from_l2 = beyond(l1, kFromL2, machine_.cores);
    result_.from_l3 = beyond(l2, kFromL3, machine_.cores);
    result_.from_ram = beyond(l3, kFromRam, kCoresThatFillRam);
    return std::move(result_);
  }

 private:
  // The loops directly inside of loop i.
  std::vector<size_t> inside(size_t i) const {
    std::vector<size_t> found;
    for (size_t k = i + 1; k < cost_.loops.size() && cost_.loops[k].depth > cost_.loops[i].depth; ++k)
      if (cost_.loops[k].depth == cost_.loops[i].depth + 1) found.push_back(k);
    return found;
  }

  // Bytes that come from beyond caches of this size, at that many a cycle and core.
  double beyond(double size, double rate, double most_cores) {
    double all = 0, moved = 0;
    std::vector<size_t> outermost;
    for (size_t i = 0; i < cost_.loops.size(); ++i)
      if (cost_.loops[i].depth == 0) outermost.push_back(i), all += lines_[i];
    if (all <= size) return 0;
    for (const size_t i : outermost) moved += come(i, size, rate, most_cores, {}, 1);
    return moved;
  }

  double come(size_t i, double size, double rate, double most_cores, std::vector<const tir::ForNode*> around,
              double cores) {
    const LoopCost& loop = cost_.loops[i];
    around.push_back(loop.loop);
    if (loop.loop->for_kind == tir::ForKind::Parallel && cores == 1)
      cores = std::max(1.0, std::min({static_cast<double>(machine_.cores), loop.iterations, most_cores}));
    const std::vector<size_t> parts = inside(i);
    double turn = 0, moved = 0;
    for (const size_t part : parts) turn += lines_[part];
    if (turn > size) {
      for (const size_t part : parts) moved += come(part, size, rate, most_cores, around, cores);
      return moved;
    }
    moved = loop.runs * lines_[i];
    const double seconds = moved / rate / kClock / cores;
    result_.seconds += seconds;
    for (const tir::ForNode* outer : around) result_.loops[outer] += seconds;
    return moved;
  }

  const NestCost& cost_;
  const MachineFacts& machine_;
  std::vector<double> lines_;  // bytes that one run of a loop touches, in whole lines
  Moving result_;
};

}  // namespace

Moving moving(const NestCost& cost, const MachineFacts& machine) {
  return Memory(cost, machine).run();
}

}  // namespace nw::cost
