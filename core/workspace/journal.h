// SPDX-License-Identifier: GPL-3.0-or-later
// The crash journal: every change since the last save, one JSON line each, appended beside the project (or in the
// application's folder for documents never saved, and where the project's folder cannot be written). The last complete
// line counts; an incomplete one is ignored. Each window has its own journal (session_lock.h). The journal of an
// earlier run is archived before new changes are written, and kept until the user restores or discards it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "workspace/choices.h"

namespace nw::workspace {

// The last state of one run of the application.
struct RecoveredRun {
  std::string document;  // the path of the model or script
  std::string base;      // SHA-256 of the script or project on disk that was changed; empty: it was neither
  std::string what;      // the last change's label
  Choices choices;
  std::optional<std::vector<NamedState>> tags;  // named states, if any was added or removed
  int changes = 0;
};

class Journal {
 public:
  static std::string path_for(const std::string& folder, const std::string& document);
  // The journal of the window with this slot; `path` is that of slot 1.
  static std::string of_slot(const std::string& path, int slot);
  // Returns why the change could not be written, or an empty text; a failed write leaves the journal as it was. `base`
  // as in RecoveredRun; it is written with a run's first change.
  static std::string append(const std::string& path, const std::string& document, const std::string& base,
                            const std::string& what, const Choices& choices,
                            const std::vector<NamedState>* tags = nullptr);  // null: as before
  static void remove(const std::string& path);
  // Appends a journal to an archive and removes it.
  static void archive(const std::string& path, const std::string& archive);
  static std::string archive_path(const std::string& path) { return path + ".left"; }
  // Deletes the first `bytes` of an archive; another window may have appended more since.
  static void drop(const std::string& archive, uintmax_t bytes);
  // The last state of each run in the journal, oldest first; empty if there is no journal or no complete line in it.
  static std::vector<RecoveredRun> recover(const std::string& path);
};

}  // namespace nw::workspace
