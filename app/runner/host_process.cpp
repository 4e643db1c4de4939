// SPDX-License-Identifier: GPL-3.0-or-later
#include "host_process.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <new>
#include <utility>

#include "base/sanitized.h"
#include "host.h"

namespace nw::runner {

namespace {

// Of memory that the process may write to and shares with nobody. Addresses alone cost nothing, and drivers of GPUs
// reserve terabytes of them.
void limit_memory(int64_t bytes) {
  if (bytes <= 0 || kSanitized) return;  // the sanitizers' shadow memory is larger than any machine's
  const auto limit = static_cast<rlim_t>(bytes);
  const rlimit both{limit, limit};
  ::setrlimit(RLIMIT_DATA, &both);
}

// The child: a process of its own group that dies with its parent, reads nothing and prints to the standard error.
[[noreturn]] void be_host(const Plugin& plugin, const HostLimits& limits, pid_t parent, int channel,
                          SharedState& shared) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  ::setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  std::signal(SIGCHLD, SIG_DFL);
  for (const int fd : limits.private_to_parent) ::close(fd);
  if (const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC); nothing > 0) {
    ::dup2(nothing, STDIN_FILENO);
    ::close(nothing);
  }
  limit_memory(limits.memory_bytes);
  serve_requests(plugin, channel, shared, limits.transfer);
  ::_exit(0);
}

}  // namespace

std::unique_ptr<HostProcess> HostProcess::start(const Plugin& plugin, const HostLimits& limits, std::string& why) {
  void* memory = ::mmap(nullptr, sizeof(SharedState), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int ends[2];
  if (memory == MAP_FAILED || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    why = std::strerror(errno);
    if (memory != MAP_FAILED) ::munmap(memory, sizeof(SharedState));
    return nullptr;
  }
  auto* shared = new (memory) SharedState;
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    be_host(plugin, limits, parent, ends[1], *shared);
  }
  ::close(ends[1]);
  if (child < 0) {
    why = std::strerror(errno);
    ::close(ends[0]);
    ::munmap(memory, sizeof(SharedState));
    return nullptr;
  }
  ::setpgid(child, child);  // whichever of both comes first
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return std::unique_ptr<HostProcess>(new HostProcess(child, ends[0], shared));
}

HostProcess::~HostProcess() {
  end();
  ::close(channel_);
  ::munmap(shared_, sizeof(SharedState));
}

uint32_t HostProcess::send(std::string frame) {
  out_ = out_.substr(sent_) + std::move(frame);
  sent_ = 0;
  write_some();
  return ++number_;
}

void HostProcess::write_some() {
  while (wants_to_write()) {
    const ssize_t n = ::send(channel_, out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n < 0) break;  // it is gone; what it had to say can still be read
    sent_ += static_cast<size_t>(n);
  }
  out_ = {};
  sent_ = 0;
}

bool HostProcess::read_some() {
  static char buffer[size_t{1} << 18];
  for (;;) {
    const ssize_t n = ::recv(channel_, buffer, sizeof buffer, MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return true;
    if (n <= 0) return false;
    parser_.feed({buffer, static_cast<size_t>(n)});
    return true;
  }
}

void HostProcess::ask_to_stop(uint32_t number) {
  shared_->stop = number;
  ::syscall(SYS_futex, &shared_->stop, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

bool HostProcess::has_died() const {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
}

int HostProcess::end() {
  if (process_ <= 0) return status_;
  ::kill(-process_, SIGKILL);
  ::kill(process_, SIGKILL);
  while (::waitpid(process_, &status_, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status_;
}

}  // namespace nw::runner
