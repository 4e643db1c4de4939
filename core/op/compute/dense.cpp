// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products: dense (weight [N, K]), matmul, batch_matmul. With several rows the second matrix is packed in
// panels of up to 64 columns, [N/64, K, 64], so that a row of the result is computed as vectors; a single row reads
// each weight once, and packing would cost more than it saves.
#include "op/compute/tools.h"

namespace nw::op {

namespace {

constexpr int64_t kFewRows = 4;

// Four of the widest vectors, or fewer if the product has fewer columns.
int64_t panel_width(int64_t columns) {
  return columns > 32 ? 64 : columns > 16 ? 32 : 16;
}

struct Product {
  Tensor a, b;
  bool transpose_a, transpose_b;
  bool batched;
};

std::vector<Expr> at(bool batched, const Expr& batch, Expr row, Expr column, bool transpose) {
  if (transpose) std::swap(row, column);
  return batched ? std::vector<Expr>{batch, row, column} : std::vector<Expr>{row, column};
}

// A batch of one is shared by all (numpy's broadcasting of the batch).
Expr batch_of(const Tensor& t, const Expr& batch) {
  return tir::is_one(t->shape[0]) ? tir::int_imm(0) : batch;
}

Tensor packed_panels(const ComputeContext& c, const Product& p, const Expr& columns, const Expr& depth) {
  const int64_t* n = tir::as_const_int(columns);
  const int64_t width = n ? panel_width(*n) : 64;
  const Expr panels = n ? tir::int_imm((*n + width - 1) / width)
                        : tir::floordiv(columns + tir::int_imm(width - 1), tir::int_imm(width));
  std::vector<Expr> shape{panels, depth, tir::int_imm(width)};
  std::vector<std::string> names{"jo", "k", "ji"};
  if (p.batched) {
    shape.insert(shape.begin(), p.b->shape[0]);
    names.insert(names.begin(), "b");
  }
  return te::compute(
      shape,
      [&](const std::vector<Var>& v) {
        const size_t first = p.batched ? 1 : 0;
        const Expr column = Expr(v[first]) * tir::int_imm(width) + v[first + 2];
        Expr value =
            te::read(p.b, at(p.batched, p.batched ? Expr(v[0]) : nullptr, v[first + 1], column, p.transpose_b));
        const DType type = p.b->dtype.is_float() ? sum_type(p.b->dtype) : p.b->dtype;
        value = tir::cast(type, value);
        if (n && *n % width == 0) return value;
        return tir::if_then_else(tir::lt(column, columns), value, tir::constant(type, 0));
      },
      c.name + "_pack", names, "pack");
}

Tensor multiply(const ComputeContext& c, const Product& p) {
  const std::vector<Expr> out = extents(c.out_type);
  const size_t first = p.batched ? 1 : 0;
  const Expr depth_of_a = p.transpose_a ? p.a->shape[first] : p.a->shape[first + 1];
  const Expr depth_of_b = p.transpose_b ? p.b->shape[first + 1] : p.b->shape[first];
  const Expr depth = tir::as_const_int(depth_of_b) ? depth_of_b : depth_of_a;  // a weight's, where only a run tells a's
  const Expr columns = p.transpose_b ? p.b->shape[first] : p.b->shape[first + 1];
  const int64_t* rows = tir::as_const_int(out[first]);
  const bool many_rows = !rows || *rows >= kFewRows;  // those that only the run tells may be many
  const bool pack = !c.plain && (many_rows || (c.packed_before.size() > 1 && c.packed_before[1]));
  const Tensor panels = pack ? packed_panels(c, p, columns, depth) : nullptr;
  const tir::IterVar k = te::reduce_axis({tir::int_imm(0), depth}, "k");
  const DType sums = sum_type(c.out_type.dtype);
  const std::string name = sums == c.out_type.dtype ? c.name : c.name + "_sums";
  const std::vector<std::string> names =
      p.batched ? std::vector<std::string>{"b", "i", "j"} : std::vector<std::string>{"i", "j"};
  const Tensor product = te::compute(
      out,
      [&](const std::vector<Var>& v) {
        const Expr batch = p.batched ? Expr(v[0]) : nullptr;
        const Expr left =
            te::read(p.a, at(p.batched, p.batched ? batch_of(p.a, batch) : nullptr, v[first], k->var, p.transpose_a));
        Expr right;
        if (pack) {
          const Expr width = panels->shape.back();
          std::vector<Expr> index{tir::floordiv(v[first + 1], width), k->var, tir::floormod(v[first + 1], width)};
          if (p.batched) index.insert(index.begin(), batch_of(p.b, batch));
          right = te::read(panels, std::move(index));
        } else {
          right = te::read(
              p.b, at(p.batched, p.batched ? batch_of(p.b, batch) : nullptr, k->var, v[first + 1], p.transpose_b));
        }
        return te::sum(tir::cast(sums, left) * tir::cast(sums, right), {k});
      },
      name, names, pack ? "matmul_packed" : "matmul");
  return converted(product, c.out_type.dtype, c.name, "elemwise");
}

}  // namespace

void add_dense_compute(Registry& registry) {
  set_compute(registry, "nn.dense", [](const ComputeContext& c) -> Result<std::vector<Tensor>> {
    if (c.args[0]->shape.size() != 2) return no_compute(c, "only two-dimensional data has a computation");
    return std::vector{multiply(c, {c.args[0], c.args[1], false, true, false})};
  });
  set_compute(registry, "nn.matmul", [](const ComputeContext& c) -> Result<std::vector<Tensor>> {
    if (c.args[0]->shape.size() != 2) return no_compute(c, "only two-dimensional data has a computation");
    return std::vector{multiply(c, {c.args[0], c.args[1], graph::bool_attr(c.node.attrs, "transpose_a", false),
                                    graph::bool_attr(c.node.attrs, "transpose_b", false), false})};
  });
  set_compute(registry, "nn.batch_matmul", one([](const ComputeContext& c) {
                return multiply(c, {c.args[0], c.args[1], graph::bool_attr(c.node.attrs, "transpose_a", false),
                                    graph::bool_attr(c.node.attrs, "transpose_b", true), true});
              }));
}

}  // namespace nw::op
