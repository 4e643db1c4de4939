// SPDX-License-Identifier: GPL-3.0-or-later
// Reads functions of TensorIR from the syntax tree of their file. One object a file; a statement that is not understood
// is reported and left out.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>

#include "flatten/syntax.h"
#include "tvmscript/tvmscript.h"

namespace nw::tvmscript {

// T.match_buffer of a region inside a block: another name of a part of a buffer.
struct Alias {
  tir::Buffer buffer;
  std::vector<tir::Expr> mins;  // of each dimension of the buffer
  std::vector<size_t> dims;     // of the buffer, for each dimension of the alias
};
struct HandleName {  // a parameter that T.match_buffer gives a shape
  size_t argument = 0;
};
using Named = std::variant<tir::Var, tir::Buffer, Alias, HandleName>;

// What names mean, with what they meant outside of the block at hand.
class Scope {
 public:
  const Named* find(std::string_view name) const;
  void define(std::string_view name, Named what);
  size_t mark() const { return undo_.size(); }
  void back_to(size_t mark);
  std::vector<std::string> names_of_buffers() const;

 private:
  std::unordered_map<std::string_view, Named> now_;
  std::vector<std::pair<std::string_view, std::optional<Named>>> undo_;
};

class Reader {
 public:
  using E = flatten::Expr;
  using S = flatten::Statement;

  Reader(std::string_view text, Module& module) : text_(text), module_(module) {}
  // `last`: the last line of the text that these statements are in.
  void file(const std::vector<const S*>& body, int last);
  void finish();

 private:
  // ── read_module.cpp: files and functions ──
  void imports(const S& s);
  bool is_prim_func(const S& s) const;
  void function(const S& s, int last);
  void parameter(const flatten::Parameter& p, const S& of);
  void add_size(const tir::Var& var);
  std::optional<tir::Buffer> buffer_type(const E* e, std::string name);  // T.Buffer((8, 6), "float32"), T.Buffer[…]
  std::optional<tir::Buffer> buffer_of(const E* call, size_t first, std::string name);  // shape and dtype from there
  void storage(const E* call, tir::BufferNode& buffer);
  std::vector<tir::Expr> shape(const E* e);
  std::optional<tir::Var> size_name(const E* e);

  // ── read_statement.cpp ──
  tir::Stmt statements(const std::vector<const S*>& list, size_t from = 0);
  tir::Stmt statement(const S& s);
  tir::Stmt for_statement(const S& s);
  tir::Stmt loops(const S& s, const std::vector<const E*>& extents, const std::vector<const E*>& vars);
  void annotations(const E* call, tir::ForNode& loop);
  tir::Stmt with_statement(const S& s);
  tir::Stmt if_statement(const S& s);
  tir::Stmt assignment(const S& s);
  tir::Stmt store(const E* target, tir::Expr value, const S& s);
  tir::Stmt expression_statement(const S& s);
  bool definition(const S& s, const E* target, std::string_view called, const E* call);
  bool is_let(const S& s) const;
  tir::Stmt let(const S& s, const std::vector<const S*>& list, size_t next);

  // ── read_block.cpp ──
  tir::Stmt block(const S& s, const E* call);
  tir::Stmt root(const S& s);
  tir::Stmt init(const S& s);
  bool block_statement(const S& s, std::string_view called, const E* call);
  bool axes(const S& s, std::string_view called, const E* call);
  void remapped(const E* name, char kind, const E* loop);
  void add_iter(std::string_view name, tir::IterType type, tir::Range domain, tir::Expr binding, TextSpan at);
  void regions(const E* call, std::vector<Region>& into);
  std::optional<Region> region(const E* e);
  void match_region(std::string_view name, const E* call);
  Block* current() { return open_blocks_.empty() ? nullptr : &function_->blocks[open_blocks_.back()]; }

  // ── read_expr.cpp ──
  tir::Expr expr(const E* e);
  tir::Expr integer(const E* e, std::string_view what);
  tir::Expr condition(const E* e);
  tir::Expr literal(const E* e);
  tir::Expr binary(const E* e);
  tir::Expr operation(std::string_view op, tir::Expr a, tir::Expr b, const E* at);
  tir::Expr compare(const E* e);
  tir::Expr load(const E* e);
  std::optional<std::pair<tir::Buffer, std::vector<tir::Expr>>> access(const E* e);
  tir::Expr index(const E* e);
  tir::Expr integer_or_vector(const E* e);

  // ── read_call.cpp ──
  tir::Expr call(const E* e);
  tir::Expr function_call(std::string_view name, const E* e);
  tir::Expr typed_value(DType dtype, const E* e);
  std::vector<tir::Expr> arguments(const E* call, size_t count, std::string_view name);
  std::optional<DType> dtype(const E* e, const E* where);
  tir::Expr extern_call(const E* e);
  tir::Expr conversion(std::string_view name, const E* e);
  tir::Expr bitwise_not(const tir::Expr& value, const E* where);

  // ── names and places ──
  std::string path_of(const E* e) const;                           // "T.axis.spatial"; empty: it is no dotted name
  std::string_view tir_name(const E* e, std::string& path) const;  // what stands behind T.; empty: it is not of T
  static const E* keyword(const E* call, std::string_view name);
  static const E* positional(const E* call, size_t index);
  static size_t count_positional(const E* call);
  TextSpan at(const E* e) const;
  TextSpan at(const S& s) const;
  std::string text_of(const E* e) const;
  void report(Diagnostic d);
  std::nullptr_t refuse(Diagnostic d) {
    report(std::move(d));
    return nullptr;
  }

  std::string_view text_;
  Module& module_;
  std::set<std::string, std::less<>> tir_aliases_ = {"T", "tir", "tirx"};
  std::set<std::string, std::less<>> ir_aliases_ = {"I"};
  Function* function_ = nullptr;
  Scope scope_;
  bool in_signature_ = false, in_root_ = false;
  std::map<const tir::VarNode*, tir::Range> loop_ranges_;
  std::vector<size_t> open_blocks_;  // indices of the function's blocks, outermost first
  size_t left_out_ = 0;
  int first_left_out_ = 0;
};

}  // namespace nw::tvmscript
