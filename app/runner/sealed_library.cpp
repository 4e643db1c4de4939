// SPDX-License-Identifier: GPL-3.0-or-later
#include "sealed_library.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "base/write_all.h"
#include "sha256.h"
#include "target/frame.h"

namespace nw::runner {

namespace {

constexpr size_t kCopied = size_t{1} << 20;
constexpr uint64_t kLargest = uint64_t{1} << 30;

// Closed at the end, unless released.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  int release() {
    const int fd = fd_;
    fd_ = -1;
    return fd;
  }

 private:
  int fd_;
};

// The file's hash; empty with errno where it cannot be read or the copy not be written.
std::string copy(int from, int to) {
  Sha256 hash;
  std::vector<char> piece(kCopied);
  for (uint64_t copied = 0;;) {
    const ssize_t n = ::read(from, piece.data(), piece.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return {};
    if (n == 0) return hash.hex();
    const std::string_view bytes(piece.data(), static_cast<size_t>(n));
    copied += bytes.size();
    if (copied > kLargest) {
      errno = EFBIG;
      return {};
    }
    if (write_all(to, bytes) != 0) return {};
    hash.add(bytes);
  }
}

}  // namespace

SealedLibrary seal_library(const std::string& path) {
  const auto failed = [] { return SealedLibrary{-1, {}, std::strerror(errno)}; };
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // a FIFO is not waited for
  struct stat facts{};
  if (file.get() < 0 || ::fstat(file.get(), &facts) != 0) return failed();
  if (!S_ISREG(facts.st_mode)) return {-1, {}, "it is no regular file"};
  Descriptor memory(
      ::memfd_create(path.substr(path.rfind('/') + 1).substr(0, 200).c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (memory.get() < 0) return failed();
  std::string hash = copy(file.get(), memory.get());
  if (hash.empty()) return failed();
  if (::fcntl(memory.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0)
    return failed();
  return {memory.release(), std::move(hash), {}};
}

}  // namespace nw::runner
