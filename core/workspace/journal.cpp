// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/journal.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "workspace/project.h"

namespace nw::workspace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string Journal::path_for(const std::string& folder, const std::string& document) {
  std::error_code error;
  const std::string absolute = fs::absolute(document, error).string();
  return (fs::path(folder) / (fs::path(document).filename().string() + "." +
                              std::to_string(std::hash<std::string>{}(absolute)) + ".journal"))
      .string();
}

void Journal::append(const std::string& path, const std::string& document, const std::string& what,
                     const Choices& choices, const std::vector<Tagged>* tags) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  std::ofstream file(path, std::ios::app | std::ios::binary);
  json line = {{"document", document}, {"what", what}, {"choices", json::parse(write_choices(choices))}};
  if (tags) line["tags"] = json::parse(write_tags(*tags));
  file << line.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
}

void Journal::remove(const std::string& path) {
  std::error_code error;
  if (!path.empty()) fs::remove(path, error);
}

std::optional<Recovered> Journal::recover(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::optional<Recovered> last;
  std::optional<std::vector<Tagged>> tags;
  int changes = 0;
  for (std::string text; file && std::getline(file, text);) {
    const json line = json::parse(text, nullptr, false);
    if (!line.is_object() || !line.contains("choices")) continue;
    Result<Choices> choices = read_choices(line["choices"].dump());
    if (!choices.value) continue;
    if (line.contains("tags")) tags = read_tags(line["tags"].dump());
    last = Recovered{line.value("document", std::string()), line.value("what", std::string()), std::move(*choices),
                     tags, ++changes};
  }
  return last;
}

}  // namespace nw::workspace
