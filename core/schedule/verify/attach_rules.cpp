// SPDX-License-Identifier: GPL-3.0-or-later
// Where stages may be computed: inside a loop that is there, around all their readers, without going in circles.
#include <algorithm>

#include "schedule/legal.h"
#include "schedule/names.h"
#include "schedule/refusal.h"
#include "schedule/verify/rules.h"

namespace nw::schedule {

namespace {

bool contains(const std::vector<AxisId>& axes, AxisId axis) {
  return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

// Edits of the step in `line`, which need not be the one to blame. A loop that is made only later is named after that.
std::vector<Edit> rewrite_line(int line, int loop_made, const StepSource& at, const std::string& text) {
  if (loop_made > line) return {{Edit::Kind::Delete, line, {}}, {Edit::Kind::Insert, loop_made + 1, text}};
  if (line == at.span.line) return replace_statement(at, text);
  return {{Edit::Kind::Replace, line, text}};
}

void fix_placement(Diagnostic& d, const Schedule& s, StageId stage, const StepSource& at) {
  const Stage& own = s.stage(stage);
  const std::string of = script_text(own, at.schedule_name);
  const std::vector<AttachPoint> points = legal_places(s, stage);
  for (const AttachPoint& p : points) d.legal.push_back(shown(s, p.axis) + " of " + s.stage(p.stage).name());
  d.legal.push_back("root");
  size_t offered = 0;
  for (const AttachPoint& p : points) {
    const std::string where = attach_text(s, p, at.schedule_name);
    if (where.empty() || of.empty() || own.attach.line <= 0 || ++offered > 2) continue;
    d.fixes.push_back({"compute " + own.name() + " at " + shown(s, p.axis) + " of " + s.stage(p.stage).name(),
                       rewrite_line(own.attach.line, s.stage(p.stage).find_axis(p.axis)->line, at,
                                    of + ".compute_at(" + where + ")")});
  }
  if (own.attach.line > 0) {
    StepSource step = at;
    if (own.attach.line != at.span.line) step.span = {own.attach.line, 1, 0}, step.last_line = 0;
    d.fixes.push_back(
        {"delete the step that places " + own.name() + ": it is computed at root", delete_statement(step)});
  }
}

// The readers that are outside are computed at the same loop, which is then around all of them.
void bring_inside(Diagnostic& d, const Schedule& s, StageId id, const std::vector<StageId>& outside,
                  const StepSource& at) {
  const Attach& place = s.attach_of(id);
  Schedule moved = s;
  std::string lines;
  std::vector<std::string> names;
  for (StageId r : outside) {
    const std::string of = script_text(s.stage(r), at.schedule_name),
                      where = attach_text(s, {place.stage, place.axis}, at.schedule_name);
    if (s.stage(r).is_output || r == place.stage || of.empty() || where.empty()) return;
    moved.edit(r).attach = {AttachKind::At, place.stage, place.axis, at.span.line};
    lines += (lines.empty() ? "" : "\n") + of + ".compute_at(" + where + ")";
    names.push_back(s.stage(r).name());
  }
  if (structural_errors(moved).size() >= structural_errors(s).size() || !at.span.valid()) return;
  const int line = std::max(place.line, at.span.line);
  d.fixes.push_back(
      {"compute " + listed(names) + " at " + shown(s, place.axis) + " as well", {{Edit::Kind::Insert, line, lines}}});
}

// The loop that all readers could be computed at: where one of them is already, or of what reads them in turn, as
// deep as the loop that was asked for.
std::vector<AttachPoint> common_loops(const Schedule& s, StageId id, const std::vector<StageId>& readers) {
  std::vector<AttachPoint> loops;
  for (StageId r : readers)
    if (const Attach& theirs = s.attach_of(r); theirs.kind == AttachKind::At)
      loops.push_back({theirs.stage, theirs.axis});
  if (!loops.empty()) return loops;
  const Attach& place = s.attach_of(id);
  const std::vector<AxisId>& asked = s.stage(place.stage).leaf;
  const auto depth = static_cast<size_t>(std::find(asked.begin(), asked.end(), place.axis) - asked.begin());
  for (size_t i = s.position(id) + 1; i < s.order().size(); ++i) {
    const Stage& into = s.stage(s.order()[i]);
    if (into.leaf.empty()) continue;
    for (size_t n = std::min(depth, into.leaf.size() - 1) + 1; n-- > 0;) loops.push_back({into.id, into.leaf[n]});
  }
  return loops;
}

// All readers go into one loop, and the stage with them.
void move_into_common_reader(Diagnostic& d, const Schedule& s, StageId id, std::vector<StageId> readers,
                             const StepSource& at) {
  const Attach& place = s.attach_of(id);
  if (place.line <= 0) return;
  if (std::find(readers.begin(), readers.end(), place.stage) == readers.end())
    readers.insert(readers.begin(), place.stage);
  for (const AttachPoint& loop : common_loops(s, id, readers)) {
    const std::string where = attach_text(s, loop, at.schedule_name);
    Schedule moved = s;
    std::string lines;
    std::vector<std::string> names;
    bool can = !where.empty();
    auto move = [&](StageId r) {
      const std::string of = script_text(s.stage(r), at.schedule_name);
      moved.edit(r).attach = {AttachKind::At, loop.stage, loop.axis, at.span.line};
      can = can && !of.empty() && !s.stage(r).is_output;
      lines += (lines.empty() ? "" : "\n") + of + ".compute_at(" + where + ")";
      names.push_back(s.stage(r).name());
    };
    for (StageId r : readers) {
      const Attach& theirs = s.attach_of(r);
      if (r == loop.stage || (theirs.kind == AttachKind::At && theirs.axis == loop.axis)) continue;
      can = can && theirs.kind == AttachKind::Root;
      move(r);
    }
    move(id);
    if (!can || structural_errors(moved).size() >= structural_errors(s).size()) continue;
    d.fixes.push_back({"compute " + listed(names) + " at " + shown(s, loop.axis) + " of " + s.stage(loop.stage).name(),
                       rewrite_line(place.line, s.stage(loop.stage).find_axis(loop.axis)->line, at, lines)});
    return;
  }
}

// What was meant is mostly the other way round: what the output reads, inside the output.
void turn_round(Diagnostic& d, const Schedule& s, StageId id, const StepSource& at) {
  d.legal = {"root"};
  Schedule turned = s;
  turned.edit(id).attach = {};
  const StageId producer = s.attach_of(id).stage;
  const std::string of = script_text(s.stage(producer), at.schedule_name);
  for (const AttachPoint& p : legal_places(turned, producer)) {
    const std::string where = attach_text(s, p, at.schedule_name);
    if (p.stage != id || where.empty() || of.empty()) continue;
    d.fixes.push_back(
        {"compute " + s.stage(producer).name() + " inside " + s.stage(id).name() + " instead, at " + shown(s, p.axis),
         replace_statement(at, of + ".compute_at(" + where + ")")});
    break;
  }
  d.fixes.push_back({"delete the step: " + s.stage(id).name() + " is computed at root", delete_statement(at)});
}

class AttachRules {
 public:
  AttachRules(const Schedule& s, const Schedule& n, const Dataflow& flow, Findings& found)
      : s_(s), n_(n), flow_(flow), found_(found) {}

  void check(StageId id) {
    const Stage& stage = s_.stage(id);
    const Attach& attach = s_.attach_of(id);
    if (stage.op->kind == te::OpKind::Placeholder || attach.kind != AttachKind::At) return;
    if (stage.is_output) return output_inside(stage, attach);
    const Stage& parent = s_.stage(attach.stage);
    if (parent.attach.kind == AttachKind::Inline) return inside_inlined(stage, attach, parent);
    if (const std::vector<StageId> circle = circle_from(id); !circle.empty()) return report_circle(circle);
    const Attach& now = n_.attach_of(id);
    if (!n_.stage(now.stage).is_leaf(now.axis)) return loop_gone(stage, attach, parent);
    if (flow_.needed(id)) check_readers(id, stage, attach);
  }

 private:
  void output_inside(const Stage& stage, const Attach& attach) {
    Finding& f =
        found_.add("NW2305", stage.name(),
                   stage.name() + " is an output, so it cannot be computed inside " + s_.stage(attach.stage).name());
    f.diagnostic.because.push_back("an output is computed whole, once, at root: its memory belongs to the caller");
    f.lines = {attach.line};
    f.add_fixes = [s = &s_, id = stage.id](Diagnostic& d, const StepSource& at) { turn_round(d, *s, id, at); };
  }

  void inside_inlined(const Stage& stage, const Attach& attach, const Stage& parent) {
    Finding& f =
        found_.add("NW2302", stage.name(),
                   stage.name() + " is to be computed inside " + parent.name() + ", which is inlined and has no loops");
    f.diagnostic.where[0].axis = shown(s_, attach.axis);
    f.diagnostic.because.push_back(parent.name() + " was inlined" + in_line(parent.attach.line));
    std::vector<std::string> readers;
    for (StageId r : readers_after_inlining(parent.id)) readers.push_back(s_.stage(r).name());
    if (!readers.empty()) f.diagnostic.because.push_back("its expression now stands in " + listed(readers));
    f.lines = {attach.line, parent.attach.line};
    f.add_fixes = [s = &s_, id = stage.id](Diagnostic& d, const StepSource& at) { fix_placement(d, *s, id, at); };
  }

  std::vector<StageId> readers_after_inlining(StageId id) const {
    std::vector<StageId> out;
    for (StageId other : s_.order())
      for (const te::Tensor& t : s_.stage(other).op->inputs()) {
        if (s_.find(t->op) != id) continue;
        if (s_.stage(other).attach.kind == AttachKind::Inline) {
          for (StageId r : readers_after_inlining(other)) out.push_back(r);
        } else if (std::find(out.begin(), out.end(), other) == out.end()) {
          out.push_back(other);
        }
      }
    return out;
  }

  std::vector<StageId> circle_from(StageId start) const {
    std::vector<StageId> way;
    for (StageId at = start;;) {
      if (const auto seen = std::find(way.begin(), way.end(), at); seen != way.end()) return {seen, way.end()};
      way.push_back(at);
      const Attach& attach = s_.attach_of(at);
      if (attach.kind != AttachKind::At && attach.kind != AttachKind::ScanUpdate) return {};
      at = attach.stage;
    }
  }

  void report_circle(const std::vector<StageId>& circle) {
    std::vector<StageId> sorted = circle;
    std::sort(sorted.begin(), sorted.end());
    if (std::find(circles_.begin(), circles_.end(), sorted) != circles_.end()) return;
    circles_.push_back(sorted);
    StageId last = circle[0];
    for (StageId id : circle)
      if (s_.attach_of(id).line >= s_.attach_of(last).line) last = id;
    const std::string name = s_.stage(last).name();
    const std::string inside = s_.stage(s_.attach_of(last).stage).name();
    Finding& f = found_.add("NW2301", name,
                            circle.size() == 1
                                ? name + " cannot be computed inside its own loop"
                                : name + " cannot be computed inside " + inside + ", which is computed inside " + name);
    for (StageId id : circle) {
      const Attach& attach = s_.attach_of(id);
      f.diagnostic.because.push_back(s_.stage(id).name() + " is computed inside " + s_.stage(attach.stage).name() +
                                     ", at " + shown(s_, attach.axis) + in_line(attach.line));
      f.lines.push_back(attach.line);
    }
    f.add_fixes = [s = &s_, last](Diagnostic& d, const StepSource& at) { fix_placement(d, *s, last, at); };
  }

  void loop_gone(const Stage& stage, const Attach& attach, const Stage& parent) {
    Finding& f = found_.add("NW2304", stage.name(),
                            "the loop " + shown(s_, attach.axis) + " of " + parent.name() + ", at which " +
                                stage.name() + " is to be computed, is no longer there");
    f.diagnostic.where[0].axis = shown(s_, attach.axis);
    f.diagnostic.because.push_back(stage.name() + " was placed there" + in_line(attach.line));
    f.lines = {attach.line};
    for (AxisId axis = attach.axis; axis;) {
      const std::vector<AxisId> next = replaced_by(parent, axis);
      if (next.empty()) break;
      f.diagnostic.because.push_back(replacement_text(s_, parent, axis));
      f.lines.push_back(parent.find_axis(next[0])->line);
      axis = parent.is_leaf(next[0]) ? AxisId() : next[0];
    }
    if (!parent.find_axis(attach.axis))
      for (const auto& [line, step] : parent.history)
        if (step == Primitive::CacheWrite || step == Primitive::Rfactor) {
          f.diagnostic.because.push_back(name_of(step) + in_line(line) + " gave " + parent.name() + " new loops");
          f.lines.push_back(line);
        }
    f.add_fixes = [s = &s_, id = stage.id](Diagnostic& d, const StepSource& at) { fix_placement(d, *s, id, at); };
  }

  void check_readers(StageId id, const Stage& stage, const Attach& attach) {
    const auto path = attach_path(n_, id);
    if (!path || path->empty()) return;
    std::vector<StageId> outside, inside;
    for (StageId reader : flow_.readers(id)) {
      const auto around = attach_path(n_, reader);
      const bool in = n_.stage(reader).is_leaf(path->front()) || (around && contains(*around, path->front()));
      (in ? inside : outside).push_back(reader);
    }
    if (outside.empty()) return;
    const Stage& parent = s_.stage(attach.stage);
    std::vector<std::string> names;
    for (StageId r : outside) names.push_back(s_.stage(r).name());
    const std::string loop = shown(s_, attach.axis) + " of " + parent.name();
    const std::string message =
        inside.empty() ? stage.name() + " is to be computed inside " + loop + ", but nothing there reads it"
                       : listed(names) + (names.size() == 1 ? " reads " : " read ") + stage.name() + " outside " +
                             loop + ", where it is to be computed";
    Finding& f = found_.add("NW2303", stage.name(), message);
    f.diagnostic.where[0].axis = shown(s_, attach.axis);
    f.lines = {attach.line};
    for (StageId r : outside) {
      const Attach& theirs = s_.attach_of(r);
      const std::string where = theirs.kind == AttachKind::At
                                    ? "inside " + s_.stage(theirs.stage).name() + ", at " + shown(s_, theirs.axis)
                                    : "at root";
      f.diagnostic.because.push_back(s_.stage(r).name() + " reads " + stage.name() + " and is computed " + where +
                                     in_line(theirs.line));
      if (theirs.line) f.lines.push_back(theirs.line);
    }
    f.diagnostic.because.push_back("what is computed inside a loop exists only during that loop's iteration");
    f.add_fixes = [s = &s_, id, outside](Diagnostic& d, const StepSource& at) {
      bring_inside(d, *s, id, outside, at);
      if (d.fixes.empty()) move_into_common_reader(d, *s, id, outside, at);
      fix_placement(d, *s, id, at);
    };
  }

  const Schedule& s_;
  const Schedule& n_;
  const Dataflow& flow_;
  Findings& found_;
  std::vector<std::vector<StageId>> circles_;
};

}  // namespace

void check_attachments(const Schedule& s, const Schedule& normalized, const Dataflow& flow, Findings& found) {
  AttachRules rules(s, normalized, flow, found);
  for (StageId id : s.order()) rules.check(id);
}

}  // namespace nw::schedule
