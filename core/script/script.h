// SPDX-License-Identifier: GPL-3.0-or-later
// The TE script: text ↔ compute DAG and schedule. Reading is total: whatever the text, there is a Program, with
// diagnostics for what did not hold. The language is in resources/docs/te-script.md.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/target_facts.h"
#include "schedule/step.h"

namespace nw::script {

// One statement as it ran.
struct Statement {
  TextSpan span;  // first line
  int last_line = 0;
  enum class Part { Import, Computation, Schedule, Kernel, Other } part = Part::Other;
  std::optional<schedule::Primitive> primitive;  // of a schedule step, whether it was applied or not
  StageId stage;                                 // of a schedule step; none if it names none that there is
  bool applied = false;                          // false: refused or skipped
  std::vector<std::string> binds;
  struct Named {
    std::string name;
    AxisId axis;    // either an axis …
    StageId stage;  // … or a stage, that of the tensor
  };
  std::vector<Named> names;  // what variables hold now; of te.create_schedule also those of the computation
  // The step, with the counts around it; nothing if its arguments could not be read. It was carried out if `applied`.
  std::optional<schedule::RecordedStep> step;
  struct ArgumentText {
    size_t parameter = 0;  // of the catalogue; each of several axes has an entry of its own
    TextSpan span;
    std::string_view text;  // as it is written, in Program::text
  };
  std::vector<ArgumentText> arguments;
};

struct Program {
  std::shared_ptr<const std::string> text;  // that was read
  std::string metadata;                     // JSON of the first line's `# nestwright: {…}`, or empty
  std::vector<Statement> statements;
  std::vector<te::Tensor> tensors;  // every tensor made by the computation, in order
  std::optional<schedule::Schedule> schedule;
  std::vector<te::Operation> scheduled;  // what te.create_schedule was given
  std::vector<te::Tensor> args;          // of tvm.lower, in order; empty if there is none
  std::string kernel_name = "main";
  std::string schedule_name = "s";             // the variable that holds the schedule
  std::vector<tir::Var> size_vars;             // te.var and te.size_var in order
  std::map<std::string, int64_t> fixed_sizes;  // those that ReadOptions::sizes made numbers
  std::map<std::string, AxisId> axis_names;    // script variables that hold axes, at the end
  std::map<std::string, StageId> stage_names;  // and tensors
  std::map<std::string, std::shared_ptr<const schedule::TensorIntrin>> intrinsic_names;
  Diagnostics diagnostics;

  // The schedule as te.create_schedule made it, before any step.
  schedule::Schedule unscheduled() const { return schedule::Schedule(scheduled); }

  bool ok() const { return !has_errors(diagnostics); }
};

struct ReadOptions {
  // false: the rules about the whole schedule are not analysed. For callers that lower the schedule anyway, which
  // checks them too, and read again with true only to learn which step is to blame.
  bool verify = true;
  bool explain = true;                                  // false: diagnostics come without choices, sooner
  CancelToken cancel;                                   // fixes that have not been tried by then are not proposed
  std::map<std::string, int64_t> sizes;                 // values for te.var by name
  std::shared_ptr<const TargetFacts> target = nullptr;  // whose rules are checked as well
  int stop_after_line = 0;  // > 0: statements that start after this line are not run (scrubbing)
};

// Whether the text has the script language's syntax; what it means is another matter.
bool has_script_syntax(std::string_view text);

// Diagnostics come without fixes; fixes::read proposes them.
Program read(std::string_view text, const ReadOptions& options = {});

}  // namespace nw::script
