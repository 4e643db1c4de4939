// SPDX-License-Identifier: GPL-3.0-or-later
// The project file (*.nest): JSON, schema 1. Keys that this version does not know survive a load and a save.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "workspace/choices.h"
#include "workspace/network_measurement.h"

namespace nw::workspace {

// A pattern table that is a file: kept by its path and what it had inside.
struct ProjectTable {
  std::string path;                 // relative to the project's folder, or absolute on another volume
  std::string sha256;               // hex, of the file's bytes when the project was saved
  bool front = false;               // the table that is matched
  std::optional<std::string> text;  // in the window, where its file had another
};

struct Project {
  std::string model_path;    // relative to the project's folder, or absolute on another volume
  std::string model_sha256;  // hex, of the model's bytes when the project was saved
  Choices choices;           // without the tables that are files
  std::vector<ProjectTable> tables;
  std::vector<NamedState> tags;
  std::vector<std::string> targets;  // ids of those that were used, the active one first; nothing is known of them here
  std::string history;               // JSON of saved_history.h; empty: none was saved
  std::vector<NetworkMeasurement> network;  // of runs of the whole network
  std::string view_state = "{}";            // JSON, owned by the views
  std::string tuning;                       // JSON object: records of searches and each task's result; empty: none
  std::string unknown_keys = "{}";          // JSON object of unknown top-level keys
};

std::string write_project(const Project& project);
// Diagnostics: NW1050 not JSON, NW1051 not a project or a newer schema, NW1052 a value of the wrong type (left out).
Result<Project> read_project(const std::string& text);

// Choices alone, for the journal: one JSON object on one line.
std::string write_choices(const Choices& choices);
Result<Choices> read_choices(const std::string& text);
// Named states, likewise: a JSON list; invalid entries are omitted.
std::string write_tags(const std::vector<NamedState>& tags);
std::vector<NamedState> read_tags(const std::string& text);

}  // namespace nw::workspace
