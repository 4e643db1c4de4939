// SPDX-License-Identifier: GPL-3.0-or-later
// for i, j: B[i, j] → for i, j: B[i*20 + j]. Rows may be padded (storage_align), and the layout may differ
// from the shape (transform_layout).
#include <unordered_map>

#include "lower/layouts.h"
#include "lower/passes.h"

namespace nw::lower {

using namespace tir;

namespace {

constexpr int64_t kMaxPaddedExtent = 1 << 20;  // of one dimension

class Flatten final : public StmtMapper {
 public:
  Flatten(const std::vector<Var>& sizes, const std::vector<Buffer>& args, Layouts layouts, LoweringPhase phase)
      : analyzer_(sizes), layouts_(std::move(layouts)), phase_(phase) {
    for (const Buffer& b : args) flat_[b.get()] = b;
  }

 private:
  Stmt visit(const ForNode& n, const Stmt& s) override {
    analyzer_.bind(n.var, Range{n.min, n.extent});
    return StmtMapper::visit(n, s);
  }

  Stmt visit(const AllocateNode& n, const Stmt&) override {
    auto* flat = new BufferNode(*n.buffer);
    const Buffer b(flat);
    auto* padded = new BufferNode(*n.buffer);  // with constant extents, if they have bounds
    const Buffer roomy(padded);
    for (Expr& e : padded->shape) e = most(e);
    padded->shape = layouts_.shape(*n.buffer, std::move(padded->shape));
    Expr size = int_imm(1);
    for (const Expr& e : padded->shape) size = size * e;
    if (!padded->strides.empty()) size = padded->strides[0] * padded->shape[0];
    flat->shape = {analyzer_.simplify(size)};
    flat->strides.clear();
    layout_[n.buffer.get()] = roomy;
    flat_[n.buffer.get()] = b;
    Stmt body = stmt(n.body);
    if (!body) return nullptr;
    auto* copy = new AllocateNode(n);
    copy->buffer = b;
    copy->body = std::move(body);
    return Stmt(copy);
  }

  Stmt visit(const StoreNode& n, const Stmt&) override {
    return make_store(flat(n.buffer), expr(n.value), {place(*n.buffer, n.indices)}, n.from,
                      n.predicate ? expr(n.predicate) : nullptr);
  }

  Expr expr(const Expr& e) override {
    if (const auto* l = node_cast<BufferLoadNode>(e))
      return make_node<BufferLoadNode>(flat(l->buffer), std::vector<Expr>{place(*l->buffer, l->indices)}, l->dtype);
    return map_children_with(e, [&](const Expr& c) { return expr(c); });
  }

  // A size that differs between iterations would make every index depend on it.
  Expr most(const Expr& extent) {
    if (as_const_int(extent)) return extent;
    const int64_t bound = analyzer_.const_bound(extent).max;
    return bound >= 0 && bound <= kMaxPaddedExtent ? int_imm(bound, extent->dtype) : extent;
  }

  Buffer flat(const Buffer& b) const {
    const auto it = flat_.find(b.get());
    return it == flat_.end() ? b : it->second;
  }

  Expr place(const BufferNode& buffer, const std::vector<Expr>& own) {
    const auto known = layout_.find(&buffer);
    // A prefetch may name a buffer outside its allocation: keep its indices.
    const std::vector<Expr> indices = known == layout_.end() ? own : layouts_.indices(buffer, own);
    const BufferNode& b = known == layout_.end() ? buffer : *known->second;
    Expr at = b.elem_offset ? b.elem_offset : int_imm(0);
    if (indices.size() == 1 && b.shape.size() != 1) return simple(indices[0] + at);  // flat already
    Expr row, step;  // Horner: ((i·n1 + j)·n2 + k); a ramp moves by `step`
    int lanes = 1;
    for (size_t i = 0; i < indices.size(); ++i) {
      Expr index = checked(expr(indices[i]), b.shape[i]);
      if (b.strides.empty()) {
        if (step) step = step * b.shape[i];
        if (row) row = row * b.shape[i];
      }
      const Expr stride = b.strides.empty() ? int_imm(1) : b.strides[i];
      if (const auto* r = node_cast<RampNode>(index)) {
        lanes = r->lanes;
        step = step ? step + r->stride * stride : r->stride * stride;
        index = Expr(r->base);
      }
      row = row ? row + index * stride : index * stride;
    }
    const Expr first = simple(row ? row + at : at);
    return step && lanes > 1 ? ramp(first, simple(step), lanes) : first;
  }
  Expr checked(const Expr& index, const Expr& extent) {
    if (phase_ == LoweringPhase::Final || !reads_memory(index) || !index->dtype.is_scalar()) return index;
    const Expr i = simple(index);
    if (analyzer_.can_prove_greater_equal(i, 0) && analyzer_.can_prove(lt(i, extent))) return i;
    return call(i->dtype, "checked_index", {i, extent});
  }
  Expr simple(const Expr& e) { return analyzer_.simplify(e); }

  SizedAnalyzer analyzer_;
  Layouts layouts_;
  const LoweringPhase phase_;
  std::unordered_map<const BufferNode*, Buffer> flat_, layout_;
};

}  // namespace

Stmt flatten_storage(const Stmt& s, const schedule::Schedule& schedule, const std::vector<Buffer>& args,
                     const std::vector<Var>& sizes, LoweringPhase phase) {
  return Flatten(sizes, args, Layouts(schedule, s), phase)(s);
}

}  // namespace nw::lower
