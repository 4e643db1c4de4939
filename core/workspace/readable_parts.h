// SPDX-License-Identifier: GPL-3.0-or-later
// What can be read of a file that cannot be opened: its text, its bytes around the fault, and of a project whose model
// is missing what the project itself holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace nw::workspace {

struct ProjectParts {
  std::string model;                // as the project names it
  std::vector<std::string> tasks;   // that have schedules
  std::vector<std::string> tagged;  // names of states
  size_t states = 0, measured = 0;  // of the history; those of them with times
};

struct ReadableParts {
  static constexpr int64_t kBytesInRow = 16;  // of the dump
  int64_t bytes = -1;                         // the size of the file; -1: nothing of it can be read
  std::string text;                           // its beginning; empty: it is no text
  bool cut = false;                           // the text goes on
  std::string dump;       // of a file that is no text: bytes around the fault as hexadecimal numbers and as letters
  int64_t dump_from = 0;  // the byte that begins it
  std::optional<ProjectParts> project;
};

// `diagnostics`: why it could not be opened; the first that names a byte is where the dump is from.
ReadableParts readable_parts(const std::string& path, const Diagnostics& diagnostics);

ReadableParts readable_parts_of_text(const std::string& text);  // that has no file

}  // namespace nw::workspace
