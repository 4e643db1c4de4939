// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses outside of their buffers, and axes outside of their domains. An error needs a witness: an iteration in which
// it happens, with every condition around it true. What is neither proved nor refuted is not reported.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "arith/analyzer.h"
#include "base/budget.h"
#include "cost/stride.h"
#include "tir/visit.h"
#include "tvmscript/diagnostics.h"
#include "tvmscript/lowering.h"
#include "tvmscript/sample.h"

namespace nw::tvmscript {

using namespace tir;

namespace {

class AccessCheck {
 public:
  void look(const Stmt& s) {
    if (!s || found_.size() >= kMost) return;
    spend();
    switch (s->kind) {
      case StmtKind::For: {
        const auto* n = stmt_cast<ForNode>(s);
        analyzer_.bind(n->var, Range{n->min, n->extent});
        loops_.push_back({n->var, n->min, n->extent});
        look(n->body);
        loops_.pop_back();
        return;
      }
      case StmtKind::IfThenElse: {
        const auto* n = stmt_cast<IfThenElseNode>(s);
        values(n->condition, s->from.line);
        within(n->condition, [&] { look(n->then_case); });
        if (n->else_case) within(logical_not(n->condition), [&] { look(n->else_case); });
        return;
      }
      case StmtKind::Store: {
        const auto* n = stmt_cast<StoreNode>(s);
        values(n->value, s->from.line);
        for (const Expr& i : n->indices) values(i, s->from.line);
        access(n->buffer, n->indices, s->from.line, "written");
        return;
      }
      case StmtKind::Evaluate:
        return values(stmt_cast<EvaluateNode>(s)->value, s->from.line);
      case StmtKind::Let: {
        const auto* n = stmt_cast<LetStmtNode>(s);
        values(n->value, s->from.line);
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

  Diagnostics take() { return std::move(found_); }

 private:
  static constexpr size_t kMost = 50;

  template <class F>
  void within(const Expr& condition, F&& inside) {
    conditions_.push_back(condition);
    {
      const auto assumed = analyzer_.assume(condition);
      inside();
    }
    conditions_.pop_back();
  }

  // The loads of an expression; of a choice only those of the side that is taken.
  void values(const Expr& e, int line) {
    spend();
    if (const auto* load = node_cast<BufferLoadNode>(e)) access(load->buffer, load->indices, line, "read");
    const auto* call = node_cast<CallNode>(e);
    if (call && call->name == "if_then_else") return choice(call->args[0], call->args[1], call->args[2], line);
    if (const auto* s = node_cast<SelectNode>(e)) return choice(s->condition, s->true_value, s->false_value, line);
    if (const auto* b = node_cast<BinaryNode>(e); b && (b->kind == ExprKind::And || b->kind == ExprKind::Or)) {
      values(b->a, line);
      within(b->kind == ExprKind::And ? Expr(b->a) : logical_not(b->a), [&] { values(b->b, line); });
      return;
    }
    each_child(*e, [&](const Expr& c) { values(c, line); });
  }
  void choice(const Expr& which, const Expr& yes, const Expr& no, int line) {
    values(which, line);
    within(which, [&] { values(yes, line); });
    within(logical_not(which), [&] { values(no, line); });
  }

  void access(const Buffer& buffer, const std::vector<Expr>& indices, int line, const char* how) {
    for (size_t d = 0; d < indices.size(); ++d) {
      if (!indices[d]->dtype.is_scalar()) continue;
      const Expr index = indices[d], extent = buffer->shape[d];
      if (analyzer_.can_prove_greater_equal(index, 0) && analyzer_.can_prove(lt(index, extent))) continue;
      const auto in =
          witness(loops_, conditions_, logical_or(lt(index, constant(index->dtype, 0)), ge(index, extent)), tries_);
      if (!in) continue;
      const auto at = cost::value_of(index, in->values), length = cost::value_of(extent, in->values);
      if (!at || !length || !reported_.insert({buffer.get(), line, d}).second) continue;
      found_.push_back(outside(
          fmt::format("'{}' is {} at {} in dimension {}, which has {} elements", buffer->name, how, *at, d, *length),
          {in->text()}, {line, 1, 1}));
    }
  }

  arith::Analyzer analyzer_;
  std::vector<SampledLoop> loops_;
  std::vector<Expr> conditions_;
  std::set<std::tuple<const BufferNode*, int, size_t>> reported_;
  int64_t tries_ = 2'000'000;
  Diagnostics found_;
};

// The values of axes, in the function as it is written.
class BindingCheck {
 public:
  explicit BindingCheck(const Function& function) : function_(function) {}

  void look(const Stmt& s) {
    if (!s) return;
    spend();
    if (const auto* n = stmt_cast<ForNode>(s)) {
      analyzer_.bind(n->var, Range{n->min, n->extent});
      loops_.push_back({n->var, n->min, n->extent});
      look(n->body);
      loops_.pop_back();
    } else if (const auto* q = stmt_cast<SeqNode>(s)) {
      for (const Stmt& part : q->stmts) look(part);
    } else if (const auto* c = stmt_cast<IfThenElseNode>(s)) {
      conditions_.push_back(c->condition);
      look(c->then_case);
      conditions_.back() = logical_not(c->condition);
      look(c->else_case);
      conditions_.pop_back();
    } else if (const auto* l = stmt_cast<LetStmtNode>(s)) {
      look(l->body);
    } else if (const auto* place = stmt_cast<AttrNode>(s)) {
      const Block* b = function_.block_of(*place);
      if (b) block(*b);
    }
  }

  Diagnostics found;

 private:
  void block(const Block& b) {
    const size_t depth = conditions_.size();
    if (b.predicate) conditions_.push_back(b.predicate);
    for (const BlockIter& i : b.iters) axis(b, i);
    conditions_.resize(depth);
    // Axes of blocks inside are made of those of this one, which take all values of their domains.
    const std::vector<SampledLoop> outer = std::exchange(loops_, {});
    const std::vector<Expr> around = std::exchange(conditions_, {});
    for (const BlockIter& i : b.iters) {
      analyzer_.bind(i.iter->var, i.iter->dom);
      loops_.push_back({i.iter->var, i.iter->dom.min, i.iter->dom.extent});
    }
    look(b.body);
    loops_ = outer;
    conditions_ = around;
  }

  void axis(const Block& b, const BlockIter& i) {
    const Range& dom = i.iter->dom;
    if (!dom.defined()) return;
    const Expr low = i.binding - dom.min;
    if (analyzer_.can_prove_greater_equal(low, 0) && analyzer_.can_prove(lt(low, dom.extent))) return;
    const auto in =
        witness(loops_, conditions_, logical_or(lt(low, constant(low->dtype, 0)), ge(low, dom.extent)), tries_);
    if (!in || found.size() >= 50) return;
    const auto at = cost::value_of(i.binding, in->values), first = cost::value_of(dom.min, in->values),
               count = cost::value_of(dom.extent, in->values);
    if (!at || !first || !count) return;
    int64_t last = INT64_MAX;
    const bool empty = *count <= 0;
    if (!empty && __builtin_add_overflow(*first, *count - 1, &last)) last = INT64_MAX;
    const std::string domain =
        empty ? "outside of its domain, which is empty" : fmt::format("outside of its domain {} to {}", *first, last);
    found.push_back(
        outside(fmt::format("the axis '{}' of block '{}' is {}, {}", i.iter->var->name, b.name, *at, domain),
                {in->text()}, i.span));
  }

  const Function& function_;
  arith::Analyzer analyzer_;
  std::vector<SampledLoop> loops_;
  std::vector<Expr> conditions_;
  int64_t tries_ = 2'000'000;
};

void check_regions(const Function& function, Diagnostics& found) {
  for (const Block& b : function.blocks) {
    if (!b.declares_reads && !b.declares_writes) continue;
    std::vector<const BufferNode*> read, written;
    const auto stmt = [&](const Stmt& s) {
      if (const auto* store = stmt_cast<StoreNode>(s)) written.push_back(store->buffer.get());
      return true;
    };
    const auto expr = [&](const Expr& e) {
      if (const auto* load = node_cast<BufferLoadNode>(e)) read.push_back(load->buffer.get());
      return true;
    };
    walk(b.body, stmt, expr);
    walk(b.init, stmt, expr);
    const auto lacks = [&](const std::vector<Region>& declared, const BufferNode* buffer) {
      return std::ranges::none_of(declared, [&](const Region& r) { return r.buffer.get() == buffer; });
    };
    std::set<const BufferNode*> said;
    for (const BufferNode* buffer : written)
      if (b.declares_writes && lacks(b.writes, buffer) && said.insert(buffer).second)
        found.push_back(wrong_region(
            fmt::format("block '{}' writes '{}', which its T.writes does not list", b.name, buffer->name), b.span));
    for (const BufferNode* buffer : read)  // a reduction reads what it writes
      if (b.declares_reads && lacks(b.reads, buffer) && lacks(b.writes, buffer) && said.insert(buffer).second)
        found.push_back(wrong_region(
            fmt::format("block '{}' reads '{}', which its T.reads does not list", b.name, buffer->name), b.span));
  }
}

}  // namespace

Diagnostics check_accesses(const Function& function, const Stmt& lowered) {
  BindingCheck bindings(function);
  bindings.look(function.body);
  Diagnostics found = std::move(bindings.found);
  AccessCheck accesses;
  // What is outside because an axis is outside is reported once.
  if (found.empty()) accesses.look(lowered);
  append(found, accesses.take());
  check_regions(function, found);
  return found;
}

}  // namespace nw::tvmscript
