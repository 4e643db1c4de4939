// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/linker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <thread>

#include "base/write_all.h"
#include "codegen/diagnostics.h"

namespace nw::codegen {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  void reset(int fd) {
    close();
    fd_ = fd;
  }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  // For other code of this process, which opens files by their paths.
  std::string path() const { return fmt::format("/proc/self/fd/{}", fd_); }

 private:
  int fd_;
};

// What is written to a pipe until its writing end is closed, of which it can hold a part only. The linker makes a
// temporary file beside a regular one, and there is no folder for that: to a pipe it writes at once.
class PipeReader {
 public:
  PipeReader() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return;
    read_.reset(ends[0]);
    write_.reset(ends[1]);
    thread_ = std::thread([this] { take_all(); });
  }
  ~PipeReader() {
    abandoned_ = true;  // a linker that crashed may have left its writing end open
    finish();
  }
  PipeReader(const PipeReader&) = delete;
  PipeReader& operator=(const PipeReader&) = delete;

  const Descriptor& writing_end() const { return write_; }
  std::string finish() {
    write_.close();
    if (thread_.joinable()) thread_.join();
    return std::move(bytes_);
  }

 private:
  void take_all() {
    char piece[size_t{1} << 16];
    while (!abandoned_) {
      pollfd pipe{read_.get(), POLLIN, 0};
      constexpr int kPatience = 20;  // ms
      if (::poll(&pipe, 1, kPatience) <= 0) continue;
      const ssize_t n = ::read(read_.get(), piece, sizeof piece);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return;
      bytes_.append(piece, static_cast<size_t>(n));
    }
  }

  Descriptor read_, write_;
  std::string bytes_;
  std::atomic<bool> abandoned_ = false;
  std::thread thread_;
};

}  // namespace

Result<std::string> Linker::link(const std::string& object, const std::string& symbol) {
  const std::lock_guard lock(one_at_a_time_);
  if (!usable_) return cannot_load("the linker has crashed in this process before, and is not called again");
  const Descriptor from(::memfd_create("kernel.o", MFD_CLOEXEC));
  PipeReader to;
  if (from.get() < 0 || to.writing_end().get() < 0 || write_all(from.get(), object) != 0)
    return cannot_load(fmt::format("there is no memory for its object: {}", std::strerror(errno)));
  const std::string input = from.path(), output = to.writing_end().path();
  // Kept apart from the host: relocations are few and known, code is not rewritten, and the order is the object's.
  const Outcome linked =
      main_({"ld.lld", "-shared", "-nostdlib", "-Bsymbolic", "-z", "now", "-e", symbol.c_str(), "--no-relax",
             "--strip-all", "--threads=1", "--build-id=none", "-o", output.c_str(), input.c_str()});
  usable_ = linked.can_run_again;
  if (!usable_) return cannot_load("the linker crashed: " + linked.said);
  if (linked.exit != 0) return cannot_load(linked.said);
  std::string image = to.finish();
  if (image.empty()) return cannot_load("the linker wrote no image");
  return image;
}

bool Linker::usable() {
  const std::lock_guard lock(one_at_a_time_);
  return usable_;
}

}  // namespace nw::codegen
