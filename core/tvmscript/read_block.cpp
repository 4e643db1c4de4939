// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks: their axes, what they declare, their first value.
#include <algorithm>

#include "arith/analyzer.h"
#include "tvmscript/diagnostics.h"
#include "tvmscript/reader.h"

namespace nw::tvmscript {

using namespace tir;
using SyntaxKind = flatten::ExprKind;

namespace {

std::optional<IterType> iter_type_of(std::string_view word) {
  if (word == "spatial" || word == "S") return IterType::DataPar;
  if (word == "reduce" || word == "R") return IterType::CommReduce;
  if (word == "scan") return IterType::Ordered;
  if (word == "opaque" || word == "O") return IterType::Opaque;
  return std::nullopt;
}

}  // namespace

Stmt Reader::block(const S& s, const E* call) {
  const E* named = positional(call, 0);
  if (named && named->kind != SyntaxKind::String)
    return refuse(malformed("a block's name is a text", {"with T.block(\"C\")"}, at(call)));
  if (named && named->string == "root" && open_blocks_.empty() && !in_root_) return root(s);
  const size_t index = function_->blocks.size();
  Block made;
  made.name = named ? named->string : "";
  made.span = at(call);
  made.parent = open_blocks_.empty() ? -1 : static_cast<int>(open_blocks_.back());
  function_->blocks.push_back(std::move(made));
  open_blocks_.push_back(index);
  const size_t mark = scope_.mark();
  Stmt body = statements(s.body);
  scope_.back_to(mark);
  open_blocks_.pop_back();
  Block& b = function_->blocks[index];
  b.body = body;
  if (!body) body = make_evaluate(int_imm(0));
  Provenance from;
  from.line = s.line;
  return make_attr(kBlockKey, int_imm(static_cast<int64_t>(index)), std::move(body), from);
}

// The block around all others, which TVM 0.11 writes out: it says nothing but where buffers are.
Stmt Reader::root(const S& s) {
  in_root_ = true;
  Stmt body = statements(s.body);
  in_root_ = false;
  return body;
}

Stmt Reader::init(const S& s) {
  const size_t mark = scope_.mark();
  Stmt first = statements(s.body);
  scope_.back_to(mark);
  Block* b = current();
  if (!b) return refuse(malformed("T.init outside of a block", {"with T.block(\"C\")"}, at(s)));
  if (b->init) return refuse(malformed("a block has one T.init", {}, at(s)));
  b->init = std::move(first);
  return nullptr;
}

bool Reader::block_statement(const S& s, std::string_view called, const E* call) {
  static constexpr std::string_view kWords[] = {"reads", "writes", "where", "block_attr", "sblock_attr"};
  if (std::ranges::find(kWords, called) == std::end(kWords)) return false;
  Block* b = current();
  if (!b && in_root_ && called != "where") return true;
  if (!b)
    return report(malformed("T." + std::string(called) + " outside of a block", {"with T.block(\"C\")"}, at(s))), true;
  if (called == "where") {
    const E* given = positional(call, 0);
    const Expr which = given ? condition(given) : nullptr;
    if (which) current()->predicate = which;
    if (!given) report(malformed("T.where takes a condition", {"T.where(i < 8)"}, at(call)));
    return true;
  }
  if (called == "reads" || called == "writes") {
    std::vector<Region> found;
    regions(call, found);
    (called == "reads" ? b->declares_reads : b->declares_writes) = true;
    (called == "reads" ? b->reads : b->writes) = std::move(found);
    return true;
  }
  const E* dict = positional(call, 0);
  if (!dict || dict->kind != SyntaxKind::Dict)
    return report(malformed("T." + std::string(called) + " takes a dict", {}, at(call))), true;
  for (size_t i = 0; i + 1 < dict->items.size(); i += 2) {
    const E *key = dict->items[i], *value = dict->items[i + 1];
    if (key && key->kind == SyntaxKind::String)
      b->annotations.emplace_back(key->string,
                                  value->kind == SyntaxKind::String ? value->string : std::string(value->text));
  }
  return true;
}

// v = T.axis.spatial(8, i), v = T.axis.reduce((0, 8), k), vi, vj = T.axis.remap("SR", [i, k])
bool Reader::axes(const S& s, std::string_view called, const E* call) {
  const std::string_view word = called.substr(5);
  if (!current()) return report(malformed("T.axis outside of a block", {"with T.block(\"C\")"}, at(s))), true;
  const E* target = s.targets[0];
  std::vector<const E*> names = target->kind == SyntaxKind::Tuple || target->kind == SyntaxKind::List
                                    ? target->items
                                    : std::vector<const E*>{target};
  if (std::ranges::any_of(names, [](const E* n) { return n->kind != SyntaxKind::Name; }))
    return report(malformed("an axis has a name", {"v = T.axis.spatial(8, i)"}, at(target))), true;
  const E* second = positional(call, 1);
  if (word == "remap") {
    const E* kinds = positional(call, 0);
    const bool fits = kinds && kinds->kind == SyntaxKind::String && second &&
                      (second->kind == SyntaxKind::List || second->kind == SyntaxKind::Tuple) &&
                      kinds->string.size() == names.size() && second->items.size() == names.size();
    if (!fits)
      return report(malformed("T.axis.remap has one letter, one loop and one name an axis",
                              {"vi, vk = T.axis.remap(\"SR\", [i, k])"}, at(call))),
             true;
    for (size_t i = 0; i < names.size(); ++i) remapped(names[i], kinds->string[i], second->items[i]);
    return true;
  }
  const auto type = iter_type_of(word);
  if (!type)
    return report(unknown_construct("T.axis." + std::string(word) + " is not read",
                                    {"T.axis.spatial", "T.axis.reduce", "T.axis.scan", "T.axis.opaque", "T.axis.remap"},
                                    at(call))),
           true;
  const E* domain = positional(call, 0);
  if (names.size() != 1 || !domain || !second)
    return report(malformed("T.axis." + std::string(word) + " has a name, a length and a value",
                            {"v = T.axis." + std::string(word) + "(8, i)"}, at(call))),
           true;
  Range range;
  if (domain->kind == SyntaxKind::Tuple && domain->items.size() == 2) {
    const Expr begin = integer(domain->items[0], "a begin"),
               end = begin ? integer(domain->items[1], "an end") : nullptr;
    if (!end) return true;
    range = {begin, arith::Analyzer().simplify(end - begin)};
  } else {
    const Expr extent = integer(domain, "a length");
    if (!extent) return true;
    range = {int_imm(0, extent->dtype), extent};
  }
  const Expr binding = integer(second, "the value of an axis");
  if (binding) add_iter(names[0]->text, *type, std::move(range), binding, at(call));
  return true;
}

// An axis that is one loop has that loop's range.
void Reader::remapped(const E* name, char kind, const E* loop) {
  const auto type = iter_type_of(std::string_view(&kind, 1));
  const Expr value = loop->kind == SyntaxKind::Name ? expr(loop) : nullptr;
  const auto range = value ? loop_ranges_.find(static_cast<const VarNode*>(value.get())) : loop_ranges_.end();
  if (!type)
    return report(malformed("T.axis.remap has the letters S and R", {"T.axis.remap(\"SR\", [i, k])"}, at(name)));
  if (loop->kind == SyntaxKind::Name && !value) return;
  if (range == loop_ranges_.end())
    return report(malformed("T.axis.remap takes loops", {"v = T.axis.spatial(8, i * 4 + j)"}, at(loop)));
  add_iter(name->text, *type, range->second, value, at(name));
}

void Reader::add_iter(std::string_view name, IterType type, Range domain, Expr binding, TextSpan where) {
  BlockIter made;
  made.iter = make_iter_var(std::string(name), domain, type);
  made.binding =
      binding->dtype == made.iter->var->dtype ? std::move(binding) : cast(made.iter->var->dtype, std::move(binding));
  made.span = where;
  scope_.define(name, made.iter->var);
  current()->iters.push_back(std::move(made));
}

void Reader::regions(const E* call, std::vector<Region>& into) {
  std::vector<const E*> list;
  for (size_t i = 0; i < count_positional(call); ++i) {
    const E* one = positional(call, i);
    if (one->kind == SyntaxKind::List || one->kind == SyntaxKind::Tuple)
      list.insert(list.end(), one->items.begin(), one->items.end());
    else
      list.push_back(one);
  }
  for (const E* one : list)
    if (auto found = region(one)) into.push_back(std::move(*found));
}

// A[i, 0:8], or A for all of it.
std::optional<Region> Reader::region(const E* e) {
  const E* name = e->kind == SyntaxKind::Index ? e->a : e;
  const Named* known = name->kind == SyntaxKind::Name ? scope_.find(name->text) : nullptr;
  const Buffer* buffer = known ? std::get_if<Buffer>(known) : nullptr;
  const Alias* alias = known ? std::get_if<Alias>(known) : nullptr;
  if (!buffer && !alias) {
    report(unknown_name(text_of(name).empty() ? "this" : text_of(name), "buffer", scope_.names_of_buffers(), at(e)));
    return std::nullopt;
  }
  Region made;
  made.buffer = buffer ? *buffer : alias->buffer;
  made.span = at(e);
  std::vector<const E*> written;
  if (e->kind == SyntaxKind::Index)
    written = e->b->kind == SyntaxKind::Tuple ? e->b->items : std::vector<const E*>{e->b};
  const size_t dims = buffer ? (*buffer)->shape.size() : alias->dims.size();
  if (e->kind == SyntaxKind::Index && written.size() != dims) {
    report(malformed("'" + std::string(name->text) + "' has " + std::to_string(dims) + " dimensions, and " +
                         std::to_string(written.size()) + " are given",
                     {}, at(e)));
    return std::nullopt;
  }
  std::vector<Range> own;
  arith::Analyzer analyzer;
  for (size_t i = 0; i < written.size(); ++i) {
    const E* one = written[i];
    const bool part = one->kind == SyntaxKind::Slice;
    const Expr begin = part ? (one->a ? integer(one->a, "a begin") : int_imm(0)) : integer(one, "an index");
    const Expr end = !begin || !part ? nullptr
                     : one->b        ? integer(one->b, "an end")
                     : buffer        ? (*buffer)->shape[i]
                                     : nullptr;
    if (!begin || (part && !end)) return std::nullopt;
    own.push_back({begin, part ? analyzer.simplify(end - begin) : int_imm(1, begin->dtype)});
  }
  if (buffer) {
    for (size_t i = 0; e->kind != SyntaxKind::Index && i < dims; ++i)
      own.push_back({int_imm(0, (*buffer)->shape[i]->dtype), (*buffer)->shape[i]});
    made.ranges = std::move(own);
    return made;
  }
  for (const Expr& min : alias->mins) made.ranges.push_back({min, int_imm(1)});
  for (size_t i = 0; i < own.size(); ++i) {
    Range& range = made.ranges[alias->dims[i]];
    range = {range.min + own[i].min, own[i].extent};
  }
  return made;
}

// A_part = T.match_buffer(A[i * 4:i * 4 + 4, 0:8], (4, 8)): the last dimensions are those of the part.
void Reader::match_region(std::string_view name, const E* call) {
  const E* source = positional(call, 0);
  const auto found = source && source->kind == SyntaxKind::Index ? region(source) : std::nullopt;
  if (!found) {
    if (!source || source->kind != SyntaxKind::Index)
      report(malformed("T.match_buffer takes a parameter of the function, or a part of a buffer",
                       {"A = T.match_buffer(a, (8, 6))"}, at(call)));
    return;
  }
  const E* given = positional(call, 1) ? positional(call, 1) : keyword(call, "shape");
  const std::vector<Expr> dims = given ? shape(given) : std::vector<Expr>();
  Alias alias{found->buffer, {}, {}};
  for (const Range& range : found->ranges) alias.mins.push_back(range.min);
  arith::Analyzer analyzer;
  size_t dim = found->ranges.size();
  for (size_t i = dims.size(); i-- > 0;) {
    while (dim > 0 && !analyzer.can_prove_equal(found->ranges[dim - 1].extent, dims[i]) &&
           is_one(found->ranges[dim - 1].extent))
      --dim;
    if (dim == 0 || !analyzer.can_prove_equal(found->ranges[dim - 1].extent, dims[i]))
      return report(
          malformed("the shape of '" + std::string(name) + "' is not that of the part that it names", {}, at(call)));
    alias.dims.insert(alias.dims.begin(), --dim);
  }
  scope_.define(name, std::move(alias));
}

}  // namespace nw::tvmscript
