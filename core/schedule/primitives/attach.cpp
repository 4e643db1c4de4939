// SPDX-License-Identifier: GPL-3.0-or-later
// compute_at: a stage is computed inside a loop of another, as much of it as that iteration needs.
//
//   for i: B[i] = f(A[i])              for i in 0..n
//   for i: C[i] = g(B[i])    →           B[0] = f(A[i])               s[B].compute_at(s[C], i)
//                                        C[i] = g(B[0])
//
// compute_inline: no memory; its expression replaces every read of it.
// compute_root: before everything that reads it, all of it. That is how every stage starts.
//
// compute_at is legal at a loop of the other stage. That all readers are inside that loop, and that attachments make no
// circle, is analysed on the whole schedule, as a later step may still see to it. compute_inline is legal for a stage
// with one output that is not an output of the whole, no reduction, and whose loops have no annotations: it will
// have none.
#include <algorithm>

#include "schedule/diagnostics.h"
#include "schedule/groups.h"
#include "schedule/legal.h"
#include "schedule/names.h"
#include "schedule/rewrite.h"

namespace nw::schedule {

namespace {

std::optional<Diagnostic> must_share_group(const Schedule& s, StageId stage, StageId parent, const StepSource& at) {
  const int group = s.stage(stage).group;
  if (encloses(s, group, s.stage(parent).group)) return std::nullopt;
  std::vector<std::string> members;
  for (StageId id : s.groups()[static_cast<size_t>(group)].members) members.push_back(s.stage(id).name());
  std::vector<std::string> places = members;
  std::erase(places, s.stage(stage).name());
  Refusal r("NW2121", s, stage, at,
            s.stage(stage).name() + " is in a group, and " + s.stage(parent).name() + " is outside it");
  r.because("a group is computed as a whole: its members are attached to each other only")
      .because("the group has " + listed(members))
      .legal(places);
  const std::string& name = s.groups()[static_cast<size_t>(group)].name;
  if (const WrittenPart* own = at.part_naming(s.stage(stage)); own && !name.empty())
    r.replace("place the whole group there", at.statement.with({{own->span, name}}));
  return r.or_delete("delete the step");
}

// ── compute_inline ──────────────────────────────────────────────────────────────────────────────────────────────────

std::vector<std::string> loop_steps(const Stage& stage) {
  std::vector<std::string> facts;
  std::vector<std::pair<int, Primitive>> steps;
  for (const auto& step : stage.history) {
    static constexpr Primitive kLoops[] = {Primitive::Split,    Primitive::Tile,      Primitive::Fuse,
                                           Primitive::Reorder,  Primitive::Vectorize, Primitive::Unroll,
                                           Primitive::Parallel, Primitive::Bind,      Primitive::Tensorize,
                                           Primitive::Pragma,   Primitive::Prefetch,  Primitive::TransformLayout};
    if (std::find(std::begin(kLoops), std::end(kLoops), step.second) != std::end(kLoops)) steps.push_back(step);
  }
  for (const auto& [line, step] : steps) facts.push_back(name_of(step) + in_line(line));
  return facts;
}

// Whether an inlined stage would lose steps: loops made, changed or marked, or stages attached to them.
bool has_loop_steps(const Stage& stage) {
  if (!stage.relations.empty() || stage.leaf.size() > stage.root.size()) return true;
  for (size_t i = 0; i < stage.leaf.size(); ++i)
    if (stage.leaf[i] != stage.root[i]) return true;
  return std::any_of(stage.attrs.begin(), stage.attrs.end(), [](const auto& a) { return !marks_of(a.second).empty(); });
}

bool may_inline(const Schedule& s, StageId id) {
  StepSource quiet;
  quiet.explain = false;
  Schedule copy = s;
  return !has_errors(compute_inline(copy, id, quiet));
}

std::vector<std::string> inlinable(const Schedule& s) {
  std::vector<std::string> names;
  for (StageId id : s.order())
    if (s.stage(id).attach.kind != AttachKind::Inline && may_inline(s, id)) names.push_back(s.stage(id).name());
  return names;
}

// The nearest producers that could be inlined into this stage: what someone who inlines the last stage mostly means.
void propose_producer(Refusal& r, const Schedule& s, StageId stage, const StepSource& at) {
  for (const te::Tensor& input : s.stage(stage).op->inputs()) {
    const StageId producer = s.find(input->op);
    if (!producer || s.stage(producer).op->kind == te::OpKind::Placeholder || !may_inline(s, producer)) continue;
    const std::string of = script_text(s.stage(producer), at.schedule_name);
    if (of.empty()) continue;
    const std::string own = s.stage(stage).name();
    r.replace("inline " + s.stage(producer).name() + " into " + own + " instead; " + own + " keeps its loops",
              of + ".compute_inline()");
  }
}

// Loops that were only marked: without the marks the stage can be inlined.
void propose_without_marks(Refusal& r, const Stage& stage, const StepSource& at) {
  if (!stage.relations.empty() || stage.leaf != stage.root || !at.span.valid()) return;
  Fix fix{"drop what was said of its loops, and inline it", {}};
  for (const auto& [line, step] : stage.history)
    if (line > 0 && step != Primitive::ComputeAt && step != Primitive::ComputeRoot && step != Primitive::SetScope &&
        step != Primitive::StorageAlign)
      fix.edits.push_back({Edit::Kind::Delete, line, {}});
  r.fix(std::move(fix));
}

std::optional<Diagnostic> must_have_untouched_loops(const Schedule& s, StageId id, const StepSource& at) {
  const Stage& own = s.stage(id);
  if (!has_loop_steps(own)) return std::nullopt;
  const std::vector<std::string> steps = loop_steps(own);
  Refusal r("NW2113", s, id, at,
            "cannot inline " + own.name() + ": its loops have been scheduled (" + comma(steps) + ")");
  r.because(
      "an inlined stage has no loops: its expression is copied to where it is read, and those steps would be lost");
  if (own.is_output) r.because(own.name() + " is an output besides, and nothing reads it");
  if (!r.explains()) return r;
  r.legal(inlinable(s));
  if (!own.is_output) propose_without_marks(r, own, at);
  propose_producer(r, s, id, at);
  return r.or_delete("delete the step: " + own.name() + " keeps its loops");
}

std::optional<Diagnostic> must_not_be_result(const Schedule& s, StageId id, const StepSource& at) {
  const Stage& own = s.stage(id);
  if (!own.is_output) return std::nullopt;
  Refusal r("NW2111", s, id, at, "cannot inline " + own.name() + ", an output");
  r.because("nothing reads " + own.name() +
            ", so there is nowhere to put its expression, and nothing would be written");
  if (!r.explains()) return r;
  r.legal(inlinable(s));
  propose_producer(r, s, id, at);
  return r.or_delete("delete the step");
}

std::optional<Diagnostic> must_be_pure(const Schedule& s, StageId id, const StepSource& at) {
  const Stage& own = s.stage(id);
  const auto* compute = te::op_cast<te::ComputeNode>(own.op);
  if (compute && !compute->is_reduction() && compute->num_outputs() == 1) return std::nullopt;
  const bool reduction = compute && compute->is_reduction();
  Refusal r(reduction ? "NW2112" : "NW2120", s, id, at,
            "cannot inline " + own.name() +
                (reduction  ? ", a reduction"
                 : !compute ? ", a scan"
                            : ", which has several outputs"));
  if (reduction) {
    std::vector<std::string> axes;
    for (const IterVar& k : compute->reduce_axis) axes.push_back(k->var->name);
    r.because(own.name() + " reduces over " + listed(axes) +
              ": it needs a loop and a place for the running value, not just an expression");
  } else {
    r.because("only a single expression can stand where it is read");
  }
  if (!r.explains()) return r;
  r.legal(inlinable(s));
  const std::string of = script_text(own, at.schedule_name);
  // Computing it inside its reader is the nearest thing: innermost place first.
  std::vector<StageId> readers = readers_of(s, id);
  for (const AttachPoint& place : of.empty() ? std::vector<AttachPoint>() : legal_places(s, id)) {
    const std::string where = attach_text(s, place, at.schedule_name);
    if (where.empty() || std::erase(readers, place.stage) == 0) continue;
    r.replace("compute it inside " + s.stage(place.stage).name() + ", at " + shown(s, place.axis),
              of + ".compute_at(" + where + ")");
  }
  return r.or_delete("delete the step");
}

// Of several placements the last one counts; an earlier one has no effect, which is a warning (not where compute_root
// undoes it on purpose). axis: where it is placed now; none: inlined.
Diagnostics placed_again(const Schedule& s, StageId stage, const Attach& before, const StepSource& at,
                         const std::string& now, AxisId axis) {
  const bool was_at = before.kind == AttachKind::At;
  const bool again = was_at ? before.axis == axis : !axis.valid();
  if ((!was_at && before.kind != AttachKind::Inline) || before.line <= 0) return {};
  Refusal r("NW2506", s, stage, at,
            s.stage(stage).name() + (was_at ? " was placed at " + shown(s, before.axis) : " was inlined") +
                in_line(before.line) + "; now it is " + now + (again ? " again" : ""));
  return {r.severity(Severity::Warning).because("the last placement of a stage holds").instead_of(before.line)};
}

}  // namespace

Diagnostics compute_at(Schedule& s, StageId stage, StageId parent, AxisId axis, const StepSource& at) {
  if (auto d = must_compute(s, stage, at, "place")) return {*d};
  if (auto d = must_not_be_scan_update(s, stage, at, "place")) return {*d};
  if (auto d = must_share_group(s, stage, parent, at)) return {*d};
  std::optional<StepTester> tester;  // made where a choice is tried
  const Trial again = [&](Schedule& copy, AxisId other, const StepSource& quiet) {
    Diagnostics d = compute_at(copy, stage, parent, other, quiet);
    if (has_errors(d)) return d;
    if (!tester) tester.emplace(tester_of_places(s, stage));
    return tester->new_errors(copy);
  };
  if (auto d = must_be_loop(s, parent, axis, at, again, Prefer::Outer)) {
    if (!d->where.empty()) d->where[0].stage = s.stage(stage).name();
    return {*d};
  }
  Diagnostics warnings = placed_again(s, stage, s.stage(stage).attach, at, "placed at " + shown(s, axis), axis);
  Stage& to = s.edit(stage);
  to.attach = {AttachKind::At, parent, axis, at.span.line};
  to.history.emplace_back(at.span.line, Primitive::ComputeAt);
  return warnings;
}

Diagnostics compute_root(Schedule& s, StageId stage, const StepSource& at) {
  Stage& to = s.edit(stage);
  to.attach = {AttachKind::Root, {}, {}, at.span.line};
  to.history.emplace_back(at.span.line, Primitive::ComputeRoot);
  return {};
}

Diagnostics compute_inline(Schedule& s, StageId stage, const StepSource& at) {
  if (auto d = must_compute(s, stage, at, "inline")) return {*d};
  if (auto d = must_not_be_scan_update(s, stage, at, "inline")) return {*d};
  if (auto d = must_have_untouched_loops(s, stage, at)) return {*d};
  if (auto d = must_not_be_result(s, stage, at)) return {*d};
  if (auto d = must_be_pure(s, stage, at)) return {*d};
  Diagnostics warnings = placed_again(s, stage, s.stage(stage).attach, at, "inlined", {});
  Stage& to = s.edit(stage);
  to.attach = {AttachKind::Inline, {}, {}, at.span.line};
  to.history.emplace_back(at.span.line, Primitive::ComputeInline);
  return warnings;
}

}  // namespace nw::schedule
