// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/regions.h"

#include <algorithm>
#include <set>

namespace nw::pattern {

ExprId mark(ExprPool& pool, ExprId of, std::string_view which, std::string_view target) {
  Expr e;
  e.kind = ExprKind::Call;
  e.parts = {pool.op(which), of};
  e.name = target;
  e.type = pool[of].type;
  e.source = pool[of].source;
  return pool.add(std::move(e));
}

bool is_mark(const ExprPool& pool, ExprId id, std::string_view which) {
  return pool.called_op(id) == which;
}

std::vector<ExprId> outer_post_order(const ExprPool& pool, ExprId root) {
  std::vector<ExprId> order;
  std::vector<bool> seen(pool.size(), false);
  std::vector<std::pair<ExprId, size_t>> stack = {{root, 0}};
  seen[root.index()] = true;
  while (!stack.empty()) {
    auto& [id, next] = stack.back();
    const std::vector<ExprId>& parts = pool[id].parts;
    if (next == parts.size() || (next == 0 && !composite_name(pool, id).empty())) {
      order.push_back(id);
      stack.pop_back();
      continue;
    }
    const ExprId part = parts[next++];
    if (seen[part.index()]) continue;
    seen[part.index()] = true;
    stack.emplace_back(part, 0);
  }
  return order;
}

ExprId rewrite_all(ExprPool& pool, ExprId root, const std::function<ExprId(ExprId before, ExprId after)>& rewrite) {
  std::vector<ExprId> now(pool.size());
  for (const ExprId id : outer_post_order(pool, root)) {
    ExprId after = id;
    if (composite_name(pool, id).empty()) {
      std::vector<ExprId> parts = pool[id].parts;
      for (ExprId& part : parts) part = now[part.index()];
      if (parts != pool[id].parts) {
        Expr made = pool[id];
        made.parts = std::move(parts);
        after = pool.add(std::move(made));
      }
    }
    now[id.index()] = rewrite(id, after);
  }
  return now[root.index()];
}

RegionSet::RegionSet(const ExprPool& pool, ExprId root) : pool_(pool), of_(pool.size(), nullptr) {
  for (const ExprId id : outer_post_order(pool, root)) {
    const Expr& e = pool[id];
    if (is_mark(pool, id, kBegin)) {
      MarkedRegion& region = made(std::string(e.name));
      add(region, id);
      region.begins.push_back(id);
    } else if (is_mark(pool, id, kEnd)) {
      MarkedRegion* region = region_of(e.parts[1]);
      if (!region) continue;
      add(*region, id);
      region->ends.push_back(id);
    } else if (e.kind == ExprKind::Call) {
      add_with_parts(id, 1);
    } else if (e.kind != ExprKind::Function) {
      add_with_parts(id, 0);
    }
  }
}

MarkedRegion* RegionSet::region_of(ExprId id) {
  return id.index() < of_.size() ? of_[id.index()] : nullptr;
}

MarkedRegion& RegionSet::made(const std::string& target) {
  MarkedRegion& region = regions_.emplace_back();
  region.id = static_cast<int>(regions_.size());
  region.target = target;
  return region;
}

void RegionSet::add(MarkedRegion& region, ExprId id) {
  if (MarkedRegion* other = region_of(id)) {
    if (other != &region) merge(*other, region);
    return;
  }
  of_[id.index()] = &region;
  region.nodes.push_back(id);
}

// An expression belongs to the region of its parts that are open: regions that meet in it are one.
void RegionSet::add_with_parts(ExprId id, size_t first) {
  MarkedRegion* region = nullptr;
  const std::vector<ExprId>& parts = pool_[id].parts;
  for (size_t i = first; i < parts.size(); ++i) {
    if (is_mark(pool_, parts[i], kEnd)) continue;
    MarkedRegion* other = region_of(parts[i]);
    if (!region)
      region = other;
    else if (other && other != region)
      merge(*other, *region);
  }
  if (region) add(*region, id);
}

void RegionSet::merge(MarkedRegion& from, MarkedRegion& into) {
  if (&from == &into) return;
  const std::set<ExprId> own(from.nodes.begin(), from.nodes.end());
  for (const ExprId id : from.nodes) of_[id.index()] = &into;
  into.nodes.insert(into.nodes.end(), from.nodes.begin(), from.nodes.end());
  into.begins.insert(into.begins.end(), from.begins.begin(), from.begins.end());
  into.ends.insert(into.ends.end(), from.ends.begin(), from.ends.end());
  // What the one gave to the other is inside now.
  std::vector<ExprId> inside;
  for (const ExprId begin : into.begins) {
    const ExprId argument = pool_[begin].parts[1];
    if (!own.contains(argument)) continue;
    into.ends.remove(argument);
    inside.push_back(begin);
  }
  for (const ExprId begin : inside) into.begins.remove(begin);
  from.nodes.clear();
  from.begins.clear();
  from.ends.clear();
  from.merged_away = true;
}

ExprId merge_regions(ExprPool& pool, RegionSet& regions, ExprId annotated) {
  merge_neighbours(pool, regions, annotated);
  // Marks that are inside a region now go.
  return rewrite_all(pool, annotated, [&](ExprId before, ExprId after) {
    if (!is_mark(pool, before, kBegin)) return after;
    const ExprId argument = pool[before].parts[1];
    if (!is_mark(pool, argument, kEnd)) return after;
    if (regions.region_of(before) != regions.region_of(argument)) return after;
    return pool[pool[after].parts[1]].parts[1];
  });
}

ExprId without_default_marks(ExprPool& pool, ExprId annotated) {
  return rewrite_all(pool, annotated, [&](ExprId, ExprId after) {
    const bool marked = is_mark(pool, after, kBegin) || is_mark(pool, after, kEnd);
    return marked && pool[after].name == kDefault ? pool[after].parts[1] : after;
  });
}

// A tuple that ends a region is moved out of it: its fields end the region in its place.
ExprId with_flat_results(ExprPool& pool, ExprId annotated) {
  return rewrite_all(pool, annotated, [&](ExprId before, ExprId after) {
    if (!is_mark(pool, before, kEnd)) return after;
    const ExprId inside = pool[after].parts[1];
    if (pool[inside].kind != ExprKind::Tuple) return after;
    Expr tuple = pool[inside];
    for (ExprId& field : tuple.parts) field = mark(pool, field, kEnd, pool[before].name);
    return pool.add(std::move(tuple));
  });
}

}  // namespace nw::pattern
