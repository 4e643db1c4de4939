// SPDX-License-Identifier: GPL-3.0-or-later
// What the command palette offers of the kernel on screen: its details, its schedules, and what can be done with the
// selected loop or stage.
#pragma once

#include <vector>

#include "common/command_palette.h"

namespace nw::views {
class KernelPage;
}

namespace nw::window {

std::vector<views::Command> kernel_commands(views::KernelPage* page);  // null: none

}  // namespace nw::window
