// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected in a kernel, shared by its three faces: a stage, perhaps an axis of it, perhaps a script line.
#pragma once

#include "base/ids.h"
#include "tir/stmt.h"

namespace nw::views {

struct KernelSelection {
  StageId stage;
  AxisId axis;
  int line = 0;  // of the script

  bool operator==(const KernelSelection&) const = default;
  bool empty() const { return !stage.valid() && line == 0; }

  // 2: the selected thing itself; 1: its relatives (the same stage); 0: unrelated.
  int relation(const tir::Provenance& from) const {
    if (axis.valid()) return from.axis == axis ? 2 : 0;
    if (stage.valid()) return from.stage == stage ? 1 : 0;
    return line > 0 && from.line == line ? 2 : 0;
  }
};

}  // namespace nw::views
