// SPDX-License-Identifier: GPL-3.0-or-later
// Loops and stages that are pinned in a kernel, each with a colour. A pin is identified by names: the loop may be
// missing for a while, and ids are assigned again for every text.
#pragma once

#include <string>
#include <vector>

#include "kernel/kernel_selection.h"
#include "kernel/preview.h"

namespace nw::views {

struct KernelPin {
  std::string stage, axis;  // as TVM calls it; axis empty: the whole stage
  std::string name;         // of the axis in the script
  bool empty() const { return stage.empty(); }
  bool operator==(const KernelPin&) const = default;
};

KernelPin pin_of(const kernel::KernelPreview& preview, const KernelSelection& selection);
// Empty while the loop does not exist.
KernelSelection place_of(const kernel::KernelPreview& preview, const KernelPin& pin);

enum class PinToggled { Pinned, Unpinned, NoColourLeft };
// `pins` are by colour, as the entries of `marks` are; an empty entry with a pin is of a loop that does not exist now.
// Its colour is reused only if no other is free.
PinToggled toggle_pin(std::vector<KernelPin>& pins, KernelMarks& marks, const kernel::KernelPreview& preview,
                      const KernelSelection& selection);
// Where the pins are in another preview.
void follow_pins(const std::vector<KernelPin>& pins, KernelMarks& marks, const kernel::KernelPreview& preview);

}  // namespace nw::views
