// SPDX-License-Identifier: GPL-3.0-or-later
// The handbook's page of keys: those of the menus as they are, and those of the canvas and the loop tree.
#pragma once

#include <QString>

class QMenuBar;

namespace nw::window {

QString keyboard_page(const QMenuBar& bar);  // Markdown

}  // namespace nw::window
