// SPDX-License-Identifier: GPL-3.0-or-later
#include "sha256.h"

#include <bit>

namespace nw::runner {

namespace {

constexpr size_t kBlock = 64;  // bytes

constexpr std::array<uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t big_endian(const unsigned char* bytes) {
  return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
}

}  // namespace

void Sha256::take_block(const unsigned char* block) {
  using std::rotr;
  std::array<uint32_t, 64> word;
  for (size_t i = 0; i < 16; ++i) word[i] = big_endian(block + 4 * i);
  for (size_t i = 16; i < 64; ++i) {
    const uint32_t near = word[i - 15], far = word[i - 2];
    word[i] = word[i - 16] + (rotr(near, 7) ^ rotr(near, 18) ^ (near >> 3)) + word[i - 7] +
              (rotr(far, 17) ^ rotr(far, 19) ^ (far >> 10));
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (size_t i = 0; i < 64; ++i) {
    const uint32_t chosen = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
    const uint32_t first = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + chosen + kRound[i] + word[i];
    const uint32_t second = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + majority;
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  const std::array<uint32_t, 8> result = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < result.size(); ++i) state_[i] += result[i];
}

void Sha256::add(std::string_view bytes) {
  size_ += bytes.size();
  pending_ += bytes;
  size_t at = 0;
  for (; pending_.size() - at >= kBlock; at += kBlock)
    take_block(reinterpret_cast<const unsigned char*>(pending_.data()) + at);
  pending_.erase(0, at);
}

std::string Sha256::hex() {
  const uint64_t bits = size_ * 8;
  std::string end(1, '\x80');
  while ((pending_.size() + end.size()) % kBlock != kBlock - sizeof bits) end += '\0';
  for (int byte = 7; byte >= 0; --byte) end += static_cast<char>(bits >> (8 * byte));
  add(end);
  std::string text;
  for (const uint32_t word : state_)
    for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[word >> shift & 15];
  return text;
}

}  // namespace nw::runner
