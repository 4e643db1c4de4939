// SPDX-License-Identifier: GPL-3.0-or-later
// Options of the command line in diagnostics ("--set n=1024"), replaced by what the window has for them.
#pragma once

#include <QString>

#include "base/diagnostic.h"

namespace nw::views {

// One sentence of a diagnostic, or one entry of what it says would be possible; any other text as it is.
QString window_words(const std::string& text);

}  // namespace nw::views
