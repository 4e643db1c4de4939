// SPDX-License-Identifier: GPL-3.0-or-later
// Where a thread is known, and where its loop begins: what a thread needs for itself is computed inside its loop, and
// threads count from 0.
#include <algorithm>

#include "arith/analyzer.h"
#include "schedule/diagnostics.h"
#include "schedule/legal.h"
#include "schedule/names.h"
#include "schedule/refusal.h"
#include "schedule/threads.h"
#include "schedule/verify/rules.h"
#include "tir/print.h"
#include "tir/visit.h"

namespace nw::schedule {

namespace {

class ThreadPlaces {
 public:
  ThreadPlaces(const Schedule& n, const Bounds& bounds, Findings& found) : n_(n), bounds_(bounds), found_(found) {}

  void run() {
    for (auto it = n_.order().rbegin(); it != n_.order().rend(); ++it) {
      const Stage& stage = n_.stage(*it);
      if (stage.attach.kind == AttachKind::InlinedAlready) continue;
      outside(stage);
      for (AxisId leaf : stage.leaf) begins_late(stage, leaf);
    }
  }

 private:
  // What every thread has for itself is computed where the thread is known: inside its loop.
  void outside(const Stage& stage) {
    const auto path = attach_path(n_, stage.id);
    if (!path || stage.is_output) return;
    for (AxisId root : stage.root) {
      const auto range = bounds_.ranges.find(root);
      if (range == bounds_.ranges.end()) continue;
      for (const auto& [var, extent] : bounds_.threads) {
        const bool own = std::ranges::any_of(stage.attrs, [&](const auto& attr) {
          return attr.second.bind_thread && attr.second.bind_thread->var == var;
        });
        if (own || !(tir::uses_var(range->second.min, var) || tir::uses_var(range->second.extent, var))) continue;
        const AxisId loop = loop_of(var);
        const tir::IterVarNode* thread = loop ? thread_of(n_, loop) : nullptr;
        if (!thread) continue;
        AxisId namesake;
        bool inside = false;
        for (AxisId axis : *path) {
          const tir::IterVarNode* other = thread_of(n_, axis);
          inside = inside || other == thread;
          if (other && other->thread_tag == thread->thread_tag && !is_virtual_thread(other->thread_tag))
            namesake = axis;
        }
        if (inside) continue;
        return namesake ? named_twice(stage, loop, namesake, thread->thread_tag)
                        : report_outside(stage, loop, thread->thread_tag);
      }
    }
  }

  AxisId loop_of(const tir::Var& thread) const {
    for (StageId id : n_.order())
      for (const auto& [axis, attr] : n_.stage(id).attrs)
        if (attr.bind_thread && attr.bind_thread->var == thread) return axis;
    return {};
  }

  void report_outside(const Stage& stage, AxisId loop, const std::string& tag) {
    const Stage& reader = n_.stage(n_.owner(loop));
    Finding& f =
        found_.add("NW2318", stage.name(),
                   stage.name() + (stage.scope == "global" ? " is" : " is in " + memory_of(stage) + " memory, but is") +
                       " not computed inside " + shown(n_, loop) + " of " + reader.name() + ", which " + tag + " runs");
    f.diagnostic.because.push_back("every " + tag +
                                   " needs a part of its own, and only inside that loop is it known which");
    for (const auto& [line, step] : stage.history)
      if (step == Primitive::SetScope || step == Primitive::CacheRead || step == Primitive::CacheWrite)
        f.lines.push_back(line);
    f.lines.push_back(stage.attach.line);
    if (const AxisAttr* attr = reader.attr(loop)) f.lines.push_back(attr->line);
    f.add_fixes = [n = &n_, id = stage.id, loop, reader = reader.id](Diagnostic& d, const StepSource& at) {
      const Stage& own = n->stage(id);
      d.legal = {shown(*n, loop) + " of " + n->stage(reader).name() + ", or a loop inside it", "global memory"};
      const std::string of = script_text(own, at.schedule_name);
      const std::string where = attach_text(*n, {reader, loop}, at.schedule_name);
      if (of.empty() || !at.span.valid()) return;
      const int after = std::max(at.span.line, at.last_line) + 1;
      if (!where.empty())
        d.fixes.push_back({"compute it at " + shown(*n, loop) + " of " + n->stage(reader).name(),
                           {{Edit::Kind::Insert, after, of + ".compute_at(" + where + ")"}}});
      d.fixes.push_back({"keep it in global memory", {{Edit::Kind::Insert, after, of + ".set_scope(\"global\")"}}});
      d.fixes.push_back({"delete the step", delete_statement(at)});
    };
  }

  static std::string memory_of(const Stage& stage) { return stage.scope.empty() ? "private" : stage.scope; }

  // Inside a loop of the same index, but of another te.thread_axis: its variable is not known there.
  void named_twice(const Stage& stage, AxisId loop, AxisId around, const std::string& tag) {
    const Stage &reader = n_.stage(n_.owner(loop)), &outer = n_.stage(n_.owner(around));
    Finding& f = found_.add("NW2328", stage.name(),
                            "what " + stage.name() + " computes depends on " + tag + " of " + shown(n_, loop) + " of " +
                                reader.name() + ", which is not known at " + shown(n_, around) + " of " + outer.name());
    f.diagnostic.because.push_back(shown(n_, around) + " is bound to " + tag +
                                   " too, but by another te.thread_axis, and each has a variable of its own");
    const AxisAttr *mine = reader.attr(loop), *theirs = outer.attr(around);
    f.lines = {mine ? mine->line : 0, theirs ? theirs->line : 0};
    f.add_fixes = [n = &n_, loop, around, reader = reader.id, outer = outer.id, tag](Diagnostic& d,
                                                                                     const StepSource& at) {
      d.legal = {"one te.thread_axis(\"" + tag + "\") for both loops"};
      const AxisAttr *first = n->stage(outer).attr(around), *second = n->stage(reader).attr(loop);
      const std::string name = fresh_name(*n, "thread");
      const auto bind = [&](StageId of, AxisId axis) {
        const std::string stage_text = script_text(n->stage(of), at.schedule_name),
                          loop_text = script_text(*n, axis, at.schedule_name);
        return stage_text.empty() || loop_text.empty() ? std::string()
                                                       : stage_text + ".bind(" + loop_text + ", " + name + ")";
      };
      const std::string one = bind(outer, around), two = bind(reader, loop);
      if (first && second && first->line != second->line && !one.empty() && !two.empty())
        d.fixes.push_back(
            {"bind both to one thread axis",
             {{Edit::Kind::Insert, std::min(first->line, second->line), name + " = te.thread_axis(\"" + tag + "\")"},
              {Edit::Kind::Replace, first->line, one},
              {Edit::Kind::Replace, second->line, two}}});
      d.fixes.push_back({"delete the step", delete_statement(at)});
    };
  }

  // A thread's loop is not moved to where the part that is needed begins, as other loops are.
  void begins_late(const Stage& stage, AxisId leaf) {
    const AxisAttr* attr = stage.attr(leaf);
    const auto range = bounds_.ranges.find(leaf);
    if (!attr || !attr->bind_thread || attr->bind_thread->thread_tag.empty() || range == bounds_.ranges.end()) return;
    const auto analysed = [&](const Finding& f) {  // its length is wrong, and splitting it fixes both
      return f.diagnostic.code == "NW2308" && f.diagnostic.where[0].stage == stage.name() &&
             f.diagnostic.where[0].axis == shown(n_, leaf);
    };
    if (std::ranges::any_of(found_.list, analysed)) return;
    if (arith::Analyzer().can_prove_equal(range->second.min, tir::int_imm(0, range->second.min->dtype))) return;
    const std::string tag = attr->bind_thread->thread_tag;
    Finding& f = found_.add("NW2327", stage.name(),
                            shown(n_, leaf) + " of " + stage.name() + " begins at " +
                                tir::to_string(range->second.min) + ", but " + tag + " counts from 0");
    f.diagnostic.where[0].axis = shown(n_, leaf);
    f.diagnostic.because.push_back("only a part of " + stage.name() +
                                   " is computed there; loops that split makes count from 0 within it");
    f.lines = {attr->line, stage.attach.line};
    f.add_fixes = [n = &n_, id = stage.id, leaf, line = attr->line, extent = range->second.extent](
                      Diagnostic& d, const StepSource& at) {
      const Stage& own = n->stage(id);
      const std::string of = script_text(own, at.schedule_name), axis = script_text(*n, leaf, at.schedule_name);
      const std::string inner = own.script_name + "_t", length = tir::to_string(extent);
      const ArgumentSource* thread = at.argument("thread_ivar");
      d.legal = {"the inner loop of a split by " + length};
      if (!of.empty() && !axis.empty() && thread && tir::as_const_int(extent) && line == at.span.line)
        d.fixes.push_back({"split it by " + length + " and bind the inner part",
                           replace_statement(at, "_, " + inner + " = " + of + ".split(" + axis + ", factor=" + length +
                                                     ")\n" + of + ".bind(" + inner + ", " + thread->text + ")")});
      d.fixes.push_back({"delete the step", delete_statement(at)});
    };
  }

  const Schedule& n_;
  const Bounds& bounds_;
  Findings& found_;
};

}  // namespace

void check_thread_places(const Schedule& normalized, const Bounds& bounds, Findings& found) {
  ThreadPlaces(normalized, bounds, found).run();
}

}  // namespace nw::schedule
