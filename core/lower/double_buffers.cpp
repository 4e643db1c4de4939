// SPDX-License-Identifier: GPL-3.0-or-later
// double_buffer: memory that a loop fills and then reads has two halves. While one is read, the other is filled for the
// next iteration; the first is filled before the loop.
//
//   for i in 0..m:                    alloc B[2*n]
//     alloc B[n]                      B[…] = f(0, …)
//     B[…] = f(i, …)            →     for i in 0..m:
//     … = g(B[…])                       if i + 1 < m:
//                                         B[(i + 1) % 2 * n + …] = f(i + 1, …)
//                                       … = g(B[i % 2 * n + …])
#include "lower/loop_memory.h"
#include "lower/passes.h"
#include "schedule/buffering.h"

namespace nw::lower {

using namespace tir;

namespace {

class DoubleBuffers final : public StmtMapper {
 public:
  DoubleBuffers(const schedule::Schedule& schedule, const schedule::Bounds& bounds)
      : schedule_(schedule), bounds_(bounds) {}

 private:
  Stmt visit(const ForNode& n, const Stmt& s) override {
    Stmt body = stmt(n.body), before;
    if (!body) return nullptr;
    std::vector<std::pair<Buffer, Provenance>> memory;
    while (const AllocateNode* one = next_of(n, body)) {
      Stmt first;
      const Provenance from = one->from;
      memory.emplace_back(halved(n, *one, body, first), from);
      before = make_seq({before, first});
    }
    Stmt loop = with_body(n, s, body);
    if (memory.empty()) return loop;
    loop = make_seq({before, loop});
    for (const auto& [buffer, from] : memory) loop = make_allocate(buffer, loop, from);
    return loop;
  }

  // The buffer is written before it is read.
  static const AttrNode* filling(const AllocateNode& memory) {
    const auto* both = stmt_cast<SeqNode>(memory.body);
    const auto* fill = both ? stmt_cast<AttrNode>(both->stmts.front()) : nullptr;
    return fill && fill->key == "double_buffer_scope" ? fill : nullptr;
  }

  bool fits(const ForNode& loop, const AllocateNode& memory) const {
    return memory.double_buffer && filling(memory) && loop.for_kind == ForKind::Serial && is_zero(loop.min) &&
           as_const_int(memory.buffer->shape[0]) && accessed_by_elements(memory.body, memory.buffer.get()) &&
           schedule::why_not_double(schedule_, bounds_, memory.from.stage).empty();
  }

  const AllocateNode* next_of(const ForNode& loop, const Stmt& body) const {
    for (const AllocateNode* one : loop_allocations(body))
      if (fits(loop, *one)) return one;
    return nullptr;
  }

  // Changes the loop's body; `first` receives the statements before the loop. Returns the allocation.
  static Buffer halved(const ForNode& loop, const AllocateNode& memory, Stmt& body, Stmt& first) {
    const Expr size = memory.buffer->shape[0], one = int_imm(1, loop.var->dtype), next = loop.var + one;
    auto* twice = new BufferNode(*memory.buffer);
    twice->shape = {size + size};
    const Buffer both(twice);
    const auto in_half = [&](const Stmt& s, const Expr& half) {
      return with_indices(s, memory.buffer, both,
                          [&](std::vector<Expr> i) { return std::vector<Expr>{half * size + i[0]}; });
    };
    const Expr two = int_imm(2, loop.var->dtype);
    const AttrNode& fill = *filling(memory);
    std::vector<Stmt> rest = stmt_cast<SeqNode>(memory.body)->stmts;
    rest.erase(rest.begin());
    const Stmt read = in_half(make_seq(std::move(rest)), floormod(loop.var, two));
    const Stmt ahead = in_half(substitute(fill.body, {{loop.var, next}}), floormod(next, two));
    first = in_half(substitute(fill.body, {{loop.var, loop.min}}), loop.min);
    if (!as_const_int(loop.extent)) first = make_if(lt(loop.min, loop.extent), first, nullptr, false, memory.from);
    // Last: the replaced allocation may be owned by the body alone.
    body = with_instead(body, &memory,
                        make_seq({make_if(lt(next, loop.extent), ahead, nullptr, true, memory.from), read}));
    return both;
  }

  const schedule::Schedule& schedule_;
  const schedule::Bounds& bounds_;
};

}  // namespace

Stmt double_buffers(const Stmt& s, const schedule::Schedule& schedule, const schedule::Bounds& bounds) {
  return DoubleBuffers(schedule, bounds)(s);
}

}  // namespace nw::lower
