// SPDX-License-Identifier: GPL-3.0-or-later
// Mending a read outside a tensor: tir.if_then_else around it, with zero where there is no element. Which read of the
// statement is at fault, and at which end, is found by trying.
#include <fmt/format.h>

#include <algorithm>

#include "script/evaluator.h"

namespace nw::script {

namespace {

void collect_reads(const Node* n, std::vector<const Node*>& reads) {
  if (!n) return;
  for (const Node* part : {n->a, n->b, n->c}) collect_reads(part, reads);
  for (const Node* item : n->items) collect_reads(item, reads);
  for (const Argument& arg : n->args) collect_reads(arg.value, reads);
  if (n->kind == NodeKind::Index && n->a->kind == NodeKind::Name) reads.push_back(n);
}

std::string zero_of(DType t) {
  if (t == DType::Float(32)) return "0.0";
  return t == DType::Int(32) ? "0" : "tir.const(0, \"" + to_string(t) + "\")";
}

bool is_simple(const Node* n) {
  return n->kind != NodeKind::Compare && n->kind != NodeKind::Conditional && n->kind != NodeKind::Lambda;
}

}  // namespace

std::vector<Fix> Evaluator::guards(int line) const {
  std::vector<Fix> fixes;
  const auto s = std::ranges::find(tree_.statements, line, &SyntaxStatement::line);
  if (s == tree_.statements.end() || !s->value || s->line != s->last_line) return fixes;
  std::vector<const Node*> reads;
  collect_reads(s->value, reads);
  for (const Node* read : reads) {
    const auto* t = env_[static_cast<size_t>(read->a->name_id)].get<te::Tensor>();
    if (!t || (*t)->shape.size() != read->items.size() || !std::ranges::all_of(read->items, is_simple)) continue;
    std::vector<std::string> ends, begins;
    for (size_t d = 0; d < read->items.size(); ++d) {
      const int64_t* extent = tir::as_const_int((*t)->shape[d]);
      if (read->items[d]->kind == NodeKind::Name || !extent)
        continue;  // a bare axis stays inside, or nothing can be said
      ends.push_back(fmt::format("{} < {}", read->items[d]->text, *extent));
      begins.push_back(fmt::format("{} >= 0", read->items[d]->text));
    }
    auto offer_guard = [&](const std::vector<std::string>& conditions) {
      const std::string condition =
          conditions.size() == 1 ? conditions[0] : fmt::format("tir.all({})", fmt::join(conditions, ", "));
      std::string text = line_text(line);
      text.replace(static_cast<size_t>(read->column) - 1, read->text.size(),
                   fmt::format("tir.if_then_else({}, {}, {})", condition, read->text, zero_of((*t)->dtype)));
      fixes.push_back({fmt::format("read {} only where {}, else zero", read->text, fmt::join(conditions, " and ")),
                       {{Edit::Kind::Replace, line, std::move(text)}}});
    };
    for (const std::string& c : ends) offer_guard({c});
    for (const std::string& c : begins) offer_guard({c});
    if (ends.empty()) continue;
    std::vector<std::string> all = begins;
    all.insert(all.end(), ends.begin(), ends.end());
    offer_guard(all);
  }
  return fixes;
}

}  // namespace nw::script
