// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/loop_expansion.h"

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

}  // namespace nw::codegen
