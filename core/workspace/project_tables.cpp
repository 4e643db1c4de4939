// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/project_tables.h"

#include <filesystem>

#include "base/input_file.h"
#include "base/sha256.h"
#include "workspace/table_file.h"

namespace nw::workspace {

namespace fs = std::filesystem;

namespace {

Diagnostic about_table(const std::string& path, const std::string& what, std::string because = {}) {
  Diagnostic d;
  d.code = "NW1056";
  d.severity = Severity::Warning;
  d.message = "the project's pattern table '" + path + "' " + what;
  Place place;
  place.file = path;
  d.where.push_back(place);
  if (!because.empty()) d.because = {std::move(because)};
  return d;
}

// Text of the table at `path` in the last state of the history.
std::optional<std::string> text_in(const Choices* last, const std::string& path) {
  if (!last) return std::nullopt;
  if (last->table == path) return last->patterns;
  const auto behind = last->tables_behind.find(path);
  return behind == last->tables_behind.end() ? std::nullopt : std::optional(behind->second);
}

std::optional<std::string> text_of(const ProjectTable& table, const std::string& file, const std::string& project_path,
                                   const Consent& consent, const Choices* last, Diagnostics& found) {
  const std::optional<std::string> known = table.text ? table.text : text_in(last, file);
  std::error_code error;
  if (is_outside(project_path, file) && !consent(fs::absolute(file, error).string())) {
    found.push_back(about_table(file, "is outside of the project's folder and was not read",
                                "a project from somebody else could name any file that you can read"));
    found.back().legal = {"--outside"};
    return known;
  }
  const Result<std::string> read = read_whole_file(file, kLargestTable);
  if (!read.value) {
    found.push_back(about_table(file, "cannot be read", read.diagnostics.front().message));
    return known;
  }
  if (text_sha256(*read) != table.sha256)
    found.push_back(about_table(file, table.text
                                          ? "has changed since the project was saved; its unsaved text is shown"
                                          : "has changed since the project was saved; it is shown as it is now"));
  return table.text ? table.text : *read.value;
}

ProjectTable table_to_save(const std::string& path, const std::string& text, bool front, const fs::path& folder) {
  std::error_code error;
  const fs::path relative = fs::relative(path, folder, error);
  ProjectTable table;
  table.path = (error || relative.empty() ? fs::path(path) : relative).generic_string();
  table.sha256 = file_sha256(path);
  table.front = front;
  if (table.sha256 != text_sha256(text)) table.text = text;
  return table;
}

}  // namespace

namespace {

// Each table's path as `renamed` has it; the project's own text has none.
template <class Renamed>
Choices with_tables(Choices choices, const Renamed& renamed) {
  if (!choices.table.empty()) choices.table = renamed(choices.table);
  std::map<std::string, std::string> behind;
  for (auto& [path, text] : choices.tables_behind) behind[path.empty() ? path : renamed(path)] = std::move(text);
  choices.tables_behind = std::move(behind);
  return choices;
}

fs::path folder_of(const std::string& project_path) {
  std::error_code error;
  return fs::absolute(project_path, error).parent_path();
}

}  // namespace

Choices with_relative_tables(Choices choices, const std::string& project_path) {
  if (project_path.empty()) return choices;
  return with_tables(std::move(choices), [folder = folder_of(project_path)](const std::string& path) {
    std::error_code error;
    const fs::path relative = fs::relative(path, folder, error);
    return (error || relative.empty() ? fs::path(path) : relative).generic_string();
  });
}

Choices with_absolute_tables(Choices choices, const std::string& project_path) {
  if (project_path.empty()) return choices;
  return with_tables(std::move(choices), [folder = folder_of(project_path)](const std::string& path) {
    return (folder / path).lexically_normal().string();
  });
}

std::vector<ProjectTable> tables_to_save(const Choices& choices, const std::string& project_path) {
  std::error_code error;
  const fs::path folder = fs::absolute(project_path, error).parent_path();
  std::vector<ProjectTable> tables;
  if (!choices.table.empty()) tables.push_back(table_to_save(choices.table, choices.patterns, true, folder));
  for (const auto& [path, text] : choices.tables_behind)
    if (!path.empty()) tables.push_back(table_to_save(path, text, false, folder));
  return tables;
}

Diagnostics add_tables(const std::vector<ProjectTable>& tables, const std::string& project_path, const Consent& consent,
                       const Choices* last, Choices& choices) {
  Diagnostics found;
  std::error_code error;
  const fs::path folder = fs::absolute(project_path, error).parent_path();
  for (const ProjectTable& table : tables) {
    const std::string file = (folder / table.path).lexically_normal().string();
    std::optional<std::string> text = text_of(table, file, project_path, consent, last, found);
    if (!text) continue;
    if (!table.front || !choices.table.empty()) {
      choices.tables_behind[file] = std::move(*text);
      continue;
    }
    if (!choices.patterns.empty()) choices.tables_behind[{}] = std::move(choices.patterns);
    choices.table = file;
    choices.patterns = std::move(*text);
  }
  return found;
}

std::vector<std::string> tables_outside(const Choices& choices, const std::string& project_path) {
  std::vector<std::string> outside;
  if (!choices.table.empty() && is_outside(project_path, choices.table)) outside.push_back(choices.table);
  for (const auto& [path, text] : choices.tables_behind)
    if (!path.empty() && is_outside(project_path, path)) outside.push_back(path);
  return outside;
}

}  // namespace nw::workspace
