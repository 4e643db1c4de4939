// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/nest_heat.h"

#include <algorithm>
#include <optional>

#include "tir/visit.h"

namespace nw::workspace {

namespace {

using tir::StmtKind;

bool reads_buffer(const tir::Expr& value, const tir::Buffer& buffer) {
  bool found = false;
  tir::walk(value, [&](const tir::Expr& e) {
    const auto* load = tir::node_cast<tir::BufferLoadNode>(e);
    found = found || (load && load->buffer->name == buffer->name);
    return !found;
  });
  return found;
}

// A line of a nest by what stays the same when the nest is made ready for code.
struct NestPlace {
  size_t indent = 0;
  StmtKind kind = StmtKind::Evaluate;
  tir::Provenance from;
  std::vector<AxisId> axes;  // of the loops around it, outermost first; of a loop: its own last
  int loop = -1;             // the line of the innermost loop around it
  bool accumulates = false;  // a store to what it reads: no first value

  bool leaf() const { return kind == StmtKind::Store || kind == StmtKind::Evaluate; }
};

std::vector<NestPlace> nest_places_of(const tir::PrintedNest& nest) {
  std::vector<NestPlace> places;
  std::vector<int> around;
  for (const tir::PrintedLine& line : nest.lines) {
    NestPlace p;
    p.indent = std::min(line.text.find_first_not_of(' '), line.text.size());
    p.from = line.from;
    if (line.stmt) p.kind = line.stmt->kind;
    while (!around.empty() && places[static_cast<size_t>(around.back())].indent >= p.indent) around.pop_back();
    if (!around.empty()) {
      p.loop = around.back();
      p.axes = places[static_cast<size_t>(p.loop)].axes;
    }
    if (const auto* store = tir::stmt_cast<tir::StoreNode>(line.stmt))
      p.accumulates = reads_buffer(store->value, store->buffer);
    if (p.kind == StmtKind::For) {
      if (p.from.axis.valid()) p.axes.push_back(p.from.axis);
      around.push_back(static_cast<int>(places.size()));
    }
    places.push_back(std::move(p));
  }
  return places;
}

// How many of `all` are not among `some`; none if some of these are not in `all`, in this order.
std::optional<size_t> more_axes(const std::vector<AxisId>& some, const std::vector<AxisId>& all) {
  size_t met = 0;
  for (const AxisId axis : all) met += met < some.size() && some[met] == axis;
  if (met < some.size()) return std::nullopt;
  return all.size() - some.size();
}

// The line that a statement of the compiled nest was; -1: not found. Loops that were written out are missing around it.
int origin_of(const NestPlace& compiled, const std::vector<NestPlace>& shown) {
  int best = -1;
  size_t best_score = 0;
  for (size_t i = 0; i < shown.size(); ++i) {
    if (!shown[i].leaf() || shown[i].from.stage != compiled.from.stage) continue;
    const std::optional<size_t> more = more_axes(compiled.axes, shown[i].axes);
    if (!more) continue;
    const size_t score = *more + (shown[i].accumulates != compiled.accumulates ? 1000 : 0);
    if (best >= 0 && score >= best_score) continue;
    best = static_cast<int>(i);
    best_score = score;
  }
  return best;
}

// The loop over `axis` around a line, or the line itself.
int loop_around(int line, AxisId axis, const std::vector<NestPlace>& shown) {
  for (int at = shown[static_cast<size_t>(line)].loop; at >= 0; at = shown[static_cast<size_t>(at)].loop)
    if (shown[static_cast<size_t>(at)].from.axis == axis) return at;
  return line;
}

void add_what_is_inside(std::vector<NestHeat::Samples>& lines, const std::vector<NestPlace>& places) {
  for (size_t i = 0; i < lines.size(); ++i) {
    lines[i].inside = lines[i].own;
    if (places[i].kind != StmtKind::For && places[i].kind != StmtKind::IfThenElse) continue;
    for (size_t j = i + 1; j < lines.size() && places[j].indent > places[i].indent; ++j)
      lines[i].inside += lines[j].own;
  }
}

// The row of the tree for a line of the nest: the loop of its own stage that it stands in, else its stage.
int row_of(size_t line, const std::vector<NestPlace>& shown, const KernelPreview& preview) {
  const auto find = [&](StageId stage, AxisId axis) {
    const auto& rows = preview.tree;
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const LoopTreeRow& row) { return row.stage == stage && row.axis == axis; });
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
  };
  const StageId stage = shown[line].from.stage;
  int at = shown[line].kind == StmtKind::For ? static_cast<int>(line) : shown[line].loop;
  for (; at >= 0 && shown[static_cast<size_t>(at)].from.stage == stage; at = shown[static_cast<size_t>(at)].loop)
    if (const AxisId axis = preview.printed.lines[static_cast<size_t>(at)].from.axis; axis.valid())
      if (const int row = find(stage, axis); row >= 0) return row;
  return find(stage, {});
}

void heat_tree(NestHeat& heat, const std::vector<NestPlace>& shown, const KernelPreview& preview) {
  heat.rows.resize(preview.tree.size());
  for (size_t i = 0; i < heat.lines.size(); ++i)
    if (heat.lines[i].own > 0)
      if (const int row = row_of(i, shown, preview); row >= 0)
        heat.rows[static_cast<size_t>(row)].own += heat.lines[i].own;
  // Rows stand behind those they are in.
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
  const tir::PrintedNest printed = tir::print(code->body);
  const std::vector<NestPlace> compiled = nest_places_of(printed),
                               shown = nest_places_of(tir::print(preview.nest->body));
  heat.code_lines.resize(compiled.size());
  for (const auto& line : profile.lines) {
    const auto at = static_cast<size_t>(line.nest_line) - 1;
    if (line.nest_line < 1 || at >= compiled.size() || printed.lines[at].text.substr(compiled[at].indent) != line.text)
      return {};
    heat.code_lines[at].own = line.samples;
  }
  heat.lines.resize(shown.size());
  heat.total = profile.samples;
  heat.unplaced = profile.unplaced;
  heat.elsewhere = profile.elsewhere;
  for (size_t i = 0; i < compiled.size(); ++i) {
    const int64_t samples = heat.code_lines[i].own;
    if (samples == 0) continue;
    size_t leaf = i;  // a loop is known by the first statement in it
    while (leaf + 1 < compiled.size() && !compiled[leaf].leaf()) ++leaf;
    int line = origin_of(compiled[leaf], shown);
    if (line >= 0 && compiled[i].kind == StmtKind::For) line = loop_around(line, compiled[i].from.axis, shown);
    if (line >= 0)
      heat.lines[static_cast<size_t>(line)].own += samples;
    else
      heat.unplaced += samples;
  }
  for (const auto& line : heat.lines) heat.hottest = std::max(heat.hottest, line.own);
  add_what_is_inside(heat.code_lines, compiled);
  add_what_is_inside(heat.lines, shown);
  heat_tree(heat, shown, preview);
  heat_instructions(heat, profile);
  return heat;
}

}  // namespace nw::workspace
