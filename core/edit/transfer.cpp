// SPDX-License-Identifier: GPL-3.0-or-later
#include "edit/transfer.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "edit/stage_roles.h"
#include "schedule/catalogue.h"
#include "script/step_editor.h"
#include "script/text.h"

namespace nw::edit {

using schedule::Primitive;
using schedule::Schedule;
using schedule::ScheduleSize;
using schedule::Step;
using script::Program;
using script::Statement;

namespace {

Diagnostic left_out(const std::string& step, const std::string& why, int line) {
  Diagnostic d;
  d.code = "NW2092";
  d.severity = Severity::Warning;
  d.message = "`" + step + "` does not carry over: " + why;
  d.where.push_back(Place{});
  d.where.back().span = {line, 1, static_cast<int>(step.size()) + 2};
  return d;
}

Diagnostic no_schedule(const std::string& which) {
  Diagnostic d;
  d.code = "NW2093";
  d.message = "steps cannot be carried over: the script " + which + " has no schedule that holds";
  return d;
}

std::string count_text(size_t count, bool reduce) {
  return std::to_string(count) + (reduce ? " reduce" : " data") + (count == 1 ? " axis" : " axes");
}

// The stages and axes that a step names.
class NamedIds {
 public:
  std::vector<StageId> stages;
  std::vector<AxisId> axes;

  explicit NamedIds(const Step& step) {
    if (step.stage.valid()) stages.push_back(step.stage);
    for (const schedule::Argument& argument : step.arguments) std::visit([this](const auto& a) { add(a); }, argument);
  }

 private:
  void add(AxisId id) { axes.push_back(id); }
  void add(StageId id) { stages.push_back(id); }
  void add(const schedule::TensorRef& ref) { stages.push_back(ref.stage); }
  template <class T>
  void add(const std::vector<T>& list) {
    for (const T& each : list) add(each);
  }
  template <class T>
  void add(const T&) {}
};

// The steps of one kernel, tried one after the other on another, whose script grows with them.
class StepTransfer {
 public:
  StepTransfer(const std::string& from, const std::string& to)
      : from_text_(from), to_text_(to), from_(script::read(from)), to_(script::read(to)) {}

  Result<TransferredSteps> run() {
    if (!from_.schedule || !from_.ok()) return no_schedule("they come from");
    if (!to_.schedule || to_.args.empty()) return no_schedule("they go to");
    for (const Statement& s : from_.statements)
      if (s.step && s.applied) steps_.push_back({&s, {}, {}});
    relate_stages();
    // A step that causes an error of the whole schedule is refused, and the rest is tried again.
    for (size_t round = 0; round <= steps_.size(); ++round) {
      try_all();
      if (!refuse_blamed()) break;
    }
    return result();
  }

 private:
  struct Tried {
    const Statement* statement;
    std::string refused;  // by a rule about the whole schedule
    std::string why;      // it is left out; empty: it is there
  };

  // The counterparts of the stages and axes of one computation in the other.
  void relate_stages() {
    const std::vector<StageRole> mine = stage_roles(from_), others = stage_roles(to_);
    const std::vector<int> partner = matched_stages(mine, others);
    for (size_t i = 0; i < mine.size(); ++i) {
      const StageRole& own = mine[i];
      if (partner[i] < 0) {
        const std::string why = "nothing there has the part that " + own.name + " has here: " + own.role();
        missing_stages_[own.stage] = why;
        for (const std::vector<AxisId>* axes : {&own.data, &own.reduce})
          for (const AxisId axis : *axes) missing_axes_[axis] = why;
        continue;
      }
      const StageRole& other = others[static_cast<size_t>(partner[i])];
      counterparts_.insert(other.stage);
      related_stages_.emplace_back(own.stage, other.stage);
      relate_axes(own, other, false);
      relate_axes(own, other, true);
    }
  }

  // Counted from the innermost, where memory is contiguous.
  void relate_axes(const StageRole& own, const StageRole& other, bool reduce) {
    const std::vector<AxisId>&here = reduce ? own.reduce : own.data, &there = reduce ? other.reduce : other.data;
    for (size_t inner = 1; inner <= here.size(); ++inner) {
      const AxisId axis = here[here.size() - inner];
      if (inner <= there.size())
        related_axes_.emplace_back(axis, there[there.size() - inner]);
      else
        missing_axes_[axis] = own.name + " has " + count_text(here.size(), reduce) + ", and " + other.name +
                              ", which has its part there, has " + count_text(there.size(), reduce) +
                              ": none stands for " + axis_text(axis);
    }
  }

  // A stage that no step is about stays out of the way: it is inlined where it was.
  bool stays(const Statement& s) const {
    return s.primitive == Primitive::ComputeInline && !counterparts_.contains(s.stage);
  }

  void try_all() {
    text_ = script::without_statements(to_text_, to_, [this](const Statement& s) {
      const bool creates = std::ranges::find(s.binds, to_.schedule_name) != s.binds.end();
      return s.part == Statement::Part::Schedule && !creates && !stays(s);
    });
    program_ = read_quickly(text_);
    own_steps_ = count_steps();
    schedule::StepTranslator translator(*from_.schedule);
    for (const auto& [stage, other] : related_stages_) translator.relate(stage, other);
    for (const auto& [axis, other] : related_axes_) translator.relate(axis, other, *program_.schedule);
    made_by_none_ = {};
    for (Tried& tried : steps_) {
      tried.why = tried.refused.empty() ? try_step(*tried.statement, translator) : tried.refused;
      if (!tried.why.empty()) made_by_none_.push_back(&*tried.statement->step);
    }
  }

  // Why the step is left out; empty: it is part of the script now.
  std::string try_step(const Statement& statement, schedule::StepTranslator& translator) {
    const schedule::RecordedStep& recorded = *statement.step;
    if (std::string why = what_is_missing(recorded.step); !why.empty()) return why;
    std::optional<Step> step = translator.translated(recorded.step);
    if (!step) return "it names what is not there";
    if (std::string why = intrinsic_there(*step); !why.empty()) return why;
    const script::StepEditor editor(text_, program_);
    for (std::string& name : step->results)
      if (!name.empty() && name != "_") name = editor.fresh_name(name);
    if (std::string why = too_long(*step, editor); !why.empty()) return why;
    script::StepEdit edit;
    edit.step = std::move(step);
    const script::TextChange change = editor.write(edit);
    std::vector<std::string> lines = script::lines_of(change.text);
    std::string& written = lines[static_cast<size_t>(change.line) - 1];
    written = script::with_comment(written, comment_source(statement));
    std::string text = script::joined(lines);
    Program after = read_quickly(text);
    for (const Diagnostic& d : after.diagnostics)
      if (d.severity == Severity::Error && line_of(d) == change.line) return d.message;
    translator.relate_made(recorded, ScheduleSize::of(*program_.schedule), *after.schedule);
    text_ = std::move(text);
    program_ = std::move(after);
    return {};
  }

  std::string comment_source(const Statement& statement) const {
    return script::StepEditor(from_text_, from_).whole_line(statement.last_line);
  }

  // Of what the step names: what has no counterpart there, or what a step that was left out would have made.
  std::string what_is_missing(const Step& step) const {
    const NamedIds named(step);
    for (const StageId stage : named.stages)
      if (const auto missing = missing_stages_.find(stage); missing != missing_stages_.end()) return missing->second;
    for (const AxisId axis : named.axes)
      if (const auto missing = missing_axes_.find(axis); missing != missing_axes_.end()) return missing->second;
    const auto made = [](auto id, size_t before, size_t after) { return id.index() >= before && id.index() < after; };
    const auto uses = [](const std::string& name) {
      return "it uses " + name + ", which a step that was left out would have made";
    };
    for (const schedule::RecordedStep* none : made_by_none_) {
      for (const StageId stage : named.stages)
        if (made(stage, none->before.stages, none->after.stages)) return uses(from_.schedule->stage(stage).name());
      for (const AxisId axis : named.axes)
        if (made(axis, none->before.axes, none->after.axes)) return uses(axis_text(axis));
      if (step.group >= 0 && static_cast<size_t>(step.group) >= none->before.groups &&
          static_cast<size_t>(step.group) < none->after.groups)
        return uses(from_.schedule->groups()[static_cast<size_t>(step.group)].name);
    }
    return {};
  }

  // An intrinsic is what the other script declares under the same name.
  std::string intrinsic_there(Step& step) const {
    for (schedule::Argument& argument : step.arguments) {
      auto* intrinsic = std::get_if<std::shared_ptr<const schedule::TensorIntrin>>(&argument);
      if (!intrinsic) continue;
      for (const auto& [name, known] : from_.intrinsic_names) {
        if (known != *intrinsic) continue;
        const auto there = program_.intrinsic_names.find(name);
        if (there == program_.intrinsic_names.end()) return "there is no intrinsic " + name + " there";
        *intrinsic = there->second;
        return {};
      }
    }
    return {};
  }

  // A loop that is short here may be long there: written out it would be more code than a compiler gets done with.
  std::string too_long(const Step& step, const script::StepEditor& editor) const {
    constexpr int64_t kMax = 128;
    if (step.primitive != Primitive::Unroll) return {};
    const AxisId id = *step.argument<AxisId>(0);
    const schedule::Axis* axis = program_.schedule->stage(program_.schedule->owner(id)).find_axis(id);
    const int64_t* extent = axis && axis->iter->dom.extent ? tir::as_const_int(axis->iter->dom.extent) : nullptr;
    if (!extent || *extent <= kMax) return {};
    return editor.base_name(id) + " runs " + std::to_string(*extent) +
           " times there, too many to be written out one by one";
  }

  // The first step that causes an error of the whole schedule; false: there is none.
  bool refuse_blamed() {
    const Program checked = script::read(text_);
    size_t step = 0, statement = 0;
    for (const Statement& s : checked.statements) {
      if (!s.primitive || statement++ < own_steps_) continue;
      while (step < steps_.size() && !steps_[step].why.empty()) ++step;
      if (step == steps_.size()) return false;
      for (const Diagnostic& d : checked.diagnostics)
        if (d.severity == Severity::Error && line_of(d) >= s.span.line && line_of(d) <= s.last_line) {
          steps_[step].refused = d.message;
          return true;
        }
      ++step;
    }
    return false;
  }

  // A step that is left out keeps its place, as a comment.
  Result<TransferredSteps> result() const {
    TransferredSteps result;
    Diagnostics warnings;
    const script::StepEditor editor(from_text_, from_);
    std::vector<std::string> lines = script::lines_of(text_);
    size_t before = 0;  // lines of `lines` above the place
    size_t statement = own_steps_;
    const std::vector<const Statement*> there = steps_there();
    for (size_t i = 0; i < own_steps_ && i < there.size(); ++i) before = static_cast<size_t>(there[i]->last_line);
    if (own_steps_ == 0) before = creation_line();
    size_t inserted = 0;
    for (const Tried& tried : steps_) {
      if (tried.why.empty()) {
        ++result.carried;
        if (statement < there.size()) before = static_cast<size_t>(there[statement++]->last_line);
        continue;
      }
      ++result.left_out;
      const std::string step = editor.line_of(tried.statement->step->step);
      const size_t at = before + inserted++;
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(std::min(at, lines.size())), "# " + step);
      warnings.push_back(left_out(step, tried.why, static_cast<int>(at) + 1));
    }
    result.text = script::joined(lines);
    return {std::move(result), std::move(warnings)};
  }

  std::vector<const Statement*> steps_there() const {
    std::vector<const Statement*> steps;
    for (const Statement& s : program_.statements)
      if (s.primitive) steps.push_back(&s);
    return steps;
  }
  size_t count_steps() const { return steps_there().size(); }
  size_t creation_line() const {
    for (const Statement& s : program_.statements)
      if (std::ranges::find(s.binds, program_.schedule_name) != s.binds.end()) return static_cast<size_t>(s.last_line);
    return 0;
  }

  std::string axis_text(AxisId axis) const { return script::StepEditor(from_text_, from_).axis_text(axis); }

  static Program read_quickly(const std::string& text) {
    script::ReadOptions options;
    options.verify = options.explain = false;
    return script::read(text, options);
  }

  const std::string &from_text_, &to_text_;
  const Program from_, to_;
  std::vector<std::pair<StageId, StageId>> related_stages_;
  std::vector<std::pair<AxisId, AxisId>> related_axes_;
  std::map<StageId, std::string> missing_stages_;  // without a counterpart there, and why
  std::map<AxisId, std::string> missing_axes_;
  std::set<StageId> counterparts_;  // stages there that stand for one here
  std::vector<Tried> steps_;

  std::string text_;                                         // the other script with the steps so far
  Program program_;                                          // of it
  size_t own_steps_ = 0;                                     // of the other script, which stay
  std::vector<const schedule::RecordedStep*> made_by_none_;  // steps that were left out
};

}  // namespace

Result<TransferredSteps> transfer_steps(const std::string& from, const std::string& to) {
  return StepTransfer(from, to).run();
}

}  // namespace nw::edit
