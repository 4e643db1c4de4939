// SPDX-License-Identifier: GPL-3.0-or-later
// TVM's MergeCompilerRegions. A region takes in those that it reads from, unless one of these depends on it through a
// region of another target. TVM's restrictions do not pass through what belongs to no region (an `if`, say), do not
// follow mergers made later, and do not know what a variable is bound to: every merger is therefore checked for a way
// round, and for variables that would be read out of their scope. So no region depends on itself.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "pattern/free_variables.h"
#include "pattern/regions.h"

namespace nw::pattern {

namespace {

// Whether a region reads from another through something that is in neither: their merger would depend on itself.
class WayRound {
 public:
  WayRound(const ExprPool& pool, RegionSet& regions, const std::vector<ExprId>& order)
      : pool_(pool), regions_(regions), seen_(pool.size(), 0) {
    for (const ExprId id : order)
      if (pool[id].kind == ExprKind::Let) bound_to_[pool[id].parts[0]] = pool[id].parts[1];
  }

  bool exists(const MarkedRegion& from, const MarkedRegion& reader) {
    ++search_;
    open_.clear();
    for (const ExprId node : reader.nodes)
      for (const ExprId part : pool_[node].parts)
        if (regions_.region_of(part) != &from) reach(part);
    while (!open_.empty()) {
      const ExprId id = open_.back();
      open_.pop_back();
      const MarkedRegion* own = regions_.region_of(id);
      if (own == &from) return true;
      if (own == &reader) continue;
      // An accelerator's region is computed as a whole: each of its results needs all that it reads.
      if (own && own->target != kDefault)
        for (const ExprId node : own->nodes) reach(node);
      const Expr& e = pool_[id];
      if (e.kind == ExprKind::Variable && !bound_to_.empty())
        if (const auto value = bound_to_.find(id); value != bound_to_.end()) reach(value->second);
      if (e.kind != ExprKind::Function || composite_name(pool_, id).empty())
        for (const ExprId part : e.parts) reach(part);
    }
    return false;
  }

 private:
  void reach(ExprId id) {
    if (std::exchange(seen_[id.index()], search_) != search_) open_.push_back(id);
  }

  const ExprPool& pool_;
  RegionSet& regions_;
  std::unordered_map<ExprId, ExprId> bound_to_;  // the value of a let's variable
  std::vector<uint32_t> seen_;                   // by expression: the last search that came there
  uint32_t search_ = 0;
  std::vector<ExprId> open_;
};

// Regions that a region may not take in: those of other targets among what it reads from, and what these may not.
class Restrictions {
 public:
  explicit Restrictions(size_t regions) : of_(regions + 1), members_(regions + 1) {
    for (size_t i = 0; i <= regions; ++i) members_[i] = {static_cast<int>(i)};
  }

  void add(const MarkedRegion& to, const MarkedRegion& other) {
    const auto bit = static_cast<size_t>(other.id);
    std::vector<uint64_t>& words = of_[static_cast<size_t>(to.id)];
    if (words.size() <= bit / 64) words.resize(bit / 64 + 1);
    words[bit / 64] |= uint64_t{1} << (bit % 64);
  }
  void add_all(const MarkedRegion& to, const MarkedRegion& from) {
    std::vector<uint64_t>& words = of_[static_cast<size_t>(to.id)];
    const std::vector<uint64_t>& more = of_[static_cast<size_t>(from.id)];
    if (words.size() < more.size()) words.resize(more.size());
    for (size_t i = 0; i < more.size(); ++i) words[i] |= more[i];
  }
  bool forbids(const MarkedRegion& region, const MarkedRegion& other) const {
    const std::vector<uint64_t>& words = of_[static_cast<size_t>(region.id)];
    return std::ranges::any_of(members_[static_cast<size_t>(other.id)], [&](int id) {
      const auto bit = static_cast<size_t>(id);
      return bit / 64 < words.size() && (words[bit / 64] >> (bit % 64) & 1) != 0;
    });
  }
  // A restriction to what is gone is one to what has taken it in.
  void merged(const MarkedRegion& from, const MarkedRegion& into) {
    std::vector<int>& gone = members_[static_cast<size_t>(from.id)];
    std::vector<int>& kept = members_[static_cast<size_t>(into.id)];
    kept.insert(kept.end(), gone.begin(), gone.end());
    gone = {};
    of_[static_cast<size_t>(from.id)] = {};
  }

 private:
  std::vector<std::vector<uint64_t>> of_;  // by region: a bit for each region as it was at first
  std::vector<std::vector<int>> members_;  // by region: the regions that it has taken in, itself too
};

// A function that takes a variable of a `let` or of an inner function can only be called where the variable is known,
// and all that reads its results has to be there.
class Scopes {
 public:
  Scopes(const ExprPool& pool, RegionSet& regions, const std::vector<ExprId>& order, ExprId main)
      : regions_(regions), free_(pool, order, main) {
    if (free_.none()) return;
    for (const ExprId id : order)
      for (const ExprId part : pool[id].parts)
        if (is_mark(pool, part, kEnd)) readers_[part].push_back(id);
  }

  bool allow(const MarkedRegion& from, const MarkedRegion& reader) {
    if (free_.none()) return true;
    if (!free_.within(from.nodes, reader.nodes)) return false;
    if (free_.within(reader.nodes, from.nodes)) return true;
    return std::ranges::all_of(from.ends, [&](ExprId end) {
      return std::ranges::all_of(readers_[end], [&](ExprId by) { return regions_.region_of(by) == &reader; });
    });
  }

 private:
  RegionSet& regions_;
  FreeVariables free_;
  std::unordered_map<ExprId, std::vector<ExprId>> readers_;  // of ends
};

class RegionMerger {
 public:
  RegionMerger(const ExprPool& pool, RegionSet& regions, const std::vector<ExprId>& order, ExprId main)
      : pool_(pool),
        regions_(regions),
        way_round_(pool, regions, order),
        restrictions_(regions.all().size()),
        scopes_(pool, regions, order, main),
        done_(regions.all().size() + 1, false) {}

  void visit(ExprId end) {
    MarkedRegion* region = regions_.region_of(end);
    if (!region || done_[static_cast<size_t>(region->id)]) return;
    std::vector<MarkedRegion*> parents;
    for (const ExprId begin : region->begins) {
      MarkedRegion* parent = regions_.region_of(pool_[begin].parts[1]);
      if (parent && std::find(parents.begin(), parents.end(), parent) == parents.end()) parents.push_back(parent);
    }
    for (const MarkedRegion* parent : parents) restrictions_.add_all(*region, *parent);
    for (MarkedRegion* parent : parents) {
      if (parent->target != region->target) {
        restrictions_.add(*region, *parent);
        continue;
      }
      if (restrictions_.forbids(*region, *parent) || parent == region) continue;
      if (parent->target != kDefault && (!scopes_.allow(*parent, *region) || way_round_.exists(*parent, *region)))
        continue;
      restrictions_.merged(*parent, *region);
      regions_.merge(*parent, *region);
    }
    done_[static_cast<size_t>(region->id)] = true;
  }

 private:
  const ExprPool& pool_;
  RegionSet& regions_;
  WayRound way_round_;
  Restrictions restrictions_;
  Scopes scopes_;
  std::vector<bool> done_;  // by region
};

}  // namespace

void merge_neighbours(const ExprPool& pool, RegionSet& regions, ExprId annotated) {
  const std::vector<ExprId> order = outer_post_order(pool, annotated);
  RegionMerger merger(pool, regions, order, annotated);
  for (const ExprId id : order)
    if (is_mark(pool, id, kEnd)) merger.visit(id);
}

}  // namespace nw::pattern
