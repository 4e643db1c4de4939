// SPDX-License-Identifier: GPL-3.0-or-later
// How many statements unrolled loops may become. LLVM goes through all of them again and again: a thousand of the usual
// kind take it one to three seconds, two thousand up to ten.
#pragma once

#include <cstdint>

namespace nw::schedule {

inline constexpr int64_t kMostWrittenOut = 1024;

}  // namespace nw::schedule
