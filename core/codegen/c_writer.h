// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the parts of c_source(): expressions (c_expr.cpp, c_index.cpp, c_call.cpp) and statements (c_stmt.cpp).
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/diagnostic.h"
#include "codegen/c_source.h"
#include "codegen/c_text.h"

namespace nw::codegen {

class CWriter {
 public:
  CSource write(const lower::LoopNest& nest);
  Diagnostics diagnostics;

 private:
  struct Interval {
    int64_t min, max;
  };

  void report(Diagnostic d) {  // once
    if (std::find(diagnostics.begin(), diagnostics.end(), d) == diagnostics.end()) diagnostics.push_back(std::move(d));
  }

  // ── c_stmt.cpp
  void stmt(const tir::Stmt& s);
  void emit_for(const tir::ForNode& node);
  void emit_store(const tir::StoreNode& node);
  void emit_let(const tir::LetStmtNode& node);
  bool worth_prefetching(const tir::CallNode& prefetch) const;
  void emit_allocate(const tir::AllocateNode& node);
  void line(const std::string& text);
  std::string declare(const std::string& hint, const void* key);  // a fresh C name
  std::string name_of(const void* key) const;

  // ── c_expr.cpp. A value has the C type value_type(dtype); an index is an int64_t that holds the exact value.
  CText value(const tir::Expr& e);
  CText value_binary(const tir::BinaryNode& node);
  CText integer_arithmetic(tir::ExprKind kind, DType t, const CText& a, const CText& b);
  CText compare(const tir::BinaryNode& node);
  CText convert(const CText& v, DType from, DType to);
  CText number(DType t, double v);
  CText load(const tir::BufferLoadNode& node);
  std::string element(const tir::BufferNode& buffer, const std::vector<tir::Expr>& indices);
  CText narrowed(DType t, const CText& v);  // brought to the type's bits, or rounded to a narrow float
  std::string helper(const std::string& name, const std::string& definition);  // remembers that it is needed
  std::string two_sided(const char* what, DType t);                            // min and max of a type

  // ── c_index.cpp
  CText index(const tir::Expr& e);
  CText index_binary(const tir::BinaryNode& node);
  CText wrapped_index(const tir::Expr& e);  // within the type's range
  bool is_pure_index(const tir::Expr& e) const;
  Interval range(const tir::Expr& e) const;  // of a pure index, in exact arithmetic but for what wrapped_index() wraps

  // ── c_call.cpp
  CText call(const tir::CallNode& node);
  CText checked_index(const tir::CallNode& node);
  std::optional<CText> integer_call(const tir::CallNode& node);  // nothing: no such function
  std::optional<CText> float_call(const tir::CallNode& node);

  std::string text_, helpers_;
  std::set<std::string> known_helpers_;
  std::map<const void*, std::string> names_;
  std::set<const void*> on_stack_;  // buffers
  std::map<std::string, int> used_names_;
  std::map<const tir::VarNode*, Interval> loop_ranges_;
  std::string lane_;  // the lane's variable inside a vector statement
  tir::Provenance from_;
  int depth_ = 1;
  bool parallel_ = false, simd_ = false, in_parallel_ = false;
};

}  // namespace nw::codegen
