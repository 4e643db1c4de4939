// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/compute/products_of_bytes.h"

#include "op/compute/bytes.h"

namespace nw::op {

namespace {

// Four of the widest vectors, or fewer if the product has fewer columns.
int64_t panel_width(const Expr& columns) {
  const int64_t* n = tir::as_const_int(columns);
  return !n || *n > 32 ? 64 : *n > 16 ? 32 : 16;
}

struct ByteProduct {
  const ComputeContext& c;
  bool transpose_b, batched;
  ZeroPoint a_zero, b_zero;
  Expr rows, columns, depth;

  // The batch is one of all, or shared by them.
  static std::vector<Expr> batch_of(const Tensor& t, const std::vector<Expr>& batch) {
    if (batch.empty()) return {};
    return {tir::is_one(t->shape[0]) ? number(0) : batch[0]};
  }
  Expr a(const std::vector<Expr>& batch, const Expr& row, const Expr& k) const {
    std::vector<Expr> at = batch_of(c.args[0], batch);
    at.insert(at.end(), {row, k});
    return te::read(c.args[0], std::move(at));
  }
  Expr b(const std::vector<Expr>& batch, const Expr& k, const Expr& column) const {
    std::vector<Expr> at = batch_of(c.args[1], batch);
    at.insert(at.end(), {transpose_b ? column : k, transpose_b ? k : column});
    return te::read(c.args[1], std::move(at));
  }
};

// A stage over an argument's own batches; the body gets their index, if there are any, and the other axes.
using Body = std::function<Expr(const std::vector<Expr>& batch, const Var* v)>;
Tensor stage(const ByteProduct& p, size_t argument, std::vector<Expr> shape, const std::string& name,
             std::vector<std::string> axes, const char* tag, const Body& body) {
  if (p.batched) {
    shape.insert(shape.begin(), p.c.args[argument]->shape[0]);
    axes.insert(axes.begin(), "b");
  }
  return te::compute(
      shape,
      [&](const std::vector<Var>& v) { return p.batched ? body({Expr(v[0])}, v.data() + 1) : body({}, v.data()); },
      p.c.name + name, axes, tag);
}

Tensor packed_rows(const ByteProduct& p) {
  return stage(p, 0, {p.rows, quarter(p.depth)}, "_data", {"i", "k"}, "pack_data",
               [&](const std::vector<Expr>& batch, const Var* v) {
                 return packed_data(v[1], p.depth, [&](const Expr& k) { return p.a(batch, v[0], k); });
               });
}

Tensor packed_panels(const ByteProduct& p) {
  const Expr width = number(panel_width(p.columns));
  return stage(p, 1, {tir::floordiv(p.columns + width - number(1), width), quarter(p.depth), width}, "_pack",
               {"jo", "k", "ji"}, "pack", [&](const std::vector<Expr>& batch, const Var* v) {
                 const Expr column = Expr(v[0]) * width + v[2];
                 const Expr value = packed_weight(v[1], p.depth, [&](const Expr& k) { return p.b(batch, k, column); });
                 const int64_t* n = tir::as_const_int(p.columns);
                 if (n && *n % panel_width(p.columns) == 0) return value;
                 return tir::if_then_else(tir::lt(column, p.columns), value, number(0));
               });
}

Tensor row_sums(const ByteProduct& p) {
  const tir::IterVar k = te::reduce_axis({number(0), p.depth}, "k");
  return stage(p, 0, {p.rows}, "_row_sums", {"i"}, "pack_sums", [&](const std::vector<Expr>& batch, const Var* v) {
    return te::sum(unsigned_byte(p.a(batch, v[0], k->var)), {k});
  });
}

Tensor column_sums(const ByteProduct& p) {
  const tir::IterVar k = te::reduce_axis({number(0), p.depth}, "k");
  return stage(p, 1, {p.columns}, "_column_sums", {"j"}, "pack_sums",
               [&](const std::vector<Expr>& batch, const Var* v) {
                 return te::sum(signed_byte(p.b(batch, k->var, v[0])), {k});
               });
}

std::vector<Expr> with_batch(const Tensor& t, const std::vector<Expr>& batch, std::vector<Expr> own) {
  const std::vector<Expr> first = ByteProduct::batch_of(t, batch);
  own.insert(own.begin(), first.begin(), first.end());
  return own;
}

Tensor sums_of(const ByteProduct& p) {
  const Tensor rows = packed_rows(p), panels = packed_panels(p);
  const Expr width = panels->shape.back();
  const tir::IterVar k = te::reduce_axis({number(0), quarter(p.depth)}, "k");
  return te::compute(
      extents(p.c.out_type),
      [&](const std::vector<Var>& v) {
        const std::vector<Expr> batch = p.batched ? std::vector<Expr>{v[0]} : std::vector<Expr>();
        const Expr i = v[v.size() - 2], j = v.back();
        const Expr column =
            te::read(panels, with_batch(panels, batch, {tir::floordiv(j, width), k->var, tir::floormod(j, width)}));
        return te::sum(byte_product(te::read(rows, with_batch(rows, batch, {i, k->var})), column), {k});
      },
      p.c.name + "_sums", p.batched ? std::vector<std::string>{"b", "i", "j"} : std::vector<std::string>{"i", "j"},
      "matmul_packed");
}

}  // namespace

Tensor product_of_bytes(const ComputeContext& c, bool transpose_b) {
  const bool batched = c.args[0]->shape.size() == 3;
  const size_t first = batched ? 1 : 0;
  const std::vector<Expr> out = extents(c.out_type);
  const Tensor& b = c.args[1];
  const ByteProduct p{c,
                      transpose_b,
                      batched,
                      ZeroPoint::of_data(c.args[2], c.args[0]->dtype),
                      ZeroPoint::of_weight(c.args[3], b->dtype),
                      out[first],
                      out[first + 1],
                      b->shape[transpose_b ? first + 1 : first]};
  const Tensor sums = sums_of(p);
  const Tensor columns = p.a_zero.is_zero() ? nullptr : column_sums(p),
               rows = p.b_zero.is_zero() ? nullptr : row_sums(p);
  return map(
      c,
      [&](const std::vector<Var>& v) {
        const std::vector<Expr> batch = batched ? std::vector<Expr>{v[0]} : std::vector<Expr>();
        const Expr i = v[v.size() - 2], j = v.back(), a_zero = p.a_zero.at(number(0)), b_zero = p.b_zero.at(j);
        Expr value = te::read(sums, as_indices(v));
        if (columns) value = value - a_zero * te::read(columns, with_batch(columns, batch, {j}));
        if (rows) value = value - b_zero * te::read(rows, with_batch(rows, batch, {i}));
        if (rows && columns) value = value + a_zero * b_zero * p.depth;
        return value;
      },
      "elemwise");
}

}  // namespace nw::op
