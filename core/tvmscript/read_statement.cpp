// SPDX-License-Identifier: GPL-3.0-or-later
// Statements: loops, conditions, stores, values with names, and what declares buffers.
#include <algorithm>
#include <utility>

#include "arith/analyzer.h"
#include "base/budget.h"
#include "tir/visit.h"
#include "tvmscript/diagnostics.h"
#include "tvmscript/reader.h"

namespace nw::tvmscript {

using namespace tir;
using SyntaxKind = flatten::ExprKind;
using Kind = flatten::Statement::Kind;

namespace {

struct LoopWord {
  std::string_view word;
  ForKind kind;
};
constexpr LoopWord kLoopWords[] = {{"serial", ForKind::Serial},         {"parallel", ForKind::Parallel},
                                   {"vectorized", ForKind::Vectorized}, {"unroll", ForKind::Unrolled},
                                   {"unrolled", ForKind::Unrolled},     {"grid", ForKind::Serial},
                                   {"thread_binding", ForKind::Thread}};

std::vector<std::string> known_statements() {
  return {"for i in range(8), T.grid(8, 6), T.serial, T.parallel, T.vectorized, T.unroll, T.thread_binding",
          "with T.block(\"C\")", "A[i, j] = …", "B = T.alloc_buffer((8,))", "if …"};
}

Provenance in_line(int line) {
  Provenance from;
  from.line = line;
  return from;
}

}  // namespace

Stmt Reader::statements(const std::vector<const S*>& list, size_t from) {
  std::vector<Stmt> all;
  for (size_t i = from; i < list.size(); ++i) {
    spend();
    if (is_let(*list[i])) {
      all.push_back(let(*list[i], list, i + 1));
      break;
    }
    all.push_back(statement(*list[i]));
  }
  return make_seq(std::move(all));
}

Stmt Reader::statement(const S& s) {
  switch (s.kind) {
    case Kind::For:
      return for_statement(s);
    case Kind::With:
      return with_statement(s);
    case Kind::If:
      return if_statement(s);
    case Kind::Assign:
    case Kind::Augmented:
      return assignment(s);
    case Kind::Expression:
      return expression_statement(s);
    case Kind::Pass:
      return nullptr;
    default:
      break;
  }
  return refuse(unknown_construct("this statement is not part of TensorIR", known_statements(), at(s)));
}

Stmt Reader::for_statement(const S& s) {
  const E* over = s.value;
  std::string path;
  const E* called = over && over->kind == SyntaxKind::Call ? over->a : nullptr;
  const std::string_view name = called ? tir_name(called, path) : std::string_view();
  const bool is_range = called && name.empty() && path == "range";
  const auto word = std::ranges::find(kLoopWords, name, &LoopWord::word);
  if (!is_range && word == std::end(kLoopWords))
    return refuse(unknown_construct("a loop over '" + (path.empty() ? "this" : path) + "' is not read",
                                    {"range(8)", "T.grid(8, 6)", "T.serial(8)", "T.parallel(8)", "T.vectorized(8)",
                                     "T.unroll(8)", "T.thread_binding(8, thread=\"threadIdx.x\")"},
                                    at(over ? over : s.targets[0])));
  std::vector<const E*> vars =
      s.targets[0]->kind == SyntaxKind::Tuple ? s.targets[0]->items : std::vector<const E*>{s.targets[0]};
  std::vector<const E*> extents;
  for (size_t i = 0; i < count_positional(over); ++i) extents.push_back(positional(over, i));
  const bool grid = name == "grid";
  if (!grid && extents.empty() && keyword(over, "extent")) extents.push_back(keyword(over, "extent"));
  const bool fits =
      grid ? extents.size() == vars.size() : vars.size() == 1 && (extents.size() == 1 || extents.size() == 2);
  if (!fits || std::ranges::any_of(vars, [](const E* v) { return v->kind != SyntaxKind::Name; }))
    return refuse(malformed(grid ? "T.grid has " + std::to_string(extents.size()) + " extents for " +
                                       std::to_string(vars.size()) + " loop variables"
                                 : "this loop has one variable, and a length or a begin and an end",
                            {"for i, j in T.grid(8, 6)", "for i in range(8)"}, at(over)));
  return loops(s, extents, vars);
}

static bool is_longer_than_64_bits(const Expr& begin, const Expr& end) {
  const int64_t *from = as_const_int(begin), *to = as_const_int(end);
  int64_t length = 0;
  return from && to && *to > *from && __builtin_sub_overflow(*to, *from, &length);
}

// The loops of one `for`, the first one outermost.
Stmt Reader::loops(const S& s, const std::vector<const E*>& extents, const std::vector<const E*>& vars) {
  const E* over = s.value;
  std::string path;
  const std::string_view name = tir_name(over->a, path);
  const auto word = std::ranges::find(kLoopWords, name, &LoopWord::word);
  const ForKind kind = word == std::end(kLoopWords) ? ForKind::Serial : word->kind;
  const size_t mark = scope_.mark();
  std::vector<std::pair<Var, Range>> made;
  for (size_t i = 0; i < vars.size(); ++i) {
    Expr end = integer(extents[i], "a length");
    Expr begin = end ? int_imm(0, end->dtype) : nullptr;
    if (end && name != "grid" && extents.size() == 2) {
      begin = std::exchange(end, integer(extents[1], "an end"));
      if (end && begin && is_longer_than_64_bits(begin, end)) {
        report(malformed("the length of this loop does not fit 64 bits", {}, at(extents[i])));
        scope_.back_to(mark);
        return nullptr;
      }
      if (end) end = arith::Analyzer().simplify(end - begin);
    }
    if (!end || !begin) {
      scope_.back_to(mark);
      return nullptr;
    }
    if (const int64_t* n = as_const_int(end); n && *n < 0) {
      // As written it is 2⁶³ or more.
      const bool is_large = extents.size() != 2 && extents[i]->kind == SyntaxKind::Int;
      report(
          malformed(is_large ? "the length of this loop does not fit 64 bits" : "the length of this loop is negative",
                    {}, at(extents[i])));
      scope_.back_to(mark);
      return nullptr;
    }
    const Var var = make_var(std::string(vars[i]->text), end->dtype);
    scope_.define(vars[i]->text, var);
    made.emplace_back(var, Range{begin, end});
    loop_ranges_[var.get()] = made.back().second;
  }
  std::string thread;
  if (kind == ForKind::Thread) {
    const E* tag = keyword(over, "thread");
    if (!tag || tag->kind != SyntaxKind::String)
      report(malformed("T.thread_binding names its thread", {"thread=\"threadIdx.x\""}, at(over)));
    else
      thread = tag->string;
  }
  Stmt body = statements(s.body);
  scope_.back_to(mark);
  for (size_t i = made.size(); i-- > 0;) {
    if (!body) body = make_evaluate(int_imm(0), in_line(s.line));
    auto* loop = new ForNode;
    Stmt around(loop);
    loop->from = in_line(s.line);
    loop->var = made[i].first;
    loop->min = made[i].second.min;
    loop->extent = made[i].second.extent;
    loop->for_kind = thread.starts_with("vthread") ? ForKind::VThread : kind;
    loop->thread_tag = thread;
    annotations(over, *loop);
    loop->body = std::move(body);
    body = std::move(around);
  }
  return body;
}

// annotations={"pragma_auto_unroll_max_step": 16}: pragmas act on the loop, others are for TVM's own passes.
void Reader::annotations(const E* call, ForNode& loop) {
  const E* dict = keyword(call, "annotations");
  if (!dict) return;
  if (dict->kind != SyntaxKind::Dict)
    return report(malformed("annotations are a dict", {"annotations={\"pragma_unroll_explicit\": 1}"}, at(dict)));
  for (size_t i = 0; i + 1 < dict->items.size(); i += 2) {
    const E *key = dict->items[i], *value = dict->items[i + 1];
    if (!key || key->kind != SyntaxKind::String || !key->string.starts_with("pragma_")) continue;
    if (value->kind == SyntaxKind::Int || value->kind == SyntaxKind::True || value->kind == SyntaxKind::False)
      loop.annotations[key->string.substr(7)] = literal(value);
  }
}

Stmt Reader::if_statement(const S& s) {
  const Expr which = condition(s.value);
  const Stmt yes = statements(s.body), no = statements(s.otherwise);
  if (!which || (!yes && !no)) return nullptr;
  return yes ? make_if(which, yes, no, false, in_line(s.line))
             : make_if(logical_not(which), no, nullptr, false, in_line(s.line));
}

Stmt Reader::with_statement(const S& s) {
  const E* what = s.contexts.size() == 1 ? s.contexts[0] : nullptr;
  std::string path;
  const std::string_view name = what && what->kind == SyntaxKind::Call ? tir_name(what->a, path) : std::string_view();
  if (name == "block" || name == "sblock") return block(s, what);
  if (name == "init") return init(s);
  if (name == "let" || name == "LetStmt") {
    const E* variable = name == "let" ? positional(what, 0) : s.targets[0];
    const Expr value = expr(positional(what, name == "let" ? 1 : 0));
    if (!value || !variable || variable->kind != SyntaxKind::Name)
      return value ? refuse(malformed("T.let gives a name a value", {"with T.let(x, A[i])"}, at(what))) : nullptr;
    const size_t mark = scope_.mark();
    const Var var = make_var(std::string(variable->text), value->dtype);
    scope_.define(variable->text, var);
    Stmt body = statements(s.body);
    scope_.back_to(mark);
    return body ? make_let(var, value, std::move(body), in_line(s.line)) : nullptr;
  }
  return refuse(unknown_construct("'" + (path.empty() ? "with" : "with " + path) + "' is not read",
                                  {"with T.block(\"C\")", "with T.init()", "with T.let(x, A[i])",
                                   "the text that sch.mod.script() prints, before it is lowered"},
                                  what ? at(what) : at(s)));
}

// x = A[i] and x: T.float32 = A[i]: from here to the end of the block. Not what declares buffers, axes or sizes.
bool Reader::is_let(const S& s) const {
  if (s.kind != Kind::Assign || s.targets.size() != 1 || !s.value || s.targets[0]->kind != SyntaxKind::Name)
    return false;
  if (s.value->kind != SyntaxKind::Call) return true;
  std::string path;
  const std::string_view name = tir_name(s.value->a, path);
  if (name.starts_with("axis.") || name.ends_with("alloc_buffer") || name == "match_buffer" || name == "decl_buffer" ||
      name == "allocate" || name == "Buffer" || name == "buffer_decl" || name == "var" || name == "size_var")
    return false;
  return !(parse_dtype(name) && count_positional(s.value) == 0);  // n = T.int32()
}

Stmt Reader::let(const S& s, const std::vector<const S*>& list, size_t next) {
  const E* given = s.value;
  std::string path;
  if (given->kind == SyntaxKind::Call && (tir_name(given->a, path) == "let" || tir_name(given->a, path) == "LetStmt") &&
      positional(given, 0))
    given = positional(given, 0);
  const Expr value = expr(given);
  if (!value) return statements(list, next);
  if (value->dtype.is_handle()) return refuse(malformed("a name stands for a number", {}, at(given)));
  const size_t mark = scope_.mark();
  const Var var = make_var(std::string(s.targets[0]->text), value->dtype);
  scope_.define(s.targets[0]->text, var);
  Stmt body = statements(list, next);
  scope_.back_to(mark);
  return body ? make_let(var, value, std::move(body), in_line(s.line)) : nullptr;
}

Stmt Reader::assignment(const S& s) {
  const E* target = s.targets.size() == 1 ? s.targets[0] : nullptr;
  if (!target || !s.value)
    return refuse(unknown_construct("this statement is not part of TensorIR", known_statements(), at(s)));
  std::string path;
  const std::string_view called = s.value->kind == SyntaxKind::Call ? tir_name(s.value->a, path) : std::string_view();
  if (s.kind == Kind::Assign && target->kind != SyntaxKind::Index && !called.empty() &&
      definition(s, target, called, s.value))
    return nullptr;
  if (target->kind != SyntaxKind::Index)
    return refuse(unknown_construct("this statement is not part of TensorIR", known_statements(), at(target)));
  Expr value = expr(s.value);
  if (value && s.kind == Kind::Augmented) {
    const Expr old = load(target);
    value = old ? operation(s.name, old, value, target) : nullptr;
  }
  return value ? store(target, std::move(value), s) : nullptr;
}

Stmt Reader::store(const E* target, Expr value, const S& s) {
  auto place = access(target);
  if (!place) return nullptr;
  if (value->dtype.is_handle()) return refuse(malformed("text is no number", {}, at(s.value)));
  const int lanes = place->second.empty() ? 1 : place->second.back()->dtype.lanes;
  if (value->dtype.lanes != lanes) {
    if (value->dtype.lanes != 1)
      return refuse(malformed(
          "a vector of " + std::to_string(value->dtype.lanes) + " is stored in " + std::to_string(lanes) + " elements",
          {}, at(target)));
    value = broadcast(std::move(value), lanes);
  }
  const DType type = place->first->dtype.with_lanes(lanes);
  if (value->dtype != type) value = cast(type, std::move(value));
  return make_store(place->first, std::move(value), std::move(place->second), in_line(s.line));
}

// What gives a buffer, a size or axes a name. True: it was one, or it was refused.
bool Reader::definition(const S& s, const E* target, std::string_view called, const E* call) {
  if (called.starts_with("axis.")) return axes(s, called, call);
  const bool named = target->kind == SyntaxKind::Name;
  if (called == "alloc_buffer" || called == "sblock_alloc_buffer") {
    const auto buffer = named ? buffer_of(call, 0, std::string(target->text)) : std::nullopt;
    if (!buffer) return true;
    function_->allocated.push_back(*buffer);
    function_->buffer_spans[buffer->get()] = at(call);
    scope_.define(target->text, *buffer);
    return true;
  }
  if (called == "match_buffer") {
    if (!named)
      return report(malformed("T.match_buffer gives one name", {"A = T.match_buffer(a, (8, 6))"}, at(target))), true;
    const E* source = positional(call, 0);
    const Named* known = source && source->kind == SyntaxKind::Name ? scope_.find(source->text) : nullptr;
    if (known && std::holds_alternative<HandleName>(*known)) {
      if (const auto buffer = buffer_of(call, 1, std::string(target->text))) {
        function_->args[std::get<HandleName>(*known).argument] = *buffer;
        function_->buffer_spans[buffer->get()] = at(call);
        scope_.define(target->text, *buffer);
      }
    } else {
      match_region(target->text, call);
    }
    return true;
  }
  const auto type = parse_dtype(called == "var" || called == "size_var" ? "int32" : called);
  if (named && type && type->is_integer() && (count_positional(call) == 0 || called.ends_with("var"))) {
    const Named* known = scope_.find(target->text);
    const bool of_signature = known && std::holds_alternative<Var>(*known) && std::get<Var>(*known)->non_negative;
    if (!of_signature) scope_.define(target->text, make_var(std::string(target->text), *type, true));
    return true;
  }
  report(unknown_construct("T." + std::string(called) + " is not read",
                           {"T.match_buffer", "T.alloc_buffer", "T.sblock_alloc_buffer", "T.axis.spatial",
                            "n = T.int32()", "the text that sch.mod.script() prints, before it is lowered"},
                           at(call)));
  return true;
}

Stmt Reader::expression_statement(const S& s) {
  if (!s.value || s.value->kind == SyntaxKind::String) return nullptr;  // a docstring
  if (s.value->kind != SyntaxKind::Call)
    return refuse(unknown_construct("this statement is not part of TensorIR", known_statements(), at(s.value)));
  std::string path;
  const std::string_view called = tir_name(s.value->a, path);
  if (called == "func_attr") {
    if (const E* dict = positional(s.value, 0); dict && dict->kind == SyntaxKind::Dict)
      for (size_t i = 0; i + 1 < dict->items.size(); i += 2)
        if (dict->items[i] && dict->items[i]->string == "global_symbol" &&
            dict->items[i + 1]->kind == SyntaxKind::String)
          function_->name = dict->items[i + 1]->string;
    return nullptr;
  }
  if (called == "evaluate") {
    const Expr value = positional(s.value, 0) ? expr(positional(s.value, 0)) : nullptr;
    return value && !as_const_int(value) ? make_evaluate(value, in_line(s.line)) : nullptr;
  }
  if (block_statement(s, called, s.value)) return nullptr;
  return refuse(unknown_construct("'" + (path.empty() ? "this call" : path) + "' is not read as a statement",
                                  {"A[i, j] = …", "T.reads", "T.writes", "T.where", "T.block_attr", "T.evaluate"},
                                  at(s.value)));
}

}  // namespace nw::tvmscript
