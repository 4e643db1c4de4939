// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/frame.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/json_text.h"

namespace nw::target {

namespace {

constexpr size_t kHeader = 2 * sizeof(uint32_t);

void put_size(std::string& out, size_t size) {
  for (int byte = 0; byte < 4; ++byte) out += static_cast<char>((size >> (8 * byte)) & 0xff);
}

uint32_t size_at(const char* bytes) {
  uint32_t size = 0;
  for (int byte = 3; byte >= 0; --byte) size = size << 8 | static_cast<unsigned char>(bytes[byte]);
  return size;
}

}  // namespace

std::string encode(const nlohmann::json& head, std::string_view body) {
  const std::string text = head.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string bytes;
  bytes.reserve(kHeader + text.size() + body.size());
  put_size(bytes, text.size());
  put_size(bytes, body.size());
  bytes += text;
  bytes += body;
  return bytes;
}

std::string too_large(std::string_view frame, std::string_view body) {
  const auto sentence = [](const char* what, size_t size, size_t most) {
    return std::string("a ") + what + " of " + std::to_string(size) + " bytes, and " + std::to_string(most) +
           " is the most";
  };
  const size_t head = frame.size() - body.size() - kHeader;
  if (head > kMaxHead) return sentence("head", head, kMaxHead);
  return body.size() > kMaxBody ? sentence("body", body.size(), kMaxBody) : std::string();
}

void FrameParser::feed(std::string_view bytes) {
  const size_t skipped = static_cast<size_t>(std::min<uint64_t>(skip_, bytes.size()));
  skip_ -= skipped;
  pending_.append(bytes.substr(skipped));
}

std::optional<Frame> FrameParser::next() {
  const std::string_view left = std::string_view(pending_).substr(begin_);
  if (left.size() < kHeader) {
    pending_.erase(0, begin_);
    begin_ = 0;
    return std::nullopt;
  }
  const uint32_t head_size = size_at(left.data()), body_size = size_at(left.data() + 4);
  const uint64_t whole = kHeader + uint64_t{head_size} + body_size;
  Frame frame;
  if (head_size > kMaxHead || body_size > kMaxBody) {
    frame.problem = "a frame of " + std::to_string(head_size) + " and " + std::to_string(body_size) +
                    " bytes is larger than " + std::to_string(kMaxHead) + " and " + std::to_string(kMaxBody);
    frame.too_large = true;
    const size_t here = static_cast<size_t>(std::min<uint64_t>(whole, left.size()));
    skip_ = whole - here;
    begin_ += here;
    return frame;
  }
  if (left.size() < whole) {
    pending_.erase(0, begin_);
    begin_ = 0;
    return std::nullopt;
  }
  JsonProblem problem;
  frame.head = read_json(left.substr(kHeader, head_size), &problem);
  if (frame.head.is_discarded())
    frame.problem = "the head of a frame is no JSON: " + problem.what;
  else if (!frame.head.is_object())
    frame.problem = "the head of a frame is no JSON object";
  else
    frame.body = left.substr(kHeader + head_size, body_size);
  begin_ += static_cast<size_t>(whole);
  return frame;
}

std::optional<Frame> read_frame(int fd, FrameParser& parser) {
  char buffer[size_t{1} << 16];
  for (;;) {
    if (std::optional<Frame> frame = parser.next()) return frame;
    const ssize_t n = ::read(fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return std::nullopt;
    parser.feed({buffer, static_cast<size_t>(n)});
  }
}

}  // namespace nw::target
