// SPDX-License-Identifier: GPL-3.0-or-later
// The history in a project file: every distinct script once, most as a difference from the previous one; of a state
// only the difference from its parent. Parents are before their children, as in the tree. The machines that times were
// measured on are stored once; a time that names none was measured on an unknown machine.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "workspace/history.h"

namespace nw::workspace {

// The limit of saved states. Beyond it, states without a name and a measured time are omitted first, the oldest ones
// first; then the oldest without a name. Their children become children of their parents.
constexpr size_t kSavedStates = 2000;

// One JSON object on one line. Tables are named relative to the project's folder. A journal keeps every state, under
// its id.
std::string write_history(const History& history, const std::string& project_path = {},
                          size_t most_states = kSavedStates);

// Reads the history: states, labels, names, times, the current one and the branches of redo. Typing after it starts a
// new change. NW1054, a warning, and no history if the text is not one of write_history.
Result<History> read_history(const std::string& text, const std::string& project_path = {});

// Some states of a history as they are now, and which is the current one: one JSON object on one line, for a journal.
std::string write_states(const History& history, const std::vector<StateId>& states);
// Adds or replaces those states. False, with the history in part changed, if the text is not one of write_states or
// does not follow the history.
bool read_states(const std::string& text, History& history);

// Times of named states, which older projects have among the views' settings instead of a history; invalid ones are
// omitted.
void record_named_times(const std::string& view_state, History& history);

}  // namespace nw::workspace
