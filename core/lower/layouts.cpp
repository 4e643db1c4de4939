// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/layouts.h"

#include "tir/visit.h"

namespace nw::lower {

using namespace tir;

namespace {

bool by_element(const std::vector<Expr>& indices, const BufferNode& buffer) {
  if (indices.size() != buffer.shape.size()) return false;
  for (const Expr& e : indices)
    if (e->dtype.lanes != 1) return false;
  return true;
}

// The largest value of each index plus one, over all elements; nothing if one is not a constant.
std::vector<Expr> extents(const schedule::LayoutTransform& layout, const std::vector<Expr>& shape) {
  arith::Analyzer analyzer;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (!as_const_int(shape[i])) return {};
    analyzer.bind(layout.vars[i], Range{int_imm(0, layout.vars[i]->dtype), shape[i]});
  }
  std::vector<Expr> found;
  for (const Expr& index : layout.indices) {
    const arith::ConstBound bound = analyzer.const_bound(index);
    if (bound.min != 0 || bound.max < 0 || bound.max >= arith::ConstBound::kPosInf) return {};
    found.push_back(int_imm(bound.max + 1));
  }
  return found;
}

}  // namespace

Layouts::Layouts(const schedule::Schedule& s, const Stmt& body) {
  for (const StageId id : s.order())
    if (const auto& layout = s.stage(id).layout; !layout.empty()) by_stage_[id] = &layout;
  if (by_stage_.empty()) return;
  const auto keep = [this](const Buffer& b) { of_.erase(b.get()); };
  const auto look = [&](const Expr& e) {
    if (const auto* call = node_cast<CallNode>(e); call && call->name == "tvm_access_ptr")
      for (const Expr& arg : call->args)
        if (const auto* first = node_cast<BufferLoadNode>(arg)) keep(first->buffer);
    if (const auto* load = node_cast<BufferLoadNode>(e); load && !by_element(load->indices, *load->buffer))
      keep(load->buffer);
    return true;
  };
  walk(
      body,
      [&](const Stmt& statement) {
        if (const auto* n = stmt_cast<AllocateNode>(statement)) {
          const auto layout = by_stage_.find(n->from.stage);
          if (layout != by_stage_.end() && n->buffer->strides.empty() &&
              layout->second->front().vars.size() == n->buffer->shape.size())
            of_[n->buffer.get()] = n->from.stage;
        } else if (const auto* store = stmt_cast<StoreNode>(statement);
                   store && !by_element(store->indices, *store->buffer)) {
          keep(store->buffer);
        }
        return true;
      },
      look);
}

std::vector<Expr> Layouts::shape(const BufferNode& buffer, std::vector<Expr> own) {
  const auto found = of_.find(&buffer);
  if (found == of_.end()) return own;
  std::vector<Expr> stored = own;
  for (const schedule::LayoutTransform& layout : *by_stage_[found->second]) {
    stored = layout.vars.size() == stored.size() ? extents(layout, stored) : std::vector<Expr>();
    if (stored.empty()) {
      of_.erase(found);
      return own;
    }
  }
  return stored;
}

std::vector<Expr> Layouts::indices(const BufferNode& buffer, std::vector<Expr> own) const {
  const auto found = of_.find(&buffer);
  if (found == of_.end()) return own;
  for (const schedule::LayoutTransform& layout : *by_stage_.at(found->second)) {
    Substitution at;
    for (size_t i = 0; i < own.size(); ++i) at[layout.vars[i]] = own[i];
    std::vector<Expr> stored;
    for (const Expr& index : layout.indices) stored.push_back(substitute(index, at));
    own = std::move(stored);
  }
  return own;
}

}  // namespace nw::lower
