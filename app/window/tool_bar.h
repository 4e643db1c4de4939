// SPDX-License-Identifier: GPL-3.0-or-later
// The tool bar: open, back and forward, which graph is shown, search, the target, run.
#pragma once

class QMainWindow;

namespace nw::views {
class TargetBox;
class TargetList;
}  // namespace nw::views

namespace nw::window {

struct Actions;

// Returns the box of the active target.
views::TargetBox* build_tool_bar(QMainWindow* window, const Actions& actions, views::TargetList& targets);

}  // namespace nw::window
