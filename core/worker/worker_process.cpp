// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

#include "worker/diagnostics.h"
#include "worker/protocol.h"

extern "C" char** environ;

namespace nw::worker {

namespace {

using Clock = std::chrono::steady_clock;

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }
  void reset(int fd = -1) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

// The child: never left running, never left unreaped.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0) end();
  }
  void end() {
    ::kill(pid_, SIGKILL);
    reap();
  }
  int reap() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return status;
  }

 private:
  pid_t pid_;
};

std::string worker_path(const WorkerOptions& options) {
  if (!options.program.empty()) return options.program;
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return (self.parent_path() / "nestwright-worker").string();
}

constexpr size_t kMaxErrorOutput = 4096;  // of what the worker writes to its standard error

struct Exchange {
  std::string reply;  // with its length in front
  std::string error_output;
  bool closed = false;  // the worker has closed its end
};

uint64_t announced_length(const Exchange& exchange) {
  uint64_t length = 0;
  std::memcpy(&length, exchange.reply.data(), sizeof length);
  return length;
}

bool complete(const Exchange& exchange) {
  return exchange.reply.size() >= sizeof(uint64_t) &&
         exchange.reply.size() - sizeof(uint64_t) >= announced_length(exchange);
}

// A kernel that has taken its process over may send what it likes, but not without end.
bool too_long(const Exchange& exchange) {
  return exchange.reply.size() >= sizeof(uint64_t) && announced_length(exchange) > kLargestFrame;
}

// Moves bytes both ways until the reply is whole or the worker is gone; false when time is up or a stop was asked for.
bool exchange_frames(int channel, int errors, std::string request, Exchange& exchange, const WorkerOptions& options,
                     Clock::time_point deadline) {
  size_t sent = 0;
  bool errors_open = true;
  char buffer[65536];
  while (!exchange.closed && !complete(exchange) && !too_long(exchange)) {
    if (options.cancel.cancelled() || Clock::now() >= deadline) return false;
    pollfd fds[2] = {{channel, static_cast<short>(POLLIN | (sent < request.size() ? POLLOUT : 0)), 0},
                     {errors_open ? errors : -1, POLLIN, 0}};
    if (::poll(fds, 2, 20) <= 0) continue;
    if (fds[0].revents & POLLOUT) {
      const ssize_t n = ::send(channel, request.data() + sent, request.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n > 0)
        sent += static_cast<size_t>(n);
      else if (n < 0 && errno != EAGAIN && errno != EINTR)
        sent = request.size();  // it is gone; its last reply still counts
    }
    if (fds[0].revents & (POLLIN | POLLHUP | POLLERR)) {
      const ssize_t n = ::recv(channel, buffer, sizeof buffer, MSG_DONTWAIT);
      if (n > 0)
        exchange.reply.append(buffer, static_cast<size_t>(n));
      else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        exchange.closed = true;
    }
    if (fds[1].revents & (POLLIN | POLLHUP | POLLERR)) {
      const ssize_t n = ::read(errors, buffer, sizeof buffer);
      if (n > 0)
        exchange.error_output.append(
            buffer, std::min(static_cast<size_t>(n),
                             kMaxErrorOutput - std::min(kMaxErrorOutput, exchange.error_output.size())));
      else
        errors_open = false;
    }
  }
  return true;
}

}  // namespace

Result<std::string> ask_worker(const std::string& request, const WorkerOptions& options) {
  const std::string path = worker_path(options);
  int channel[2], errors[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) != 0) return no_worker(path, std::strerror(errno));
  Descriptor ours(channel[0]), theirs(channel[1]);
  if (::pipe2(errors, O_CLOEXEC) != 0) return no_worker(path, std::strerror(errno));
  Descriptor hear(errors[0]), complain(errors[1]);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, theirs.get(), 0);
  posix_spawn_file_actions_adddup2(&actions, theirs.get(), 1);
  posix_spawn_file_actions_adddup2(&actions, complain.get(), 2);
  pid_t pid = -1;
  std::string name = path;
  char* const arguments[] = {name.data(), nullptr};
  const int error = ::posix_spawn(&pid, path.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return no_worker(path, std::strerror(error));
  Child child(pid);
  theirs.reset();
  complain.reset();

  const uint64_t length = request.size();
  std::string framed(reinterpret_cast<const char*>(&length), sizeof length);
  framed += request;
  const double seconds = std::clamp(options.deadline_seconds, 0.0, 1e6);
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  Exchange exchange;
  if (!exchange_frames(ours.get(), hear.get(), std::move(framed), exchange, options, deadline)) {
    child.end();
    return options.cancel.cancelled() ? stopped() : took_too_long(options.deadline_seconds);
  }
  if (too_long(exchange)) {
    child.end();
    return bad_reply(exchange.error_output);
  }
  if (complete(exchange)) {
    child.end();
    return exchange.reply.substr(sizeof(uint64_t));
  }
  ours.reset();
  const int status = child.reap();
  if (WIFSIGNALED(status)) return crashed(WTERMSIG(status), exchange.error_output);
  return bad_reply(exchange.error_output);
}

}  // namespace nw::worker
