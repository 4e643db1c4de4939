// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/lines_of_loop.h"

#include <algorithm>
#include <vector>

namespace nw::kernel {

namespace {

// The axes that a step made this one of; none: it is a root axis.
std::vector<AxisId> parents_of(const schedule::Stage& stage, AxisId axis) {
  for (const schedule::Relation& relation : stage.relations) {
    if (const auto* split = std::get_if<schedule::SplitRelation>(&relation);
        split && (split->outer == axis || split->inner == axis))
      return {split->parent};
    if (const auto* fuse = std::get_if<schedule::FuseRelation>(&relation); fuse && fuse->fused == axis)
      return {fuse->outer, fuse->inner};
    if (const auto* rebase = std::get_if<schedule::RebaseRelation>(&relation); rebase && rebase->rebased == axis)
      return {rebase->parent};
    if (const auto* layout = std::get_if<schedule::TransformRelation>(&relation);
        layout && std::ranges::find(layout->transformed, axis) != layout->transformed.end())
      return layout->original;
  }
  return {};
}

}  // namespace

std::set<int> lines_of_loop(const schedule::Schedule& s, StageId id, AxisId axis) {
  const schedule::Stage& stage = s.stage(id);
  std::set<int> lines;
  if (const schedule::AxisAttr* attr = stage.attr(axis)) lines.insert(attr->line);
  std::vector<AxisId> open{axis};
  while (!open.empty()) {
    const AxisId next = open.back();
    open.pop_back();
    const std::vector<AxisId> parents = parents_of(stage, next);
    if (const schedule::Axis* made = stage.find_axis(next); made && !parents.empty()) lines.insert(made->line);
    open.insert(open.end(), parents.begin(), parents.end());
  }
  lines.erase(0);
  return lines;
}

}  // namespace nw::kernel
