// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/base64.h"

#include <cstdint>

namespace nw::import {

namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

}  // namespace

std::vector<std::byte> decode_base64(std::string_view text) {
  std::vector<std::byte> out;
  out.reserve(text.size() / 4 * 3);
  uint32_t bits = 0;
  int have = 0;
  for (const char c : text) {
    if (c == '=') break;
    const int v = value_of(c);
    if (v < 0) continue;
    bits = bits << 6 | static_cast<uint32_t>(v);
    have += 6;
    if (have < 8) continue;
    have -= 8;
    out.push_back(static_cast<std::byte>(bits >> have & 0xFF));
  }
  return out;
}

std::string encode_base64(const std::vector<std::byte>& bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (i + k < bytes.size() ? std::to_integer<uint32_t>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k) {
      out.push_back(i + k <= bytes.size() ? kAlphabet[bits >> (18 - 6 * k) & 63] : '=');
    }
  }
  return out;
}

}  // namespace nw::import
