// SPDX-License-Identifier: GPL-3.0-or-later
// Where a step is written in a script, and how: for its diagnostics, their fixes, and provenance. The script reader
// fills it in from the syntax tree; nothing here looks into the statement's text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/statement_text.h"
#include "schedule/schedule.h"

namespace nw::schedule {

struct Parameter;

// A part of the statement, as written. The span is in one line; the text may go on in the next.
struct WrittenPart {
  TextSpan span;
  std::string text;
};

struct ArgumentSource : WrittenPart {
  const Parameter* parameter = nullptr;  // of the catalogue; each of several axes is an argument of its own
  WrittenPart tensor = {};  // "C" of C.op.axis[0]: the operation of a tensor, in place of that of its stage
};

// Everything may be empty.
struct StepSource {
  TextSpan span;      // the whole statement (its first line)
  int last_line = 0;  // of a statement over several lines; 0: the same line
  StatementText statement = {};
  std::vector<std::string> result_names = {};  // the names it binds, if any ("_" for those thrown away)
  WrittenPart receiver = {};                   // what the step is called on: s[C], s, g
  std::vector<ArgumentSource> arguments = {};  // that are written, in order
  std::string schedule_name = "s";             // the variable that holds the schedule
  bool explain = true;                         // false: only check; diagnostics come without `legal` and fixes

  bool on_one_line() const { return last_line <= span.line; }
  // The (first) argument for a parameter, or null.
  const ArgumentSource* argument(std::string_view parameter) const;
  // The first argument that is a loop, or null.
  const ArgumentSource* loop_argument() const;
  // The argument that names the axis, or null.
  const ArgumentSource* argument_naming(const Schedule& s, AxisId axis) const;
  // The receiver or argument that names the stage, or null.
  const WrittenPart* part_naming(const Stage& stage) const;
};

}  // namespace nw::schedule
