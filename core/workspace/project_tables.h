// SPDX-License-Identifier: GPL-3.0-or-later
// The pattern tables of a project that are files: kept by path and hash, read again when the project is opened.
#pragma once

#include <string>
#include <vector>

#include "workspace/document.h"
#include "workspace/project.h"

namespace nw::workspace {

// A table whose text is not that of its file is kept with its text.
std::vector<ProjectTable> tables_to_save(const Choices& choices, const std::string& project_path);

// As a project file names tables, relative to its folder, and back. An absolute path stays one.
Choices with_relative_tables(Choices choices, const std::string& project_path);
Choices with_absolute_tables(Choices choices, const std::string& project_path);

// Adds them to the project's choices. Diagnostics (warnings): NW1056 where a file is not the one that the project was
// saved with, cannot be read, or is outside of the project's folder without consent; then its text is that of `last`
// (the choices that the project's history ends at; null: none), if that has it.
Diagnostics add_tables(const std::vector<ProjectTable>& tables, const std::string& project_path, const Consent& consent,
                       const Choices* last, Choices& choices);

// Those of the choices that are outside of the project's folder.
std::vector<std::string> tables_outside(const Choices& choices, const std::string& project_path);

}  // namespace nw::workspace
