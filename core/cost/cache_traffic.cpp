// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/cache_traffic.h"

#include <algorithm>

#include "cost/rates.h"

namespace nw::cost {

namespace {

struct Cache {
  double bytes = 0;
  double bytes_per_cycle = 0;   // that a core reads from the next level
  double saturating_cores = 1;  // cores that can read at this rate at the same time
  bool set_associative = true;  // the address determines the set of the cache
  bool write_back = true;       // modified lines are written to the next level
};

// Traffic of a nest through caches with lines of one size: cache lines, or pages for a TLB.
class CacheModel {
 public:
  using Loops = std::set<const tir::ForNode*>;

  CacheModel(const NestCost& cost, const Loops& rolled_loops, const TargetFacts& machine, double line_bytes,
             CacheTraffic& result)
      : cost_(cost), rolled_loops_(rolled_loops), machine_(machine), result_(result) {
    for (const LoopCost& loop : cost.loops) {
      std::vector<Footprint>& all = footprints_.emplace_back();
      for (const BufferUse& use : loop.buffers) {
        const double bytes = use.in_lines(line_bytes);
        all.push_back({use.buffer.get(), bytes, bytes / use.share_of_sets(line_bytes), use.written});
      }
    }
  }

  // In bytes of whole lines.
  double traffic(const Cache& cache) {
    std::vector<size_t> outermost;
    for (size_t i = 0; i < cost_.loops.size(); ++i)
      if (cost_.loops[i].depth == 0) outermost.push_back(i);
    const double part = cache.bytes > 0 ? miss_share(bytes_of(outermost), cache) : 0;
    double fetched = 0;
    for (const size_t i : outermost)
      for (const Footprint& footprint : footprints_[i])
        if (part > 0) fetched += fetched_bytes(i, footprint.buffer, cache, part, {}, 1);
    return fetched;
  }

 private:
  struct Footprint {  // of one buffer, in one run of a loop
    const tir::BufferNode* buffer = nullptr;
    double bytes = 0;
    double effective_bytes = 0;  // of cache that these occupy, if all sets were as full as the fullest
    bool written = false;
  };

  // The loops directly inside loop i.
  std::vector<size_t> children(size_t i) const {
    std::vector<size_t> found;
    for (size_t k = i + 1; k < cost_.loops.size() && cost_.loops[k].depth > cost_.loops[i].depth; ++k)
      if (cost_.loops[k].depth == cost_.loops[i].depth + 1) found.push_back(k);
    return found;
  }

  const Footprint* of(size_t i, const tir::BufferNode* buffer) const {
    const auto found = std::ranges::find(footprints_[i], buffer, &Footprint::buffer);
    return found == footprints_[i].end() ? nullptr : &*found;
  }

  // Working set of the loops in bytes, each buffer counted once.
  double bytes_of(const std::vector<size_t>& loops) const {
    std::map<const tir::BufferNode*, double> most;
    for (const size_t i : loops)
      for (const Footprint& footprint : footprints_[i]) {
        double& bytes = most[footprint.buffer];
        bytes = std::max(bytes, footprint.bytes);
      }
    double all = 0;
    for (const auto& [buffer, bytes] : most) all += bytes;
    return all;
  }

  // The share of a working set of so many bytes that is evicted before it is reused.
  static double miss_share(double bytes, const Cache& cache) { return std::clamp(bytes / cache.bytes - 1, 0.0, 1.0); }

  // Bytes of the buffer fetched over all executions of loop i, in the share `part` of which it is not cached.
  double fetched_bytes(size_t i, const tir::BufferNode* buffer, const Cache& cache, double part,
                       std::vector<const tir::ForNode*> around, double cores) {
    const Footprint* own = of(i, buffer);
    if (!own) return 0;
    const LoopCost& loop = cost_.loops[i];
    around.push_back(loop.loop);
    if (loop.loop->for_kind == tir::ForKind::Parallel && cores == 1)
      cores = std::max(
          1.0, std::min({static_cast<double>(machine_.compute.units), loop.iterations, cache.saturating_cores}));
    const std::vector<size_t> parts = rolled_loops_.contains(loop.loop) ? children(i) : std::vector<size_t>();
    double refetched = miss_share(bytes_of(parts), cache);  // share of the working set of one iteration
    if (cache.set_associative)
      for (const size_t k : parts)
        if (const Footprint* footprint = of(k, buffer))
          refetched = std::max(refetched, miss_share(footprint->effective_bytes, cache));
    double fetched = 0;
    if (refetched > 0)
      for (const size_t k : parts) fetched += fetched_bytes(k, buffer, cache, part * refetched, around, cores);
    const double once = part * (1 - refetched) * loop.runs * own->bytes;
    const double clock = machine_.cycles_per_us() * 1e6;
    const double seconds = once * (own->written && cache.write_back ? 2 : 1) / cache.bytes_per_cycle / clock / cores;
    result_.seconds += seconds;
    for (const tir::ForNode* outer : around) result_.loops[outer] += seconds;
    return fetched + once;
  }

  const NestCost& cost_;
  const Loops& rolled_loops_;
  const TargetFacts& machine_;
  std::vector<std::vector<Footprint>> footprints_;  // by loop
  CacheTraffic& result_;
};

}  // namespace

CacheTraffic cache_traffic(const NestCost& cost, const std::set<const tir::ForNode*>& rolled_loops,
                           const TargetFacts& machine) {
  const auto l1 = static_cast<double>(machine.cache_bytes(1)), l2 = static_cast<double>(machine.cache_bytes(2)),
             l3 = static_cast<double>(machine.cache_bytes(3)), cores = static_cast<double>(machine.compute.units);
  CacheTraffic result;
  CacheModel lines(cost, rolled_loops, machine, static_cast<double>(machine.line_bytes()), result);
  result.from_l2 = lines.traffic({l1, kL2BytesPerCycle, cores});
  result.from_l3 = lines.traffic({l2, kL3BytesPerCycle, cores});
  result.from_ram = lines.traffic({l3, kRamBytesPerCycle, kCoresSaturatingRam, false});
  // The TLBs: page addresses are cached in two levels.
  CacheModel pages(cost, rolled_loops, machine, kPageBytes, result);
  pages.traffic({kL1TlbEntries * kPageBytes, kPageBytes / kL1TlbMiss, cores, false, false});
  pages.traffic({kL2TlbEntries * kPageBytes, kPageBytes / kPageWalk, cores, false, false});
  return result;
}

}  // namespace nw::cost
