// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/stride.h"

#include "tir/fold.h"

namespace nw::cost {

using namespace tir;

std::optional<int64_t> value_of(const Expr& e, const Values& values) {
  if (const int64_t* c = as_const_int(e)) return *c;
  if (const auto* v = node_cast<VarNode>(e)) {
    const auto known = values.find(v);
    return known == values.end() ? std::nullopt : std::optional(known->second);
  }
  if (!e->dtype.is_integer()) return std::nullopt;
  if (const auto* b = node_cast<BinaryNode>(e)) {
    const auto x = value_of(b->a, values), y = value_of(b->b, values);
    return x && y ? fold_ints(b->kind, *x, *y) : std::nullopt;
  }
  if (const auto* n = node_cast<NotNode>(e)) {
    const auto x = value_of(n->a, values);
    return x ? std::optional<int64_t>(*x == 0) : std::nullopt;
  }
  if (const auto* c = node_cast<CastNode>(e)) return value_of(c->value, values);
  if (const auto* s = node_cast<SelectNode>(e)) {
    const auto which = value_of(s->condition, values);
    return which ? value_of(*which ? s->true_value : s->false_value, values) : std::nullopt;
  }
  const auto* c = node_cast<CallNode>(e);
  if (c && c->name == "likely") return value_of(c->args[0], values);
  if (c && c->name == "if_then_else") {
    const auto which = value_of(c->args[0], values);
    return which ? value_of(c->args[*which ? 1 : 2], values) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<int64_t> element_offset(const Buffer& buffer, const std::vector<Expr>& indices, const Values& values) {
  int64_t place = 0;
  for (size_t d = 0; d < indices.size(); ++d) {
    const auto at = value_of(indices[d], values);
    const auto factor = value_of(buffer->strides.empty() ? buffer->shape[d] : buffer->strides[d], values);
    if (!at || !factor) return std::nullopt;
    place = buffer->strides.empty() ? place * *factor + *at : place + *at * *factor;
  }
  return place;
}

Stride stride_of(const Buffer& buffer, const std::vector<Expr>& indices, const Var& loop, int64_t extent,
                 Values& values) {
  bool moves = false;
  for (const Expr& index : indices) moves = moves || uses_var(index, loop);
  if (!moves) return {true, 0};
  int64_t& value = values[loop.get()];
  const int64_t first = value;
  const auto at = [&](int64_t iteration) {
    value = first + iteration;
    return element_offset(buffer, indices, values);
  };
  const auto start = at(0), second = at(1), last = at(std::max<int64_t>(extent - 1, 1)),
             middle = at(std::max<int64_t>(extent / 2, 1));
  value = first;
  if (!start || !second || !last || !middle) return {};
  const int64_t step = *second - *start;
  const bool even = *last - *start == step * std::max<int64_t>(extent - 1, 1) &&
                    *middle - *start == step * std::max<int64_t>(extent / 2, 1);
  return {even, step};
}

}  // namespace nw::cost
