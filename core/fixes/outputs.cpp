// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor that no output needs: it becomes an output; or, first if the step is about where it is computed, it is read.
// NW2032.
#include <fmt/format.h>

#include <algorithm>

#include "fixes/create_schedule.h"
#include "fixes/registry.h"
#include "fixes/source.h"
#include "tir/visit.h"

namespace nw::fixes {

namespace {

using schedule::Stage;
using script::NodeKind;

// A tensor that is computed and not read: what reads the same input as it is to read it instead. Else the step is said
// of a stage that there is.
void let_it_be_read(Context& c, const Node* n) {
  const auto* given = n->name_id >= 0 ? c.at.environment[static_cast<size_t>(n->name_id)].get<te::Tensor>() : nullptr;
  if (!given) return;
  const te::Tensor& unread = *given;
  const std::string name(n->text);
  for (const te::Tensor& input : unread->op->inputs()) {
    const std::string source = name_of_tensor(c.at, input);
    const bool alike = input->shape.size() == unread->shape.size() && input->dtype == unread->dtype &&
                       std::ranges::equal(input->shape, unread->shape, [](const tir::Expr& a, const tir::Expr& b) {
                         return tir::structural_equal(a, b);
                       });
    if (source.empty() || !alike) continue;
    for (const SyntaxStatement& s : c.at.tree.statements) {
      if (s.line <= unread->op->span.line || s.line != s.last_line || s.targets.size() != 1 || s.targets[0] == name)
        continue;
      const std::string text = line_text(c.at.text, s.line), read = renamed(text, source, name, "[");
      if (read == text || s.line >= c.at.statement->line) continue;
      c.propose({fmt::format("let {} read {} instead of {}", s.targets[0], name, source),
                 {{Edit::Kind::Replace, s.line, read}}});
    }
  }
  const schedule::Schedule& s = *c.at.program.schedule;
  for (const StageId id : s.order()) {
    const Stage& stage = s.stage(id);
    if (stage.op->kind == te::OpKind::Placeholder || stage.script_name.empty()) continue;
    c.propose({"say it of " + stage.name(),
               {{Edit::Kind::Replace, c.at.statement->line,
                 renamed(line_text(c.at.text, c.at.statement->line), name, stage.script_name)}}},
              When::NoFixYet);
  }
}

void make_output(Context& c, const Node* n) {
  const std::string name(n->text);
  std::vector<Edit> edits = scheduled_too(c.at, {name});
  for (const SyntaxStatement& s : c.at.tree.statements) {
    if (!calls(s, "lower") || s.value->args.size() < 2 || edits.empty()) continue;
    const Node* args = s.value->args[1].value;
    if (args->kind != NodeKind::List || !one_line(args)) continue;
    if (std::ranges::none_of(args->items, [&](const Node* item) { return item->text == name; }))
      edits.push_back(
          {Edit::Kind::Replace, s.line,
           line_with(c.at.text, args, std::string(args->text.substr(0, args->text.size() - 1)) + ", " + name + "]")});
    return c.propose({"make " + name + " an output of the kernel", std::move(edits)});
  }
}

// A tensor that no output needs: it becomes an output; or, first if the step is about where it is computed, it is read.
void needed(Context& c, const script::PartAtFault& given) {
  const Node* n = given.node;
  if (!c.on_one_line() || n->kind != NodeKind::Name) return;
  const bool placed = c.at.statement->text.find(".compute_") != std::string_view::npos;
  if (placed) let_it_be_read(c, n);
  make_output(c, n);
  if (!placed) let_it_be_read(c, n);
}

}  // namespace

std::vector<ReportRow> output_rows() {
  return {report_row<needed>("NW2032")};
}

}  // namespace nw::fixes
