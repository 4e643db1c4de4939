// SPDX-License-Identifier: GPL-3.0-or-later
// The crash journal: every change and measured time since the last save, one JSON line each, appended beside the
// project (or in the application's folder for documents never saved, and where the project's folder cannot be written).
// The last complete line has the choices, all lines together the history; an incomplete one is ignored. Each window has
// its own journal (session_lock.h). The journal of an earlier run is archived before new changes are written, and kept
// until the user restores or discards it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "workspace/choices.h"
#include "workspace/history.h"
#include "workspace/network_measurement.h"

namespace nw::workspace {

// The last state of one run of the application.
struct RecoveredRun {
  std::string document;  // the path of the model or script
  std::string base;      // SHA-256 of the script or project on disk that was changed; empty: it was neither
  std::string what;      // the last change's label
  Choices choices;
  std::optional<std::vector<NamedState>> tags;  // named states, if any was added or removed
  std::vector<NetworkMeasurement> network;      // of runs of the whole network; empty: as before
  std::optional<History> history;  // all states and times; none if a line of the journal is missing or damaged
  int changes = 0;
  int times = 0;  // runs that were measured
};

// One line of the journal: what is written after a change, or after times were measured.
struct JournalLine {
  const std::string& document;
  const std::string& base;                        // as in RecoveredRun; written with a run's first line
  const std::string& what;                        // the change's label
  const Choices* choices = nullptr;               // null: no change, only times
  const std::vector<NamedState>* tags = nullptr;  // null: as before
  const History* history = nullptr;
  std::vector<StateId> changed = {};                         // its states that have changed since the line before
  const std::vector<NetworkMeasurement>* network = nullptr;  // null: as before
};

class Journal {
 public:
  static std::string path_for(const std::string& folder, const std::string& document);
  // The journal of the window with this slot; `path` is that of slot 1.
  static std::string of_slot(const std::string& path, int slot);
  // Returns why the line could not be written, or an empty text; a failed write leaves the journal as it was. With a
  // run's first line the whole history is written.
  static std::string append(const std::string& path, const JournalLine& line);
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
