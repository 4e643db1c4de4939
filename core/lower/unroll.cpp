// SPDX-License-Identifier: GPL-3.0-or-later
// Expands unrolled loops. With the pragma auto_unroll_max_step = n, innermost serial loops too, up to n stores in
// total; with unroll_explicit = 0 they are marked as unrolled and left to the code generator.
#include <set>

#include "lower/passes.h"
#include "schedule/unroll_limit.h"
#include "tir/visit.h"

namespace nw::lower {

using namespace tir;

namespace {

constexpr int64_t kMaxDepth = 8;

// Loops that code generation unrolls by itself: over a local buffer, up to so many bytes and statements
// (core/codegen_llvm/loops.cpp), and short loops (LLVM).
constexpr int64_t kLocalBytes = 4 << 10, kLocalStatements = 512, kShortStatements = 100;
constexpr int64_t kStatementsOfCall = 8;  // a function is some twenty instructions

int64_t bytes_of(const Buffer& buffer) {
  int64_t bytes = buffer->dtype.bytes();
  for (const Expr& e : buffer->shape) {
    const int64_t* n = as_const_int(e);
    if (!n || *n > kLocalBytes) return kLocalBytes + 1;
    bytes *= *n;
  }
  return bytes;
}

class Unroll final : public StmtMapper {
  struct Settings {
    int64_t auto_steps = 0;
    bool is_explicit = true;
  };
  struct Inside {  // of the statement visited last
    int64_t steps = 0, loops = 0, unrolled = 0;
  };

  // Number of statements of the usual size after code generation has unrolled loops.
  int64_t unrolled_statements(const Stmt& s) const {
    if (!s) return 0;
    if (const auto* f = stmt_cast<ForNode>(s)) {
      const int64_t inside = unrolled_statements(f->body);
      const int64_t* iterations = as_const_int(f->extent);
      const int64_t most = walks_over_local(*f) ? kLocalStatements : kShortStatements;
      return iterations && *iterations <= most && *iterations * inside <= most ? *iterations * inside : inside;
    }
    if (const auto* q = stmt_cast<SeqNode>(s)) {
      int64_t all = 0;
      for (const Stmt& part : q->stmts) all += unrolled_statements(part);
      return all;
    }
    if (const auto* i = stmt_cast<IfThenElseNode>(s))
      return unrolled_statements(i->then_case) + unrolled_statements(i->else_case);
    if (const auto* a = stmt_cast<AllocateNode>(s)) return unrolled_statements(a->body);
    if (const auto* a = stmt_cast<AttrNode>(s)) return unrolled_statements(a->body);
    if (const auto* l = stmt_cast<LetStmtNode>(s)) return unrolled_statements(l->body);
    int64_t calls = 0;
    if (const auto* store = stmt_cast<StoreNode>(s))
      walk(store->value, [&](const Expr& e) {
        const auto* c = node_cast<CallNode>(e);
        calls += c && c->name != "if_then_else" && c->name != "likely";
        return true;
      });
    return 1 + calls * kStatementsOfCall;
  }

  bool walks_over_local(const ForNode& loop) const {
    bool found = false;
    const auto look = [&](const Buffer& buffer, const std::vector<Expr>& indices) {
      if (!local_.contains(buffer.get())) return;
      for (const Expr& e : indices) found = found || uses_var(e, loop.var);
    };
    walk(
        loop.body,
        [&](const Stmt& s) {
          if (const auto* store = stmt_cast<StoreNode>(s)) look(store->buffer, store->indices);
          return !found;
        },
        [&](const Expr& e) {
          if (const auto* load = node_cast<BufferLoadNode>(e)) look(load->buffer, load->indices);
          return !found;
        });
    return found;
  }

  Stmt visit(const AllocateNode& n, const Stmt& s) override {
    if (bytes_of(n.buffer) <= kLocalBytes) local_.insert(n.buffer.get());
    return StmtMapper::visit(n, s);
  }

  void read(const std::string& key, const Expr& value) {
    const int64_t* v = as_const_int(value);
    if (!v) return;
    if (key == "auto_unroll_max_step") settings_.auto_steps = *v;
    if (key == "unroll_explicit") settings_.is_explicit = *v != 0;
  }

  Stmt visit(const AttrNode& n, const Stmt& s) override {
    if (n.key != "pragma_auto_unroll_max_step" && n.key != "pragma_unroll_explicit") return StmtMapper::visit(n, s);
    const Settings outside = settings_;
    read(n.key.substr(7), n.value);
    Stmt body = stmt(n.body);
    settings_ = outside;
    return body;
  }

  Stmt visit(const StoreNode&, const Stmt& s) override {
    ++inside_.steps;
    return s;
  }
  Stmt visit(const EvaluateNode&, const Stmt& s) override {
    ++inside_.steps;
    return s;
  }
  Stmt visit(const SeqNode& n, const Stmt&) override {
    Inside all;
    std::vector<Stmt> out;
    for (const Stmt& c : n.stmts) {
      inside_ = {};
      out.push_back(stmt(c));
      all.steps += inside_.steps;
      all.loops = std::max(all.loops, inside_.loops);
      all.unrolled = std::max(all.unrolled, inside_.unrolled);
    }
    inside_ = all;
    return make_seq(std::move(out));
  }

  Stmt visit(const ForNode& n, const Stmt& s) override {
    const Settings outside = settings_;
    for (const auto& [key, value] : n.annotations) read(key, value);
    Stmt body = stmt(n.body);
    const Settings mine = settings_;
    settings_ = outside;
    if (!body) return nullptr;
    const int64_t* extent = as_const_int(n.extent);
    const bool asked = n.for_kind == ForKind::Unrolled && extent;
    const bool automatic = n.for_kind == ForKind::Serial && extent && mine.auto_steps > 0 && inside_.loops == 0 &&
                           inside_.unrolled <= kMaxDepth && *extent * inside_.steps <= mine.auto_steps;
    if (!asked && !automatic) {
      ++inside_.loops;
      return with_body(n, s, std::move(body));
    }
    const bool small = extent && *extent <= schedule::kMaxUnrolledStatements &&
                       *extent * std::max<int64_t>(unrolled_statements(body), 1) <= schedule::kMaxUnrolledStatements &&
                       !gives_size(n.var, body);
    inside_.steps *= *extent;
    ++inside_.unrolled;
    if (!small || (automatic && !mine.is_explicit)) {
      auto* copy = new ForNode(n);
      copy->for_kind = small ? ForKind::Unrolled : ForKind::Serial;
      copy->body = std::move(body);
      return Stmt(copy);
    }
    std::vector<Stmt> copies;
    for (int64_t i = 0; i < *extent; ++i)
      copies.push_back(substitute(body, {{n.var, n.min + int_imm(i, n.var->dtype)}}));
    return make_seq(std::move(copies));
  }

  Settings settings_;
  Inside inside_;
  std::set<const BufferNode*> local_;
};

}  // namespace

Stmt unroll_loops(const Stmt& s) {
  return Unroll()(s);
}

}  // namespace nw::lower
