// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products. With packed panels, or a second matrix whose rows are read as they lie: tiles of a few rows by some
// vectors of columns, accumulated in registers. Else, with one or few rows: partial sums in the lanes of a vector,
// combined at the end (rfactor).
#include <algorithm>
#include <optional>
#include <utility>

#include "op/schedule/builder.h"
#include "tir/visit.h"

namespace nw::op {

namespace {

// Of partial sums: fewer lanes, or too few vectors of them, cost more to combine than they save.
constexpr int64_t kFewestLanes = 4, kFewestVectors = 8;

constexpr int64_t kMostVectors = 4;  // of columns in a tile

// A tile of the result that is accumulated in registers, and the parallel axis.
struct Tile {
  int64_t rows = 1, columns = 1;  // columns: whole vectors, at most a panel
  bool batches_in_parallel = false;
};

// As many columns as leave registers for the panel's row and for about six rows; fewer if there would be too few tiles
// in a row for all cores. Rows: as many as then fit, evenly distributed.
Tile tile_of(const te::ComputeNode& node, int64_t panel, const ScheduleBuilder& steps) {
  const auto rows = extent_of(node.axis[node.axis.size() - 2]);
  const int64_t n = extent_of(node.axis.back()).value_or(panel);
  int64_t batches = 1;
  for (size_t i = 0; i + 2 < node.axis.size(); ++i) batches *= extent_of(node.axis[i]).value_or(1);
  Tile tile;
  tile.batches_in_parallel = batches >= steps.cores();
  int64_t vectors = steps.registers() >= 32 ? kMostVectors : 2;
  while (vectors > 1 &&
         (vectors * steps.lanes() > panel ||
          (!tile.batches_in_parallel && batches * ((n - 1) / (vectors * steps.lanes()) + 1) < steps.cores())))
    vectors /= 2;
  tile.columns = vectors * steps.lanes();
  const int64_t most = std::min<int64_t>(14, (steps.registers() - 2 * vectors) / vectors);
  if (!rows) {
    tile.rows = most;
    return tile;
  }
  const int64_t tiles = std::max<int64_t>(1, (*rows + most - 1) / most);  // a product may have no rows
  tile.rows = (*rows + tiles - 1) / tiles;
  return tile;
}

// Columns in `panel` that lie side by side in the second matrix: of its panels, or of its rows.
void in_tiles(const Group& group, const te::Operation& product, int64_t panel, ScheduleBuilder& steps) {
  const te::ComputeNode& node = compute(product);
  const StageId last = steps.stage(group.last);
  const te::Operation pack = group.tagged("pack");
  const Tile tile = tile_of(node, panel, steps);
  // The sums have their own buffer, so that they stay in registers.
  const StageId sums = product == group.last ? steps.cache_write(last, "local") : steps.stage(product);
  std::vector<AxisId> axes = steps.axes(last);
  const AxisId i = axes[axes.size() - 2], j = axes[axes.size() - 1];
  const auto [jo, ji] = steps.split(last, j, tile.columns);
  const auto [io, ii] = steps.split(last, i, tile.rows);
  std::vector<AxisId> outer(axes.begin(), axes.end() - 2), order = outer;
  order.insert(order.end(), {jo, io, ii, ji});
  steps.reorder(last, order);
  steps.vectorize(last, ji);
  if (outer.empty() || !tile.batches_in_parallel) outer.push_back(jo);
  const AxisId shared = steps.fuse(last, outer);
  steps.parallel(last, shared);
  steps.compute_at(sums, last, io);
  const auto data = steps.axes(sums);
  const auto k = steps.reduce_axes(sums);
  steps.reorder(sums, {k[0], data[data.size() - 2], data[data.size() - 1]});
  steps.unroll(sums, data[data.size() - 2]);
  steps.vectorize(sums, data[data.size() - 1]);
  if (!pack) return;
  // Data packed in one iteration of the parallel loop is read in that iteration only, unless all batches share it or a
  // panel is several tiles wide.
  const bool own = compute(pack).axis.size() == node.axis.size() + 1;
  const bool batched = node.axis.size() > 2;
  if ((!batched || (own && extent_of(compute(pack).axis[0]) == extent_of(node.axis[0]))) &&
      (tile.batches_in_parallel || tile.columns == panel))
    schedule_at(pack, last, shared, steps);
  else
    schedule_root(pack, steps);
}

// Whether neighbouring columns of the result are computed from neighbouring elements.
bool reads_rows(const te::ComputeNode& product) {
  bool found = false;
  for (const tir::Expr& body : product.body)
    tir::walk(body, [&](const tir::Expr& e) {
      if (const auto* load = tir::node_cast<tir::ProducerLoadNode>(e))
        found = found || load->indices.back().same_as(product.axis.back()->var);
      return !found;
    });
  return found;
}

void schedule_partial_sums(const Group& group, const te::Operation& product, ScheduleBuilder& steps) {
  const te::ComputeNode& node = compute(product);
  const auto depth = extent_of(node.reduce_axis[0]);
  const StageId last = steps.stage(group.last);
  StageId partial;
  int64_t lanes = steps.lanes();
  while (depth && lanes > kFewestLanes && (*depth % lanes != 0 || *depth < kFewestVectors * lanes)) lanes /= 2;
  if (depth && *depth % lanes == 0) {
    const auto k = steps.reduce_axes(steps.stage(product));
    const auto [ko, ki] = steps.split(steps.stage(product), k[0], lanes);
    partial = steps.rfactor(steps.stage(product), ki);
  }
  std::vector<AxisId> axes = steps.axes(last);
  const AxisId inner = axes.back();
  if (partial) {
    steps.compute_at(partial, last, inner);
    steps.vectorize(partial, steps.axes(partial).front());
  }
  if (product != group.last) steps.compute_at(steps.stage(product), last, inner);
  axes.pop_back();
  const auto columns = extent_of(compute(group.last).axis.back());
  if (axes.empty() || (columns && *columns >= 64)) {
    // Few rows, many columns: the columns run in parallel, in chunks.
    const auto chunk = divisor(columns.value_or(1), 64);
    if (chunk > 1) axes.push_back(steps.split(last, inner, chunk).first);
  }
  if (!axes.empty()) steps.parallel(last, steps.fuse(last, axes));
}

// The operands of a sum of products along one axis, without their conversions; nothing: it is none.
std::optional<std::pair<const tir::ProducerLoadNode*, const tir::ProducerLoadNode*>> operands_of(
    const te::ComputeNode& op) {
  const auto* sum = op.body.size() == 1 ? tir::node_cast<tir::ReduceNode>(op.body.front()) : nullptr;
  if (!sum || op.reduce_axis.size() != 1 || sum->source.size() != 1 || !sum->init.empty()) return std::nullopt;
  const auto* product = tir::node_cast<tir::BinaryNode>(sum->source.front());
  if (!product || product->kind != tir::ExprKind::Mul) return std::nullopt;
  const auto load = [](const tir::Expr& e) {
    const auto* cast = tir::node_cast<tir::CastNode>(e);
    return tir::node_cast<tir::ProducerLoadNode>(cast ? cast->value : e);
  };
  const auto *a = load(product->a), *b = load(product->b);
  return a && b ? std::optional(std::pair(a, b)) : std::nullopt;
}

bool uses(const tir::ProducerLoadNode& load, const tir::IterVar& axis) {
  return std::ranges::any_of(load.indices, [&](const tir::Expr& index) {
    bool found = false;
    tir::walk(index, [&](const tir::Expr& e) {
      found = found || e.same_as(axis->var);
      return !found;
    });
    return found;
  });
}

// A product as a person writes it, without a tag: rows of one operand by columns of the other.
te::Operation written_product(const Group& group) {
  for (const te::Operation& op : group.operations) {
    const te::ComputeNode& node = compute(op);
    if (!node.tag.empty() || node.axis.size() < 2) continue;
    const auto operands = operands_of(node);
    if (!operands) continue;
    const auto& [a, b] = *operands;
    const tir::IterVar &row = node.axis[node.axis.size() - 2], &column = node.axis.back();
    const bool rows_of_a = uses(*a, row) && !uses(*a, column) && uses(*b, column) && !uses(*b, row);
    const bool rows_of_b = uses(*b, row) && !uses(*b, column) && uses(*a, column) && !uses(*a, row);
    if (rows_of_a || rows_of_b) return op;
  }
  return nullptr;
}

}  // namespace

void schedule_product_in_tiles(const Group& group, ScheduleBuilder& steps) {
  const te::Tensor panel = packed_operand(group.last);
  const int64_t* width = panel ? tir::as_const_int(panel->shape.back()) : nullptr;
  in_tiles(group, group.last, width ? *width : steps.lanes(), steps);
}

bool schedule_matmul(const Group& group, ScheduleBuilder& steps) {
  te::Operation product = group.tagged("matmul_packed");
  const bool panels = product != nullptr;
  if (!product) product = group.tagged("matmul");
  if (!product) product = written_product(group);
  if (!product || !same_shape(product, group.last)) return false;
  inline_injective(group, steps);
  schedule_byte_stages(group, steps);
  if (panels) {
    const te::Tensor panel = packed_operand(product);
    const int64_t* width = panel ? tir::as_const_int(panel->shape.back()) : nullptr;
    in_tiles(group, product, width ? *width : steps.lanes(), steps);
  } else if (reads_rows(compute(product))) {
    in_tiles(group, product, kMostVectors * steps.lanes(), steps);
  } else {
    schedule_partial_sums(group, product, steps);
  }
  return true;
}

}  // namespace nw::op
