// SPDX-License-Identifier: GPL-3.0-or-later
// TensorIR allocates buffers whole, at the function's root. Here each moves to where it is used: into a branch or a
// loop that contains all its uses, as long as each iteration writes what it reads; and it shrinks to the part that is
// used there. As TVM's PlanAndUpdateBufferAllocationLocation and CompactBufferAllocation do.
#include <algorithm>

#include "arith/analyzer.h"
#include "base/budget.h"
#include "lower/loop_memory.h"
#include "tir/visit.h"
#include "tvmscript/lowering.h"

namespace nw::tvmscript {

using namespace tir;
using arith::IntSet;

namespace {

bool touches(const Stmt& s, const BufferNode* buffer) {
  bool found = false;
  walk(
      s,
      [&](const Stmt& x) {
        if (const auto* store = stmt_cast<StoreNode>(x)) found = found || store->buffer.get() == buffer;
        return !found;
      },
      [&](const Expr& e) {
        if (const auto* load = node_cast<BufferLoadNode>(e)) found = found || load->buffer.get() == buffer;
        return !found;
      });
  return found;
}

bool touches(const Expr& e, const BufferNode* buffer) {
  bool found = false;
  walk(e, [&](const Expr& x) {
    if (const auto* load = node_cast<BufferLoadNode>(x)) found = found || load->buffer.get() == buffer;
    return !found;
  });
  return found;
}

// The accesses of one buffer in the order of the text, with the hull of each over the loops inside.
class Accesses {
 public:
  Accesses(const BufferNode* buffer, arith::Analyzer& analyzer) : buffer_(buffer), analyzer_(analyzer) {}

  struct Access {
    bool store = false, certain = true;  // certain: at most inequalities keep it from happening
    std::vector<IntSet> hull;
  };
  std::vector<Access> list;
  bool known = true;

  void look(const Stmt& s) {
    if (!s || !known) return;
    spend();
    switch (s->kind) {
      case StmtKind::For: {
        const auto* n = stmt_cast<ForNode>(s);
        loads(n->min);
        loads(n->extent);
        domain_[n->var] = eval_set(Range{n->min, n->extent}, domain_, analyzer_);
        analyzer_.bind(n->var, Range{n->min, n->extent});
        return look(n->body);
      }
      case StmtKind::IfThenElse: {
        const auto* n = stmt_cast<IfThenElseNode>(s);
        loads(n->condition);
        const bool plain = n->condition->kind >= ExprKind::LT && n->condition->kind <= ExprKind::GE;
        const bool outer = std::exchange(certain_, certain_ && plain && !n->else_case);
        look(n->then_case);
        look(n->else_case);
        certain_ = outer;
        return;
      }
      case StmtKind::Store: {
        const auto* n = stmt_cast<StoreNode>(s);
        loads(n->value);
        for (const Expr& i : n->indices) loads(i);
        if (n->buffer.get() == buffer_) add(n->indices, true);
        return;
      }
      case StmtKind::Evaluate:
        return loads(stmt_cast<EvaluateNode>(s)->value);
      case StmtKind::Let: {
        const auto* n = stmt_cast<LetStmtNode>(s);
        loads(n->value);
        return look(n->body);
      }
      case StmtKind::Attr:
        return look(stmt_cast<AttrNode>(s)->body);
      case StmtKind::Allocate:
        return look(stmt_cast<AllocateNode>(s)->body);
      case StmtKind::Seq:
        for (const Stmt& part : stmt_cast<SeqNode>(s)->stmts) look(part);
        return;
    }
  }

 private:
  void loads(const Expr& e) {
    walk(e, [&](const Expr& x) {
      if (const auto* load = node_cast<BufferLoadNode>(x); load && load->buffer.get() == buffer_)
        add(load->indices, false);
      return known;
    });
  }

  void add(const std::vector<Expr>& indices, bool store) {
    Access access;
    access.store = store;
    access.certain = certain_;
    for (const Expr& i : indices) {
      if (!i->dtype.is_scalar()) {
        known = false;
        return;
      }
      access.hull.push_back(eval_set(i, domain_, analyzer_));
    }
    list.push_back(std::move(access));
  }

  const BufferNode* buffer_;
  arith::Analyzer& analyzer_;
  arith::DomainMap domain_;
  bool certain_ = true;
};

bool covers(const IntSet& whole, const IntSet& part, arith::Analyzer& analyzer) {
  if (!whole.min || !whole.max || !part.min || !part.max) return false;
  return analyzer.can_prove(le(whole.min, part.min)) && analyzer.can_prove(ge(whole.max, part.max));
}

class Placing {
 public:
  Placing(Buffer buffer, Origins& origins, std::map<const BufferNode*, Buffer>& as)
      : buffer_(std::move(buffer)), origins_(origins), as_(as) {}

  Stmt sink(const Stmt& s) {
    spend();
    if (const auto* n = stmt_cast<ForNode>(s)) return loop(*n, s);
    if (const auto* n = stmt_cast<IfThenElseNode>(s))
      if (!n->else_case && !touches(n->condition, buffer_.get())) {
        Stmt inner = sink(n->then_case);
        return make_if(n->condition, std::move(inner), nullptr, n->likely, n->from);
      }
    if (const auto* n = stmt_cast<AllocateNode>(s)) return lower::with_body(*n, s, sink(n->body));
    if (const auto* n = stmt_cast<AttrNode>(s)) return lower::with_body(*n, s, sink(n->body));
    if (const auto* n = stmt_cast<LetStmtNode>(s))
      if (!touches(n->value, buffer_.get())) return lower::with_body(*n, s, sink(n->body));
    if (const auto* n = stmt_cast<SeqNode>(s)) return sequence(*n);
    return allocate(s);
  }

 private:
  Stmt loop(const ForNode& n, const Stmt& s) {
    if (touches(n.min, buffer_.get()) || touches(n.extent, buffer_.get()) || !each_iteration_writes_first(n))
      return allocate(s);
    analyzer_.bind(n.var, Range{n.min, n.extent});
    return lower::with_body(n, s, sink(n.body));
  }

  Stmt sequence(const SeqNode& n) {
    size_t first = n.stmts.size(), last = 0;
    for (size_t i = 0; i < n.stmts.size(); ++i)
      if (touches(n.stmts[i], buffer_.get())) {
        first = std::min(first, i);
        last = i;
      }
    std::vector<Stmt> all(n.stmts.begin(), n.stmts.begin() + static_cast<std::ptrdiff_t>(first));
    const auto from = n.stmts.begin() + static_cast<std::ptrdiff_t>(first),
               to = n.stmts.begin() + static_cast<std::ptrdiff_t>(last) + 1;
    all.push_back(first == last ? sink(*from) : allocate(make_seq(std::vector<Stmt>(from, to))));
    all.insert(all.end(), to, n.stmts.end());
    return make_seq(std::move(all));
  }

  // Otherwise a value would be lost at the end of an iteration.
  bool each_iteration_writes_first(const ForNode& n) {
    arith::Analyzer analyzer;
    for (const auto& [var, range] : outside_) analyzer.bind(var, range);
    analyzer.bind(n.var, Range{n.min, n.extent});
    outside_.emplace_back(n.var, Range{n.min, n.extent});
    Accesses accesses(buffer_.get(), analyzer);
    accesses.look(n.body);
    if (!accesses.known) return false;
    std::vector<IntSet> written;
    for (const auto& access : accesses.list) {
      if (access.store) {
        if (!access.certain) continue;
        if (written.empty()) written.resize(access.hull.size(), IntSet::nothing());
        for (size_t d = 0; d < written.size(); ++d) written[d] = unite({written[d], access.hull[d]}, analyzer);
        if (access.hull.empty()) scalar_written_ = true;
        continue;
      }
      if (access.hull.empty() && !scalar_written_) return false;
      if (written.size() != access.hull.size()) return false;
      for (size_t d = 0; d < written.size(); ++d)
        if (!covers(written[d], access.hull[d], analyzer)) return false;
    }
    scalar_written_ = false;
    return true;
  }

  // The buffer around `s`, which uses it, as large as it is used there.
  Stmt allocate(const Stmt& s) {
    arith::Analyzer analyzer;
    for (const auto& [var, range] : outside_) analyzer.bind(var, range);
    std::vector<Expr> mins;
    const Buffer smaller = compacted(s, analyzer, mins);
    as_[buffer_.get()] = smaller;
    Stmt body = smaller == buffer_ ? s : lower::with_indices(s, buffer_, smaller, [&](std::vector<Expr> indices) {
      for (size_t d = 0; d < indices.size(); ++d)
        if (!is_zero(mins[d])) indices[d] = analyzer.simplify(indices[d] - mins[d]);
      return indices;
    });
    Provenance from = origins_.of(-1, s->from.line);
    from.stage = s->from.stage;
    return make_allocate(smaller, std::move(body), from);
  }

  Buffer compacted(const Stmt& s, arith::Analyzer& analyzer, std::vector<Expr>& mins) {
    const size_t dims = buffer_->shape.size();
    mins.assign(dims, int_imm(0));
    Accesses accesses(buffer_.get(), analyzer);
    accesses.look(s);
    if (!accesses.known || !lower::accessed_by_elements(s, buffer_.get())) return buffer_;
    std::vector<Expr> shape = buffer_->shape;
    for (size_t d = 0; d < dims; ++d) {
      std::vector<IntSet> sets;
      for (const auto& access : accesses.list) sets.push_back(access.hull[d]);
      const IntSet hull = unite(sets, analyzer);
      if (!hull.min || !hull.max) continue;
      const Expr extent = analyzer.simplify(hull.max - hull.min + int_imm(1, hull.min->dtype));
      const int64_t *now = as_const_int(extent), *before = as_const_int(buffer_->shape[d]);
      if (!now || *now < 1 || (before && *now >= *before)) continue;
      shape[d] = extent;
      mins[d] = analyzer.simplify(hull.min);
    }
    if (shape == buffer_->shape) return buffer_;
    auto* node = new BufferNode(*buffer_);
    node->shape = std::move(shape);
    return Buffer(node);
  }

  const Buffer buffer_;
  Origins& origins_;
  std::map<const BufferNode*, Buffer>& as_;
  arith::Analyzer analyzer_;
  std::vector<std::pair<Var, Range>> outside_;  // loops around the place
  bool scalar_written_ = false;
};

}  // namespace

std::optional<Hull> hull_of(const Stmt& s, const BufferNode* buffer, arith::Analyzer& analyzer) {
  Accesses accesses(buffer, analyzer);
  accesses.look(s);
  if (!accesses.known) return std::nullopt;
  Hull hull;
  for (const auto& access : accesses.list) {
    std::vector<IntSet>& into = access.store ? hull.written : hull.read;
    if (into.empty()) into.resize(access.hull.size(), IntSet::nothing());
    for (size_t d = 0; d < into.size(); ++d) into[d] = unite({into[d], access.hull[d]}, analyzer);
  }
  return hull;
}

Stmt place_buffers(Stmt body, const std::vector<Buffer>& buffers, Origins& origins,
                   std::map<const BufferNode*, Buffer>& as) {
  for (auto b = buffers.rbegin(); b != buffers.rend() && body; ++b)
    if (touches(body, b->get())) body = Placing(*b, origins, as).sink(body);
  return body;
}

}  // namespace nw::tvmscript
