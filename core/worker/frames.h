// SPDX-License-Identifier: GPL-3.0-or-later
// Frames on a stream between a program and its worker: bytes, headed by their length in eight bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace nw::worker {

// Reading gives nothing at the end of the stream. After a frame with a problem nothing more can be read.
struct Frame {
  std::string bytes;
  std::string problem;  // "it ended after 3 of 10 bytes"; empty: the frame is whole
};
bool write_frame(int fd, const std::string& bytes);
std::optional<Frame> read_frame(int fd);
inline constexpr uint64_t kLargestFrame = uint64_t{1} << 30;

}  // namespace nw::worker
