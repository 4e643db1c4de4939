// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of a script's steps, written into its text: which names new loops and stages get, where the line goes, and
// what it takes the place of.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/sentence.h"
#include "script/script.h"
#include "script/step_text.h"

namespace nw::script {

// A change of the list of steps: a step is added behind the last one, or takes the place of another; a step goes.
struct StepEdit {
  std::optional<schedule::Step> step;  // to be added; its names are chosen when it is written
  int in_place_of = 0;                 // line of the statement that it replaces; 0: none
  int removed = 0;                     // line of a statement that goes; 0: none
  bool with_comment = false;           // the comment of what is removed goes as well
  Sentence label;                      // for the history: "split y by 4"

  bool changes_nothing() const { return !step && removed == 0; }
  // Labels are not compared.
  bool operator==(const StepEdit& other) const {
    return step == other.step && in_place_of == other.in_place_of && removed == other.removed;
  }
};

struct TextChange {
  std::string text;
  std::string label;  // the English one of the step
  int line = 0;       // of the new statement; where a step was taken away, the line that it was on; 0: nothing changed
};

// The text and the program must belong together and outlive the editor.
class StepEditor {
 public:
  StepEditor(const std::string& text, const Program& program);

  TextChange write(const StepEdit& edit) const;
  // The step as it would be written, names included; without the lines that name axes.
  std::string line_of(const schedule::Step& step) const;
  // "split y by 4": the catalogue's label with the script's names.
  Sentence label_of(const schedule::Step& step) const;

  // How the script names these; empty if it has no name for it.
  std::string stage_text(StageId stage) const;   // "s[C]"
  std::string tensor_text(StageId stage) const;  // "C"
  std::string axis_text(AxisId axis) const;      // "yo", "s[C].op.axis[0]"
  // NW2090 if the script has no way to name it.
  std::optional<Diagnostic> cannot_name(AxisId axis) const;
  std::optional<Diagnostic> cannot_name(StageId stage) const;
  // A short name for it: its variable, or what one would be.
  std::string base_name(AxisId axis) const;
  // A variable name like `wanted` that is not in use.
  std::string fresh_name(const std::string& wanted) const { return fresh(wanted); }
  // A line as it is, comment included.
  std::string whole_line(int line) const;
  // The statement that begins on that line, without spaces around it and the comment at its end.
  std::string statement_text(int line) const;

 private:
  StepNames names() const;
  Sentence label_of(const tir::Expr& e) const;
  AxisId axis_of(const tir::VarNode& v) const;
  bool is_taken(const std::string& name, const std::string& more) const;
  // A variable name not in use, neither in the script nor in `more`.
  std::string fresh(const std::string& wanted, const std::string& more = {}) const;
  // Names for parts of axes, not in use and all with the same number: "xo2, xi2" for those of x2.
  std::vector<std::string> fresh_parts(const std::vector<std::pair<AxisId, std::string>>& parts) const;
  std::vector<std::string> fresh_layout_names(const schedule::Step& step) const;
  std::vector<std::string> result_names(const schedule::Step& step) const;
  schedule::Step with_names(schedule::Step step) const;
  // Lines below the `after`-th that name such axes: they are taken out of `lines`, to stand before the step, which is
  // written with their names.
  std::vector<std::string> named_below(std::string& step, std::vector<std::string>& lines, size_t after) const;
  // The step behind lines that name the axes it would have to count ("s[B].op.axis[1]").
  std::vector<std::string> with_naming_lines(std::string step) const;
  size_t lines_that_ran() const;
  const Statement* statement_at(int line) const;

  const std::string& text_;
  const Program& program_;
};

}  // namespace nw::script
