// SPDX-License-Identifier: GPL-3.0-or-later
// The font of code: JetBrains Mono where it is installed, else the system's fixed font.
#pragma once

#include <QFont>

namespace nw::views {

QFont codeFont();

}  // namespace nw::views
