// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_text.h"

#include <cstdint>

namespace nw::import {

namespace {

// The length of the UTF-8 sequence at the front, or 0 if it is none.
size_t sequence_length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  const size_t length = first < 0x80                    ? 1
                        : first >= 0xf0 && first < 0xf5 ? 4
                        : first >= 0xe0                 ? 3
                        : first >= 0xc2                 ? 2
                                                        : 0;
  if (length == 0 || first >= 0xf5 || length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  if (first == 0xe0 && byte(1) < 0xa0) return 0;   // longer than needed
  if (first == 0xed && byte(1) >= 0xa0) return 0;  // half of a surrogate pair
  if (first == 0xf0 && byte(1) < 0x90) return 0;
  if (first == 0xf4 && byte(1) >= 0x90) return 0;  // beyond Unicode
  return length;
}

}  // namespace

std::string clean_text(std::string_view bytes) {
  std::string text;
  text.reserve(std::min(bytes.size(), kLongestName + 8));
  while (!bytes.empty()) {
    if (text.size() > kLongestName) return text + "…";
    const size_t length = sequence_length(bytes);
    const bool control = length == 1 && static_cast<uint8_t>(bytes[0]) < 0x20;
    text += length == 0 || control ? std::string_view("\xef\xbf\xbd") : bytes.substr(0, length);
    bytes.remove_prefix(length ? length : 1);
  }
  return text;
}

std::vector<std::string> scope_of(std::string_view name) {
  const char separator = name.find('/') != std::string_view::npos ? '/' : '.';
  std::vector<std::string> parts;
  while (!name.empty()) {
    const size_t end = std::min(name.find(separator), name.size());
    if (end > 0) parts.emplace_back(name.substr(0, end));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  if (!parts.empty()) parts.pop_back();
  return parts;
}

}  // namespace nw::import
