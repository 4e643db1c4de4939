// SPDX-License-Identifier: GPL-3.0-or-later
// What could be done next: for every loop and place whether a step there would be accepted and leave the schedule
// sound, and if not, why. Found by trying it on a copy, so it is exact by construction; a few hundred microseconds a
// question.
#pragma once

#include <optional>

#include "schedule/step.h"
#include "schedule/verify.h"

namespace nw::schedule {

struct Choice {
  StageId stage;
  AxisId axis;  // of a stage's step: none
  bool legal = false;
  std::string why_not;  // the message that the step would get; empty if it is legal
};

// A place for a stage: a loop of another one.
struct AttachPoint {
  StageId stage;
  AxisId axis;
};

// Tries steps on copies of a schedule. This is what "legal" means: the primitive accepts the step, and the schedule
// with it has no error that it has not without.
class StepTester {
 public:
  // With a target, its rules count as well.
  explicit StepTester(const Schedule& s, const TargetFacts* target = nullptr);
  // Errors that `without` has as well are not the step's.
  StepTester(const Schedule& s, const Schedule& without);
  // Of a schedule whose errors are known already.
  StepTester(const Schedule& s, Diagnostics errors, const TargetFacts* target = nullptr);

  // The errors that a schedule which was made in another way has, and this one has not. What checking found out is left
  // in `analysis`, if the structure is sound.
  Diagnostics new_errors(const Schedule& changed, std::optional<ScheduleAnalysis>* analysis = nullptr) const;
  // The message of the first error that the step brings; nothing if it is legal.
  std::optional<std::string> why_not(const Step& step) const;
  // The same of a schedule that was made in another way.
  std::optional<std::string> why_not_changed(const Schedule& changed,
                                             std::optional<ScheduleAnalysis>* analysis = nullptr) const;

 private:
  const Schedule& s_;
  const TargetFacts* target_ = nullptr;
  Diagnostics before_;
};

// A typical step of the primitive on that loop (a split by 2, …), to ask whether it could be taken; nothing for a
// primitive that acts on whole stages, or where there is no loop inside to fuse with.
std::optional<Step> typical_step(const Schedule& s, StageId stage, AxisId axis, Primitive primitive);
std::optional<Step> typical_step(const Schedule& s, StageId stage, Primitive primitive);

// Every loop of the stage. Fuse: with the loop inside it. StorageAlign: root axes that are no loops are listed as well.
std::vector<Choice> choices(const Schedule& s, StageId stage, Primitive primitive);
// Every loop at which the stage could be computed, of every other stage.
std::vector<Choice> places(const Schedule& s, StageId stage);
// Those that are legal: the nearest readers first, the innermost loop first.
std::vector<AttachPoint> legal_places(const Schedule& s, StageId stage);
// A place is compared with the stage at root.
StepTester tester_of_places(const Schedule& s, StageId stage);
std::string attach_text(const Schedule& s, const AttachPoint& point,
                        const std::string& schedule_name);  // "s[C], xo", or empty
Choice choice(const Schedule& s, StageId stage, Primitive primitive);

}  // namespace nw::schedule
