// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule steps of one choice of a space.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "tune/space.h"
#include "tune/step_list.h"

namespace nw::tune {

class SpaceSteps {
 public:
  SpaceSteps(const Space& space, const Choice& choice) : space_(space), choice_(choice), list_(space.start_) {}
  // Nothing where a step is refused, or more is unrolled than a compiler should be given.
  std::optional<std::vector<schedule::Step>> make();

 private:
  // A data axis of the sums, how many of its iterations registers hold, and whether they are vectors.
  struct TiledSum {
    AxisId axis;
    int64_t tile = 1;
    bool vectors = false;
  };
  int64_t value(int knob) const { return space_.value(choice_, knob); }
  int64_t tile_of(size_t axis) const;
  int64_t multiple_of(size_t axis) const;
  void lay_rows_out();
  std::vector<TiledSum> sums_axes() const;
  void tile_result();
  void place_stages();
  void factor_reductions();
  void attach_reductions();
  void copy_operands();
  void find_extents();
  void shape_sums();
  void shape_copies();
  void shape_reductions();
  void vectorize_result();
  // The innermost data loop of a stage as vectors of up to `vectors` registers.
  void vectorize_innermost(StageId stage, int64_t vectors);
  void run_alone(StageId stage);
  int64_t extent(AxisId axis) const;
  bool place(StageId stage, int64_t at);

  struct Copy {
    StageId stage;
    bool laid_out = false;
  };
  const Space& space_;
  const Choice& choice_;
  StepList list_;
  StageId sums_;
  std::vector<AxisId> spots_;  // loops of the result where stages may be computed, outermost first
  std::vector<AxisId> inner_;  // of the result, inside the place of the sums
  std::map<AxisId, int64_t> extents_;
  std::vector<Copy> copies_;
  std::vector<StageId> attached_, partial_;
  std::vector<StageId> alone_;
  int64_t unrolled_ = 1;
};

}  // namespace nw::tune
