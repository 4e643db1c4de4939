// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/space_steps.h"

#include <algorithm>
#include <set>

#include "schedule/bounds.h"

namespace nw::tune {

using schedule::Primitive;

namespace {

constexpr int64_t kMostUnrolled = 256;      // statements that unrolling makes of one
constexpr int64_t kShortestUnrolled = 9;    // a window's positions
constexpr int64_t kOneInMostVectors = 4;    // part of a vector that is worth one
constexpr int64_t kInline = 0, kAlone = 1;  // values of a stage's place; above: loops of the result

}  // namespace

int64_t SpaceSteps::extent(AxisId axis) const {
  const auto known = extents_.find(axis);
  return known == extents_.end() ? 1 : known->second;
}

int64_t SpaceSteps::tile_of(size_t a) const {
  const Structure& structure = space_.structure_;
  if (const int knob = space_.axes_[a].tile; knob >= 0) return value(knob);
  const bool vectors = static_cast<int64_t>(a) == value(space_.vector_axis_);
  const int64_t registers = vectors ? value(space_.vectors_) * space_.lanes_ : value(space_.anchor_tiles_[a]);
  return std::min(registers, structure.extents[a]);
}

// Of what is one axis, the rows are whole.
int64_t SpaceSteps::multiple_of(size_t a) const {
  const bool elements = space_.as_rows(choice_) && static_cast<int>(a) == space_.structure_.anchor->rows + 1;
  return elements ? 0 : value(space_.axes_[a].multiple);
}

// Blocks, tiles in them, elements of a tile: the first two in the orders of the choice.
void SpaceSteps::tile_result() {
  const StageId last = space_.structure_.last;
  const std::vector<AxisId> data = list_.data_axes(last);
  std::vector<AxisId> blocks(data.size()), tiles(data.size()), elements;
  std::set<AxisId> tails;  // loops whose last iteration does less
  for (size_t a = 0; a < data.size(); ++a) {
    const int64_t whole = space_.structure_.extents[a];
    const int64_t multiple = multiple_of(a), block = value(space_.axes_[a].block);
    const int64_t tile = multiple == 0 ? whole : std::min(whole, tile_of(a) * multiple);
    const int64_t most = block == 0 ? whole : std::min(whole, tile * block);
    AxisId axis = data[a];
    const auto cut = [&](AxisId& outer, int64_t size) {
      if (size > 1) std::tie(outer, axis) = list_.split(last, axis, size);
      if (size == 1) std::swap(outer, axis);  // nothing is left inside
      if (whole % size != 0) tails.insert(outer);
    };
    if (most < whole) cut(blocks[a], most);
    if (tile < most && axis) cut(tiles[a], tile);
    if (axis) elements.push_back(axis);
  }
  std::vector<AxisId> outer, within;
  for (const int a : space_.orders_[static_cast<size_t>(value(space_.order_))])
    if (blocks[static_cast<size_t>(a)]) outer.push_back(blocks[static_cast<size_t>(a)]);
  for (const int a : space_.orders_[static_cast<size_t>(value(space_.inner_order_))])
    if (tiles[static_cast<size_t>(a)]) within.push_back(tiles[static_cast<size_t>(a)]);
  // Where there are no blocks, the tiles take their place.
  if (outer.empty()) std::swap(outer, within);
  const bool at_blocks = space_.attach_ >= 0 && value(space_.attach_) == 0;
  std::vector<AxisId> order = outer;
  order.insert(order.end(), within.begin(), within.end());
  order.insert(order.end(), elements.begin(), elements.end());
  if (order != data) list_.reorder(last, order);
  auto shared = std::min(static_cast<size_t>(value(space_.parallel_)), outer.size());
  // The tail of a loop is cut off when code is generated; that of a loop fused with others becomes a condition inside.
  for (size_t i = 0; i < shared; ++i)
    if (tails.contains(outer[i])) shared = std::max<size_t>(i, 1);
  if (shared > 0) {
    const AxisId fused = list_.fuse(last, {outer.begin(), outer.begin() + static_cast<std::ptrdiff_t>(shared)});
    list_.mark(Primitive::Parallel, last, fused);
    outer.erase(outer.begin(), outer.begin() + static_cast<std::ptrdiff_t>(shared));
    outer.insert(outer.begin(), fused);
  }
  spots_ = outer;
  if (!at_blocks) spots_.insert(spots_.end(), within.begin(), within.end());
}

bool SpaceSteps::place(StageId stage, int64_t at) {
  if (spots_.empty()) return false;
  list_.compute_at(stage, space_.structure_.last,
                   spots_[std::min(static_cast<size_t>(std::max<int64_t>(at, 0)), spots_.size() - 1)]);
  return true;
}

void SpaceSteps::factor_reductions() {
  const Structure& structure = space_.structure_;
  for (size_t i = 0; i < structure.reductions.size(); ++i) {
    partial_.emplace_back();
    const int64_t vectors = value(space_.lanes_of_reductions_[i]);
    if (vectors == 0) continue;
    const StageId stage = structure.reductions[i];
    const AxisId depth = list_.fuse(stage, list_.reduce_axes(stage));
    const AxisId lane = list_.split(stage, depth, vectors * space_.lanes_).second;
    partial_.back() = list_.rfactor(stage, lane);
  }
}

void SpaceSteps::attach_reductions() {
  const Structure& structure = space_.structure_;
  if (structure.reductions.empty()) return;
  const int64_t at = value(space_.reductions_at_);
  for (size_t i = structure.reductions.size(); i-- > 0;) {
    const StageId stage = structure.reductions[i];
    if (stage != structure.last && !place(stage, at)) alone_.push_back(stage);
    if (partial_[i] && !place(partial_[i], at)) alone_.push_back(partial_[i]);
  }
}

// Copies of operands. One whose elements are apart along the vectors' axis is laid out with these side by side; one of
// the whole operand also in panels as wide as a tile.
void SpaceSteps::copy_operands() {
  if (space_.copies_.empty()) return;
  const Anchor& anchor = *space_.structure_.anchor;
  const int64_t vectors = value(space_.vector_axis_);
  const int64_t panel = std::min(value(space_.vectors_) * space_.lanes_, anchor.extents[static_cast<size_t>(vectors)]);
  for (size_t i = 0; i < anchor.operands.size(); ++i) {
    copies_.emplace_back();
    const Operand& operand = anchor.operands[i];
    const int64_t where = value(space_.copies_[i]);
    const Neighbours along = operand.by_axis[static_cast<size_t>(vectors)];
    if (where == kInline || along == Neighbours::Same) continue;
    const auto found = std::ranges::find(operand.axis_of_index, static_cast<int>(vectors));
    const bool panels = where == kAlone && found != operand.axis_of_index.end();
    copies_.back().stage = list_.cache_read(operand.stage, "global", {sums_});
    if (list_.refused() || !(panels || along == Neighbours::Apart)) continue;
    if (found == operand.axis_of_index.end()) continue;
    const auto dimension = static_cast<size_t>(found - operand.axis_of_index.begin());
    schedule::IndexMap map;
    for (size_t d = 0; d < operand.axis_of_index.size(); ++d)
      map.vars.push_back(tir::make_var("i" + std::to_string(d)));
    const tir::Expr index = map.vars[dimension];
    if (panels) map.indices.push_back(tir::floordiv(index, tir::int_imm(panel)));
    for (size_t d = 0; d < map.vars.size(); ++d)
      if (d != dimension) map.indices.push_back(map.vars[d]);
    map.indices.push_back(panels ? tir::floormod(index, tir::int_imm(panel)) : index);
    list_.transform_layout(copies_.back().stage, std::move(map));
    copies_.back().laid_out = true;
  }
}

// The rows of the vectors' axis and their elements as one axis, which has more whole vectors.
void SpaceSteps::lay_rows_out() {
  if (!space_.as_rows(choice_) || list_.refused()) return;
  const Anchor& anchor = *space_.structure_.anchor;
  schedule::IndexMap map;
  for (size_t d = 0; d < anchor.extents.size(); ++d) map.vars.push_back(tir::make_var("i" + std::to_string(d)));
  for (size_t d = 0; d < map.vars.size(); ++d) {
    if (static_cast<int>(d) != anchor.rows) {
      map.indices.push_back(map.vars[d]);
      continue;
    }
    map.indices.push_back(map.vars[d] * tir::int_imm(anchor.extents[d + 1]) + map.vars[d + 1]);
    ++d;
  }
  list_.transform_layout(sums_, std::move(map));
}

// As the layout has them: before the loops are cut.
std::vector<SpaceSteps::TiledSum> SpaceSteps::sums_axes() const {
  std::vector<TiledSum> axes;
  const auto& leaf = list_.schedule().stage(sums_).leaf;
  const bool as_rows = space_.as_rows(choice_);
  size_t at = 0;
  for (size_t a = 0; a < space_.anchor_tiles_.size(); ++a) {
    if (as_rows && static_cast<int>(a) == space_.structure_.anchor->rows) continue;  // part of the next one
    const bool vectors = static_cast<int64_t>(a) == value(space_.vector_axis_);
    axes.push_back(
        {leaf[at++], vectors ? value(space_.vectors_) * space_.lanes_ : value(space_.anchor_tiles_[a]), vectors});
  }
  return axes;
}

void SpaceSteps::place_stages() {
  const Structure& structure = space_.structure_;
  if (structure.anchor && !place(sums_, static_cast<int64_t>(spots_.size()))) alone_.push_back(sums_);
  attach_reductions();
  for (size_t i = structure.placed.size(); i-- > 0;) {
    const int64_t where = value(space_.places_[i]);
    if (where == kInline) continue;
    if (where == kAlone || !place(structure.placed[i], where - 2)) alone_.push_back(structure.placed[i]);
  }
  for (size_t i = 0; i < copies_.size(); ++i) {
    if (!copies_[i].stage) continue;
    const int64_t where = value(space_.copies_[i]);
    if (where == kAlone || !place(copies_[i].stage, where - 2)) alone_.push_back(copies_[i].stage);
  }
}

// What the steps so far leave each loop to do.
void SpaceSteps::find_extents() {
  const Result<schedule::Schedule> normal = schedule::normalize(list_.schedule());
  if (!normal.ok()) return;
  const Result<schedule::Bounds> bounds = schedule::infer_bounds(*normal);
  if (!bounds.ok()) return;
  for (const auto& [axis, range] : bounds->ranges)
    if (const int64_t* known = tir::as_const_int(range.extent)) extents_[axis] = *known;
}

// Tiles that registers hold; around and in them the parts of the reduction.
void SpaceSteps::shape_sums() {
  const std::vector<AxisId> depth = list_.reduce_axes(sums_);
  std::vector<AxisId> around, inside, unrolled;
  AxisId vector;
  for (auto [axis, tile, is_vector] : sums_axes()) {
    int64_t left = extent(axis);
    if (tile < left && tile == 1) {
      around.push_back(axis);
      continue;
    }
    if (tile < left) {
      const auto [outer, inner] = list_.split(sums_, axis, tile);
      around.push_back(outer);
      axis = inner;
      left = tile;
    }
    if (!is_vector) {
      inside.push_back(axis);
      if (left > 1) unrolled.push_back(axis);
      unrolled_ *= left;
      continue;
    }
    if (left > space_.lanes_) {
      const auto [outer, inner] = list_.split(sums_, axis, space_.lanes_);
      inside.push_back(outer);
      unrolled.push_back(outer);
      unrolled_ *= (left + space_.lanes_ - 1) / space_.lanes_;
      axis = inner;
      left = space_.lanes_;
    }
    vector = left * kOneInMostVectors >= space_.lanes_ ? axis : AxisId();
    inside.push_back(axis);
  }
  // The vectors' loop is innermost, whichever axis it is of.
  if (vector) {
    std::erase(inside, vector);
    inside.push_back(vector);
  }
  std::vector<AxisId> parts, whole;
  for (const int r : space_.depth_orders_[static_cast<size_t>(value(space_.depth_order_))]) {
    AxisId axis = depth[static_cast<size_t>(r)];
    if (const int64_t part = value(space_.depths_[static_cast<size_t>(r)]); part > 0) {
      const auto [outer, inner] = list_.split(sums_, axis, part);
      parts.push_back(outer);
      axis = inner;
      extents_[inner] = part;
    }
    whole.push_back(axis);
  }
  const int64_t unroll = value(space_.unroll_);
  while (!whole.empty() && whole.size() > 1 && extent(whole.back()) == 1) {
    parts.push_back(whole.back());  // a loop of one iteration: anywhere
    whole.pop_back();
  }
  if (unroll == 1 && extent(whole.back()) <= kShortestUnrolled) {
    unrolled.push_back(whole.back());
    unrolled_ *= extent(whole.back());
  } else if (unroll > 1 && extent(whole.back()) > unroll) {
    const auto [outer, inner] = list_.split(sums_, whole.back(), unroll);
    whole.back() = outer;
    whole.push_back(inner);
    unrolled.push_back(inner);
    unrolled_ *= unroll;
  }
  std::vector<AxisId> order;
  const auto then = [&](const std::vector<AxisId>& axes) { order.insert(order.end(), axes.begin(), axes.end()); };
  if (value(space_.depth_outside_) == 1) {
    then(parts);
    then(around);
  } else {
    then(around);
    then(parts);
  }
  then(whole);
  then(inside);
  list_.reorder(sums_, order);
  for (const AxisId axis : unrolled) list_.mark(Primitive::Unroll, sums_, axis);
  if (vector) list_.mark(Primitive::Vectorize, sums_, vector);
}

void SpaceSteps::vectorize_innermost(StageId stage, int64_t vectors) {
  if (list_.refused()) return;
  const schedule::Stage& own = list_.schedule().stage(stage);
  if (own.leaf.empty() || static_cast<const te::ComputeNode&>(*own.op).is_reduction()) return;
  const AxisId axis = own.leaf.back();
  const int64_t width = vectors * space_.lanes_;
  if (own.attr(axis) && own.attr(axis)->iter_type != tir::IterType::DataPar) return;
  if (extent(axis) * kOneInMostVectors < space_.lanes_) return;
  list_.mark(Primitive::Vectorize, stage, extent(axis) <= width ? axis : list_.split(stage, axis, width).second);
}

void SpaceSteps::run_alone(StageId stage) {
  if (list_.refused()) return;
  std::vector<AxisId> outer;
  for (const AxisId axis : list_.schedule().stage(stage).leaf) {
    const schedule::Axis* found = list_.schedule().stage(stage).find_axis(axis);
    if (found->iter->type == tir::IterType::CommReduce) break;
    outer.push_back(axis);
  }
  vectorize_innermost(stage, 1);
  const auto& node = static_cast<const te::ComputeNode&>(*list_.schedule().stage(stage).op);
  if (!node.is_reduction() && outer.size() > 1) outer.pop_back();
  if (value(space_.parallel_) > 0 && outer.size() > 0 && list_.schedule().stage(stage).is_leaf(outer.front()) &&
      stage != sums_)
    list_.mark(Primitive::Parallel, stage, outer.front());
}

void SpaceSteps::shape_copies() {
  for (const Copy& copy : copies_)
    if (copy.stage && std::ranges::find(alone_, copy.stage) == alone_.end()) vectorize_innermost(copy.stage, 1);
}

void SpaceSteps::shape_reductions() {
  for (const StageId stage : partial_) {
    if (!stage || list_.refused()) continue;
    const std::vector<AxisId> data = list_.data_axes(stage), depth = list_.reduce_axes(stage);
    // The lanes come first: a new dimension before those of the result.
    AxisId lane = data.front();
    std::vector<AxisId> rows(data.begin() + 1, data.end()), order(depth);
    order.insert(order.end(), rows.begin(), rows.end());
    if (extent(lane) > space_.lanes_) {
      const auto [outer, inner] = list_.split(stage, lane, space_.lanes_);
      order.push_back(outer);
      list_.mark(Primitive::Unroll, stage, outer);
      lane = inner;
    }
    order.push_back(lane);
    list_.reorder(stage, order);
    for (const AxisId row : rows)
      if (extent(row) > 1 && extent(row) <= kShortestUnrolled) list_.mark(Primitive::Unroll, stage, row);
    list_.mark(Primitive::Vectorize, stage, lane);
  }
}

std::optional<std::vector<schedule::Step>> SpaceSteps::make() {
  const Structure& structure = space_.structure_;
  for (const StageId stage : structure.inlined) list_.compute_inline(stage);
  for (size_t i = 0; i < structure.placed.size(); ++i)
    if (value(space_.places_[i]) == kInline) list_.compute_inline(structure.placed[i]);
  if (structure.anchor)
    sums_ = structure.anchor->stage == structure.last ? list_.cache_write(structure.last, "local")
                                                      : structure.anchor->stage;
  lay_rows_out();
  factor_reductions();
  if (structure.anchor && !space_.as_rows(choice_)) copy_operands();
  tile_result();
  place_stages();
  if (list_.refused()) return std::nullopt;
  find_extents();
  if (structure.anchor) shape_sums();
  shape_copies();
  for (size_t i = 0; i < structure.placed.size(); ++i)
    if (value(space_.places_[i]) > kAlone && std::ranges::find(alone_, structure.placed[i]) == alone_.end())
      vectorize_innermost(structure.placed[i], 1);
  shape_reductions();
  vectorize_innermost(structure.last, value(space_.result_vectors_));
  for (const StageId stage : alone_)
    if (stage != sums_ && std::ranges::find(partial_, stage) == partial_.end()) run_alone(stage);
  for (const StageId stage : structure.roots) run_alone(stage);
  if (list_.refused() || unrolled_ > kMostUnrolled) return std::nullopt;
  return list_.take();
}

}  // namespace nw::tune
