// SPDX-License-Identifier: GPL-3.0-or-later
// A cache on disk: bytes by key that this user's processes can make again at any time. Whatever is wrong with the
// folder or an entry (no permission, another owner, no room, a torn or foreign file), the entry is missing, and
// nothing fails. Several processes may use a folder at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nw {

class FileCache {
 public:
  static constexpr uint64_t kMostBytes = uint64_t{512} << 20;

  // Empty `folder`: nothing is found and nothing is kept. Its entries take about `most_bytes` at most.
  explicit FileCache(std::string folder = {}, uint64_t most_bytes = kMostBytes)
      : folder_(std::move(folder)), most_bytes_(most_bytes) {}

  std::optional<std::string> find(std::string_view key) const;
  // Makes the folder where it is missing. One in many calls removes what was not used for the longest time.
  void keep(std::string_view key, std::string_view bytes) const;
  // Removes the least recently used entries until the others take nine tenths of the limit; nothing below the limit.
  void trim() const;

 private:
  std::string folder_;
  uint64_t most_bytes_;
};

}  // namespace nw
