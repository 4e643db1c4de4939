// SPDX-License-Identifier: GPL-3.0-or-later
// The speedup between two times, as text for the window.
#pragma once

#include <QString>

namespace nw::views {

// Times before and now, in one unit and above 0: "×12.40", "×0.67", "×0.004"; at least one digit that is not 0.
QString gain_text(double before, double now);
// Slower by more than measuring wavers.
bool is_slower(double before, double now);

}  // namespace nw::views
