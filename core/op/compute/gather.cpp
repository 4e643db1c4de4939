// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that read where another tensor says: take. Indices are clipped to the data, so that no index of any input
// reads outside a buffer (take's modes "clip" and "fast"; "wrap" counts round).
#include "op/compute/tools.h"

namespace nw::op {

namespace {

Expr inside(Expr index, const Expr& size, const std::string& mode) {
  const Expr i = tir::cast(DType::Int(32), std::move(index));
  if (mode == "wrap") return tir::floormod(i, size);
  return tir::min(tir::max(tir::select(tir::lt(i, tir::int_imm(0)), i + size, i), tir::int_imm(0)),
                  size - tir::int_imm(1));
}

Result<std::vector<Tensor>> take(const ComputeContext& c) {
  const Tensor &data = c.args[0], &indices = c.args[1];
  const std::string mode = graph::string_attr(c.node.attrs, "mode", "clip");
  auto found = c.node.attrs.find("axis");
  if (found == c.node.attrs.end() || found->second.is_none())
    return no_compute(c, "take from the flattened data has no computation yet");
  const auto rank = static_cast<int64_t>(data->shape.size());
  const int64_t given = graph::int_attr(c.node.attrs, "axis", 0);
  const auto axis = static_cast<size_t>(given < 0 ? given + rank : given);
  return std::vector{map(
      c,
      [&](const std::vector<Var>& v) {
        const size_t index_rank = indices->shape.size();
        std::vector<Expr> at, index_at;
        for (size_t i = 0; i < index_rank; ++i) index_at.push_back(v[axis + i]);
        for (size_t i = 0; i < axis; ++i) at.push_back(v[i]);
        at.push_back(inside(te::read(indices, index_at), data->shape[axis], mode));
        for (size_t i = axis + index_rank; i < v.size(); ++i) at.push_back(v[i]);
        return te::read(data, at);
      },
      "injective")};
}

}  // namespace

void add_gather_compute(Registry& registry) {
  set_compute(registry, "take", take);
}

}  // namespace nw::op
