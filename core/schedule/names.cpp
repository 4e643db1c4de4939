// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/names.h"

#include <algorithm>
#include <utility>

namespace nw::schedule {

std::string shown(const Axis& axis) {
  return axis.script_name.empty() ? axis.iter->var->name : axis.script_name;
}

std::string shown(const Schedule& s, AxisId axis) {
  const StageId owner = s.owner(axis);
  const Axis* found = owner ? s.stage(owner).find_axis(axis) : nullptr;
  return found ? shown(*found) : "this axis";
}

std::vector<std::string> shown(const Schedule& s, const std::vector<AxisId>& axes) {
  std::vector<std::string> names;
  for (AxisId axis : axes) names.push_back(shown(s, axis));
  return names;
}

namespace {

// ".op.axis[1]" of a root axis, or of the loop that replaces it in the normal form; else empty.
std::string root_place(const Stage& stage, const Axis& axis) {
  for (const Relation& relation : stage.relations)
    if (const auto* r = std::get_if<RebaseRelation>(&relation); r && r->rebased == axis.id)
      return root_place(stage, *stage.find_axis(r->parent));
  const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
  if (!compute) return {};
  for (size_t i = 0; i < compute->axis.size(); ++i)
    if (compute->axis[i] == axis.iter) return ".op.axis[" + std::to_string(i) + "]";
  for (size_t i = 0; i < compute->reduce_axis.size(); ++i)
    if (compute->reduce_axis[i] == axis.iter) return ".op.reduce_axis[" + std::to_string(i) + "]";
  return {};
}

}  // namespace

std::string script_text(const Schedule& s, AxisId axis, const std::string& schedule_name) {
  const StageId owner = s.owner(axis);
  const Axis* found = owner ? s.stage(owner).find_axis(axis) : nullptr;
  if (!found) return {};
  if (!found->script_name.empty()) return found->script_name;
  const std::string of = script_text(s.stage(owner), schedule_name), place = root_place(s.stage(owner), *found);
  return of.empty() || place.empty() ? std::string() : of + place;
}

std::vector<std::string> ways_to_write(const Schedule& s, AxisId axis, const std::string& schedule_name) {
  const StageId owner = s.owner(axis);
  const Axis* found = owner ? s.stage(owner).find_axis(axis) : nullptr;
  if (!found) return {};
  const Stage& stage = s.stage(owner);
  std::vector<std::string> ways;
  if (!found->script_name.empty()) ways.push_back(found->script_name);
  if (const std::string place = root_place(stage, *found); !place.empty() && !stage.script_name.empty()) {
    ways.push_back(schedule_name + "[" + stage.script_name + "]" + place);
    ways.push_back(stage.script_name + place);
  }
  ways.push_back(found->iter->var->name);
  return ways;
}

std::string script_text(const Stage& stage, const std::string& schedule_name) {
  return stage.script_name.empty() ? std::string() : schedule_name + "[" + stage.script_name + "]";
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

std::string comma(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string plural(size_t n, const std::string& word) {
  return std::to_string(n) + " " + word + (n == 1 ? "" : "s");
}

std::string in_line(int line) {
  return line > 0 ? " in line " + std::to_string(line) : std::string();
}

std::string type_name(tir::IterType type) {
  switch (type) {
    case tir::IterType::DataPar:
      return "a data axis";
    case tir::IterType::ThreadIndex:
      return "a thread axis";
    case tir::IterType::CommReduce:
      return "a reduction axis";
    case tir::IterType::Ordered:
      return "an ordered axis (a scan's steps)";
    case tir::IterType::Opaque:
      return "an opaque axis";
    case tir::IterType::Unrolled:
      return "an unrolled axis";
    case tir::IterType::Vectorized:
      return "a vectorized axis";
    case tir::IterType::Parallelized:
      return "a parallel axis";
    case tir::IterType::Tensorized:
      return "a tensorized axis";
  }
  return "an axis";
}

std::vector<AxisId> replaced_by(const Stage& stage, AxisId axis) {
  if (stage.is_leaf(axis)) return {};
  std::vector<AxisId> next;
  for (const Relation& relation : stage.relations) {
    if (const auto* r = std::get_if<SplitRelation>(&relation); r && r->parent == axis) next = {r->outer, r->inner};
    if (const auto* r = std::get_if<FuseRelation>(&relation); r && (r->outer == axis || r->inner == axis))
      next = {r->fused};
    if (const auto* r = std::get_if<RebaseRelation>(&relation); r && r->parent == axis) next = {r->rebased};
    if (const auto* r = std::get_if<TransformRelation>(&relation))
      if (std::find(r->original.begin(), r->original.end(), axis) != r->original.end()) next = r->transformed;
  }
  return next;
}

namespace {

// Each axis once: parts of one loop that were fused again lead to the same loops, twice as often every time.
void collect_loops(const Stage& stage, AxisId axis, std::vector<AxisId>& seen, std::vector<AxisId>& loops) {
  if (std::find(seen.begin(), seen.end(), axis) != seen.end()) return;
  seen.push_back(axis);
  if (stage.is_leaf(axis)) loops.push_back(axis);
  for (AxisId next : replaced_by(stage, axis)) collect_loops(stage, next, seen, loops);
}

}  // namespace

std::vector<AxisId> loops_from(const Stage& stage, AxisId axis) {
  std::vector<AxisId> seen, loops;
  collect_loops(stage, axis, seen, loops);
  return loops;
}

std::string replacement_text(const Schedule& s, const Stage& stage, AxisId axis) {
  const std::vector<AxisId> next = replaced_by(stage, axis);
  if (next.empty()) return {};
  bool split = false, fused = false;
  std::string partner;
  for (const Relation& relation : stage.relations) {
    if (const auto* r = std::get_if<SplitRelation>(&relation)) split = split || r->parent == axis;
    if (const auto* r = std::get_if<FuseRelation>(&relation)) {
      if (r->outer != axis && r->inner != axis) continue;
      fused = true;
      partner = shown(s, r->outer == axis ? r->inner : r->outer);
    }
  }
  const int line = stage.find_axis(next[0])->line;
  const std::string how = split   ? " was split into "
                          : fused ? " was fused with " + partner + " into "
                                  : " was transformed into ";
  return shown(s, axis) + how + listed(shown(s, next)) + in_line(line);
}

namespace {

void collect_roots(const Stage& stage, AxisId axis, std::vector<AxisId>& seen, std::vector<AxisId>& roots) {
  if (std::find(seen.begin(), seen.end(), axis) != seen.end()) return;
  seen.push_back(axis);
  if (std::find(stage.root.begin(), stage.root.end(), axis) != stage.root.end()) return roots.push_back(axis);
  const auto add = [&](AxisId from) { collect_roots(stage, from, seen, roots); };
  for (const Relation& relation : stage.relations) {
    if (const auto* r = std::get_if<SplitRelation>(&relation); r && (r->outer == axis || r->inner == axis))
      add(r->parent);
    if (const auto* r = std::get_if<FuseRelation>(&relation); r && r->fused == axis) {
      add(r->outer);
      add(r->inner);
    }
    if (const auto* r = std::get_if<RebaseRelation>(&relation); r && r->rebased == axis) add(r->parent);
    if (const auto* r = std::get_if<TransformRelation>(&relation))
      if (std::find(r->transformed.begin(), r->transformed.end(), axis) != r->transformed.end())
        for (AxisId from : r->original) add(from);
  }
}

}  // namespace

std::vector<AxisId> roots_of(const Stage& stage, AxisId axis) {
  std::vector<AxisId> seen, roots;
  collect_roots(stage, axis, seen, roots);
  return roots;
}

std::string reduces(const Schedule& s, const Stage& stage, AxisId axis) {
  std::vector<AxisId> roots = roots_of(stage, axis);
  const size_t all = roots.size();
  std::erase_if(roots, [&](AxisId r) { return stage.find_axis(r)->iter->type != tir::IterType::CommReduce; });
  const std::string names = listed(shown(s, roots));
  if (roots.size() == 1 && roots[0] == axis) return shown(s, axis) + " is a reduction axis";
  return shown(s, axis) +
         (roots.size() == all ? " is made of the reduction axis " : " is made of data and the reduction axis ") + names;
}

std::vector<std::string> marks_of(const AxisAttr& attr) {
  std::vector<std::string> marks;
  if (attr.iter_type == tir::IterType::Vectorized) marks.push_back("vectorized");
  if (attr.iter_type == tir::IterType::Unrolled) marks.push_back("unrolled");
  if (attr.iter_type == tir::IterType::Parallelized) marks.push_back("made parallel");
  if (attr.intrin || attr.iter_type == tir::IterType::Tensorized) marks.push_back("tensorized");
  if (attr.bind_thread) marks.push_back("bound to " + attr.bind_thread->thread_tag);
  for (const auto& [key, value] : attr.pragmas) marks.push_back("given the pragma " + key);
  if (!attr.prefetch.empty()) marks.push_back("given a prefetch");
  return marks;
}

size_t edit_distance(const std::string& word, const std::string& other) {
  std::vector<size_t> row(other.size() + 1);
  for (size_t j = 0; j <= other.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= word.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= other.size(); ++j) {
      const size_t best = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (word[i - 1] == other[j - 1] ? 0 : 1)});
      diagonal = std::exchange(row[j], best);
    }
  }
  return row.back();
}

std::string nearest(const std::string& word, const std::vector<std::string>& words) {
  return *std::min_element(words.begin(), words.end(), [&](const std::string& a, const std::string& b) {
    return edit_distance(word, a) < edit_distance(word, b);
  });
}

}  // namespace nw::schedule
