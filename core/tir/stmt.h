// SPDX-License-Identifier: GPL-3.0-or-later
// Statements of a loop nest: immutable, reference-counted. Each keeps the provenance of what it came from.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/ids.h"
#include "tir/expr.h"

namespace nw::tir {

enum class StmtKind : uint8_t { For, IfThenElse, Allocate, Store, Evaluate, Let, Attr, Seq };

// A statement of a nest of phase `loops`: numbered when that nest is built, kept by every pass over it.
using StmtId = Id<struct StmtTag>;

// Where a statement came from: the stage it computes, the axis it loops over, the script line that shaped it last, and
// the statement of phase `loops` that a pass made it from.
struct Provenance {
  StageId stage;
  AxisId axis;
  int line = 0;
  StmtId stmt{};
  bool initial = false;  // belongs to the nest that sets a reduction to its identity

  bool operator==(const Provenance&) const = default;
};

struct StmtNode : RefCounted {
  StmtKind kind;
  Provenance from;

 protected:
  explicit StmtNode(StmtKind k) : kind(k) {}
};
using Stmt = Ref<StmtNode>;

template <class T>
const T* stmt_cast(const StmtNode* s) {
  return s && s->kind == T::kKind ? static_cast<const T*>(s) : nullptr;
}
template <class T>
const T* stmt_cast(const Stmt& s) {
  return stmt_cast<T>(s.get());
}

enum class ForKind : uint8_t { Serial, Parallel, Vectorized, Unrolled, Thread, VThread };
std::string_view to_string(ForKind kind);  // "serial", …, "thread", "vthread"

struct ForNode final : StmtNode {
  static constexpr StmtKind kKind = StmtKind::For;
  Var var;
  Expr min, extent;
  ForKind for_kind = ForKind::Serial;
  std::string thread_tag;                   // of Thread and VThread
  std::map<std::string, Expr> annotations;  // pragmas
  Stmt body;
  ForNode() : StmtNode(kKind) {}
};
struct IfThenElseNode final : StmtNode {
  static constexpr StmtKind kKind = StmtKind::IfThenElse;
  Expr condition;  // without its likely() mark
  bool likely = false;
  Stmt then_case, else_case;  // else may be null
  IfThenElseNode() : StmtNode(kKind) {}
};
struct AllocateNode final : StmtNode {  // `buffer` lives in `body`
  static constexpr StmtKind kKind = StmtKind::Allocate;
  Buffer buffer;
  bool double_buffer = false;
  Stmt body;
  AllocateNode() : StmtNode(kKind) {}
};
struct StoreNode final : StmtNode {
  static constexpr StmtKind kKind = StmtKind::Store;
  Buffer buffer;
  Expr value;
  std::vector<Expr> indices;  // the last may be a vector
  Expr predicate;             // null: always; else bool with the value's lanes (masked store)
  StoreNode() : StmtNode(kKind) {}
};
struct EvaluateNode final : StmtNode {
  static constexpr StmtKind kKind = StmtKind::Evaluate;
  Expr value;
  EvaluateNode() : StmtNode(kKind) {}
};
struct LetStmtNode final : StmtNode {
  static constexpr StmtKind kKind = StmtKind::Let;
  Var var;
  Expr value;
  Stmt body;
  LetStmtNode() : StmtNode(kKind) {}
};
struct AttrNode final : StmtNode {  // a mark on its body: "pragma_…", "double_buffer_scope", …
  static constexpr StmtKind kKind = StmtKind::Attr;
  std::string key;
  Expr value;
  Stmt body;
  AttrNode() : StmtNode(kKind) {}
};
struct SeqNode final : StmtNode {
  static constexpr StmtKind kKind = StmtKind::Seq;
  std::vector<Stmt> stmts;  // never a Seq inside a Seq
  SeqNode() : StmtNode(kKind) {}
};

Stmt make_for(Var var, Expr min, Expr extent, ForKind kind, Stmt body, Provenance from = {});
Stmt make_if(Expr condition, Stmt then_case, Stmt else_case = nullptr, bool likely = false, Provenance from = {});
Stmt make_store(Buffer buffer, Expr value, std::vector<Expr> indices, Provenance from = {}, Expr predicate = nullptr);
Stmt make_allocate(Buffer buffer, Stmt body, Provenance from = {});
Stmt make_evaluate(Expr value, Provenance from = {});
Stmt make_let(Var var, Expr value, Stmt body, Provenance from = {});
Stmt make_attr(std::string key, Expr value, Stmt body, Provenance from = {});
// The same statement with another origin.
Stmt with_provenance(const Stmt& s, Provenance from);
Stmt make_seq(std::vector<Stmt> stmts);  // flattens; drops nulls; one statement stays itself; none gives null

}  // namespace nw::tir
