// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of the kernel on screen applied to another group's kernel: a new schedule there, which undo takes back.
#pragma once

#include <QString>
#include <functional>

#include "base/ids.h"

namespace nw::views {

class Workbench;

// Off the UI thread; then the other kernel is opened, and what did not carry over stands among the problems for as long
// as that kernel has the script which came of it. `name` is that of the kernel which the steps come from. `told` hears
// how many steps were left out.
void apply_steps(Workbench* workbench, const std::string& script, const QString& name, GroupId to,
                 std::function<void(int)> told);

}  // namespace nw::views
