// SPDX-License-Identifier: GPL-3.0-or-later
// Exact counts of what a processor executes, where an emulator runs this process: whoever started it names a descriptor
// in NESTWRIGHT_COUNTERS_FD, and the emulator writes its totals there at each read of it, before the read is done.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace nw::cpu {

inline constexpr std::array<std::string_view, 5> kCounterNames = {"instructions", "loads", "stores", "load_bytes",
                                                                  "store_bytes"};
using Counts = std::array<int64_t, kCounterNames.size()>;

class Counters {
 public:
  Counters();  // reads the environment
  bool present() const { return descriptor_ >= 0; }
  // Of one call, without what reading takes; nothing where the totals cannot be read.
  std::optional<Counts> count(const std::function<void()>& call) const;

 private:
  std::optional<Counts> totals() const;
  int descriptor_ = -1;
};

}  // namespace nw::cpu
