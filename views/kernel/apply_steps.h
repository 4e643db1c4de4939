// SPDX-License-Identifier: GPL-3.0-or-later
// Applies the steps of the displayed kernel to another group's kernel: a new schedule there, which undo removes.
#pragma once

#include <QString>
#include <functional>

#include "base/ids.h"

namespace nw::views {

class Workbench;

// Off the UI thread; then the other kernel is opened, and steps that could not be transferred are listed as problems
// while that kernel has the resulting script. `name` is that of the kernel which the steps come from. `done` is called
// with how many steps were left out.
void apply_steps(Workbench* workbench, const std::string& script, const QString& name, GroupId to,
                 std::function<void(int)> done);

}  // namespace nw::views
