// SPDX-License-Identifier: GPL-3.0-or-later
// What a crash must not lose: every change since the last save, one JSON line each, appended beside the project (or in
// a folder of ours for documents never saved). The last whole line wins; a line cut short by the crash is left out.
#pragma once

#include <optional>
#include <string>

#include "workspace/choices.h"

namespace nw::workspace {

struct Recovered {
  std::string document;  // the path of the model or script
  std::string what;      // the last change's label
  Choices choices;
  std::optional<std::vector<Tagged>> tags;  // the names of states, if any was given or taken away
  int changes = 0;
};

class Journal {
 public:
  static std::string path_for(const std::string& folder, const std::string& document);
  static void append(const std::string& path, const std::string& document, const std::string& what,
                     const Choices& choices, const std::vector<Tagged>* tags = nullptr);  // null: as before
  static void remove(const std::string& path);
  // The state that the journal ends in, or nothing if there is no journal or no whole line in it.
  static std::optional<Recovered> recover(const std::string& path);
};

}  // namespace nw::workspace
