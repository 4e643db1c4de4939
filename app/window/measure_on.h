// SPDX-License-Identifier: GPL-3.0-or-later
// A tab that measures the kernel on screen on several targets.
#pragma once

namespace nw::views {
class TargetList;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class KernelTabs;

void open_measure_on(KernelTabs& tabs, views::Workbench& workbench, views::TargetList& targets);

}  // namespace nw::window
