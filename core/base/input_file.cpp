// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace nw {

namespace {

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "it is a folder";
  if (S_ISFIFO(mode)) return "it is a pipe, not a regular file";
  if (S_ISSOCK(mode)) return "it is a socket, not a regular file";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "it is a device, not a regular file";
  return "it is not a regular file";
}

}  // namespace

Diagnostic cannot_read(const std::string& path, const std::string& why) {
  Diagnostic d;
  d.code = "NW1001";
  d.message = "cannot read '" + path + "': " + why;
  Place place;
  place.file = path;
  d.where.push_back(std::move(place));
  return d;
}

Result<InputFile> InputFile::open(const std::string& path, int64_t most_bytes) {
  if (path.find('\0') != std::string::npos) return cannot_read(path, "its name contains a null byte");
  // A socket cannot be opened at all, and opening a device can have effects: ask first. What it is by the time it is
  // opened counts.
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return cannot_read(path, std::strerror(errno));
  if (!S_ISREG(status.st_mode)) return cannot_read(path, kind_of(status.st_mode));
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return cannot_read(path, std::strerror(errno));
  InputFile file(descriptor, 0);
  if (::fstat(descriptor, &status) != 0) return cannot_read(path, std::strerror(errno));
  if (!S_ISREG(status.st_mode)) return cannot_read(path, kind_of(status.st_mode));
  file.size_ = status.st_size;
  if (file.size_ > most_bytes)
    return cannot_read(path, fmt::format("it has {} bytes; at most {} are read", file.size_, most_bytes));
  return file;
}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

InputFile::InputFile(InputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  return *this;
}

int64_t InputFile::read(std::span<char> into) {
  size_t done = 0;
  while (done < into.size()) {
    const ssize_t got = ::read(descriptor_, into.data() + done, into.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  return static_cast<int64_t>(done);
}

Result<std::string> read_whole_file(const std::string& path, int64_t most_bytes) {
  Result<InputFile> file = InputFile::open(path, most_bytes);
  if (!file.value) return std::move(file.diagnostics);
  // Files of /proc say 0; others may grow while they are read. Reading ends with the file or the limit.
  constexpr int64_t kPiece = 64 << 10;
  std::string bytes;
  for (int64_t wanted = file->size() + 1;; wanted = kPiece) {
    const size_t before = bytes.size();
    bytes.resize(before + static_cast<size_t>(wanted));
    const int64_t got = file->read(std::span(bytes).subspan(before));
    if (got < 0) return cannot_read(path, std::strerror(errno));
    bytes.resize(before + static_cast<size_t>(got));
    if (static_cast<int64_t>(bytes.size()) > most_bytes)
      return cannot_read(path, fmt::format("it grows while it is read; at most {} bytes are", most_bytes));
    if (got < wanted) return bytes;
  }
}

}  // namespace nw
