// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products. With packed panels: tiles of a few rows by one panel, summed in registers. With a single row (or
// few): each sum in as many lanes as a vector has, added up at the end (rfactor).
#include <algorithm>

#include "op/schedule/steps.h"

namespace nw::op {

namespace {

constexpr int64_t kPanel = 16;

// Rows of a tile: between 8 and 14, with the least waste; more rows first.
int64_t tile_rows(int64_t rows) {
  if (rows <= 14) return rows;
  int64_t best = 14, waste = rows;
  for (int64_t r = 14; r >= 8; --r) {
    const int64_t w = (rows + r - 1) / r * r - rows;
    if (w < waste) best = r, waste = w;
  }
  return best;
}

void packed(const Group& group, const te::Operation& product, Steps& steps) {
  const te::ComputeNode& node = compute(product);
  const std::string& last = group.last->name;
  // The sums live apart from the result, so that they stay in registers.
  const std::string sums = product == group.last ? steps.cache_write(product->name, "local") : product->name;
  std::vector<std::string> axes = steps.axes(last, compute(group.last));
  const std::string i = axes[axes.size() - 2], j = axes[axes.size() - 1];
  const auto [jo, ji] = steps.split(last, j, kPanel);
  const int64_t rows = extent_of(node.axis[node.axis.size() - 2]).value_or(8);
  const auto [io, ii] = steps.split(last, i, tile_rows(rows));
  std::vector<std::string> order(axes.begin(), axes.end() - 2);
  order.insert(order.end(), {jo, io, ii, ji});
  steps.reorder(last, order);
  steps.vectorize(last, ji);
  std::vector<std::string> outer(axes.begin(), axes.end() - 2);
  outer.push_back(jo);
  steps.parallel(last, steps.fuse(last, outer));
  steps.compute_at(sums, last, io);
  const auto data = steps.axes(sums, node);
  const auto k = steps.reduce_axes(sums, node);
  steps.reorder(sums, {k[0], data[data.size() - 2], data[data.size() - 1]});
  steps.unroll(sums, data[data.size() - 2]);
  steps.vectorize(sums, data[data.size() - 1]);
  if (const te::Operation pack = group.tagged("pack")) schedule_root(pack, steps);
}

void by_lanes(const Group& group, const te::Operation& product, Steps& steps) {
  const te::ComputeNode& node = compute(product);
  const auto depth = extent_of(node.reduce_axis[0]);
  const std::string& last = group.last->name;
  std::string partial;
  if (depth && *depth % steps.lanes() == 0) {
    const auto k = steps.reduce_axes(product->name, node);
    const auto [ko, ki] = steps.split(product->name, k[0], steps.lanes());
    partial = steps.rfactor(product->name, ki);
  }
  std::vector<std::string> axes = steps.axes(last, compute(group.last));
  const std::string inner = axes.back();
  if (!partial.empty()) steps.compute_at(partial, last, inner);
  if (product != group.last) steps.compute_at(product->name, last, inner);
  axes.pop_back();
  const auto columns = extent_of(compute(group.last).axis.back());
  if (axes.empty() || (columns && *columns >= 64)) {
    // Few rows, many columns: the columns run in parallel, in chunks.
    const auto chunk = divisor(columns.value_or(1), 64);
    if (chunk > 1) axes.push_back(steps.split(last, inner, chunk).first);
  }
  if (!axes.empty()) steps.parallel(last, steps.fuse(last, axes));
}

}  // namespace

bool schedule_matmul(const Group& group, Steps& steps) {
  te::Operation product = group.tagged("matmul_packed");
  const bool panels = product != nullptr;
  if (!product) product = group.tagged("matmul");
  if (!product || !same_shape(product, group.last)) return false;
  inline_injective(group, steps);
  if (panels)
    packed(group, product, steps);
  else
    by_lanes(group, product, steps);
  return true;
}

}  // namespace nw::op
