// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/diagnostics.h"

#include <algorithm>

#include "schedule/catalogue.h"
#include "schedule/names.h"

namespace nw::schedule {

namespace {

std::vector<AxisId> choices(const Schedule& s, StageId stage, const StepSource& at, const Trial& trial) {
  return at.explain ? accepted(s, stage, trial) : std::vector<AxisId>();
}

// The place in this stage of what the axis is in its own: the same root axis by position.
AxisId counterpart(const Schedule& s, StageId stage, AxisId axis) {
  const Stage& other = s.stage(s.owner(axis));
  const auto at = std::find(other.root.begin(), other.root.end(), axis);
  const Stage& mine = s.stage(stage);
  const size_t i = static_cast<size_t>(at - other.root.begin());
  return i < mine.root.size() && mine.is_leaf(mine.root[i]) ? mine.root[i] : AxisId();
}

Diagnostic other_stage(const Schedule& s, StageId stage, AxisId axis, const StepSource& at, const Trial& trial) {
  const StageId owner = s.owner(axis);
  const std::string name = shown(s, axis);
  const std::string own = s.stage(stage).name();
  if (!owner) {
    return Refusal("NW2101", s, stage, at, own + " has no such axis")
        .because("its axes were made anew by a later step (cache_write, rfactor): s[" + own +
                 "].op.axis has the present ones")
        .legal(shown(s, choices(s, stage, at, trial)));
  }
  const std::string theirs = s.stage(owner).name();
  Refusal r("NW2101", s, stage, at, name + " is an axis of " + theirs + ", not of " + own);
  r.axis(axis).because("every stage has axes of its own, also where their names or extents are the same");
  const std::vector<AxisId> legal = choices(s, stage, at, trial);
  r.legal(shown(s, legal));
  if (!r.explains()) return r;
  if (const AxisId same = counterpart(s, stage, axis); std::find(legal.begin(), legal.end(), same) != legal.end())
    r.replace_axis("use " + shown(s, same) + " of " + own + ", at the same place", axis, same);
  const std::string& tensor = s.stage(stage).script_name;
  for (const ArgumentSource& a : at.arguments)  // C.op.axis[0]: of the operation before cache_write or rfactor
    if (!tensor.empty() && a.tensor.text == tensor)
      r.replace("take the axis of the stage as it is now",
                with_part(at, &a.tensor, script_text(s.stage(stage), at.schedule_name)));
  r.replace("say it of " + theirs,
            with_part(at, at.part_naming(s.stage(stage)), script_text(s.stage(owner), at.schedule_name)));
  return r.or_delete("delete the step");
}

}  // namespace

std::optional<Diagnostic> must_be_loop(const Schedule& s, StageId stage, AxisId axis, const StepSource& at,
                                       const Trial& trial, Prefer prefer) {
  const Stage& own = s.stage(stage);
  if (s.owner(axis) != stage) return other_stage(s, stage, axis, at, trial);
  if (own.is_leaf(axis)) return std::nullopt;
  const std::string name = shown(s, axis);
  Refusal r("NW2100", s, stage, at, name + " is no longer a loop of " + own.name());
  r.axis(axis).because(replacement_text(s, own, axis));
  for (AxisId next : replaced_by(own, axis)) r.because(replacement_text(s, own, next));
  if (!r.explains()) return r;
  const std::vector<AxisId> parts = loops_from(own, axis);
  const std::vector<AxisId> legal = put_first(choices(s, stage, at, trial), parts);
  r.legal(shown(s, legal));
  std::vector<AxisId> candidates = parts;
  if (prefer == Prefer::Inner) std::reverse(candidates.begin(), candidates.end());
  for (AxisId part : candidates)
    if (std::find(legal.begin(), legal.end(), part) != legal.end())
      r.replace_axis("use " + shown(s, part) + " instead of " + name, axis, part);
  // An axis from before cache_write, which replaced the loops. Where rfactor did, the script reader finds its loop.
  const bool factored =
      std::ranges::any_of(own.history, [](const auto& step) { return step.second == Primitive::Rfactor; });
  for (AxisId other : parts.empty() && !own.find_axis(axis) && !factored ? legal : std::vector<AxisId>())
    r.replace("use " + shown(s, other) + " instead",
              with_part(at, at.loop_argument(), script_text(s, other, at.schedule_name)));
  return r.or_delete("delete the step");
}

std::optional<Diagnostic> must_differ(const Schedule& s, StageId stage, const std::vector<AxisId>& axes,
                                      const StepSource& at, Primitive primitive) {
  const std::string call = name_of(primitive);
  std::vector<AxisId> once;
  AxisId twice;
  for (AxisId axis : axes) {
    if (std::find(once.begin(), once.end(), axis) == once.end())
      once.push_back(axis);
    else if (!twice)
      twice = axis;
  }
  if (!twice) return std::nullopt;
  Refusal r("NW2102", s, stage, at, shown(s, twice) + " is listed twice");
  r.axis(twice).because(call + " takes every axis once").legal(shown(s, once));
  const std::string of = script_text(s.stage(stage), at.schedule_name);
  std::vector<std::string> texts;
  for (AxisId axis : once) texts.push_back(script_text(s, axis, at.schedule_name));
  const bool writable = !of.empty() && std::find(texts.begin(), texts.end(), "") == texts.end();
  const std::string names = comma(at.result_names);
  if (writable)
    r.replace("list every axis once",
              (names.empty() ? "" : names + " = ") + of + "." + call + "(" + comma(texts) + ")");
  return r.or_delete("delete the step");
}

namespace {

// A scan's steps go in order; each of them is a computation with loops of its own.
void propose_updates(Refusal& r, const Schedule& s, StageId stage, const StepSource& at) {
  const auto* scan = te::op_cast<te::ScanNode>(s.stage(stage).op);
  const ArgumentSource* loop = at.loop_argument();
  const WrittenPart* own = at.part_naming(s.stage(stage));
  if (!scan || !loop || !own || !at.on_one_line()) return;
  for (size_t i = 0; i < scan->update.size(); ++i) {
    const StageId id = s.find(scan->update[i]->op);
    if (!id.valid()) continue;
    const Stage& update = s.stage(id);
    for (size_t k = 1; k < update.leaf.size(); ++k) {
      const std::string text = script_text(s, update.leaf[k], at.schedule_name),
                        other = script_text(update, at.schedule_name);
      if (text.empty() || other.empty()) continue;
      r.replace("say it of " + shown(s, update.leaf[k]) + " of " + update.name() + ", each step's computation",
                at.statement.with({{own->span, other}, {loop->span, text}}));
    }
  }
}

}  // namespace

Diagnostic wrong_kind(const Schedule& s, StageId stage, AxisId axis, const StepSource& at, const std::string& verb,
                      const std::string& why, const Trial& trial) {
  const Axis& a = *s.stage(stage).find_axis(axis);
  Refusal r("NW2103", s, stage, at, "cannot " + verb + " " + shown(a) + ", which is " + type_name(a.iter->type));
  const std::vector<AxisId> legal = choices(s, stage, at, trial);
  r.axis(axis).because(why).legal(shown(s, legal));
  for (AxisId other : legal) r.replace_axis("use " + shown(s, other) + " instead", axis, other);
  propose_updates(r, s, stage, at);
  return r.or_delete("delete the step");
}

Diagnostic not_positive(const Schedule& s, StageId stage, const std::string& what, int64_t value, const StepSource& at,
                        std::string_view parameter, const std::string& why) {
  Refusal r("NW2104", s, stage, at, what + " is " + std::to_string(value) + "; it must be at least 1");
  r.point(parameter).because(why).legal({what + " ≥ 1"});
  const int64_t better = value < 0 && value > -1000000000 ? -value : 1;
  r.replace_argument("use " + std::to_string(better), parameter, std::to_string(better));
  return r.or_delete("delete the step");
}

namespace {

// The mark is made after the step instead, on the loop that is there then: of a split the inner one, or the outer one
// if it is to run in parallel.
void propose_mark_afterwards(Refusal& r, const Schedule& s, StageId stage, const AxisAttr& attr, const StepSource& at,
                             Primitive primitive) {
  const bool parallel = attr.iter_type == IterType::Parallelized;
  const std::optional<Primitive> mark = primitive_for(attr.iter_type);
  if (primitive == Primitive::Bind && attr.line > 0 && attr.line < at.span.line)
    r.fix({"bind it, and leave out line " + std::to_string(attr.line), {{Edit::Kind::Delete, attr.line, {}}}});
  const size_t part = primitive == Primitive::Split && !parallel ? 1 : 0;
  const std::string of = script_text(s.stage(stage), at.schedule_name);
  if (!mark || mark == Primitive::Tensorize || attr.line <= 0 || attr.line >= at.span.line || of.empty() ||
      at.result_names.size() <= part)
    return;
  const std::string step = name_of(*mark);
  std::vector<Edit> edits{{Edit::Kind::Delete, attr.line, {}}};
  const std::string marked = of + "." + step + "(" + at.result_names[part] + ")";
  for (Edit& e : replace_statement(at, at.statement.followed_by(marked))) edits.push_back(std::move(e));
  r.fix({std::string(name_of(primitive)) + " first, then " + step + " " + at.result_names[part], std::move(edits)});
}

}  // namespace

std::optional<Diagnostic> must_keep_marks(const Schedule& s, StageId stage, AxisId axis, const StepSource& at,
                                          Primitive primitive, const std::string& advice,
                                          const std::string& other_verb) {
  const std::string verb = other_verb.empty() ? name_of(primitive) : other_verb;
  const AxisAttr* attr = s.stage(stage).attr(axis);
  if (!attr) return std::nullopt;
  const std::vector<std::string> marks = marks_of(*attr);
  if (marks.empty()) return std::nullopt;
  const std::string name = shown(s, axis);
  Refusal r("NW2109", s, stage, at, "to " + verb + " " + name + " now would undo that it was " + listed(marks));
  r.axis(axis)
      .because(name + " was " + listed(marks) + in_line(attr->line))
      .because("that step would have no effect any more, and nothing would say so")
      .legal({advice});
  propose_mark_afterwards(r, s, stage, *attr, at, primitive);
  return r.or_delete("delete the step");
}

std::optional<Diagnostic> must_compute(const Schedule& s, StageId stage, const StepSource& at,
                                       const std::string& verb) {
  if (s.stage(stage).op->kind != te::OpKind::Placeholder) return std::nullopt;
  return Refusal("NW2114", s, stage, at, "cannot " + verb + " " + s.stage(stage).name() + ", which is an input")
      .because("a placeholder is given by the caller; nothing computes it, so it has no loops")
      .or_delete("delete the step");
}

namespace {

// The scan may be placed as a whole; its parts are where they belong already.
Refusal part_of_scan(const Schedule& s, StageId stage, StageId scan, const StepSource& at, const std::string& message,
                     const std::string& why) {
  Refusal r("NW2117", s, stage, at, message);
  r.because(why);
  const std::string whole = script_text(s.stage(scan), at.schedule_name);
  if (const WrittenPart* part = at.part_naming(s.stage(stage)); part && !whole.empty())
    r.replace("place the scan as a whole, " + s.stage(scan).name(), at.statement.with({{part->span, whole}}));
  return r.or_delete("delete the step: " + s.stage(stage).name() + " has its place in the scan already");
}

}  // namespace

std::optional<Diagnostic> must_not_be_scan_update(const Schedule& s, StageId stage, const StepSource& at,
                                                  const std::string& verb) {
  for (StageId id : s.order()) {
    const auto* begins = te::op_cast<te::ScanNode>(s.stage(id).op);
    if (!begins || std::none_of(begins->init.begin(), begins->init.end(),
                                [&](const te::Tensor& t) { return t->op == s.stage(stage).op; }))
      continue;
    return part_of_scan(s, stage, id, at,
                        "cannot " + verb + " " + s.stage(stage).name() + ", the first states of a scan",
                        "the scan " + s.stage(id).name() + " begins with it, in memory of its own");
  }
  const Attach& attach = s.attach_of(stage);
  const auto* scan =
      attach.kind == AttachKind::ScanUpdate ? te::op_cast<te::ScanNode>(s.stage(attach.stage).op) : nullptr;
  if (!scan || std::none_of(scan->update.begin(), scan->update.end(),
                            [&](const te::Tensor& t) { return t->op == s.stage(stage).op; }))
    return std::nullopt;
  return part_of_scan(s, stage, attach.stage, at, "cannot " + verb + " " + s.stage(stage).name() + ", a scan's update",
                      "the update of a scan is computed in every step of the scan, " + s.stage(attach.stage).name());
}

std::string fresh_name(const Schedule& s, const std::string& wanted) {
  auto taken = [&](const std::string& name) {
    for (StageId id : s.order()) {
      if (s.stage(id).script_name == name || s.stage(id).name() == name) return true;
      for (const Axis& a : s.stage(id).axes)
        if (a.script_name == name) return true;
    }
    return false;
  };
  std::string name = wanted;
  for (int i = 2; taken(name); ++i) name = wanted + std::to_string(i);
  return name;
}

std::string rfactor_lines(const Schedule& s, StageId stage, AxisId axis, const StepSource& at, Primitive primitive) {
  const Stage& own = s.stage(stage);
  const auto* compute = te::op_cast<te::ComputeNode>(own.op);
  const std::string text = script_text(s, axis, at.schedule_name);
  if (!compute || own.script_name.empty() || text.empty()) return {};
  const bool vector = primitive == Primitive::Vectorize;
  const int place = vector ? static_cast<int>(compute->axis.size()) : 0;
  Schedule copy = s;
  StepSource quiet;
  quiet.explain = false;
  if (has_errors(rfactor(copy, te::output(own.op), axis, place, quiet).diagnostics)) return {};
  const std::string rf = fresh_name(s, own.script_name + "_rf");
  const std::string of = at.schedule_name + "[" + rf + "]";
  std::string names = rf;
  for (int i = 1; i < own.op->num_outputs(); ++i) names += ", _";
  std::string lines = names + " = " + at.schedule_name + ".rfactor(" + own.script_name + ", " + text +
                      (place ? ", " + std::to_string(place) : "") + ")\n";
  const std::string factored = rf + ".op.axis[" + std::to_string(place) + "]";
  const Stage& made = copy.stage(copy.order()[s.position(stage)]);
  const auto* partial = te::op_cast<te::ComputeNode>(made.op);
  if (vector && partial && !partial->reduce_axis.empty()) {  // the vector goes innermost
    std::string reduce;
    for (size_t i = 0; i < partial->reduce_axis.size(); ++i)
      reduce += of + ".op.reduce_axis[" + std::to_string(i) + "], ";
    lines += of + ".reorder(" + reduce + factored + ")\n";
  }
  return lines + of + "." + name_of(primitive) + "(" + factored + ")";
}

}  // namespace nw::schedule
