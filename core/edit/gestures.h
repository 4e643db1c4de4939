// SPDX-License-Identifier: GPL-3.0-or-later
// Gestures of the loop tree as changes of the list of steps: one more, one changed, one less. Whether the step is legal
// is checked elsewhere (candidates.h); the script editor writes the change into the text.
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

  Result<script::StepEdit> split(StageId stage, AxisId axis, int64_t factor) const;
  Result<script::StepEdit> split_parts(StageId stage, AxisId axis, int64_t nparts) const;
  Result<script::StepEdit> fuse(StageId stage, const std::vector<AxisId>& axes) const;
  // The stage's leaf axes in their new order: the shortest reorder that gives it, together with the one that the last
  // step was. Reordering again and again leaves one line.
  Result<script::StepEdit> reorder(StageId stage, const std::vector<AxisId>& leaves) const;
  Result<script::StepEdit> compute_at(StageId stage, StageId parent, AxisId axis) const;
  Result<script::StepEdit> compute_inline(StageId stage) const;
  // Takes the step away that placed the stage elsewhere; else adds that it is computed at root.
  Result<script::StepEdit> compute_root(StageId stage) const;
  Result<script::StepEdit> tile(StageId stage, AxisId y, AxisId x, int64_t y_factor, int64_t x_factor) const;
  // What a loop of this extent (0: not known) is tiled by unasked: 4, or what divides it and is not more.
  static int64_t tile_factor(int64_t extent);
  // primitive: Vectorize, Unroll or Parallel. A loop has one such mark: a former one is replaced where it is, and the
  // same one again is taken away.
  Result<script::StepEdit> mark(StageId stage, AxisId axis, schedule::Primitive primitive) const;
  Result<script::StepEdit> pragma(StageId stage, AxisId axis, const std::string& key, int64_t value) const;
  Result<script::StepEdit> bind(StageId stage, AxisId axis, const std::string& thread) const;
  Result<script::StepEdit> storage_align(StageId stage, AxisId axis, int64_t factor, int64_t offset) const;
  Result<script::StepEdit> prefetch(StageId stage, StageId tensor, AxisId axis, int64_t offset) const;
  Result<script::StepEdit> set_scope(StageId stage, const std::string& scope) const;
  Result<script::StepEdit> double_buffer(StageId stage) const;
  Result<script::StepEdit> rolling_buffer(StageId stage) const;
  // Only where that loop is at its first iteration.
  Result<script::StepEdit> store_predicate(StageId stage, AxisId axis) const;
  // The stage's last dimension in blocks, or (block 0) its last two the other way round. Nothing changes where the
  // stage has too few dimensions.
  Result<script::StepEdit> transform_layout(StageId stage, int64_t block) const;
  // The stage with what it reads, to be placed as one.
  Result<script::StepEdit> create_group(StageId stage, StageId input) const;
  Result<script::StepEdit> group_compute_at(int group, StageId parent, AxisId axis) const;
  Result<script::StepEdit> tensorize(StageId stage, AxisId axis,
                                     std::shared_ptr<const schedule::TensorIntrin> intrinsic) const;
  // Without the schedule step that begins at that line (NW2091 if none does).
  Result<script::StepEdit> remove(int line) const;
  Result<script::StepEdit> cache_read(StageId tensor, const std::string& scope,
                                      const std::vector<StageId>& readers) const;
  Result<script::StepEdit> cache_write(StageId tensor, const std::string& scope) const;
  // place: where the new axis stands among those of the partial results; 0, in front, is not written.
  Result<script::StepEdit> rfactor(StageId stage, AxisId axis, size_t place = 0) const;

  script::TextChange write(const script::StepEdit& edit) const { return editor_.write(edit); }
  Result<script::TextChange> write(const Result<script::StepEdit>& edit) const;

 private:
  // Appended, if the script can name all that it needs.
  Result<script::StepEdit> added(schedule::Step step) const;
  // In the place of an earlier step of the same primitive on the stage whose first `same` arguments are equal.
  Result<script::StepEdit> renewed(schedule::Step step, size_t same) const;
  Result<script::StepEdit> attached(schedule::Step step) const;
  std::optional<script::StepEdit> unplaced(StageId stage) const;  // without the step that gives the stage its place
  script::StepEdit ordered(StageId stage, const std::vector<AxisId>& before, const std::vector<AxisId>& leaves) const;

  script::StepEditor editor_;
  const script::Program& program_;
};

}  // namespace nw::edit
