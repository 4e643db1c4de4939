// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/index_map.h"

#include <algorithm>

#include "tir/visit.h"

namespace nw::schedule {

namespace {

using tir::ExprKind;

// Some digits of a variable: (var // scale) % extent, standing in the result index `index` at `weight`.
struct Digits {
  size_t var = 0;
  int64_t scale = 1;
  Expr extent;
  size_t index = 0;
  int64_t weight = 1;
};

int64_t constant_of(const Expr& e) {
  const int64_t* value = tir::as_const_int(e);
  return value ? *value : 0;  // 0: not a constant
}

class Parser {
 public:
  Parser(const std::vector<tir::Var>& vars, const std::vector<Expr>& extents) : vars_(vars), extents_(extents) {}

  bool sum(const Expr& e, size_t index, int64_t weight, std::vector<Digits>& out) {
    const auto* b = tir::node_cast<tir::BinaryNode>(e);
    if (b && e->kind == ExprKind::Add) return sum(b->a, index, weight, out) && sum(b->b, index, weight, out);
    if (b && e->kind == ExprKind::Mul) {
      if (const int64_t c = constant_of(b->b); c > 0) return sum(b->a, index, weight * c, out);
      if (const int64_t c = constant_of(b->a); c > 0) return sum(b->b, index, weight * c, out);
      return false;
    }
    Digits d;
    if (!digits(e, d)) return tir::is_zero(e);
    d.index = index;
    d.weight = weight;
    out.push_back(std::move(d));
    return true;
  }

 private:
  bool digits(const Expr& e, Digits& d) {
    if (const auto* v = tir::node_cast<tir::VarNode>(e)) {
      const auto at = std::find_if(vars_.begin(), vars_.end(), [&](const tir::Var& x) { return x.get() == v; });
      d.var = static_cast<size_t>(at - vars_.begin());
      d.extent = at == vars_.end() ? Expr() : extents_[d.var];
      return at != vars_.end();
    }
    const auto* b = tir::node_cast<tir::BinaryNode>(e);
    const bool divides = b && (e->kind == ExprKind::FloorDiv || e->kind == ExprKind::Div);
    const bool remains = b && (e->kind == ExprKind::FloorMod || e->kind == ExprKind::Mod);
    const int64_t c = b ? constant_of(b->b) : 0;
    if ((!divides && !remains) || c < 1 || !digits(b->a, d)) return false;
    const int64_t known = constant_of(d.extent);
    if (divides) {
      d.scale *= c;
      d.extent = known
                     ? tir::int_imm((known + c - 1) / c, d.extent->dtype)
                     : tir::floordiv(d.extent + tir::int_imm(c - 1, d.extent->dtype), tir::int_imm(c, d.extent->dtype));
    } else if (!known || known > c) {
      d.extent = tir::int_imm(c, d.extent->dtype);
    }
    return true;
  }

  const std::vector<tir::Var>& vars_;
  const std::vector<Expr>& extents_;
};

// The digits of one index, from the lowest weight up, must follow on each other without gap or overlap.
bool is_positional(std::vector<Digits*>& parts) {
  std::sort(parts.begin(), parts.end(), [](const Digits* a, const Digits* b) { return a->weight < b->weight; });
  int64_t weight = 1;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i]->weight != weight) return false;
    const int64_t extent = constant_of(parts[i]->extent);
    if (i + 1 < parts.size() && !extent) return false;
    weight *= extent;
  }
  return true;
}

}  // namespace

std::optional<InverseMap> invert(const std::vector<tir::Var>& vars, const std::vector<Expr>& extents,
                                 const std::vector<Expr>& indices) {
  InverseMap map;
  std::vector<Digits> all;
  Parser parser(vars, extents);
  for (size_t i = 0; i < indices.size(); ++i)
    if (!parser.sum(indices[i], i, 1, all)) return std::nullopt;
  for (size_t i = 0; i < indices.size(); ++i) {
    std::vector<Digits*> parts;
    for (Digits& d : all)
      if (d.index == i) parts.push_back(&d);
    if (!is_positional(parts)) return std::nullopt;
    map.vars.push_back(tir::make_var("axis" + std::to_string(i), indices[i]->dtype));
    Expr extent = tir::int_imm(1, indices[i]->dtype);
    if (!parts.empty()) extent = parts.back()->extent * tir::int_imm(parts.back()->weight, indices[i]->dtype);
    map.extents.push_back(extent);
  }
  for (size_t v = 0; v < vars.size(); ++v) {
    std::vector<const Digits*> parts;
    for (const Digits& d : all)
      if (d.var == v) parts.push_back(&d);
    std::sort(parts.begin(), parts.end(), [](const Digits* a, const Digits* b) { return a->scale < b->scale; });
    Expr value = tir::int_imm(0, vars[v]->dtype);
    int64_t scale = 1;
    Expr covered;
    for (const Digits* d : parts) {
      if (d->scale != scale) return std::nullopt;
      Expr digit = map.vars[d->index];
      if (d->weight != 1) digit = tir::floordiv(digit, tir::int_imm(d->weight, digit->dtype));
      const bool top = std::none_of(all.begin(), all.end(),
                                    [&](const Digits& o) { return o.index == d->index && o.weight > d->weight; });
      if (!top) digit = tir::floormod(digit, d->extent);
      value = value + digit * tir::int_imm(scale, digit->dtype);
      covered = d->extent * tir::int_imm(scale, digit->dtype);
      const int64_t extent = constant_of(d->extent);
      if (!extent && d != parts.back()) return std::nullopt;
      scale *= extent;
    }
    const int64_t whole = constant_of(extents[v]), reached = covered ? constant_of(covered) : 1;
    if (whole && reached && reached < whole) return std::nullopt;
    const bool fits =
        parts.empty() ? whole == 1 : tir::structural_equal(covered, extents[v]) || (whole && reached == whole);
    map.padded = map.padded || !fits;
    if (parts.empty() && whole != 1) return std::nullopt;
    map.values.push_back(value);
  }
  return map;
}

}  // namespace nw::schedule
