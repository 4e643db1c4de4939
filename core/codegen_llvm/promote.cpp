// SPDX-License-Identifier: GPL-3.0-or-later
// Accumulators in registers. A reduction such as
//   for k: for y in 8: C[y*64 .. +16] = C[y*64 .. +16] + A[y, k]*B[k, …]
// reads and writes the same few places of C in every iteration of k. LLVM cannot in general prove that those places do
// not overlap each other, so the values would travel through memory; here the loop nest tells. Before the loop over k
// each place is read into a slot of its own, inside it the slots stand for the places (loops over y are written out, so
// that each access is one known slot), and after it they are written back. LLVM turns the slots into registers.
//
// That is right if every access to the buffer inside the loop has an index which is the same linear expression of
// variables that do not change in the loop, plus a constant; happens in every iteration; and if the stretches from
// those constants are equal or disjoint. Buffers never alias each other.
#include <algorithm>

#include "codegen_llvm/emitter.h"
#include "codegen_llvm/linear_index.h"
#include "tir/visit.h"

namespace nw::codegen {

using tir::ExprKind;

namespace {

constexpr int64_t kLargestExpansion = 64;  // iterations of a loop that is written out
constexpr size_t kMostAccesses = 1024;     // looked at for one loop
constexpr size_t kMostScalarSlots = 16;

bool uses_any(const tir::Expr& e, const std::set<const tir::VarNode*>& vars) {
  return tir::uses_var(e, [&](const tir::VarNode& v) { return vars.count(&v) > 0; });
}

// Finds out whether one buffer's accesses inside a loop can go through slots, and which.
class Scout {
 public:
  struct Place {
    Linear index;
    std::vector<tir::Expr> indices;
    Constants known;
  };
  Scout(const tir::BufferNode* buffer, const tir::ForNode& loop, Constants known)
      : buffer_(buffer), known_(std::move(known)) {
    changing_.insert(loop.var.get());
    visit(loop.body);
  }
  bool failed = false, loads = false, stores = false, expands = false;
  std::map<int64_t, Place> places;  // by constant part
  std::set<const tir::VarNode*> unrolled;

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
    bool found = false;
    tir::walk(
        s,
        [&](const tir::Stmt& x) {
          const auto* st = tir::stmt_cast<tir::StoreNode>(x);
          found = found || (st && st->buffer.get() == buffer_);
          return !found;
        },
        [&](const tir::Expr& x) {
          const auto* l = tir::node_cast<tir::BufferLoadNode>(x);
          const auto* c = tir::node_cast<tir::CallNode>(x);
          found = found || (l && l->buffer.get() == buffer_) || (c && c->call_kind != tir::CallKind::PureIntrinsic);
          return !found;
        });
    return found;
  }

  bool indexes_buffer(const tir::ForNode& loop) const {
    bool found = false;
    const auto look = [&](const tir::Buffer& b, const std::vector<tir::Expr>& indices) {
      for (const tir::Expr& i : indices) found = found || (b.get() == buffer_ && tir::uses_var(i, loop.var));
    };
    tir::walk(
        loop.body,
        [&](const tir::Stmt& x) {
          if (const auto* st = tir::stmt_cast<tir::StoreNode>(x)) look(st->buffer, st->indices);
          return !found;
        },
        [&](const tir::Expr& x) {
          if (const auto* l = tir::node_cast<tir::BufferLoadNode>(x)) look(l->buffer, l->indices);
          return !found;
        });
    return found;
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
    expands = expands || *extent > 1;
    unrolled.insert(loop.var.get());
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
    if (!index || places.size() >= kMostAccesses || (index->lanes > 1 && index->stride != 1)) {
      failed = true;
      return;
    }
    for (const auto& [term, c] : index->terms) failed = failed || (c != 0 && uses_any(term, changing_));
    if (!places.empty() && !same_terms(places.begin()->second.index, *index)) failed = true;
    const auto [at, added] = places.emplace(index->constant, Place{*index, indices, known_});
    if (!added && at->second.index.lanes != index->lanes) failed = true;
  }

  const tir::BufferNode* buffer_;
  Constants known_;
  std::set<const tir::VarNode*> changing_;
};

bool disjoint(const std::map<int64_t, Scout::Place>& places) {
  int64_t end = INT64_MIN;
  for (const auto& [constant, place] : places) {
    if (constant < end) return false;
    end = constant + place.index.lanes;
  }
  return true;
}

// Buffers that the loop both reads and writes.
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

}  // namespace

// Slots for what `loop` accumulates. Their values are read here; write_back() stores them after the loop.
std::vector<const tir::BufferNode*> Emitter::promote_accumulators(const tir::ForNode& loop) {
  std::vector<const tir::BufferNode*> done;
  const int64_t* extent = tir::as_const_int(loop.extent);
  if (!extent || *extent < 2) return done;
  for (const tir::Buffer& buffer : updated_buffers(loop)) {
    if (promoted_.count(buffer.get()) || !buffers_.count(buffer.get()) || buffer->dtype.is_handle()) continue;
    const Scout scout(buffer.get(), loop, expanded_);
    if (scout.failed || !scout.loads || !scout.stores || scout.places.empty() || !disjoint(scout.places)) continue;
    int64_t registers = 0;
    bool vectors = true;
    for (const auto& [constant, place] : scout.places) {
      registers +=
          std::max<int64_t>(1, (place.index.lanes * buffer->dtype.bytes() + cpu_.vector_bytes - 1) / cpu_.vector_bytes);
      vectors = vectors && place.index.lanes > 1;
    }
    if (registers > cpu_.vector_registers - 2 ||
        (!vectors && (scout.expands || scout.places.size() > kMostScalarSlots)))
      continue;
    Promotion promotion;
    for (const auto& [constant, place] : scout.places) {
      const DType t = buffer->dtype.element().with_lanes(place.index.lanes);
      llvm::AllocaInst* slot = entry_alloca(memory_type(t.element(), t.lanes), llvm::Align(64), buffer->name + ".acc");
      promotion.slots[constant] = {slot, place.indices, place.known};
      const auto kept = bind_constants(place.known);
      builder_.CreateAlignedStore(load_contiguous(*buffer, flatten(*buffer, place.indices).base, t.lanes, nullptr),
                                  slot, llvm::Align(64));
      variables_ = kept;
    }
    promoted_[buffer.get()] = std::move(promotion);
    must_expand_.insert(scout.unrolled.begin(), scout.unrolled.end());
    done.push_back(buffer.get());
  }
  return done;
}

void Emitter::write_back(const std::vector<const tir::BufferNode*>& buffers) {
  for (const tir::BufferNode* buffer : buffers) {
    const Promotion promotion = std::move(promoted_[buffer]);
    promoted_.erase(buffer);
    for (const auto& [constant, slot] : promotion.slots) {
      const auto kept = bind_constants(slot.known);
      Value* v = builder_.CreateAlignedLoad(slot.memory->getAllocatedType(), slot.memory, llvm::Align(64));
      builder_.CreateAlignedStore(v, address(*buffer, flatten(*buffer, slot.indices).base),
                                  element_align(buffer->dtype));
      variables_ = kept;
    }
  }
}

// The slot that an access goes to, or null if its buffer has none now.
llvm::AllocaInst* Emitter::slot_of(const tir::BufferNode& buffer, const std::vector<tir::Expr>& indices) {
  const auto promotion = promoted_.find(&buffer);
  if (promotion == promoted_.end()) return nullptr;
  const auto index = flat_index(buffer, indices, expanded_);
  const auto slot = promotion->second.slots.find(index->constant);
  return slot == promotion->second.slots.end() ? nullptr : slot->second.memory;
}

std::map<const tir::VarNode*, Emitter::Variable> Emitter::bind_constants(
    const std::map<const tir::VarNode*, int64_t>& known) {
  auto kept = variables_;
  for (const auto& [var, value] : known) variables_[var] = {i64(value), true, value, value, false};
  return kept;
}

}  // namespace nw::codegen
