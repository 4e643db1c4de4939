// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected in a kernel, shared by its three faces: a stage, perhaps axes of it, perhaps a script line.
#pragma once

#include <algorithm>
#include <vector>

#include "base/ids.h"
#include "tir/stmt.h"

namespace nw::views {

struct KernelSelection {
  StageId stage;
  AxisId axis;
  int line = 0;                        // of the script
  std::vector<AxisId> also{};          // more axes of the stage, where a line is about several
  std::vector<StageId> also_stages{};  // more stages, where a graph node is computed by several

  bool operator==(const KernelSelection&) const = default;
  bool empty() const { return !stage.valid() && line == 0; }

  // 2: the selected thing itself; 1: its relatives (the same stage); 0: unrelated.
  int relation(const tir::Provenance& from) const {
    if (axis.valid()) return from.axis == axis || std::find(also.begin(), also.end(), from.axis) != also.end() ? 2 : 0;
    if (stage.valid())
      return from.stage == stage || std::ranges::find(also_stages, from.stage) != also_stages.end() ? 1 : 0;
    return line > 0 && from.line == line ? 2 : 0;
  }
};

// Drawn by the faces besides the selection: the loop under the pointer, and the pins, each with a colour of its
// own until it is let go.
struct KernelMarks {
  static constexpr size_t kMaxPins = 7;

  KernelSelection hovered;
  std::vector<KernelSelection> pins;  // by colour; empty entries are free

  // A pin means its axis, or the whole stage.
  static bool same(const KernelSelection& a, const KernelSelection& b) {
    return a.stage == b.stage && a.axis == b.axis;
  }
  bool is_pinned(const KernelSelection& s) const {
    return std::any_of(pins.begin(), pins.end(), [&](const KernelSelection& p) { return !p.empty() && same(p, s); });
  }
  // The colours of the pins that this comes from: a loop's own goes before its stage's.
  std::vector<size_t> pins_of(const tir::Provenance& from) const {
    std::vector<size_t> own, others;
    for (size_t i = 0; i < pins.size(); ++i)
      if (const int relation = pins[i].empty() ? 0 : pins[i].relation(from); relation > 0)
        (relation == 2 ? own : others).push_back(i);
    own.insert(own.end(), others.begin(), others.end());
    return own;
  }
};

}  // namespace nw::views
