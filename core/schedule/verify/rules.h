// SPDX-License-Identifier: GPL-3.0-or-later
// What the rules about whole schedules find. A finding knows the lines it comes from; which of them is to blame, and
// therefore what the fixes edit, is decided afterwards (verify.cpp).
#pragma once

#include <functional>

#include "base/target_facts.h"
#include "schedule/dataflow.h"
#include "schedule/verify.h"

namespace nw::schedule {

// Adds `legal` and fixes, once it is known at which step the diagnostic is reported.
using AddFixes = std::function<void(Diagnostic&, const StepSource& at)>;

struct Finding {
  Diagnostic diagnostic;     // where[0] has the stage and axis; its span is set later, unless it is valid already
  std::vector<int> lines;    // of the steps whose removal may cure it
  AddFixes add_fixes;        // may be empty
  bool at_its_step = false;  // the step in the last of the lines is to blame, whatever else would cure it
};

struct Findings {
  std::vector<Finding> list;
  Finding& add(std::string code, const std::string& stage, std::string message);
};

void check_attachments(const Schedule& s, const Schedule& normalized, const Dataflow& flow, Findings& found);
void check_inlined(const Schedule& s, Findings& found);
void check_marks(const Schedule& normalized, Findings& found);
void check_copies(const Schedule& normalized, Findings& found);
void check_scans(const Schedule& normalized, Findings& found);
void check_threads(const Schedule& normalized, const Bounds& bounds, Findings& found);
void check_thread_places(const Schedule& normalized, const Bounds& bounds, Findings& found);
void check_extents(const Schedule& normalized, const Bounds& bounds, Findings& found);
void check_parallel(const Schedule& normalized, const Bounds& bounds, Findings& found);
void check_reads(const Schedule& normalized, const Bounds& bounds, Findings& found);
void check_tensorized(const Schedule& normalized, const Bounds& bounds, Findings& found);
void check_stores(const Schedule& normalized, const Bounds& bounds, Findings& found);
void check_accumulators(const Schedule& normalized, Findings& found);
void check_storage(const Schedule& normalized, const Bounds& bounds, Findings& found);
// What the target's facts forbid. A fact that is absent forbids nothing.
void check_target(const Schedule& normalized, const Bounds& bounds, const TargetFacts& target, Findings& found);

// The memory of a stage in bytes, with its strides as storage_align makes them; 0 where an extent is no number.
double memory_bytes(const Stage& stage, const Bounds& bounds);

void find_recomputation(const Schedule& normalized, const Bounds& bounds, Findings& found);
void find_strided_vectors(const Schedule& normalized, const Bounds& bounds, Findings& found);
void find_inner_tails(const Schedule& normalized, const Bounds& bounds, Findings& found);
void find_large_partials(const Schedule& normalized, const Bounds& bounds, Findings& found);
void find_long_marks(const Schedule& normalized, const Bounds& bounds, Findings& found);
void find_idle_steps(const Schedule& normalized, const Bounds& bounds, Findings& found);

}  // namespace nw::schedule
