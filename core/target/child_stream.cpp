// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/child_stream.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include "base/address_space.h"

extern "C" char** environ;

namespace nw::target {

namespace {

constexpr size_t kMaxErrorOutput = 4096;
constexpr int kPatience = 20;  // ms between two looks at a request to stop

// The variables of this process with others in front: the first of a name counts.
std::vector<std::string> variables(const std::map<std::string, std::string>& own) {
  std::vector<std::string> all;
  for (const auto& [name, value] : own) all.push_back(name + "=" + value);
  for (char** variable = environ; variable && *variable; ++variable) {
    const std::string_view text = *variable;
    if (!own.contains(std::string(text.substr(0, text.find('='))))) all.emplace_back(text);
  }
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

}  // namespace

std::unique_ptr<ChildStream> ChildStream::start(const std::vector<std::string>& argv,
                                                const std::map<std::string, std::string>& environment, std::string& why,
                                                int empty_file, const Inherited& inherited) {
  if (argv.empty()) {
    why = "no program is named";
    return nullptr;
  }
  int stream[2], errors[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, stream) != 0) {
    why = std::strerror(errno);
    return nullptr;
  }
  if (::pipe2(errors, O_CLOEXEC) != 0) {
    why = std::strerror(errno);
    ::close(stream[0]);
    ::close(stream[1]);
    return nullptr;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, stream[1], 0);
  posix_spawn_file_actions_adddup2(&actions, stream[1], 1);
  posix_spawn_file_actions_adddup2(&actions, errors[1], 2);
  const int file = empty_file >= 0 ? ::memfd_create("counters", MFD_CLOEXEC) : -1;
  if (file >= 0) posix_spawn_file_actions_adddup2(&actions, file, empty_file);
  for (const auto& [ours, its] : inherited) posix_spawn_file_actions_adddup2(&actions, ours, its);
  std::vector<std::string> arguments = argv, all_variables = variables(environment);
  pid_t pid = -1;
  const int error = [&] {
    const WithoutAddressLimit unlimited;
    return ::posix_spawnp(&pid, argv[0].c_str(), &actions, nullptr, pointers(arguments).data(),
                          pointers(all_variables).data());
  }();
  posix_spawn_file_actions_destroy(&actions);
  ::close(stream[1]);
  ::close(errors[1]);
  if (file >= 0) ::close(file);
  if (error != 0) {
    why = std::strerror(error);
    ::close(stream[0]);
    ::close(errors[0]);
    return nullptr;
  }
  ::fcntl(errors[0], F_SETFL, O_NONBLOCK);
  return std::unique_ptr<ChildStream>(new ChildStream(pid, stream[0], errors[0]));
}

ChildStream::~ChildStream() {
  end();
  ::close(stream_);
  if (errors_ >= 0) ::close(errors_);
}

void ChildStream::take_errors() {
  char buffer[4096];
  while (errors_ >= 0) {
    const ssize_t n = ::read(errors_, buffer, sizeof buffer);
    if (n > 0) {
      const size_t room = kMaxErrorOutput - std::min(kMaxErrorOutput, error_output_.size());
      error_output_.append(buffer, std::min(static_cast<size_t>(n), room));
    } else if (n < 0 && errno == EINTR) {
      continue;
    } else {
      if (n == 0) {
        ::close(errors_);
        errors_ = -1;
      }
      return;
    }
  }
}

ChildStream::Event ChildStream::exchange(std::string_view& out, std::string& in, Clock::time_point deadline,
                                         const CancelToken& cancel) {
  const bool sending = !out.empty();
  char buffer[size_t{1} << 16];
  for (;;) {
    if (sending && out.empty()) return Event::Sent;
    if (cancel.cancelled()) return Event::Cancelled;
    if (Clock::now() >= deadline) return Event::Late;
    pollfd fds[2] = {{stream_, static_cast<short>(POLLIN | (out.empty() ? 0 : POLLOUT)), 0}, {errors_, POLLIN, 0}};
    if (::poll(fds, 2, kPatience) <= 0) continue;
    if (fds[1].revents != 0) take_errors();
    if (fds[0].revents & (POLLIN | POLLHUP | POLLERR)) {
      const ssize_t n = ::recv(stream_, buffer, sizeof buffer, MSG_DONTWAIT);
      if (n > 0) {
        in.append(buffer, static_cast<size_t>(n));
        return Event::Received;
      }
      if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        take_errors();
        return Event::Closed;
      }
    }
    if (fds[0].revents & POLLOUT) {
      const ssize_t n = ::send(stream_, out.data(), out.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n > 0)
        out.remove_prefix(static_cast<size_t>(n));
      else if (n < 0 && errno != EAGAIN && errno != EINTR)
        out = {};  // it is gone; its last words still count
    }
  }
}

bool ChildStream::has_input() const {
  pollfd fd{stream_, POLLIN, 0};
  return ::poll(&fd, 1, 0) > 0;
}

std::string ChildStream::last_words() const {
  constexpr size_t kLines = 3;
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < error_output_.size();) {
    const size_t end = std::min(error_output_.find('\n', begin), error_output_.size());
    std::string line = error_output_.substr(begin, end - begin);
    begin = end + 1;
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) lines.push_back(std::move(line));
  }
  std::string text;
  for (size_t i = lines.size() - std::min(kLines, lines.size()); i < lines.size(); ++i)
    text += (text.empty() ? "" : "; ") + lines[i];
  return text;
}

int ChildStream::end() {
  if (pid_ <= 0) return status_;
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  take_errors();
  return status_;
}

int ChildStream::wait(Clock::time_point deadline) {
  while (pid_ > 0) {
    const pid_t done = ::waitpid(pid_, &status_, WNOHANG);
    if (done == pid_ || (done < 0 && errno != EINTR)) {
      pid_ = -1;
      take_errors();
      break;
    }
    if (Clock::now() >= deadline) return -1;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return status_;
}

}  // namespace nw::target
