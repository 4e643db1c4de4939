// SPDX-License-Identifier: GPL-3.0-or-later
// The what-ifs of the selected object as a menu: the same on the canvas, in the outline and in
// the inspector.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "common/selection.h"

class QMenu;

namespace nw::views {

// Texts of menus and the palette on what-ifs, in the language of the window.
struct WhatIfText {
  Q_DECLARE_TR_FUNCTIONS(nw::views::WhatIf)
};

class Workbench;

// Adds nothing where there is nothing to change (no fusion, an input, a scope).
void add_what_ifs(QMenu& menu, Workbench& workbench, const Selection& selection);
// Depth, opt level, and the what-ifs in force, each with a way to drop it.
void add_fusion_settings(QMenu& menu, Workbench& workbench);

}  // namespace nw::views
