// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of the kernel's views: the theme's, and blends of them. Light and dark follow the palette.
#pragma once

#include <QColor>
#include <QPainter>
#include <QPalette>
#include <algorithm>

#include "common/theme.h"

namespace nw::views {

struct KernelColors {
  bool dark = false;
  QColor text, dim, keyword, number, name, string, comment;
  QColor background, margin, line;  // editor surfaces; the current line
  QColor selection, related;        // behind selected and related lines
  QColor added;                     // marks of new and changed lines
  QColor heat;                      // where the time goes
  QColor accent, border, hairline, error, warning, ok;
  std::vector<QColor> pins;   // of pins, in the order of assignment
  std::vector<QColor> pairs;  // of lines of the nest and their code, in turn

  static constexpr int kPins = 7;
  static constexpr int kPairStripe = 4, kPinStripe = 4;  // pixels

  static KernelColors from(const QPalette& palette) {
    const Theme& theme = Theme::of(palette);
    KernelColors c;
    c.dark = theme.dark;
    c.background = theme.base;
    c.text = theme.text;
    c.margin = theme.window;
    c.line = theme.hover;
    c.accent = theme.accent;
    c.border = theme.border;
    c.hairline = theme.hairline;
    c.selection = blend(theme.accent, c.background, c.dark ? 0.38 : 0.22);
    c.related = blend(theme.accent, c.background, c.dark ? 0.20 : 0.11);
    c.dim = theme.dim;
    c.keyword = theme.keyword;
    c.number = theme.number;
    c.name = theme.identifier;
    c.string = theme.string;
    c.comment = theme.dim;
    c.added = theme.ok;
    c.heat = theme.match;
    c.error = theme.error;
    c.warning = theme.warning;
    c.ok = theme.ok;
    c.pins.assign(theme.group_lines.begin(),
                  theme.group_lines.begin() + std::min<std::ptrdiff_t>(kPins, std::ssize(theme.group_lines)));
    c.pairs = theme.group_lines;
    return c;
  }
  // Neighbours are far apart on the wheel of hues.
  QColor pair(int which) const {
    constexpr size_t kStride = 5;
    return pairs.empty() ? dim : pairs[static_cast<size_t>(which) * kStride % pairs.size()];
  }
  // Beside a line of the nest and its code: a stripe of the pair's colour. Those that have a hue again are dashed, then
  // thin, then both.
  void paint_pair(QPainter& painter, int which, const QRect& stripe) const {
    const size_t turn = pairs.empty() ? 0 : static_cast<size_t>(which) / pairs.size();
    const bool dashed = turn % 2 == 1, thin = turn / 2 % 2 == 1;
    const int wide = thin ? stripe.width() / 2 : stripe.width(), gap = dashed ? stripe.height() / 2 : 0;
    painter.fillRect(QRect(stripe.left(), stripe.top(), wide, stripe.height() - gap), pair(which));
  }

  // Behind what takes this share of the time: text stays readable on it.
  QColor heatColor(double share) const { return blend(heat, background, 0.05 + 0.35 * std::clamp(share, 0.0, 1.0)); }
  // Stripes of this width, side by side, for pins of these numbers.
  void paint_pins(QPainter& painter, const std::vector<size_t>& shown, QRect stripe) const {
    for (const size_t pin : shown) {
      if (pin < pins.size()) painter.fillRect(stripe, pins[pin]);
      stripe.translate(stripe.width(), 0);
    }
  }
  static QColor blend(const QColor& over, const QColor& under, double share) { return mix(over, under, share); }
};

}  // namespace nw::views
