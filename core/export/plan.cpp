// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/plan.h"

#include <algorithm>

#include "base/escape.h"
#include "codegen/c_names.h"
#include "export/diagnostics.h"
#include "schedule/catalogue.h"

namespace nw::exporting {

using schedule::name_of;
using schedule::Primitive;
using schedule::Schedule;
using schedule::Stage;

namespace {

class Planner {
 public:
  Planner(const script::Program& program, const schedule::Bounds& bounds, const Abilities& tool)
      : program_(program), schedule_(*program.schedule), bounds_(bounds), tool_(tool) {}

  Plan run() {
    plan_.args = program_.args;
    std::set<std::string> taken = tool_.words;
    used_ = tool_.words;
    for (StageId id : schedule_.order()) {
      std::string wanted = plain_identifier(schedule_.stage(id).name());
      if (is_kept(wanted + "_2")) wanted = "v_" + wanted;  // as all names that begin so
      std::string name = wanted;
      for (int n = 2; is_kept(name) || !taken.insert(name).second; ++n) name = wanted + std::to_string(n);
      plan_.names[id] = name;
      // The stage, its block, what it reduces over, its memory.
      used_.insert({name, "b_" + name, name + "_over", name + "_out"});
    }
    for (StageId id : schedule_.order()) add(schedule_.stage(id));
    for (StagePlan& s : plan_.stages) find_place(s);
    if (tool_.plain_vectors)
      for (StagePlan& s : plan_.stages) keep_plain_vectors(s);
    return std::move(plan_);
  }

 private:
  void say(int line, const std::string& what) {
    if (said_.insert({line, what}).second) plan_.diagnostics.push_back(cannot_say(tool_.tool, what, line));
  }

  void add(const Stage& stage) {
    if (stage.op->kind == te::OpKind::Placeholder) {
      plan_.inputs.push_back(te::output(stage.op));
      return;
    }
    const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
    if (!compute || compute->body.size() != 1) {
      plan_.diagnostics.push_back(cannot_compute(
          tool_.tool, stage.name(), compute ? "computes several values at once" : "is a scan", stage.op->span.line));
      return;
    }
    if (const char* start = tool_.starts ? nullptr : start_of_its_own(*compute)) {
      Diagnostic d =
          cannot_compute(tool_.tool, stage.name(), "is a reduction with " + std::string(start), stage.op->span.line);
      d.because.emplace_back("te.create_prim_func reads neither where= nor init= and would compute something else");
      plan_.diagnostics.push_back(std::move(d));
      return;
    }
    for (const tir::Expr& extent : compute->shape)
      if (tool_.constant_sizes_only && !tir::as_const_int(extent)) {
        plan_.diagnostics.push_back(
            cannot_compute(tool_.tool, stage.name(), "has a symbolic size; give it a value", stage.op->span.line));
        return;
      }
    StagePlan s;
    s.stage = stage.id;
    s.compute = compute;
    s.is_output = stage.is_output;
    s.root = stage.root;
    name_axes(stage, s);
    place(stage, s);
    layout(stage, s);
    loops(stage, s);
    marks(stage, s);
    memory(stage);
    unplanned(stage);
    for (const schedule::LayoutTransform& layout : stage.layout)
      if (!s.layout) say(layout.line, name_of(Primitive::TransformLayout));
    plan_.stages.push_back(std::move(s));
  }

  // A memory that a step named for the stage; those of copies only where the tool has no words for copies.
  void memory(const Stage& stage) {
    if (stage.scope.empty() || stage.scope == "global") return;
    const auto names_scope = [](const std::pair<int, Primitive>& step) {
      return std::ranges::any_of(schedule::info(step.second).parameters,
                                 [](const auto& p) { return p.kind == schedule::ArgumentKind::Scope; });
    };
    const bool set = std::ranges::any_of(stage.history, [&](const auto& step) {
      return names_scope(step) && !schedule::info(step.second).makes_stages;
    });
    if (!set && tool_.copies) return;
    const auto last = std::find_if(stage.history.rbegin(), stage.history.rend(), names_scope);
    say(last == stage.history.rend() ? stage.op->span.line : last->first, "memory scope \"" + stage.scope + "\"");
  }

  // Steps that no export knows; of several of one primitive the last.
  void unplanned(const Stage& stage) {
    std::set<Primitive> known;
    for (auto step = stage.history.rbegin(); step != stage.history.rend(); ++step)
      if (!schedule::info(step->second).planned && known.insert(step->second).second)
        say(step->first, name_of(step->second));
  }

  // What makes a reduction start from or skip other elements than its reducer alone says.
  static const char* start_of_its_own(const te::ComputeNode& compute) {
    const auto* reduce = tir::node_cast<tir::ReduceNode>(compute.body[0]);
    if (!reduce) return nullptr;
    if (reduce->condition && !tir::is_one(reduce->condition)) return "where=";
    return reduce->init.empty() ? nullptr : "init=";
  }

  bool is_kept(const std::string& name) const { return tool_.c_names && codegen::is_c_name(name); }

  // Behind the stage's name, which makes them variables of their own: "C" and "local_k" are not "C_local" and "k".
  void name_axes(const Stage& stage, StagePlan& s) {
    const std::string prefix = plan_.names.at(stage.id) + "_";
    for (const schedule::Axis& axis : stage.axes) {
      const std::string wanted =
          plain_identifier(axis.script_name.empty() ? std::string(axis.iter->var->name) : axis.script_name);
      std::string name = wanted;
      for (int n = 2; is_kept(prefix + name) || !used_.insert(prefix + name).second; ++n)
        name = wanted + std::to_string(n);
      s.names[axis.id] = name;
    }
  }

  // A kernel's own tensor of its whole shape, or one whose dimensions only change places: pieces of it are cut by its
  // new dimensions. With rows made longer it keeps its layout.
  void layout(const Stage& stage, StagePlan& s) const {
    s.loops = s.root;
    const bool factored =
        std::ranges::any_of(stage.history, [](const auto& h) { return h.second == Primitive::Rfactor; });
    if (!tool_.layouts || factored || stage.is_output || s.place == StagePlan::Place::Inline ||
        stage.layout.size() != 1)
      return;
    for (const auto& [axis, attr] : stage.attrs)
      if (attr.align_factor > 0) return;
    for (const schedule::Relation& relation : stage.relations) {
      const auto* made = std::get_if<schedule::TransformRelation>(&relation);
      if (!made || made->padded) continue;
      const bool moved_only =
          std::ranges::all_of(made->forward, [](const tir::Expr& e) { return tir::node_cast<tir::VarNode>(e); });
      if ((s.place == StagePlan::Place::At || others_are_inside(stage)) && !moved_only) continue;
      s.layout = made;
      s.loops.erase(s.loops.begin(), s.loops.begin() + std::ssize(made->original));
      s.loops.insert(s.loops.begin(), made->transformed.begin(), made->transformed.end());
    }
  }

  bool others_are_inside(const Stage& stage) const {
    return std::ranges::any_of(schedule_.order(), [&](StageId id) {
      const schedule::Attach& attach = schedule_.attach_of(id);
      return attach.kind == schedule::AttachKind::At && attach.stage == stage.id;
    });
  }

  bool is_reduction(const Stage& stage, AxisId axis) const {
    return stage.find_axis(axis)->iter->type == tir::IterType::CommReduce;
  }

  int64_t extent(AxisId axis) const {
    const auto range = bounds_.ranges.find(axis);
    const int64_t* n = range == bounds_.ranges.end() ? nullptr : tir::as_const_int(range->second.extent);
    return n ? *n : 0;
  }

  // Loops made by a step that cannot be expressed are replaced by the loops they were made from.
  void loops(const Stage& stage, StagePlan& s) {
    auto& instead = s.instead;
    auto real = [&](AxisId axis) { return instead.contains(axis) ? instead[axis] : std::vector{axis}; };
    std::vector<AxisId> natural = s.loops;
    auto replace = [&](AxisId from, const std::vector<AxisId>& to) {
      const auto at = std::find(natural.begin(), natural.end(), from);
      if (at == natural.end()) return;
      natural.insert(natural.erase(at), to.begin(), to.end());
    };
    for (const schedule::Relation& relation : stage.relations) {
      if (const auto* split = std::get_if<schedule::SplitRelation>(&relation)) {
        const int line = stage.find_axis(split->outer)->line;
        const int64_t* factor = split->factor ? tir::as_const_int(split->factor) : nullptr;
        const int64_t* parts = split->nparts ? tir::as_const_int(split->nparts) : nullptr;
        const int64_t inner = factor ? *factor : extent(split->inner);
        if (inner <= 0 || instead.contains(split->parent)) {
          say(line, instead.contains(split->parent) ? "split of a loop that could not be made"
                                                    : "split by a number that is not constant");
          instead[split->outer] = real(split->parent);
          instead[split->inner] = {};
          continue;
        }
        s.steps.push_back(
            {LoopStep::Kind::Split, split->parent, split->outer, split->inner, inner, parts ? *parts : 0});
        replace(split->parent, {split->outer, split->inner});
      } else if (const auto* fuse = std::get_if<schedule::FuseRelation>(&relation)) {
        const bool mixed = is_reduction(stage, fuse->outer) != is_reduction(stage, fuse->inner);
        if ((mixed && !tool_.mixed_fuse) || instead.contains(fuse->outer) || instead.contains(fuse->inner)) {
          say(stage.find_axis(fuse->fused)->line,
              mixed ? "fuse of a data loop with a reduction loop" : "fuse of loops that could not be made");
          std::vector<AxisId> parts = real(fuse->outer);
          for (AxisId part : real(fuse->inner)) parts.push_back(part);
          instead[fuse->fused] = parts;
          continue;
        }
        const auto outer = std::find(natural.begin(), natural.end(), fuse->outer);
        if (outer + 1 == natural.end() || *(outer + 1) != fuse->inner) {
          std::erase(natural, fuse->inner);
          natural.insert(std::find(natural.begin(), natural.end(), fuse->outer) + 1, fuse->inner);
          s.steps.push_back({LoopStep::Kind::Order, {}, {}, {}, 0, 0, natural});
        }
        s.steps.push_back({LoopStep::Kind::Fuse, fuse->fused, fuse->outer, fuse->inner, 0});
        replace(fuse->outer, {fuse->fused});
        replace(fuse->inner, {});
      } else if (const auto* singleton = std::get_if<schedule::SingletonRelation>(&relation)) {
        say(stage.find_axis(singleton->iter)->line, "fuse of no loops");
        instead[singleton->iter] = {};
      } else if (const auto* layout = std::get_if<schedule::TransformRelation>(&relation);
                 layout && layout != s.layout) {
        for (const AxisId axis : layout->transformed) instead[axis] = {};
        for (const AxisId axis : layout->original)
          for (const AxisId part : real(axis)) instead[layout->transformed.front()].push_back(part);
      }
    }
    for (AxisId leaf : stage.leaf)
      for (AxisId axis : real(leaf)) s.order.push_back(axis);
    s.reordered = s.order != natural;
  }

  void marks(const Stage& stage, StagePlan& s) {
    for (const auto& [axis, attr] : stage.attrs) {
      const bool loop = std::find(s.order.begin(), s.order.end(), axis) != s.order.end();
      if (attr.bind_thread) say(attr.line, name_of(Primitive::Bind) + (" to " + attr.bind_thread->thread_tag));
      if (attr.intrin) say(attr.line, name_of(Primitive::Tensorize));
      notes(stage, axis, attr, s);
      if (attr.iter_type == tir::IterType::DataPar || attr.iter_type == tir::IterType::Tensorized) continue;
      if (loop)
        s.marks.push_back({axis, attr.iter_type, extent(axis)});
      else
        say(attr.line, "a mark on a loop that could not be made");
    }
  }

  void notes(const Stage& stage, AxisId axis, const schedule::AxisAttr& attr, StagePlan& s) {
    using Kind = LoopNote::Kind;
    const bool loop = std::find(s.order.begin(), s.order.end(), axis) != s.order.end();
    const auto note = [&](const LoopNote& n, bool constant, Primitive primitive, const std::string& what) {
      if (constant && (loop || n.kind == Kind::Align) && tool_.notes && tool_.notes(stage, n))
        s.notes.push_back(n);
      else
        say(line_of_mark(stage, attr.line, primitive), what);
    };
    for (const auto& [key, value] : attr.pragmas) {
      const int64_t* number = tir::as_const_int(value);
      note({Kind::Pragma, axis, key, number ? *number : 0}, number != nullptr, Primitive::Pragma,
           name_of(Primitive::Pragma) + (" " + key));
    }
    for (const auto& [tensor, offset] : attr.prefetch) {
      const int64_t* number = tir::as_const_int(offset);
      note({Kind::Prefetch, axis, {}, number ? *number : 0, 0, schedule_.find(tensor->op)}, number != nullptr,
           Primitive::Prefetch, name_of(Primitive::Prefetch));
    }
    if (attr.align_factor > 0)
      note({Kind::Align, axis, {}, attr.align_factor, attr.align_offset}, true, Primitive::StorageAlign,
           name_of(Primitive::StorageAlign));
  }

  // An axis keeps only the line of the last step about it: the line of the primitive, of several the last
  // that is no later.
  int line_of_mark(const Stage& stage, int last, Primitive primitive) const {
    int line = 0;
    for (const script::Statement& s : program_.statements)
      if (s.applied && s.stage == stage.id && s.primitive == primitive && s.span.line <= last) line = s.span.line;
    return line > 0 ? line : last;
  }

  void place(const Stage& stage, StagePlan& s) {
    using schedule::AttachKind;
    const schedule::Attach& attach = schedule_.attach_of(stage.id);
    if (attach.kind == AttachKind::Inline || attach.kind == AttachKind::InlinedAlready) {
      s.place = StagePlan::Place::Inline;
    } else if (attach.kind == AttachKind::At) {
      s.place = StagePlan::Place::At;
      s.at_stage = attach.stage;
      s.at_axis = attach.axis;
    }
  }

  // The loop that the reader's axis has become, of those that the reader has here.
  void find_place(StagePlan& s) {
    if (s.place != StagePlan::Place::At) return;
    const StagePlan* at = plan_.find(s.at_stage);
    if (!at) return;  // its reader cannot be written
    AxisId axis = schedule::loop_now(schedule_.stage(s.at_stage), s.at_axis);
    if (const auto made_of = at->instead.find(axis); made_of != at->instead.end())
      axis = made_of->second.empty() ? AxisId() : made_of->second.back();
    s.at_axis = axis;
    if (std::ranges::find(at->order, axis) != at->order.end()) return;
    s.place = StagePlan::Place::Root;
    s.at_stage = {};
    say(schedule_.attach_of(s.stage).line, "compute_at a loop that could not be made");
  }

  // Of a vectorized loop with another one, or with a stage's memory, inside it.
  void keep_plain_vectors(StagePlan& s) {
    const auto place = [&](AxisId axis) { return std::ranges::find(s.order, axis) - s.order.begin(); };
    const auto left_out = [&](const LoopMark& mark) -> const char* {
      if (mark.type != tir::IterType::Vectorized) return nullptr;
      for (const StagePlan& other : plan_.stages)
        if (other.place == StagePlan::Place::At && other.at_stage == s.stage &&
            place(other.at_axis) >= place(mark.axis))
          return "vectorize of a loop inside of which another stage is computed";
      for (const LoopMark& other : s.marks)
        if (other.type == tir::IterType::Vectorized && place(other.axis) > place(mark.axis))
          return "vectorize of a loop around a vectorized one";
      return nullptr;
    };
    const Stage& stage = schedule_.stage(s.stage);
    std::vector<LoopMark> kept;
    for (const LoopMark& mark : s.marks)
      if (const char* what = left_out(mark))
        say(line_of_mark(stage, stage.attrs.at(mark.axis).line, Primitive::Vectorize), what);
      else
        kept.push_back(mark);
    s.marks = std::move(kept);
  }

  const script::Program& program_;
  const Schedule& schedule_;
  const schedule::Bounds& bounds_;
  const Abilities& tool_;
  Plan plan_;
  std::set<std::pair<int, std::string>> said_;
  std::set<std::string> used_;  // variables of the program that is written
};

}  // namespace

const StagePlan* Plan::find(StageId stage) const {
  for (const StagePlan& s : stages)
    if (s.stage == stage) return &s;
  return nullptr;
}

Plan plan(const script::Program& program, const schedule::Bounds& bounds, const Abilities& tool) {
  return Planner(program, bounds, tool).run();
}

}  // namespace nw::exporting
