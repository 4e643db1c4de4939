// SPDX-License-Identifier: GPL-3.0-or-later
// Building the diagnostic of a refused step: its place in the script, facts, choices, and fixes as edits of the text.
#pragma once

#include <functional>
#include <initializer_list>

#include "schedule/primitives.h"

namespace nw::schedule {

class Refusal {
 public:
  Refusal(std::string code, const Schedule& s, StageId stage, const StepSource& at, std::string message);

  Refusal& axis(AxisId axis);                  // names the axis, and points at it where the step lists it
  Refusal& point(std::string_view parameter);  // at its argument
  Refusal& because(std::string fact);          // ignored if empty
  Refusal& legal(std::vector<std::string> choices);
  Refusal& severity(Severity severity);
  Refusal& instead_of(int line);  // the step on that line has no effect any more: a second place
  // Fixes; each is left out if the script gives no way to write it.
  Refusal& replace(const std::string& title, const std::string& statement);
  Refusal& replace_argument(const std::string& title, std::string_view parameter, const std::string& text);
  Refusal& replace_axis(const std::string& title, AxisId written, AxisId wanted);
  Refusal& insert_before(const std::string& title, const std::string& statement);
  Refusal& fix(Fix fix);
  Refusal& or_delete(const std::string& title);  // if the step binds no name that others may use
  bool explains() const { return at_.explain; }

  operator Diagnostic() const { return d_; }     // NOLINT: a refusal is a diagnostic
  operator Diagnostics() const { return {d_}; }  // NOLINT

 private:
  const Schedule& s_;
  StageId stage_;
  const StepSource& at_;
  Diagnostic d_;
};

// Edits of the statement of a step.
std::vector<Edit> replace_statement(const StepSource& at, const std::string& statement);
std::vector<Edit> delete_statement(const StepSource& at);
// The statement with other text for one of its parts; empty if there is none, or the statement has several lines.
std::string with_part(const StepSource& at, const WrittenPart* part, const std::string& text);

// The loops of a stage for which a step would be accepted: tried on copies, quietly.
using Trial = std::function<Diagnostics(Schedule&, AxisId, const StepSource&)>;
std::vector<AxisId> accepted(const Schedule& s, StageId stage, const Trial& trial);
// Those in `first` at the front.
std::vector<AxisId> put_first(const std::vector<AxisId>& axes, const std::vector<AxisId>& first);

}  // namespace nw::schedule
