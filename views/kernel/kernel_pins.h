// SPDX-License-Identifier: GPL-3.0-or-later
// Loops and stages that are pinned in a kernel, each with a colour. A pin is known by its names: the loop may be gone
// for a while, and its number is assigned again with every text.
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
// Empty where the loop is gone for now.
KernelSelection place_of(const kernel::KernelPreview& preview, const KernelPin& pin);

enum class PinToggled { Pinned, Unpinned, NoColourLeft };
// `pins` are by colour, as the places of `marks` are; an empty place with a pin is of a loop that is gone for now. Its
// colour is taken only when no other is left.
PinToggled toggle_pin(std::vector<KernelPin>& pins, KernelMarks& marks, const kernel::KernelPreview& preview,
                      const KernelSelection& selection);
// Where the pins are in another preview.
void follow_pins(const std::vector<KernelPin>& pins, KernelMarks& marks, const kernel::KernelPreview& preview);

}  // namespace nw::views
