// SPDX-License-Identifier: GPL-3.0-or-later
// Observing the evaluation of a script: what held when a diagnostic was reported. Proposals of fixes are made of it.
#pragma once

#include "script/analysed_program.h"
#include "script/facts.h"

namespace nw::script {

// The state of the evaluator, to read.
struct Evaluation {
  const SyntaxTree& tree;
  std::string_view text;
  const Program& program;              // so far
  std::span<const Value> environment;  // by name id
  const SyntaxStatement* statement;    // that runs; null before the first
  const std::string& stage_name;       // that the statement is about; empty if none
  const std::string& schedule_name;
  const std::vector<std::string>& axis_names;    // of the computation whose body is evaluated
  const std::vector<tir::IterVar>& reduce_axes;  // every te.reduce_axis
  int lambda_depth;                              // 0: outside of every lambda
  int kernel_line;                               // of tvm.lower; 0: not run yet
};

class ReadObserver {
 public:
  virtual ~ReadObserver() = default;
  // More is known of the last diagnostic of `at.program`. May be called more than once for one.
  virtual void reported(const Evaluation& at, const Facts& facts) = 0;
  // Every statement has run, and the schedule was checked. The observer may complete the program's diagnostics and
  // those of the syntax, but neither add nor remove any.
  virtual void finished(const Evaluation& at, Program& program, Diagnostics& syntax) = 0;
};

Program read(std::string_view text, const ReadOptions& options, ReadObserver& observer);
AnalysedProgram read_analysed(std::string_view text, const ReadOptions& options, ReadObserver& observer);

}  // namespace nw::script
