// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/frames.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace nw::worker {

namespace {

// As many bytes as come, up to `count`.
size_t read_some(int fd, char* to, size_t count) {
  size_t done = 0;
  while (done < count) {
    const ssize_t n = ::read(fd, to + done, count - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<size_t>(n);
  }
  return done;
}

}  // namespace

bool write_frame(int fd, const std::string& bytes) {
  uint64_t length = bytes.size();
  std::string all(reinterpret_cast<const char*>(&length), sizeof length);
  all += bytes;
  for (size_t at = 0; at < all.size();) {
    const ssize_t n = ::write(fd, all.data() + at, all.size() - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += static_cast<size_t>(n);
  }
  return true;
}

std::optional<Frame> read_frame(int fd) {
  uint64_t length = 0;
  char head[sizeof length];
  const size_t begun = read_some(fd, head, sizeof head);
  if (begun == 0) return std::nullopt;
  if (begun < sizeof head)
    return Frame{{}, "it ended after " + std::to_string(begun) + " of the 8 bytes of its length"};
  std::memcpy(&length, head, sizeof length);
  if (length > kLargestFrame)
    return Frame{
        {}, "it has " + std::to_string(length) + " bytes, and at most " + std::to_string(kLargestFrame) + " are read"};
  constexpr size_t kPiece = size_t{1} << 20;  // memory is taken for what has come, not for what was announced
  Frame frame;
  while (frame.bytes.size() < length) {
    const size_t at = frame.bytes.size(), wanted = std::min<size_t>(kPiece, length - at);
    frame.bytes.resize(at + wanted);
    const size_t came = read_some(fd, frame.bytes.data() + at, wanted);
    frame.bytes.resize(at + came);
    if (came == wanted) continue;
    frame.problem = "it ended after " + std::to_string(at + came) + " of " + std::to_string(length) + " bytes";
    break;
  }
  return frame;
}

}  // namespace nw::worker
