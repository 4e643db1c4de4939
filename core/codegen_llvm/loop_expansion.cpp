// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/loop_expansion.h"

#include <algorithm>
#include <set>

#include "codegen_llvm/linear_index.h"
#include "schedule/unroll_limit.h"
#include "tir/visit.h"

namespace nw::codegen {

namespace {

constexpr int64_t kLongestTileLoop = 64;  // iterations of a loop over a register tile

// A loop that is written out makes at most so many copies of statements, all levels together.
constexpr int64_t kExpandedStatements = 512;

int64_t count_statements(const tir::Stmt& s) {
  int64_t count = 0;
  tir::walk(
      s,
      [&](const tir::Stmt& part) {
        count += part->kind == tir::StmtKind::Store || part->kind == tir::StmtKind::Evaluate ? 1 : 0;
        return true;
      },
      [](const tir::Expr&) { return false; });
  return count;
}

// How many statements s becomes when every loop of constant extent inside is written out.
int64_t expanded_statements(const tir::Stmt& s) {
  if (const auto* loop = tir::stmt_cast<tir::ForNode>(s)) {
    const int64_t* extent = tir::as_const_int(loop->extent);
    const int64_t inside = expanded_statements(loop->body);
    return extent && *extent <= kExpandedStatements ? inside * *extent : inside;
  }
  if (const auto* seq = tir::stmt_cast<tir::SeqNode>(s)) {
    int64_t sum = 0;
    for (const tir::Stmt& part : seq->stmts) sum += expanded_statements(part);
    return sum;
  }
  if (const auto* a = tir::stmt_cast<tir::AllocateNode>(s)) return expanded_statements(a->body);
  if (const auto* a = tir::stmt_cast<tir::AttrNode>(s)) return expanded_statements(a->body);
  return count_statements(s);
}

// Loads of one buffer whose places differ in their constants only: copies of one load.
struct Copies {
  const tir::BufferNode* buffer = nullptr;
  Linear place;  // of the first one
  std::set<int64_t> constants;
};

void add_copy(std::vector<Copies>& all, const tir::BufferNode& buffer, const Linear& place) {
  auto same =
      std::ranges::find_if(all, [&](const Copies& c) { return c.buffer == &buffer && same_terms(c.place, place); });
  if (same == all.end()) same = all.insert(same, {&buffer, place, {}});
  same->constants.insert(place.constant);
}

// Whether a copy reads in one iteration what another one reads in another iteration.
bool meet(const Copies& copies, const tir::Var& var, int64_t iterations) {
  int64_t step = 0;
  for (const auto& [term, coefficient] : copies.place.terms) {
    if (coefficient == 0) continue;
    if (term.get() == var.get())
      step = std::abs(coefficient);
    else if (tir::uses_var(term, var))
      return true;  // not known
  }
  if (step == 0) return false;
  for (const int64_t from : copies.constants)
    for (auto to = copies.constants.upper_bound(from); to != copies.constants.end(); ++to) {
      if ((*to - from) / step >= iterations) break;
      if ((*to - from) % step == 0) return true;
    }
  return false;
}

}  // namespace

bool can_unroll(const tir::ForNode& loop, int64_t extent) {
  return extent <= kExpandedStatements && expanded_statements(loop.body) * extent <= schedule::kMaxUnrolledStatements;
}

bool walks_register_tile(const tir::ForNode& loop, int64_t extent,
                         const std::function<bool(const tir::BufferNode&)>& is_register_tile) {
  if (extent > kLongestTileLoop || expanded_statements(loop.body) * extent > kExpandedStatements) return false;
  bool found = false;
  const auto look = [&](const tir::Buffer& buffer, const std::vector<tir::Expr>& indices) {
    if (found || !is_register_tile(*buffer)) return;
    for (const tir::Expr& i : indices) found = found || tir::uses_var(i, loop.var);
  };
  bool long_inside = false;
  tir::walk(
      loop.body,
      [&](const tir::Stmt& s) {
        if (const auto* st = tir::stmt_cast<tir::StoreNode>(s)) look(st->buffer, st->indices);
        if (const auto* inner = tir::stmt_cast<tir::ForNode>(s)) {
          const int64_t* iterations = tir::as_const_int(inner->extent);
          long_inside = long_inside || !iterations || *iterations > kLongestTileLoop;
        }
        return true;
      },
      [&](const tir::Expr& e) {
        if (const auto* l = tir::node_cast<tir::BufferLoadNode>(e)) look(l->buffer, l->indices);
        return true;
      });
  return found && !long_inside;
}

bool iterations_share_reads(const tir::ForNode& loop, int64_t extent,
                            const std::function<bool(const tir::VarNode&)>& is_written_out,
                            const std::function<bool(const tir::BufferNode&)>& is_accumulator) {
  bool innermost = true;
  std::vector<Copies> copies;
  Constants known;
  const std::function<void(const tir::Stmt&)> visit = [&](const tir::Stmt& part) {
    tir::walk(
        part,
        [&](const tir::Stmt& s) {
          const auto* inner = tir::stmt_cast<tir::ForNode>(s);
          if (!inner || !innermost) return innermost;
          const int64_t* times = tir::as_const_int(inner->extent);
          const int64_t* first = tir::as_const_int(inner->min);
          const bool unrolled = times && inner->for_kind == tir::ForKind::Unrolled && can_unroll(*inner, *times);
          innermost = times && first && (unrolled || is_written_out(*inner->var));
          for (int64_t i = 0; innermost && i < *times; ++i) {
            known[inner->var.get()] = *first + i;
            visit(inner->body);
          }
          known.erase(inner->var.get());
          return false;
        },
        [&](const tir::Expr& e) {
          const auto* load = tir::node_cast<tir::BufferLoadNode>(e);
          if (!load || is_accumulator(*load->buffer)) return true;
          if (const std::optional<Linear> place = flat_index(*load->buffer, load->indices, known))
            add_copy(copies, *load->buffer, *place);
          return true;
        });
  };
  visit(loop.body);
  return innermost && std::ranges::any_of(copies, [&](const Copies& c) { return meet(c, loop.var, extent); });
}

}  // namespace nw::codegen
