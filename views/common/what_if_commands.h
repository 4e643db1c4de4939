// SPDX-License-Identifier: GPL-3.0-or-later
// The what-ifs of fusion as commands for the palette, named as the menus name them. Commands that do not apply are
// disabled, with the reason.
#pragma once

#include <vector>

#include "common/command_palette.h"

namespace nw::views {

class Workbench;

std::vector<Command> what_if_commands(Workbench& workbench);

}  // namespace nw::views
