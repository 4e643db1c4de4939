// SPDX-License-Identifier: GPL-3.0-or-later
// The body of a tensor intrinsic uses the intrinsic's own buffers; an attribute around it binds each of them to a
// region of a buffer of the kernel: bind(alias[0, …], real[mins]). Here accesses of the alias become accesses of the
// real buffer.
#include "lower/passes.h"

namespace nw::lower {

using namespace tir;

namespace {

class Resolve final : public StmtMapper {
  Stmt visit(const AttrNode& n, const Stmt& s) override {
    if (n.key != "buffer_bind_scope") return StmtMapper::visit(n, s);
    const auto* pair = node_cast<CallNode>(n.value);
    const auto* alias = node_cast<BufferLoadNode>(pair->args[0]);
    const auto* real = node_cast<BufferLoadNode>(pair->args[1]);
    real_[alias->buffer.get()] = real;
    return stmt(n.body);
  }

  Stmt visit(const StoreNode& n, const Stmt&) override {
    const auto it = real_.find(n.buffer.get());
    Expr value = expr(n.value), predicate = n.predicate ? expr(n.predicate) : nullptr;
    bool changed = false;
    std::vector<Expr> indices = exprs(n.indices, changed);
    if (it == real_.end())
      return make_store(n.buffer, std::move(value), std::move(indices), n.from, std::move(predicate));
    return make_store(it->second->buffer, std::move(value), moved(*it->second, indices), n.from, std::move(predicate));
  }

  Expr expr(const Expr& e) override {
    Expr inner = map_children_with(e, [&](const Expr& c) { return expr(c); });
    const auto* l = node_cast<BufferLoadNode>(inner);
    if (!l) return inner;
    const auto it = real_.find(l->buffer.get());
    return it == real_.end() ? inner
                             : make_node<BufferLoadNode>(it->second->buffer, moved(*it->second, l->indices), l->dtype);
  }

  // The alias has the last dimensions of the real buffer; the indices of the others are constant.
  static std::vector<Expr> moved(const BufferLoadNode& real, const std::vector<Expr>& indices) {
    std::vector<Expr> at = real.indices;
    const size_t lead = at.size() - indices.size();
    for (size_t i = 0; i < indices.size(); ++i) {
      const auto* r = node_cast<RampNode>(indices[i]);
      at[lead + i] = r ? ramp(at[lead + i] + r->base, r->stride, r->lanes) : at[lead + i] + indices[i];
    }
    return at;
  }

  std::map<const BufferNode*, const BufferLoadNode*> real_;
};

}  // namespace

Stmt resolve_bindings(const Stmt& s) {
  return Resolve()(s);
}

}  // namespace nw::lower
