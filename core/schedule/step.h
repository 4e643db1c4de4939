// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule step as a value: which primitive, of what, with which arguments. The script reader makes steps, the script
// writer prints them (script/step_text.h); gestures, candidates, transfer, exports and prose create and read them.
//
// Steps name stages and axes by their ids. Ids count what a schedule made, in order, so the same steps applied to the
// same computation give the same ids. Where steps are applied to something else (without one of them, to another
// computation), Replayer translates the ids.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "schedule/primitive.h"
#include "schedule/primitives.h"
#include "tir/visit.h"

namespace nw::schedule {

// One output of a stage.
struct TensorRef {
  StageId stage;
  int output = 0;
  bool operator==(const TensorRef&) const = default;
};

// transform_layout's mapping: what the computation calls [vars…] is stored at [indices…].
struct IndexMap {
  std::vector<tir::Var> vars;
  std::vector<Expr> indices;
};

// The kinds are those of the catalogue's parameters; std::monostate is an optional argument that is not given.
using Argument = std::variant<std::monostate, AxisId, std::vector<AxisId>, StageId, std::vector<StageId>, TensorRef,
                              std::vector<TensorRef>, Expr, int64_t, std::string, bool, IterVar, std::vector<IterVar>,
                              IndexMap, std::shared_ptr<const TensorIntrin>>;

struct Step {
  Primitive primitive = Primitive::Split;
  StageId stage;                          // that it is called on; of cache_read, cache_write, rfactor: the tensor's
  int group = -1;                         // of GroupComputeAt, in place of the stage
  std::vector<Argument> arguments = {};   // one a parameter of the catalogue, in its order
  std::vector<std::string> results = {};  // variables for what it makes, in order; empty or "": none

  // Without `results`: steps that do the same are equal. Expressions are compared by structure.
  bool operator==(const Step& other) const;
  // std::monostate where it is not given.
  const Argument& argument_at(size_t i) const;
  // The argument if it is of that kind, or null.
  template <class T>
  const T* argument(size_t i) const {
    return i < arguments.size() ? std::get_if<T>(&arguments[i]) : nullptr;
  }
};

size_t hash_of(const Step& step);

// What a step made, in the order in which a script unpacks it.
struct Made {
  std::vector<AxisId> axes;
  std::vector<te::Tensor> tensors;
  int group = -1;
};

// Checks the step as its primitive does (primitives.h) and applies it. A refused step changes nothing. Ids that the
// schedule does not have, and arguments of another kind than the catalogue gives, are a fault of the caller (NW9001).
Result<Made> apply(Schedule& s, const Step& step, const StepSource& at = {});

// The numbers of stages, axes and groups. What a step made has the ids from the count before it up to the count after
// it.
struct ScheduleSize {
  size_t stages = 0, axes = 0, groups = 0;
  static ScheduleSize of(const Schedule& s) { return {s.num_stages(), s.num_axes(), s.groups().size()}; }
};

// A step as it ran.
struct RecordedStep {
  Step step;
  ScheduleSize before, after;
  std::vector<AxisId> axes;  // that it made, in the order in which a script unpacks them
};

// The ids of one schedule as those of another.
class StepTranslator {
 public:
  // `origin`: the schedule after all its steps. Ids below `same` mean the same in both, unless `relate` maps them.
  explicit StepTranslator(const Schedule& origin, ScheduleSize same = {}) : origin_(origin), same_(same) {}

  void relate(StageId from, StageId to) { stages_[from] = to; }
  void relate(AxisId from, AxisId to, const Schedule& there);
  // What a step made, and what it made there, where the schedule had `before`: the same primitive makes the same things
  // in the same order.
  void relate_made(const RecordedStep& recorded, const ScheduleSize& before, const Schedule& there);
  // The step with the ids of the other schedule; nothing if it names what is not there.
  std::optional<Step> translated(const Step& step) const;
  std::optional<StageId> translated(StageId id) const;
  std::optional<AxisId> translated(AxisId id) const;

 private:
  const Schedule& origin_;
  ScheduleSize same_;
  std::map<StageId, StageId> stages_;
  std::map<AxisId, AxisId> axes_;
  std::map<int, int> groups_;
  tir::Substitution vars_;  // of axes that are another one there
};

// Applies steps to a schedule that is not the one they ran on: without one of them, or of a changed computation.
//
//   Replayer replay(origin, start);     // origin: the schedule after all steps; start: what they are applied to
//   replay.apply(recorded);
//
// Ids of stages and axes that both had before any step mean the same unless `relate` maps them.
class Replayer {
 public:
  Replayer(const Schedule& origin, Schedule start);

  void relate(StageId from, StageId to) { translator_.relate(from, to); }
  void relate(AxisId from, AxisId to) { translator_.relate(from, to, schedule_); }
  // The step with the ids of this schedule; nothing if it names what is not there (a step that was left out made it).
  std::optional<Step> translated(const Step& step) const { return translator_.translated(step); }
  // Without a value and without diagnostics: the step names what is not there.
  Result<Made> apply(const RecordedStep& recorded, const StepSource& at = {});
  const Schedule& schedule() const { return schedule_; }

 private:
  Schedule schedule_;
  StepTranslator translator_;
};

}  // namespace nw::schedule
