// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "tune/space_steps.h"

namespace nw::tune {

namespace {

constexpr int64_t kLongestTile = 16;    // iterations of a data axis in registers, but of the vectors' axis
constexpr size_t kMostPermuted = 4;     // axes whose orders are all tried
constexpr int64_t kShortestDepth = 16;  // of a reduction that is worth splitting
constexpr uint64_t kMostRows = 8;       // of a tile, where they are one axis with their elements
constexpr int kMostPlaces = 4;          // loops of the result where a stage may be computed

std::string axis_name(const schedule::Schedule& s, StageId stage, size_t axis) {
  return s.stage(stage).find_axis(s.stage(stage).root[axis])->iter->var->name;
}

// Every number up to the longest tile, and what cuts the axis into equal parts.
std::vector<int64_t> tiles_of(int64_t extent) {
  std::set<int64_t> tiles;
  for (int64_t t = 1; t <= std::min(extent, kLongestTile); ++t) tiles.insert(t);
  for (int64_t t = 1; t <= std::min<int64_t>(extent, 2 * kLongestTile); ++t)
    if (extent % t == 0) tiles.insert(t);
  return {tiles.begin(), tiles.end()};
}

// Orders of the axes that have more than one iteration; the others come last.
std::vector<std::vector<int>> orders_of(const std::vector<int64_t>& extents) {
  std::vector<int> moved, fixed;
  for (size_t a = 0; a < extents.size(); ++a) (extents[a] > 1 ? moved : fixed).push_back(static_cast<int>(a));
  std::vector<std::vector<int>> orders;
  const auto keep = [&](std::vector<int> order) {
    order.insert(order.end(), fixed.begin(), fixed.end());
    orders.push_back(std::move(order));
  };
  if (moved.size() > kMostPermuted) {
    for (size_t i = 0; i < moved.size(); ++i) {
      keep(moved);
      std::ranges::rotate(moved, moved.begin() + 1);
    }
    return orders;
  }
  do keep(moved);
  while (std::ranges::next_permutation(moved).found);
  return orders;
}

std::vector<int64_t> counted(size_t count) {
  std::vector<int64_t> numbers(std::max<size_t>(count, 1));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

// 0 stands for the whole axis.
std::vector<int64_t> multiples_up_to(int64_t extent, std::initializer_list<int64_t> values) {
  if (extent <= 1) return {0};
  std::vector<int64_t> kept;
  for (const int64_t value : values)
    if (value < extent) kept.push_back(value);
  kept.push_back(0);
  return kept;
}

}  // namespace

int Space::add(std::string name, std::vector<int64_t> values) {
  knobs_.push_back({std::move(name), std::move(values)});
  return static_cast<int>(knobs_.size()) - 1;
}

std::optional<Space> Space::of(const schedule::Schedule& unscheduled, const TargetFacts& machine,
                               const SpaceOptions& options) {
  if (unscheduled.outputs().empty()) return std::nullopt;
  const int bytes = std::max(unscheduled.outputs().back()->output_dtype(0).bytes(), 1);
  const int64_t lanes = std::max<int64_t>(4, machine.vector_width() / std::min(bytes, 4));
  std::optional<Structure> structure = structure_of(unscheduled, lanes);
  if (!structure) return std::nullopt;
  Space space(unscheduled);
  space.structure_ = std::move(*structure);
  space.lanes_ = lanes;
  space.registers_ = machine.compute.vector_registers;
  space.add_result(!space.structure_.anchor);
  const size_t loops = space.orders_.front().size();
  space.parallel_ = space.add("loops in parallel", [&] {
    std::vector<int64_t> counts = counted(loops + 1);
    if (options.threads > 1) counts.erase(counts.begin());
    return counts;
  }());
  if (space.structure_.anchor) space.add_anchor(options);
  for (const StageId stage : space.structure_.placed)
    space.places_.push_back(
        space.add("place of " + unscheduled.stage(stage).name(), counted(2 + static_cast<size_t>(kMostPlaces))));
  for (const StageId stage : space.structure_.reductions) {
    int64_t depth = 1;
    const auto& node = static_cast<const te::ComputeNode&>(*unscheduled.stage(stage).op);
    for (const tir::IterVar& axis : node.reduce_axis) depth *= *tir::as_const_int(axis->dom.extent);
    std::vector<int64_t> partial = {0};
    for (const int64_t vectors : {1, 2, 3, 4, 6, 8})
      if (depth % (vectors * lanes) == 0 && depth >= 2 * vectors * lanes) partial.push_back(vectors);
    space.lanes_of_reductions_.push_back(
        space.add("partial sums of " + unscheduled.stage(stage).name(), std::move(partial)));
  }
  if (!space.structure_.reductions.empty())
    space.reductions_at_ = space.add("place of reductions", counted(kMostPlaces));
  return space;
}

void Space::add_result(bool by_rows) {
  const std::vector<int64_t>& extents = structure_.extents;
  for (size_t a = 0; a < extents.size(); ++a) {
    const std::string name = axis_name(start_, structure_.last, a);
    TiledAxis axis;
    // Without an anchor of the same shape the result has tiles of its own.
    const bool own = by_rows || !structure_.same_shape;
    if (own) axis.tile = add("tile of " + name, tiles_of(extents[a]));
    axis.multiple = add("tiles of " + name, multiples_up_to(extents[a], {1, 2, 3, 4, 6, 8, 12, 16, 32}));
    axis.block = add("block of " + name, multiples_up_to(extents[a], {1, 2, 4, 8, 16}));
    axes_.push_back(axis);
  }
  orders_ = orders_of(extents);
  order_ = add("order of blocks", counted(orders_.size()));
  inner_order_ = add("order in blocks", counted(orders_.size()));
  result_vectors_ = add("vectors of the result", {1, 2, 4, 8});
}

void Space::add_anchor(const SpaceOptions& options) {
  const Anchor& anchor = *structure_.anchor;
  std::vector<int64_t> vector_axes(anchor.vector_axes.begin(), anchor.vector_axes.end());
  vector_axis_ = add("axis of vectors", std::move(vector_axes));
  vectors_ = add("vectors of a tile",
                 registers_ >= 32 ? std::vector<int64_t>{1, 2, 3, 4, 6} : std::vector<int64_t>{1, 2, 3, 4});
  if (anchor.rows >= 0 && structure_.same_shape)
    rows_ = add("rows of " + axis_name(start_, anchor.stage, static_cast<size_t>(anchor.rows) + 1) + " as one axis",
                {0, 1});
  for (size_t a = 0; a < anchor.extents.size(); ++a)
    anchor_tiles_.push_back(add("registers along " + axis_name(start_, anchor.stage, a), tiles_of(anchor.extents[a])));
  for (size_t r = 0; r < anchor.depths.size(); ++r) {
    std::vector<int64_t> inner = {0};
    for (const int64_t part : {4, 8, 16, 32, 64, 128, 256, 512})
      if (anchor.depths[r] >= kShortestDepth && part < anchor.depths[r]) inner.push_back(part);
    depths_.push_back(add("part of " + axis_name(start_, anchor.stage, anchor.extents.size() + r), std::move(inner)));
  }
  depth_orders_ = orders_of(anchor.depths);
  depth_order_ = add("order of the reduction", counted(depth_orders_.size()));
  depth_outside_ = add("parts around tiles", {0, 1});
  unroll_ = add("unrolled reduction", {0, 1, 2, 4});
  attach_ = add("sums at", {0, 1});
  if (!options.layout) return;
  for (const Operand& operand : anchor.operands) {
    const bool can = operand.copied && std::ranges::any_of(anchor.vector_axes, [&](int a) {
                       return operand.by_axis[static_cast<size_t>(a)] != Neighbours::Same;
                     });
    std::vector<int64_t> places = counted(can ? 2 + static_cast<size_t>(kMostPlaces) : 1);
    copies_.push_back(add("copy of " + start_.stage(operand.stage).name(), std::move(places)));
  }
}

Space Space::of_knobs(std::vector<Knob> knobs, Rule rule) {
  Space space{schedule::Schedule()};
  space.knobs_ = std::move(knobs);
  space.rule_ = std::move(rule);
  return space;
}

double Space::size() const {
  double size = 1;
  for (const Knob& knob : knobs_) size *= static_cast<double>(knob.values.size());
  return size;
}

bool Space::as_rows(const Choice& choice) const {
  return rows_ >= 0 && value(choice, rows_) == 1 && value(choice, vector_axis_) == structure_.anchor->rows + 1;
}

void Space::set_nearest(Choice& choice, int knob, int64_t value) const {
  const std::vector<int64_t>& values = knobs_[static_cast<size_t>(knob)].values;
  size_t best = 0;
  for (size_t i = 1; i < values.size(); ++i)
    if (std::abs(values[i] - value) < std::abs(values[best] - value)) best = i;
  choice[static_cast<size_t>(knob)] = static_cast<uint16_t>(best);
}

// As many vectors as registers hold beside an operand's row and a broadcast: random tiles rarely do.
void Space::choose_tile(Choice& choice, std::mt19937_64& random) const {
  const Anchor& anchor = *structure_.anchor;
  const int64_t vectors = value(choice, vectors_);
  int64_t rows = std::max<int64_t>(1, (registers_ - 1 - vectors) / vectors);
  std::vector<size_t> axes;
  for (size_t a = 0; a < anchor.extents.size(); ++a) {
    set_nearest(choice, anchor_tiles_[a], 1);
    if (as_rows(choice) && static_cast<int>(a) == anchor.rows)
      // They are part of the vectors' axis, and only say how many a block has.
      set_nearest(choice, anchor_tiles_[a], 1 + static_cast<int64_t>(random() % kMostRows));
    else if (anchor.extents[a] > 1 && static_cast<int64_t>(a) != value(choice, vector_axis_))
      axes.push_back(a);
  }
  std::ranges::shuffle(axes, random);
  if (axes.size() > 2) axes.resize(2);
  if (axes.size() == 2 && random() % 2) axes.pop_back();
  for (const size_t a : axes) {
    const int64_t most = std::min(rows, anchor.extents[a]), least = axes.size() == 1 ? (most + 1) / 2 : 1;
    const int64_t tile = least + static_cast<int64_t>(random() % static_cast<uint64_t>(most - least + 1));
    set_nearest(choice, anchor_tiles_[a], tile);
    rows = std::max<int64_t>(1, rows / tile);
  }
}

Choice Space::random(std::mt19937_64& random) const {
  Choice choice;
  for (const Knob& knob : knobs_) choice.push_back(static_cast<uint16_t>(random() % knob.values.size()));
  const auto rarely = [&](int knob) {  // of what most kernels do without
    if (knob >= 0 && random() % 3 != 0) choice[static_cast<size_t>(knob)] = 0;
  };
  for (const int depth : depths_) rarely(depth);
  rarely(unroll_);
  if (structure_.anchor) choose_tile(choice, random);
  return choice;
}

Choice Space::mutated(const Choice& choice, std::mt19937_64& random) const {
  Choice changed = choice;
  std::vector<size_t> open;
  for (size_t k = 0; k < knobs_.size(); ++k)
    if (knobs_[k].values.size() > 1) open.push_back(k);
  if (open.empty()) return changed;
  const size_t k = open[random() % open.size()];
  const size_t count = knobs_[k].values.size();
  if (count > 2 && random() % 2) {
    const size_t step = random() % 2 ? 1 : count - 1;
    changed[k] = static_cast<uint16_t>((changed[k] + step) % count);
  } else {
    changed[k] = static_cast<uint16_t>((changed[k] + 1 + random() % (count - 1)) % count);
  }
  const int knob = static_cast<int>(k);
  if (structure_.anchor && (knob == vectors_ || knob == vector_axis_ || knob == rows_)) choose_tile(changed, random);
  return changed;
}

Choice Space::crossed(const Choice& a, const Choice& b, std::mt19937_64& random) const {
  Choice child = a;
  for (size_t k = 0; k < child.size(); ++k)
    if (random() % 2) child[k] = b[k];
  return child;
}

std::optional<std::vector<schedule::Step>> Space::steps(const Choice& choice) const {
  return rule_ ? rule_(choice) : SpaceSteps(*this, choice).make();
}

}  // namespace nw::tune
