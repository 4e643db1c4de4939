// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/nest_heat.h"

#include <algorithm>

#include "kernel/statement_lines.h"

namespace nw::kernel {

namespace {

std::string_view without_indentation(const std::string& text) {
  return std::string_view(text).substr(std::min(text.find_first_not_of(' '), text.size()));
}

void add_what_is_inside(std::vector<NestHeat::Samples>& lines, const tir::PrintedNest& nest) {
  for (size_t i = lines.size(); i-- > 0;) {
    lines[i].inside += lines[i].own;
    if (const int around = nest.lines[i].around; around >= 0)
      lines[static_cast<size_t>(around)].inside += lines[i].inside;
  }
}

// The row of the tree for a line of the nest: the loop of its own stage that it is in, else its stage.
int row_of(int line, const KernelPreview& preview) {
  const auto find = [&](StageId stage, AxisId axis) {
    const auto& rows = preview.tree;
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const LoopTreeRow& row) { return row.stage == stage && row.axis == axis; });
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
  };
  const StageId stage = preview.printed.lines[static_cast<size_t>(line)].from.stage;
  while (line >= 0) {
    const tir::PrintedLine& at = preview.printed.lines[static_cast<size_t>(line)];
    if (at.from.stage != stage) break;
    if (at.stmt->kind == tir::StmtKind::For && at.from.axis.valid())
      if (const int row = find(stage, at.from.axis); row >= 0) return row;
    line = at.around;
  }
  return find(stage, {});
}

void heat_tree(NestHeat& heat, const KernelPreview& preview) {
  heat.rows.resize(preview.tree.size());
  for (size_t i = 0; i < heat.lines.size(); ++i)
    if (heat.lines[i].own > 0)
      if (const int row = row_of(static_cast<int>(i), preview); row >= 0)
        heat.rows[static_cast<size_t>(row)].own += heat.lines[i].own;
  // Rows are behind those they are in.
  for (size_t i = heat.rows.size(); i-- > 0;) {
    heat.rows[i].inside += heat.rows[i].own;
    if (const int parent = preview.tree[i].parent; parent >= 0)
      heat.rows[static_cast<size_t>(parent)].inside += heat.rows[i].inside;
  }
}

void heat_instructions(NestHeat& heat, const measure::TimeProfile& profile) {
  heat.instruction_count = profile.instruction_count;
  for (const auto& met : profile.instructions) {
    heat.instructions[met.number] = met.samples;
    heat.hottest_instruction = std::max(heat.hottest_instruction, met.samples);
  }
}

}  // namespace

NestHeat nest_heat(const KernelPreview& preview, const measure::TimeProfile& profile, const KernelPreview* ran) {
  NestHeat heat;
  if (!preview.nest || (ran && !ran->nest)) return heat;
  const Result<lower::LoopNest> code = lower::lower_code(ran ? *ran->nest : *preview.nest);
  if (!code.value) return heat;
  const tir::PrintedNest compiled = tir::print(code->body);
  heat.code_lines.resize(compiled.lines.size());
  for (const auto& line : profile.lines) {
    const auto at = static_cast<size_t>(line.nest_line) - 1;
    if (line.nest_line < 1 || at >= compiled.lines.size() || without_indentation(compiled.lines[at].text) != line.text)
      return {};
    heat.code_lines[at].own = line.samples;
  }
  heat.lines.resize(preview.printed.lines.size());
  heat.total = profile.samples;
  heat.unplaced = profile.unplaced;
  heat.elsewhere = profile.elsewhere;
  const StatementLines shown = ran ? StatementLines(preview.printed, ran->printed) : StatementLines(preview.printed);
  for (size_t i = 0; i < compiled.lines.size(); ++i) {
    const int line = shown.line_of(compiled.lines[i].from.stmt);
    (line >= 0 ? heat.lines[static_cast<size_t>(line)].own : heat.unplaced) += heat.code_lines[i].own;
  }
  for (const auto& line : heat.lines) heat.hottest = std::max(heat.hottest, line.own);
  add_what_is_inside(heat.code_lines, compiled);
  add_what_is_inside(heat.lines, preview.printed);
  heat_tree(heat, preview);
  heat_instructions(heat, profile);
  return heat;
}

}  // namespace nw::kernel
