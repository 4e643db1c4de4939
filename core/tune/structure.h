// SPDX-License-Identifier: GPL-3.0-or-later
// What a search needs to know of a computation before it makes schedules for it: which stage sums and is worth a tile
// in registers, which stages are computed where they are read, which axes can become vectors, which operands are worth
// a copy in another layout.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "schedule/schedule.h"

namespace nw::tune {

// How the elements that neighbouring iterations of an axis read lie to each other.
enum class Neighbours : uint8_t { Same, Contiguous, Apart };

// A tensor that the anchor reads.
struct Operand {
  StageId stage;                    // that computes it, or its placeholder
  std::vector<Neighbours> by_axis;  // of the anchor's data axes
  // The data axis of the anchor that is each index of the read; -1: none, or not that alone.
  std::vector<int> axis_of_index;
  bool copied = false;  // a copy may pay off: it is read again for every tile of an axis that does not move it
};

// A reduction whose result is tiled over its data axes: matrix products, convolutions, pools.
struct Anchor {
  StageId stage;
  std::vector<int64_t> extents, depths;  // of its data and its reduction axes
  std::vector<int> vector_axes = {};     // data axes that can be vectors, the best first
  // A data axis that counts rows of the next one, and every read moves along both as along one axis of contiguous
  // elements, or along neither; -1: none.
  int rows = -1;
  std::vector<Operand> operands = {};
};

struct Structure {
  StageId last;                     // the stage of the result
  std::vector<int64_t> extents;     // of its data axes
  std::optional<Anchor> anchor;     // may be `last` itself
  bool same_shape = true;           // the anchor and `last` have the same data axes, in order
  std::vector<StageId> inlined;     // always computed where they are read
  std::vector<StageId> placed;      // inlined, at a loop of `last` or before all of it: padding, costly expressions
  std::vector<StageId> reductions;  // other reductions, `last` among them where it is one of these
  std::vector<StageId> roots;       // other results: computed by themselves
};

// Nothing where an extent is no number, or the result is no compute stage. `vector_elements`: elements of a vector.
std::optional<Structure> structure_of(const schedule::Schedule& unscheduled, int64_t vector_elements);

}  // namespace nw::tune
