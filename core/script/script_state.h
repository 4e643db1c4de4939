// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a script that runs: what its statements have made so far, and where it is.
#pragma once

#include "script/observer.h"

namespace nw::script {

inline constexpr size_t kMaxTensors = 2'000;       // of one script
inline constexpr size_t kMaxItems = 400'000;       // of a list: as many as can be written
inline constexpr size_t kLongestText = 1'000'000;  // bytes of a string made of others

class ScriptState {
 public:
  ScriptState(const SyntaxTree& syntax, std::string_view script, const ReadOptions& read_options,
              ReadObserver* read_observer);

  // Notes the error; gives Poison. Cold: facts are made only on the way to a report.
  [[gnu::cold]] Value report(Diagnostic d, const Facts& facts = NoFacts());
  void note(const Facts& facts) const;  // of the last diagnostic
  // The state for an observer; `made` is the program, which run() of the evaluator gives away.
  Evaluation evaluation(const Program& made) const;
  bool too_much(const Node* n);  // counts work; reports once when a script asks for too much
  void name_things(int32_t id, std::string_view name, const Value& v);
  bool axis_is_named(AxisId id, std::string_view name) const;

  const SyntaxTree& tree;
  std::string_view text;
  const ReadOptions& options;
  Program program;
  std::vector<Value> environment;              // by name id
  const SyntaxStatement* statement = nullptr;  // that runs
  Statement* record = nullptr;                 // of it
  std::string stage_name;                      // the stage that diagnostics are about, if known
  std::string schedule_name = "s";
  std::vector<std::string> axis_names;    // of the computation whose body is being evaluated
  std::vector<tir::IterVar> reduce_axes;  // every te.reduce_axis, to tell them from other variables
  int lambda_depth = 0;
  bool gave_up = false;  // the script asked for too much
  bool lowered = false;
  int kernel_line = 0;  // of tvm.lower

 private:
  ReadObserver* observer_;  // null: nobody asks for facts
  size_t work_ = 0;
};

}  // namespace nw::script
