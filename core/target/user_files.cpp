// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/user_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/atomic_file.h"
#include "target/diagnostics.h"

namespace nw::target {

using nlohmann::json;

namespace {

namespace fs = std::filesystem;

constexpr mode_t kOwnerOnly = S_IRUSR | S_IWUSR;

// One process at a time changes the files of a folder.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder) : fd_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (fd_ >= 0 && ::flock(fd_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FolderLock() {
    if (fd_ >= 0) ::close(fd_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_;
};

Diagnostic cannot_change(const std::string& path, const std::string& why) {
  Diagnostic d;
  d.code = "NW4001";
  d.message = fmt::format("cannot write '{}': {}", path, why);
  return d;
}

// PATH.unreadable, or PATH.unreadable-2 and so on: nothing that was kept before is lost.
std::string name_to_keep(const std::string& path) {
  std::string name = path + ".unreadable";
  struct stat file{};
  for (int i = 2; ::lstat(name.c_str(), &file) == 0 && i < 1000; ++i) name = fmt::format("{}.unreadable-{}", path, i);
  return name;
}

Diagnostics write_for_owner(const std::string& path, const std::string& bytes) {
  // A file that is there keeps its permissions when it is replaced.
  if (::chmod(path.c_str(), kOwnerOnly) != 0 && errno != ENOENT) return {cannot_change(path, std::strerror(errno))};
  return write_whole_file(path, bytes, kOwnerOnly);
}

}  // namespace

Diagnostics problems_of(const std::string& path, const JsonFile& file) {
  Diagnostics problems;
  for (const KeyProblem& each : file.problems) problems.push_back(bad_user_file(path, each.what, each.key, each.line));
  return problems;
}

UserFile read_user_file(const std::string& path, const char* schema) {
  UserFile file;
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 && (errno == ENOENT || errno == ENOTDIR)) return file;
  file.exists = true;
  if ((status.st_uid != ::geteuid() && status.st_uid != 0) || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    file.problems = {bad_user_file(path, "others may write to it", {}, 0)};
    return file;
  }
  file.contents = read_json_file(path, kLargestUserFile);
  if (file.contents.readable() && file.contents.json.value(schema, json()) != kUserFileSchema)
    JsonObject(file.contents).refuse(schema, fmt::format("must be {}", kUserFileSchema));
  file.problems = problems_of(path, file.contents);
  return file;
}

Diagnostics change_user_file(const std::string& path, const char* schema, const std::function<void(json&)>& change) {
  const std::string folder = fs::path(path).parent_path().string();
  std::error_code error;
  if (fs::create_directories(folder, error); error) return {cannot_change(path, error.message())};
  const FolderLock lock(folder);
  const UserFile before = read_user_file(path, schema);
  json contents = before.exists && before.problems.empty() ? before.contents.json : json::object();
  if (before.exists && !before.problems.empty() && ::rename(path.c_str(), name_to_keep(path).c_str()) != 0)
    return {cannot_change(path, std::strerror(errno))};
  contents[schema] = kUserFileSchema;
  change(contents);
  return write_for_owner(path, contents.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

json& list_of(json& file, const char* key) {
  json& list = file[key];
  if (!list.is_array()) list = json::array();
  return list;
}

bool remove_where(json& list, const char* key, const std::string& text) {
  json kept = json::array();
  for (json& each : list)
    if (!each.is_object() || each.value(key, json()) != text) kept.push_back(std::move(each));
  const bool removed = kept.size() < list.size();
  list = std::move(kept);
  return removed;
}

}  // namespace nw::target
