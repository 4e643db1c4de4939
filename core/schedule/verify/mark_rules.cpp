// SPDX-License-Identifier: GPL-3.0-or-later
// What marks of loops require of the loops around and inside them.
#include <algorithm>

#include "schedule/legal.h"
#include "schedule/message_passing.h"
#include "schedule/names.h"
#include "schedule/refusal.h"
#include "schedule/threads.h"
#include "schedule/verify/rules.h"

namespace nw::schedule {

namespace {

AddFixes delete_step(const std::string& title, const std::vector<std::string>& legal = {}) {
  return [title, legal](Diagnostic& d, const StepSource& at) {
    d.legal = legal;
    d.fixes.push_back({title, delete_statement(at)});
  };
}

class MarkRules {
 public:
  MarkRules(const Schedule& n, Findings& found) : n_(n), found_(found) {}

  void check(const Stage& stage) {
    for (size_t i = 0; i < stage.leaf.size(); ++i) {
      const AxisAttr* attr = stage.attr(stage.leaf[i]);
      if (!attr) continue;
      if (attr->iter_type == IterType::Tensorized) tensorized(stage, i, *attr);
      if (attr->bind_thread && is_reduce(stage, i)) cross_thread(stage, i, *attr);
      if (attr->iter_type == IterType::Vectorized) vectorized(stage, i, *attr);
      for (const auto& [tensor, offset] : attr->prefetch) prefetched(stage, tensor, *attr);
    }
    if (stage.double_buffer)
      needs_loop(stage, Primitive::DoubleBuffer, "NW2316",
                 "two copies only help where one is filled while the other is read: in a loop");
    if (stage.rolling_buffer)
      needs_loop(stage, Primitive::RollingBuffer, "NW2317",
                 "rows are kept from one iteration to the next: there must be a loop around");
  }

 private:
  bool is_reduce(const Stage& stage, size_t i) const {
    return stage.find_axis(stage.leaf[i])->iter->type == IterType::CommReduce;
  }

  void tensorized(const Stage& stage, size_t i, const AxisAttr& attr) {
    const std::string name = shown(n_, stage.leaf[i]);
    for (size_t j = 0; j < stage.leaf.size(); ++j) {
      const AxisAttr* inner = stage.attr(stage.leaf[j]);
      if (j <= i || !inner) continue;
      const std::string other = shown(n_, stage.leaf[j]);
      const bool nested = inner->iter_type == IterType::Tensorized;
      if (!nested && !inner->bind_thread) continue;
      Finding& f = found_.add("NW2313", stage.name(),
                              nested ? other + " is tensorized inside " + name + ", which is tensorized itself"
                                     : other + " is bound to " + inner->bind_thread->thread_tag + " inside " + name +
                                           ", which is tensorized");
      f.diagnostic.where[0].axis = other;
      f.diagnostic.because.push_back("the intrinsic replaces " + name + " and all loops inside it");
      f.lines = {attr.line, inner->line};
      f.add_fixes = [n = &n_, id = stage.id, i, j, nested, other, name, outer = attr.line, inside = inner->line](
                        Diagnostic& d, const StepSource& at) {
        if (nested)
          keep_inner(d, *n, id, i, other, name, outer, at);
        else
          bind_outside(d, *n, id, i, j, inside, at);
        d.fixes.push_back({"delete the step", delete_statement(at)});
      };
    }
    for (StageId id : n_.order()) {
      const Stage& inside = n_.stage(id);
      const Attach& place = n_.attach_of(id);
      if (place.kind != AttachKind::At || place.stage != stage.id) continue;
      const auto loop = std::find(stage.leaf.begin(), stage.leaf.end(), place.axis);
      if (loop == stage.leaf.end() || static_cast<size_t>(loop - stage.leaf.begin()) < i) continue;
      Finding& f = found_.add(
          "NW2314", inside.name(),
          inside.name() + " is to be computed inside " + name + " of " + stage.name() + ", which is tensorized");
      f.diagnostic.because.push_back("the intrinsic replaces " + name + " and all inside it" +
                                     (attr.line ? "; " + name + " was tensorized" + in_line(attr.line) : ""));
      f.lines = {attr.line, place.line};
      f.add_fixes = [n = &n_, id, outer = stage.id, i, line = place.line](Diagnostic& d, const StepSource& at) {
        const std::string of = script_text(n->stage(id), at.schedule_name) + ".";
        for (size_t k = i; k-- > 0 && of.size() > 1;)
          if (const std::string to = attach_text(*n, {outer, n->stage(outer).leaf[k]}, at.schedule_name); !to.empty())
            d.fixes.push_back({"compute it at " + shown(*n, n->stage(outer).leaf[k]) + ", outside",
                               {{Edit::Kind::Replace, line, of + "compute_at(" + to + ")"}}});
        d.fixes.push_back({"delete the step", delete_statement(at)});
      };
    }
  }

  // Of two loops one inside the other only one is the intrinsic's; the outer one can be written out around it.
  static void keep_inner(Diagnostic& d, const Schedule& n, StageId id, size_t i, const std::string& inner,
                         const std::string& outer, int line, const StepSource& at) {
    const Stage& stage = n.stage(id);
    const std::string of = script_text(stage, at.schedule_name), loop = script_text(n, stage.leaf[i], at.schedule_name);
    if (!of.empty() && !loop.empty())
      d.fixes.push_back({"tensorize " + inner + ", and write " + outer + " out around it",
                         {{Edit::Kind::Replace, line, of + ".unroll(" + loop + ")"}}});
    d.fixes.push_back({"tensorize only " + inner, {{Edit::Kind::Delete, line, {}}}});
  }

  // Threads share out a loop outside of the intrinsic.
  static void bind_outside(Diagnostic& d, const Schedule& n, StageId id, size_t i, size_t j, int line,
                           const StepSource& at) {
    const Stage& stage = n.stage(id);
    const std::string of = script_text(stage, at.schedule_name),
                      tag = stage.attr(stage.leaf[j])->bind_thread->thread_tag;
    for (size_t k = i; k-- > 0 && !of.empty();) {
      const std::string loop = script_text(n, stage.leaf[k], at.schedule_name);
      const AxisAttr* marked = stage.attr(stage.leaf[k]);
      if (loop.empty() || (marked && !marks_of(*marked).empty()) || !is_data_loop(stage, k)) continue;
      d.fixes.push_back({"bind " + shown(n, stage.leaf[k]) + ", outside of the intrinsic",
                         {{Edit::Kind::Replace, line, of + ".bind(" + loop + ", te.thread_axis(\"" + tag + "\"))"}}});
    }
  }
  static bool is_data_loop(const Stage& stage, size_t k) {
    return stage.find_axis(stage.leaf[k])->iter->type != IterType::CommReduce;
  }

  void prefetched(const Stage& stage, const te::Tensor& tensor, const AxisAttr& attr) {
    const StageId source = n_.find(tensor->op);
    if (!source || n_.stage(source).attach.kind != AttachKind::InlinedAlready) return;
    const Stage& inlined = n_.stage(source);
    Finding& f = found_.add("NW2122", stage.name(),
                            inlined.name() + " is inlined, so there is nothing of it in memory to prefetch");
    f.diagnostic.because.push_back(inlined.name() + " was inlined" + in_line(inlined.attach.line));
    f.lines = {attr.line, inlined.attach.line};
    f.add_fixes = delete_step("delete the step");
  }

  // Threads of a block can add up what each has found; blocks cannot, nor can what one thread does in turn.
  bool threads_can_reduce(const Stage& stage, size_t i, const AxisAttr& attr) {
    const auto scope = thread_scope(attr.bind_thread->thread_tag);
    if (scope && scope->rank == 1 && !is_virtual_thread(attr.bind_thread->thread_tag)) return true;
    const std::string name = shown(n_, stage.leaf[i]), tag = attr.bind_thread->thread_tag;
    Finding& f = found_.add("NW2319", stage.name(), "the reduction over " + name + " cannot be done by " + tag);
    f.diagnostic.where[0].axis = name;
    f.diagnostic.because.push_back(
        "its iterations add to the same elements, and only the threads of one block can "
        "combine what each of them has");
    f.lines = {attr.line};
    f.add_fixes = [n = &n_, id = stage.id, axis = stage.leaf[i], name](Diagnostic& d, const StepSource& at) {
      d.legal = {"threadIdx.x", "threadIdx.y", "threadIdx.z"};
      const std::string of = script_text(n->stage(id), at.schedule_name),
                        text = script_text(*n, axis, at.schedule_name);
      if (!of.empty() && !text.empty())
        d.fixes.push_back({"bind it to threadIdx.x",
                           replace_statement(at, of + ".bind(" + text + ", te.thread_axis(\"threadIdx.x\"))")});
      d.fixes.push_back({"delete the step: " + name + " stays a loop", delete_statement(at)});
    };
    return false;
  }

  // Every iteration of a loop fused from data and reduction determines which element it adds to.
  bool reduces_alone(const Stage& stage, size_t i, const AxisAttr& attr) {
    FlagTable data(n_);
    const auto* op = te::op_cast<te::ComputeNode>(stage.op);
    for (size_t k = 0; op && k < op->axis.size(); ++k) data[stage.root[k]] = 1;
    pass_down_flags(stage, data);
    const auto mixed = std::find_if(stage.leaf.begin(), stage.leaf.end(), [&](AxisId leaf) {
      return stage.find_axis(leaf)->iter->type == IterType::CommReduce && data[leaf];
    });
    if (mixed == stage.leaf.end()) return true;
    const std::string name = shown(n_, stage.leaf[i]);
    Finding& f = found_.add("NW2310", stage.name(),
                            shown(n_, *mixed) + " mixes data and reduction, so threads cannot reduce over " + name);
    f.diagnostic.where[0].axis = name;
    f.diagnostic.because.push_back("threads that reduce together must all work on one element at a time");
    f.lines = {attr.line};
    f.add_fixes = delete_step("delete the step: " + name + " stays a loop");
    return false;
  }

  void cross_thread(const Stage& stage, size_t i, const AxisAttr& attr) {
    if (!threads_can_reduce(stage, i, attr) || !reduces_alone(stage, i, attr)) return;
    const std::string name = shown(n_, stage.leaf[i]);
    for (size_t j = i + 1; j < stage.leaf.size(); ++j) {
      if (is_reduce(stage, j)) continue;
      Finding& f =
          found_.add("NW2310", stage.name(),
                     "the data loop " + shown(n_, stage.leaf[j]) + " is inside " + name + ", a reduction over threads");
      f.diagnostic.where[0].axis = name;
      f.diagnostic.because.push_back("threads that reduce together must come after all loops over data");
      f.lines = {attr.line};
      f.add_fixes = [n = &n_, id = stage.id, name](Diagnostic& d, const StepSource& at) {
        const Stage& own = n->stage(id);
        std::vector<AxisId> data;
        for (AxisId a : own.leaf)
          if (own.find_axis(a)->iter->type != IterType::CommReduce) data.push_back(a);
        const std::vector<AxisId> order = put_first(own.leaf, data);
        std::vector<std::string> texts;
        for (AxisId a : order) texts.push_back(script_text(*n, a, at.schedule_name));
        d.legal = {comma(shown(*n, order))};
        const std::string stage_text = script_text(own, at.schedule_name);
        if (!stage_text.empty() && std::find(texts.begin(), texts.end(), "") == texts.end() && at.span.valid())
          d.fixes.push_back({"move the data loops outside",
                             {{Edit::Kind::Insert, at.span.line, stage_text + ".reorder(" + comma(texts) + ")"}}});
        d.fixes.push_back({"delete the step: " + name + " stays a loop", delete_statement(at)});
      };
      return;
    }
    const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
    const auto* reduce = compute ? tir::node_cast<tir::ReduceNode>(compute->body[0]) : nullptr;
    if (reduce && !reduce->init.empty()) {
      Finding& f = found_.add("NW2311", stage.name(), "a reduction with a start value cannot be done over threads");
      f.diagnostic.where[0].axis = name;
      f.diagnostic.because.push_back("every thread would start from that value, which would be counted many times");
      f.lines = {attr.line};
      f.add_fixes = [n = &n_, id = stage.id, name](Diagnostic& d, const StepSource& at) {
        const ArgumentSource* bound = at.argument("ivar");
        for (AxisId other : n->stage(id).leaf) {
          const std::string text = script_text(*n, other, at.schedule_name);
          const bool data = n->stage(id).find_axis(other)->iter->type == IterType::DataPar;
          if (text.empty() || !data || !bound) continue;
          d.fixes.push_back({"bind the data axis " + shown(*n, other),
                             replace_statement(at, at.statement.with({{bound->span, text}}))});
        }
        d.fixes.push_back({"delete the step: " + name + " stays a loop", delete_statement(at)});
      };
    }
  }

  void vectorized(const Stage& stage, size_t i, const AxisAttr& attr) {
    for (size_t j = i + 1; j < stage.leaf.size(); ++j) {
      const AxisAttr* inner = stage.attr(stage.leaf[j]);
      if (!inner || inner->iter_type != IterType::Vectorized) continue;
      Finding& f = found_.add("NW2505", stage.name(),
                              shown(n_, stage.leaf[j]) + " is vectorized inside " + shown(n_, stage.leaf[i]) +
                                  ", which is vectorized: only one of them becomes vectors");
      f.diagnostic.severity = Severity::Warning;
      f.diagnostic.where[0].axis = shown(n_, stage.leaf[j]);
      f.lines = {attr.line, inner->line};
      f.add_fixes = delete_step("delete the step");
    }
  }

  void needs_loop(const Stage& stage, Primitive step, const std::string& code, const std::string& why) {
    const auto path = attach_path(n_, stage.id);
    if (!path || !path->empty()) return;
    Finding& f =
        found_.add(code, stage.name(),
                   std::string(name_of(step)) + " of " + stage.name() + ", which is not computed inside a loop");
    f.diagnostic.because.push_back(why);
    f.diagnostic.because.push_back(stage.name() + " is computed at root" + in_line(stage.attach.line));
    f.lines = {stage.attach.line};
    for (const auto& [line, done] : stage.history)
      if (done == step) f.lines.push_back(line);
    f.add_fixes = [n = &n_, id = stage.id](Diagnostic& d, const StepSource& at) {
      const std::string of = script_text(n->stage(id), at.schedule_name);
      for (const AttachPoint& p : legal_places(*n, id)) {
        const std::string where = attach_text(*n, p, at.schedule_name);
        if (of.empty() || where.empty() || !at.span.valid()) continue;
        d.fixes.push_back({"compute it at " + shown(*n, p.axis) + " of " + n->stage(p.stage).name(),
                           {{Edit::Kind::Insert, at.span.line, of + ".compute_at(" + where + ")"}}});
        break;
      }
      d.fixes.push_back({"delete the step", delete_statement(at)});
    };
  }

  const Schedule& n_;
  Findings& found_;
};

}  // namespace

void check_marks(const Schedule& normalized, Findings& found) {
  MarkRules rules(normalized, found);
  for (StageId id : normalized.order()) {
    const Stage& stage = normalized.stage(id);
    if (stage.attach.kind == AttachKind::InlinedAlready ||
        (stage.attrs.empty() && !stage.double_buffer && !stage.rolling_buffer))
      continue;
    rules.check(stage);
  }
}

}  // namespace nw::schedule
