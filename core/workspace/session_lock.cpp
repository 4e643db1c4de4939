// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/session_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/sha256.h"

namespace nw::workspace {

namespace fs = std::filesystem;

namespace {

constexpr int kFlags = O_RDWR | O_CLOEXEC | O_NOFOLLOW;

std::string this_host() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

// "1234 host": what an owner writes into its lock.
SessionLock::Owner owner_in(int fd) {
  std::array<char, 300> text{};
  if (::pread(fd, text.data(), text.size() - 1, 0) <= 0) return {};
  char* rest = nullptr;
  const long process = std::strtol(text.data(), &rest, 10);
  SessionLock::Owner owner{static_cast<int>(process), *rest == ' ' ? rest + 1 : ""};
  owner.host = owner.host.substr(0, owner.host.find('\n'));
  return owner;
}

}  // namespace

SessionLock::SessionLock(const std::string& folder, const std::string& document) {
  std::error_code error;
  fs::create_directories(folder, error);
  const fs::path absolute = fs::weakly_canonical(fs::absolute(document, error), error);
  stem_ = (fs::path(folder) / text_sha256(absolute.string()).substr(0, 32)).string();
  for (int slot = 1; slot <= kSlots; ++slot)
    if (take(slot)) return;
  slot_ = 1;
}

SessionLock::SessionLock(SessionLock&& other) noexcept
    : stem_(std::move(other.stem_)), slot_(other.slot_), fd_(std::exchange(other.fd_, -1)) {}

SessionLock& SessionLock::operator=(SessionLock&& other) noexcept {
  std::swap(stem_, other.stem_);
  std::swap(slot_, other.slot_);
  std::swap(fd_, other.fd_);
  return *this;
}

SessionLock::~SessionLock() {
  release();
}

std::string SessionLock::path_of(int slot) const {
  return stem_ + "." + std::to_string(slot) + ".lock";
}

bool SessionLock::take(int slot) {
  const std::string path = path_of(slot);
  for (int tries = 0; tries < 8; ++tries) {
    const int fd = ::open(path.c_str(), kFlags | O_CREAT, 0600);
    if (fd < 0) return false;
    struct stat locked{}, named{};
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0 || ::fstat(fd, &locked) != 0) {
      ::close(fd);
      return false;
    }
    // The previous owner may have removed the file between the two calls.
    if (::stat(path.c_str(), &named) == 0 && named.st_ino == locked.st_ino) {
      const std::string text = std::to_string(::getpid()) + " " + this_host() + "\n";
      if (::ftruncate(fd, 0) == 0 && ::pwrite(fd, text.data(), text.size(), 0) < 0) {
      }  // on a full disk the lock is valid, without a name
      fd_ = fd;
      slot_ = slot;
      return true;
    }
    ::close(fd);
  }
  return false;
}

void SessionLock::release() {
  if (fd_ < 0) return;
  ::unlink(path_of(slot_).c_str());
  ::close(std::exchange(fd_, -1));
}

bool SessionLock::mine_or_free(int slot) const {
  if (stem_.empty() || (held() && slot == slot_)) return true;
  const int fd = ::open(path_of(slot).c_str(), kFlags);
  if (fd < 0) return true;
  const bool free = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
  ::close(fd);
  return free;
}

std::vector<SessionLock::Owner> SessionLock::others() const {
  std::vector<Owner> all;
  for (int slot = 1; slot <= kSlots; ++slot) {
    if (mine_or_free(slot)) continue;
    const int fd = ::open(path_of(slot).c_str(), kFlags);
    if (fd < 0) continue;
    all.push_back(owner_in(fd));
    ::close(fd);
  }
  return all;
}

}  // namespace nw::workspace
