// SPDX-License-Identifier: GPL-3.0-or-later
// Everything into a descriptor, whatever pieces the system takes.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace nw {

// Blocks. 0, or an error number.
inline int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n < 0 ? errno : EIO;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return 0;
}

}  // namespace nw
