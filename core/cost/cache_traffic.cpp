// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/cache_traffic.h"

#include <algorithm>

#include "cost/rates.h"

namespace nw::cost {

namespace {

struct Cache {
  double bytes = 0;
  double beyond = 0;      // bytes a cycle that a core gets from what comes after it
  double most_cores = 1;  // that get so much at the same time
  bool by_place = true;   // the line's place in memory picks the part of the cache
  bool goes_back = true;  // what was written does
};

// How often what a nest touches comes from beyond caches that hold memory in pieces of one size.
class Memory {
 public:
  using Loops = std::set<const tir::ForNode*>;

  Memory(const NestCost& cost, const Loops& remaining, const TargetFacts& machine, double piece_bytes,
         CacheTraffic& result)
      : cost_(cost), remaining_(remaining), machine_(machine), result_(result) {
    for (const LoopCost& loop : cost.loops) {
      std::vector<Pieces>& all = pieces_.emplace_back();
      for (const BufferUse& use : loop.buffers) {
        const double bytes = use.in_lines(piece_bytes);
        all.push_back({use.buffer.get(), bytes, bytes / use.share_of_sets(piece_bytes), use.written});
      }
    }
  }

  // In bytes of whole pieces.
  double beyond(const Cache& cache) {
    std::vector<size_t> outermost;
    for (size_t i = 0; i < cost_.loops.size(); ++i)
      if (cost_.loops[i].depth == 0) outermost.push_back(i);
    const double part = cache.bytes > 0 ? lost(all_of(outermost), cache) : 0;
    double fetched = 0;
    for (const size_t i : outermost)
      for (const Pieces& pieces : pieces_[i])
        if (part > 0) fetched += come(i, pieces.buffer, cache, part, {}, 1);
    return fetched;
  }

 private:
  struct Pieces {  // of one buffer, in one run of a loop
    const tir::BufferNode* buffer = nullptr;
    double bytes = 0;
    double room = 0;  // of a cache all of whose sets hold as many lines as the fullest holds of these
    bool written = false;
  };

  // The loops directly inside of loop i.
  std::vector<size_t> inside(size_t i) const {
    std::vector<size_t> found;
    for (size_t k = i + 1; k < cost_.loops.size() && cost_.loops[k].depth > cost_.loops[i].depth; ++k)
      if (cost_.loops[k].depth == cost_.loops[i].depth + 1) found.push_back(k);
    return found;
  }

  const Pieces* of(size_t i, const tir::BufferNode* buffer) const {
    const auto found = std::ranges::find(pieces_[i], buffer, &Pieces::buffer);
    return found == pieces_[i].end() ? nullptr : &*found;
  }

  // Bytes of all buffers that the loops touch, each buffer once.
  double all_of(const std::vector<size_t>& loops) const {
    std::map<const tir::BufferNode*, double> most;
    for (const size_t i : loops)
      for (const Pieces& pieces : pieces_[i]) {
        double& bytes = most[pieces.buffer];
        bytes = std::max(bytes, pieces.bytes);
      }
    double all = 0;
    for (const auto& [buffer, bytes] : most) all += bytes;
    return all;
  }

  // The part of so many bytes, touched again and again, that is no longer in the cache when it is touched again.
  static double lost(double bytes, const Cache& cache) { return std::clamp(bytes / cache.bytes - 1, 0.0, 1.0); }

  // Bytes of the buffer that come in all runs of loop i. They come `part` of the times that the loop runs.
  double come(size_t i, const tir::BufferNode* buffer, const Cache& cache, double part,
              std::vector<const tir::ForNode*> around, double cores) {
    const Pieces* own = of(i, buffer);
    if (!own) return 0;
    const LoopCost& loop = cost_.loops[i];
    around.push_back(loop.loop);
    if (loop.loop->for_kind == tir::ForKind::Parallel && cores == 1)
      cores = std::max(1.0, std::min({static_cast<double>(machine_.compute.units), loop.iterations, cache.most_cores}));
    const std::vector<size_t> parts = remaining_.contains(loop.loop) ? inside(i) : std::vector<size_t>();
    double again = lost(all_of(parts), cache);  // of what one turn touches
    if (cache.by_place)
      for (const size_t k : parts)
        if (const Pieces* pieces = of(k, buffer)) again = std::max(again, lost(pieces->room, cache));
    double fetched = 0;
    if (again > 0)
      for (const size_t k : parts) fetched += come(k, buffer, cache, part * again, around, cores);
    const double once = part * (1 - again) * loop.runs * own->bytes;
    const double clock = machine_.cycles_per_us() * 1e6;
    const double seconds = once * (own->written && cache.goes_back ? 2 : 1) / cache.beyond / clock / cores;
    result_.seconds += seconds;
    for (const tir::ForNode* outer : around) result_.loops[outer] += seconds;
    return fetched + once;
  }

  const NestCost& cost_;
  const Loops& remaining_;
  const TargetFacts& machine_;
  std::vector<std::vector<Pieces>> pieces_;  // by loop
  CacheTraffic& result_;
};

}  // namespace

CacheTraffic cache_traffic(const NestCost& cost, const std::set<const tir::ForNode*>& remaining,
                           const TargetFacts& machine) {
  const auto l1 = static_cast<double>(machine.cache_bytes(1)), l2 = static_cast<double>(machine.cache_bytes(2)),
             l3 = static_cast<double>(machine.cache_bytes(3)), cores = static_cast<double>(machine.compute.units);
  CacheTraffic result;
  Memory lines(cost, remaining, machine, static_cast<double>(machine.line_bytes()), result);
  result.from_l2 = lines.beyond({l1, kFromL2, cores});
  result.from_l3 = lines.beyond({l2, kFromL3, cores});
  result.from_ram = lines.beyond({l3, kFromRam, kCoresThatFillRam, false});
  // Where a page lies in memory is kept as well, of some pages close by, of more farther off.
  Memory pages(cost, remaining, machine, kPage, result);
  pages.beyond({kPagesAtHand * kPage, kPage / kFindPage, cores, false, false});
  pages.beyond({kPagesKnown * kPage, kPage / kWalkPages, cores, false, false});
  return result;
}

}  // namespace nw::cost
