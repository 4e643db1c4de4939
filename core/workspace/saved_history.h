// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of states as a project keeps it: every distinct script once, of most only the lines that the one before has
// otherwise; and of a state only what its parent has otherwise. Parents are before their children, as in the tree.
// The machines that times were measured on are stored once; a time that names none was measured on an unknown machine.
#pragma once

#include <string>

#include "base/result.h"
#include "workspace/history.h"

namespace nw::workspace {

// So many states are kept. Of more, those without a name and without a measured time go first, the oldest of them
// first; then the oldest without a name. Their children become those of their parents.
constexpr size_t kSavedStates = 2000;

// One JSON object on one line.
std::string write_history(const History& history);

// The history again: states, labels, names, times, the present one and the way that redo takes from it. What was typed
// last is not continued by what is typed next. NW1054, a warning, if the text is not one that write_history gives;
// there is no history then.
Result<History> read_history(const std::string& text);

// Times of named states, which projects kept among the views' settings before they kept the whole history; what is no
// time is left out.
void record_named_times(const std::string& view_state, History& history);

}  // namespace nw::workspace
