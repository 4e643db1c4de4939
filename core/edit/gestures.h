// SPDX-License-Identifier: GPL-3.0-or-later
// Gestures of the loop tree as changes of the list of steps: one more, one changed, one less. Whether the step is legal
// is checked elsewhere (core/advise/candidates.h); the script editor writes the change into the text.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "script/step_editor.h"

namespace nw::edit {

using script::StepEdit;
using script::TextChange;

class Gestures {
 public:
  // The text and the program must belong together and outlive the gestures.
  Gestures(const std::string& text, const script::Program& program) : editor_(text, program), program_(program) {}

  // The step as the catalogue says that it joins the others: added behind them, or in the place of a former one. Of a
  // reorder, the argument is all loops of the stage.
  Result<script::StepEdit> of(schedule::Step step) const;
  Result<script::StepEdit> split(StageId stage, AxisId axis, int64_t factor) const;
  Result<script::StepEdit> split_parts(StageId stage, AxisId axis, int64_t nparts) const;
  Result<script::StepEdit> tile(StageId stage, AxisId y, AxisId x, int64_t y_factor, int64_t x_factor) const;
  // Without the schedule step that begins at that line (NW2091 if none does).
  Result<script::StepEdit> remove(int line) const;
  // A short name for it: its variable, or what one would be.
  std::string base_name(AxisId axis) const { return editor_.base_name(axis); }

  script::TextChange write(const script::StepEdit& edit) const { return editor_.write(edit); }
  Result<script::TextChange> write(const Result<script::StepEdit>& edit) const;

 private:
  // Appended, if the script can name all that it needs.
  Result<script::StepEdit> added(schedule::Step step) const;
  // In the place of an earlier step of the same primitive on the stage whose first `same` arguments are equal.
  Result<script::StepEdit> added_or_replaced(schedule::Step step, size_t same) const;
  // A stage has one place: the step that gave it the former one goes.
  Result<script::StepEdit> attached(schedule::Step step) const;
  // Takes the step away that placed the stage elsewhere; else adds that it is computed at root.
  Result<script::StepEdit> at_root(schedule::Step step) const;
  // The shortest reorder that gives these loops, together with the one that the last step was. Reordering again and
  // again leaves one line.
  Result<script::StepEdit> reordered(StageId stage, const std::vector<AxisId>& leaves) const;
  // A loop has one mark of how it runs: a former one is replaced where it is, the same one again is taken away.
  Result<script::StepEdit> marked(schedule::Step step) const;
  std::optional<script::StepEdit> unplaced(StageId stage) const;  // without the step that gives the stage its place
  script::StepEdit ordered(StageId stage, const std::vector<AxisId>& before, const std::vector<AxisId>& leaves) const;

  script::StepEditor editor_;
  const script::Program& program_;
};

}  // namespace nw::edit
