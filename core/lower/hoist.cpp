// SPDX-License-Identifier: GPL-3.0-or-later
// Hoists allocations, so that loops do not allocate in every iteration, and loop-invariant conditions.
#include <algorithm>

#include "lower/passes.h"

namespace nw::lower {

using namespace tir;

namespace {

class HoistAllocations final : public StmtMapper {
 public:
  Stmt run(const Stmt& s) {
    Stmt body = stmt(s);
    return wrap(std::move(body), 0);
  }

 private:
  Stmt visit(const AllocateNode& n, const Stmt&) override {
    const size_t place = waiting_.size();
    Stmt body = stmt(n.body);  // allocations hoisted out of it go inside this one
    if (!body) {
      waiting_.resize(place);
      return nullptr;
    }
    // The pieces of a partitioned loop run in sequence, and share equal allocations.
    const auto here = waiting_.begin() + static_cast<std::ptrdiff_t>(place);
    if (std::none_of(waiting_.begin(), here, [&](const AllocateNode* w) { return w->buffer == n.buffer; }))
      waiting_.insert(here, &n);
    return body;
  }

  Stmt visit(const ForNode& n, const Stmt& s) override {
    const size_t before = waiting_.size();
    const bool thread = n.for_kind == ForKind::Thread;
    // Threads of a device share one body; the lanes of a vector must not share their private allocations.
    const bool stop =
        n.for_kind == ForKind::Parallel || n.for_kind == ForKind::Vectorized || (thread && thread_depth_ == 0);
    thread_depth_ += thread;
    Stmt body = stmt(n.body);
    thread_depth_ -= thread;
    if (stop) return with_body(n, s, wrap(std::move(body), before));  // private to each iteration
    return with_body(n, s, keep_sized_by(n.var, before, std::move(body)));
  }

  Stmt visit(const LetStmtNode& n, const Stmt&) override {
    const size_t before = waiting_.size();
    Stmt body = keep_sized_by(n.var, before, stmt(n.body));
    return body ? make_let(n.var, n.value, std::move(body), n.from) : nullptr;
  }

  // An allocation whose size depends on the variable stays in its scope.
  Stmt keep_sized_by(const Var& var, size_t from, Stmt body) {
    for (size_t i = waiting_.size(); i-- > from && body;) {
      bool uses = false;
      for (const Expr& e : waiting_[i]->buffer->shape) uses = uses || uses_var(e, var);
      if (!uses) continue;
      body = with_buffer(*waiting_[i], std::move(body));
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return body;
  }

  static Stmt with_buffer(const AllocateNode& n, Stmt body) {
    auto* copy = new AllocateNode(n);
    copy->body = std::move(body);
    return Stmt(copy);
  }

  Stmt wrap(Stmt body, size_t from) {
    if (!body) return nullptr;
    while (waiting_.size() > from) {
      body = with_buffer(*waiting_.back(), std::move(body));
      waiting_.pop_back();
    }
    return body;
  }

  std::vector<const AllocateNode*> waiting_;  // outermost first
  int thread_depth_ = 0;
};

class HoistConditions final : public StmtMapper {
  Stmt visit(const ForNode& n, const Stmt& s) override {
    Stmt mapped = StmtMapper::visit(n, s);
    const auto* loop = stmt_cast<ForNode>(mapped);
    if (!loop || loop->for_kind == ForKind::Parallel || loop->for_kind == ForKind::Thread) return mapped;
    std::vector<const IfThenElseNode*> out, in;
    Stmt body = loop->body;
    while (const auto* inner = stmt_cast<IfThenElseNode>(body)) {
      if (inner->else_case || reads_memory(inner->condition)) break;
      (uses_var(inner->condition, loop->var) ? in : out).push_back(inner);
      body = inner->then_case;
    }
    if (out.empty()) return mapped;
    const auto inside = [](const std::vector<const IfThenElseNode*>& conditions, Stmt what) {
      for (size_t i = conditions.size(); i-- > 0;)
        what = make_if(conditions[i]->condition, std::move(what), nullptr, conditions[i]->likely, conditions[i]->from);
      return what;
    };
    return inside(out, with_body(*loop, mapped, inside(in, body)));
  }
};

}  // namespace

Stmt hoist_allocations(const Stmt& s) {
  return HoistAllocations().run(s);
}

Stmt hoist_conditions(const Stmt& s) {
  return HoistConditions()(s);
}

}  // namespace nw::lower
