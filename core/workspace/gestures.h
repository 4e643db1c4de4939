// SPDX-License-Identifier: GPL-3.0-or-later
// Gestures of the loop tree as edits of the script: each gives the text with one readable line more (or one changed).
// Whether the step is legal is not analysed here: the preview of the new text says so, with its diagnostics.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "script/script.h"

namespace nw::workspace {

struct TextChange {
  std::string text;
  std::string label;  // for the history: "split y by 4"
  int line = 0;       // of the new statement; where a step was taken away, it stood there
};

class Gestures {
 public:
  Gestures(std::string text, const script::Program& program) : text_(std::move(text)), program_(program) {}

  Result<TextChange> split(StageId stage, AxisId axis, int64_t factor) const;
  Result<TextChange> split_parts(StageId stage, AxisId axis, int64_t nparts) const;
  Result<TextChange> fuse(StageId stage, const std::vector<AxisId>& axes) const;
  // The stage's leaf axes in their new order; writes the shortest reorder that gives it, with the one that the last
  // step was: reordering again and again leaves one line.
  Result<TextChange> reorder(StageId stage, const std::vector<AxisId>& leaves) const;
  Result<TextChange> compute_at(StageId stage, StageId parent, AxisId axis) const;
  Result<TextChange> compute_inline(StageId stage) const;
  // Takes the line away that placed the stage elsewhere, with names that nothing else uses; else writes that it is
  // root.
  Result<TextChange> compute_root(StageId stage) const;
  Result<TextChange> tile(StageId stage, AxisId y, AxisId x, int64_t y_factor, int64_t x_factor) const;
  // What a loop of this extent (0: not known) is tiled by unasked: 4, or what divides it and is not more.
  static int64_t tile_factor(int64_t extent);
  // primitive: "vectorize", "unroll", "parallel". A loop has one such mark: a former one is replaced where it stands,
  // and the same one again is taken away.
  Result<TextChange> mark(StageId stage, AxisId axis, const std::string& primitive) const;
  Result<TextChange> pragma(StageId stage, AxisId axis, const std::string& key, int64_t value) const;
  Result<TextChange> bind(StageId stage, AxisId axis, const std::string& thread) const;
  Result<TextChange> storage_align(StageId stage, AxisId axis, int64_t factor, int64_t offset) const;
  Result<TextChange> prefetch(StageId stage, StageId tensor, AxisId axis, int64_t offset) const;
  Result<TextChange> set_scope(StageId stage, const std::string& scope) const;
  Result<TextChange> double_buffer(StageId stage) const;
  Result<TextChange> rolling_buffer(StageId stage) const;
  // Only where that loop is at its first iteration.
  Result<TextChange> store_predicate(StageId stage, AxisId axis) const;
  // The stage's last dimension in blocks, or (block 0) its last two the other way round.
  Result<TextChange> transform_layout(StageId stage, int64_t block) const;
  // The stage with what it reads, to be placed as one.
  Result<TextChange> create_group(StageId stage, StageId input) const;
  Result<TextChange> group_compute_at(const std::string& group, StageId parent, AxisId axis) const;
  // intrinsic: the script's variable that holds it.
  Result<TextChange> tensorize(StageId stage, AxisId axis, const std::string& intrinsic) const;
  // Without the schedule step that begins at that line.
  Result<TextChange> remove(int line) const;
  Result<TextChange> cache_read(StageId tensor, const std::string& scope, const std::vector<StageId>& readers) const;
  Result<TextChange> cache_write(StageId tensor, const std::string& scope) const;
  // place: where the new axis stands among those of the partial results; 0, in front, is not written.
  Result<TextChange> rfactor(StageId stage, AxisId axis, size_t place = 0) const;

  // A loop's name as a person shortens it: "y.outer.inner" is yoi, "i.c.j.c.fused" i_j. What caches and rfactor add is
  // left out: the stage says it.
  static std::string short_name(const std::string& name);
  // How the script names these; empty if it has no name for it.
  std::string stage_expr(StageId stage) const;
  std::string axis_expr(StageId stage, AxisId axis) const;
  std::string tensor_expr(StageId stage) const;  // "C" where the stage is "s[C]"

 private:
  Result<std::string> need_axis(StageId stage, AxisId axis) const;
  Result<TextChange> order(StageId stage, const std::vector<AxisId>& before, const std::vector<AxisId>& leaves) const;
  TextChange instead(StageId stage, const std::string& begin, const std::string& rest, std::string label) const;
  TextChange append(const std::string& line, std::string label) const;
  std::optional<TextChange> unplaced(StageId stage) const;  // without the step that gives the stage its place
  Result<TextChange> attach(StageId stage, const std::string& call, std::string label) const;
  // A variable name not in use, neither in the script nor in `more`.
  std::string fresh(const std::string& wanted, const std::string& more = {}) const;
  // Names for parts of axes, not in use and all with the same number: "xo2, xi2" for those of x2.
  std::vector<std::string> fresh_parts(StageId stage, const std::vector<std::pair<AxisId, std::string>>& parts) const;
  // Lines below the `after`-th that name such axes: they are taken out of `lines`, to stand before the step, which is
  // written with their names.
  std::vector<std::string> named_below(std::string& step, std::vector<std::string>& lines, size_t after) const;
  // The step behind lines that name the axes it would have to count ("s[B].op.axis[1]").
  std::vector<std::string> with_names(std::string step) const;
  std::string base_name(StageId stage, AxisId axis) const;  // "y" for s[C].op.axis[0] named y, also further down
  size_t ran() const;

  std::string text_;
  const script::Program& program_;
};

}  // namespace nw::workspace
