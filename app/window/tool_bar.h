// SPDX-License-Identifier: GPL-3.0-or-later
// The tool bar: open, back and forward, which graph is shown, search, run.
#pragma once

class QMainWindow;

namespace nw::window {

struct Actions;

void build_tool_bar(QMainWindow* window, const Actions& actions);

}  // namespace nw::window
