// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/journal.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/json_text.h"
#include "base/write_all.h"
#include "workspace/project.h"
#include "workspace/saved_history.h"

namespace nw::workspace {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// Not a link: in a folder of another user it may lead to any file.
bool is_journal(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(path, error));
}

}  // namespace

std::string Journal::path_for(const std::string& folder, const std::string& document) {
  std::error_code error;
  const std::string absolute = fs::absolute(document, error).string();
  constexpr size_t kLongestName = 150;  // with suffixes, below the limit of file names
  return (fs::path(folder) / (fs::path(document).filename().string().substr(0, kLongestName) + "." +
                              std::to_string(std::hash<std::string>{}(absolute)) + ".journal"))
      .string();
}

std::string Journal::of_slot(const std::string& path, int slot) {
  if (slot == 1) return path;
  const size_t ending = path.rfind(".journal");
  return path.substr(0, ending) + "." + std::to_string(slot) + path.substr(ending);
}

namespace {

// A JSON object, and JSON texts added to it under their keys.
std::string with_texts(const json& object, const std::vector<std::pair<const char*, std::string>>& texts) {
  std::string line = object.dump(-1, ' ', false, json::error_handler_t::replace);
  line.pop_back();
  for (const auto& [key, text] : texts) line += (line.size() > 1 ? ",\"" : "\"") + std::string(key) + "\":" + text;
  return line + "}\n";
}

std::string change_of(const JournalLine& line, bool first) {
  std::vector<std::pair<const char*, std::string>> texts;
  if (line.choices) texts.emplace_back("choices", write_choices(*line.choices));
  if (line.tags) texts.emplace_back("tags", write_tags(*line.tags));
  if (line.network) texts.emplace_back("network", write_network_measurements(*line.network));
  if (line.history && !first) texts.emplace_back("history", write_states(*line.history, line.changed));
  return with_texts({{"document", line.document}, {"what", line.what}}, texts);
}

std::string start_of_run(const JournalLine& line) {
  std::vector<std::pair<const char*, std::string>> texts;
  if (line.history) texts.emplace_back("history", write_history(*line.history, {}, SIZE_MAX));
  return with_texts({{"run", 1}, {"base", line.base}}, texts);
}

}  // namespace

std::string Journal::append(const std::string& path, const JournalLine& line) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
  if (file < 0) return std::strerror(errno);
  struct stat facts{};
  int wrong = ::fstat(file, &facts) != 0 ? errno : S_ISREG(facts.st_mode) ? 0 : EINVAL;
  if (wrong == 0) {
    const bool first = facts.st_size == 0;
    const std::string text = (first ? start_of_run(line) : std::string()) + change_of(line, first);
    wrong = write_all(file, text);
    if (wrong != 0 && ::ftruncate(file, facts.st_size) != 0) {
    }  // a line without an end, which recover() leaves out
  }
  ::close(file);
  return wrong == 0 ? std::string() : std::strerror(wrong);
}

void Journal::remove(const std::string& path) {
  std::error_code error;
  if (!path.empty()) fs::remove(path, error);
}

void Journal::archive(const std::string& path, const std::string& archive) {
  std::error_code error;
  if (!is_journal(path)) return;
  if (!fs::exists(fs::symlink_status(archive, error))) {
    fs::rename(path, archive, error);
    return;
  }
  const Result<std::string> more = read_whole_file(path);
  if (!is_journal(archive) || !more.value) return;
  const int file = ::open(archive.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return;
  const int wrong = write_all(file, "\n" + *more.value);  // the last line there may have been cut short
  ::close(file);
  if (wrong == 0) fs::remove(path, error);
}

void Journal::drop(const std::string& archive, uintmax_t bytes) {
  std::error_code error;
  const uintmax_t size = fs::file_size(archive, error);
  if (error) return;
  if (size <= bytes || !is_journal(archive)) return remove(archive);
  if (const Result<std::string> text = read_whole_file(archive); text.value)
    (void)write_whole_file(archive, std::string_view(*text).substr(bytes));
}

namespace {

std::string text_in(const json& line, const char* key) {
  const auto at = line.find(key);
  return at != line.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// Adds what one line has to the run; lines that are not understood are left out.
void read_line(const json& line, RecoveredRun& run) {
  if (!line.contains("what")) return;
  run.document = text_in(line, "document");
  run.what = text_in(line, "what");
  if (run.history && line.contains("history") && !read_states(line["history"].dump(), *run.history))
    run.history.reset();
  if (line.contains("network")) run.network = read_network_measurements(line["network"].dump());
  if (!line.contains("choices")) {
    ++run.times;
    return;
  }
  Result<Choices> choices = read_choices(line["choices"].dump());
  if (!choices.value) return;
  run.choices = std::move(*choices.value);
  if (line.contains("tags")) run.tags = read_tags(line["tags"].dump());
  ++run.changes;
}

}  // namespace

std::vector<RecoveredRun> Journal::recover(const std::string& path) {
  std::vector<RecoveredRun> runs;
  if (!is_journal(path)) return runs;
  const Result<std::string> whole = read_whole_file(path);
  if (!whole.value) return runs;
  RecoveredRun run;
  auto end_run = [&] {
    if (run.history && run.changes == 0) run.choices = run.history->choices();
    if (run.changes > 0 || (run.history && run.times > 0)) runs.push_back(std::move(run));
    run = {};
  };
  std::string text;
  for (size_t begin = 0; begin < whole->size(); begin += text.size() + 1) {
    text = whole->substr(begin, whole->find('\n', begin) - begin);
    const json line = read_json(text);
    if (!line.is_object()) continue;
    if (line.contains("run")) {
      end_run();
      run.base = text_in(line, "base");
      if (line.contains("history"))
        if (Result<History> history = read_history(line["history"].dump()); history.value)
          run.history = std::move(*history.value);
    } else {
      read_line(line, run);
    }
  }
  end_run();
  return runs;
}

}  // namespace nw::workspace
