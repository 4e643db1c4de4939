// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/extents.h"

namespace nw::tune {

std::optional<int64_t> extent_of(const schedule::Schedule& s, AxisId axis) {
  const schedule::Stage& stage = s.stage(s.owner(axis));
  for (const schedule::Relation& relation : stage.relations) {
    if (const auto* split = std::get_if<schedule::SplitRelation>(&relation)) {
      if (split->outer != axis && split->inner != axis) continue;
      const auto whole = extent_of(s, split->parent);
      const int64_t* size = tir::as_const_int(split->factor ? split->factor : split->nparts);
      if (!whole || !size || *size <= 0) return std::nullopt;
      const bool given = (split->inner == axis) == bool(split->factor);
      return given ? *size : *whole / *size + (*whole % *size != 0);
    }
    if (const auto* fuse = std::get_if<schedule::FuseRelation>(&relation); fuse && fuse->fused == axis) {
      const auto outer = extent_of(s, fuse->outer), inner = extent_of(s, fuse->inner);
      return outer && inner ? std::optional(*outer * *inner) : std::nullopt;
    }
  }
  const int64_t* known = tir::as_const_int(stage.find_axis(axis)->iter->dom.extent);
  return known ? std::optional(*known) : std::nullopt;
}

}  // namespace nw::tune
