// SPDX-License-Identifier: GPL-3.0-or-later
#include "client_stream.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace nw::runner {

namespace {

// A pipe opened anew, so that its other owners go on waiting when they write.
int without_waiting(int out) {
  struct stat facts{};
  if (::fstat(out, &facts) != 0 || !S_ISFIFO(facts.st_mode)) return -1;
  return ::open(("/proc/self/fd/" + std::to_string(out)).c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
}

bool is_socket(int fd) {
  struct stat facts{};
  return ::fstat(fd, &facts) == 0 && S_ISSOCK(facts.st_mode);
}

}  // namespace

ClientStream::ClientStream(int in, int out) : in_(in), out_(out), piece_(is_socket(out) ? SIZE_MAX : PIPE_BUF) {
  if (const int again = without_waiting(out); again >= 0) {
    ::close(out);
    out_ = again;
    piece_ = SIZE_MAX;
  }
}

bool ClientStream::read_some() {
  static char buffer[size_t{1} << 18];
  const ssize_t n = ::read(in_, buffer, sizeof buffer);
  if (n < 0) return errno == EINTR || errno == EAGAIN;
  if (n > 0) parser_.feed({buffer, static_cast<size_t>(n)});
  return n > 0;
}

void ClientStream::send(const nlohmann::json& head, std::string_view body) {
  pending_.erase(0, sent_);
  sent_ = 0;
  pending_ += target::encode(head, body);
}

bool ClientStream::write_some() {
  while (unsent() > 0) {
    const size_t size = std::min(unsent(), piece_);
    ssize_t n = ::send(out_, pending_.data() + sent_, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && errno == ENOTSOCK) n = ::write(out_, pending_.data() + sent_, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno == EAGAIN;
    sent_ += static_cast<size_t>(n);
    if (piece_ != SIZE_MAX) return true;  // poll is asked again
  }
  pending_ = {};
  sent_ = 0;
  return true;
}

}  // namespace nw::runner
