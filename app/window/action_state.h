// SPDX-License-Identifier: GPL-3.0-or-later
// Which actions are enabled, checked and how they are titled, from what is open and selected.
#pragma once

#include "common/theme.h"

namespace nw::views {
class GraphView;
class Workbench;
}  // namespace nw::views

namespace nw::window {

struct Actions;
class KernelTabs;

void update_actions(Actions& actions, const views::Workbench& workbench, const views::GraphView& graph,
                    const KernelTabs& tabs, const views::Theme& theme);

}  // namespace nw::window
