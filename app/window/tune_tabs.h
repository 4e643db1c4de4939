// SPDX-License-Identifier: GPL-3.0-or-later
// Tabs that search for fast schedules: of the kernel on screen, or of all tasks of the model. One tab each.
#pragma once

#include <QString>

namespace nw::views {
class KernelPage;
class TargetList;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class KernelTabs;

// Why the target is not tuned for; empty: it is. Of a kernel also what is wrong with its tab; null: a model.
QString why_not_tuned(const views::Workbench& workbench, const views::KernelPage* page);
void open_tuning(KernelTabs& tabs, views::Workbench& workbench, views::TargetList& targets);
void open_model_tuning(KernelTabs& tabs, views::Workbench& workbench, views::TargetList& targets);

}  // namespace nw::window
