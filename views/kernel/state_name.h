// SPDX-License-Identifier: GPL-3.0-or-later
// What people call a state of the history that a kernel has had: its tag, else its number and what it changed.
#pragma once

#include <QString>

#include "workspace/history.h"

namespace nw::views {

QString state_name(const workspace::History& history, workspace::StateId id, const std::string& task,
                   const std::string& default_script);

}  // namespace nw::views
