// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/line_selection.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace nw::views {

using kernel::LoopTreeRow;
using schedule::Schedule;
using schedule::Stage;

namespace {

// In order.
std::vector<std::string> words_of(const std::string& text, const script::Statement& statement) {
  std::vector<std::string> words;
  std::istringstream lines(text);
  std::string line, word;
  for (int number = 1; std::getline(lines, line) && number <= statement.last_line; ++number) {
    if (number < statement.span.line) continue;
    line.resize(std::min(line.size(), line.find('#')));
    for (const char c : line + ' ') {
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
        word += c;
      } else {
        if (!word.empty()) words.push_back(std::exchange(word, {}));
      }
    }
  }
  return words;
}

// A line that makes loops is about these; one that makes none is about those it names.
std::set<AxisId> named_axes(const script::Program& program, const std::vector<std::string>& words,
                            const script::Statement& statement) {
  std::set<AxisId> bound, named;
  for (const std::string& name : statement.binds)
    if (const auto axis = program.axis_names.find(name); axis != program.axis_names.end()) bound.insert(axis->second);
  if (!bound.empty()) return bound;
  for (const std::string& name : words)
    if (const auto axis = program.axis_names.find(name); axis != program.axis_names.end()) named.insert(axis->second);
  return named;
}

// And what later lines made of them.
void add_what_became(const Stage& stage, std::set<AxisId>& axes) {
  for (const schedule::Relation& relation : stage.relations) {
    if (const auto* split = std::get_if<schedule::SplitRelation>(&relation); split && axes.contains(split->parent)) {
      axes.insert({split->outer, split->inner});
    } else if (const auto* fuse = std::get_if<schedule::FuseRelation>(&relation);
               fuse && (axes.contains(fuse->outer) || axes.contains(fuse->inner))) {
      axes.insert(fuse->fused);
    } else if (const auto* change = std::get_if<schedule::TransformRelation>(&relation)) {
      const bool concerned = std::any_of(change->original.begin(), change->original.end(),
                                         [&](AxisId axis) { return axes.contains(axis); });
      if (concerned) axes.insert(change->transformed.begin(), change->transformed.end());
    }
  }
}

StageId stage_of(const script::Program& program, const script::Statement& statement,
                 const std::vector<std::string>& words, const std::set<AxisId>& axes) {
  for (const std::string& name : statement.binds)  // of a cache, the cache
    if (const auto stage = program.stage_names.find(name); stage != program.stage_names.end()) return stage->second;
  if (statement.stage.valid()) return statement.stage;
  for (const StageId id : program.schedule->order()) {
    const Stage& stage = program.schedule->stage(id);
    const int made = stage.origin_op ? stage.origin_op->span.line : 0;
    if (made >= statement.span.line && made <= statement.last_line) return id;
    for (const AxisId axis : axes)
      if (stage.find_axis(axis)) return id;
  }
  if (statement.part != script::Statement::Part::Schedule) return {};
  for (const std::string& name : words)
    if (const auto stage = program.stage_names.find(name); stage != program.stage_names.end()) return stage->second;
  return {};
}

}  // namespace

KernelSelection selection_of_line(const kernel::KernelPreview& preview, int line) {
  KernelSelection found;
  found.line = line;
  const script::Program& program = preview.program;
  const script::Statement* statement = nullptr;
  for (const script::Statement& s : program.statements)
    if (line >= s.span.line && line <= s.last_line) statement = &s;
  if (!statement) return found;
  found.line = statement->span.line;
  if (!program.schedule) return found;
  const std::vector<std::string> words = words_of(preview.text, *statement);
  const bool step = statement->part == script::Statement::Part::Schedule;  // else it is about its stage as a whole
  std::set<AxisId> axes = step ? named_axes(program, words, *statement) : std::set<AxisId>();
  const StageId stage = stage_of(program, *statement, words, axes);
  if (!stage.valid()) return found;
  add_what_became(program.schedule->stage(stage), axes);
  for (const LoopTreeRow& row : preview.tree) {
    if (row.stage != stage) continue;
    found.stage = stage;
    if (!step || row.kind != LoopTreeRow::Kind::Axis || !(axes.contains(row.axis) || row.line == found.line)) continue;
    if (found.axis.valid())
      found.also.push_back(row.axis);
    else
      found.axis = row.axis;
  }
  return found;
}

KernelSelection with_its_loops(const kernel::KernelPreview& preview, const KernelSelection& of) {
  if (!of.axis.valid() || !preview.program.schedule) return of;
  const auto is_loop = [&](const LoopTreeRow& row) { return row.stage == of.stage && row.axis == of.axis; };
  if (std::ranges::any_of(preview.tree, is_loop)) return of;
  std::set<AxisId> axes{of.axis};
  add_what_became(preview.program.schedule->stage(of.stage), axes);
  KernelSelection loops{of.stage, {}, 0};
  for (const LoopTreeRow& row : preview.tree) {
    if (row.stage != of.stage || row.kind != LoopTreeRow::Kind::Axis || !axes.contains(row.axis)) continue;
    if (loops.axis.valid())
      loops.also.push_back(row.axis);
    else
      loops.axis = row.axis, loops.line = row.line;
  }
  return loops.axis.valid() ? loops : of;
}

}  // namespace nw::views
