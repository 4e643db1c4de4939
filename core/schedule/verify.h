// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that only the whole schedule can break, analysed on its final form: consumers covered, cycles, attached to what
// is not there, thread extents, races, reads outside a tensor; and warnings about waste.
//
// Callers: the script reader and the preview of an edited schedule call verify(); the reader's replay finds the step to
// blame, the preview passes none. Lowering, and the check of candidate steps (legal.cpp), call verify_structure before
// bound inference and verify_bounds after it. Attach steps, bound inference (where it fails) and the worker (for a nest
// that is verified already) call verify_structure alone.
#pragma once

#include <functional>
#include <optional>

#include "base/target_facts.h"
#include "schedule/bounds.h"
#include "schedule/primitives.h"

namespace nw::schedule {

// How to run the script's steps again without one of them. A diagnostic is reported at the last step whose removal
// cures it; without a replay, at the last of the steps that its facts come from.
struct Replay {
  std::vector<StepSource> steps;  // schedule steps that were applied, in order
  // A compute_at, compute_inline or compute_root was refused: readers may be attached elsewhere than intended, so that
  // their attach points are not reported (NW2303).
  bool placement_refused = false;
  bool explain = true;  // false: diagnostics come without choices and fixes
  // The schedule after all steps but steps[i]; steps that need a name which that one binds are skipped as well.
  std::function<std::optional<Schedule>(size_t i)> without;
};

// Attachment, inlining, groups and marks: everything that needs no bounds.
Diagnostics verify_structure(const Schedule& s);
// The same where the normal form is known already.
Diagnostics verify_structure(const Schedule& s, const Schedule& normalized);
// Extents of threads and marks, reads outside a tensor; with a target, also what its facts forbid. `normalized` and
// `bounds` belong together.
Diagnostics verify_bounds(const Schedule& normalized, const Bounds& bounds, const TargetFacts* target = nullptr);
// Warnings: what is legal but wasteful.
Diagnostics find_waste(const Schedule& normalized, const Bounds& bounds);
// The normal form and the bounds of a schedule without errors.
struct ScheduleAnalysis {
  Schedule normalized;
  Bounds bounds;
};
// The errors of the structure, without places, choices and fixes.
Diagnostics structural_errors(const Schedule& s);
// The errors of the structure, else those of the bounds and, with a target, of its rules; without places, choices and
// fixes.
Diagnostics find_errors(const Schedule& s, const TargetFacts* target = nullptr,
                        std::optional<ScheduleAnalysis>* analysed = nullptr);
struct VerifyOptions {
  const TargetFacts* target = nullptr;                  // whose rules are checked as well
  std::optional<ScheduleAnalysis>* analysed = nullptr;  // gets normal form and bounds if the schedule has no errors
  bool with_because = false;                            // bounds come with their reasons
};
// All of the above; bounds are inferred here if the structure is sound.
Diagnostics verify(const Schedule& s, const Replay& replay, const VerifyOptions& options = {});

}  // namespace nw::schedule
