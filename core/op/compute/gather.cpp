// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that read at the indices in another tensor: take. Its mode "clip" clamps an index, "wrap" takes it modulo
// the extent; both as in TVM. In mode "fast" the model guarantees valid indices; a negative one counts from the end, as
// ONNX has it.
#include "op/compute/tools.h"

namespace nw::op {

namespace {

Expr inside(Expr index, const Expr& size, const std::string& mode) {
  // In the index's own width: a value beyond 32 bits is out of range, not wrapped.
  const DType t =
      index->dtype.bits == 64 || (index->dtype.is_uint() && index->dtype.bits == 32) ? DType::Int(64) : DType::Int(32);
  const Expr i = tir::cast(t, std::move(index)), n = tir::cast(t, size), zero = tir::int_imm(0, t);
  if (mode == "wrap") return tir::cast(DType::Int(32), tir::floormod(i, n));
  // An index that is still outside is reported when the kernel runs (NW4180).
  if (mode == "fast") return tir::select(tir::lt(i, zero), i + n, i);
  return tir::cast(DType::Int(32), tir::min(tir::max(i, zero), n - tir::int_imm(1, t)));
}

Result<std::vector<Tensor>> take(const ComputeContext& c) {
  const Tensor &data = c.args[0], &indices = c.args[1];
  const std::string mode = graph::string_attr(c.node.attrs, "mode", "clip");
  auto found = c.node.attrs.find("axis");
  if (found == c.node.attrs.end() || found->second.is_none())
    return no_compute(c, "take from the flattened data has no computation yet");
  if (graph::int_attr(c.node.attrs, "batch_dims", 0) != 0) return no_compute(c, "batch_dims has no computation yet");
  const auto rank = static_cast<int64_t>(data->shape.size());
  const int64_t given = graph::int_attr(c.node.attrs, "axis", 0);
  const auto axis = static_cast<size_t>(given < 0 ? given + rank : given);
  if (tir::is_zero(data->shape[axis])) return no_compute(c, "its axis has no elements");
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
