// SPDX-License-Identifier: GPL-3.0-or-later
// What a crash must not lose: every change since the last save, one JSON line each, appended beside the project (or in
// a folder of ours for documents never saved, and where the project's folder or disk takes no more). The last whole
// line wins; a line cut short by the crash is left out. Each window has a journal of its own (session_lock.h). What an
// earlier run left is set aside before new changes are written, and stays until a person has decided about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "workspace/choices.h"

namespace nw::workspace {

// Where the changes of one run ended.
struct Recovered {
  std::string document;  // the path of the model or script
  std::string base;      // SHA-256 of the script or project on disk that was changed; empty: it was neither
  std::string what;      // the last change's label
  Choices choices;
  std::optional<std::vector<Tagged>> tags;  // the names of states, if any was given or removed
  int changes = 0;
};

class Journal {
 public:
  static std::string path_for(const std::string& folder, const std::string& document);
  // The journal of the window with this slot, where slot 1 has `path`.
  static std::string of_slot(const std::string& path, int slot);
  // `base` as in Recovered; it is written with a run's first change. A change that could not be written leaves nothing;
  // why not, or an empty text.
  static std::string append(const std::string& path, const std::string& document, const std::string& base,
                            const std::string& what, const Choices& choices,
                            const std::vector<Tagged>* tags = nullptr);  // null: as before
  static void remove(const std::string& path);
  // Moves a journal to `left`, behind what is there already.
  static void set_aside(const std::string& path, const std::string& left);
  static std::string aside(const std::string& path) { return path + ".left"; }
  // Deletes what was set aside so far: the first `bytes`. Another window may have set aside more since.
  static void drop(const std::string& left, uintmax_t bytes);
  // What each run in the journal ended in, the oldest first; empty if there is no journal or no whole line in it.
  static std::vector<Recovered> recover(const std::string& path);
};

}  // namespace nw::workspace
