// SPDX-License-Identifier: GPL-3.0-or-later
// Sums that their type may not hold: NW2322, NW2507.
#include <algorithm>

#include "fixes/registry.h"
#include "fixes/source.h"

namespace nw::fixes {

namespace {

using script::NodeKind;

std::vector<Fix> wider_sums(const Evaluation& at, int line) {
  std::vector<Fix> fixes;
  const auto s = std::ranges::find(at.tree.statements, line, &SyntaxStatement::line);
  if (s == at.tree.statements.end() || !s->value || s->line != s->last_line || s->target_ids.empty()) return fixes;
  const auto* sum = at.environment[static_cast<size_t>(s->target_ids[0])].get<te::Tensor>();
  const std::vector<const char*> wider = sum && (*sum)->dtype.is_float()
                                             ? std::vector<const char*>{"float32", "float64"}
                                             : std::vector<const char*>{"int32", "uint32"};
  each_node(s->value, [&](const Node* n) {
    if (n->kind != NodeKind::Call || n->args.empty() || !keyword(n, "axis")) return;
    const Node* term = n->args[0].value;
    for (const char* dtype : wider) {
      // What was cast already is cast to the wider type instead.
      const bool cast = term->kind == NodeKind::Call && term->a->kind == NodeKind::Attribute &&
                        term->a->attr == "astype" && term->args.size() == 1;
      const Node* replaced = cast ? term->args[0].value : term;
      std::string text = line_text(at.text, line);
      text.replace(static_cast<size_t>(replaced->column) - 1, replaced->text.size(),
                   cast ? "\"" + std::string(dtype) + "\"" : converted(term, dtype));
      fixes.push_back({std::string("add up in ") + dtype, {{Edit::Kind::Replace, line, std::move(text)}}});
    }
  });
  return fixes;
}

void own_then_wider(Context& c, std::vector<Fix> own) {
  for (Fix& fix : own) c.propose(std::move(fix));
  for (Fix& fix : wider_sums(c.at, line_of(c.diagnostic()))) c.propose(std::move(fix), When::NoFixYet);
}

}  // namespace

std::vector<ReadRow> sum_rows() {
  return {{"NW2322", own_then_wider}, {"NW2507", own_then_wider}};
}

}  // namespace nw::fixes
