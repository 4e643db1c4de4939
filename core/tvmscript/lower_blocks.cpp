// SPDX-License-Identifier: GPL-3.0-or-later
// for k: block C(vi = i, vk = k) init: C[vi] = 0 … → C[i] = 0; for k: C[i] = …
//
// A first value is set before the outermost loop that the reduction goes over, in copies of the loops inside it that
// the block's spatial axes go over: what TE's lowering does, and what sch.decompose_reduction makes explicit. Where
// that is not possible (the copies would need values that are known only inside the reduction), it is set in the
// first iteration of the reduction, as TVM's LowerInitBlock does.
#include <algorithm>

#include "arith/analyzer.h"
#include "base/budget.h"
#include "tir/visit.h"
#include "tvmscript/lowering.h"

namespace nw::tvmscript {

using namespace tir;

namespace {

// a and b and c
void conjuncts(const Expr& e, std::vector<Expr>& into) {
  const auto* both = node_cast<BinaryNode>(e);
  if (!both || both->kind != ExprKind::And) {
    into.push_back(e);
    return;
  }
  conjuncts(both->a, into);
  conjuncts(both->b, into);
}

class BlockLowering {
 public:
  BlockLowering(const Function& function, Origins& origins) : function_(function), origins_(origins) {}

  Stmt run() { return function_.body ? stmt(function_.body) : nullptr; }

 private:
  // A loop around the statement at hand, and what is computed before it.
  struct Frame {
    Var var;
    Expr min, extent;
    ForKind kind;
    std::string thread;
    int line;
    const ForNode* loop;  // of the function
    std::vector<Stmt> before;
  };
  struct Inner {  // a let or a condition, inside so many loops
    size_t depth;
    Var var;  // null: a condition
  };

  Expr value(const Expr& e) { return values_.empty() ? e : substitute(e, values_); }

  Stmt stmt(const Stmt& s) {
    spend();
    switch (s->kind) {
      case StmtKind::For:
        return loop(*stmt_cast<ForNode>(s));
      case StmtKind::IfThenElse:
        return branch(*stmt_cast<IfThenElseNode>(s));
      case StmtKind::Store:
        return store(*stmt_cast<StoreNode>(s));
      case StmtKind::Evaluate: {
        const auto* n = stmt_cast<EvaluateNode>(s);
        return as_const_int(n->value) ? nullptr : make_evaluate(value(n->value), origins_.of(block_, s->from.line));
      }
      case StmtKind::Let:
        return let(*stmt_cast<LetStmtNode>(s));
      case StmtKind::Attr: {
        const auto* n = stmt_cast<AttrNode>(s);
        const Block* b = function_.block_of(*n);
        return b ? block(*b, *n) : stmt(n->body);
      }
      case StmtKind::Seq: {
        std::vector<Stmt> all;
        for (const Stmt& part : stmt_cast<SeqNode>(s)->stmts) all.push_back(stmt(part));
        return make_seq(std::move(all));
      }
      case StmtKind::Allocate:
        return nullptr;  // the reader makes none
    }
    return nullptr;
  }

  Stmt loop(const ForNode& n) {
    const Expr min = analyzer_.simplify(value(n.min)), extent = analyzer_.simplify(value(n.extent));
    if (const int64_t* count = as_const_int(extent); count && *count <= 0) return nullptr;
    if (is_one(extent)) {
      values_[n.var] = min;
      return stmt(n.body);
    }
    if (n.for_kind == ForKind::Thread)  // one launch has one loop for a thread
      for (const Frame& f : frames_)
        if (f.thread == n.thread_tag && analyzer_.can_prove_equal(f.extent, extent)) {
          values_[n.var] = f.var;
          return stmt(n.body);
        }
    analyzer_.bind(n.var, Range{min, extent});
    const int before = block_;
    block_ = owner_of(function_, n);
    const Provenance from = origins_.of(block_, n.from.line, false, &n);
    frames_.push_back({n.var, min, extent, n.for_kind, n.thread_tag, n.from.line, &n, {}});
    Stmt body = stmt(n.body);
    std::vector<Stmt> all = std::move(frames_.back().before);
    frames_.pop_back();
    block_ = before;
    if (body) {
      auto* copy = new ForNode(n);
      Stmt made(copy);
      copy->from = from;
      copy->min = min;
      copy->extent = extent;
      copy->body = std::move(body);
      all.push_back(std::move(made));
    }
    return make_seq(std::move(all));
  }

  Stmt branch(const IfThenElseNode& n) {
    const Expr condition = analyzer_.simplify(value(n.condition));
    if (const int64_t* known = as_const_int(condition))
      return *known ? stmt(n.then_case) : n.else_case ? stmt(n.else_case) : nullptr;
    const Provenance from = origins_.of(block_, n.from.line);
    inner_.push_back({frames_.size(), nullptr});
    Stmt yes = stmt(n.then_case), no = n.else_case ? stmt(n.else_case) : nullptr;
    inner_.pop_back();
    if (!yes && !no) return nullptr;
    return yes ? make_if(condition, yes, no, n.likely, from)
               : make_if(logical_not(condition), no, nullptr, n.likely, from);
  }

  Stmt store(const StoreNode& n) {
    std::vector<Expr> indices;
    for (const Expr& i : n.indices) indices.push_back(analyzer_.simplify(value(i)));
    return make_store(n.buffer, simplified_indices(value(n.value)), std::move(indices),
                      origins_.of(block_, n.from.line, initial_));
  }

  // The arithmetic of values stays as it is written; that of indices and conditions does not.
  Expr simplified_indices(const Expr& e) {
    return rewrite(e, [this](const Expr& x) -> Expr {
      if (const auto* load = node_cast<BufferLoadNode>(x)) {
        std::vector<Expr> indices;
        for (const Expr& i : load->indices) indices.push_back(i->dtype.is_scalar() ? analyzer_.simplify(i) : i);
        return make_node<BufferLoadNode>(load->buffer, std::move(indices), load->dtype);
      }
      return x;
    });
  }

  Stmt let(const LetStmtNode& n) {
    const Provenance from = origins_.of(block_, n.from.line);
    const Expr given = value(n.value);
    inner_.push_back({frames_.size(), n.var});
    Stmt body = stmt(n.body);
    inner_.pop_back();
    return body ? make_let(n.var, given, std::move(body), from) : nullptr;
  }

  // ── blocks ──
  Stmt block(const Block& b, const AttrNode& place) {
    const int before = std::exchange(block_, static_cast<int>(&b - function_.blocks.data()));
    std::vector<Expr> spatial, reduce;
    std::vector<std::pair<Expr, Expr>> reductions;  // value, first value
    for (const BlockIter& i : b.iters) {
      const Expr v = analyzer_.simplify(value(i.binding));
      values_[i.iter->var] = v;
      (i.iter->type == IterType::CommReduce ? reduce : spatial).push_back(v);
      if (i.iter->type == IterType::CommReduce) reductions.emplace_back(v, value(i.iter->dom.min));
    }
    std::vector<Expr> conditions;
    if (b.predicate) conjuncts(value(b.predicate), conditions);
    std::erase_if(conditions, [this](Expr& c) {
      c = analyzer_.simplify(c);
      return is_one(c);
    });
    const size_t outside = std::exchange(base_, frames_.size());
    Stmt first;
    const bool was_initial = std::exchange(initial_, true);
    if (b.init) first = stmt(b.init);
    initial_ = was_initial;
    Stmt body = b.body ? stmt(b.body) : nullptr;
    base_ = outside;
    if (first)
      body = with_first(std::move(first), std::move(body), spatial, reduce, reductions, conditions, place.from.line);
    for (auto c = conditions.rbegin(); c != conditions.rend() && body; ++c)
      body = make_if(*c, std::move(body), nullptr, true, origins_.of(block_, place.from.line));
    block_ = before;
    return body;
  }

  static bool uses(const std::vector<Expr>& list, const Var& var) {
    return std::ranges::any_of(list, [&](const Expr& e) { return uses_var(e, var); });
  }

  // The body, with its first value before it or before a loop around it.
  Stmt with_first(Stmt first, Stmt body, const std::vector<Expr>& spatial, const std::vector<Expr>& reduce,
                  const std::vector<std::pair<Expr, Expr>>& reductions, const std::vector<Expr>& conditions, int line) {
    size_t start = base_;
    while (start < frames_.size() && !uses(reduce, frames_[start].var)) ++start;
    if (start == frames_.size()) return make_seq({std::move(first), std::move(body)});
    std::vector<size_t> kept;
    std::vector<Var> skipped;
    for (size_t i = start; i < frames_.size(); ++i) {
      if (uses(spatial, frames_[i].var))
        kept.push_back(i);
      else
        skipped.push_back(frames_[i].var);
    }
    std::vector<Expr> guards;
    if (can_move(first, start, kept, skipped, conditions, guards)) {
      frames_[start].before.push_back(moved(std::move(first), kept, guards, line));
      return body;
    }
    Expr at_first;
    for (const auto& [v, min] : reductions) {
      const Expr one = eq(v, min);
      at_first = at_first ? logical_and(at_first, one) : one;
    }
    first = make_if(analyzer_.simplify(at_first), std::move(first), nullptr, false, origins_.of(block_, line, true));
    return make_seq({std::move(first), std::move(body)});
  }

  // Whether copies of the kept loops know all that the first value needs. `guards`: of its conditions those that are
  // about elements, and not about the reduction.
  bool can_move(const Stmt& first, size_t start, const std::vector<size_t>& kept, const std::vector<Var>& skipped,
                const std::vector<Expr>& conditions, std::vector<Expr>& guards) const {
    const auto inside = [&](const Expr& e) {
      return std::ranges::any_of(skipped, [&](const Var& v) { return uses_var(e, v); });
    };
    for (const size_t i : kept)
      if (inside(frames_[i].extent) || inside(frames_[i].min)) return false;
    std::vector<Var> lets;
    for (const Inner& i : inner_) {
      if (i.depth <= start) continue;
      if (!i.var) return false;
      lets.push_back(i.var);
    }
    for (const Expr& c : conditions) {
      if (!inside(c)) {
        guards.push_back(c);
        continue;
      }
      for (const size_t i : kept)
        if (uses_var(c, frames_[i].var)) return false;
    }
    bool free = true;
    walk(
        first, [&](const Stmt&) { return free; },
        [&](const Expr& e) {
          if (e->kind != ExprKind::Var) return free;
          const Var v(static_cast<const VarNode*>(e.get()));
          if (std::ranges::find(skipped, v) != skipped.end() || std::ranges::find(lets, v) != lets.end()) free = false;
          return free;
        });
    for (const Expr& g : guards)
      for (const Var& v : lets) free = free && !uses_var(g, v);
    return free;
  }

  Stmt moved(Stmt first, const std::vector<size_t>& kept, const std::vector<Expr>& guards, int line) {
    Substitution copies;
    for (const size_t i : kept)
      copies[frames_[i].var] = make_var(frames_[i].var->name + ".init", frames_[i].var->dtype);
    first = substitute(first, copies);
    for (auto g = guards.rbegin(); g != guards.rend(); ++g)
      first = make_if(substitute(*g, copies), std::move(first), nullptr, true, origins_.of(block_, line, true));
    for (size_t k = kept.size(); k-- > 0;) {
      const Frame& f = frames_[kept[k]];
      auto* loop = new ForNode;
      Stmt made(loop);
      loop->from = origins_.of(block_, f.line, true, f.loop);
      loop->var = Var(static_cast<const VarNode*>(copies[f.var].get()));
      loop->min = substitute(f.min, copies);
      loop->extent = substitute(f.extent, copies);
      loop->for_kind = f.kind;
      loop->thread_tag = f.thread;
      loop->body = std::move(first);
      first = std::move(made);
    }
    return first;
  }

  const Function& function_;
  Origins& origins_;
  arith::Analyzer analyzer_;
  Substitution values_;  // of axes and of loops that are gone
  std::vector<Frame> frames_;
  std::vector<Inner> inner_;
  size_t base_ = 0;  // the first frame inside the block around
  int block_ = -1;
  bool initial_ = false;
};

}  // namespace

int owner_of(const Function& function, const ForNode& loop) {
  int last = -1;
  walk(
      loop.body,
      [&](const Stmt& s) {
        if (const auto* place = stmt_cast<AttrNode>(s))
          if (const Block* b = function.block_of(*place))
            last = std::max(last, static_cast<int>(b - function.blocks.data()));
        return true;
      },
      nullptr);
  return last;
}

Stmt lower_blocks(const Function& function, Origins& origins) {
  return BlockLowering(function, origins).run();
}

}  // namespace nw::tvmscript
