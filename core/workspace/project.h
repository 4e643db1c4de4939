// SPDX-License-Identifier: GPL-3.0-or-later
// The project file (*.nest): JSON, schema 1. Keys that this version does not know survive a load and a save.
#pragma once

#include <string>

#include "base/result.h"
#include "workspace/choices.h"

namespace nw::workspace {

struct Project {
  std::string model_path;    // relative to the project's folder, or absolute on another volume
  std::string model_sha256;  // hex, of the model's bytes when the project was saved
  Choices choices;
  std::vector<Tagged> tags;
  std::string history;              // JSON as saved_history.h has it; empty: none was kept
  std::string view_state = "{}";    // JSON, owned by the views
  std::string unknown_keys = "{}";  // JSON object of top-level keys that are not ours
};

std::string write_project(const Project& project);
// Diagnostics: NW1050 not JSON, NW1051 not a project or a newer schema, NW1052 a value of the wrong type (left out).
Result<Project> read_project(const std::string& text);

// Choices alone, as the journal keeps them: one JSON object on one line.
std::string write_choices(const Choices& choices);
Result<Choices> read_choices(const std::string& text);
// Names of states, likewise: a JSON list; what is not one is left out.
std::string write_tags(const std::vector<Tagged>& tags);
std::vector<Tagged> read_tags(const std::string& text);

}  // namespace nw::workspace
