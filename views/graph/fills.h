// SPDX-License-Identifier: GPL-3.0-or-later
// The colours that an overlay, or a comparison, gives to the things of a picture.
#pragma once

#include <QColor>
#include <memory>
#include <vector>

#include "common/theme.h"
#include "graph/picture.h"
#include "models/overlay.h"

namespace nw::views {

struct Fills {
  std::vector<QRgb> items;  // by item; 0: as without
  std::vector<QRgb> boxes;  // by expanded scope, where it is drawn closed
  // Of the sum of all numbers, where they add up: the part of an item, and of an expanded scope. NaN: it has none.
  std::vector<float> item_shares, box_shares;
  bool lines = false;  // lines have the colour of the thing they come from
};

// Readable in grey and without red or green: dark blue to yellow (cividis).
QColor ramp(double share);
QColor color_of(const Overlay& overlay, float value, const Theme& theme);
// Black or white, whichever is easier to read on it.
QColor ink_on(const QColor& ground);

std::shared_ptr<const Fills> make_fills(const Picture& picture, const Overlay& overlay, const Theme& theme);

}  // namespace nw::views
