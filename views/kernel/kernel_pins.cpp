// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kernel_pins.h"

#include <algorithm>

namespace nw::views {

KernelPin pin_of(const kernel::KernelPreview& preview, const KernelSelection& selection) {
  KernelPin pin;
  for (const kernel::LoopTreeRow& row : preview.tree) {
    if (row.stage != selection.stage) continue;
    if (row.kind == kernel::LoopTreeRow::Kind::Stage) pin.stage = row.name;
    if (row.axis.valid() && row.axis == selection.axis) pin.axis = row.hint, pin.name = row.name;
  }
  return pin;
}

KernelSelection place_of(const kernel::KernelPreview& preview, const KernelPin& pin) {
  KernelSelection place;
  StageId stage;
  bool named = false;  // by the script's name too
  for (const kernel::LoopTreeRow& row : preview.tree) {
    if (row.kind == kernel::LoopTreeRow::Kind::Stage) {
      if (row.name != pin.stage) continue;
      stage = row.stage;
      if (pin.axis.empty()) return {row.stage, {}, row.line};
    } else if (stage.valid() && row.stage == stage && row.hint == pin.axis && !named) {
      place = {row.stage, row.axis, row.line};
      named = row.name == pin.name;
    }
  }
  return place;
}

PinToggled toggle_pin(std::vector<KernelPin>& pins, KernelMarks& marks, const kernel::KernelPreview& preview,
                      const KernelSelection& selection) {
  const auto own = std::ranges::find_if(
      marks.pins, [&](const KernelSelection& pin) { return !pin.empty() && KernelMarks::same(pin, selection); });
  if (own != marks.pins.end()) {
    pins[static_cast<size_t>(own - marks.pins.begin())] = {};
    *own = {};
    return PinToggled::Unpinned;
  }
  const auto colour_of = [&](bool gone) {
    size_t i = 0;
    while (i < pins.size() && !(marks.pins[i].empty() && pins[i].empty() != gone)) ++i;
    return i;
  };
  size_t colour = colour_of(false);
  if (colour == pins.size() && colour == KernelMarks::kMaxPins) colour = colour_of(true);
  if (colour == KernelMarks::kMaxPins) return PinToggled::NoColourLeft;
  if (colour == pins.size()) pins.emplace_back(), marks.pins.emplace_back();
  pins[colour] = pin_of(preview, selection);
  marks.pins[colour] = selection;
  return PinToggled::Pinned;
}

void follow_pins(const std::vector<KernelPin>& pins, KernelMarks& marks, const kernel::KernelPreview& preview) {
  marks.pins.resize(pins.size());
  for (size_t i = 0; i < pins.size(); ++i)
    if (!pins[i].empty()) marks.pins[i] = place_of(preview, pins[i]);
}

}  // namespace nw::views
