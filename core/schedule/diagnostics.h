// SPDX-License-Identifier: GPL-3.0-or-later
// The diagnostics that several primitives share, one function a code. Those of only one primitive are in its file.
#pragma once

#include <optional>

#include "schedule/refusal.h"

namespace nw::schedule {

// Which of the loops that an axis became a step most likely means.
enum class Prefer { Outer, Inner };

// NW2100, NW2101: the axis is a loop of the stage, or here is why not. `trial` is the same step on another axis.
std::optional<Diagnostic> must_be_loop(const Schedule& s, StageId stage, AxisId axis, const StepSource& at,
                                       const Trial& trial, Prefer prefer);
// NW2102: an axis is listed twice.
std::optional<Diagnostic> must_differ(const Schedule& s, StageId stage, const std::vector<AxisId>& axes,
                                      const StepSource& at, Primitive primitive);
// NW2103: the axis is of a kind that the primitive cannot take.
Diagnostic wrong_kind(const Schedule& s, StageId stage, AxisId axis, const StepSource& at, const std::string& verb,
                      const std::string& why, const Trial& trial);
// NW2104: a factor, a number of parts, an alignment that must be at least `least`.
Diagnostic not_positive(const Schedule& s, StageId stage, const std::string& what, int64_t value, const StepSource& at,
                        std::string_view parameter, const std::string& why);
// NW2109: annotations of the axis would be lost.
std::optional<Diagnostic> must_keep_marks(const Schedule& s, StageId stage, AxisId axis, const StepSource& at,
                                          Primitive primitive, const std::string& advice, const std::string& verb = {});
// NW2114: only computations have loops.
std::optional<Diagnostic> must_compute(const Schedule& s, StageId stage, const StepSource& at, const std::string& verb);
// NW2117: a scan's update is computed inside the scan.
std::optional<Diagnostic> must_not_be_scan_update(const Schedule& s, StageId stage, const StepSource& at,
                                                  const std::string& verb);

// NW2119: a memory that exists.
std::optional<Diagnostic> must_be_scope(const Schedule& s, StageId stage, const std::string& scope,
                                        const StepSource& at);

// A variable that the script does not use for a stage or axis: "C_rf", "C_rf2", …
std::string fresh_name(const Schedule& s, const std::string& wanted);
// Lines that factor a reduction over `axis` and apply `primitive` to the partial results; empty if rfactor is not
// legal.
std::string rfactor_lines(const Schedule& s, StageId stage, AxisId axis, const StepSource& at, Primitive primitive);

}  // namespace nw::schedule
