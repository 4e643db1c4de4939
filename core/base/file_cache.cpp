// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/file_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/atomic_file.h"
#include "base/sha256.h"

namespace nw {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "nestwright cache 1\n";
constexpr size_t kHash = 64;  // characters
constexpr mode_t kOwnFolder = 0700, kOwnFile = 0600, kOthersWrite = 022;

// Code that is loaded must not come from others.
bool is_own(const struct stat& file) {
  return file.st_uid == ::geteuid() && (file.st_mode & kOthersWrite) == 0;
}

bool is_own_folder(const std::string& path) {
  struct stat folder{};
  return ::lstat(path.c_str(), &folder) == 0 && S_ISDIR(folder.st_mode) && is_own(folder);
}

bool make_own_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  ::mkdir(path.c_str(), kOwnFolder);
  return is_own_folder(path);
}

// Where an entry lies. Folders of a few hundred files are read sooner than one of all.
struct EntryPath {
  EntryPath(const std::string& cache, const std::string& hash)
      : folder(cache + "/" + hash.substr(0, 2)), file(folder + "/" + hash.substr(2)) {}
  std::string folder, file;
};

// The key is in it: an entry under another's name is none.
std::string checksum(const std::string& hash, std::string_view bytes) {
  return text_sha256(hash + std::string(bytes));
}

std::optional<std::string> read_own_file(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  struct stat file{};
  std::optional<std::string> bytes;
  if (::fstat(fd, &file) == 0 && S_ISREG(file.st_mode) && is_own(file) &&
      static_cast<uint64_t>(file.st_size) <= FileCache::kMostBytes) {
    bytes.emplace(static_cast<size_t>(file.st_size), '\0');
    const ssize_t got = ::read(fd, bytes->data(), bytes->size());
    bytes->resize(got < 0 ? 0 : static_cast<size_t>(got));  // a short read fails the checksum
    ::futimens(fd, nullptr);                                // used now
  }
  ::close(fd);
  return bytes;
}

struct Used {
  fs::file_time_type last;
  uint64_t bytes;
  fs::path path;
};

std::vector<Used> entries_of(const std::string& cache) {
  std::vector<Used> entries;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(cache, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code gone;  // others remove entries too
    if (entry.depth() != 1 || entry->symlink_status(gone).type() != fs::file_type::regular) continue;
    const fs::file_time_type last = entry->last_write_time(gone);
    const uint64_t bytes = gone ? 0 : entry->file_size(gone);
    if (!gone) entries.push_back({last, bytes, entry->path()});
  }
  return entries;
}

}  // namespace

std::optional<std::string> FileCache::find(std::string_view key) const {
  if (folder_.empty() || !is_own_folder(folder_)) return std::nullopt;
  const std::string hash = text_sha256(key);
  std::optional<std::string> file = read_own_file(EntryPath(folder_, hash).file);
  constexpr size_t kHead = kMark.size() + kHash + 1;
  if (!file || file->size() < kHead || !file->starts_with(kMark)) return std::nullopt;
  const std::string_view sum = std::string_view(*file).substr(kMark.size(), kHash);
  if (sum != checksum(hash, std::string_view(*file).substr(kHead))) return std::nullopt;
  return file->substr(kHead);
}

void FileCache::keep(std::string_view key, std::string_view bytes) const {
  if (folder_.empty() || !make_own_folder(folder_)) return;
  const std::string hash = text_sha256(key);
  const EntryPath path(folder_, hash);
  if (!make_own_folder(path.folder)) return;
  AtomicFile file(path.file, kOwnFile, AtomicFile::Durable::No);
  file.write(kMark);
  file.write(checksum(hash, bytes) + "\n");
  file.write(bytes);
  const bool kept = !has_errors(file.commit());
  if (kept && hash.starts_with("00")) trim();  // one entry in 256
}

void FileCache::trim() const {
  if (folder_.empty() || !is_own_folder(folder_)) return;
  std::vector<Used> entries = entries_of(folder_);
  uint64_t total = 0;
  for (const Used& entry : entries) total += entry.bytes;
  if (total <= most_bytes_) return;
  std::ranges::sort(entries, {}, &Used::last);
  for (const Used& entry : entries) {
    if (total <= most_bytes_ / 10 * 9) return;
    std::error_code gone;
    fs::remove(entry.path, gone);
    total -= entry.bytes;
  }
}

}  // namespace nw
