// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 (FIPS 180-4), of what is given piece by piece. The clients' is OpenSSL's (base/sha256.h); a runner loads no
// library of theirs into the process that plugins run in.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace nw::runner {

class Sha256 {
 public:
  void add(std::string_view bytes);
  // In hex, of all that was added. Nothing can be added afterwards.
  std::string hex();

 private:
  void take_block(const unsigned char* block);

  std::array<uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string pending_;  // less than one block
  uint64_t size_ = 0;    // bytes
};

}  // namespace nw::runner
