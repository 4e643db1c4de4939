// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/replay.h"

#include "te/operation.h"

namespace nw::script {

namespace {

using schedule::RecordedStep;
using schedule::Schedule;
using schedule::ScheduleSize;

class Replay {
 public:
  explicit Replay(const Program& program)
      : program_(program),
        was_(program.unscheduled()),
        translator_(*program.schedule, ScheduleSize::of(was_)),
        result_(program) {
    result_.schedule = was_;
    result_.statements.clear();
    result_.axis_names.clear();
    result_.stage_names.clear();
    result_.diagnostics.clear();
  }

  Program run(const std::function<bool(const Statement&)>& keep) {
    for (const Statement& s : program_.statements)
      if (s.part != Statement::Part::Schedule || keep(s))
        add(s);
      else if (s.applied && s.step)
        leave_out(*s.step);
    std::erase_if(result_.axis_names, [this](const auto& variable) { return !find(variable.second); });
    return std::move(result_);
  }

 private:
  void add(const Statement& s) {
    Statement& own = result_.statements.emplace_back(s);
    if (s.applied && s.step) apply(s, own);
    if (s.applied && !s.step) own.applied = finds(s);
    if (own.applied) name_things(s);
  }

  void apply(const Statement& s, Statement& own) {
    const std::optional<schedule::Step> step = translator_.translated(s.step->step);
    own.applied = false;
    if (s.stage) own.stage = translator_.translated(s.stage).value_or(StageId());
    if (!step) return leave_out(*s.step);
    schedule::StepSource at;
    at.span = s.span;
    at.last_line = s.last_line;
    at.result_names = s.binds;
    at.schedule_name = program_.schedule_name;
    at.explain = false;
    const ScheduleSize before = ScheduleSize::of(*result_.schedule);
    Result<schedule::Made> made = schedule::apply(*result_.schedule, *step, at);
    if (!made.value) return leave_out(*s.step);
    translator_.relate_made(*s.step, before, *result_.schedule);
    own.step = RecordedStep{*step, before, ScheduleSize::of(*result_.schedule), std::move(made->axes)};
    own.applied = true;
    apply_as_it_was(*s.step);
  }

  void apply_as_it_was(const RecordedStep& step) {
    schedule::StepSource quiet;
    quiet.explain = false;
    schedule::apply(was_, step.step, quiet);
  }

  // cache_write and rfactor give a stage other axes. Without them s[C].op.axis[0] is still its first one.
  void leave_out(const RecordedStep& step) {
    const StageId stage = step.step.stage;
    const std::vector<AxisId> before = stage ? was_.stage(stage).root : std::vector<AxisId>();
    apply_as_it_was(step);
    const std::optional<StageId> own = stage ? translator_.translated(stage) : std::nullopt;
    if (!own || was_.stage(stage).root == before) return;
    const auto relate = [&](auto of_kind) {
      const std::vector<AxisId> theirs = of_kind(was_.stage(stage)), ours = of_kind(result_.schedule->stage(*own));
      for (size_t i = 0; i < std::min(theirs.size(), ours.size()); ++i)
        translator_.relate(theirs[i], ours[i], *result_.schedule);
    };
    relate([](const schedule::Stage& s) { return axes_of(s, true); });
    relate([](const schedule::Stage& s) { return axes_of(s, false); });
  }

  // Of the computation: s[C].op.axis or s[C].op.reduce_axis.
  static std::vector<AxisId> axes_of(const schedule::Stage& stage, bool data) {
    const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
    const auto count = static_cast<std::ptrdiff_t>(compute ? compute->axis.size() : stage.root.size());
    const auto middle = stage.root.begin() + std::min(count, std::ssize(stage.root));
    return data ? std::vector(stage.root.begin(), middle) : std::vector(middle, stage.root.end());
  }

  // Whether what a statement without a step gives a name to is there: of an axis also the stage that it then was of.
  bool finds(const Statement& s) const {
    for (const Statement::Named& named : s.names) {
      const StageId owner = named.axis ? was_.owner(named.axis) : named.stage;
      if (!translator_.translated(owner) || (named.axis && !translator_.translated(named.axis))) return false;
    }
    return true;
  }

  // As when the statement is read: a variable that gets another value names nothing else any more, and what has a name
  // keeps it.
  void name_things(const Statement& s) {
    for (const std::string& name : s.binds) forget(name);
    for (const Statement::Named& named : s.names) {
      if (const auto axis = named.axis ? translator_.translated(named.axis) : std::nullopt) {
        result_.axis_names[named.name] = *axis;
        if (name_of(*axis).empty()) result_.schedule->name_axis(*axis, named.name);
      } else if (const auto stage = named.stage ? translator_.translated(named.stage) : std::nullopt) {
        result_.stage_names[named.name] = *stage;
        if (result_.schedule->stage(*stage).script_name.empty()) result_.schedule->name_stage(*stage, named.name);
      }
    }
  }

  void forget(const std::string& name) {
    if (const auto axis = result_.axis_names.find(name); axis != result_.axis_names.end()) {
      if (name_of(axis->second) == name) result_.schedule->name_axis(axis->second, {});
      result_.axis_names.erase(axis);
    }
    if (const auto stage = result_.stage_names.find(name); stage != result_.stage_names.end()) {
      if (result_.schedule->stage(stage->second).script_name == name) result_.schedule->name_stage(stage->second, {});
      result_.stage_names.erase(stage);
    }
  }

  // Null for an axis that rfactor or cache_write replaced.
  const schedule::Axis* find(AxisId id) const {
    return result_.schedule->stage(result_.schedule->owner(id)).find_axis(id);
  }
  std::string name_of(AxisId id) const {
    const schedule::Axis* axis = find(id);
    return axis ? axis->script_name : std::string();
  }

  const Program& program_;
  Schedule was_;  // with all steps of the program up to the statement
  schedule::StepTranslator translator_;
  Program result_;
};

}  // namespace

Program replay(const Program& program, const std::function<bool(const Statement&)>& keep) {
  return Replay(program).run(keep);
}

}  // namespace nw::script
