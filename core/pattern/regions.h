// SPDX-License-Identifier: GPL-3.0-or-later
// Programs with marks where an accelerator's part begins and ends, and the regions between them (TVM's compiler_begin,
// compiler_end and AnnotatedRegionSet).
#pragma once

#include <functional>
#include <list>

#include "pattern/offload.h"

namespace nw::pattern {

inline constexpr std::string_view kBegin = "annotation.compiler_begin";
inline constexpr std::string_view kEnd = "annotation.compiler_end";
inline constexpr std::string_view kDefault = "default";

// A mark around an expression; its target is the expression's name.
ExprId mark(ExprPool& pool, ExprId of, std::string_view which, std::string_view target);
bool is_mark(const ExprPool& pool, ExprId id, std::string_view which);

// Rewrites every expression under `root` in post order: `rewrite` gets the old one and its copy with rewritten parts
// (itself, if no part changed). Composites are not entered.
ExprId rewrite_all(ExprPool& pool, ExprId root, const std::function<ExprId(ExprId before, ExprId after)>& rewrite);
// In post order; composites are not entered.
std::vector<ExprId> outer_post_order(const ExprPool& pool, ExprId root);

struct MarkedRegion {
  int id = 0;
  std::string target;
  std::vector<ExprId> nodes;
  std::list<ExprId> begins, ends;
  bool merged_away = false;
};

class RegionSet {
 public:
  RegionSet(const ExprPool& pool, ExprId root);
  MarkedRegion* region_of(ExprId id);
  void merge(MarkedRegion& from, MarkedRegion& into);
  std::list<MarkedRegion>& all() { return regions_; }

 private:
  MarkedRegion& made(const std::string& target);
  void add(MarkedRegion& region, ExprId id);
  void add_with_parts(ExprId id, size_t first);

  const ExprPool& pool_;
  std::list<MarkedRegion> regions_;
  std::vector<MarkedRegion*> of_;  // by expression
};

ExprId annotate_targets(Program& program, const Table& table, const OffloadOptions& options);
// Neighbours of one target become one region, as far as that does not depend on itself then.
void merge_neighbours(const ExprPool& pool, RegionSet& regions, ExprId annotated);
// The set knows the annotated program's regions after merging.
ExprId merge_regions(ExprPool& pool, RegionSet& regions, ExprId annotated);
ExprId without_default_marks(ExprPool& pool, ExprId annotated);
ExprId with_flat_results(ExprPool& pool, ExprId annotated);

}  // namespace nw::pattern
