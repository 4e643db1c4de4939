// SPDX-License-Identifier: GPL-3.0-or-later
// Schedule steps as lines of a script. Steps are printed here; rules that propose a fix write the text of that fix.
#pragma once

#include <functional>
#include <string>

#include "base/sentence.h"
#include "schedule/step.h"
#include "script/expr_text.h"

namespace nw::script {

// How a script calls what a step names. A function may give an empty text where the script has no name.
struct StepNames {
  std::string schedule = "s";
  std::function<std::string(schedule::TensorRef)> tensor;  // "C"; of a stage, its first output
  std::function<std::string(AxisId)> axis;                 // "yo", "s[C].op.axis[0]"
  std::function<std::string(int)> group;
  std::function<std::string(const schedule::TensorIntrin&)> intrinsic;
  std::function<std::string(const tir::IterVar&)> thread;  // "tx"; empty: written out as te.thread_axis(…)
  Naming expressions;                                      // variables and tensors in expressions

  std::string stage(StageId id) const { return schedule + "[" + tensor({id, 0}) + "]"; }
};

// "xo, xi = s[C].split(x, factor=8)": with the step's own names for what it makes, if it has any.
std::string step_text(const schedule::Step& step, const StepNames& names);
// The call alone: "s[C].split(x, factor=8)".
std::string call_text(const schedule::Step& step, const StepNames& names);

// One argument as a script writes it; empty if it is not given.
std::string argument_text(const schedule::Argument& argument, const StepNames& names);
// How a mapping changes a layout, for labels: "in blocks of 4 of j", "with i, j exchanged".
Sentence layout_label(const schedule::IndexMap& map);

// A name for a loop as a person shortens TVM's: "y.outer.inner" is yoi, "i.c.j.c.fused" i_j. What caches and rfactor
// add is left out: the stage says it.
std::string short_axis_name(const std::string& name);

}  // namespace nw::script
