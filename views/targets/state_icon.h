// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of a target's state, always beside its word: each state has a shape of its own, so that the colour is not
// needed to know it.
#pragma once

#include <QIcon>
#include <QPalette>

#include "models/target_entries.h"

namespace nw::views {

const QIcon& state_icon(TargetState state, const QPalette& palette);

}  // namespace nw::views
