// SPDX-License-Identifier: GPL-3.0-or-later
// A script that grows by one line at a time, and can be asked what its expressions are worth at each.
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "script/evaluator.h"
#include "script/parser.h"

namespace nw::script {

class LiveScript {
 public:
  LiveScript();
  LiveScript(const LiveScript&) = delete;
  LiveScript& operator=(const LiveScript&) = delete;
  ~LiveScript();

  // Evaluates an expression of the script language with all its effects. Poison where that fails, for the reasons in
  // take_diagnostics().
  Value evaluate(std::string expression);
  void bind(const std::string& name, const Value& value);
  Value value(std::string_view name) const;  // of a variable
  Diagnostics take_diagnostics();
  // What the schedule reads and makes, by variables of the script: placeholders, but the states of scans, and outputs.
  struct Ends {
    std::vector<std::string> inputs, outputs;
  };
  Ends ends_of_schedule() const;

 private:
  ReadOptions options_;
  std::deque<std::string> lines_;  // that the tree refers to
  SyntaxTree tree_;
  NameIds ids_;
  std::unique_ptr<Evaluator> evaluator_;
};

}  // namespace nw::script
