// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of states drawn as a graph of commits: a row a state in order of creation, a lane a line of descent.
#pragma once

#include <vector>

#include "workspace/history.h"

namespace nw::views {

// A piece of a line within a row, between its upper edge, the dot in its middle and its lower edge.
struct LanePiece {
  enum class Kind {
    Through,  // from the upper to the lower edge
    In,       // from the upper edge to the dot
    Out       // from the dot, which may be in another lane, to the lower edge
  };
  Kind kind;
  int lane;
  bool on_path;  // to the present state

  bool operator==(const LanePiece&) const = default;
};

struct HistoryRow {
  int lane = 0;                   // of the dot
  std::vector<LanePiece> pieces;  // those on the path last, which are drawn above the others
};

// The first child continues in its parent's lane; every further one begins a lane to the right of it, the nearest that
// no other line needs between the two.
std::vector<HistoryRow> history_lanes(const workspace::History& history);

}  // namespace nw::views
