// SPDX-License-Identifier: GPL-3.0-or-later
// The few colours that the kernel's views need beyond the palette, derived from it: light and dark follow by
// themselves.
#pragma once

#include <QColor>
#include <QPalette>

namespace nw::views {

struct KernelColors {
  bool dark = false;
  QColor text, dim, keyword, number, name, string, comment;
  QColor background, margin, line;  // editor surfaces; the current line
  QColor selection, related;        // behind selected and related lines
  QColor added;                     // marks of new and changed lines
  QColor error, warning, ok;

  static KernelColors from(const QPalette& palette) {
    KernelColors c;
    c.background = palette.color(QPalette::Base);
    c.dark = c.background.lightness() < 128;
    c.text = palette.color(QPalette::Text);
    c.margin = palette.color(QPalette::Window);
    c.line = palette.color(QPalette::AlternateBase);
    const QColor accent = palette.color(QPalette::Highlight);
    c.selection = blend(accent, c.background, c.dark ? 0.38 : 0.22);
    c.related = blend(accent, c.background, c.dark ? 0.20 : 0.11);
    c.dim = c.dark ? QColor(0x9a, 0xa3, 0xad) : QColor(0x5c, 0x66, 0x70);
    c.keyword = c.dark ? QColor(0x7c, 0xb7, 0xff) : QColor(0x0b, 0x57, 0xb8);
    c.number = c.dark ? QColor(0xe0, 0xaf, 0x68) : QColor(0x8a, 0x4b, 0x00);
    c.name = c.dark ? QColor(0x8f, 0xd6, 0xb0) : QColor(0x0f, 0x6b, 0x45);
    c.string = c.dark ? QColor(0xc3, 0xa6, 0xf2) : QColor(0x6b, 0x3a, 0xb0);
    c.comment = c.dim;
    c.added = c.dark ? QColor(0x4c, 0xc3, 0x8a) : QColor(0x1a, 0x8f, 0x57);
    c.error = c.dark ? QColor(0xff, 0x7b, 0x72) : QColor(0xc1, 0x27, 0x2d);
    c.warning = c.dark ? QColor(0xe3, 0xb3, 0x41) : QColor(0x9a, 0x67, 0x00);
    c.ok = c.added;
    return c;
  }

  static QColor blend(const QColor& over, const QColor& under, double share) {
    auto mix = [share](int a, int b) { return static_cast<int>(a * share + b * (1 - share)); };
    return {mix(over.red(), under.red()), mix(over.green(), under.green()), mix(over.blue(), under.blue())};
  }
};

}  // namespace nw::views
