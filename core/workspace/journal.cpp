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

void Journal::append(const std::string& path, const std::string& document, const std::string& base,
                     const std::string& what, const Choices& choices, const std::vector<Tagged>* tags) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  const uintmax_t size = fs::file_size(path, error);
  const bool begins = error || size == 0;
  std::ofstream file(path, std::ios::app | std::ios::binary);
  auto write = [&file](const json& line) {
    file << line.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
  };
  if (begins) write({{"run", 1}, {"base", base}});
  json line = {{"document", document}, {"what", what}, {"choices", json::parse(write_choices(choices))}};
  if (tags) line["tags"] = json::parse(write_tags(*tags));
  write(line);
}

void Journal::remove(const std::string& path) {
  std::error_code error;
  if (!path.empty()) fs::remove(path, error);
}

void Journal::set_aside(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return;
  if (!fs::exists(aside(path), error)) {
    fs::rename(path, aside(path), error);
    return;
  }
  std::ifstream from(path, std::ios::binary);
  std::ofstream to(aside(path), std::ios::app | std::ios::binary);
  to << '\n' << from.rdbuf() << std::flush;  // its last line may have been cut short
  if (to) fs::remove(path, error);
}

namespace {
std::string text_in(const json& line, const char* key) {
  const auto at = line.find(key);
  return at != line.end() && at->is_string() ? at->get<std::string>() : std::string();
}
}  // namespace

std::vector<Recovered> Journal::recover(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<Recovered> runs;
  Recovered run;
  auto end_run = [&] {
    if (run.changes > 0) runs.push_back(std::move(run));
    run = {};
  };
  for (std::string text; file && std::getline(file, text);) {
    const json line = json::parse(text, nullptr, false);
    if (!line.is_object()) continue;
    if (line.contains("run")) {
      end_run();
      run.base = text_in(line, "base");
    }
    if (!line.contains("choices")) continue;
    Result<Choices> choices = read_choices(line["choices"].dump());
    if (!choices.value) continue;
    run.document = text_in(line, "document");
    run.what = text_in(line, "what");
    run.choices = std::move(*choices.value);
    if (line.contains("tags")) run.tags = read_tags(line["tags"].dump());
    ++run.changes;
  }
  end_run();
  return runs;
}

}  // namespace nw::workspace
