// SPDX-License-Identifier: GPL-3.0-or-later
// rolling_buffer: elements that one region of a tensor shares with the next one are kept, and only the others are
// computed. The buffer of a region is a ring; rows are indexed by their number modulo its length.
//
//   for i in 0..m:                    alloc B[3]
//     alloc B[3]                      for i in 0..m:
//     for x in 0..3:            →       for x in 0..3:
//       B[x] = f(i + x)                   if i == 0 || x >= 2:
//     … = g(B[0], B[1], B[2])               B[(i + x) % 3] = f(i + x)
//                                       … = g(B[i % 3], B[(i + 1) % 3], B[(i + 2) % 3])
#include <algorithm>

#include "lower/loop_memory.h"
#include "lower/passes.h"
#include "schedule/buffering.h"

namespace nw::lower {

using namespace tir;

namespace {

class RollingBuffers final : public StmtMapper {
 public:
  RollingBuffers(const schedule::Schedule& schedule, const schedule::Bounds& bounds)
      : schedule_(schedule), bounds_(bounds) {}

 private:
  Stmt visit(const ForNode& n, const Stmt& s) override {
    Stmt body = stmt(n.body);
    if (!body) return nullptr;
    std::vector<const AllocateNode*> memory = loop_allocations(body);
    std::erase_if(memory, [&](const AllocateNode* one) { return !fits(n, *one); });
    if (memory.empty()) return with_body(n, s, body);
    const std::vector<Stmt> kept(memory.begin(), memory.end());  // while the body around them changes
    for (const AllocateNode* one : memory) body = with_instead(body, one, one->body);
    for (const AllocateNode* one : memory) body = rolled(n, *one, body);
    Stmt loop = with_body(n, s, body);
    for (const AllocateNode* one : memory) {
      auto* around = new AllocateNode(*one);
      around->body = std::move(loop);
      loop = Stmt(around);
    }
    return loop;
  }

  bool fits(const ForNode& loop, const AllocateNode& memory) const {
    const StageId stage = memory.from.stage;
    if (!stage.valid() || !schedule_.stage(stage).rolling_buffer) return false;
    const auto rolling = schedule::rolling(schedule_, bounds_, stage);
    return rolling && rolling->loop == loop.var && loop.for_kind == ForKind::Serial && is_zero(loop.min) &&
           accessed_by_elements(memory.body, memory.buffer.get()) &&
           std::ranges::all_of(memory.buffer->shape, [](const Expr& e) { return as_const_int(e) != nullptr; });
  }

  Stmt rolled(const ForNode& loop, const AllocateNode& memory, const Stmt& body) const {
    const schedule::Rolling rolling = *schedule::rolling(schedule_, bounds_, memory.from.stage);
    const Buffer& buffer = memory.buffer;
    const DType t = loop.var->dtype;
    const Stmt only_new = rewrite(
        body,
        [&](const Stmt& s) {
          const auto* store = stmt_cast<StoreNode>(s);
          if (!store || store->buffer != buffer) return s;
          const Expr is_new = ge(store->indices[rolling.dim], int_imm(rolling.overlap, t));
          return make_if(logical_or(eq(loop.var, int_imm(0, t)), is_new), s, nullptr, false, memory.from);
        },
        nullptr);
    return with_indices(only_new, buffer, buffer, [&](std::vector<Expr> i) {
      Expr& index = i[rolling.dim];
      index = floormod(loop.var * int_imm(rolling.step, t) + index, buffer->shape[rolling.dim]);
      return i;
    });
  }

  const schedule::Schedule& schedule_;
  const schedule::Bounds& bounds_;
};

}  // namespace

Stmt rolling_buffers(const Stmt& s, const schedule::Schedule& schedule, const schedule::Bounds& bounds) {
  return RollingBuffers(schedule, bounds)(s);
}

}  // namespace nw::lower
