// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/address_space.h"

extern "C" char** environ;

namespace nw::target {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr size_t kMostOutput = size_t{64} << 10;

// Both ends of a pipe, closed at the end.
struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) == 0) read = ends[0], write = ends[1];
  }
  ~Pipe() {
    close_write();
    if (read >= 0) ::close(read);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_write() {
    if (write >= 0) ::close(write);
    write = -1;
  }
};

// Takes what has come; false at the end of the stream.
bool take(int fd, std::string& into) {
  char buffer[4096];
  const ssize_t got = ::read(fd, buffer, sizeof buffer);
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  into.append(buffer, std::min(static_cast<size_t>(got), kMostOutput - std::min(kMostOutput, into.size())));
  return got > 0;
}

// Reads both streams to their ends; false when time is up.
bool take_all(const Pipe& out, const Pipe& err, EndedProcess& ended, SteadyClock::time_point deadline) {
  pollfd streams[2] = {{out.read, POLLIN, 0}, {err.read, POLLIN, 0}};
  while (streams[0].fd >= 0 || streams[1].fd >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - SteadyClock::now()).count();
    if (left <= 0) return false;
    if (::poll(streams, 2, static_cast<int>(std::min<int64_t>(left, 1000))) <= 0) continue;
    for (int i = 0; i < 2; ++i)
      if (streams[i].revents != 0 && !take(streams[i].fd, i == 0 ? ended.output : ended.errors)) streams[i].fd = -1;
  }
  return true;
}

int wait_for(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// 0, or why it does not start.
int start(const std::vector<std::string>& argv, const std::string& input_file, const Pipe& out, const Pipe& err,
          pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, input_file.empty() ? "/dev/null" : input_file.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write, 1);
  posix_spawn_file_actions_adddup2(&actions, err.write, 2);
  std::vector<std::string> words = argv;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const WithoutAddressLimit unlimited;
  const int error = ::posix_spawnp(&pid, words.front().c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

EndedProcess run_to_end(const std::vector<std::string>& argv, const std::string& input_file, double deadline_seconds) {
  EndedProcess ended;
  Pipe out, err;
  const auto deadline = SteadyClock::now() + std::chrono::milliseconds(static_cast<int64_t>(deadline_seconds * 1000));
  pid_t pid = -1;
  const int error = argv.empty()                     ? EINVAL
                    : out.write < 0 || err.write < 0 ? EMFILE
                                                     : start(argv, input_file, out, err, pid);
  if (error != 0) {
    ended.problem = fmt::format("{} does not start: {}", argv.empty() ? "" : argv.front(), std::strerror(error));
    return ended;
  }
  out.close_write();
  err.close_write();
  const bool in_time = take_all(out, err, ended, deadline);
  if (!in_time) ::kill(pid, SIGKILL);
  const int status = wait_for(pid);
  if (!in_time)
    ended.problem = fmt::format("no answer after {:g} s", deadline_seconds);
  else if (WIFEXITED(status))
    ended.exit = WEXITSTATUS(status);
  else
    ended.problem = fmt::format("{} was ended by a signal", argv.front());
  return ended;
}

}  // namespace nw::target
