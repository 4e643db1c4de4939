// SPDX-License-Identifier: GPL-3.0-or-later
// Gestures of the loop tree as changes of the list of steps: one more, one changed, one less. Whether the step is legal
// is checked elsewhere (candidates.h); the script editor writes the change into the text.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "script/step_editor.h"

namespace nw::workspace {

using script::StepEdit;
using script::TextChange;

class Gestures {
 public:
  // The text and the program must belong together and outlive the gestures.
  Gestures(const std::string& text, const script::Program& program) : editor_(text, program), program_(program) {}

  Result<StepEdit> split(StageId stage, AxisId axis, int64_t factor) const;
  Result<StepEdit> split_parts(StageId stage, AxisId axis, int64_t nparts) const;
  Result<StepEdit> fuse(StageId stage, const std::vector<AxisId>& axes) const;
  // The stage's leaf axes in their new order: the shortest reorder that gives it, together with the one that the last
  // step was. Reordering again and again leaves one line.
  Result<StepEdit> reorder(StageId stage, const std::vector<AxisId>& leaves) const;
  Result<StepEdit> compute_at(StageId stage, StageId parent, AxisId axis) const;
  Result<StepEdit> compute_inline(StageId stage) const;
  // Takes the step away that placed the stage elsewhere; else adds that it is computed at root.
  Result<StepEdit> compute_root(StageId stage) const;
  Result<StepEdit> tile(StageId stage, AxisId y, AxisId x, int64_t y_factor, int64_t x_factor) const;
  // What a loop of this extent (0: not known) is tiled by unasked: 4, or what divides it and is not more.
  static int64_t tile_factor(int64_t extent);
  // primitive: Vectorize, Unroll or Parallel. A loop has one such mark: a former one is replaced where it is, and the
  // same one again is taken away.
  Result<StepEdit> mark(StageId stage, AxisId axis, schedule::Primitive primitive) const;
  Result<StepEdit> pragma(StageId stage, AxisId axis, const std::string& key, int64_t value) const;
  Result<StepEdit> bind(StageId stage, AxisId axis, const std::string& thread) const;
  Result<StepEdit> storage_align(StageId stage, AxisId axis, int64_t factor, int64_t offset) const;
  Result<StepEdit> prefetch(StageId stage, StageId tensor, AxisId axis, int64_t offset) const;
  Result<StepEdit> set_scope(StageId stage, const std::string& scope) const;
  Result<StepEdit> double_buffer(StageId stage) const;
  Result<StepEdit> rolling_buffer(StageId stage) const;
  // Only where that loop is at its first iteration.
  Result<StepEdit> store_predicate(StageId stage, AxisId axis) const;
  // The stage's last dimension in blocks, or (block 0) its last two the other way round. Nothing changes where the
  // stage has too few dimensions.
  Result<StepEdit> transform_layout(StageId stage, int64_t block) const;
  // The stage with what it reads, to be placed as one.
  Result<StepEdit> create_group(StageId stage, StageId input) const;
  Result<StepEdit> group_compute_at(int group, StageId parent, AxisId axis) const;
  Result<StepEdit> tensorize(StageId stage, AxisId axis, std::shared_ptr<const schedule::TensorIntrin> intrinsic) const;
  // Without the schedule step that begins at that line (NW2091 if none does).
  Result<StepEdit> remove(int line) const;
  Result<StepEdit> cache_read(StageId tensor, const std::string& scope, const std::vector<StageId>& readers) const;
  Result<StepEdit> cache_write(StageId tensor, const std::string& scope) const;
  // place: where the new axis stands among those of the partial results; 0, in front, is not written.
  Result<StepEdit> rfactor(StageId stage, AxisId axis, size_t place = 0) const;

  TextChange write(const StepEdit& edit) const { return editor_.write(edit); }
  Result<TextChange> write(const Result<StepEdit>& edit) const;

 private:
  // Appended, if the script can name all that it needs.
  Result<StepEdit> added(schedule::Step step) const;
  // In the place of an earlier step of the same primitive on the stage whose first `same` arguments are equal.
  Result<StepEdit> renewed(schedule::Step step, size_t same) const;
  Result<StepEdit> attached(schedule::Step step) const;
  std::optional<StepEdit> unplaced(StageId stage) const;  // without the step that gives the stage its place
  StepEdit ordered(StageId stage, const std::vector<AxisId>& before, const std::vector<AxisId>& leaves) const;

  script::StepEditor editor_;
  const script::Program& program_;
};

}  // namespace nw::workspace
