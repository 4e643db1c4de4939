// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <utility>

#include "base/sha256.h"

namespace nw {

namespace {

namespace fs = std::filesystem;

Diagnostic cannot_write(const std::string& path, int error) {
  Diagnostic d;
  d.code = "NW4001";
  d.message = "cannot write '" + path + "': " + std::strerror(error);
  Place place;
  place.file = path;
  d.where.push_back(place);
  return d;
}

// What `path` names behind symbolic links; it need not exist. As many links as the system follows.
std::string behind_links(fs::path path) {
  std::error_code error;
  for (int i = 0; i < 40 && fs::is_symlink(path, error); ++i) {
    const fs::path to = fs::read_symlink(path, error);
    if (error) break;
    path = to.is_absolute() ? to : path.parent_path() / to;
  }
  return path.string();
}

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

constexpr std::string_view kPartEnding = ".part";

// With which names of unfinished files of a target begin. A hash of its name: that may be as long as names can be.
std::string part_prefix(const std::string& target) {
  return ".nestwright-" + text_sha256(fs::path(target).filename().string()).substr(0, 16) + "-";
}

std::string new_name(const std::string& target) {
  unsigned char random[8];
  if (::getrandom(random, sizeof random, 0) != sizeof random) return {};
  std::string name = part_prefix(target);
  for (const unsigned char byte : random) {
    name += "0123456789abcdef"[byte >> 4];
    name += "0123456789abcdef"[byte & 15];
  }
  return name.append(kPartEnding);
}

// Whoever writes a .part file holds a lock on it; the lock ends with the process. A file that was only just made may
// not be locked yet.
bool is_abandoned(int fd) {
  constexpr time_t kSurelyLocked = 60;  // seconds
  struct stat file{};
  return ::fstat(fd, &file) == 0 && S_ISREG(file.st_mode) && file.st_uid == ::geteuid() &&
         file.st_mtime + kSurelyLocked < ::time(nullptr) && ::flock(fd, LOCK_EX | LOCK_NB) == 0;
}

// What processes left that were killed while they wrote this target.
void remove_abandoned_parts(const std::string& target) {
  const std::string prefix = part_prefix(target);
  std::error_code error;
  for (fs::directory_iterator entry(folder_of(target), error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(kPartEnding)) continue;
    const int fd = ::open(entry->path().c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) continue;
    if (is_abandoned(fd)) ::unlink(entry->path().c_str());
    ::close(fd);
  }
}

}  // namespace

AtomicFile::AtomicFile(std::string path, unsigned mode, Durable durable)
    : path_(std::move(path)), target_(behind_links(path_)), mode_(mode), durable_(durable) {
  open();
}

AtomicFile::~AtomicFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

bool AtomicFile::fail() {
  if (error_ == 0) error_ = errno == 0 ? EIO : errno;
  return false;
}

void AtomicFile::open() {
  struct stat old{};
  const bool exists = ::stat(target_.c_str(), &old) == 0;
  if (!exists && errno != ENOENT) {
    fail();
    return;
  }
  if (exists && S_ISDIR(old.st_mode)) {
    error_ = EISDIR;
    return;
  }
  if (exists && !S_ISREG(old.st_mode)) {
    // A pipe without a reader is a failure, not a wait for one.
    fd_ = ::open(target_.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd_ < 0 || ::fcntl(fd_, F_SETFL, ::fcntl(fd_, F_GETFL) & ~O_NONBLOCK) != 0) fail();
    return;
  }
  // Who may not write to a file may not replace it either, though the folder would let him.
  if (exists && ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) {
    fail();
    return;
  }
  remove_abandoned_parts(target_);
  if (!open_temporary(folder_of(target_), exists ? S_IRUSR | S_IWUSR : mode_)) {
    fail();
    return;
  }
  if (!exists) return;
  // The group and the owner first: to change them takes away bits of the mode. Only root may give a file away.
  if (::fchown(fd_, old.st_uid, old.st_gid) != 0 && ::fchown(fd_, static_cast<uid_t>(-1), old.st_gid) != 0) errno = 0;
  if (::fchmod(fd_, old.st_mode & 07777) != 0) fail();
}

bool AtomicFile::open_temporary(const std::string& folder, unsigned mode) {
  for (int tries = 0; tries < 16; ++tries) {
    const std::string name = new_name(target_);
    if (name.empty()) return false;
    const std::string path = folder + "/" + name;
    fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (fd_ >= 0) {
      ::flock(fd_, LOCK_EX | LOCK_NB);  // where there are no locks, nobody removes the file either
      temporary_ = path;
      return true;
    }
    if (errno != EEXIST) return false;
  }
  return false;
}

bool AtomicFile::write(std::string_view bytes) {
  if (error_ != 0) return false;
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), std::min<size_t>(bytes.size(), size_t{1} << 30));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return fail();
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

// On the disk first, then under its name, then that name on the disk.
bool AtomicFile::replace() {
  if (durable_ == Durable::Yes && ::fsync(fd_) != 0) return fail();
  if (::close(std::exchange(fd_, -1)) != 0) return fail();
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return fail();
  temporary_.clear();
  if (durable_ == Durable::No) return true;
  const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return true;  // a folder that may be written to and not read
  ::fsync(folder);              // some file systems cannot; the file is complete either way
  ::close(folder);
  return true;
}

Diagnostics AtomicFile::commit() {
  if (error_ == 0 && !temporary_.empty()) replace();
  if (error_ == 0 && fd_ >= 0 && ::close(std::exchange(fd_, -1)) != 0) fail();
  if (error_ != 0) return {cannot_write(path_, error_)};
  return {};
}

Diagnostics write_whole_file(const std::string& path, std::string_view bytes, unsigned mode) {
  AtomicFile file(path, mode);
  file.write(bytes);
  return file.commit();
}

}  // namespace nw
