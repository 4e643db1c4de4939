// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/accumulator_places.h"

#include <algorithm>

#include "tir/visit.h"

namespace nw::codegen {

using tir::ExprKind;

namespace {

constexpr int64_t kLargestExpansion = 64;  // iterations of a loop that is written out
constexpr size_t kMaxAccesses = 1024;      // looked at for one loop

bool uses_any(const tir::Expr& e, const std::set<const tir::VarNode*>& vars) {
  return tir::uses_var(e, [&](const tir::VarNode& v) { return vars.count(&v) > 0; });
}

// Finds out whether one buffer's accesses inside a loop can go through slots, and which.
class Scout {
 public:
  Scout(const tir::BufferNode* buffer, const tir::ForNode& loop, Constants known)
      : buffer_(buffer), known_(std::move(known)) {
    changing_.insert(loop.var.get());
    visit(loop.body);
  }
  bool failed = false, loads = false, stores = false;
  AccumulatorPlaces found;

 private:
  void visit(const tir::Stmt& s) {
    if (!s || failed) return;
    switch (s->kind) {
      case tir::StmtKind::For:
        return visit_loop(*tir::stmt_cast<tir::ForNode>(s));
      case tir::StmtKind::Store: {
        const auto* st = tir::stmt_cast<tir::StoreNode>(s);
        read(st->value, st->predicate != nullptr);
        for (const tir::Expr& i : st->indices) read(i, false);
        if (st->predicate) read(st->predicate, false);
        if (st->buffer.get() != buffer_) return;
        stores = true;
        if (st->predicate) failed = true;
        access(st->indices);
        return;
      }
      case tir::StmtKind::Seq:
        for (const tir::Stmt& part : tir::stmt_cast<tir::SeqNode>(s)->stmts) visit(part);
        return;
      case tir::StmtKind::Attr:
        return visit(tir::stmt_cast<tir::AttrNode>(s)->body);
      case tir::StmtKind::Allocate:
        return visit(tir::stmt_cast<tir::AllocateNode>(s)->body);
      case tir::StmtKind::Let: {
        const auto* l = tir::stmt_cast<tir::LetStmtNode>(s);
        read(l->value, false);
        changing_.insert(l->var.get());
        return visit(l->body);
      }
      default:
        failed = failed || mentions(s);
    }
  }

  // A branch, a call, …: fine as long as it leaves the buffer alone.
  bool mentions(const tir::Stmt& s) const {
    bool any = false;
    tir::walk(
        s,
        [&](const tir::Stmt& x) {
          const auto* st = tir::stmt_cast<tir::StoreNode>(x);
          any = any || (st && st->buffer.get() == buffer_);
          return !any;
        },
        [&](const tir::Expr& x) {
          const auto* l = tir::node_cast<tir::BufferLoadNode>(x);
          const auto* c = tir::node_cast<tir::CallNode>(x);
          any = any || (l && l->buffer.get() == buffer_) || (c && c->call_kind != tir::CallKind::PureIntrinsic);
          return !any;
        });
    return any;
  }

  bool indexes_buffer(const tir::ForNode& loop) const {
    bool any = false;
    const auto look = [&](const tir::Buffer& b, const std::vector<tir::Expr>& indices) {
      for (const tir::Expr& i : indices) any = any || (b.get() == buffer_ && tir::uses_var(i, loop.var));
    };
    tir::walk(
        loop.body,
        [&](const tir::Stmt& x) {
          if (const auto* st = tir::stmt_cast<tir::StoreNode>(x)) look(st->buffer, st->indices);
          return !any;
        },
        [&](const tir::Expr& x) {
          if (const auto* l = tir::node_cast<tir::BufferLoadNode>(x)) look(l->buffer, l->indices);
          return !any;
        });
    return any;
  }

  void visit_loop(const tir::ForNode& loop) {
    const tir::Stmt self(&loop);
    if (!mentions(self)) return;
    const int64_t* extent = tir::as_const_int(loop.extent);
    const bool plain = loop.for_kind != tir::ForKind::Parallel && loop.for_kind != tir::ForKind::Thread &&
                       loop.for_kind != tir::ForKind::VThread;
    if (!plain || !extent || *extent < 1) {
      failed = true;
      return;
    }
    if (!indexes_buffer(loop)) {
      changing_.insert(loop.var.get());
      return visit(loop.body);
    }
    const Linear min = linear(loop.min, known_);
    if (*extent > kLargestExpansion || !is_constant(min)) {
      failed = true;
      return;
    }
    found.expands = found.expands || *extent > 1;
    found.unrolled.insert(loop.var.get());
    for (int64_t i = 0; i < *extent && !failed; ++i) {
      known_[loop.var.get()] = min.constant + i;
      visit(loop.body);
    }
    known_.erase(loop.var.get());
  }

  void read(const tir::Expr& e, bool conditional) {
    tir::walk(e, [&](const tir::Expr& x) {
      if (failed) return false;
      if (const auto* l = tir::node_cast<tir::BufferLoadNode>(x); l && l->buffer.get() == buffer_) {
        loads = true;
        if (conditional)
          failed = true;
        else
          access(l->indices);
      }
      if (const auto* c = tir::node_cast<tir::CallNode>(x); c && c->name == "if_then_else") {
        for (const tir::Expr& a : c->args) read(a, true);
        return false;
      }
      if (x->kind == ExprKind::Select || x->kind == ExprKind::And ||
          x->kind == ExprKind::Or) {  // may be evaluated lazily too
        bool reads_it = false;
        tir::walk(x, [&](const tir::Expr& y) {
          const auto* l = tir::node_cast<tir::BufferLoadNode>(y);
          reads_it = reads_it || (l && l->buffer.get() == buffer_);
          return !reads_it;
        });
        failed = failed || reads_it;
      }
      if (const auto* c = tir::node_cast<tir::CallNode>(x); c && c->call_kind != tir::CallKind::PureIntrinsic)
        failed = true;
      return !failed;
    });
  }

  void access(const std::vector<tir::Expr>& indices) {
    const auto index = flat_index(*buffer_, indices, known_);
    if (!index || found.places.size() >= kMaxAccesses || (index->lanes > 1 && index->stride != 1)) {
      failed = true;
      return;
    }
    for (const auto& [term, c] : index->terms) failed = failed || (c != 0 && uses_any(term, changing_));
    if (!found.places.empty() && !same_terms(found.places.begin()->second.index, *index)) failed = true;
    const auto [at, added] = found.places.emplace(index->constant, AccumulatorPlaces::Place{*index, indices, known_});
    if (!added && at->second.index.lanes != index->lanes) failed = true;
  }

  const tir::BufferNode* buffer_;
  Constants known_;
  std::set<const tir::VarNode*> changing_;
};

bool disjoint(const std::map<int64_t, AccumulatorPlaces::Place>& places) {
  int64_t end = INT64_MIN;
  for (const auto& [constant, place] : places) {
    if (constant < end) return false;
    end = constant + place.index.lanes;
  }
  return true;
}

}  // namespace

std::optional<AccumulatorPlaces> accumulator_places(const tir::BufferNode& buffer, const tir::ForNode& loop,
                                                    const Constants& known) {
  Scout scout(&buffer, loop, known);
  if (scout.failed || !scout.loads || !scout.stores || scout.found.places.empty()) return std::nullopt;
  if (!disjoint(scout.found.places)) return std::nullopt;
  return std::move(scout.found);
}

std::vector<tir::Buffer> updated_buffers(const tir::ForNode& loop) {
  std::vector<tir::Buffer> stored, updated;
  const auto add = [](std::vector<tir::Buffer>& to, const tir::Buffer& b) {
    if (std::find(to.begin(), to.end(), b) == to.end()) to.push_back(b);
  };
  tir::walk(
      loop.body,
      [&](const tir::Stmt& s) {
        if (const auto* st = tir::stmt_cast<tir::StoreNode>(s)) add(stored, st->buffer);
        return true;
      },
      [](const tir::Expr&) { return false; });
  tir::walk(
      loop.body, [](const tir::Stmt&) { return true; },
      [&](const tir::Expr& e) {
        const auto* l = tir::node_cast<tir::BufferLoadNode>(e);
        if (l && std::find(stored.begin(), stored.end(), l->buffer) != stored.end()) add(updated, l->buffer);
        return true;
      });
  return updated;
}

}  // namespace nw::codegen
