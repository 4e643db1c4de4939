// SPDX-License-Identifier: GPL-3.0-or-later
// A read outside a tensor: its axes the other way round, or tir.if_then_else around it, with zero where there is no
// element. Which read of the statement is at fault, and at which end, is found by trying. NW2320, NW2321.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "fixes/registry.h"
#include "fixes/source.h"

namespace nw::fixes {

namespace {

using script::NodeKind;

void collect_reads(const Node* n, std::vector<const Node*>& reads) {
  if (!n) return;
  for (const Node* part : {n->a, n->b, n->c}) collect_reads(part, reads);
  for (const Node* item : n->items) collect_reads(item, reads);
  for (const script::Argument& arg : n->args) collect_reads(arg.value, reads);
  if (n->kind == NodeKind::Index && n->a->kind == NodeKind::Name) reads.push_back(n);
}

std::string zero_of(DType t) {
  if (t == DType::Float(32)) return "0.0";
  return t == DType::Int(32) ? "0" : "tir.const(0, \"" + to_string(t) + "\")";
}

bool is_simple(const Node* n) {
  return n->kind != NodeKind::Compare && n->kind != NodeKind::Conditional && n->kind != NodeKind::Lambda;
}

// How far a parameter of te.compute's lambda runs, if the shape says so with a number; else very far.
int64_t extent_of_parameter(const SyntaxStatement& s, std::string_view name) {
  constexpr int64_t kFar = std::numeric_limits<int64_t>::max();
  if (s.value->kind != NodeKind::Call || s.value->args.size() < 2) return kFar;
  const Node *shape = s.value->args[0].value, *lambda = s.value->args[1].value;
  if (shape->kind != NodeKind::Tuple || lambda->kind != NodeKind::Lambda) return kFar;
  const auto at = std::ranges::find(lambda->params, name);
  const auto place = static_cast<size_t>(at - lambda->params.begin());
  if (place >= shape->items.size() || shape->items[place]->kind != NodeKind::Int) return kFar;
  const std::string_view text = shape->items[place]->text;
  int64_t value = kFar;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : kFar;
}

// Two axes that were meant the other way round: A[j, i]; the last element for a number that is too large or negative.
std::vector<std::string> other_places(const Node& read, const std::vector<tir::Expr>& shape) {
  std::vector<std::string> texts, orders;
  for (const Node* item : read.items) texts.emplace_back(item->text);
  std::vector<std::string> last = texts;
  for (size_t i = 0; i < texts.size(); ++i) {
    const bool number = read.items[i]->kind == NodeKind::Int || read.items[i]->kind == NodeKind::Unary;
    const int64_t* extent = tir::as_const_int(shape[i]);
    if (!number || !extent || *extent < 1) continue;
    int64_t value = 0;
    const auto [end, error] = std::from_chars(texts[i].data(), texts[i].data() + texts[i].size(), value);
    if (error != std::errc() || end != texts[i].data() + texts[i].size()) continue;
    if (value < 0 || value >= *extent) last[i] = std::to_string(*extent - 1);
  }
  if (last != texts) orders.push_back(fmt::format("{}[{}]", read.a->text, fmt::join(last, ", ")));
  for (size_t i = 0; i < texts.size(); ++i)
    for (size_t j = i + 1; j < texts.size(); ++j) {
      if (read.items[i]->kind != NodeKind::Name || read.items[j]->kind != NodeKind::Name) continue;
      std::vector<std::string> swapped = texts;
      std::swap(swapped[i], swapped[j]);
      orders.push_back(fmt::format("{}[{}]", read.a->text, fmt::join(swapped, ", ")));
    }
  return orders;
}

// The line with every read guarded where the text does not tell that it stays inside; empty if that is nowhere.
std::string all_guarded(const Evaluation& at, const SyntaxStatement& s, const std::vector<const Node*>& reads) {
  std::string text = line_text(at.text, s.line);
  bool guarded = false;
  std::vector<const Node*> last_first = reads;
  std::ranges::sort(last_first, std::ranges::greater(), &Node::column);
  for (const Node* read : last_first) {
    const auto* t = at.environment[static_cast<size_t>(read->a->name_id)].get<te::Tensor>();
    if (!t || (*t)->shape.size() != read->items.size() || !std::ranges::all_of(read->items, is_simple)) continue;
    std::vector<std::string> conditions;
    for (size_t d = 0; d < read->items.size(); ++d) {
      const int64_t* extent = tir::as_const_int((*t)->shape[d]);
      const Node* index = read->items[d];
      if (!extent || (index->kind == NodeKind::Name && extent_of_parameter(s, index->text) <= *extent)) continue;
      if (index->kind != NodeKind::Name) conditions.push_back(fmt::format("{} >= 0", index->text));
      conditions.push_back(fmt::format("{} < {}", index->text, *extent));
    }
    if (conditions.empty()) continue;
    guarded = true;
    text.replace(
        static_cast<size_t>(read->column) - 1, read->text.size(),
        fmt::format("tir.if_then_else({}, {}, {})",
                    conditions.size() == 1 ? conditions[0] : fmt::format("tir.all({})", fmt::join(conditions, ", ")),
                    read->text, zero_of((*t)->dtype)));
  }
  return guarded ? text : std::string();
}

// Ways to keep the reads of the statement at `line` inside their tensors.
std::vector<Fix> guards(const Evaluation& at, int line) {
  std::vector<Fix> fixes;
  const auto s = std::ranges::find(at.tree.statements, line, &SyntaxStatement::line);
  if (s == at.tree.statements.end() || !s->value || s->line != s->last_line) return fixes;
  std::vector<const Node*> reads;
  collect_reads(s->value, reads);
  for (const Node* read : reads) {
    const auto* t = at.environment[static_cast<size_t>(read->a->name_id)].get<te::Tensor>();
    if (!t || (*t)->shape.size() != read->items.size() || !std::ranges::all_of(read->items, is_simple)) continue;
    std::vector<std::string> ends, begins, axes;
    for (size_t d = 0; d < read->items.size(); ++d) {
      const int64_t* extent = tir::as_const_int((*t)->shape[d]);
      if (!extent) continue;
      if (read->items[d]->kind == NodeKind::Name) {  // a bare axis stays inside, if the shapes fit
        axes.push_back(fmt::format("{} < {}", read->items[d]->text, *extent));
        continue;
      }
      ends.push_back(fmt::format("{} < {}", read->items[d]->text, *extent));
      begins.push_back(fmt::format("{} >= 0", read->items[d]->text));
    }
    auto guard = [&](const std::vector<std::string>& conditions) {
      const std::string condition =
          conditions.size() == 1 ? conditions[0] : fmt::format("tir.all({})", fmt::join(conditions, ", "));
      std::string text = line_text(at.text, line);
      text.replace(static_cast<size_t>(read->column) - 1, read->text.size(),
                   fmt::format("tir.if_then_else({}, {}, {})", condition, read->text, zero_of((*t)->dtype)));
      fixes.push_back({fmt::format("read {} only where {}, else zero", read->text, fmt::join(conditions, " and ")),
                       {{Edit::Kind::Replace, line, std::move(text)}}});
    };
    for (const std::string& order : other_places(*read, (*t)->shape)) {
      std::string text = line_text(at.text, line);
      text.replace(static_cast<size_t>(read->column) - 1, read->text.size(), order);
      fixes.push_back({"read " + order, {{Edit::Kind::Replace, line, std::move(text)}}});
    }
    for (const std::string& c : ends) guard({c});
    for (const std::string& c : begins) guard({c});
    std::vector<std::string> all = begins;
    all.insert(all.end(), ends.begin(), ends.end());
    if (!all.empty()) guard(all);
    for (const std::string& c : axes) guard({c});
    if (axes.size() > 1) guard(axes);
  }
  if (reads.size() > 1)
    if (const std::string text = all_guarded(at, *s, reads); !text.empty())
      fixes.push_back({"read only where there is something to read, else zero", {{Edit::Kind::Replace, line, text}}});
  return fixes;
}

void guarded_reads(Context& c, std::vector<Fix> own) {
  for (Fix& fix : own) c.propose(std::move(fix));
  for (Fix& fix : guards(c.at, line_of(c.diagnostic()))) c.propose(std::move(fix), When::NoFixYet);
}

}  // namespace

std::vector<ReadRow> guard_rows() {
  return {{"NW2320", guarded_reads}, {"NW2321", guarded_reads}};
}

}  // namespace nw::fixes
